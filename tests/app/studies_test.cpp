// SPDX-License-Identifier: GPL-3.0-or-later
// Studies on the command line: what is kept whatever ends them, and what they are refused for.
#include <linux/magic.h>
#include <sys/resource.h>
#include <sys/vfs.h>

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <memory>

#include "projects/project.h"
#include "tests/app/command_line.h"
#include "tests/support/test_main.h"

using namespace hopscope::test;

namespace {

const QByteArray kStudy = R"({"schema": "hopscope.study/1", "name": "Loads", "design": "d.json",
  "axes": [{"setting": "run.measure", "values": [1000, 1500, 2000, 2500]}], "seeds": 2})";
// Two points that finish at once, and one that never does.
const QByteArray kEndless = R"({"schema": "hopscope.study/1", "design": "d.json",
  "axes": [{"setting": "run.measure", "values": [1000, 2000, 1000000000]}],
  "stop_rising": "run.measure"})";

}  // namespace

class StudiesTest : public QObject {
  Q_OBJECT

  CommandResult command(const QStringList& arguments, const QByteArray& input = {}) const {
    return runCommand(folder_->path(), arguments, input);
  }
  QString path(const char* name) const { return folder_->filePath(name); }
  void write(const char* name, const QByteArray& text) const {
    QFile file(path(name));
    if (!file.open(QIODevice::WriteOnly)) qFatal("no file");
    file.write(text);
  }
  /// The one file beside the projects that holds runs until they are in one.
  QString pointsFile() const {
    const QStringList found = QDir(folder_->path()).entryList({"p.hopscope.*.points"});
    return found.isEmpty() ? QString() : folder_->filePath(found.front());
  }
  qsizetype linesOfPoints() const {
    return pointsFile().isEmpty() ? 0 : readFile(pointsFile()).count('\n');
  }
  QByteArray csvOf(const char* study, const char* project = "p.hopscope") const {
    return command({"study", "export", study, "--out", project, "--csv", "-"}).out;
  }

  /// A program that is found before those of the system.
  void program(const char* name, const QByteArray& script) const {
    QVERIFY(QDir(folder_->path()).mkpath("bin"));
    QFile file(path("bin") + '/' + name);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("#!/bin/bash\n" + script + '\n');
    file.setPermissions(file.permissions() | QFile::ExeOwner);
    file.close();
    qputenv("PATH", path("bin").toUtf8() + ':' + kPath);
  }

  const QByteArray kPath = qgetenv("PATH");
  std::unique_ptr<QTemporaryDir> folder_;

 private slots:
  void init();
  void cleanup() { qputenv("PATH", kPath); }
  void fromTheDocumentToTheTable();
  void aPageIsRepeated();
  void goesOnAfterAKill();
  void wholeRunsOutliveAKill();
  void goesOnAfterAnInterrupt();
  void oneProgramAtATime();
  void sharesAreCollected();
  void whatFailsIsARow();
  void exitCodesTellWhatIsWell();
  void onlyFailedRunsItAgain();
  void fullDisk();
  void slurmRunsTheShares();
  void slurmSeesNoFolder();
  void slurmTasksAreCancelled();
  void slurmGetsWhatThereIs();
  void slurmCarriesAnotherProgram();
  void slurmTakesNoOtherProgram_data();
  void slurmTakesNoOtherProgram();
  void slurmSaysNo();
  void studiesOfOneName();
  void wrongInput_data();
  void wrongInput();
};

void StudiesTest::init() {
  folder_ = std::make_unique<QTemporaryDir>();
  write("d.json", command({"new", "torus"}).out);
  write("s.json", kStudy);
  write("endless.json", kEndless);
}

