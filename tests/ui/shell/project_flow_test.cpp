// SPDX-License-Identifier: GPL-3.0-or-later
#include <sys/wait.h>
#include <unistd.h>
#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QDragEnterEvent>
#include <QFile>
#include <QFileInfo>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QTest>
#include <QTreeWidget>

#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/shell/actions.h"
#include "ui/shell/design_mode.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/project_panel.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"

using namespace hopscope;
using namespace hopscope::test;

/// Saving, opening, closing, recovering.
class ProjectFlowTest : public QObject {
  Q_OBJECT

  static void saveBy(MainWindow& window, const QString& file) {
    answerModal([file](QWidget* dialog) { typeFile(dialog, file); });
    window.actions().at("file.saveAs")->trigger();
  }

  static StoredCurve aCurve(RowId design) {
    StoredCurve curve;
    curve.designId = design;
    curve.name = "curve";
    curve.started = "2026-01-02T03:04:05Z";
    curve.design = meshDesign();
    CurvePoint point;
    point.offered = 0.1;
    point.accepted = 0.1;
    point.latencyMean = 21.5;
    curve.points = {point};
    return curve;
  }

  /// As when files are dragged over the window and let go; whether it took them.
  static bool drop(MainWindow& window, const QStringList& files) {
    QMimeData data;
    QList<QUrl> urls;
    for (const QString& file : files) urls << QUrl::fromLocalFile(file);
    data.setUrls(urls);
    const QPoint at = window.rect().center();
    QDragEnterEvent over(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    over.ignore();
    QApplication::sendEvent(&window, &over);
    if (!over.isAccepted()) return false;
    QDropEvent dropped(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &dropped);
    return true;
  }

 private slots:
  void aFileIsDroppedOnTheWindow() {
    const Sandbox sandbox;
    const QString file = sandbox.path(QStringLiteral("dropped.hopscope"));
    Design design = meshDesign();
    design.name = "Dropped";
    {
      const auto window = openWindow();
      openExample(*window, QStringLiteral("mesh-transpose"));
      window->session().document().load(design);
      saveBy(*window, file);
      QVERIFY(window->close());
    }
    const auto window = openWindow();
    QVERIFY(!drop(*window, {file, file}));
    QVERIFY(!drop(*window, {}));
    QVERIFY(drop(*window, {file}));
    QCOMPARE(window->session().document().design().name, std::string("Dropped"));
  }

  void aSavedProjectIsFoundAsItWas() {
    const Sandbox sandbox;
    const QString file = sandbox.path(QStringLiteral("saved.hopscope"));
    Design design;
    std::vector<StoredRun> runs;
    {
      const auto window = openWindow();
      openExample(*window, QStringLiteral("mesh-transpose"));
      window->session().document().load(meshDesign());
      QTest::keyClick(window.get(), Qt::Key_F5);
      QTRY_COMPARE_WITH_TIMEOUT(window->session().runs().size(), std::size_t{1}, 20'000);
      window->session().addCurve(aCurve(window->session().currentDesign()));
      window->session().document().move({{3}, {}, {}}, {32, 16});
      QTreeWidget* names = window->designMode().projectPanel().tree();
      QCOMPARE(names->topLevelItem(0)->text(0), QStringLiteral("Untitled project"));
      saveBy(*window, file);
      QCOMPARE(names->topLevelItem(0)->text(0), QStringLiteral("saved"));
      QVERIFY(QFileInfo::exists(file));
      QVERIFY(!window->session().modified());
      design = window->session().document().design();
      runs = {wholeRun(*window)};
      QVERIFY(window->close());
    }
    const auto window = openWindow();
    QVERIFY(window->openFile(file));
    QVERIFY(window->session().document().design() == design);
    QVERIFY(!window->session().modified());
    QCOMPARE(window->session().runs().size(), std::size_t{1});
    const StoredRun run = wholeRun(*window);
    QCOMPARE(run.name, runs.front().name);
    QCOMPARE(run.designHash, runs.front().designHash);
    QCOMPARE(run.results.latency.mean, runs.front().results.latency.mean);
    QCOMPARE(run.results.channelUtilization, runs.front().results.channelUtilization);
    QCOMPARE(run.results.seed, runs.front().results.seed);
    QCOMPARE(window->session().curves().size(), std::size_t{1});
    QCOMPARE(window->session().curves().front().points.front().latencyMean, 21.5);

    // A kept run shows its heat on the canvas.
    QTreeWidget* tree = window->designMode().projectPanel().tree();
    QTreeWidgetItem* item = tree->topLevelItem(1)->child(0);
    QTest::mouseClick(tree->viewport(), Qt::LeftButton, Qt::NoModifier,
                      tree->visualItemRect(item).center());
    QCOMPARE(window->mode(), MainWindow::Mode::run);
    QVERIFY(window->runMode().showsStored());
    QCOMPARE(window->canvasPane().canvas().picture().heat.channelUtilization.size(),
             run.results.channelUtilization.size());
  }

  /// Saved or asked about, not lost.
  void aNameThatIsBeingTypedIsKept() {
    const Sandbox sandbox;
    const auto window = openWindow();
    window->actions().at("file.new")->trigger();
    DesignDocument& document = window->session().document();
    document.addRouter({0, 0});
    const QString file = sandbox.path(QStringLiteral("named.hopscope"));
    saveBy(*window, file);
    NetworkCanvas& canvas = window->canvasPane().canvas();
    const auto type = [&](const QString& name) {
      static_cast<void>(canvas.grab());
      QTest::mouseDClick(&canvas, Qt::LeftButton, {}, pixelOf(*window, 0));
      auto* editor = canvas.findChild<QWidget*>(QStringLiteral("nameEditor"));
      QVERIFY(editor != nullptr);
      QTest::keyClicks(editor->findChild<QLineEdit*>(), name);
    };
    type(QStringLiteral("rack 12"));
    window->actions().at("file.save")->trigger();
    QCOMPARE(document.topology()->routerNames.at(0), std::string("rack 12"));
    QVERIFY(!window->session().modified());
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    type(QStringLiteral("rack 13"));
    bool asked = false;
    answerModal([&asked](QWidget* dialog) {
      asked = true;
      press(dialog, QStringLiteral("Keep working"));
    });
    QVERIFY(!window->close());
    QVERIFY(asked);
    QCOMPARE(document.topology()->routerNames.at(0), std::string("rack 13"));
  }

  void closingUnsavedWorkAsks() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    window->session().document().setValue("traffic.load", 0.31);
    QVERIFY(window->session().modified());
    answerModal([](QWidget* dialog) {
      QVERIFY(qobject_cast<QMessageBox*>(dialog) != nullptr);
      press(dialog, QStringLiteral("Keep working"));
    });
    QVERIFY(!window->close());
    QVERIFY(window->isVisible());
    QCOMPARE(window->session().document().design().settings.at("traffic.load"), Value{0.31});

    const QString file = sandbox.path(QStringLiteral("kept.hopscope"));
    answerModal([file](QWidget* dialog) {
      answerModal([file](QWidget* next) { typeFile(next, file); });
      press(dialog, QStringLiteral("Save"));
    });
    QVERIFY(window->close());
    QVERIFY(QFileInfo::exists(file));
  }

  void discardingLeavesTheFileAsItWas() {
    const Sandbox sandbox;
    const QString file = sandbox.path(QStringLiteral("p.hopscope"));
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    saveBy(*window, file);
    const Design saved = window->session().document().design();
    window->session().document().setValue("traffic.load", 0.31);
    QTest::qWait(600);  // the edit has reached the working copy
    answerModal([](QWidget* dialog) { press(dialog, QStringLiteral("Discard changes")); });
    QVERIFY(window->close());
    const auto again = openWindow();
    QVERIFY(again->openFile(file));
    QVERIFY(again->session().document().design() == saved);
    QVERIFY(again->messages().textOf(QStringLiteral("recovery1")).isEmpty());
  }

  void lookingAtAnExampleIsNoWork() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    QVERIFY(!window->session().modified());
    QVERIFY(window->close());
  }

