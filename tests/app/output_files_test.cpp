// SPDX-License-Identifier: GPL-3.0-or-later
// What is written: whole, in place of what stood there, or not at all and said why.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <filesystem>
#include <memory>

#include "tests/app/command_line.h"
#include "tests/support/test_main.h"

using namespace hopscope::test;

class OutputFilesTest : public QObject {
  Q_OBJECT

  CommandResult command(const QStringList& arguments) const {
    return runCommand(folder_->path(), arguments);
  }
  CommandResult commandIn(const QStringList& arguments, const std::function<void()>& before) const {
    return runCommandIn(folder_->path(), arguments, before);
  }
  QString path(const QString& name) const { return folder_->filePath(name); }
  void write(const QString& name, const QByteArray& text) const {
    QFile file(path(name));
    if (!file.open(QIODevice::WriteOnly)) qFatal("no file");
    file.write(text);
  }
  QStringList names() const {
    return QDir(folder_->path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
  }

  std::unique_ptr<QTemporaryDir> folder_;

 private slots:
  void init();
  void aFullDiskLeavesTheOldFile_data();
  void aFullDiskLeavesTheOldFile();
  void aFullDiskLosesNoPoint();
  void fullStandardOutput_data();
  void fullStandardOutput();
  void closedStandardOutput();
  void openStreamsAreNotReplaced();
  void nobodyReadsWhatIsSaid();
  void pipes();
  void linksAndRightsStay();
  void namesThatAreNoUtf8();
};

void OutputFilesTest::init() {
  folder_ = std::make_unique<QTemporaryDir>();
  write("d.json", command({"new", "torus"}).out);
  write("cache.json", command({"new", "cache-warm-up"}).out);
  write("net.dot", "graph { 0 -- 1 }");
}

void OutputFilesTest::aFullDiskLeavesTheOldFile_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<QString>("out");
  QTest::addColumn<unsigned>("bytes");
  const QList<std::pair<QStringList, QString>> commands{
      {{"run", "d.json", "--quiet", "--out", "r.json"}, "r.json"},
      {{"run", "d.json", "--quiet", "--project", "p.hopscope"}, "p.hopscope"},
      {{"sweep", "d.json", "--over", "traffic.load=0.1,0.2", "--out", "s.csv"}, "s.csv"},
      {{"sweep", "d.json", "--over", "traffic.load=0.1,0.2", "--out", "s.hopscope"}, "s.hopscope"},
      {{"export", "d.json", "--out", "e.graphml"}, "e.graphml"},
      {{"import", "net.dot", "--out", "i.json"}, "i.json"},
      {{"picture", "d.json", "--out", "p.svg"}, "p.svg"},
      {{"picture", "d.json", "--out", "p.png"}, "p.png"},
      {{"cache-map", "cache.json", "--quiet", "--out", "c.csv"}, "c.csv"},
  };
  for (const auto& [arguments, out] : commands)
    for (const unsigned bytes : {0U, 1U, 300U})
      QTest::addRow("%s to %s, %u bytes", qPrintable(arguments.front()), qPrintable(out), bytes)
          << arguments << out << bytes;
}

void OutputFilesTest::aFullDiskLeavesTheOldFile() {
  QFETCH(QStringList, arguments);
  QFETCH(QString, out);
  QFETCH(unsigned, bytes);
  // First without, then with an older file.
  const auto refused = [&] {
    return commandIn(arguments, [bytes] { limit(RLIMIT_FSIZE, bytes); });
  };
  const QStringList before = names();
  const CommandResult none = refused();
  QCOMPARE(none.exitCode, 1);
  QVERIFY2(none.err.contains("cannot be written") || none.err.contains("No space left") ||
               none.err.contains("could not be written"),
           none.err);
  QStringList after = names();
  after.removeAll(".state");
  QCOMPARE(after, before);

  QCOMPARE(command(arguments).exitCode, 0);
  const QByteArray old = readFile(path(out));
  QVERIFY(old.size() > 300);
  after = names();
  const CommandResult again = refused();
  QVERIFY2(again.exitCode == 1 || again.exitCode == 2, again.err);
  QVERIFY(!again.err.isEmpty());
  QCOMPARE(readFile(path(out)), old);
  QCOMPARE(names(), after);
}