void StudiesTest::fromTheDocumentToTheTable() {
  const CommandResult run = command({"study", "run", "s.json", "--out", "p.hopscope", "--quiet"});
  QVERIFY2(run.exitCode == 0, run.err);
  QVERIFY2(run.err.contains("4 of 4 points done, 0 failed, 0 left out, 0 open; 8 of 8 runs."),
           run.err);
  QVERIFY(pointsFile().isEmpty());
  const QByteArray csv = csvOf("s.json");
  QCOMPARE(csv.count('\n'), 5);
  QVERIFY(csv.startsWith("design,run.measure,status,runs,verdict,"));
  QVERIFY(command({"study", "run", "s.json", "--out", "w.hopscope", "--quiet", "--keep-runs"})
              .exitCode == 0);
  auto whole = hopscope::Project::open(path("w.hopscope").toStdString());
  const auto kept = std::get<std::unique_ptr<hopscope::Project>>(whole)->runHeads();
  QCOMPARE(kept.size(), std::size_t{8});
  QCOMPARE(kept.front().tags, std::vector<std::string>{"Loads"});
  whole = hopscope::ProjectError();
  // Those that are there are not run again; where they are not whole, it is said.
  const QStringList again{"study", "run", "s.json", "--quiet", "--keep-runs", "--out"};
  QVERIFY(!command(again + QStringList{"w.hopscope"}).err.contains("kept whole"));
  const CommandResult late = command(again + QStringList{"p.hopscope"});
  QVERIFY2(late.err.contains("8 of the 8 runs that are there already are not kept whole"),
           late.err);
  QCOMPARE(csvOf("w.hopscope", "w.hopscope"), csvOf("p.hopscope"));
  QCOMPARE(command({"study", "run", "s.json", "--points", "x", "--keep-runs"}).exitCode, 2);
  // The project has the study itself.
  QVERIFY(QFile::remove(path("s.json")) && QFile::remove(path("d.json")));
  QCOMPARE(csvOf("p.hopscope"), csv);
  QCOMPARE(command({"study", "run", "p.hopscope", "--quiet"}).exitCode, 0);
  QCOMPARE(csvOf("p.hopscope"), csv);
  const CommandResult json = command({"study", "export", "p.hopscope", "--json", "-"});
  const QJsonObject object = QJsonDocument::fromJson(json.out).object();
  QCOMPARE(object["points"].toArray().size(), 4);
  QCOMPARE(object["study"].toObject()["design"].toObject()["schema"].toString(),
           QStringLiteral("hopscope.design/1"));
  QCOMPARE(command({"study", "export", "p.hopscope", "--runs-csv", "-"}).out.count('\n'), 9);
}

/// A page has the study in it, and so has the table as JSON: it is run again from there.
void StudiesTest::aPageIsRepeated() {
  write("s.json", R"({"schema": "hopscope.study/1", "name": "</script><b>", "design": "d.json",
      "axes": [{"setting": "traffic.load", "values": [0.05, 0.1]}]})");
  QCOMPARE(command({"study", "run", "s.json", "--out", "p.hopscope", "--quiet"}).exitCode, 0);
  const CommandResult written = command(
      {"study", "export", "p.hopscope", "--html", "p.html", "--json", "t.json", "--csv", "-"});
  QVERIFY2(written.exitCode == 0, written.err);
  const QByteArray page = readFile(path("p.html"));
  QVERIFY(page.startsWith("<!DOCTYPE html>"));
  QVERIFY(page.contains("<h1>&lt;/script&gt;&lt;b&gt;</h1>"));
  QVERIFY(page.contains("2 of 2 points are done"));
  QCOMPARE(page.count("</script>"), 1);
  QCOMPARE(page.count("<tr>"), 3);
  QVERIFY(!page.contains("src=\"http"));
  for (const QString file : {"p.html", "t.json"}) {
    const QString project = file + ".hopscope";
    const CommandResult again = command({"study", "run", file, "--out", project, "--quiet"});
    QVERIFY2(again.exitCode == 0, again.err);
    QCOMPARE(command({"study", "export", project, "--csv", "-"}).out, written.out);
  }
  QCOMPARE(command({"study", "run", "-", "--out", "r.hopscope"}, "<html>Nothing").exitCode, 2);
}

