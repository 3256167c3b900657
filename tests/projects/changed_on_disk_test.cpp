// SPDX-License-Identifier: GPL-3.0-or-later
#include <sys/wait.h>
#include <unistd.h>

#include <QFile>
#include <QObject>
#include <QTest>
#include <stdexcept>
#include <thread>

#include "tests/projects/project_support.h"
#include "tests/support/test_main.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

/// Another program puts a file with so many more runs in the place of this one.
void replaceBehindItsBack(const ProjectFolder& folder, const std::string& file, int runs) {
  const std::string other = folder.path("other.hopscope");
  writeBytes(other, bytesOf(file));
  {
    const auto project = opened(Project::open(other));
    for (int run = 0; run < runs; ++run) {
      StoredRun added = sampleRun(1);
      added.results.seed = static_cast<std::uint64_t>(run) + 1;
      added.name = "theirs " + std::to_string(run);
      project->addRun(added);
    }
    if (project->save()) throw std::runtime_error("the other program could not save");
  }
  QFile::remove(QString::fromStdString(file));
  QFile::rename(QString::fromStdString(other), QString::fromStdString(file));
}

std::size_t runsIn(const std::string& file) {
  return opened(Project::open(file))->runs().size();
}

}  // namespace

/// The file on the disk is not always the one that was opened.
class ChangedOnDiskTest : public QObject {
  Q_OBJECT

 private slots:
  void savingDoesNotReplaceWhatIsNew();
  void takingItInLosesNothing();
  void deletedHereStaysDeleted();
  void overwritingOnRequest();
  void replacedBySomethingElse();
  void samePlaceSameFileIsNoChange();
  void deletedFileIsWrittenAgain();
  void restoringAStaleCopy();
  void nameThatIsToBeNew();
  void manyAddAtOnce();
  void windowWaitsForACommand();
  void commandsWaitForTheOneThatBegan();
};

void ChangedOnDiskTest::savingDoesNotReplaceWhatIsNew() {
  const ProjectFolder folder;
  const std::string file = folder.path("shared.hopscope");
  makeProject(file);
  const auto project = opened(Project::open(file));
  QVERIFY(!project->newOnDisk());
  project->addDesign(meshDesign());
  replaceBehindItsBack(folder, file, 3);
  const QByteArray theirs = bytesOf(file);
  QVERIFY(project->newOnDisk());
  const auto error = project->save();
  QVERIFY(error && error->changedOnDisk);
  const std::string text = error->issue.text;
  QVERIFY2(text.rfind("shared.hopscope was changed by another program since it was opened; new in "
                      "it: 3 runs (last written 2",
                      0) == 0,
           text.c_str());
  QCOMPARE(bytesOf(file), theirs);
  QVERIFY(project->modified());
  QVERIFY(project->saveAs(file) && project->saveAs(file)->changedOnDisk);
  QCOMPARE(bytesOf(file), theirs);
  // Under another name everything is there, and theirs stays.
  QVERIFY(!project->saveAs(folder.path("mine.hopscope")));
  QCOMPARE(bytesOf(file), theirs);
  QCOMPARE(runsIn(file), 4U);
}

void ChangedOnDiskTest::takingItInLosesNothing() {
  const ProjectFolder folder;
  const std::string file = folder.path("shared.hopscope");
  makeProject(file);
  {
    const auto project = opened(Project::open(file));
    Design mine = meshDesign();
    mine.name = "Mine";
    project->addDesign(mine);
    replaceBehindItsBack(folder, file, 3);
    QVERIFY(!project->takeIn());
    QCOMPARE(project->runs().size(), 4U);
    QCOMPARE(project->runs().back().designId, project->designs().front().id);
    QVERIFY(project->modified());
    QVERIFY(!project->save());
    QVERIFY(!project->modified());
  }
  const auto project = opened(Project::open(file));
  QVERIFY(!project->damage());
  QCOMPARE(project->runs().size(), 4U);
  QCOMPARE(project->designs().size(), 2U);
}

void ChangedOnDiskTest::deletedHereStaysDeleted() {
  const ProjectFolder folder;
  const std::string file = folder.path("shared.hopscope");
  makeProject(file);
  const auto project = opened(Project::open(file));
  project->removeRun(project->runs().front().id);
  replaceBehindItsBack(folder, file, 1);
  QVERIFY(!project->takeIn());
  QCOMPARE(project->runs().size(), 1U);
  QCOMPARE(project->runs().front().name, std::string("theirs 0"));
}

void ChangedOnDiskTest::overwritingOnRequest() {
  const ProjectFolder folder;
  const std::string file = folder.path("shared.hopscope");
  makeProject(file);
  {
    const auto project = opened(Project::open(file));
    project->addDesign(meshDesign());
    replaceBehindItsBack(folder, file, 3);
    QVERIFY(!project->save(Replace::anything));
    QVERIFY(!project->newOnDisk());
  }
  QCOMPARE(runsIn(file), 1U);
}

void ChangedOnDiskTest::replacedBySomethingElse() {
  const ProjectFolder folder;
  const std::string file = folder.path("shared.hopscope");
  makeProject(file);
  const auto project = opened(Project::open(file));
  writeBytes(file, "a shopping list");
  const auto error = project->save();
  QVERIFY(error && error->changedOnDisk);
  QVERIFY(error->issue.text.english().rfind(
              "shared.hopscope was changed by another program since it was opened (last", 0) == 0);
  QCOMPARE(bytesOf(file), QByteArray("a shopping list"));
  QVERIFY(project->takeIn());
  QCOMPARE(folder.names().size(), 4);  // the file; the working copy, its log and index
}

