// SPDX-License-Identifier: GPL-3.0-or-later
// Through the network that is made of it.

#include <QTest>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/rng.h"
#include "engine/simulation/make_network.h"
#include "engine/workload/message_set.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

constexpr Cycle kWire = 8;
constexpr std::uint32_t kHandedOver = 5;

HybridSettings wormholeOnly() {
  HybridSettings settings;
  settings.circuitSlots = 0;
  return settings;
}

/// Requests, grants and data in turn; one circuit a port, held until its queue is empty.
HybridSettings circuitOnly() {
  HybridSettings settings;
  settings.circuitSlots = 1;
  settings.worms = false;
  settings.policy = SlotPolicy::fixed;
  return settings;
}

HybridSettings timeDivision(std::uint32_t circuitSlots) {
  HybridSettings settings = circuitOnly();
  settings.circuitSlots = circuitSlots;
  settings.policy = SlotPolicy::skipEmpty;
  settings.lengths = {10, 10};
  return settings;
}

/// A crossbar and the messages sent over it.
class Experiment {
 public:
  Experiment(const HybridSettings& settings, std::uint32_t ports, Cycle wire = kWire)
      : set_(std::make_shared<MessageSet>(ports, kHandedOver)),
        setup_(test::makeSetup("crossbar", {{"terminals", std::int64_t{ports}}})) {
    test::setLatency(setup_, LinkKind::terminal, wire);
    setup_.switches = HybridSwitches{settings, kHandedOver, wire};
    setup_.load = 0;
  }

  void addPhase(const std::vector<SetMessage>& messages) { set_->addPhase(messages); }
  Switching& network() {
    if (!network_) network_ = makeNetwork(setup_, set_);
    return *network_;
  }
  /// Until all has arrived; false: not by `limit`.
  bool finish(Cycle limit) {
    while (!set_->finished() && network().now() < limit) network().advance(network().now() + 1);
    return set_->finished();
  }
  const MessageSet& set() const { return *set_; }
  Cycle makespan() const { return set_->lastArrival(); }

 private:
  std::shared_ptr<MessageSet> set_;
  Setup setup_;
  std::unique_ptr<Switching> network_;
};

HybridSettings loaded(HybridSettings settings, const std::vector<std::vector<PortPair>>& pairs) {
  for (const auto& each : pairs) settings.loaded.push_back({each, 0});
  return settings;
}

