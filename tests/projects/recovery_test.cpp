// SPDX-License-Identifier: GPL-3.0-or-later
#include <SQLiteCpp/Database.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QFile>
#include <QObject>
#include <QTest>
#include <functional>

#include "projects/migrations.h"
#include "projects/working_copy.h"
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

/// The project gets one design more, which is in its working copy alone.
void crashAfterAnEdit(const std::string& file) {
  crashAfter([&file] {
    auto project = opened(Project::open(file));
    project->addDesign(meshDesign());
    static_cast<void>(project.release());
  });
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
  void damagedCopyIsRecoveredInPart();
  void unreadableCopyIsNeitherOfferedNorRemoved();
  void goneCopy();
  void endedWhileOpening();
  void savedBeforeTheEnd();
  void temporaryOfAKilledSave();
  void copyOfAnOlderHopscope();
  void copyOfANewerHopscope();
  void leftOnPurpose();
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
  crashAfterAnEdit(file);
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
  crashAfterAnEdit(file);
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
  crashAfterAnEdit(file);
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
  bytes.replace(4096, bytes.size() - 4096, QByteArray(bytes.size() - 4096, '\xff'));
  writeBytes(found.front().workingCopy, bytes);
  QVERIFY(!refusalOf(recover(found.front())).text.empty());
  QCOMPARE(bytesOf(found.front().workingCopy), bytes);
}

