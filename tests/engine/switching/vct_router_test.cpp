// SPDX-License-Identifier: GPL-3.0-or-later
// One virtual cut-through router alone: its neighbours are this test, which sends it heads and
// credits and sees what it sends, and when.
#include "engine/switching/vct_router.h"

#include <QTest>
#include <memory>
#include <utility>
#include <vector>

#include "tests/support/setups.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

/// A head that left for the neighbour above, or a tail that reached the terminal.
struct Left {
  Cycle at;
  TerminalId source;

  bool operator==(const Left&) const = default;
};

constexpr RouterId kBelow = 0, kMiddle = 1, kAbove = 2;
constexpr Cycle kSwitch = 5, kWire = 1;  // of makeSetup

/// The router in the middle of a line of three.
class LoneRouter {
 public:
  explicit LoneRouter(const std::vector<std::uint32_t>& lengths, std::uint32_t localBuffer = 64,
                      FlowControl flowControl = FlowControl::credits)
      : LoneRouter(setupWith(localBuffer, flowControl), lengths) {}

  PortId towards(RouterId neighbour) const {
    const Topology& t = *setup_.topology;
    for (PortIndex p = 0; p < t.radix(kMiddle); ++p)
      if (const LinkEnd& peer = t.port(kMiddle, p).peer; !peer.isTerminal && peer.node == neighbour)
        return t.firstPort[kMiddle] + p;
    return kNone;
  }
  PortId terminalPort() const {
    const Topology& t = *setup_.topology;
    return t.firstPort[kMiddle] + t.terminals[kMiddle].port;
  }

  /// A head comes to an input, after the present cycle.
  void arrives(Cycle at, PortId input, TerminalId source, TerminalId destination,
               LengthIndex length = 0) {
    Packet packet;
    packet.source = source & Packet::kLastSource;
    packet.destination = destination;
    packet.length = length;
    calendar_.arrivals.push(at, {packet, input});
  }
  /// The neighbour above has room again for a packet of that length.
  void hasRoom(Cycle at, LengthIndex length = 0) {
    calendar_.credits.push(at, Credit(towards(kAbove), 0, length));
  }

  /// The neighbour above has the router stop, or go on.
  void pauses(Cycle at, bool on) { calendar_.pauses.push(at, {towards(kAbove), 0, on}); }

  void simulate(Cycle until) {
    for (; now_ < until; ++now_)
      if (fabric_.alike != 0)
        cycle<true>();
      else
        cycle<false>();
  }

  /// To the neighbour above, in order of time.
  std::vector<Left> above() const {
    std::vector<Left> left;
    mailbox_.read(
        kAbove,
        [&](const Mailbox::Head& head) {
          left.push_back({Cycle{head.time}, head.arrival.packet.source});
        },
        [](const Mailbox::Room&) {}, [](const Mailbox::Letter&) {});
    return left;
  }
  /// When room was given back to the neighbour below.
  std::vector<Cycle> roomBelow() const {
    std::vector<Cycle> times;
    mailbox_.read(
        kBelow, [](const Mailbox::Head&) {},
        [&](const Mailbox::Room& room) { times.push_back(Cycle{room.time}); },
        [](const Mailbox::Letter&) {});
    return times;
  }
  /// When the neighbour below was told to stop (true) or to go on.
  std::vector<std::pair<Cycle, bool>> stopsBelow() const {
    std::vector<std::pair<Cycle, bool>> stops;
    mailbox_.readStops(kBelow, [&](const Mailbox::Stop& stop) {
      stops.emplace_back(Cycle{stop.time}, stop.pause.on);
    });
    return stops;
  }
  PauseCounts pauseCounts() const { return router_.pauses(now_); }
  const std::vector<Left>& delivered() const { return delivered_; }

