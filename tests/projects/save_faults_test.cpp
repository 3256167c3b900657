// SPDX-License-Identifier: GPL-3.0-or-later
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QObject>
#include <QTest>
#include <cerrno>
#include <csignal>
#include <functional>
#include <stdexcept>

#include "tests/projects/failing_calls.h"
#include "tests/projects/project_support.h"
#include "tests/support/test_main.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

/// Runs `action` in a process of its own where no file may grow beyond `bytes`.
int withFullDisk(rlim_t bytes, const std::function<int()>& action) {
  const pid_t child = ::fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{bytes, bytes};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    ::_exit(action());
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

constexpr int kSaid = 3, kSaidSomethingElse = 4;

/// What a full disk is said to be.
int saidOf(const std::optional<ProjectError>& error) {
  if (!error) return 0;
  return error->issue.text.english().starts_with("No space left on the disk for ")
             ? kSaid
             : kSaidSomethingElse;
}

bool isNew(const Project& project) {
  return !project.damage() && project.designs().size() == 2;
}

/// A whole project, as it was or as it was saved.
bool isWhole(const std::string& file, const QByteArray& before) {
  if (bytesOf(file) == before) return true;
  const auto project = opened(Project::open(file));
  return project && isNew(*project);
}

}  // namespace

/// Every call to the operating system that a save makes fails in turn, and every one is the last.
class SaveFaultsTest : public QObject {
  Q_OBJECT

 private slots:
  void everyCallFails_data();
  void everyCallFails();
  void everyCallIsTheLast_data();
  void everyCallIsTheLast();
  void everySizeOfADisk();
  void openingOnEverySizeOfADisk();
};

void SaveFaultsTest::everyCallFails_data() {
  QTest::addColumn<int>("reason");
  QTest::addColumn<bool>("lasting");
  QTest::addColumn<bool>("untitled");
  QTest::newRow("full, then room again") << ENOSPC << false << false;
  QTest::newRow("broken") << EIO << true << false;
  QTest::newRow("full, a new file") << ENOSPC << true << true;
}

void SaveFaultsTest::everyCallFails() {
  QFETCH(int, reason);
  QFETCH(bool, lasting);
  QFETCH(bool, untitled);
  int errors = 0;
  for (int number = 1;; ++number) {
    const ProjectFolder folder;
    const std::string file = folder.path("work.hopscope");
    if (!untitled) makeProject(file);
    const QByteArray before = bytesOf(file);
    const auto project = opened(untitled ? Project::create() : Project::open(file));
    project->addDesign(meshDesign());
    if (untitled) project->addDesign(meshDesign());
    const QStringList names = folder.names();
    std::optional<ProjectError> error;
    int calls = 0;
    bool opening = false;
    {
      const auto faults = FailingCalls::failing(number, reason, lasting);
      error = project->saveAs(file);
      calls = faults.calls();
      opening = faults.openingFailed();
    }
    const QByteArray where = "call " + QByteArray::number(number);
    if (error) {
      ++errors;
      QVERIFY2(bytesOf(file) == before, where);
      QVERIFY2(folder.names() == names, where);
      QVERIFY2(project->modified(), where);
      if (reason == ENOSPC && !opening)
        QVERIFY2(error->issue.text.english().starts_with("No space left on the disk for "),
                 (where + ": " + error->issue.text.english().c_str()));
      QVERIFY2(!project->saveAs(file), where);  // the next attempt is not in the way of this one
    }
    QVERIFY2(!project->modified(), where);
    QVERIFY2(project->designs().size() == 2, where);
    {
      const auto other = bytesOf(file);
      writeBytes(folder.path("copy.hopscope"), other);
      const auto saved = opened(Project::open(folder.path("copy.hopscope")));
      QVERIFY2(saved && isNew(*saved), where);
    }
    if (calls < number) break;
    QVERIFY(number < 1000);
  }
  qInfo("%d calls whose failure is told", errors);
  QVERIFY(errors > 10);
}

