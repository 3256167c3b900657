// SPDX-License-Identifier: GPL-3.0-or-later
// One wormhole router alone: its neighbours are this test, which sends it flits and credits and
// sees what it sends, and when. Allocated over bits of words or by the allocators of scheduling/,
// it does the same.
#include "engine/switching/wormhole_router.h"

#include <QTest>
#include <map>
#include <utility>
#include <vector>

#include "tests/support/setups.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

using namespace wormhole;

/// A flit that left for the neighbour above or for the terminal.
struct LeftFlit {
  Cycle at;
  TerminalId source;
  unsigned vc;

  bool operator==(const LeftFlit&) const = default;
};

constexpr RouterId kFirst = 0, kAlone = 1, kLast = 2;
/// From the arrival of a flit that nothing hinders to that at the next router: a cycle for its
/// virtual channel, one for the switch, one to cross that, one for the wire.
constexpr Cycle kHop = 4;
/// From a grant until the credit can be used: it takes the wire, and is taken in.
constexpr Cycle kCreditBack = 3;

/// The router in the middle of a line of three.
class LoneWormholeRouter {
 public:
  struct Plan {
    unsigned vcs = 2;
    std::uint32_t buffer = 8;  ///< flits
    WormholeSettings settings = {};
    bool words = true;  ///< allocation over bits of words
  };
  explicit LoneWormholeRouter(const Plan& plan)
      : setup_(setupFor(plan)),
        partition_(cutEvenly(*setup_.topology, setup_.linkLatency, 1, false)),
        arrays_(
            {setup_.topology, setup_.linkLatency, setup_.virtualChannels, settingsFor(plan), {}},
            partition_),
        packets_(100, false),
        state_(arrays_.state(), partition_, 0, packets_),
        routes_(*setup_.topology, {setup_.lookups, setup_.lookupOf}),
        router_(state_, *setup_.routing, routes_, split_, setup_.packetFlits, 1, false) {
    state_.hear(state_);
    state_.packets.begin(false);
  }

  bool allocatesOverWords() const { return state_.lean; }
  PortId towards(RouterId neighbour) const {
    const Topology& t = *setup_.topology;
    for (PortIndex p = 0; p < t.radix(kAlone); ++p)
      if (const LinkEnd& peer = t.port(kAlone, p).peer; !peer.isTerminal && peer.node == neighbour)
        return t.firstPort[kAlone] + p;
    return kNone;
  }
  PortId terminalPort() const {
    const Topology& t = *setup_.topology;
    return t.firstPort[kAlone] + t.terminals[kAlone].port;
  }

  /// The flits of a packet come to an input, one a cycle from `at` on.
  void arrives(Cycle at, PortId input, TerminalId source, TerminalId destination, unsigned flits,
               unsigned vc = 0) {
    if (!state_.packets.hasRoom()) qFatal("no room for a packet");
    const PacketIndex index = state_.packets.take();
    WormPacket& packet = state_.packets[index];
    packet = {};
    packet.source = source;
    packet.destination = destination;
    packet.flits = static_cast<std::uint16_t>(flits);
    packet.arrival = static_cast<CycleStamp>(at);
    Rng draws;
    packet.detail = setup_.routing->start(source, destination, draws).detail;
    for (unsigned i = 0; i < flits; ++i)
      flits_.insert({at + Cycle{i},
                     {index << 2 | (i == 0 ? kHead : 0) | (i + 1 == flits ? kTail : 0),
                      state_.vcIdOf(input, vc)}});
  }
  /// The neighbour above has room for a flit more.
  void hasRoom(Cycle at, unsigned vc) { credits_.insert({at, state_.vcIdOf(towards(kLast), vc)}); }

  void simulate(Cycle until) {
    for (; now_ < until; ++now_) {
      takeCredits();
      router_.receiveCredits(now_);
      router_.advanceHeads(now_);
      takeFlits();
      router_.receiveFlits(now_);
      state_.flights[kToTerminals].drain(
          now_, [this](const wormhole::Arrival& a) { delivered_.push_back(leftAs(a)); });
      router_.allocate(now_);
    }
  }

  const std::vector<LeftFlit>& above() const { return above_; }
  const std::vector<LeftFlit>& delivered() const { return delivered_; }
  /// When room was given back to the neighbour below.
  const std::vector<Cycle>& roomBelow() const { return roomBelow_; }

 private:
  static Setup setupFor(const Plan& plan) {
    Setup setup = test::makeSetup("mesh", {{"dimensions", std::vector<std::int64_t>{3}}});
    setup.virtualChannels = {plan.vcs, plan.vcs, plan.vcs};
    test::setRouting(setup, "dimension_order");
    return setup;
  }
  static WormholeSettings settingsFor(const Plan& plan) {
    WormholeSettings settings = plan.settings;
    settings.bufferFlits = plan.buffer;
    // A second round is one too many for words, and changes nothing for two inputs.
    if (!plan.words) settings.switchAllocator.iterations = settings.vcAllocator.iterations = 2;
    return settings;
  }