void ChangedOnDiskTest::samePlaceSameFileIsNoChange() {
  const ProjectFolder folder;
  const std::string file = folder.path("shared.hopscope");
  makeProject(file);
  const auto project = opened(Project::open(file));
  writeBytes(file, bytesOf(file));  // another time, the same bytes
  project->addDesign(meshDesign());
  QVERIFY(!project->save());
  project->addDesign(meshDesign());
  QVERIFY(!project->save());
}

void ChangedOnDiskTest::deletedFileIsWrittenAgain() {
  const ProjectFolder folder;
  const std::string file = folder.path("shared.hopscope");
  makeProject(file);
  {
    const auto project = opened(Project::open(file));
    QFile::remove(QString::fromStdString(file));
    project->addDesign(meshDesign());
    QVERIFY(!project->save());
  }
  QCOMPARE(runsIn(file), 1U);
}

/// The copy of a crash, after which others went on with the file.
void ChangedOnDiskTest::restoringAStaleCopy() {
  const ProjectFolder folder;
  const std::string file = folder.path("work.hopscope");
  makeProject(file);
  const pid_t child = ::fork();
  if (child == 0) {
    auto project = opened(Project::open(file));
    Design edited = meshDesign();
    edited.name = "Edited";
    project->addDesign(edited);
    static_cast<void>(project.release());
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  for (int run = 0; run < 3; ++run) {
    const auto project = opened(Project::open(file));
    StoredRun added = sampleRun(1);
    added.results.seed = static_cast<std::uint64_t>(run);
    project->addRun(added);
    QVERIFY(!project->save());
  }
  const auto found = findRecoveries();
  QCOMPARE(found.size(), 1U);
  const auto restored = opened(recover(found.front()));
  QVERIFY(restored);
  QVERIFY(restored->newOnDisk());
  const auto error = restored->save();
  QVERIFY(error && error->changedOnDisk);
  QVERIFY(error->issue.text.english().find("new in it: 3 runs") != std::string::npos);
  QVERIFY(!restored->takeIn());
  QVERIFY(!restored->save());
  QCOMPARE(restored->runs().size(), 4U);
  QCOMPARE(restored->designs().size(), 2U);
}

void ChangedOnDiskTest::nameThatIsToBeNew() {
  const ProjectFolder folder;
  const std::string file = folder.path("new.hopscope");
  const auto first = opened(Project::create());
  first->addDesign(meshDesign());
  QVERIFY(!first->saveAs(file, Replace::nothing));
  const QByteArray before = bytesOf(file);
  auto other = opened(Project::create());
  const auto busy = other->saveAs(file, Replace::nothing);
  QVERIFY(busy);
  QVERIFY(first->leaveForRecovery());
  const auto error = other->saveAs(file, Replace::nothing);
  QVERIFY(error && error->changedOnDisk);
  QCOMPARE(error->issue.text, std::string("Another program has made a file new.hopscope "
                                          "meanwhile."));
  QCOMPARE(bytesOf(file), before);
}

/// Each waits for its turn with a file that is there.
void ChangedOnDiskTest::manyAddAtOnce() {
  const ProjectFolder folder;
  const std::string file = folder.path("busy.hopscope");
  makeProject(file);
  constexpr int kPrograms = 4;
  std::vector<pid_t> children;
  for (int n = 0; n < kPrograms; ++n) {
    const pid_t child = ::fork();
    if (child == 0) {
      bool fine = false;
      {
        const auto project = opened(Project::open(file, std::chrono::minutes(1)));
        if (project) {
          project->addRun(sampleRun(1));
          std::this_thread::sleep_for(std::chrono::milliseconds(50));
          fine = !project->save();
        }
      }
      ::_exit(fine ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    ::waitpid(child, &status, 0);
    QCOMPARE(status, 0);
  }
  QCOMPARE(runsIn(file), 1U + kPrograms);
  QCOMPARE(folder.names(), QStringList{"busy.hopscope"});
}

void ChangedOnDiskTest::windowWaitsForACommand() {
  const ProjectFolder folder;
  const std::string file = folder.path("busy.hopscope");
  makeProject(file);
  int ready[2] = {-1, -1};
  QCOMPARE(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    {
      const auto project = opened(Project::open(file, std::chrono::seconds(1)));
      if (::write(ready[1], "y", 1) != 1) ::_exit(1);
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
    }
    ::_exit(0);
  }
  char byte = 0;
  QCOMPARE(::read(ready[0], &byte, 1), 1);
  QVERIFY(opened(Project::open(file)));
  ::waitpid(child, nullptr, 0);
  ::close(ready[0]);
  ::close(ready[1]);
}

/// The command that made the file holds it a moment longer.
void ChangedOnDiskTest::commandsWaitForTheOneThatBegan() {
  const ProjectFolder folder;
  const std::string file = folder.path("new.hopscope");
  int ready[2] = {-1, -1};
  QCOMPARE(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    {
      const auto project = opened(Project::create());
      project->addDesign(meshDesign());
      if (project->saveAs(file, Replace::nothing) || ::write(ready[1], "y", 1) != 1) ::_exit(1);
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
    }
    ::_exit(0);
  }
  char byte = 0;
  QCOMPARE(::read(ready[0], &byte, 1), 1);
  QVERIFY(opened(Project::open(file, std::chrono::minutes(1))));
  ::waitpid(child, nullptr, 0);
  ::close(ready[0]);
  ::close(ready[1]);
}

HOPSCOPE_TEST(ChangedOnDiskTest)
#include "changed_on_disk_test.moc"
