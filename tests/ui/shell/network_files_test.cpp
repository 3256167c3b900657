// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/network_files.h"

#include <QAction>
#include <QFile>
#include <QTest>

#include "engine/design/compile.h"
#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/shell/actions.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/project_session.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

const QString kMessages = QStringLiteral("network");

QString writeFile(const Sandbox& sandbox, const QString& name, const QByteArray& text) {
  QFile file(sandbox.path(name));
  if (!file.open(QIODevice::WriteOnly)) qFatal("no file");
  file.write(text);
  return file.fileName();
}

void importBy(MainWindow& window, const QString& file) {
  answerModal([file](QWidget* dialog) { typeFile(dialog, file); });
  window.actions().at("file.importNetwork")->trigger();
}

void exportBy(MainWindow& window, const QString& file) {
  answerModal([file](QWidget* dialog) { typeFile(dialog, file); });
  window.actions().at("file.exportNetwork")->trigger();
}

}  // namespace

/// File > Import network and Export network.
class NetworkFilesTest : public QObject {
  Q_OBJECT

 private slots:
  void exportedNetworksComeBack() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    const auto before = window->session().document().topology();
    for (const char* ending : {"graphml", "dot", "anynet"}) {
      const QString file = sandbox.path(QStringLiteral("net.") + QLatin1String(ending));
      exportBy(*window, file);
      QVERIFY(QFile::exists(file));
      QVERIFY(window->messages().textOf(kMessages).contains(file));
      importBy(*window, file);
      QVERIFY(window->focusWidget() != nullptr &&
              window->focusWidget()->inherits("hopscope::NetworkCanvas"));
      const auto after = window->session().document().topology();
      QCOMPARE(after->kind, std::string("custom"));
      QCOMPARE(after->routerCount(), before->routerCount());
      QCOMPARE(after->linkCount(), before->linkCount());
      QVERIFY2(!hasErrors(window->session().document().issues()), ending);
      QVERIFY(window->messages().textOf(kMessages).isEmpty());
      // One step, and undone again.
      window->session().document().undoStack().undo();
      QCOMPARE(window->session().document().topology()->kind, before->kind);
    }
  }

  void withoutAProjectAnImportOpensOne() {
    const Sandbox sandbox;
    const QString file =
        writeFile(sandbox, QStringLiteral("triangle.gv"), "graph { a -- b -- c -- a [latency=7] }");
    const auto window = openWindow();
    QVERIFY(!window->actions().at("file.exportNetwork")->isEnabled());
    importBy(*window, file);
    QVERIFY(window->session().isOpen());
    const Design& design = window->session().document().design();
    QCOMPARE(design.name, std::string("triangle"));
    QCOMPARE(design.drawn.routers.size(), std::size_t{3});
    QCOMPARE(design.drawn.terminals.size(), std::size_t{3});
    QVERIFY(window->messages().textOf(kMessages).contains(QStringLiteral("given one")));
  }

  /// Named on the command line or dropped on the window: a project of its own.
  void filesAreOpenedAsTheyAre() {
    const Sandbox sandbox;
    const auto window = openWindow();
    QVERIFY(window->openFile(
        writeFile(sandbox, QStringLiteral("square.dot"), "graph { a -- b -- c -- d -- a }")));
    QCOMPARE(window->session().document().design().drawn.routers.size(), std::size_t{4});
    QVERIFY(!window->session().document().undoStack().canUndo());
    QVERIFY(!window->openFile(writeFile(sandbox, QStringLiteral("b.graphml"), "<graphml")));
    QVERIFY(
        window->messages().textOf(QStringLiteral("open")).contains(QStringLiteral("b.graphml")));
    QCOMPARE(window->session().document().design().name, std::string("square"));
  }

  void settingsOfTheOpenDesignStay() {
    const Sandbox sandbox;
    const QString file = writeFile(sandbox, QStringLiteral("two.anynet"),
                                   "router 0 node 0 router 1 4\n"
                                   "router 1 node 1 router 0 4\n");
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    window->session().document().setValue("traffic.load", 0.125);
    importBy(*window, file);
    const Design& design = window->session().document().design();
    QVERIFY(design.settings.at("traffic.load") == Value(0.125));
    QVERIFY(design.settings.at("channels.local.latency") == Value(std::int64_t{4}));
    QVERIFY2(!hasErrors(validate(design)),
             validate(design).empty() ? "" : validate(design).front().text.english().c_str());
  }

  void brokenFilesAreSaidInWords() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    const Design before = window->session().document().design();
    importBy(*window, writeFile(sandbox, QStringLiteral("broken.dot"), "graph {\n a -> b }"));
    const QString text = window->messages().textOf(kMessages);
    QVERIFY2(text.startsWith(QStringLiteral("broken.dot, line 2: ")), qPrintable(text));
    importBy(*window, writeFile(sandbox, QStringLiteral("other.dot"), "hello"));
    QVERIFY(window->messages().textOf(kMessages).contains(QStringLiteral("other.dot")));
    QVERIFY(window->session().document().design() == before);
  }

  void unwritableFilesAreSaidInWords() {
    const Sandbox sandbox;
    const Design design = meshDesign();
    Issues issues;
    const auto topology = buildTopology(design, issues);
    const Placement placement = place(*topology);
    const auto problem = [&](const char* name) {
      return writeNetworkFile(sandbox.path(QLatin1String(name)), design, *topology, placement);
    };
    QVERIFY(problem("net.json").contains(QStringLiteral(".graphml")));
    QVERIFY(problem("nowhere/net.dot").contains(QStringLiteral("could not be written")));
    QVERIFY(problem("net.dot").isEmpty());
  }
};

HOPSCOPE_TEST(NetworkFilesTest)
#include "network_files_test.moc"
