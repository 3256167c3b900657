// SPDX-License-Identifier: GPL-3.0-or-later
#include <sys/wait.h>
#include <unistd.h>

#include <QFile>
#include <QObject>
#include <QTest>
#include <functional>

#include "tests/projects/project_support.h"
#include "tests/support/test_main.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

/// Runs `action` in a process of its own that ends without closing anything, as in a crash.
void crashAfter(const std::function<void()>& action) {
  const pid_t child = ::fork();
  if (child == 0) {
    action();
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  QVERIFY(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/// Leaves the working copy of a project of one design that was never saved.
void crashWithUnsavedWork() {
  crashAfter([] {
    auto project = opened(Project::create());
    project->addDesign(meshDesign());
    project->checkpoint();
    static_cast<void>(project.release());
  });
}

/// A process that holds a project open until told to go.
class OtherProgram {
 public:
  explicit OtherProgram(const std::string& file) {
    if (::pipe(ready_) != 0 || ::pipe(leave_) != 0) return;
    process_ = ::fork();
    if (process_ != 0) {
      char byte = 0;
      opened_ = ::read(ready_[0], &byte, 1) == 1 && byte == 'y';
      return;
    }
    ::close(leave_[1]);
    const auto project = opened(Project::open(file));
    if (project) project->addDesign(meshDesign());
    const char answer = project ? 'y' : 'n';
    char byte = 0;
    if (::write(ready_[1], &answer, 1) != 1 || ::read(leave_[0], &byte, 1) < 0) ::_exit(1);
    ::_exit(0);  // without closing: a crash
  }
  ~OtherProgram() {
    ::close(leave_[1]);
    int status = 0;
    ::waitpid(process_, &status, 0);
    ::close(leave_[0]);
    ::close(ready_[0]);
    ::close(ready_[1]);
  }
  OtherProgram(const OtherProgram&) = delete;
  OtherProgram& operator=(const OtherProgram&) = delete;
  bool hasOpened() const { return opened_; }
  pid_t process() const { return process_; }

 private:
  int ready_[2] = {-1, -1};
  int leave_[2] = {-1, -1};
  pid_t process_ = -1;
  bool opened_ = false;
};

}  // namespace

class RecoveryTest : public QObject {
  Q_OBJECT

 private slots:
  void untitledWork();
  void workOnAFile();
  void savingARecoveredProject();
  void nothingToRecover();
  void discarding();
  void openingAgainKeepsTheCopy();
  void livingProgramIsLeftAlone();
  void fileOpenElsewhere();
  void damagedCopyStays();
  void unreadableCopyIsNeitherOfferedNorRemoved();
  void goneCopy();
};

void RecoveryTest::untitledWork() {
  const ProjectFolder folder;
  crashAfter([] {
    auto project = opened(Project::create());
    project->addDesign(meshDesign());
    project->addRun(sampleRun(1));
    project->checkpoint();
    static_cast<void>(project.release());
  });
  const auto found = findRecoveries();
  QCOMPARE(found.size(), 1U);
  QVERIFY(found.front().file.empty());
  QCOMPARE(found.front().modified.size(), std::string("2026-11-21T13:05:00Z").size());
  {
    const auto project = opened(recover(found.front()));
    QVERIFY(project);
    QVERIFY(project->modified());
    QVERIFY(project->file().empty());
    QVERIFY(project->designs().front().design == meshDesign());
    QVERIFY(same(project->runs().front().results, sampleRun(1).results));
    QVERIFY(findRecoveries().empty());  // it is ours now
  }
  QVERIFY(findRecoveries().empty());
  QCOMPARE(folder.stateFiles(), QStringList{});
}

void RecoveryTest::workOnAFile() {
  const ProjectFolder folder;
  const std::string file = folder.path("work.hopscope");
  makeProject(file);
  const QByteArray before = bytesOf(file);
  crashAfter([&file] {
    auto project = opened(Project::open(file));
    Design edited = meshDesign();
    edited.name = "Edited";
    project->updateDesign(project->designs().front().id, edited);
    static_cast<void>(project.release());  // no checkpoint: the log alone has it
  });
  QCOMPARE(bytesOf(file), before);
  const auto found = findRecoveries();
  QCOMPARE(found.size(), 1U);
  QCOMPARE(found.front().file, file);
  const auto project = opened(recover(found.front()));
  QVERIFY(project);
  QCOMPARE(project->file(), file);
  QCOMPARE(project->designs().front().design.name, std::string("Edited"));
  QCOMPARE(bytesOf(file), before);
}

void RecoveryTest::savingARecoveredProject() {
  const ProjectFolder folder;
  const std::string file = folder.path("work.hopscope");
  makeProject(file);
  crashAfter([&file] {
    auto project = opened(Project::open(file));
    project->addDesign(meshDesign());
    static_cast<void>(project.release());
  });
  {
    const auto project = opened(recover(findRecoveries().at(0)));
    QVERIFY(!project->save());
    QVERIFY(!project->modified());
  }
  QCOMPARE(folder.names(), QStringList{"work.hopscope"});
  QCOMPARE(opened(Project::open(file))->designs().size(), 2U);
}

void RecoveryTest::nothingToRecover() {
  const ProjectFolder folder;
  const std::string file = folder.path("read.hopscope");
  makeProject(file);
  crashAfter([&file] {
    auto project = opened(Project::open(file));
    static_cast<void>(project.release());
  });
  QVERIFY(folder.names().size() > 1);
  QVERIFY(findRecoveries().empty());
  QCOMPARE(folder.names(), QStringList{"read.hopscope"});  // swept up
}

void RecoveryTest::discarding() {
  const ProjectFolder folder;
  crashAfter([] {
    auto project = opened(Project::create());
    project->addDesign(meshDesign());
    static_cast<void>(project.release());
  });
  const auto found = findRecoveries();
  QCOMPARE(found.size(), 1U);
  discardRecovery(found.front());
  QVERIFY(findRecoveries().empty());
  QCOMPARE(folder.stateFiles(), QStringList{});
}

void RecoveryTest::openingAgainKeepsTheCopy() {
  const ProjectFolder folder;
  const std::string file = folder.path("twice.hopscope");
  makeProject(file);
  crashAfter([&file] {
    auto project = opened(Project::open(file));
    project->addDesign(meshDesign());
    static_cast<void>(project.release());
  });
  {
    const auto project = opened(Project::open(file));
    QCOMPARE(project->designs().size(), 1U);  // as it was saved
  }
  QCOMPARE(opened(recover(findRecoveries().at(0)))->designs().size(), 2U);
}

void RecoveryTest::livingProgramIsLeftAlone() {
  const ProjectFolder folder;
  const std::string file = folder.path("shared.hopscope");
  makeProject(file);
  const QByteArray before = bytesOf(file);
  {
    const OtherProgram other(file);
    QVERIFY(other.hasOpened());
    const QStringList names = folder.names();
    const Issue issue = refusalOf(Project::open(file));
    QCOMPARE(issue.text, "shared.hopscope is open in another Hopscope (process " +
                             std::to_string(other.process()) + ").");
    QCOMPARE(issue.remedy, std::string("Close it there first, or save under another name."));
    QVERIFY(findRecoveries().empty());
    QCOMPARE(folder.names(), names);
  }
  QCOMPARE(bytesOf(file), before);
  QCOMPARE(findRecoveries().size(), 1U);
}

void RecoveryTest::fileOpenElsewhere() {
  const ProjectFolder folder;
  const std::string file = folder.path("busy.hopscope");
  makeProject(file);
  crashAfter([&file] {
    auto project = opened(Project::open(file));
    project->addDesign(meshDesign());
    static_cast<void>(project.release());
  });
  const auto found = findRecoveries();
  {
    const OtherProgram other(file);
    QVERIFY(other.hasOpened());
    QVERIFY(!refusalOf(recover(found.at(0))).text.empty());
  }
  // The first copy survived the attempt, and the second program left one of its own.
  QCOMPARE(findRecoveries().size(), 2U);
  QCOMPARE(opened(recover(found.at(0)))->designs().size(), 2U);
}

void RecoveryTest::damagedCopyStays() {
  const ProjectFolder folder;
  crashWithUnsavedWork();
  const auto found = findRecoveries();
  QCOMPARE(found.size(), 1U);
  QByteArray bytes = bytesOf(found.front().workingCopy);
  bytes.replace(8192, 4096, QByteArray(4096, '\xff'));
  writeBytes(found.front().workingCopy, bytes);
  QVERIFY(!refusalOf(recover(found.front())).text.empty());
  QCOMPARE(bytesOf(found.front().workingCopy), bytes);
}

void RecoveryTest::unreadableCopyIsNeitherOfferedNorRemoved() {
  const ProjectFolder folder;
  crashWithUnsavedWork();
  const auto found = findRecoveries();
  QCOMPARE(found.size(), 1U);
  const std::string copy = found.front().workingCopy;
  const QByteArray bytes = bytesOf(copy);
  writeBytes(copy, QByteArray(bytes.size(), '\xff'));
  QVERIFY(findRecoveries().empty());
  QCOMPARE(bytesOf(copy), QByteArray(bytes.size(), '\xff'));
  // Back as it was, as after a drive was mounted again.
  writeBytes(copy, bytes);
  QCOMPARE(findRecoveries().size(), 1U);
}

void RecoveryTest::goneCopy() {
  const ProjectFolder folder;
  const Issue issue = refusalOf(recover({folder.path("never.working"), "", ""}));
  QCOMPARE(issue.text, std::string("This recovery copy is gone."));
}

HOPSCOPE_TEST(RecoveryTest)
#include "recovery_test.moc"