/// Beside a file that holds some of the points only, all of them are told.
void OutputFilesTest::aFullDiskLosesNoPoint() {
  const QStringList sweep{"sweep", "d.json", "--over", "traffic.load=0.05:0.3:0.05",
                          "--out", "s.csv"};
  const CommandResult whole = command(QStringList(sweep).replaceInStrings("s.csv", "-"));
  QCOMPARE(whole.out.count('\n'), 7);
  const qsizetype some = whole.out.size() / 2;
  QVERIFY(some > whole.out.indexOf('\n'));
  const CommandResult result =
      commandIn(sweep, [some] { limit(RLIMIT_FSIZE, static_cast<unsigned long>(some)); });
  QCOMPARE(result.exitCode, 1);
  QVERIFY2(result.err.contains("The results follow on standard output."), result.err);
  QCOMPARE(result.out, whole.out);
  QVERIFY(!names().contains("s.csv.partial"));
}

void OutputFilesTest::fullStandardOutput_data() {
  QTest::addColumn<QStringList>("arguments");
  for (const char* line : {"--help",
                           "--version",
                           "sweep --help",
                           "templates",
                           "new torus",
                           "describe",
                           "describe --schema",
                           "check d.json",
                           "topology d.json",
                           "topology d.json --json",
                           "rules d.json --router 0",
                           "export d.json --format dot",
                           "import net.dot",
                           "run d.json",
                           "sweep d.json --over traffic.load=0.1 --out -",
                           "cache-map cache.json --quiet",
                           "model",
                           "figures",
                           "run d.json --out /dev/full",
                           "sweep d.json --over traffic.load=0.1 --out /dev/full"})
    QTest::newRow(line) << QString(line).split(' ');
}

