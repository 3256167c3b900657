// SPDX-License-Identifier: GPL-3.0-or-later
// Finding parts by name, and leaving out links that are not busy.
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>
#include <cmath>

#include "tests/support/test_main.h"
#include "tests/ui/canvas/pane_support.h"
#include "ui/canvas/filter_bar.h"
#include "ui/canvas/find_box.h"
#include "ui/canvas/matrix_canvas.h"

namespace hopscope {

namespace {

struct PaneFixture : test::DragonflyPane {
  FindBox& box() { return *pane.findChild<FindBox*>(); }
  FilterBar& bar() { return *pane.findChild<FilterBar*>(); }
  QToolButton* filterButton() {
    for (auto* each : pane.findChildren<QToolButton*>())
      if (each->accessibleName() == QStringLiteral("Filter")) return each;
    return nullptr;
  }
  QString count() { return bar().findChild<QLabel*>(QStringLiteral("filterCount"))->text(); }
  /// All links 10 % busy but one.
  void heat(LinkId hot, float busy) {
    NetworkHeat heat;
    heat.channelUtilization.assign(document.topology()->channelCount(), .1F);
    heat.channelUtilization[2 * hot] = busy;
    pane.setHeat(heat);
  }
  LinkId lastLink() const { return document.topology()->linkCount() - 1; }
  /// Where a link's middle is on the canvas.
  QPoint middleOf(LinkId link) {
    const Link& known = document.topology()->links[link];
    const Placement& placement = *document.placement();
    const Point a = placement.routers[known.a.node], b = placement.routers[known.b.node];
    return pane.canvas().view().toPixels({(a.x + b.x) / 2, (a.y + b.y) / 2}).toPoint();
  }
  bool picks(LinkId link) {
    static_cast<void>(pane.canvas().grab());
    document.select({});
    QTest::mouseClick(&pane.canvas(), Qt::LeftButton, Qt::NoModifier, middleOf(link));
    const bool found = document.selection().links.count(link) != 0;
    document.select({});
    return found;
  }
};

}  // namespace

class FindFilterTest : public QObject {
  Q_OBJECT

 private slots:
  void typingAndEnterSelectsAndFrames() {
    PaneFixture f;
    const double before = f.pane.canvas().zoom();
    f.pane.openFind();
    QVERIFY(f.box().isVisible() && f.box().field().hasFocus());
    QTest::keyClicks(&f.box().field(), QStringLiteral("router 21"));
    QCOMPARE(f.box().hits().size(), std::size_t{1});
    QTest::keyClick(&f.box().field(), Qt::Key_Return);
    QVERIFY(!f.box().isVisible());
    QVERIFY(f.pane.canvas().hasFocus());
    QCOMPARE(f.document.selection().routers, std::set<RouterId>{21});
    QVERIFY(f.pane.canvas().zoom() != before);
    const Point place = f.document.placement()->routers[21];
    QVERIFY(f.pane.canvas().rect().contains(
        f.pane.canvas().view().toPixels({place.x, place.y}).toPoint()));
  }

  void arrowsPreviewAndEscapePutsBack() {
    PaneFixture f;
    f.document.select({{3}, {}, {}});
    f.pane.openFind();
    QTest::keyClicks(&f.box().field(), QStringLiteral("5"));
    QVERIFY(f.box().hits().size() >= 3);
    QTest::keyClick(&f.box().field(), Qt::Key_Down);
    QCOMPARE(f.document.selection().terminals, std::set<TerminalId>{5});
    QTest::keyClick(&f.box().field(), Qt::Key_Up);
    QCOMPARE(f.document.selection().routers, std::set<RouterId>{5});
    QTest::keyClick(&f.box().field(), Qt::Key_Escape);
    QVERIFY(!f.box().isVisible());
    QCOMPARE(f.document.selection().routers, std::set<RouterId>{3});
  }

  void unknownNamesAreToldSo() {
    PaneFixture f;
    f.pane.openFind();
    QTest::keyClicks(&f.box().field(), QStringLiteral("router 999"));
    bool told = false;
    for (auto* label : f.box().findChildren<QLabel*>())
      told = told || (label->isVisible() &&
                      label->text() == QStringLiteral("Nothing here is called “router 999”."));
    QVERIFY(told);
    QTest::keyClick(&f.box().field(), Qt::Key_Return);
    QVERIFY(f.box().isVisible());
  }

  void quietLinksAreLeftOutAndCannotBePicked() {
    PaneFixture f;
    const LinkId hot = f.lastLink(), quiet = f.lastLink() - 1;
    f.heat(hot, .9F);
    QVERIFY(f.picks(hot) && f.picks(quiet));
    const QImage all = f.pane.canvas().grab().toImage();
    QTest::mouseClick(f.filterButton(), Qt::LeftButton);
    QVERIFY(f.bar().isVisible());
    QCOMPARE(f.bar().least().value(), 70);
    QVERIFY2(f.count().startsWith(QStringLiteral("busy: 1 of ")), qPrintable(f.count()));
    QVERIFY(f.pane.canvas().grab().toImage() != all);
    QVERIFY(f.picks(hot));
    QVERIFY(!f.picks(quiet));
    // New rates keep the filter.
    f.heat(quiet, .8F);
    QVERIFY(!f.picks(hot));
    QVERIFY(f.picks(quiet));
    QTest::mouseClick(f.filterButton(), Qt::LeftButton);
    QVERIFY(!f.bar().isVisible());
    QVERIFY(f.picks(hot) && f.picks(quiet));
  }

  void anEmptyResultNamesTheHottestAndShowsIt() {
    PaneFixture f;
    const LinkId hot = f.lastLink();
    f.heat(hot, .71F);
    QTest::mouseClick(f.filterButton(), Qt::LeftButton);
    f.bar().least().setValue(90);
    QCOMPARE(f.count(), QStringLiteral("No link above 90\u00a0%. The hottest has 71\u00a0%."));
    auto* show = f.bar().findChild<QPushButton*>(QStringLiteral("filterShow"));
    QVERIFY(show->isVisible());
    QTest::mouseClick(show, Qt::LeftButton);
    QCOMPARE(f.document.selection().links, std::set<LinkId>{hot});
    QVERIFY(f.bar().least().value() <= 71);
    QVERIFY(!show->isVisible());
  }

  void withoutARunThereIsNothingToFilter() {
    PaneFixture f;
    QVERIFY(!f.filterButton()->isEnabled());
    f.heat(f.lastLink(), .9F);
    QVERIFY(f.filterButton()->isEnabled());
    QTest::mouseClick(f.filterButton(), Qt::LeftButton);
    f.pane.clearHeat();
    QVERIFY(!f.filterButton()->isEnabled());
    QVERIFY(f.picks(f.lastLink()));
  }

  void theMatrixIsFilteredToo() {
    PaneFixture f;
    f.heat(f.lastLink(), .9F);
    f.pane.showMatrix(true);
    const QImage all = f.pane.matrix().grab().toImage();
    QTest::mouseClick(f.filterButton(), Qt::LeftButton);
    const QImage few = f.pane.matrix().grab().toImage();
    const HeatScale scale(Theme::light());
    const auto count = [](const QImage& image, const QColor& color) {
      int pixels = 0;
      for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) pixels += image.pixelColor(x, y) == color ? 1 : 0;
      return pixels;
    };
    QVERIFY(count(all, scale.color(.1)) > 1000);
    QCOMPARE(count(few, scale.color(.1)), 0);
    QVERIFY(count(few, scale.color(.9)) > 50);
  }
};

HOPSCOPE_TEST(FindFilterTest)

}  // namespace hopscope

#include "find_filter_test.moc"