  void runningAnExampleIsNoWork() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    window->runMode().run().setSpeed(0);
    pressKeys(*window, Qt::Key_F5);
    QTRY_COMPARE_WITH_TIMEOUT(window->session().runs().size(), std::size_t{1}, 30'000);
    QVERIFY(!window->session().modified());
    // What the user says of it is.
    const StoredRun run = wholeRun(*window);
    window->session().labelRun(run.id, "for the paper", {});
    QVERIFY(window->session().modified());
    window->session().labelRun(run.id, run.name, {});
    answerModal([](QWidget* dialog) { press(dialog, QStringLiteral("Discard changes")); });
    QVERIFY(window->close());
  }

  void whatACrashLeftIsOffered() {
    const Sandbox sandbox;
    const pid_t child = fork();
    if (child == 0) {
      auto made = Project::create();
      auto* project = std::get_if<std::unique_ptr<Project>>(&made);
      if (project == nullptr) _exit(1);
      (*project)->addDesign(meshDesign());
      (*project)->checkpoint();
      _exit(0);  // without closing: the working copy stays
    }
    int status = 0;
    QCOMPARE(waitpid(child, &status, 0), child);
    QCOMPARE(status, 0);

    const auto window = openWindow();
    QVERIFY(!window->messages().textOf(QStringLiteral("recovery1")).isEmpty());
    press(window.get(), QStringLiteral("Restore"));
    QVERIFY(window->session().isOpen());
    QVERIFY(window->session().document().design() == meshDesign());
    QVERIFY(window->session().modified());
    QVERIFY(window->messages().textOf(QStringLiteral("recovery1")).isEmpty());
    saveBy(*window, sandbox.path(QStringLiteral("restored.hopscope")));
    QVERIFY(window->close());
    const auto again = openWindow();
    QVERIFY(again->messages().textOf(QStringLiteral("recovery1")).isEmpty());
  }