void SaveFaultsTest::everyCallIsTheLast_data() {
  QTest::addColumn<bool>("untitled");
  QTest::newRow("a file that is there") << false;
  QTest::newRow("a new file") << true;
}

void SaveFaultsTest::everyCallIsTheLast() {
  QFETCH(bool, untitled);
  int offered = 0;
  for (int number = 1;; ++number) {
    const ProjectFolder folder;
    const std::string file = folder.path("work.hopscope");
    if (!untitled) makeProject(file);
    const QByteArray before = bytesOf(file);
    const pid_t child = ::fork();
    if (child == 0) {
      auto project = opened(untitled ? Project::create() : Project::open(file));
      project->addDesign(meshDesign());
      if (untitled) project->addDesign(meshDesign());
      const auto dying = FailingCalls::dying(number);
      static_cast<void>(project->saveAs(file));
      static_cast<void>(project.release());
      ::_exit(dying.calls() < number ? 1 : 2);  // all of them were made
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    const QByteArray where = "call " + QByteArray::number(number);
    QVERIFY2(isWhole(file, before), where);
    // What is not in the file is offered.
    const auto recoveries = findRecoveries();
    if (bytesOf(file) == before) {
      QVERIFY2(recoveries.size() == 1, where);
      const auto project = opened(recover(recoveries.front()));
      QVERIFY2(project && isNew(*project), where);
      ++offered;
      QVERIFY2(!project->saveAs(file), where);
    }
    if (recoveries.empty()) {
      const auto project = opened(Project::open(file));
      QVERIFY2(project && !project->save(), where);
    }
    if (WEXITSTATUS(status) != 0) break;
    QVERIFY(number < 1000);
  }
  qInfo("after %d of them the recovery copy is offered", offered);
  QVERIFY(offered > 10);
}

void SaveFaultsTest::everySizeOfADisk() {
  constexpr rlim_t kStep = 4096;
  int said = 0;
  for (rlim_t size = 0;; size += kStep) {
    const ProjectFolder folder;
    const std::string file = folder.path("work.hopscope");
    makeProject(file);
    const QByteArray before = bytesOf(file);
    const auto project = opened(Project::open(file));
    project->addDesign(meshDesign());
    const int code = withFullDisk(size, [&] { return saidOf(project->save()); });
    const QByteArray where = "size " + QByteArray::number(qulonglong(size));
    QVERIFY2(code == 0 || code == kSaid, where + ": " + QByteArray::number(code));
    QVERIFY2(code == 0 || bytesOf(file) == before, where);
    if (code == 0) {
      QVERIFY2(bytesOf(file) != before, where);
      break;
    }
    ++said;
    QVERIFY2(!project->save(), where);
  }
  qInfo("%d sizes are too small", said);
  QVERIFY(said > 10);
}

void SaveFaultsTest::openingOnEverySizeOfADisk() {
  constexpr rlim_t kStep = 4096;
  const ProjectFolder folder;
  const std::string file = folder.path("work.hopscope");
  makeProject(file);
  const QByteArray before = bytesOf(file);
  int said = 0;
  for (rlim_t size = 0;; size += kStep) {
    const int code = withFullDisk(size, [&] {
      auto result = Project::open(file);
      const auto* error = std::get_if<ProjectError>(&result);
      const int answer = saidOf(error ? std::optional(*error) : std::nullopt);
      if (answer == kSaidSomethingElse) qWarning("%s", error->issue.text.english().c_str());
      result = ProjectError{};  // closes
      return answer;
    });
    const QByteArray where = "size " + QByteArray::number(qulonglong(size));
    QVERIFY2(code == 0 || code == kSaid, where + ": " + QByteArray::number(code));
    QCOMPARE(bytesOf(file), before);
    QVERIFY2(folder.names() == QStringList{"work.hopscope"}, where);
    if (code == 0) break;
    ++said;
  }
  QVERIFY(said > 10);
  QVERIFY(findRecoveries().empty());
  QVERIFY(opened(Project::open(file)));
}

HOPSCOPE_TEST(SaveFaultsTest)
#include "save_faults_test.moc"