Cycle latencyOf(const HybridSettings& settings, std::uint32_t flits) {
  Experiment experiment(settings, 4);
  experiment.addPhase({{1, 2, flits}});
  if (!experiment.finish(100'000)) return -1;
  return experiment.set().messages().front().arrived - experiment.set().messages().front().accepted;
}

std::vector<SetMessage> someMessages(Rng& rng, std::uint32_t ports, int count) {
  std::vector<SetMessage> messages;
  for (int i = 0; i < count; ++i) {
    const std::uint32_t source = rng.below(ports);
    messages.push_back({source, (source + 1 + rng.below(ports - 1)) % ports, 1 + rng.below(40)});
  }
  return messages;
}

std::vector<std::vector<PortPair>> neighbours(std::uint32_t ports, std::uint32_t count) {
  std::vector<std::vector<PortPair>> configurations(count);
  for (std::uint32_t slot = 0; slot < count; ++slot)
    for (std::uint32_t input = 0; input < ports; ++input)
      configurations[slot].push_back({input, (input + slot + 1) % ports});
  return configurations;
}

}  // namespace

class HybridCrossbarTest : public QObject {
  Q_OBJECT

 private slots:
  /// Ding 2006, section 5.5.2, in cycles of 10 ns: 27 + (L - 1), and 8 for each further worm.
  void aLoneWormsLatency() {
    for (const std::uint32_t flits : {1u, 2u, 15u, 16u, 17u, 32u, 33u, 256u})
      QCOMPARE(latencyOf(wormholeOnly(), flits), Cycle{27} + flits - 1 + 8 * ((flits - 1) / 16));
  }

  /// 36 + (L - 1).
  void aLoneCircuitsLatency() {
    for (const std::uint32_t flits : {1u, 16u, 100u})
      QCOMPARE(latencyOf(circuitOnly(), flits), Cycle{36} + flits - 1);
  }

  /// A hit 12 + (L - 1) and the wait for its slot, a miss 24 more.
  void aLoneMessageInSlots() {
    for (const std::uint32_t flits : {1u, 5u})
      QCOMPARE(latencyOf(loaded(timeDivision(1), {{{1, 2}}}), flits), Cycle{12} + flits - 1);
    QCOMPARE(latencyOf(timeDivision(4), 5), Cycle{36} + 4);
    // Its circuit has the second of two slots of 10 cycles; it is in the NIC at cycle 1.
    QCOMPARE(latencyOf(loaded(timeDivision(2), {{{0, 3}}, {{1, 2}}}), 1), Cycle{12} + 9);
    // It has the first: nine flits go in this slot, the others in the next round.
    QCOMPARE(latencyOf(loaded(timeDivision(2), {{{1, 2}}, {{0, 3}}}), 12), Cycle{12} + 11 + 10);
    // A guard band of two cycles at the beginning of each: it begins in cycle 2, eight go at once.
    HybridSettings guarded = loaded(timeDivision(2), {{{1, 2}}, {{0, 3}}});
    guarded.guard = 2;
    QCOMPARE(latencyOf(guarded, 8), Cycle{12} + 1 + 7);
    QCOMPARE(latencyOf(guarded, 9), Cycle{12} + 1 + 8 + 12);
  }

  /// Sources that only send: worms W of W + 8 cycles each, circuits L of L + 24.
  void steadySenders() {
    for (const std::uint32_t flits : {8u, 16u}) {
      Experiment worms(wormholeOnly(), 40);
      Experiment circuits(circuitOnly(), 40);
      std::vector<SetMessage> messages;
      for (std::uint32_t i = 1; i < 40; ++i) messages.push_back({0, i, flits});
      for (Experiment* each : {&worms, &circuits}) {
        each->addPhase(messages);
        QVERIFY(each->finish(100'000));
      }
      QCOMPARE(worms.makespan(), Cycle{27} + flits - 1 + 38 * (flits + 8));
      // Where the turning corner of the cells lies between the old and the new output, the new one
      // has to wait for one more pass.
      const Cycle least = Cycle{36} + flits - 1 + 38 * (flits + 24);
      QVERIFY(circuits.makespan() >= least && circuits.makespan() <= least + 4 * 8);
    }
  }

  /// Grants ahead: what follows a worm, of its message or to another port, leaves behind its tail.
  void grantsAheadHideTheScheduler() {
    HybridSettings settings = wormholeOnly();
    settings.prefetchGrant = true;
    for (const std::uint32_t flits : {1u, 16u, 17u, 33u, 256u})
      QCOMPARE(latencyOf(settings, flits), Cycle{27} + flits - 1 + (flits > 16 ? 1 : 0));
    Experiment worms(settings, 40);
    std::vector<SetMessage> messages;
    for (std::uint32_t i = 1; i < 40; ++i) messages.push_back({0, i, 16});
    worms.addPhase(messages);
    QVERIFY(worms.finish(100'000));
    QVERIFY(worms.makespan() < Cycle{27} + 15 + 38 * (16 + 2));
  }

  /// Every message arrives once and, over circuits or as worms, in order for its pair; each cycle
  /// is audited. Whatever the policy, sizes of buffers, predictors and loaded circuits.
  void allArrivesInOrder_data() {
    QTest::addColumn<int>("round");
    for (int round = 0; round < 40; ++round) QTest::addRow("%d", round) << round;
  }
  void allArrivesInOrder() {
    QFETCH(int, round);
    Rng rng(3, static_cast<std::uint32_t>(round), RandomPurpose::pattern);
    const std::uint32_t ports = 3 + rng.below(8);
    HybridSettings settings = randomSettings(rng);
    // Those that are replaced leave others stranded.
    const bool swaps = settings.worms && rng.below(3) == 0;
    const std::uint32_t count = rng.below(settings.circuitSlots + 1) + (swaps ? 3 : 0);
    if (settings.circuitSlots > 0 && (settings.worms || count < settings.circuitSlots))
      for (const auto& pairs : neighbours(ports, count))
        settings.loaded.push_back({pairs, swaps ? 5 * ports : 0});
    Experiment experiment(settings, ports, 1 + rng.below(10));
    for (int phase = 0; phase < 3; ++phase) experiment.addPhase(someMessages(rng, ports, 60));
    Switching& network = experiment.network();
    for (Cycle until = 1; !experiment.set().finished() && until < 60'000; ++until) {
      network.advance(until);
      const std::vector<std::string> found = network.violations();
      QVERIFY2(found.empty(), found.empty() ? "" : found.front().c_str());
    }
    QVERIFY(experiment.set().finished());
    std::map<std::pair<std::uint32_t, std::uint32_t>, Cycle> last;
    for (const SetMessage& message : experiment.set().messages()) {
      QVERIFY(message.accepted >= 0 && message.arrived > message.accepted);
      Cycle& before = last[{message.source, message.destination}];
      // Where circuits come and go, no order is promised between circuits and worms of a pair.
      if (!settings.worms || settings.circuitSlots == 0) QVERIFY(message.arrived > before);
      before = message.arrived;
    }
    std::uint64_t carried = 0;
    for (const SlotUse& use : network.slotUses()) {
      carried += use.flits;
      QVERIFY(use.busy <= use.time);
    }
    QCOMPARE(carried, experiment.set().flits());
    QCOMPARE(network.flitHops(), experiment.set().flits());
    const CircuitCounts& counts = *network.circuits();
    QCOMPARE(counts.hits + counts.misses, std::uint64_t{180});
    QVERIFY(counts.released <= counts.established);
  }

  void steppingChangesNothing_data() { allArrivesInOrder_data(); }
  void steppingChangesNothing() {
    QFETCH(int, round);
    const auto arrivals = [round](Cycle step) {
      Rng rng(5, static_cast<std::uint32_t>(round), RandomPurpose::pattern);
      const HybridSettings settings = randomSettings(rng);
      Experiment experiment(settings, 8);
      experiment.addPhase(someMessages(rng, 8, 100));
      Switching& network = experiment.network();
      while (!experiment.set().finished() && network.now() < 60'000)
        network.advance(network.now() + step);
      network.advance(70'000);  // over silence
      std::vector<Cycle> all;
      for (const SetMessage& message : experiment.set().messages()) all.push_back(message.arrived);
      for (const SlotUse& use : network.slotUses()) {
        for (const Cycle each : {use.time, use.busy}) all.push_back(each);
        for (const std::uint64_t each : {use.turns, use.skipped, use.preempted})
          all.push_back(static_cast<Cycle>(each));
      }
      all.push_back(static_cast<Cycle>(network.circuits()->evicted));
      all.push_back(static_cast<Cycle>(network.circuits()->released));
      return all;
    };
    const std::vector<Cycle> whole = arrivals(70'000);
    QVERIFY(arrivals(1) == whole);
    QVERIFY(arrivals(37) == whole);
  }

  /// Messages that go on circuits alone: PREEMPT gives the slots of circuits to worms while there
  /// are none, SES does not.
  void silentCircuitsYieldTheirSlots() {
    const auto makespan = [](SlotPolicy policy) {
      HybridSettings settings = loaded({}, neighbours(8, 4));  // none of them to the sixth
      settings.policy = policy;
      Experiment experiment(settings, 8);
      std::vector<SetMessage> messages;
      for (int i = 0; i < 20; ++i)
        for (std::uint32_t input = 0; input < 8; ++input)
          messages.push_back({input, (input + 6) % 8, 16});
      experiment.addPhase(messages);
      return experiment.finish(1'000'000) ? experiment.makespan() : Cycle{-1};
    };
    const Cycle preempted = makespan(SlotPolicy::preempt);
    QVERIFY(preempted > 0);
    QVERIFY(makespan(SlotPolicy::skipEmpty) > 3 * preempted);
  }

  /// Data are seen a wire's delay later, whoever's they are: with one slot of circuits both scopes
  /// of PREEMPT are the same, cycle by cycle.
  void bothScopesSeeDataAtTheSameTime() {
    for (int round = 0; round < 10; ++round) {
      const auto arrivals = [round](PreemptScope scope) {
        Rng rng(9, static_cast<std::uint32_t>(round), RandomPurpose::pattern);
        HybridSettings settings = loaded({}, neighbours(6, 1));
        settings.circuitSlots = 1;
        settings.policy = SlotPolicy::preempt;
        settings.scope = scope;
        settings.lengths = {3 + rng.below(20), 3 + rng.below(20)};
        Experiment experiment(settings, 6, 1 + rng.below(12));
        for (int phase = 0; phase < 3; ++phase) experiment.addPhase(someMessages(rng, 6, 40));
        std::vector<Cycle> all;
        if (experiment.finish(100'000))
          for (const SetMessage& each : experiment.set().messages()) all.push_back(each.arrived);
        return all;
      };
      const std::vector<Cycle> global = arrivals(PreemptScope::global);
      QCOMPARE(global.size(), std::size_t{120});
      QVERIFY(arrivals(PreemptScope::perSlot) == global);
    }
  }

  /// Its circuit would come next, but the one before has more to carry than there is.
  void whatWaitsForEverIsSaid() {
    HybridSettings settings = timeDivision(1);
    settings.loaded = {{{{0, 1}, {1, 2}, {2, 0}}, 16}, {{{0, 2}, {1, 0}, {2, 1}}, 0}};
    Experiment experiment(settings, 3);
    experiment.addPhase({{0, 2, 4}, {0, 1, 5}});
    QVERIFY(!experiment.finish(2'000));
    Switching& network = experiment.network();
    QVERIFY(!network.underWay());
    const std::vector<Sentence> found = network.waitingInVain();
    QCOMPARE(found.size(), std::size_t{2});
    QCOMPARE(QString::fromStdString(found[0].english()),
             QString("Terminal 0 waits for a circuit to terminal 2, which no slot has or will "
                     "have."));
    QCOMPARE(QString::fromStdString(found[1].english()),
             QString("Slot 0 keeps its circuits until they have carried 11 flits more."));
    // With so much to carry there is nothing to say.
    Experiment enough(settings, 3);
    enough.addPhase({{0, 2, 4}, {0, 1, 16}});
    QVERIFY(enough.finish(2'000));
    QVERIFY(enough.network().waitingInVain().empty());
  }

  /// The first packet of a pair is a worm and asks for a circuit; the next ones take it, until it
  /// is idle for as long as the time-out says.
  void predictorsAddAndEvict() {
    const auto run = [](Adding adding, Cycle timeOut) {
      HybridSettings settings;
      settings.adding = adding;
      settings.evictionLimit = timeOut;
      settings.addingThreshold = 3;
      Experiment experiment(settings, 4);
      for (int phase = 0; phase < 10; ++phase) experiment.addPhase({{0, 1, 200}});
      const bool finished = experiment.finish(100'000);
      experiment.network().advance(200'000);
      return finished ? *experiment.network().circuits() : CircuitCounts();
    };
    const CircuitCounts none = run(Adding::none, 40), onUse = run(Adding::onUse, 100'000),
                        often = run(Adding::threshold, 100'000);
    QCOMPARE(none.hits + none.established, std::uint64_t{0});
    QVERIFY(onUse.misses >= 1 && onUse.misses < 10);
    QCOMPARE(onUse.established, std::uint64_t{1});
    QCOMPARE(onUse.released, std::uint64_t{1});
    QCOMPARE(onUse.evicted, std::uint64_t{1});
    QVERIFY(often.misses >= 3 && often.misses >= onUse.misses);
  }

 private:
  static HybridSettings randomSettings(Rng& rng) {
    HybridSettings settings;
    settings.circuitSlots = rng.below(4);
    settings.worms = settings.circuitSlots == 0 || rng.below(2) == 0;
    settings.policy = static_cast<SlotPolicy>(rng.below(4));
    settings.scope = static_cast<PreemptScope>(rng.below(2));
    settings.nicFlits = 16 + rng.below(200);
    settings.switchFlits = 1 + rng.below(100);
    settings.nic = 1 + rng.below(3);
    settings.schedulerInterval = 1 + rng.below(8);
    settings.eviction = static_cast<Eviction>(1 + rng.below(2));
    settings.evictionLimit = rng.below(3) * 40;
    // A circuit that is never idle for so many uses would hold what others wait for.
    if (!settings.worms) settings.eviction = Eviction::timeOut;
    settings.adding = static_cast<Adding>(rng.below(4));
    settings.slotChoice = static_cast<SlotChoice>(rng.below(2));
    settings.rotation = static_cast<CellRotation>(rng.below(3));
    settings.lengths = {3 + rng.below(20), 3 + rng.below(40)};
    settings.guard = rng.below(3);
    settings.prefetchGrant = rng.below(2) == 0;
    return settings;
  }
};

HOPSCOPE_TEST(HybridCrossbarTest)

}  // namespace hopscope

#include "hybrid_crossbar_test.moc"
