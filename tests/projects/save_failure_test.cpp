// SPDX-License-Identifier: GPL-3.0-or-later
#include <sys/resource.h>

#include <QDir>
#include <QFile>
#include <QObject>
#include <QTest>
#include <csignal>

#include "tests/projects/project_support.h"
#include "tests/support/test_main.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

/// No file may grow beyond `bytes` while this lives: what a full disk looks like to the program.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, SIG_DFL);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  rlimit before_{};
};

}  // namespace

class SaveFailureTest : public QObject {
  Q_OBJECT

 private slots:
  void untitledNeedsAName();
  void fullDisk();
  void fullDiskForTheWorkingCopy();
  void folderMissing();
  void fileInTheFoldersPlace();
  void folderInTheFilesPlace();
  void openingOnAFullDisk();
  void noPlaceForARecoveryCopy();
};

void SaveFailureTest::untitledNeedsAName() {
  const ProjectFolder folder;
  const auto project = opened(Project::create());
  const auto error = project->save();
  QVERIFY(error);
  QCOMPARE(error->issue.text, std::string("This project has no file yet."));
}

void SaveFailureTest::fullDisk() {
  const ProjectFolder folder;
  const std::string file = folder.path("full.hopscope");
  makeProject(file);
  const QByteArray before = bytesOf(file);
  const auto project = opened(Project::open(file));
  project->addDesign(meshDesign());
  const QStringList names = folder.names();
  {
    const FullDisk disk(16 * 1024);  // less than the empty tables take
    const auto error = project->save();
    QVERIFY(error);
    QVERIFY(error->issue.text.english().starts_with("No space left on the disk for "));
    QCOMPARE(error->issue.remedy, std::string("Your changes are kept in the recovery copy."));
  }
  QCOMPARE(bytesOf(file), before);
  QCOMPARE(folder.names(), names);
  QVERIFY(project->modified());
  QVERIFY(!project->save());
  QVERIFY(bytesOf(file) != before);
}

void SaveFailureTest::fullDiskForTheWorkingCopy() {
  const ProjectFolder folder;
  const std::string file = folder.path("edited.hopscope");
  makeProject(file);
  const QByteArray before = bytesOf(file);
  const auto project = opened(Project::open(file));
  Design large = meshDesign();
  large.name = std::string(900, 'x');
  {
    const FullDisk disk(128 * 1024);
    for (int copy = 0; copy < 400; ++copy) project->addDesign(large);
    QVERIFY(project->trouble());
    QCOMPARE(project->trouble()->issue.text,
             std::string("The recovery copy can no longer be written."));
    QCOMPARE(project->designs().size(), 401U);  // no edit was lost
    QVERIFY(project->modified());
    const auto error = project->save();
    QVERIFY(error);
    QCOMPARE(error->issue.remedy, std::string("Your changes are kept while this program runs."));
  }
  QCOMPARE(bytesOf(file), before);
  QVERIFY(!project->save());
  QVERIFY(!project->modified());
  QVERIFY(bytesOf(file).size() > before.size());
}

void SaveFailureTest::folderMissing() {
  const ProjectFolder folder;
  const auto project = opened(Project::create());
  project->addDesign(meshDesign());
  const auto error = project->saveAs(folder.path("no/such/place.hopscope"));
  QVERIFY(error);
  QCOMPARE(error->issue.text,
           "place.hopscope cannot be written: there is no folder " + folder.path("no/such") + ".");
  QVERIFY(error->issue.remedy.english().find("Your changes are kept in the recovery copy.") !=
          std::string::npos);
  QVERIFY(project->modified());
  QVERIFY(project->file().empty());
}

void SaveFailureTest::fileInTheFoldersPlace() {
  const ProjectFolder folder;
  writeBytes(folder.path("folder"), "not a folder");
  const auto project = opened(Project::create());
  const auto error = project->saveAs(folder.path("folder/place.hopscope"));
  QVERIFY(error);
  QCOMPARE(error->issue.text,
           "place.hopscope cannot be written: " + folder.path("folder") + " is not a folder.");
  QCOMPARE(bytesOf(folder.path("folder")), QByteArray("not a folder"));
}

void SaveFailureTest::folderInTheFilesPlace() {
  const ProjectFolder folder;
  const std::string place = folder.path("place.hopscope");
  QVERIFY(QDir().mkdir(QString::fromStdString(place)));
  const auto project = opened(Project::create());
  const auto error = project->saveAs(place);
  QVERIFY(error);
  QCOMPARE(error->issue.text, std::string("place.hopscope is a folder, not a file."));
  QCOMPARE(folder.names(), QStringList{"place.hopscope"});
}

void SaveFailureTest::openingOnAFullDisk() {
  const ProjectFolder folder;
  const std::string file = folder.path("large.hopscope");
  makeProject(file);
  const QByteArray before = bytesOf(file);
  {
    const FullDisk disk(8 * 1024);
    QVERIFY(!refusalOf(Project::open(file)).text.empty());
  }
  QCOMPARE(bytesOf(file), before);
  QCOMPARE(folder.names(), QStringList{"large.hopscope"});
  QVERIFY(opened(Project::open(file)));
}

void SaveFailureTest::noPlaceForARecoveryCopy() {
  const ProjectFolder folder;
  writeBytes(folder.path("state"), "in the folder's place");
  qputenv("XDG_STATE_HOME", QByteArray::fromStdString(folder.path("state")));
  const auto project = opened(Project::create());
  QVERIFY(project);
  QVERIFY(project->trouble());
  project->addDesign(meshDesign());
  QVERIFY(project->modified());
  QVERIFY(!project->saveAs(folder.path("saved.hopscope")));
  QVERIFY(!project->modified());
  QCOMPARE(project->designs().size(), 1U);
}

HOPSCOPE_TEST(SaveFailureTest)
#include "save_failure_test.moc"