  bool isOwn(PortId port) const {
    return port < state_.ports && state_.inputs[port].router == kAlone;
  }
  LeftFlit leftAs(const wormhole::Arrival& arrival) const {
    return {now_, state_.packets[packetOf(arrival.flit)].source, state_.vcOf(arrival.vcId)};
  }

  /// What the router sent comes out of the state, and what the test sends goes in.
  void takeCredits() {
    state_.credits[kCreditsToOwn].drain(now_, [this](VcId vcId) {
      if (state_.portOf(vcId) < state_.ports && state_.inputs[state_.portOf(vcId)].router == kFirst)
        roomBelow_.push_back(now_);
    });
    for (auto [each, end] = credits_.equal_range(now_); each != end; ++each)
      state_.credits[kCreditsToOwn].push(now_, each->second);
  }
  void takeFlits() {
    state_.flights[kToInputs].drain(now_, [this](const wormhole::Arrival& arrival) {
      if (!isOwn(state_.portOf(arrival.vcId))) above_.push_back(leftAs(arrival));
    });
    for (auto [each, end] = flits_.equal_range(now_); each != end; ++each)
      state_.flights[kToInputs].push(now_, each->second);
  }

  Setup setup_;
  Partition partition_;
  Arrays arrays_;
  PacketStore packets_;
  PartState state_;
  RouteStage routes_;
  LatencySplit split_;
  WormholeRouter router_;
  std::multimap<Cycle, wormhole::Arrival> flits_;
  std::multimap<Cycle, VcId> credits_;
  std::vector<LeftFlit> above_, delivered_;
  std::vector<Cycle> roomBelow_;
  Cycle now_ = 0;
};

std::vector<Cycle> timesOf(const std::vector<LeftFlit>& flits) {
  std::vector<Cycle> times;
  times.reserve(flits.size());
  for (const LeftFlit& flit : flits) times.push_back(flit.at);
  return times;
}

void allocations() {
  QTest::addColumn<bool>("words");
  QTest::newRow("over words") << true;
  QTest::newRow("in stages") << false;
}

}  // namespace

class WormholeRouterTest : public QObject {
  Q_OBJECT

 private slots:
  void aFlitTakesAHop_data() { allocations(); }
  void aFlitTakesAHop();
  void aTerminalIsAnOutput_data() { allocations(); }
  void aTerminalIsAnOutput();
  void aPacketKeepsItsVirtualChannel_data() { allocations(); }
  void aPacketKeepsItsVirtualChannel();
  void noFlitGoesWithoutCredit_data() { allocations(); }
  void noFlitGoesWithoutCredit();
  void packetsShareALinkFlitByFlit_data() { allocations(); }
  void packetsShareALinkFlitByFlit();
  void aVirtualChannelIsFreeBehindTheTail_data() { allocations(); }
  void aVirtualChannelIsFreeBehindTheTail();
  void orOnceItHasRunEmpty_data() { allocations(); }
  void orOnceItHasRunEmpty();
  void storeAndForwardWaitsForTheTail_data() { allocations(); }
  void storeAndForwardWaitsForTheTail();
};

void WormholeRouterTest::aFlitTakesAHop() {
  QFETCH(bool, words);
  LoneWormholeRouter lone({.words = words});
  QCOMPARE(lone.allocatesOverWords(), words);
  lone.arrives(10, lone.towards(kFirst), 0, 2, 1);
  lone.simulate(40);
  QCOMPARE(timesOf(lone.above()), std::vector<Cycle>{10 + kHop});
  QCOMPARE(lone.roomBelow(), std::vector<Cycle>{11 + kCreditBack});
}

void WormholeRouterTest::aTerminalIsAnOutput() {
  QFETCH(bool, words);
  LoneWormholeRouter lone({.words = words});
  lone.arrives(10, lone.towards(kFirst), 0, 1, 3);
  lone.simulate(40);
  QCOMPARE(timesOf(lone.delivered()), (std::vector<Cycle>{10 + kHop, 11 + kHop, 12 + kHop}));
  QVERIFY(lone.above().empty());
}

/// Its flits follow the head on the virtual channel that this was given, a cycle apart.
void WormholeRouterTest::aPacketKeepsItsVirtualChannel() {
  QFETCH(bool, words);
  LoneWormholeRouter lone({.words = words});
  lone.arrives(10, lone.towards(kFirst), 0, 2, 4, 1);
  lone.simulate(40);
  QCOMPARE(lone.above().size(), std::size_t{4});
  for (std::size_t i = 0; i < 4; ++i)
    QCOMPARE(lone.above()[i],
             (LeftFlit{10 + static_cast<Cycle>(i) + kHop, 0, lone.above().front().vc}));
}

