// SPDX-License-Identifier: GPL-3.0-or-later
// DimWAR and OmniWAR alone, against a neighbourhood made to order.
#include <QTest>
#include <bit>
#include <vector>

#include "engine/routing/hyperx_paths.h"
#include "tests/engine/routing/fake_view.h"
#include "tests/engine/routing/networks.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

using routings::HyperxPaths;
using test::FakeView;

/// Three dimensions of 4, 3 and 5 routers with a terminal each.
const Topology& cube() {
  static const Topology topology =
      test::network("hyperx", {{"dimensions", std::vector<std::int64_t>{4, 3, 5}},
                               {"terminals_per_router", std::int64_t{1}}});
  return topology;
}

/// A hop of a packet.
struct Hop {
  RouterId from, to;
  std::size_t dimension;
  VcMask vcs;
  bool nearer;
};

/// The hops of a packet that chooses as `view` has it.
std::vector<Hop> hopsOf(const RoutingAlgorithm& routing, const RouterView& view, TerminalId source,
                        TerminalId destination, Rng& rng, RouteState* last = nullptr) {
  static const HyperxPaths paths(cube());
  std::vector<Hop> hops;
  RouteState state = routing.start(source, destination, rng);
  RouterId router = cube().terminals[source].router;
  PortIndex input = cube().terminals[source].port;
  const RouterId target = cube().terminals[destination].router;
  for (;;) {
    const RouteChoice choice = routing.choose(view, router, input, state, rng);
    const Port& port = cube().port(router, choice.port);
    state.detail = choice.nextDetail;
    if (port.peer.isTerminal) break;
    const RouterId next = port.peer.node;
    std::size_t dimension = 0;
    while (paths.at(router, dimension) == paths.at(next, dimension)) ++dimension;
    hops.push_back({router, next, dimension, choice.vcs,
                    paths.distance(next, target) < paths.distance(router, target)});
    router = next;
    input = port.peer.port;
  }
  if (last != nullptr) *last = state;
  return hops;
}

}  // namespace

class HyperxAdaptiveTest : public QObject {
  Q_OBJECT

 private slots:
  void minimalWhereNothingWaits_data() { algorithms(); }
  void minimalWhereNothingWaits();
  void derouteOnlyWhereItPays_data() { algorithms(); }
  void derouteOnlyWhereItPays();
  void dimwarTakesOneDerouteADimension();
  void omniwarTakesAVirtualChannelAHop();
  void omniwarTakesAsManyHopsAsAllowed();

 private:
  static void algorithms();
};

void HyperxAdaptiveTest::algorithms() {
  QTest::addColumn<QString>("name");
  QTest::newRow("DimWAR") << "dimwar";
  QTest::newRow("OmniWAR") << "omniwar";
}

void HyperxAdaptiveTest::minimalWhereNothingWaits() {
  QFETCH(QString, name);
  const auto routing = test::routingOf(name.toStdString(), cube());
  const FakeView idle;
  Rng rng(1, 0, RandomPurpose::routing);
  for (TerminalId source = 0; source < cube().terminalCount(); ++source)
    for (TerminalId destination = 0; destination < cube().terminalCount(); ++destination)
      for (const Hop& hop : hopsOf(*routing, idle, source, destination, rng)) QVERIFY(hop.nearer);
}

/// From (0, 0, 0) to (1, 0, 0), one hop: any other first hop makes it two.
void HyperxAdaptiveTest::derouteOnlyWhereItPays() {
  QFETCH(QString, name);
  const auto routing = test::routingOf(name.toStdString(), cube());
  const HyperxPaths paths(cube());
  const PortIndex direct = paths.port(0, 1, 0), detour = paths.port(0, 2, 0);
  Rng rng(1, 0, RandomPurpose::routing);
  const auto taken = [&](std::uint32_t onDirect, std::uint32_t onDetour) {
    FakeView view;
    view.setRest({~VcMask{0}, 1000});
    view.set(0, direct, {~VcMask{0}, onDirect});
    view.set(0, detour, {~VcMask{0}, onDetour});
    return routing->choose(view, 0, 0, routing->start(0, 1, rng), rng).port;
  };
  QCOMPARE(taken(0, 0), direct);
  QCOMPARE(taken(9, 5), direct);
  QCOMPARE(taken(10, 5), direct);  // as much either way
  QCOMPARE(taken(11, 5), detour);
}

