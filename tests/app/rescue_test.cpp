// SPDX-License-Identifier: GPL-3.0-or-later
#include <sys/resource.h>

#include <QFile>
#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <memory>

#include "tests/app/command_line.h"
#include "tests/support/test_main.h"

using namespace hopscope::test;

/// What "rescue" makes of files that are cut off or full of holes, and what it leaves alone.
class RescueTest : public QObject {
  Q_OBJECT

  CommandResult command(const QStringList& arguments, const QByteArray& input = {}) const {
    return runCommand(folder_->path(), arguments, input);
  }
  QString path(const char* name) const { return folder_->filePath(name); }
  void write(const char* name, const QByteArray& bytes) const {
    QFile file(path(name));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
  }
  /// A project with a run and a study of two points, of which the last byte is missing.
  void makeCut() const {
    const QByteArray ring = R"({"schema": "hopscope.design/1",
      "topology": {"kind": "ring", "routers": 4}, "run": {"warmup": 50, "measure": 100}})";
    QCOMPARE(command({"run", "-", "--quiet", "--project", "p.hopscope"}, ring).exitCode, 0);
    const QByteArray study = R"({"schema": "hopscope.study/1", "design": )" + ring +
                             R"(, "axes": [{"setting": "traffic.load", "values": [0.1, 0.2]}]})";
    QCOMPARE(command({"study", "run", "-", "--out", "p.hopscope", "--quiet"}, study).exitCode, 0);
    write("cut.hopscope", readFile(path("p.hopscope")).chopped(1));
  }

  std::unique_ptr<QTemporaryDir> folder_;

 private slots:
  void init() { folder_ = std::make_unique<QTemporaryDir>(); }

  void aFileWhoseEndIsMissing() {
    makeCut();
    const QByteArray before = readFile(path("cut.hopscope"));
    const CommandResult rescued = command({"rescue", "cut.hopscope", "--out", "o.hopscope"});
    QCOMPARE(rescued.exitCode, 0);
    const QByteArray place = QByteArray::number(before.size()) + " of " +
                             QByteArray::number(before.size() + 1) + " bytes";
    QVERIFY2(rescued.err.startsWith("cut.hopscope is damaged: it ends too early, after " + place),
             rescued.err);
    QVERIFY2(rescued.err.contains("o.hopscope: 1 design, "), rescued.err);
    QVERIFY2(rescued.err.endsWith(" notes, 1 study with 2 runs of points.\n"), rescued.err);
    QCOMPARE(readFile(path("cut.hopscope")), before);
    // What is saved is whole; the other is no project.
    QVERIFY(command({"rescue", "o.hopscope", "--out", "x.hopscope"}).err.contains("not damaged"));
    const CommandResult opened = command({"study", "status", "cut.hopscope"});
    QCOMPARE(opened.exitCode, 2);
    QVERIFY2(opened.err.contains("ends too early"), opened.err);
  }

  /// Of a file that has its beginning alone nothing may be left; that takes no time and no room.
  void hardlyAnything() {
    makeCut();
    for (const int left : {0, 50, 100, 600, 5000, 20'000}) {
      write("cut.hopscope", readFile(path("p.hopscope")).left(left));
      const CommandResult rescued = command({"rescue", "cut.hopscope", "--out", "o.hopscope"});
      QVERIFY2(rescued.exitCode == 2, rescued.err);
      QVERIFY2(rescued.err.contains("damaged") || rescued.err.contains("empty") ||
                   rescued.err.contains("not a Hopscope project"),
               rescued.err);
      QVERIFY(!QFile::exists(path("o.hopscope")));
    }
  }

  void replacesNothing() {
    makeCut();
    write("there.hopscope", "mine");
    const CommandResult there = command({"rescue", "cut.hopscope", "--out", "there.hopscope"});
    QCOMPARE(there.exitCode, 2);
    QCOMPARE(there.err, QByteArray("there.hopscope is there already, and a rescue replaces "
                                   "nothing. Choose another name.\n"));
    QCOMPARE(readFile(path("there.hopscope")), QByteArray("mine"));
    const CommandResult same = command({"rescue", "cut.hopscope", "--out", "cut.hopscope"});
    QCOMPARE(same.exitCode, 2);
    QCOMPARE(same.err, QByteArray("cut.hopscope cannot be written: it is the damaged project "
                                  "itself.\n"));
  }

  /// That is nothing wrong with the input, and the message says where there is no room.
  void fullDisk() {
    makeCut();
    for (const unsigned long bytes : {20'000UL, 100'000UL}) {
      const CommandResult result =
          runCommandIn(folder_->path(), {"rescue", "cut.hopscope", "--out", "o.hopscope"}, [bytes] {
            std::signal(SIGXFSZ, SIG_IGN);
            limit(RLIMIT_FSIZE, bytes);
          });
      QVERIFY2(result.exitCode == 1, result.err);
      QVERIFY2(result.err.contains("cut.hopscope in "), result.err);
      QVERIFY(!QFile::exists(path("o.hopscope")));
    }
  }

  /// Commands that open a project twice tell its damage once.
  void damageIsToldOnce() {
    makeCut();
    QByteArray bytes = readFile(path("p.hopscope"));
    const auto at = bytes.indexOf("\"kind\"");
    QVERIFY(at > 0);
    bytes[at + 1] = 'K';
    write("p.hopscope", bytes);
    const CommandResult status = command({"study", "status", "p.hopscope"});
    QCOMPARE(status.err.count("is damaged"), 1);
    const CommandResult table = command({"study", "export", "p.hopscope", "--csv", "t.csv"});
    QCOMPARE(table.err.count("is damaged"), 1);
  }
};

HOPSCOPE_TEST(RescueTest)
#include "rescue_test.moc"