void RecoveryTest::damagedCopyIsRecoveredInPart() {
  const ProjectFolder folder;
  crashAfter([] {
    auto project = opened(Project::create());
    project->addDesign(meshDesign());
    project->addNote({0, "Plan", "Ask for a bigger crossbar."});
    project->addRun(sampleRun(1));
    project->checkpoint();
    static_cast<void>(project.release());
  });
  const auto found = findRecoveries();
  QCOMPARE(found.size(), 1U);
  QByteArray bytes = bytesOf(found.front().workingCopy);
  bytes.replace("bigger crossbar", "digger crossbar");
  bytes.replace("Uniform, 0.30", "Vniform, 0.30");
  writeBytes(found.front().workingCopy, bytes);
  const auto project = opened(recover(found.front()));
  QVERIFY(project && project->damage() && project->modified());
  QCOMPARE(project->designs().size(), 1U);
  QCOMPARE(project->runs().size(), 0U);
  QCOMPARE(project->notes().at(0).title, std::string("Plan (damaged)"));
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

/// Half a copy of the file is nothing to recover.
void RecoveryTest::endedWhileOpening() {
  const ProjectFolder folder;
  const std::string file = folder.path("work.hopscope");
  makeProject(file);
  crashAfter([&file] {
    auto copy = WorkingCopy::reserve(file);
    QVERIFY(QFile::exists(QString::fromStdString(copy.path())));
    writeBytes(copy.path(), bytesOf(file).left(5000));
    copy.abandon();
  });
  QCOMPARE(folder.names().size(), 2);
  QVERIFY(findRecoveries().empty());
  QCOMPARE(folder.names(), QStringList{"work.hopscope"});
  QCOMPARE(folder.stateFiles(), QStringList{});
}

/// What is in the file already is not offered, whatever the copy says of itself.
void RecoveryTest::savedBeforeTheEnd() {
  const ProjectFolder folder;
  const std::string file = folder.path("work.hopscope");
  makeProject(file);
  const auto edit = [](Project& project) {
    StoredRun run = sampleRun(1);
    run.started = "2026-11-21T13:05:00Z";
    project.addRun(run);
  };
  crashAfter([&] {
    auto project = opened(Project::open(file));
    edit(*project);
    static_cast<void>(project.release());
  });
  QCOMPARE(findRecoveries().size(), 1U);
  {
    const auto project = opened(Project::open(file));
    edit(*project);
    QVERIFY(!project->save());
  }
  QVERIFY(findRecoveries().empty());
  QCOMPARE(folder.names(), QStringList{"work.hopscope"});
}

void RecoveryTest::temporaryOfAKilledSave() {
  const ProjectFolder folder;
  const std::string file = folder.path("work.hopscope");
  makeProject(file);
  pid_t gone = 0;
  {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(0);
    ::waitpid(child, nullptr, 0);
    gone = child;
  }
  const auto named = [](pid_t process) {
    return ".work.hopscope." + std::to_string(process) + "-1a2b.saving";
  };
  writeBytes(folder.path(named(gone).c_str()), "half a file");
  writeBytes(folder.path(named(::getpid()).c_str()), "of a living program");
  {
    const auto project = opened(Project::open(file));
    QVERIFY(!project->save());
  }
  QCOMPARE(folder.names(),
           (QStringList{QString::fromStdString(named(::getpid())), "work.hopscope"}));
}

/// It kept neither checksums nor what the file was like.
void RecoveryTest::copyOfAnOlderHopscope() {
  const ProjectFolder folder;
  const std::string file = folder.path("work.hopscope");
  makeProject(file);
  crashAfterAnEdit(file);
  const auto copies = findRecoveries();
  QCOMPARE(copies.size(), 1U);
  for (const std::string& each : {file, copies.front().workingCopy}) {
    SQLite::Database database(each, SQLite::OPEN_READWRITE);
    unpackRuns(database);
    database.exec(
        "DROP TABLE run_packs; ALTER TABLE runs DROP COLUMN design_name; DROP TABLE seals; DROP "
        "TABLE study_runs; DROP TABLE studies; PRAGMA user_version = 5");
    if (each != file)
      database.exec("ALTER TABLE working DROP COLUMN base; ALTER TABLE working DROP COLUMN known");
  }
  const auto found = findRecoveries();
  QCOMPARE(found.size(), 1U);
  const auto project = opened(recover(found.front()));
  QVERIFY(project && !project->damage());
  QCOMPARE(project->designs().size(), 2U);
  // Whether the file is the one that it began with is not known: better to ask.
  const auto error = project->save();
  QVERIFY(error && error->changedOnDisk);
  QVERIFY(!project->takeIn());
  QCOMPARE(project->runs().size(), 1U);
  QCOMPARE(project->designs().size(), 2U);
  QVERIFY(!project->save());
}

void RecoveryTest::copyOfANewerHopscope() {
  const ProjectFolder folder;
  crashWithUnsavedWork();
  const auto found = findRecoveries();
  QCOMPARE(found.size(), 1U);
  SQLite::Database(found.front().workingCopy, SQLite::OPEN_READWRITE)
      .exec("PRAGMA user_version = " + std::to_string(formatVersion() + 1));
  const Issue issue = refusalOf(recover(found.front()));
  QVERIFY2(issue.text.english().find(" was made by a newer Hopscope (format ") != std::string::npos,
           issue.text.english().c_str());
  QCOMPARE(issue.remedy, std::string("The file was left as it is."));
  QCOMPARE(findRecoveries().size(), 1U);
}

/// By a command that could not save: what it says to be kept is kept.
void RecoveryTest::leftOnPurpose() {
  const ProjectFolder folder;
  {
    const auto project = opened(Project::create());
    project->addDesign(meshDesign());
    const auto error = project->saveAs(folder.path("no/such/place.hopscope"));
    QVERIFY(error);
    QVERIFY(error->issue.remedy.english().find("kept in the recovery copy") != std::string::npos);
    QVERIFY(project->leaveForRecovery());
  }
  const auto found = findRecoveries();
  QCOMPARE(found.size(), 1U);
  QCOMPARE(opened(recover(found.front()))->designs().size(), 1U);
  // Where somebody has removed the copy, nobody says that anything is kept in it.
  const auto project = opened(Project::create());
  project->addDesign(meshDesign());
  for (const QString& each : folder.stateFiles())
    if (each.contains(".working")) QFile::remove(each);
  const auto error = project->saveAs(folder.path("no/such/place.hopscope"));
  QVERIFY(error);
  QVERIFY(error->issue.remedy.english().find("kept while this program runs") != std::string::npos);
  QVERIFY(!project->leaveForRecovery());
}

HOPSCOPE_TEST(RecoveryTest)
#include "recovery_test.moc"