/// The first hop in a dimension on the lower virtual channels where it brings the packet no nearer,
/// else on the upper; then the dimension is done.
void HyperxAdaptiveTest::dimwarTakesOneDerouteADimension() {
  const auto routing = test::routingOf("dimwar", cube(), {4, 1});
  const test::RandomView view(5);
  Rng rng(1, 0, RandomPurpose::routing);
  int deroutes = 0;
  for (TerminalId source = 0; source < cube().terminalCount(); ++source)
    for (TerminalId destination = 0; destination < cube().terminalCount(); ++destination) {
      RouteState last;
      const std::vector<Hop> hops = hopsOf(*routing, view, source, destination, rng, &last);
      bool any = false;
      for (std::size_t i = 0; i < hops.size(); ++i) {
        QCOMPARE(hops[i].vcs, hops[i].nearer ? VcMask{12} : VcMask{3});
        if (i > 0) {
          QVERIFY(hops[i].dimension >= hops[i - 1].dimension);
          QCOMPARE(hops[i].dimension == hops[i - 1].dimension, !hops[i - 1].nearer);
        }
        if (!hops[i].nearer) QVERIFY(i + 1 < hops.size() && hops[i + 1].nearer);
        any = any || !hops[i].nearer;
      }
      QCOMPARE(!isMinimal(routing->pathKind(last)), any);
      deroutes += any ? 1 : 0;
    }
  QVERIFY(deroutes > 100);
}

void HyperxAdaptiveTest::omniwarTakesAVirtualChannelAHop() {
  const auto routing = test::routingOf("omniwar", cube());
  const test::RandomView view(7);
  Rng rng(1, 0, RandomPurpose::routing);
  std::size_t longest = 0;
  for (TerminalId source = 0; source < cube().terminalCount(); ++source)
    for (TerminalId destination = 0; destination < cube().terminalCount(); ++destination) {
      RouteState last;
      const std::vector<Hop> hops = hopsOf(*routing, view, source, destination, rng, &last);
      longest = std::max(longest, hops.size());
      bool any = false;
      for (std::size_t i = 0; i < hops.size(); ++i) {
        QCOMPARE(hops[i].vcs, VcMask{1} << i);
        any = any || !hops[i].nearer;
        if (i > 0 && !hops[i].nearer && !hops[i - 1].nearer)
          QVERIFY(hops[i].dimension != hops[i - 1].dimension);
      }
      QCOMPARE(!isMinimal(routing->pathKind(last)), any);
    }
  QCOMPARE(longest, std::size_t{6});  // three dimensions, three deroutes
}

void HyperxAdaptiveTest::omniwarTakesAsManyHopsAsAllowed() {
  const RoutingEntry& entry = *routingAlgorithms().find("omniwar");
  for (const std::int64_t deroutes : {0, 1, 5}) {
    const Values values{{"deroutes", deroutes}, {"threshold", std::int64_t{-100}}};
    const VcCounts vcs = entry.virtualChannels(cube(), values);
    QCOMPARE(vcs.local, static_cast<unsigned>(3 + deroutes));
    QVERIFY(!hasErrors(entry.check(cube(), vcs, values)));
    QVERIFY(hasErrors(entry.check(cube(), {vcs.local - 1, 1}, values)));
    const auto routing = entry.make(cube(), vcs, values);
    const test::RandomView view(9);
    Rng rng(1, 0, RandomPurpose::routing);
    std::size_t most = 0;
    for (TerminalId destination = 0; destination < cube().terminalCount(); ++destination)
      for (int i = 0; i < 20; ++i)
        most = std::max(most, hopsOf(*routing, view, 0, destination, rng).size());
    QCOMPARE(most, std::size_t{vcs.local});
  }
  QVERIFY(hasErrors(entry.check(cube(), {16, 1},
                                {{"deroutes", std::int64_t{14}}, {"threshold", std::int64_t{0}}})));
}

}  // namespace hopscope

using hopscope::HyperxAdaptiveTest;
HOPSCOPE_TEST(HyperxAdaptiveTest)
#include "hyperx_adaptive_test.moc"
