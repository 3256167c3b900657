// SPDX-License-Identifier: GPL-3.0-or-later
// Groups collapse into one node and open again, with real mouse and keyboard events.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include "engine/design/design_json.h"
#include "tests/support/test_main.h"
#include "tests/ui/canvas/canvas_support.h"
#include "ui/drawing/collapsed_network.h"

namespace hopscope {

using test::CanvasFixture;

class CollapseTest : public QObject {
  Q_OBJECT

  /// 9 groups of 4 routers with 2 terminals each.
  static void load(CanvasFixture& f) {
    Design design;
    design.settings["topology.kind"] = std::string("dragonfly");
    design.settings["topology.p"] = std::int64_t{2};
    design.settings["topology.a"] = std::int64_t{4};
    design.settings["topology.h"] = std::int64_t{2};
    f.document.load(design);
    QCOMPARE(f.document.topology()->routerCount(), 36u);
    f.paint();
  }
  static const std::set<std::int32_t>& collapsed(const CanvasFixture& f) {
    return f.document.design().layout.collapsed;
  }
  /// The middle of a group's routers, which is where its node stands.
  static QPoint nodeOf(const CanvasFixture& f, std::int32_t group) {
    QPointF middle;
    int count = 0;
    const Topology& t = *f.document.topology();
    for (RouterId r = 0; r < t.routerCount(); ++r)
      if (t.group[r] == group) {
        middle +=
            QPointF(f.document.placement()->routers[r].x, f.document.placement()->routers[r].y);
        ++count;
      }
    return f.pixel(middle / count);
  }
  /// Somewhere on a group's ground where nothing else is.
  static QPoint groundOf(CanvasFixture& f, std::int32_t group) {
    for (const GroupShape& shape : f.document.placement()->groups) {
      if (shape.group != group) continue;
      QPolygonF outline;
      for (const Point& p : shape.outline) outline << QPointF(p.x, p.y);
      const QRectF box = outline.boundingRect();
      const int columns = static_cast<int>(box.width()) / 4;
      const int rows = static_cast<int>(box.height()) / 4;
      for (int column = 0; column < columns; ++column)
        for (int row = 0; row < rows; ++row) {
          const QPointF place = box.topLeft() + QPointF(4 * column, 4 * row);
          if (!outline.containsPoint(place, Qt::WindingFill)) continue;
          NetworkPainter painter(Theme::light());
          painter.setPicture(f.canvas.picture());
          const double unit = 1 / f.canvas.view().scale();
          if (painter.routerAt(place, 16 * unit) == kNone &&
              painter.terminalAt(place, 12 * unit) == kNone &&
              painter.linkAt(place, 8 * unit) == kNone)
            return f.pixel(place);
        }
    }
    return {};
  }
  static void doubleClick(CanvasFixture& f, QPoint at) {
    QTest::mouseMove(&f.canvas, at);
    QTest::mouseDClick(&f.canvas, Qt::LeftButton, {}, at);
    f.paint();
  }