 private:
  static Setup setupWith(std::uint32_t localBuffer, FlowControl flowControl) {
    Setup setup = test::makeSetup("mesh", {{"dimensions", std::vector<std::int64_t>{3}}});
    SwitchSettings& kind = test::vct(setup).kinds.front();
    kind.localBuffer = localBuffer;
    kind.flowControl = flowControl;
    kind.pauses = {80, 4};
    return setup;
  }

  LoneRouter(Setup setup, const std::vector<std::uint32_t>& lengths)
      : setup_(std::move(setup)),
        fabric_({setup_.topology, setup_.linkLatency, setup_.virtualChannels,
                 test::vct(setup_).kinds, test::vct(setup_).kindOf, lengths}),
        calendar_(fabric_.horizons),
        partition_{{{0, 1, 0, 1}, {1, 2, 1, 2}, {2, 3, 2, 3}}, kWire, {0, 1, 2}},
        routes_(*setup_.topology, {setup_.lookups, setup_.lookupOf}),
        mailbox_(partition_.parts.size()),
        router_({fabric_, calendar_, partition_, partition_.parts[kMiddle], *setup_.routing,
                 routes_, test::vct(setup_).kinds, split_}) {
    router_.setMailbox(mailbox_);
  }

  template <bool kAlike>
  void cycle() {
    router_.receiveCredits<kAlike>(now_);
    if (fabric_.pauseLimits.empty()) {
      router_.receiveHeads<kAlike, false>(now_);
    } else {
      router_.receivePauses(now_);
      router_.receiveHeads<kAlike, true>(now_);
    }
    router_.allocate<kAlike>(now_);
    calendar_.deliveries.drain(now_, [this](const Packet& packet) {
      delivered_.push_back({now_, packet.source});
    });
  }

  Setup setup_;
  Fabric fabric_;
  Calendar calendar_;
  Partition partition_;
  RouteStage routes_;
  LatencySplit split_;
  Mailbox mailbox_;
  VctRouter router_;
  std::vector<Left> delivered_;
  Cycle now_ = 0;
};

}  // namespace

class VctRouterTest : public QObject {
  Q_OBJECT

 private slots:
  void aHeadTakesSwitchAndWire() {
    LoneRouter lone({4});
    lone.arrives(10, lone.towards(kBelow), 0, 2);
    lone.simulate(40);
    QCOMPARE(lone.above(), (std::vector<Left>{{10 + kSwitch + kWire, 0}}));
    // The credit starts with the grant.
    QCOMPARE(lone.roomBelow(), std::vector<Cycle>{10 + kWire});
  }

  void aTerminalHasThePacketWithItsTail() {
    LoneRouter lone({4});
    lone.arrives(10, lone.towards(kBelow), 0, 1);
    lone.simulate(40);
    QCOMPARE(lone.delivered(), (std::vector<Left>{{10 + kSwitch + kWire + 4, 0}}));
    QVERIFY(lone.above().empty());
  }

  /// Two packets fit into the next buffer; the third goes when one of them has left that.
  void noPacketGoesWithoutRoom() {
    LoneRouter lone({4}, 8);
    for (const Cycle at : {10, 20, 30}) lone.arrives(at, lone.towards(kBelow), 0, 2);
    lone.simulate(100);
    QCOMPARE(lone.above().size(), std::size_t{2});
    lone.hasRoom(110);
    lone.simulate(150);
    QCOMPARE(lone.above().size(), std::size_t{3});
    QCOMPARE(lone.above().back().at, 110 + kSwitch + kWire);
  }

  /// A link carries a flit a cycle: heads leave a packet apart, from each input in turn.
  void inputsTakeTurns() {
    LoneRouter lone({4});
    for (int i = 0; i < 3; ++i) {
      lone.arrives(10 + 4 * i, lone.towards(kBelow), 0, 2);
      lone.arrives(10 + 4 * i, lone.terminalPort(), 1, 2);
    }
    lone.simulate(80);
    const std::vector<Left> above = lone.above();
    QCOMPARE(above.size(), std::size_t{6});
    for (std::size_t i = 1; i < above.size(); ++i) {
      QVERIFY(above[i].source != above[i - 1].source);
      QCOMPARE(above[i].at - above[i - 1].at, Cycle{4});
    }
  }

