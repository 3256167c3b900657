// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "engine/workload/collective.h"
#include "tests/support/applications.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"

Q_DECLARE_METATYPE(hopscope::WormholeSettings)

namespace hopscope {
namespace {

using Op = Operation;

constexpr std::uint32_t kPacketFlits = 4;
constexpr double kFlitBytes = 8;
constexpr Cycle kSend = 7, kReceive = 11;

/// A crossbar of idle switches whose buffers cover the round trip.
Setup crossbar(const QString& model, std::uint32_t terminals) {
  Setup s = test::makeSetup("crossbar", {{"terminals", std::int64_t{terminals}}});
  if (model == "wormhole") {
    test::makeWormhole(s);
    test::wormhole(s).bufferFlits = 64;
    // With one alone, a router loses a cycle between two packets.
    s.virtualChannels = {4, 4, 4};
  }
  s.load = 0;
  s.packetFlits = kPacketFlits;
  s.flitBytes = kFlitBytes;
  return s;
}

std::shared_ptr<ApplicationPlan> planFor(const Setup& s, std::vector<Operations> ranks,
                                         Cycle overhead = 1) {
  auto plan = test::planFor(s, std::move(ranks));
  const auto times = [overhead](Cycle cycles) {
    return OverheadTable({{0, static_cast<double>(overhead * cycles), 0}});
  };
  plan->endpoints.sendOverhead = times(kSend);
  plan->endpoints.receiveOverhead = times(kReceive);
  return plan;
}

struct Outcome : test::Played {
  IdealOutcome ideal;
};

Outcome play(const Setup& s, const std::shared_ptr<ApplicationPlan>& plan) {
  return {test::play(s, plan), playIdeal(plan, Cycle{1} << 40)};
}

/// What holds of every run that finishes.
void checkOutcome(const Outcome& o) {
  QCOMPARE(o.application.end, ApplicationEnd::finished);
  QCOMPARE(o.application.path.total(), o.application.completion);
  const ApplicationOutcome& ideal = o.ideal.applications.front();
  QCOMPARE(ideal.path.total(), ideal.completion);
  QCOMPARE(ideal.path.contention, Cycle{0});
  QVERIFY(o.application.completion >= ideal.completion);
  QCOMPARE(o.matrix, o.ideal.matrix);
}

/// From the first flit sent to the last received.
Cycle zeroLoad(const ApplicationPlan& plan, std::uint64_t bytes) {
  return (*plan.headTimes)(0, 1) + static_cast<Cycle>(plan.packets.allFlits(bytes));
}

void models() {
  QTest::addColumn<QString>("model");
  QTest::newRow("virtual cut-through") << "vct";
  QTest::newRow("wormhole") << "wormhole";
}

std::vector<Operations> everyone(std::uint32_t ranks, const Operations& operations) {
  return std::vector<Operations>(ranks, operations);
}

Operations collective(const char* name, std::uint32_t ranks, std::uint64_t bytes) {
  return {Op::all(collectiveNamed(name), {0, ranks, 1}, bytes)};
}

}  // namespace

/// Times of messages and collectives where nothing is in their way: exact, to the cycle.
class ApplicationsRunTest : public QObject {
  Q_OBJECT