 private slots:
  void aDoubleClickOnItsGroundClosesAGroupAndOneOnItsNodeOpensIt() {
    CanvasFixture f;
    load(f);
    const QPoint ground = groundOf(f, 3);
    QVERIFY(!ground.isNull());
    const QImage open = f.canvas.grab().toImage();
    doubleClick(f, ground);
    QCOMPARE(collapsed(f), (std::set<std::int32_t>{3}));
    QCOMPARE(f.document.undoStack().undoText(), QStringLiteral("Collapse groups"));
    QVERIFY(f.canvas.grab().toImage() != open);
    doubleClick(f, nodeOf(f, 3));
    QVERIFY(collapsed(f).empty());
    QCOMPARE(f.document.undoStack().undoText(), QStringLiteral("Expand groups"));
    f.key(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(collapsed(f), (std::set<std::int32_t>{3}));
    f.key(Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(collapsed(f).empty());
  }

  void aClickOnANodeSelectsItsRouters() {
    CanvasFixture f;
    load(f);
    f.document.collapse({2, 5});
    f.paint();
    f.click(nodeOf(f, 5));
    QCOMPARE(f.document.selection().routers, (std::set<RouterId>{20, 21, 22, 23}));
    f.click(nodeOf(f, 2), Qt::ControlModifier);
    QCOMPARE(f.document.selection().routers, (std::set<RouterId>{8, 9, 10, 11, 20, 21, 22, 23}));
    // Those drawn themselves are picked as ever; the hidden ones are not.
    f.document.select({});
    f.click(f.pixelOfRouter(0));
    QCOMPARE(f.document.selection().routers, (std::set<RouterId>{0}));
    // Dragged, they move together.
    const Point before = f.document.placement()->routers[20];
    const Point other = f.document.placement()->routers[23];
    f.drag(nodeOf(f, 5), nodeOf(f, 5) + QPoint(40, 24));
    const Point after = f.document.placement()->routers[20];
    QVERIFY(after != before);
    QVERIFY(std::abs((f.document.placement()->routers[23].x - other.x) - (after.x - before.x)) <
            1e-9);
  }

  void aRubberBandTakesWhatIsSeen() {
    CanvasFixture f;
    load(f);
    f.document.collapse({2, 5});
    f.paint();
    const QPoint away(60, 60);
    f.drag(nodeOf(f, 5) - away, nodeOf(f, 5) + away);
    std::set<RouterId> seen{20, 21, 22, 23};
    const QRectF area = QRectF(f.canvas.view().toCanvas(nodeOf(f, 5) - away),
                               f.canvas.view().toCanvas(nodeOf(f, 5) + away))
                            .normalized();
    const Placement& places = *f.document.placement();
    for (RouterId r = 0; r < places.routers.size(); ++r)
      if (f.document.topology()->group[r] != 2 && f.document.topology()->group[r] != 5 &&
          area.contains(QPointF(places.routers[r].x, places.routers[r].y)))
        seen.insert(r);
    QCOMPARE(f.document.selection().routers, seen);
    // A band beside the node, over one of the places its routers have, takes none of them.
    const QPoint hidden = f.pixelOfRouter(20);
    QVERIFY((hidden - nodeOf(f, 5)).manhattanLength() > 12);
    f.document.select({});
    f.drag(hidden - QPoint(5, 5), hidden + QPoint(5, 5));
    QVERIFY(f.document.selection().routers.empty());
    QVERIFY(f.document.selection().terminals.empty());
  }

  /// Groups of a layout that this network does not have collapse nothing.
  void linksOfWhatIsNotCollapsedAreBent() {
    CanvasFixture f;
    Design design;
    design.settings["topology.kind"] = std::string("mesh");
    design.settings["topology.dimensions"] = std::vector<std::int64_t>{4, 4};
    design.layout.collapsed = {0};
    f.document.load(design);
    f.paint();
    const QPoint middle = (f.pixelOfRouter(5) + f.pixelOfRouter(6)) / 2;
    f.click(middle);
    QCOMPARE(f.document.selection().links.size(), std::size_t{1});
    doubleClick(f, middle + QPoint(0, 2));
    QCOMPARE(f.document.placement()->bends.size(), std::size_t{1});
  }

  void theKeyTogglesTheGroupsOfTheSelectionOrAll() {
    CanvasFixture f;
    load(f);
    f.document.select({{1, 5}, {}, {}});
    f.key(Qt::Key_G);
    QCOMPARE(collapsed(f), (std::set<std::int32_t>{0, 1}));
    f.document.select({});
    f.key(Qt::Key_G);
    QCOMPARE(collapsed(f).size(), std::size_t{9});
    f.key(Qt::Key_G);
    QVERIFY(collapsed(f).empty());
  }

  void aViewOfNothingIsLeft() {
    CanvasFixture f;
    load(f);
    const auto seesNodes = [&] {
      for (std::int32_t group = 0; group < 9; ++group)
        if (f.canvas.rect().contains(nodeOf(f, group))) return true;
      return false;
    };
    // Where something is left to be seen the view stays.
    f.canvas.zoomOut();
    const double scale = f.canvas.view().scale();
    f.document.collapse({0, 1, 2, 3, 4, 5, 6, 7, 8});
    QVERIFY(seesNodes());
    QCOMPARE(f.canvas.view().scale(), scale);
    f.document.collapse({});
    // Close to a terminal, no card is.
    f.canvas.zoomTo(1600);
    const Point terminal = f.document.placement()->terminals.front();
    f.canvas.centerOn({terminal.x, terminal.y});
    QVERIFY(!seesNodes());
    f.document.collapse({0, 1, 2, 3, 4, 5, 6, 7, 8});
    QVERIFY(seesNodes());
  }

  void aNetworkWithoutGroupsHasNothingToCollapse() {
    CanvasFixture f;
    f.placeTwoRouters();
    QVERIFY(!f.canvas.hasGroups());
    f.key(Qt::Key_G);
    QVERIFY(collapsed(f).empty());
  }

  void linksAreBundledAndAsBusyAsTheBusiest() {
    CanvasFixture f;
    load(f);
    f.document.collapse({0, 1});
    const auto topology = f.document.topology();
    const CollapsedNetwork shown(topology, f.document.placement());
    QVERIFY(shown.any());
    // 7 groups of 4, and 2 nodes; between two groups there is one link, each to each.
    QCOMPARE(shown.topology()->routerCount(), 30u);
    QCOMPARE(shown.topology()->terminalCount(), 56u);
    NetworkHeat heat;
    for (ChannelId c = 0; c < topology->channelCount(); ++c)
      heat.channelUtilization.push_back(static_cast<float>(c) / 1000);
    const NetworkHeat small = shown.heat(heat);
    QCOMPARE(small.channelUtilization.size(), std::size_t{shown.topology()->channelCount()});
    std::vector<float> most(shown.topology()->channelCount(), 0);
    std::size_t hidden = 0;
    for (LinkId link = 0; link < topology->linkCount(); ++link) {
      const LinkId to = shown.shownLink(link);
      if (to == kNone) {
        ++hidden;
        continue;
      }
      const auto& real = shown.realLinks(to);
      QVERIFY(std::find(real.begin(), real.end(), link) != real.end());
    }
    // Of two groups of 4: 6 links inside and 8 terminals' each.
    QCOMPARE(hidden, std::size_t{2 * (6 + 8)});
    // Every channel leads from and to where it did.
    const auto shownOf = [&](RouterId real) {
      for (const auto& node : shown.nodes())
        if (std::find(node.routers.begin(), node.routers.end(), real) != node.routers.end())
          return node.shown;
      for (RouterId r = 0; r < shown.topology()->routerCount(); ++r)
        if (shown.realRouter(r) == real) return r;
      return RouterId{kNone};
    };
    for (LinkId to = 0; to < shown.topology()->linkCount(); ++to)
      for (const LinkId link : shown.realLinks(to)) {
        if (topology->links[link].a.isTerminal) continue;
        for (const ChannelId channel : {2 * link, 2 * link + 1}) {
          const RouterId from = shownOf(topology->from(channel).node);
          const ChannelId there = shown.topology()->from(2 * to).node == from ? 2 * to : 2 * to + 1;
          QCOMPARE(shown.topology()->to(there).node, shownOf(topology->to(channel).node));
          most[there] = std::max(most[there], heat.channelUtilization[channel]);
          QVERIFY(small.channelUtilization[there] >= heat.channelUtilization[channel]);
        }
      }
    for (ChannelId c = 0; c < most.size(); ++c)
      if (!shown.topology()->links[c / 2].a.isTerminal)
        QCOMPARE(small.channelUtilization[c], most[c]);
  }

  void aBundleFailsWithItsLastLinkAndANodeWithItsLastRouter() {
    CanvasFixture f;
    load(f);
    f.document.collapse({0});
    const auto topology = f.document.topology();
    const CollapsedNetwork shown(topology, f.document.placement());
    const CollapsedNetwork::Node& node = shown.nodes().front();
    NetworkHeat heat;
    heat.channelUtilization.assign(topology->channelCount(), 0);
    LinkId bundle = 0;
    while (shown.realLinks(bundle).empty()) ++bundle;
    const auto& links = shown.realLinks(bundle);
    heat.failedLinks.insert(links.begin(), links.end());
    heat.failedRouters.insert(node.routers.begin(), std::prev(node.routers.end()));
    QCOMPARE(shown.heat(heat).failedLinks, std::set<LinkId>{bundle});
    QVERIFY(shown.heat(heat).failedRouters.empty());
    heat.failedLinks.erase(links.front());
    heat.failedRouters.insert(node.routers.back());
    QVERIFY(shown.heat(heat).failedLinks.empty());
    QCOMPARE(shown.heat(heat).failedRouters, std::set<RouterId>{node.shown});
  }

  void theyAreKeptInTheDesignAndChangeNothingElse() {
    CanvasFixture f;
    load(f);
    const std::string hash = designHash(f.document.design());
    f.document.collapse({4, 7});
    QCOMPARE(designHash(f.document.design()), hash);
    const ParsedDesign read = parseDesign(writeDesign(f.document.design()));
    QVERIFY(read.issues.empty());
    QCOMPARE(read.design.layout.collapsed, (std::set<std::int32_t>{4, 7}));
    for (const char* wrong : {"[-1]", "[1.5]", "{}", "[\"1\"]"}) {
      const ParsedDesign bad = parseDesign(
          std::string(R"({"schema": "hopscope.design/1", "topology": {"kind": "ring"}, "layout": )"
                      R"({"collapsed": )") +
          wrong + "}}");
      QVERIFY(hasErrors(bad.issues));
      QCOMPARE(bad.issues.front().path, std::string("layout.collapsed"));
    }
  }
};

}  // namespace hopscope

using hopscope::CollapseTest;
HOPSCOPE_TEST(CollapseTest)
#include "collapse_test.moc"
