// SPDX-License-Identifier: GPL-3.0-or-later
#include <sys/resource.h>
#include <sys/stat.h>

#include <QDir>
#include <QFile>
#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <chrono>
#include <csignal>
#include <memory>
#include <variant>
#include <vector>

#include "projects/project.h"
#include "tests/app/command_line.h"
#include "tests/support/test_main.h"

using namespace hopscope;
using namespace hopscope::test;

/// Runs that go into a project file, whatever else happens to that.
class ProjectTest : public QObject {
  Q_OBJECT

  CommandResult command(const QStringList& arguments) const {
    return runCommand(folder_->path(), arguments);
  }
  QString path(const QString& name) const { return folder_->filePath(name); }
  QString design() const {
    QFile target(path("torus.json"));
    if (!target.open(QIODevice::WriteOnly)) return {};
    target.write(command({"new", "torus"}).out);
    return "torus.json";
  }
  std::unique_ptr<Project> open(const QString& name) const {
    auto opened = Project::open(path(name).toStdString());
    auto* project = std::get_if<std::unique_ptr<Project>>(&opened);
    return project ? std::move(*project) : nullptr;
  }
  std::size_t runsIn(const QString& name) const {
    const auto project = open(name);
    return project ? project->runs().size() : 0;
  }
  QStringList files() const {
    return QDir(folder_->path()).entryList({"*hopscope*"}, QDir::AllEntries | QDir::Hidden);
  }
  QStringList workingCopies() const {
    return QDir(folder_->filePath(".state/hopscope/recovery")).entryList(QDir::Files);
  }

  std::unique_ptr<QTemporaryDir> folder_;