void StudiesTest::goesOnAfterAKill() {
  QProcess process;
  prepare(process, folder_->path(),
          {"study", "run", "endless.json", "--out", "p.hopscope", "--jobs", "1", "--quiet"});
  process.start();
  // Its head, who writes, and two runs.
  QTRY_COMPARE_WITH_TIMEOUT(linesOfPoints(), qsizetype{4}, 60'000);
  process.kill();
  QVERIFY(process.waitForFinished());
  const QByteArray csv = csvOf("p.hopscope");
  QCOMPARE(csv.count(",done,1,stable,"), 2);
  QCOMPARE(csv.count(",open,0,"), 1);
  const CommandResult status = command({"study", "status", "p.hopscope"});
  QCOMPARE(status.out,
           QByteArray("2 of 3 points done, 0 failed, 0 left out, 1 open; 2 of 3 runs.\n"));
  // The next start has only the third to run.
  prepare(process, folder_->path(), {"study", "run", "p.hopscope", "--quiet"});
  process.start();
  QTRY_COMPARE_WITH_TIMEOUT(linesOfPoints(), qsizetype{5}, 60'000);
  QTest::qWait(300);
  QCOMPARE(linesOfPoints(), qsizetype{5});
  process.kill();
  QVERIFY(process.waitForFinished());
}

/// What counts as done is there whole.
void StudiesTest::wholeRunsOutliveAKill() {
  QProcess process;
  prepare(process, folder_->path(),
          {"study", "run", "endless.json", "--out", "p.hopscope", "--quiet", "--keep-runs"});
  process.start();
  QTRY_COMPARE_WITH_TIMEOUT(linesOfPoints(), qsizetype{4}, 60'000);
  process.kill();
  QVERIFY(process.waitForFinished());
  auto opened = hopscope::Project::open(path("p.hopscope").toStdString());
  QCOMPARE(std::get<std::unique_ptr<hopscope::Project>>(opened)->runHeads().size(), std::size_t{2});
  opened = hopscope::ProjectError();
  // A run and its row came by the same step: the file beside the project is not needed for it.
  QVERIFY(QFile::remove(pointsFile()));
  QCOMPARE(command({"study", "status", "p.hopscope"}).out,
           QByteArray("2 of 3 points done, 0 failed, 0 left out, 1 open; 2 of 3 runs.\n"));
}

void StudiesTest::goesOnAfterAnInterrupt() {
  QProcess process;
  prepare(process, folder_->path(),
          {"study", "run", "endless.json", "--out", "p.hopscope", "--quiet"});
  process.start();
  QTRY_COMPARE_WITH_TIMEOUT(linesOfPoints(), qsizetype{4}, 60'000);
  ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
  QVERIFY(process.waitForFinished(60'000));
  QCOMPARE(process.exitStatus(), QProcess::NormalExit);
  QCOMPARE(process.exitCode(), 1);
  QVERIFY(process.readAllStandardError().contains("2 of 3 points done"));
  QVERIFY(pointsFile().isEmpty());  // all is in the project
  QCOMPARE(csvOf("p.hopscope").count(",done,1,stable,"), 2);
}

void StudiesTest::oneProgramAtATime() {
  QProcess process;
  prepare(process, folder_->path(),
          {"study", "run", "endless.json", "--out", "p.hopscope", "--quiet"});
  process.start();
  QTRY_COMPARE_WITH_TIMEOUT(linesOfPoints(), qsizetype{4}, 60'000);
  const CommandResult second = command({"study", "run", "p.hopscope", "--quiet"});
  QCOMPARE(second.exitCode, 2);
  QVERIFY2(second.err.contains("Another Hopscope is at this study: process " +
                               QByteArray::number(process.processId())),
           second.err);
  process.kill();
  QVERIFY(process.waitForFinished());
}

void StudiesTest::sharesAreCollected() {
  QCOMPARE(command({"study", "run", "s.json", "--out", "p.hopscope", "--quiet"}).exitCode, 0);
  for (const char* share : {"0", "1", "2"})
    QCOMPARE(command({"study", "run", "s.json", "--share", QString(share) + "/3", "--points",
                      QString(share) + ".points", "--quiet"})
                 .exitCode,
             0);
  // The last line of one was being written.
  QByteArray cut = readFile(path("2.points"));
  write("2.points", cut.left(cut.size() - 20));
  const QStringList collect{"study",  "collect",  "s.json",   "--out",   "q.hopscope",
                            "--from", "0.points", "1.points", "2.points"};
  const CommandResult first = command(collect);
  QVERIFY2(first.exitCode == 0, first.err);
  QVERIFY2(first.err.contains("7 of 8 runs."), first.err);
  QCOMPARE(command(collect).err, first.err);  // any number of times
  QCOMPARE(command({"study", "run", "q.hopscope", "--quiet"}).exitCode, 0);
  QCOMPARE(csvOf("s.json", "q.hopscope"), csvOf("s.json", "p.hopscope"));
}

void StudiesTest::whatFailsIsARow() {
  write("s.json", R"({"schema": "hopscope.study/1", "design": "d.json", "axes": [
    {"setting": "traffic.packet_flits", "values": [1, 4]},
    {"setting": "switch.buffers.local", "values": [2, 64]}]})");
  const CommandResult run = command({"study", "run", "s.json", "--out", "p.hopscope", "--quiet"});
  QCOMPARE(run.exitCode, 1);
  QVERIFY2(run.err.contains("3 of 4 points done, 1 failed"), run.err);
  QVERIFY2(run.err.contains("traffic.packet_flits = 4, switch.buffers.local = 2: switch.buffers"),
           run.err);
  QCOMPARE(csvOf("p.hopscope").count(",failed,0,"), 1);
}

/// Of the points that were to be run, and of no others.
void StudiesTest::exitCodesTellWhatIsWell() {
  // Its first point fails, the second ends before its application does, the third is fine.
  write("s.json", R"({"schema": "hopscope.study/1", "design": {"schema": "hopscope.design/1",
    "topology": {"kind": "mesh", "dimensions": [3, 3]}, "traffic": {"load": 0},
    "run": {"warmup": 0, "measure": 100},
    "applications": [{"kind": "halo", "ranks": 9, "bytes": 2000, "iterations": 3}]},
    "axes": [{"together": [{"setting": "traffic.packet_flits", "values": [300, 4, 4]},
                           {"setting": "run.max_cycles", "values": [900, 1000, 90000]}]}]})");
  const auto share = [&](const char* which, const char* points) {
    return command({"study", "run", "s.json", "--share", which, "--points", points, "--quiet"});
  };
  QCOMPARE(share("0/3", "0").exitCode, 1);
  const CommandResult unfinished = share("1/3", "1");
  QCOMPARE(unfinished.exitCode, 1);
  QVERIFY2(unfinished.err.contains("(1 with an unfinished application)"), unfinished.err);
  QCOMPARE(share("2/3", "2").exitCode, 0);
  const auto collect = [&](const QStringList& files, bool told) {
    return command(QStringList{"study", "collect", "s.json", "--out", "p.hopscope", "--from"} +
                   files + (told ? QStringList{"--exit-code"} : QStringList()))
        .exitCode;
  };
  QCOMPARE(collect({"2"}, false), 0);
  QCOMPARE(collect({"2"}, true), 1);  // others are missing
  const auto status = [&](const char* study) {
    return command({"study", "status", study, "--exit-code"}).exitCode;
  };
  QCOMPARE(command({"study", "status", "p.hopscope"}).exitCode, 0);
  QCOMPARE(status("p.hopscope"), 1);
  const CommandResult all = command({"study", "run", "p.hopscope", "--quiet"});
  QCOMPARE(all.exitCode, 1);
  QVERIFY2(all.err.contains("2 of 3 points done (1 with an unfinished application), 1 failed"),
           all.err);
  QCOMPARE(status("p.hopscope"), 1);
  QCOMPARE(command({"study", "run", "p.hopscope", "--only", "failed", "--quiet"}).exitCode, 1);
  // A point that saturates is a result.
  write("s.json", R"({"schema": "hopscope.study/1", "design": {"schema": "hopscope.design/1",
    "topology": {"kind": "mesh", "dimensions": [4, 4]}, "traffic": {"pattern": "transpose"}},
    "axes": [{"setting": "traffic.load", "values": [0.9]}]})");
  QCOMPARE(command({"study", "run", "s.json", "--out", "q.hopscope", "--quiet"}).exitCode, 0);
  QVERIFY(csvOf("q.hopscope", "q.hopscope").contains(",done,1,saturated,"));
  QCOMPARE(status("q.hopscope"), 0);
}

/// A start does not try again what failed, unless it is told to.
void StudiesTest::onlyFailedRunsItAgain() {
  QCOMPARE(
      command({"study", "run", "s.json", "--share", "0/1", "--points", "f", "--quiet"}).exitCode,
      0);
  QList<QByteArray> lines = readFile(path("f")).trimmed().split('\n');
  for (QByteArray& line : lines)
    if (line.startsWith(R"({"point":3,"run":1)"))
      line = R"({"point": 3, "run": 1, "failure": "No memory."})";
  write("f", lines.join('\n') + '\n');
  QCOMPARE(command({"study", "collect", "s.json", "--out", "p.hopscope", "--from", "f"}).exitCode,
           0);
  QCOMPARE(command({"study", "run", "p.hopscope", "--quiet"}).exitCode, 1);
  QCOMPARE(csvOf("p.hopscope").count(",failed,"), 1);
  QCOMPARE(command({"study", "run", "p.hopscope", "--only", "failed", "--quiet"}).exitCode, 0);
  QCOMPARE(csvOf("p.hopscope").count(",failed,"), 0);
}

void StudiesTest::fullDisk() {
  QCOMPARE(command({"study", "run", "s.json", "--out", "p.hopscope", "--quiet"}).exitCode, 0);
  const CommandResult full =
      runCommandIn(folder_->path(),
                   {"study", "run", "s.json", "--share", "0/1", "--points", "f.points", "--quiet"},
                   [] { limit(RLIMIT_FSIZE, 3000); });
  QCOMPARE(full.exitCode, 1);
  QVERIFY2(full.err.contains("The runs cannot be kept: "), full.err);
  QVERIFY(readFile(path("f.points")).endsWith('\n'));
  QCOMPARE(command({"study", "run", "s.json", "--share", "0/1", "--points", "f.points", "--quiet"})
               .exitCode,
           0);
  QCOMPARE(
      command({"study", "collect", "s.json", "--out", "q.hopscope", "--from", "f.points"}).exitCode,
      0);
  QCOMPARE(csvOf("s.json", "q.hopscope"), csvOf("s.json", "p.hopscope"));
}

/// A stand-in for Slurm: sbatch runs the tasks of the array at once but for one, which it is said
/// to have timed out; sacct tells.
void StudiesTest::slurmRunsTheShares() {
  QCOMPARE(command({"study", "run", "s.json", "--out", "p.hopscope", "--quiet"}).exitCode, 0);
  program("sbatch", R"(echo "$@" >> asked
for a in "$@"; do case $a in --array=*) array=${a#--array=};; esac; script=$a; done
if [ "$array" = 0,1,2 ]; then tasks="0 2"; else tasks=${array//,/ }; fi
for task in $tasks; do SLURM_ARRAY_TASK_ID=$task SLURM_CPUS_ON_NODE=2 bash $script >&2 || exit 1; done
echo "4$(wc -l < asked);local")");
  program("sacct", R"(case $5 in 41) echo '41_0|COMPLETED
41_1|TIMEOUT
41_2|COMPLETED';; *) echo "$5_1|COMPLETED";; esac)");
  program("squeue", "exit 0");
  const QStringList submit{"study", "run", "s.json", "--out", "q.hopscope", "--on", "slurm"};
  const CommandResult first =
      command(submit + QStringList{"--array", "3", "--partition", "short", "--time", "5:00",
                                   "--sbatch-options", "--account=net --mem=2G"});
  QVERIFY2(first.exitCode == 0, first.err);
  QVERIFY2(first.err.contains("Submitted as job 41, tasks 0,1,2."), first.err);
  const QByteArray asked = readFile(path("asked"));
  QVERIFY2(asked.startsWith("--parsable --array=0,1,2 --output="), asked);
  QVERIFY2(asked.contains(" --partition=short --time=5:00 --account=net --mem=2G "), asked);
  const CommandResult again = command(submit + QStringList{"--array", "3"});
  QCOMPARE(again.exitCode, 2);
  QVERIFY(again.err.contains("submitted already, as job 41"));
  const QByteArray status = command({"study", "status", "q.hopscope"}).out;
  QVERIFY2(status.startsWith("3 of 4 points done, 0 failed, 0 left out, 1 open; 6 of 8 runs."),
           status);
  QVERIFY2(status.contains("task 0: COMPLETED, 4 of 4 runs\n"), status);
  QVERIFY2(status.contains("task 1: TIMEOUT, 0 of 2 runs\n"), status);
  QCOMPARE(command({"study", "collect", "q.hopscope"}).exitCode, 0);
  QCOMPARE(csvOf("q.hopscope", "q.hopscope").count(",done,2,stable,"), 3);
  // Only the one that is missing.
  const CommandResult resubmitted = command(submit + QStringList{"--resubmit"});
  QVERIFY2(resubmitted.err.contains("Submitted as job 42, tasks 1."), resubmitted.err);
  QCOMPARE(command({"study", "collect", "q.hopscope"}).exitCode, 0);
  QCOMPARE(csvOf("s.json", "q.hopscope"), csvOf("s.json", "p.hopscope"));
  QVERIFY(command(submit + QStringList{"--resubmit"}).err.contains("Every task has finished"));
}

/// What a task would say has no place where its node does not see the folder.
void StudiesTest::slurmSeesNoFolder() {
  program("sbatch", "echo 7");
  program("sacct", "echo '7_0|FAILED'");
  program("squeue", "exit 0");
  QCOMPARE(
      command({"study", "run", "s.json", "--out", "q.hopscope", "--on", "slurm", "--array", "2"})
          .exitCode,
      0);
  const QByteArray told = "The nodes of the cluster must share that folder";
  const CommandResult unseen = command({"study", "status", "q.hopscope"});
  QVERIFY2(unseen.err.contains(told), unseen.err);
  QCOMPARE(unseen.exitCode, 2);
  QVERIFY(unseen.out.contains("task 0: FAILED, 0 of 4 runs\n"));
  const QStringList folders = QDir(folder_->path()).entryList({"q.hopscope.*.slurm"});
  QCOMPARE(folders.size(), 1);
  write((folders.front() + "/0.out").toUtf8(), "The study cannot be read.");
  const CommandResult seen = command({"study", "status", "q.hopscope"});
  QVERIFY(!seen.err.contains(told));
  QCOMPARE(seen.exitCode, 0);
  // What is in the memory of this machine is no other's: told before anything is submitted. A disk
  // may be shared.
  const QTemporaryDir shm("/dev/shm/hopscope-XXXXXX");
  const QTemporaryDir& memory = shm.isValid() ? shm : *folder_;
  struct statfs system {};
  QCOMPARE(::statfs(qPrintable(memory.path()), &system), 0);
  const bool refuses = system.f_type == TMPFS_MAGIC;
  const QString project = memory.filePath("m.hopscope");
  const QStringList submit{"study", "run",   "s.json",  "--out", project,
                           "--on",  "slurm", "--array", "2"};
  program("sinfo", "echo node7.cluster");
  const CommandResult refused = command(submit);
  QCOMPARE(refused.exitCode, refuses ? 2 : 0);
  QVERIFY2(refused.err.contains("no other node of the cluster sees it") == refuses, refused.err);
  QCOMPARE(QDir(memory.path()).entryList({"m.hopscope.*.slurm"}).isEmpty(), refuses);
  program("sinfo", "hostname");
  QCOMPARE(command(submit).exitCode, refuses ? 0 : 2);  // it is submitted now, or was already
}

/// Only jobs that have something under way, and what was finished stays.
void StudiesTest::slurmTasksAreCancelled() {
  const QStringList cancel{"study", "cancel", "q.hopscope"};
  program("sbatch", "echo \"${@: -1}\" > script; echo 7");
  program("squeue",
          "case \"$*\" in *%o*) echo >> whose; cat script;; *) cat states 2>/dev/null;; esac");
  program("scancel", "echo \"$@\" >> asked");
  QCOMPARE(
      command({"study", "run", "s.json", "--out", "q.hopscope", "--on", "slurm", "--array", "2"})
          .exitCode,
      0);
  write("states", "7_0|RUNNING\n7_1|PENDING\n");
  const CommandResult cancelled = command(cancel);
  QVERIFY2(cancelled.exitCode == 0, cancelled.err);
  QVERIFY2(cancelled.err.contains("2 tasks were cancelled."), cancelled.err);
  QCOMPARE(readFile(path("asked")), QByteArray("7\n"));
  QCOMPARE(readFile(path("whose")), QByteArray("\n"));  // of a job it is asked once
  write("states", "7_0|CANCELLED\n7_1|CANCELLED by 0\n");
  QVERIFY(command(cancel).err.contains("there is nothing to cancel"));
  QCOMPARE(readFile(path("asked")), QByteArray("7\n"));
  // What runs another script under that number is another's.
  write("states", "7_0|RUNNING\n");
  const QByteArray script = readFile(path("script"));
  write("script", "/home/other/job.sh\n");
  QVERIFY(command(cancel).err.contains("there is nothing to cancel"));
  QCOMPARE(readFile(path("asked")), QByteArray("7\n"));
  write("script", script);
  program("scancel", "echo 'scancel: error: Access/permission denied' >&2; exit 1");
  const CommandResult refused = command(cancel);
  QCOMPARE(refused.exitCode, 2);
  QVERIFY2(refused.err.contains("Access/permission denied"), refused.err);
  QCOMPARE(command({"study", "cancel", "s.json", "--out", "p.hopscope"}).exitCode, 2);
}

/// What the project has is not run again; two studies of one project keep out of each other's way.
void StudiesTest::slurmGetsWhatThereIs() {
  QCOMPARE(
      command({"study", "run", "s.json", "--share", "1/2", "--points", "half", "--quiet"}).exitCode,
      0);
  QCOMPARE(
      command({"study", "collect", "s.json", "--out", "q.hopscope", "--from", "half"}).exitCode, 0);
  program("sbatch", "echo \"$@\" >> asked; echo 7");
  program("squeue", "exit 0");
  const QStringList submit{"study", "run", "s.json", "--out", "q.hopscope", "--on", "slurm"};
  QCOMPARE(command(submit + QStringList{"--array", "2"}).exitCode, 0);
  QVERIFY(readFile(path("asked")).startsWith("--parsable --array=0 "));
  write("other.json", QByteArray(kStudy).replace("\"seeds\": 2", "\"seeds\": 3"));
  const CommandResult other = command(
      {"study", "run", "other.json", "--out", "q.hopscope", "--on", "slurm", "--array", "2"});
  QVERIFY2(other.err.contains("Submitted as job 7, tasks 0,1."), other.err);
  // Where Slurm does not say what is under way, nothing is submitted.
  program("squeue", "echo 'slurm_load_jobs error: Unable to contact slurm controller' >&2; exit 1");
  const CommandResult silent = command(submit + QStringList{"--resubmit"});
  QCOMPARE(silent.exitCode, 2);
  QVERIFY2(silent.err.contains("Unable to contact slurm controller"), silent.err);
  QCOMPARE(readFile(path("asked")).count('\n'), 2);
}

/// An archive is unpacked beside the study, where the tasks find it.
void StudiesTest::slurmCarriesAnotherProgram() {
  QCOMPARE(command({"study", "run", "s.json", "--out", "p.hopscope", "--quiet"}).exitCode, 0);
  program("sbatch",
          R"(for a in "$@"; do case $a in --array=*) array=${a#--array=};; esac; script=$a; done
for task in ${array//,/ }; do SLURM_ARRAY_TASK_ID=$task bash $script >&2 || exit 1; done
echo 8)");
  program("squeue", "exit 0");
  QDir(folder_->path()).mkpath("hopscope-cli-7");
  QVERIFY(QFile::copy(HOPSCOPE_CLI, path("hopscope-cli-7/hopscope-cli")));
  QProcess tar;
  tar.setWorkingDirectory(folder_->path());
  tar.start("tar", {"-czf", "carried.tar.gz", "hopscope-cli-7"});
  QVERIFY(tar.waitForFinished() && tar.exitCode() == 0);
  QVERIFY(QDir(path("hopscope-cli-7")).removeRecursively());
  const CommandResult submitted = command({"study", "run", "s.json", "--out", "q.hopscope", "--on",
                                           "slurm", "--array", "2", "--program", "carried.tar.gz"});
  QVERIFY2(submitted.exitCode == 0, submitted.err);
  const QStringList folders = QDir(folder_->path()).entryList({"q.hopscope.*.slurm"});
  QCOMPARE(folders.size(), 1);
  const QByteArray script = readFile(path(qPrintable(folders.first() + "/job.sh")));
  QVERIFY2(script.contains("/program/hopscope-cli-7/hopscope-cli' study run"), script);
  QCOMPARE(command({"study", "collect", "q.hopscope"}).exitCode, 0);
  QCOMPARE(csvOf("s.json", "q.hopscope"), csvOf("s.json", "p.hopscope"));
}

void StudiesTest::slurmTakesNoOtherProgram_data() {
  QTest::addColumn<QString>("file");
  QTest::addColumn<QByteArray>("words");
  QTest::newRow("missing") << "none.tar.gz" << QByteArray("there is no such file");
  QTest::newRow("no archive") << "text.tar.gz" << QByteArray("there is no hopscope-cli in it");
  QTest::newRow("no program") << "s.json" << QByteArray("no program that can be run");
  QTest::newRow("another") << "bin/other"
                           << QByteArray("it says that it is \"hopscope-cli 0.0.1\"");
  QTest::newRow("a folder") << "bin" << QByteArray("there is no such file");
}

void StudiesTest::slurmTakesNoOtherProgram() {
  QFETCH(QString, file);
  QFETCH(QByteArray, words);
  program("sbatch", "echo 9");
  program("other", "echo hopscope-cli 0.0.1");
  write("text.tar.gz", "text");
  const QStringList submit{"study", "run", "s.json", "--out", "q.hopscope", "--program", file};
  const CommandResult refused = command(submit + QStringList{"--on", "slurm", "--array", "2"});
  QVERIFY2(refused.err.contains(words), refused.err);
  QCOMPARE(refused.exitCode, 2);
  QVERIFY(QDir(folder_->path()).entryList({"q.hopscope.*.slurm"}).isEmpty());
  QCOMPARE(command(submit).exitCode, 2);
}

void StudiesTest::slurmSaysNo() {
  program("sbatch", "echo 'sbatch: error: invalid partition specified: gone' >&2; exit 1");
  const QStringList submit{"study", "run", "s.json", "--out", "q.hopscope", "--on", "slurm"};
  const CommandResult refused = command(submit + QStringList{"--array", "2"});
  QCOMPARE(refused.exitCode, 2);
  QVERIFY2(refused.err.contains("invalid partition specified: gone"), refused.err);
  QVERIFY(QDir(folder_->path()).entryList({"q.hopscope.*.slurm"}).isEmpty());
  QCOMPARE(command(submit).exitCode, 2);
  QVERIFY(command(submit + QStringList{"--resubmit"}).err.contains("not submitted yet"));
  QVERIFY(command({"study", "collect", "q.hopscope"}).err.contains("nothing to collect"));
  QFile::remove(path("bin/sbatch"));
  qputenv("PATH", path("bin").toUtf8());
  const CommandResult missing = command(submit + QStringList{"--array", "2"});
  QCOMPARE(missing.exitCode, 2);
  QVERIFY2(missing.err.contains("There is no sbatch on this machine."), missing.err);
}

void StudiesTest::studiesOfOneName() {
  QCOMPARE(command({"study", "run", "s.json", "--out", "p.hopscope", "--quiet"}).exitCode, 0);
  write("s.json", QByteArray(kStudy).replace("\"seeds\": 2", "\"seeds\": 1"));
  QCOMPARE(command({"study", "run", "s.json", "--out", "p.hopscope", "--quiet"}).exitCode, 0);
  const CommandResult which = command({"study", "status", "p.hopscope"});
  QCOMPARE(which.exitCode, 2);
  QVERIFY2(which.err.contains("1 (Loads), 2 (Loads)"), which.err);
  QVERIFY(command({"study", "status", "p.hopscope", "--study", "1"}).out.contains("8 of 8 runs."));
  QVERIFY(command({"study", "status", "p.hopscope", "--study", "2"}).out.contains("4 of 4 runs."));
}

void StudiesTest::wrongInput_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<QByteArray>("words");
  const auto row = [](const char* name, const QStringList& arguments, const char* words) {
    QTest::addRow("%s", name) << (QStringList{"study"} + arguments) << QByteArray(words);
  };
  row("no project", {"run", "s.json"}, "--out names the project");
  row("no such study", {"run", "gone.json", "--out", "p.hopscope"}, "gone.json");
  row("no study", {"run", "d.json", "--out", "p.hopscope"}, "schema: The document's schema is");
  row("share", {"run", "s.json", "--share", "3/3", "--points", "f"}, "--share 3/3");
  row("no study in it", {"status", "empty.hopscope"}, "empty.hopscope has no study.");
  row("of another study", {"collect", "s.json", "--out", "p.hopscope", "--from", "e.points"},
      "e.points: Its runs are of another study");
  row("nothing to write", {"export", "s.json"}, "Nothing is to be written");
  row("no such group", {"export", "s.json", "--groups-csv", "-", "--group-by", "traffic.load"},
      "There are design, run.measure, status, verdict, outcome.");
  row("a group to nowhere", {"export", "s.json", "--csv", "-", "--group-by", "design"},
      "--group-by and --groups-csv go together");
}

void StudiesTest::wrongInput() {
  QFETCH(QStringList, arguments);
  QFETCH(QByteArray, words);
  command({"run", "d.json", "--set", "run.measure=100", "--project", "empty.hopscope", "--quiet"});
  write("e.points", "{\"schema\": \"hopscope.points/1\", \"study\": \"ab\"}\n");
  const CommandResult result = command(arguments);
  QCOMPARE(result.exitCode, 2);
  QVERIFY2(result.err.contains(words), result.err);
  QCOMPARE(result.err.trimmed().count('\n'), 0);
}

HOPSCOPE_TEST(StudiesTest)
#include "studies_test.moc"
