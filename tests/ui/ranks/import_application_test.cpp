// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QApplication>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include "engine/design/application_sections.h"
#include "engine/design/application_text.h"
#include "engine/design/compile.h"
#include "engine/workload/application.h"
#include "engine/workload/traces/trace_format.h"
#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/shell/actions.h"
#include "ui/shell/application_files.h"
#include "ui/shell/message_bar.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

QString fileWith(const QTemporaryDir& folder, const char* name, const std::string& text) {
  QFile file(folder.filePath(QLatin1String(name)));
  if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write");
  file.write(QByteArray::fromStdString(text));
  return file.fileName();
}

}  // namespace

/// Applications from files, in the window.
class ImportApplicationTest : public QObject {
  Q_OBJECT

 private slots:
  void tracesAndCommandsJoinTheDesign() {
    const QTemporaryDir folder;
    const ApplicationEntry& halo = *applications().find("halo");
    Values values = defaultsOf(halo.parameters);
    values["ranks"] = std::int64_t{9};
    const auto program = halo.make(values);
    for (const char* format : {"tit", "goal"}) {
      const std::string text = traceFormats().find(format)->write({*program, 1000, 1}).text;
      const ApplicationImport read =
          readApplicationFiles({fileWith(folder, "trace.txt", text)}, meshDesign());
      QVERIFY2(read.design.has_value(), qPrintable(read.message));
      QCOMPARE(applicationCount(*read.design), std::size_t{1});
      QCOMPARE(read.design->settings.at("applications.0.kind"), Value(std::string(format)));
      QCOMPARE(read.design->settings.at("applications.0.ranks"), Value(std::int64_t{9}));
      QVERIFY(compile(*read.design).setup.has_value());
    }
    Design onto = meshDesign();
    QVERIFY(!hasErrors(addApplication(onto, "ping_pong(ranks=2)")));
    const ApplicationImport commands = readApplicationFiles(
        {fileWith(folder, "x.cmd", "# hopscope commands 1\npe 0\nsend 8 1\n")}, onto);
    QVERIFY2(commands.design.has_value(), qPrintable(commands.message));
    QCOMPARE(applicationCount(*commands.design), std::size_t{2});
  }

  /// The window says what came of it, and shows a text of many lines by its size.
  void itIsSaidWhatWasAdded() {
    const Sandbox sandbox;
    const QTemporaryDir folder;
    const auto window = windowWith(meshDesign());
    const QString file = fileWith(folder, "two.tit",
                                  "0 init\n0 send 1 0 8 6\n0 finalize\n"
                                  "1 init\n1 recv 0 0 8 6\n1 finalize\n");
    QTimer::singleShot(200, window.get(), [&file] {
      auto* asked = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
      if (asked == nullptr) qFatal("nobody asks for a file");
      auto* name = asked->findChild<QLineEdit*>();
      name->setText(file);
      QTest::keyClick(name, Qt::Key_Return);
    });
    window->actions().at("file.importApplication")->trigger();
    QTRY_COMPARE(window->messages().textOf(QStringLiteral("application")),
                 QStringLiteral("two.tit was added to the applications of the design: SimGrid "
                                "trace, 2\u00a0ranks."));
    auto* trace = window->findChild<QWidget*>(QStringLiteral("applications.0.text"));
    QVERIFY(trace != nullptr);
    const auto* line = trace->findChild<QLineEdit*>();
    QCOMPARE(line->text(), QStringLiteral("6\u00a0lines, 66\u00a0B"));
    QVERIFY(line->isReadOnly());
  }

  void whatIsWrongHasItsPlace_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("says");
    QTest::newRow("no trace") << QByteArray("hello\n") << QStringLiteral("no trace that Hopscope");
    QTest::newRow("commands") << QByteArray("# hopscope commands 1\npe 0\nsnd 8 1\n")
                              << QStringLiteral("bad.txt, line 3");
    QTest::newRow("trace") << QByteArray("0 init\n1 init\n0 send 1 0 x\n")
                           << QStringLiteral("bad.txt, line 3");
    QTest::newRow("circle") << QByteArray(
                                   "0 recv 1 0 8 6\n0 send 1 0 8 6\n1 recv 0 0 8 6\n"
                                   "1 send 0 0 8 6\n")
                            << QStringLiteral("bad.txt, line 1: Rank 0 waits for ever");
    QTest::newRow("collective left out")
        << QByteArray("0 barrier\n1 init\n")
        << QStringLiteral("bad.txt, line 1: Rank 1 leaves out collective number 1");
    QTest::newRow("empty") << QByteArray() << QStringLiteral("bad.txt: The file is empty.");
    QTest::newRow("binary") << QByteArray("\0\1\2\3\xff\xfe", 6) << QStringLiteral("bad.txt");
  }

  void whatIsWrongHasItsPlace() {
    QFETCH(QByteArray, text);
    QFETCH(QString, says);
    const QTemporaryDir folder;
    const ApplicationImport read =
        readApplicationFiles({fileWith(folder, "bad.txt", text.toStdString())}, meshDesign());
    QVERIFY(!read.design);
    QVERIFY2(read.message.contains(says), qPrintable(read.message));
    const ApplicationImport none =
        readApplicationFiles({folder.filePath(QStringLiteral("none.tit"))}, meshDesign());
    QVERIFY(!none.design && none.message.startsWith(QStringLiteral("none.tit: ")));
  }
};

HOPSCOPE_TEST(ImportApplicationTest)
#include "import_application_test.moc"
