// SPDX-License-Identifier: GPL-3.0-or-later
#include <QLabel>
#include <QLayout>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/canvas/heat_menu.h"
#include "ui/canvas/legend_bar.h"
#include "ui/canvas/matrix_canvas.h"
#include "ui/shell/actions.h"
#include "ui/shell/dock.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/run_mode.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

QRect boundsOf(const QWidget& widget) {
  return {widget.mapToGlobal(QPoint(0, 0)), widget.size()};
}

}  // namespace

/// Where messages stand, and that what one looks at stays where it is.
class MessagePlaceTest : public QObject {
  Q_OBJECT

 private slots:
  /// Beside what can be pressed, words of a narrow canvas would be a column of single words.
  void whatCanBePressedStandsWhereThereIsRoom() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("dragonfly-adversarial"));
    MessageBar& bar = window->messages();
    bar.post(QStringLiteral("one"), Severity::warning,
             QStringLiteral("A project without a name was still open when Hopscope ended."),
             {{QStringLiteral("Restore"), [] {}}, {QStringLiteral("Discard"), [] {}}});
    const auto* line = bar.findChild<QFrame*>(QStringLiteral("message:one"));
    const auto* verb = line->findChild<QPushButton*>();
    const QLabel* words = nullptr;
    for (const QLabel* each : line->findChildren<QLabel*>())
      if (!each->text().isEmpty()) words = each;
    QVERIFY(words != nullptr && verb != nullptr);
    QTRY_VERIFY(boundsOf(*verb).left() > boundsOf(*words).right());
    window->resize(900, 560);
    QTRY_VERIFY(boundsOf(*verb).top() > boundsOf(*words).bottom());
    QTRY_VERIFY(words->height() <= 4 * words->fontMetrics().lineSpacing());
    window->resize(1280, 800);
    QTRY_VERIFY(boundsOf(*verb).left() > boundsOf(*words).right());
  }

  /// All that is seen lies within the window, however low that is.
  void aLowWindowHoldsItsPanels() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("dragonfly-adversarial"));
    window->setMode(MainWindow::Mode::run);
    window->resize(960, 560);
    QCoreApplication::processEvents();
    for (const Dock* dock : window->findChildren<Dock*>())
      if (dock->isVisible()) QTRY_VERIFY(boundsOf(*window).contains(boundsOf(*dock)));
  }

  void theDrawingIsNotPushed() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("dragonfly-adversarial"));
    MessageBar& bar = window->messages();
    for (const MainWindow::Mode mode : {MainWindow::Mode::design, MainWindow::Mode::run}) {
      window->setMode(mode);
      QCoreApplication::processEvents();
      const NetworkCanvas& canvas = window->canvasPane().canvas();
      const QRect before = boundsOf(canvas);
      const QPoint router = pixelOf(*window, 20);
      bar.post(QStringLiteral("one"), Severity::warning, QStringLiteral("A sentence."),
               {{QStringLiteral("Do it"), [] {}}});
      QCoreApplication::processEvents();
      QVERIFY(bar.isVisible());
      QCOMPARE(boundsOf(canvas), before);
      QCOMPARE(pixelOf(*window, 20), router);
      QVERIFY(before.contains(boundsOf(bar)));
      // One line of them covers nothing of a network that is fitted.
      const double top = canvas.view().toPixels(canvas.networkBounds().topLeft()).y();
      QVERIFY(boundsOf(bar).bottom() < before.top() + top);
      // Of two the newer is shown; both are higher, and cover rather than push.
      const int line = bar.height();
      bar.post(QStringLiteral("two"), Severity::note, QStringLiteral("Another one."));
      QCoreApplication::processEvents();
      QVERIFY(bar.height() <= line + 8);
      bar.unfold();
      QTRY_VERIFY(bar.height() > line + 8);
      QCOMPARE(boundsOf(canvas), before);
      QCOMPARE(pixelOf(*window, 20), router);
      bar.clearAll();
      QVERIFY(!bar.isVisible());
      QCOMPARE(pixelOf(*window, 20), router);
    }
  }

  /// Routers that are drawn large reach farther out than their middles.
  void aNoticeCoversNoLargeRouter() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign());
    window->resize(1920, 1080);
    const NetworkCanvas& canvas = window->canvasPane().canvas();
    MessageBar& bar = window->messages();
    bar.post(QStringLiteral("one"), Severity::note, QStringLiteral("A sentence."));
    QCoreApplication::processEvents();
    const QRect router = canvas.areaOf({{0}, {}, {}}).adjusted(6, 6, -6, -6);
    QVERIFY(router.height() > 40);
    QVERIFY(boundsOf(bar).bottom() <= canvas.mapToGlobal(router.topLeft()).y());
  }

  /// What a run came to, with all that can be tried, covers nothing of the network either.
  void whatARunCameToCoversNothing() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("dragonfly-adversarial"));
    window->setMode(MainWindow::Mode::run);
    MessageBar& bar = window->messages();
    const NetworkCanvas& canvas = window->canvasPane().canvas();
    for (const QSize size : {QSize(1280, 800), QSize(1920, 1080), QSize(960, 500)}) {
      window->resize(size);
      QCoreApplication::processEvents();
      const QPoint router = pixelOf(*window, 1);
      bar.post(
          QStringLiteral("end"), Severity::warning,
          QStringLiteral("In its last run the network accepted 0.125 of the offered 0.200; the "
                         "rest found full source queues and was refused."),
          {{QStringLiteral("Show me"), [] {}},
           {QStringLiteral("Try UGAL-L"), [] {}},
           {QStringLiteral("Try Valiant"), [] {}},
           {QStringLiteral("Lower the load to 0.12"), [] {}}});
      QCoreApplication::processEvents();
      QCOMPARE(pixelOf(*window, 1), router);
      for (const QLabel* words : bar.findChildren<QLabel*>())
        QVERIFY2(words->heightForWidth(words->width()) <= 2 * words->fontMetrics().height() + 2,
                 qPrintable(words->text()));
      const double top = canvas.view().toPixels(canvas.networkBounds().topLeft()).y();
      QVERIFY2(boundsOf(bar).bottom() < boundsOf(canvas).top() + top,
               qPrintable(QString::number(bar.height())));
      bar.clearAll();
    }
  }

  /// Beside wide panels, with others waiting: no number is lost, and what shows the rest takes no
  /// room from the words.
  void aNarrowCanvasKeepsTheNumbers() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("dragonfly-adversarial"));
    window->setMode(MainWindow::Mode::run);
    MessageBar& bar = window->messages();
    bar.post(QStringLiteral("one"), Severity::note, QStringLiteral("A sentence."));
    bar.post(QStringLiteral("end"), Severity::warning,
             QStringLiteral("In its last run the network accepted 0.125 of the offered 0.200; the "
                            "rest found full source queues and was refused."),
             {{QStringLiteral("Show me"), [] {}},
              {QStringLiteral("Try UGAL-L"), [] {}},
              {QStringLiteral("Try Valiant"), [] {}}});
    const auto* line = bar.findChild<QFrame*>(QStringLiteral("message:end"));
    const QLabel* words = nullptr;
    for (const QLabel* each : line->findChildren<QLabel*>())
      if (!each->text().isEmpty()) words = each;
    for (const int width : {440, 360, 330}) {
      bar.resize(width, bar.height());
      bar.resize(width, bar.layout()->totalHeightForWidth(width));
      QCoreApplication::processEvents();
      QVERIFY2(words->text().contains(QStringLiteral("0.125 of the offered 0.200")),
               qPrintable(QStringLiteral("%1: %2").arg(width).arg(words->text())));
      QVERIFY2(words->width() > width - 100, qPrintable(QString::number(words->width())));
    }
    QVERIFY(line->findChild<QToolButton*>(QStringLiteral("messageRest"))->isVisible());
  }

  /// Verbs go below the words before these lose a number.
  void aSentenceIsWholeBesideItsVerbs() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("dragonfly-adversarial"));
    window->setMode(MainWindow::Mode::run);
    window->resize(1280, 800);
    MessageBar& bar = window->messages();
    const QString said = QStringLiteral(
        "In its last run the network accepted 0.459 of the offered 0.500; queues "
        "grow without end.");
    bar.post(
        QStringLiteral("end"), Severity::warning, said,
        {{QStringLiteral("Show me"), [] {}}, {QStringLiteral("Lower the load to 0.44"), [] {}}});
    QCoreApplication::processEvents();
    const QList<QLabel*> labels = bar.findChildren<QLabel*>();
    QVERIFY(std::any_of(labels.begin(), labels.end(),
                        [&](const QLabel* label) { return label->text() == said; }));
  }

  /// What has no room any more leaves its keys to the canvas, not to whatever comes next.
  void aVerbThatGoesLeavesTheFocus() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("dragonfly-adversarial"));
    window->resize(1920, 1080);
    MessageBar& bar = window->messages();
    bar.post(QStringLiteral("end"), Severity::warning, QStringLiteral("A sentence."),
             {{QStringLiteral("Show me where it is"), [] {}},
              {QStringLiteral("Try it with UGAL-L"), [] {}},
              {QStringLiteral("Try it with Valiant"), [] {}},
              {QStringLiteral("Lower the load to 0.12"), [] {}}});
    QCoreApplication::processEvents();
    const QList<QPushButton*> verbs = bar.findChildren<QPushButton*>();
    QCOMPARE(verbs.size(), 4);
    QVERIFY(verbs.back()->isVisible());
    const QWidget& canvas = window->canvasPane().canvas();
    verbs.front()->setFocus(Qt::TabFocusReason);
    window->resize(900, 560);
    QTRY_VERIFY(!verbs.back()->isVisible());
    QVERIFY(verbs.front()->hasFocus());  // it is still there
    window->resize(1920, 1080);
    QTRY_VERIFY(verbs.back()->isVisible());
    verbs.back()->setFocus(Qt::TabFocusReason);
    QVERIFY(verbs.back()->hasFocus());
    window->resize(900, 560);
    QTRY_VERIFY(!verbs.back()->isVisible());
    QVERIFY(canvas.hasFocus());
  }

  /// What stays to be said in Design has two lines, and the topmost group keeps its name.
  void twoLinesCoverNoNameInDesign() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("dragonfly-adversarial"));
    MessageBar& bar = window->messages();
    const NetworkCanvas& canvas = window->canvasPane().canvas();
    bar.post(QStringLiteral("stale"), Severity::warning,
             QStringLiteral("The design changed since this run started. Run begins it anew."),
             {{QStringLiteral("Start over"), [] {}}, {QStringLiteral("Go on with it"), [] {}}});
    QCoreApplication::processEvents();
    const QFontMetrics words(bar.font());
    QVERIFY(bar.height() > 2 * words.lineSpacing());
    const double top = canvas.view().toPixels(canvas.networkBounds().topLeft()).y();
    QVERIFY2(boundsOf(bar).bottom() < boundsOf(canvas).top() + top,
             qPrintable(QString::number(bar.height())));
  }

  /// A matrix names its columns along the upper edge: what is said stands below it.
  void noNameOfAMatrixIsCovered() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("dragonfly-adversarial"));
    window->canvasPane().showMatrix(true);
    MessageBar& bar = window->messages();
    for (const MainWindow::Mode mode : {MainWindow::Mode::design, MainWindow::Mode::run}) {
      window->setMode(mode);
      QCoreApplication::processEvents();
      const auto* matrix = window->findChild<MatrixCanvas*>();
      const QPointF last = matrix->pixelOf(35, 35);
      bar.post(QStringLiteral("one"), Severity::warning,
               QStringLiteral("The design changed since this run started. Run begins it anew."),
               {{QStringLiteral("Start over"), [] {}}, {QStringLiteral("Go on with it"), [] {}}});
      QCoreApplication::processEvents();
      QCOMPARE(matrix->pixelOf(35, 35), last);  // it is not pushed
      QVERIFY(boundsOf(*matrix).contains(boundsOf(bar)));
      QVERIFY(boundsOf(bar).top() > boundsOf(*matrix).top() + last.y() + matrix->view().side / 2);
      bar.clearAll();
    }
    window->canvasPane().showMatrix(false);
    bar.post(QStringLiteral("one"), Severity::note, QStringLiteral("A sentence."));
    QCoreApplication::processEvents();
    QVERIFY(boundsOf(bar).top() < boundsOf(window->canvasPane().canvas()).center().y());
  }

  /// Zoom gives way to what the colours mean: 1080p at twice the size of everything.
  void aNarrowCanvasTellsItsColours() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("dragonfly-adversarial"));
    stepTo(*window, 600);
    const auto* legend = window->canvasPane().findChild<LegendBar*>();
    const auto* quantity = legend->findChild<HeatMenu*>();
    const auto shows = [legend](const QString& name) {
      for (const auto* each : legend->findChildren<QToolButton*>())
        if (each->accessibleName() == name) return each->isVisible();
      return false;
    };
    window->resize(960, 500);
    QTRY_VERIFY(quantity->isVisible());
    QVERIFY(!shows(QStringLiteral("Zoom in")));
    QVERIFY(shows(QStringLiteral("Fit")) && shows(QStringLiteral("Layers")));
    window->resize(1280, 800);
    QTRY_VERIFY(shows(QStringLiteral("Zoom in")));
    QVERIFY(quantity->isVisible());
    // So it is while it is designed.
    window->setMode(MainWindow::Mode::design);
    window->resize(960, 500);
    QTRY_VERIFY(!shows(QStringLiteral("Zoom in")));
    window->resize(1280, 800);
    QTRY_VERIFY(shows(QStringLiteral("Zoom in")));
  }

  void theToolsStayInReach() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    window->messages().post(QStringLiteral("one"), Severity::note, QStringLiteral("A sentence."));
    QCoreApplication::processEvents();
    const auto* tools = window->findChild<QWidget*>(QStringLiteral("canvasTools"));
    QVERIFY(tools->isVisible());
    QVERIFY(!boundsOf(*tools).intersects(boundsOf(window->messages())));
  }

  void otherPagesBeginBelowThem() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign());
    bool pressed = false;
    window->messages().post(QStringLiteral("one"), Severity::note, QStringLiteral("A sentence."),
                            {{QStringLiteral("Press me"), [&] { pressed = true; }}});
    window->setMode(MainWindow::Mode::explore);
    QCoreApplication::processEvents();
    QVERIFY(window->messages().isVisible());
    QVERIFY(window->messages().parentWidget() != &window->canvasPane());
    window->setMode(MainWindow::Mode::run);
    QCoreApplication::processEvents();
    QVERIFY(window->messages().isVisible());
    QVERIFY(window->messages().parentWidget() == &window->canvasPane());
    pressMessage(*window, QStringLiteral("one"), QStringLiteral("Press me"));
    QVERIFY(pressed);
    QVERIFY(!window->messages().isVisible());
  }

  /// A closer look keeps its middle when a panel goes or comes.
  void whatIsInTheMiddleStaysThere() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("dragonfly-adversarial"));
    window->setMode(MainWindow::Mode::run);
    QCoreApplication::processEvents();
    NetworkCanvas& canvas = window->canvasPane().canvas();
    canvas.zoomTo(300);
    const auto middle = [&] { return canvas.view().toCanvas(QRectF(canvas.rect()).center()); };
    const QPointF looked = middle();
    const QSize before = canvas.size();
    for (Dock* dock : window->runMode().docks()) dock->hide();
    QTRY_VERIFY(canvas.width() > before.width() && canvas.height() > before.height());
    QVERIFY((middle() - looked).manhattanLength() < 1);
    QCOMPARE(canvas.zoom(), 300.0);
    for (Dock* dock : window->runMode().docks()) dock->show();
    QTRY_VERIFY(canvas.width() < before.width() + 50);
    QVERIFY((middle() - looked).manhattanLength() < 1);
  }
};

HOPSCOPE_TEST(MessagePlaceTest)

#include "message_place_test.moc"