  /// Of several lengths: every packet asks for room for the longest, lest that starve behind short
  /// ones that take each flit as it comes free.
  void allAskForRoomForTheLongest() {
    LoneRouter lone({1, 8}, 9);
    lone.arrives(10, lone.terminalPort(), 1, 2, 0);
    lone.simulate(20);
    QCOMPARE(lone.above(), (std::vector<Left>{{10 + kSwitch + kWire, 1}}));
    lone.arrives(30, lone.towards(kBelow), 0, 2, 1);
    lone.arrives(50, lone.terminalPort(), 1, 2, 0);
    lone.simulate(60);
    QCOMPARE(lone.above().back(), (Left{30 + kSwitch + kWire, 0}));
    QCOMPARE(lone.above().size(), std::size_t{2});
    lone.hasRoom(70, 0);  // 8 flits are taken of 9
    lone.simulate(90);
    QCOMPARE(lone.above().size(), std::size_t{2});
    lone.hasRoom(100, 1);
    lone.simulate(120);
    QCOMPARE(lone.above().back(), (Left{100 + kSwitch + kWire, 1}));
  }

  /// XOFF counts in the cycle in which it comes, XON too; what was granted before goes on.
  void aSenderStopsAndGoesOn() {
    LoneRouter lone({4}, 1000, FlowControl::pause);
    for (Cycle at = 10; at < 60; at += 4) lone.arrives(at, lone.towards(kBelow), 0, 2);
    lone.pauses(26, true);
    lone.pauses(50, false);
    lone.simulate(120);
    const std::vector<Left> above = lone.above();
    QCOMPARE(above.size(), std::size_t{13});
    for (std::size_t i = 0; i < 4; ++i)
      QCOMPARE(above[i].at, 10 + 4 * static_cast<Cycle>(i) + kSwitch + kWire);
    QCOMPARE(above[4].at, 50 + kSwitch + kWire);
    QCOMPARE(lone.pauseCounts().pauses, std::uint64_t{1});
    QCOMPARE(lone.pauseCounts().cycles, std::uint64_t{24});
  }

  /// Of 100 flits 80 are kept free: the sixth packet of four that waits is too many, and the sender
  /// may go on once there are four.
  void aReceiverHasItsSenderStop() {
    LoneRouter lone({4}, 100, FlowControl::pause);
    lone.pauses(5, true);
    for (int i = 0; i < 8; ++i) lone.arrives(10 + 4 * i, lone.towards(kBelow), 0, 2);
    lone.pauses(60, false);
    lone.simulate(120);
    using Stops = std::vector<std::pair<Cycle, bool>>;
    // From 60 on one leaves every two cycles, the time of the crossbar; the fourth at 66.
    QCOMPARE(lone.stopsBelow(), (Stops{{30 + kWire, true}, {66 + kWire, false}}));
  }

  void theLinkIsTakenForAsLongAsThePacketIs() {
    LoneRouter lone({1, 8});
    lone.arrives(10, lone.terminalPort(), 1, 2, 1);
    lone.arrives(10, lone.towards(kBelow), 0, 2, 0);
    lone.arrives(11, lone.towards(kBelow), 0, 2, 0);
    lone.simulate(60);
    const std::vector<Left> above = lone.above();
    QCOMPARE(above.size(), std::size_t{3});
    for (std::size_t i = 1; i < above.size(); ++i)
      QCOMPARE(above[i].at - above[i - 1].at, Cycle{above[i - 1].source == 1 ? 8 : 1});
  }
};

HOPSCOPE_TEST(VctRouterTest)

}  // namespace hopscope

#include "vct_router_test.moc"