void OutputFilesTest::fullStandardOutput() {
  QFETCH(QStringList, arguments);
  QProcess process;
  prepare(process, folder_->path(), arguments);
  process.setStandardOutputFile("/dev/full");
  process.start();
  QVERIFY(process.waitForFinished(60'000));
  QCOMPARE(process.exitStatus(), QProcess::NormalExit);
  const QByteArray said = process.readAllStandardError();
  QVERIFY2(said.contains("cannot be written: No space left on device."), said);
  QCOMPARE(process.exitCode(), 1);
}

void OutputFilesTest::closedStandardOutput() {
  const auto closed = [] { ::close(STDOUT_FILENO); };
  const CommandResult result = commandIn({"templates"}, closed);
  QCOMPARE(result.exitCode, 1);
  QVERIFY2(result.err.contains("standard output cannot be written"), result.err);
  // No file takes its number.
  QCOMPARE(commandIn({"run", "d.json", "--out", "r.json"}, closed).exitCode, 0);
  QVERIFY(readFile(path("r.json")).startsWith('{'));
}

void OutputFilesTest::openStreamsAreNotReplaced() {
  for (const char* name : {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "-"}) {
    QVERIFY(
        command({"export", "d.json", "--format", "dot", "--out", name}).out.startsWith("graph"));
    write("log.txt", "before\n");
    QProcess process;
    prepare(process, folder_->path(), {"export", "d.json", "--format", "dot", "--out", name});
    process.setStandardOutputFile(path("log.txt"), QIODevice::Append);
    process.start();
    QVERIFY(process.waitForFinished(60'000));
    QCOMPARE(process.exitCode(), 0);
    QVERIFY(readFile(path("log.txt")).startsWith("before\ngraph"));
  }
  QCOMPARE(command({"run", "d.json", "--quiet", "--out", "/dev/null"}).exitCode, 0);
  struct stat null {};
  QVERIFY(::stat("/dev/null", &null) == 0 && S_ISCHR(null.st_mode));
  const CommandResult missing = command({"run", "d.json", "--quiet", "--out", "/dev/fd/77"});
  QCOMPARE(missing.exitCode, 2);
  QVERIFY2(missing.err.startsWith("/dev/fd/77 cannot be written: "), missing.err);
}

/// `run … 2>&1 | head -1` ends the program at its next words; what it has found out is kept by
/// then.
void OutputFilesTest::nobodyReadsWhatIsSaid() {
  const CommandResult result = commandIn({"run", "d.json", "--out", "r.json"}, [] {
    int ends[2] = {-1, -1};
    if (::pipe(ends) != 0) ::_exit(3);
    ::dup2(ends[1], STDERR_FILENO);
    ::close(ends[0]);
    ::close(ends[1]);
    std::signal(SIGPIPE, SIG_DFL);
  });
  QCOMPARE(result.exitCode, -1);
  QVERIFY(withoutTimes(readFile(path("r.json"))).contains("accepted_load"));
}

void OutputFilesTest::pipes() {
  QCOMPARE(::mkfifo(qPrintable(path("pipe")), 0600), 0);
  QProcess process;
  prepare(process, folder_->path(),
          {"sweep", "d.json", "--over", "traffic.load=0.1,0.2", "--quiet", "--out", "pipe"});
  process.start();
  QFile pipe(path("pipe"));
  QVERIFY(pipe.open(QIODevice::ReadOnly));
  QCOMPARE(pipe.readAll().count('\n'), 3);
  QVERIFY(process.waitForFinished(60'000));
  QCOMPARE(process.exitCode(), 0);
  struct stat kind {};
  QVERIFY(::stat(qPrintable(path("pipe")), &kind) == 0 && S_ISFIFO(kind.st_mode));
}

void OutputFilesTest::linksAndRightsStay() {
  QVERIFY(QDir(folder_->path()).mkdir("there"));
  write("there/r.json", "old");
  QCOMPARE(::chmod(qPrintable(path("there/r.json")), 0640), 0);
  QVERIFY(QFile::link("there/r.json", path("link.json")));
  QVERIFY(QFile::link("there/new.json", path("dangling.json")));
  QCOMPARE(command({"run", "d.json", "--quiet", "--out", "link.json"}).exitCode, 0);
  QVERIFY(QFileInfo(path("link.json")).isSymLink());
  QVERIFY(readFile(path("there/r.json")).startsWith('{'));
  struct stat kept {};
  QCOMPARE(::stat(qPrintable(path("there/r.json")), &kept), 0);
  QCOMPARE(kept.st_mode & 07777U, 0640U);
  QCOMPARE(command({"run", "d.json", "--quiet", "--out", "dangling.json"}).exitCode, 0);
  QVERIFY(readFile(path("there/new.json")).startsWith('{'));
  QCOMPARE(QDir(path("there")).entryList(QDir::Files | QDir::Hidden),
           (QStringList{"new.json", "r.json"}));
}

/// Names with bytes that are no UTF-8 come from other systems; QProcess can't pass them on.
void OutputFilesTest::namesThatAreNoUtf8() {
  const auto shell = [&](const char* line) {
    QProcess process;
    prepare(process, folder_->path(), {"-c", QString("exec \"$0\" ") + line, HOPSCOPE_CLI});
    process.setProgram("/bin/bash");
    process.start();
    process.waitForFinished(60'000);
    return CommandResult{process.exitCode(), process.readAllStandardOutput(),
                         process.readAllStandardError()};
  };
  const CommandResult missing = shell("run $'caf\\xe9\\x1b[31m.json'");
  QCOMPARE(missing.exitCode, 2);
  QCOMPARE(missing.err, QByteArray("caf\xef\xbf\xbd [31m.json: There is no such file.\n"));
  const CommandResult written = shell("run d.json --quiet --out $'caf\\xe9.json'");
  QCOMPARE(written.exitCode, 0);
  const CommandResult drawn = shell("picture d.json --out $'caf\\xe9.png'");
  QCOMPARE(drawn.exitCode, 2);
  QVERIFY2(drawn.err.contains("UTF-8"), drawn.err);
  // A name made from it is one of JSON.
  const CommandResult imported = shell("import - --format dot --out - < net.dot");
  QCOMPARE(imported.exitCode, 0);
  QVERIFY(QFile::copy(path("net.dot"), path("copy")));
  const CommandResult named = shell("import \"$(mv copy $'caf\\xe9.dot'; echo $'caf\\xe9.dot')\"");
  QCOMPARE(named.exitCode, 0);
  QVERIFY2(named.out.contains("\"name\": \"caf\xef\xbf\xbd\""), named.out);
  for (const char* line :
       {"frob$'\\xe9'", "run d.json --set $'\\xe9=1'", "run d.json --set traffic.pattern=$'\\xe9'",
        "sweep d.json --out x.csv --over $'\\xe9'", "run d.json $'--\\xe9'", "model $'\\xe9'",
        "figure $'\\xe9' --out x", "describe $'\\xe9'", "new $'\\xe9'"}) {
    const CommandResult refused = shell(line);
    QCOMPARE(refused.exitCode, 2);
    QVERIFY2(refused.err.contains("\xef\xbf\xbd"), refused.err);
    QCOMPARE(QString::fromUtf8(refused.err).toUtf8(), refused.err);
  }
  std::filesystem::remove_all(folder_->path().toStdString());  // Qt can't
}

HOPSCOPE_TEST(OutputFilesTest)
#include "output_files_test.moc"