/// Two flits fit into the next buffer; a credit that comes asks for the switch in its cycle.
void WormholeRouterTest::noFlitGoesWithoutCredit() {
  QFETCH(bool, words);
  LoneWormholeRouter lone({.vcs = 1, .buffer = 2, .words = words});
  lone.arrives(10, lone.towards(kFirst), 0, 2, 2);
  lone.arrives(20, lone.towards(kFirst), 0, 2, 2);
  lone.simulate(60);
  QCOMPARE(timesOf(lone.above()), (std::vector<Cycle>{14, 15}));
  lone.hasRoom(60, 0);
  lone.simulate(90);
  QCOMPARE(lone.above().size(), std::size_t{3});
  QCOMPARE(lone.above().back().at, 60 + kHop - 1);
  lone.hasRoom(90, 0);
  lone.simulate(120);
  QCOMPARE(lone.above().back().at, 90 + kHop - 1);
}

/// Each on a virtual channel of its own, in turn.
void WormholeRouterTest::packetsShareALinkFlitByFlit() {
  QFETCH(bool, words);
  LoneWormholeRouter lone({.words = words});
  lone.arrives(10, lone.towards(kFirst), 0, 2, 4);
  lone.arrives(10, lone.terminalPort(), 1, 2, 4);
  lone.simulate(60);
  const std::vector<LeftFlit>& above = lone.above();
  QCOMPARE(above.size(), std::size_t{8});
  std::map<TerminalId, unsigned> vcOf;
  for (const LeftFlit& flit : above) {
    vcOf.insert({flit.source, flit.vc});
    QCOMPARE(flit.vc, vcOf[flit.source]);
  }
  QVERIFY(vcOf[0] != vcOf[1]);
  // The second head is given its virtual channel a cycle behind the first.
  for (std::size_t i = 1; i < above.size(); ++i) QCOMPARE(above[i].at, above[i - 1].at + 1);
  for (std::size_t i = 2; i + 1 < above.size(); ++i)
    QVERIFY(above[i].source != above[i - 1].source);
}

void WormholeRouterTest::aVirtualChannelIsFreeBehindTheTail() {
  QFETCH(bool, words);
  LoneWormholeRouter lone({.vcs = 1, .words = words});
  lone.arrives(10, lone.towards(kFirst), 0, 2, 2);
  lone.arrives(10, lone.terminalPort(), 1, 2, 2);
  lone.simulate(60);
  const std::vector<LeftFlit>& above = lone.above();
  QCOMPARE(above.size(), std::size_t{4});
  QCOMPARE(above[0].source, above[1].source);
  QCOMPARE(above[2].source, above[3].source);
  // The tail wins the switch; the next head a virtual channel in the cycle after, then the switch.
  QCOMPARE(timesOf(above), (std::vector<Cycle>{14, 15, 17, 18}));
}

/// reallocate: empty: not before the neighbour has given back the room of the whole packet.
void WormholeRouterTest::orOnceItHasRunEmpty() {
  QFETCH(bool, words);
  WormholeSettings settings;
  settings.reallocate = VcReuse::empty;
  LoneWormholeRouter lone({.vcs = 1, .settings = settings, .words = words});
  lone.arrives(10, lone.towards(kFirst), 0, 2, 2);
  lone.arrives(10, lone.terminalPort(), 1, 2, 2);
  lone.simulate(60);
  QCOMPARE(timesOf(lone.above()), (std::vector<Cycle>{14, 15}));
  lone.hasRoom(60, 0);
  lone.simulate(80);
  QCOMPARE(lone.above().size(), std::size_t{2});
  lone.hasRoom(80, 0);
  lone.simulate(100);
  QCOMPARE(timesOf(lone.above()), (std::vector<Cycle>{14, 15, 80 + kHop, 81 + kHop}));
}

void WormholeRouterTest::storeAndForwardWaitsForTheTail() {
  QFETCH(bool, words);
  WormholeSettings settings;
  settings.storeAndForward = true;
  LoneWormholeRouter lone({.settings = settings, .words = words});
  lone.arrives(10, lone.towards(kFirst), 0, 2, 4);
  lone.simulate(40);
  QCOMPARE(timesOf(lone.above()), (std::vector<Cycle>{13 + kHop, 14 + kHop, 15 + kHop, 16 + kHop}));
}

HOPSCOPE_TEST(WormholeRouterTest)

}  // namespace hopscope

#include "wormhole_router_test.moc"