 private slots:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    qputenv("XDG_STATE_HOME", (folder_->path() + "/.state").toUtf8());
  }

  /// Into a file that none of them finds, and into one that is there.
  void severalAtOnceAreAllKept() {
    const QString file = design();
    for (const std::size_t expected : {std::size_t{3}, std::size_t{6}}) {
      std::vector<std::unique_ptr<QProcess>> commands;
      for (int seed = 1; seed <= 3; ++seed) {
        commands.push_back(std::make_unique<QProcess>());
        prepare(
            *commands.back(), folder_->path(),
            {"run", file, "--seed", QString::number(seed), "--quiet", "--project", "new.hopscope"});
        commands.back()->start();
      }
      for (const auto& each : commands) {
        QVERIFY(each->waitForFinished(120'000));
        QVERIFY2(each->exitCode() == 0, each->readAllStandardError());
      }
      QCOMPARE(runsIn("new.hopscope"), expected);
      QCOMPARE(open("new.hopscope")->designs().size(), 3U);  // one a seed
      QCOMPARE(files(), QStringList{"new.hopscope"});
      QCOMPARE(workingCopies(), QStringList{});
    }
  }

  /// A window has it open, from the beginning.
  void busyProjectIsSaidBeforeTheRun() {
    const QString file = design();
    QCOMPARE(command({"run", file, "--quiet", "--project", "p.hopscope"}).exitCode, 0);
    const auto window = open("p.hopscope");
    const CommandResult refused = command({"run", file, "--project", "p.hopscope"});
    QCOMPARE(refused.exitCode, 2);
    QVERIFY2(refused.err.startsWith("p.hopscope is open in another Hopscope (process "),
             refused.err);
    QCOMPARE(refused.err.count('\n'), 1);
    // What only reads it reads what was saved last, and leaves no trace.
    const QStringList names = files();
    const QStringList copies = workingCopies();
    QVERIFY(window->addNote(StoredNote{}) > 0);
    const CommandResult read = command({"report", "p.hopscope", "--out", "p.html"});
    QVERIFY2(read.exitCode == 0, read.err);
    QCOMPARE(read.err, QByteArray());
    QVERIFY(QFile::remove(folder_->filePath("p.html")));
    QCOMPARE(files(), names);
    QCOMPARE(workingCopies(), copies);
    QVERIFY(!window->save());
    QVERIFY(!open("p.hopscope"));  // the window still has it
  }

  /// A window opens it while the run is under way: the results are not lost.
  void projectOpenedDuringTheRun() {
    const QString file = design();
    QCOMPARE(command({"run", file, "--quiet", "--project", "p.hopscope"}).exitCode, 0);
    QProcess process;
    prepare(process, folder_->path(),
            {"run", file, "--set", "run.measure=3000000", "--quiet", "--project", "p.hopscope"});
    process.start();
    QVERIFY(process.waitForStarted());
    // It has looked at the project once it waits for nothing but its run.
    std::unique_ptr<Project> window;
    QTest::qWait(500);
    QTRY_VERIFY_WITH_TIMEOUT((window = open("p.hopscope")) != nullptr, 20'000);
    QVERIFY(process.waitForFinished(300'000));
    const QByteArray said = process.readAllStandardError();
    QVERIFY2(said.contains("The results are kept in p 2.hopscope instead."), said);
    QCOMPARE(process.exitCode(), 1);
    QCOMPARE(runsIn("p 2.hopscope"), 1U);
    QVERIFY(!window->newOnDisk());
  }

  void damagedProjectIsNamed() {
    const QString file = design();
    for (const char* seed : {"1", "2"})
      QCOMPARE(command({"run", file, "--set", QString("run.seed=%1").arg(seed), "--quiet",
                        "--project", "p.hopscope"})
                   .exitCode,
               0);
    const std::string name = open("p.hopscope")->runs().back().name;
    QFile damaged(path("p.hopscope"));
    QVERIFY(damaged.open(QIODevice::ReadWrite));
    QByteArray bytes = damaged.readAll();
    const auto at = bytes.lastIndexOf(QByteArray::fromStdString(name));
    QVERIFY(at > 0);
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    damaged.seek(0);
    damaged.write(bytes);
    damaged.close();
    const CommandResult report = command({"report", "p.hopscope", "--out", "r.html"});
    QVERIFY2(report.err.startsWith("p.hopscope is damaged: run "), report.err);
    QVERIFY2(report.err.contains("is not as it was saved. What can be read of it is used."),
             report.err);
    QCOMPARE(report.exitCode, 0);
    const CommandResult added = command({"run", file, "--project", "p.hopscope"});
    QCOMPARE(added.exitCode, 2);
    QVERIFY2(added.err.startsWith("p.hopscope is damaged: run "), added.err);
    QCOMPARE(readFile(path("p.hopscope")), bytes);
    const CommandResult rescued = command({"rescue", "p.hopscope", "--out", "whole.hopscope"});
    QCOMPARE(rescued.exitCode, 0);
    QVERIFY2(rescued.err.endsWith("whole.hopscope: 2 designs, 1 run, 0 curves, 0 notes.\n"),
             rescued.err);
    QCOMPARE(runsIn("whole.hopscope"), 1U);
    const CommandResult whole = command({"rescue", "whole.hopscope", "--out", "more.hopscope"});
    QCOMPARE(whole.err, QByteArray("whole.hopscope is not damaged. Nothing was written.\n"));
    QVERIFY(!QFile::exists(path("more.hopscope")));
  }

  /// Of very many runs one is damaged: what adds to them looks at each first.
  void damageAmongVeryMany() {
    const QString file = design();
    QCOMPARE(command({"run", file, "--quiet", "--project", "p.hopscope"}).exitCode, 0);
    {
      const auto project = open("p.hopscope");
      StoredRun run = project->runs().front();
      run.name = "The one that is damaged";
      for (int i = 0; i < 300; ++i) {
        project->addRun(run);
        run.name = "Another";
      }
      QVERIFY(!project->save());
    }
    QByteArray bytes = readFile(path("p.hopscope"));
    const auto at = bytes.indexOf("The one that is damaged");
    QVERIFY(at > 0 && bytes.lastIndexOf("The one that is damaged") == at);
    bytes[at] = 't';
    QFile damaged(path("p.hopscope"));
    QVERIFY(damaged.open(QIODevice::WriteOnly) && damaged.write(bytes) == bytes.size());
    damaged.close();
    const CommandResult added = command({"run", file, "--project", "p.hopscope"});
    QCOMPARE(added.exitCode, 2);
    QVERIFY2(added.err.startsWith("p.hopscope is damaged: run 2 "), added.err);
    const CommandResult report =
        command({"report", "p.hopscope", "--compare", "2", "--out", "r.html"});
    QCOMPARE(report.exitCode, 2);
    QVERIFY2(report.err.contains("run 2 "), report.err);
    QCOMPARE(command({"report", "p.hopscope", "--compare", "3", "--out", "r.html"}).exitCode, 0);
    QCOMPARE(readFile(path("p.hopscope")), bytes);
    const CommandResult rescued = command({"rescue", "p.hopscope", "--out", "whole.hopscope"});
    QCOMPARE(rescued.exitCode, 0);
    QVERIFY2(rescued.err.endsWith("whole.hopscope: 1 design, 300 runs, 0 curves, 0 notes.\n"),
             rescued.err);
  }

  /// Where there is no room for the project, it is said so, and what is said to be kept is kept.
  void fullDisk() {
    const QString file = design();
    for (const rlim_t limit : {rlim_t{20'000}, rlim_t{70'000}, rlim_t{110'000}}) {
      QProcess process;
      prepare(process, folder_->path(), {"run", file, "--quiet", "--project", "p.hopscope"});
      process.setChildProcessModifier([limit] {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit most{limit, limit};
        ::setrlimit(RLIMIT_FSIZE, &most);
      });
      process.start();
      QVERIFY(process.waitForFinished(120'000));
      const QByteArray said = process.readAllStandardError();
      if (process.exitCode() == 0) {
        QCOMPARE(runsIn("p.hopscope"), 1U);
        continue;
      }
      QVERIFY2(said.startsWith("No space left on the disk for p.hopscope in "), said);
      const bool kept = said.contains("kept in a recovery copy");
      QCOMPARE(!findRecoveries().empty(), kept);
      QCOMPARE(process.readAllStandardOutput().isEmpty(), kept);  // the results, else
      for (const Recovery& recovery : findRecoveries()) {
        auto restored = recover(recovery);
        QCOMPARE(std::get<std::unique_ptr<Project>>(restored)->runs().size(), 1U);
      }
      QCOMPARE(files(), QStringList{});
    }
  }

  /// What a killed command leaves goes with the next one, unless there is something in it.
  void killedCommandsLeaveNothing() {
    const QString file = design();
    QCOMPARE(command({"run", file, "--quiet", "--project", "p.hopscope"}).exitCode, 0);
    QProcess process;
    prepare(process, folder_->path(),
            {"run", file, "--set", "run.measure=100000000", "--quiet", "--project", "p.hopscope"});
    process.start();
    QVERIFY(process.waitForStarted());
    QTest::qWait(300);
    process.kill();
    QVERIFY(process.waitForFinished(20'000));
    QVERIFY(command({"run", file, "--quiet", "--project", "p.hopscope"}).err.isEmpty());
    QVERIFY2(files() == QStringList{"p.hopscope"}, qPrintable(files().join(' ')));
    QCOMPARE(workingCopies(), QStringList{});
    QCOMPARE(runsIn("p.hopscope"), 2U);
  }

  /// Who asks it to end while it writes what a run gave loses nothing, and is told so.
  void isKeptWholeWhereItIsToldToEnd() {
    const QString file = design();
    QCOMPARE(::mkfifo(qPrintable(path("pipe")), 0600), 0);
    QProcess process;
    prepare(process, folder_->path(),
            {"run", file, "--quiet", "--project", "p.hopscope", "--out", "pipe"});
    process.start();
    // It has been added by then, and nobody reads the other results yet.
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path("p.hopscope")), 60'000);
    QTest::qWait(300);
    ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
    QTest::qWait(300);
    QVERIFY(readFile(path("pipe")).contains("accepted_load"));
    QVERIFY(process.waitForFinished(20'000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 0);
    QVERIFY(process.readAllStandardError().contains("told to end when all was simulated"));
    QCOMPARE(runsIn("p.hopscope"), 1U);
    QVERIFY2(files() == QStringList{"p.hopscope"}, qPrintable(files().join(' ')));
  }

  /// The runs of a study stand beside the project until then.
  void studiesAreBroughtIntoItToo() {
    QFile study(path("s.json"));
    QVERIFY(study.open(QIODevice::WriteOnly));
    study.write(R"({"schema": "hopscope.study/1", "design": ")" + design().toUtf8() +
                R"(", "axes": [{"setting": "run.measure", "values": [1000, 2000, 1000000000]}]})");
    study.close();
    QProcess process;
    prepare(process, folder_->path(), {"study", "run", "s.json", "--out", "p.hopscope", "--quiet"});
    process.start();
    const auto points = [this] { return QDir(folder_->path()).entryList({"p.*.points"}); };
    QTRY_VERIFY_WITH_TIMEOUT(!points().isEmpty() && readFile(path(points()[0])).count('\n') == 4,
                             60'000);
    const auto signal = [&] { ::kill(static_cast<pid_t>(process.processId()), SIGTERM); };
    {
      // Another has the project for a moment when the runs are to go there.
      const auto held =
          Project::open(path("p.hopscope").toStdString(), std::chrono::milliseconds(1));
      QVERIFY(std::holds_alternative<std::unique_ptr<Project>>(held));
      signal();
      QTest::qWait(150);
      signal();  // timeout(1) tells a process, and then its group
      QTest::qWait(1000);
    }
    QVERIFY(process.waitForFinished(60'000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QVERIFY(process.readAllStandardError().contains("2 of 3 points done"));
    QVERIFY2(files() == QStringList{"p.hopscope"}, qPrintable(files().join(' ')));
  }
};

HOPSCOPE_TEST(ProjectTest)
#include "project_test.moc"