 private slots:
  void pingPong_data() { models(); }
  void pingPong();
  void rendezvousAddsTwoMessages_data() { models(); }
  void rendezvousAddsTwoMessages();
  void collectivesTakeTheirSteps_data() { models(); }
  void collectivesTakeTheirSteps();
  void zeroLoadTimesAreThoseOfLonePackets_data();
  void zeroLoadTimesAreThoseOfLonePackets();
  void nothingSlowsALoneMessageDown_data();
  void nothingSlowsALoneMessageDown();
  void ownPacketsAreNoContention_data();
  void ownPacketsAreNoContention();
};

void ApplicationsRunTest::pingPong() {
  QFETCH(QString, model);
  const Setup s = crossbar(model, 2);
  constexpr unsigned kRounds = 3;
  for (const std::uint64_t bytes :
       {std::uint64_t{8}, std::uint64_t{32}, std::uint64_t{320}, std::uint64_t{1} << 20}) {
    std::vector<Operations> ranks(2);
    for (unsigned i = 0; i < kRounds; ++i) {
      ranks[0].push_back(Op::send(1, bytes));
      ranks[0].push_back(Op::receive(1));
      ranks[1].push_back(Op::receive(0));
      ranks[1].push_back(Op::send(0, bytes));
    }
    const auto plan = planFor(s, ranks);
    plan->endpoints.eager = kMostBytes;
    const Outcome o = play(s, plan);
    checkOutcome(o);
    QCOMPARE(o.application.completion, 2 * kRounds * (kSend + zeroLoad(*plan, bytes) + kReceive));
    QCOMPARE(o.application.path.contention, Cycle{0});
    QCOMPARE(o.application.completion, o.ideal.applications.front().completion);
    QCOMPARE(o.application.messages, std::uint64_t{2 * kRounds});
    QCOMPARE(o.application.bytes, 2 * kRounds * bytes);
    QCOMPARE(o.deliveredFlits, 2 * kRounds * plan->packets.allFlits(bytes));
  }
}

void ApplicationsRunTest::rendezvousAddsTwoMessages() {
  QFETCH(QString, model);
  const Setup s = crossbar(model, 2);
  const std::uint64_t bytes = 100'000;
  const auto plan = planFor(s, {{Op::send(1, bytes)}, {Op::receive(0)}});
  const Outcome o = play(s, plan);
  checkOutcome(o);
  const Cycle control = kSend + zeroLoad(*plan, 0) + kReceive;
  QCOMPARE(o.application.completion, 2 * control + kSend + zeroLoad(*plan, bytes) + kReceive);
  // The sender goes on when its data has left.
  QCOMPARE(o.application.ranks[0].finished,
           2 * control + kSend + static_cast<Cycle>(plan->packets.allFlits(bytes)));
}

void ApplicationsRunTest::collectivesTakeTheirSteps() {
  QFETCH(QString, model);
  for (std::uint32_t p : {2u, 3u, 4u, 7u, 8u, 16u, 31u, 64u}) {
    const Setup s = crossbar(model, p);
    const std::uint64_t bytes = std::uint64_t{p} * 72;
    const auto took = [&](const char* name, std::uint64_t size) {
      const auto plan = planFor(s, everyone(p, collective(name, p, size)));
      const Outcome o = play(s, plan);
      checkOutcome(o);
      return o.application.completion;
    };
    const auto plan = planFor(s, {{}, {}});
    const auto step = [&](std::uint64_t size) { return kSend + zeroLoad(*plan, size) + kReceive; };
    const Cycle steps = p - 1, doublings = std::bit_width(p - 1);
    QCOMPARE(took("allreduce_ring", bytes), 2 * steps * step(72));
    QCOMPARE(took("alltoall_pairwise", 72), steps * step(72));
    QCOMPARE(took("barrier_dissemination", 0), doublings * step(0));
    if (!std::has_single_bit(p)) continue;
    QCOMPARE(took("allreduce_recursive_doubling", bytes), doublings * step(bytes));
    QCOMPARE(took("bcast_binomial", 8), doublings * step(8));
    Cycle halving = 0;
    for (std::uint64_t half = bytes / 2; half >= 72; half /= 2) halving += 2 * step(half);
    QCOMPARE(took("allreduce_halving_doubling", bytes), halving);
  }
}

void ApplicationsRunTest::zeroLoadTimesAreThoseOfLonePackets_data() {
  QTest::addColumn<QString>("model");
  QTest::addColumn<QString>("kind");
  for (const char* kind : {"mesh", "torus", "dragonfly", "k_ary_n_tree", "hyperx", "slimfly"})
    for (const char* model : {"vct", "wormhole"})
      QTest::addRow("%s %s", kind, model) << model << kind;
}

void ApplicationsRunTest::zeroLoadTimesAreThoseOfLonePackets() {
  QFETCH(QString, model);
  QFETCH(QString, kind);
  Setup s = test::makeSetup(kind.toStdString());
  if (model == "wormhole") test::makeWormhole(s);
  s.load = 0;
  s.lookups.front().dramRead = 1250;  // no whole cycles
  const std::uint32_t last = s.topology->terminalCount() - 1;
  if (kind == "hyperx" && model == "wormhole") test::wormhole(s).speculative = true;
  for (const LookupKind lookup : {LookupKind::algorithm, LookupKind::dram, LookupKind::cam})
    for (const std::uint32_t to : {1u, last / 3, last / 2, last}) {
      s.lookups.front().kind = lookup;
      const auto plan = planFor(s, {{Op::send(1, 90)}, {Op::receive(0)}}, 0);
      plan->jobs[0].places = {0, to};
      const Outcome o = play(s, plan);
      checkOutcome(o);
      QCOMPARE(o.application.path.contention, Cycle{0});
      QCOMPARE(o.application.completion, o.ideal.applications.front().completion);
    }
}

void ApplicationsRunTest::nothingSlowsALoneMessageDown_data() {
  QTest::addColumn<unsigned>("virtualChannels");
  QTest::addColumn<WormholeSettings>("settings");
  const auto row = [](const char* name, unsigned vcs, const auto& change) {
    WormholeSettings settings;
    settings.bufferFlits = 32;
    change(settings);
    QTest::newRow(name) << vcs << settings;
  };
  const auto plain = [](WormholeSettings&) {};
  row("virtual channels of classes", 2, plain);
  row("three", 3, plain);
  row("four", 4, plain);
  row("store and forward", 4, [](WormholeSettings& w) { w.storeAndForward = true; });
  row("store and forward, two", 2, [](WormholeSettings& w) { w.storeAndForward = true; });
  row("slow allocation", 4, [](WormholeSettings& w) { w.delays.switchAllocation = 3; });
  row("slow route", 2, [](WormholeSettings& w) { w.delays.route = 3; });
  row("slow virtual channels", 2, [](WormholeSettings& w) { w.delays.vcAllocation = 2; });
  row("all slow", 2, [](WormholeSettings& w) { w.delays = {2, 2, 2, 2, 1}; });
  row("smaller buffers", 2, [](WormholeSettings& w) { w.bufferFlits = 8; });
  row("packets longer than buffers", 4, [](WormholeSettings& w) { w.bufferFlits = 3; });
  row("by destination", 4, [](WormholeSettings& w) { w.vcByDestination = true; });
  row("ejected on one", 4, [](WormholeSettings& w) { w.ejectOnOneVc = true; });
  row("reused when empty", 2, [](WormholeSettings& w) { w.reallocate = VcReuse::empty; });
}

/// Of any settings: packets of a message that has the network to itself, and its flits, may keep
/// each other waiting, and that is no contention. 90,000 bytes are more than are sent to find out.
void ApplicationsRunTest::nothingSlowsALoneMessageDown() {
  QFETCH(unsigned, virtualChannels);
  QFETCH(WormholeSettings, settings);
  Setup s = test::makeSetup("torus", {{"dimensions", std::vector<std::int64_t>{5, 4}}});
  test::makeWormhole(s);
  test::wormhole(s) = settings;
  s.virtualChannels = {virtualChannels, virtualChannels, virtualChannels};
  test::setRouting(s, "dimension_order", {});
  s.load = 0;
  s.packetFlits = kPacketFlits;
  s.flitBytes = kFlitBytes;
  for (const std::uint64_t bytes : {8u, 24u, 32u, 40u, 90u, 800u, 90'000u})
    for (const std::uint32_t to : {1u, 12u}) {
      std::vector<Operations> ranks{{Op::send(1, bytes), Op::receive(1)},
                                    {Op::receive(0), Op::send(0, bytes)}};
      const auto plan = planFor(s, ranks);
      plan->endpoints.eager = kMostBytes;
      plan->jobs[0].places = {0, to};
      const Outcome o = play(s, plan);
      checkOutcome(o);
      QCOMPARE(o.application.path.contention, Cycle{0});
      QCOMPARE(o.application.completion, o.ideal.applications.front().completion);
      if (bytes < 90'000) continue;
      // More than the head's time and a cycle a flit, where they keep each other waiting.
      const HeadTimes& times = *plan->headTimes;
      const std::uint64_t flits = plan->packets.allFlits(bytes);
      QVERIFY(times.alone(0, to, flits) >= times(0, to) + static_cast<Cycle>(flits));
      if (settings.storeAndForward)
        QVERIFY(times.alone(0, to, flits) > times(0, to) + static_cast<Cycle>(flits));
    }
}

void ApplicationsRunTest::ownPacketsAreNoContention_data() {
  QTest::addColumn<bool>("worms");
  QTest::addColumn<Cycle>("latency");
  QTest::addColumn<unsigned>("virtualChannels");
  QTest::addColumn<LookupKind>("lookup");
  QTest::addColumn<double>("picosecondsPerCycle");
  const auto row = [](const char* name, bool worms, Cycle latency, unsigned vcs, LookupKind lookup,
                      double picoseconds = 1000) {
    QTest::newRow(name) << worms << latency << vcs << lookup << picoseconds;
  };
  row("credits on long cables", false, 100, 2, LookupKind::algorithm);
  row("credits of three virtual channels", false, 150, 3, LookupKind::algorithm);
  row("a busy table", false, 1, 2, LookupKind::cam);
  row("a busy table in odd cycles", false, 1, 2, LookupKind::cam, 700);
  row("a busy table and long cables", false, 60, 2, LookupKind::cam);
  row("rows of a memory", false, 1, 2, LookupKind::dram);
  row("a busy table, wormhole", true, 1, 2, LookupKind::cam);
  row("rows of a memory, wormhole", true, 20, 2, LookupKind::dram);
}

/// What the packets of a message that is alone cost each other is in the ideal, whatever costs it.
void ApplicationsRunTest::ownPacketsAreNoContention() {
  QFETCH(bool, worms);
  QFETCH(Cycle, latency);
  QFETCH(unsigned, virtualChannels);
  QFETCH(LookupKind, lookup);
  QFETCH(double, picosecondsPerCycle);
  Setup s = test::makeSetup("mesh", {{"dimensions", std::vector<std::int64_t>{4, 4}}});
  if (worms) test::makeWormhole(s);
  s.virtualChannels = {virtualChannels, virtualChannels, virtualChannels};
  test::setRouting(s, "dimension_order", {});
  s.load = 0;
  s.packetFlits = kPacketFlits;
  s.flitBytes = kFlitBytes;
  s.picosecondsPerCycle = picosecondsPerCycle;
  s.lookups.front().kind = lookup;
  for (LinkId link = 0; link < s.linkLatency.size(); ++link)
    if (s.topology->kindOf(link) != LinkKind::terminal) s.linkLatency[link] = latency;
  for (const std::uint64_t bytes : {24u, 40u, 800u, 3'210u, 90'000u, 400'000u})
    for (const std::uint32_t to : {1u, 14u}) {
      const auto plan =
          planFor(s, {{Op::send(1, bytes), Op::receive(1)}, {Op::receive(0), Op::send(0, bytes)}});
      plan->endpoints.eager = kMostBytes;
      plan->jobs[0].places = {0, to};
      const Outcome o = play(s, plan);
      checkOutcome(o);
      QCOMPARE(o.application.path.contention, Cycle{0});
      QCOMPARE(o.application.completion, o.ideal.applications.front().completion);
      // It does take longer than a cycle a flit.
      const std::uint64_t flits = plan->packets.allFlits(bytes);
      if (bytes >= 90'000)
        QVERIFY(plan->headTimes->alone(0, to, flits) >
                (*plan->headTimes)(0, to) + static_cast<Cycle>(flits + flits / 4));
    }
}

HOPSCOPE_TEST(ApplicationsRunTest)

}  // namespace hopscope

#include "applications_run_test.moc"