  void recentFilesAreListed() {
    const Sandbox sandbox;
    const QString file = sandbox.path(QStringLiteral("recent.hopscope"));
    {
      const auto window = openWindow();
      openExample(*window, QStringLiteral("mesh-transpose"));
      saveBy(*window, file);
      QVERIFY(window->close());
    }
    const auto window = openWindow();
    auto* recent = window->findChild<QAbstractButton*>(QStringLiteral("recent:") + file);
    QVERIFY(recent != nullptr);
    QTest::mouseClick(recent, Qt::LeftButton);
    QCOMPARE(QString::fromStdString(window->session().file()), file);
    QCOMPARE(window->mode(), MainWindow::Mode::design);
  }

  void aForeignFileIsRefusedInOneSentence() {
    const Sandbox sandbox;
    const QString path = sandbox.path(QStringLiteral("foreign.hopscope"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("This is a shopping list, and no project at all.");
    file.close();
    const auto window = openWindow();
    QVERIFY(!window->openFile(path));
    QVERIFY(!window->session().isOpen());
    QVERIFY(window->messages().textOf(QStringLiteral("open")).contains(QStringLiteral("foreign")) ||
            !window->messages().textOf(QStringLiteral("open")).isEmpty());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("This is a shopping list, and no project at all."));
  }

  void aDesignDocumentOpensAsAProject() {
    const Sandbox sandbox;
    const QString path = sandbox.path(QStringLiteral("ring.json"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"schema": "hopscope.design/1", "name": "From a file",
                   "topology": {"kind": "mesh", "dimensions": [3, 3]}})");
    file.close();
    const auto window = openWindow();
    QVERIFY(window->openFile(path));
    QCOMPARE(window->session().document().topology()->routerCount(), 9u);
    QVERIFY(window->session().file().empty());
  }
};

HOPSCOPE_TEST(ProjectFlowTest)
#include "project_flow_test.moc"
