// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QTest>
#include <algorithm>

#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/canvas/network_canvas.h"
#include "ui/drawing/wait_cycle_layer.h"
#include "ui/gallery/thumbnail.h"
#include "ui/plots/bar_list.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

std::unique_ptr<MainWindow> deadlocked() {
  auto window = openWindow();
  openExample(*window, QStringLiteral("deadlock"));
  window->runMode().run().setSpeed(0);
  QTest::mouseClick(button(*window, QStringLiteral("designRunButton")), Qt::LeftButton);
  const auto kept = [&] { return window->session().runs().size() == 1; };
  if (!QTest::qWaitFor(kept, 30'000)) QTest::qFail("no run was kept", __FILE__, __LINE__);
  return window;
}

int pixelsLike(const QImage& image, const QColor& color) {
  int count = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) {
      const QColor one = image.pixelColor(x, y);
      if (std::abs(one.red() - color.red()) + std::abs(one.green() - color.green()) +
              std::abs(one.blue() - color.blue()) <
          24)
        ++count;
    }
  return count;
}

}  // namespace

/// A run that ends in a deadlock shows who waits for whom.
class DeadlockTest : public QObject {
  Q_OBJECT

 private slots:
  void theWaitCycleStandsOut() {
    const Sandbox sandbox;
    const auto window = deadlocked();
    const Results& results = wholeRun(*window).results;
    QVERIFY(results.deadlock.size() >= 3);
    // In the order in which they wait, and how full each buffer is.
    QTRY_COMPARE(heatOf(*window).waitCycle.size(), results.deadlock.size());
    QTRY_VERIFY(std::all_of(heatOf(*window).waitCycle.begin(), heatOf(*window).waitCycle.end(),
                            [](const WaitingBuffer& each) { return each.room == 8; }));
    for (std::size_t i = 0; i < results.deadlock.size(); ++i) {
      QCOMPARE(heatOf(*window).waitCycle[i].channel, results.deadlock[i].channel);
      QCOMPARE(heatOf(*window).waitCycle[i].vc, results.deadlock[i].vc);
      QVERIFY(heatOf(*window).waitCycle[i].flits > 4);  // no room for another packet
    }
    // In the middle of the canvas, in the colour of errors.
    NetworkCanvas& canvas = window->canvasPane().canvas();
    QRectF box;
    for (const RouterId router : routersOfWaitCycle(canvas.picture()))
      box |= QRectF(pixelOf(*window, router), QSizeF(1, 1));
    QVERIFY(std::abs(box.center().x() - canvas.rect().center().x()) < 40);
    QVERIFY(std::abs(box.center().y() - canvas.rect().center().y()) < 40);
    QVERIFY(canvas.rect().contains(box.toAlignedRect()));
    QVERIFY(std::max(box.width() / canvas.width(), box.height() / canvas.height()) > 0.4);
    const Theme& theme = Theme::light();
    QVERIFY(pixelsLike(canvas.grab().toImage(), theme.color(Tone::bad)) > 1000);

    // What is offered has a name, and a link that carries nothing is not the hottest.
    const auto verbs = window->findChildren<QAbstractButton*>();
    QVERIFY(std::any_of(verbs.begin(), verbs.end(), [](const QAbstractButton* each) {
      const QString words = QStringLiteral("Try 2 virtual channels");
      return each->text() == words || each->accessibleName() == words;
    }));
    for (const BarList* list : window->findChildren<BarList*>())
      for (const HotChannel& bar : list->bars()) QVERIFY(bar.utilization > 0);

    // What is selected beside it is looked at without it; Escape and "Show me" bring it back.
    const int cold = pixelsLike(canvas.grab().toImage(), theme.color(Tone::t1));
    clickRouter(*window, *routersOfWaitCycle(canvas.picture()).begin());
    QTRY_VERIFY(heatOf(*window).waitCycle.empty());
    QVERIFY(pixelsLike(canvas.grab().toImage(), theme.color(Tone::t1)) > cold);
    canvas.setFocus();
    QTest::keyClick(&canvas, Qt::Key_Escape);
    QTRY_VERIFY(!heatOf(*window).waitCycle.empty());
    clickRouter(*window, *routersOfWaitCycle(canvas.picture()).begin());
    QTRY_VERIFY(heatOf(*window).waitCycle.empty());
    pressMessage(*window, QStringLiteral("run"), QStringLiteral("Show me"));
    QTRY_VERIFY(!heatOf(*window).waitCycle.empty());

    // It is of that network and of that moment.
    window->runMode().stepWindow(-1);
    QVERIFY(heatOf(*window).waitCycle.empty());
    window->runMode().leavePast();
    QVERIFY(!heatOf(*window).waitCycle.empty());
    window->setMode(MainWindow::Mode::design);
    QVERIFY(heatOf(*window).waitCycle.empty());
    window->runMode().showStored(window->session().runs().front().id);
    QCOMPARE(heatOf(*window).waitCycle.size(), results.deadlock.size());
  }

  void theThumbnailShowsIt() {
    const auto& all = examples();
    const auto example = std::find_if(all.begin(), all.end(),
                                      [](const Example& one) { return one.name == "deadlock"; });
    QVERIFY(example != all.end());
    const NetworkPicture picture = simulatedPicture(example->design);
    QVERIFY(picture.heat.waitCycle.size() >= 3);
    for (const Theme* theme : {&Theme::light(), &Theme::dark()}) {
      const QImage image = paintThumbnail(picture, {240, 150}, 1, *theme);
      QVERIFY(pixelsLike(image, theme->color(Tone::bad)) > 60);
    }
  }
};

HOPSCOPE_TEST(DeadlockTest)
#include "deadlock_test.moc"
