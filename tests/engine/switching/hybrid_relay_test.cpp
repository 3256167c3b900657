// SPDX-License-Identifier: GPL-3.0-or-later
// Rotors whose packets go over other terminals.

#include <QTest>
#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <vector>

#include "engine/core/rng.h"
#include "engine/simulation/make_network.h"
#include "engine/simulation/simulation.h"
#include "engine/workload/message_set.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

constexpr std::uint32_t kProcessorFlits = 5;
constexpr Cycle kWireOfRotor = 8, kSlotOfRotor = 20, kGuardOfRotor = 2;

/// In slot k input u reaches output u + k + 1.
HybridSettings rotorOf(std::uint32_t ports, CircuitRelay relay) {
  HybridSettings settings;
  settings.circuitSlots = ports - 1;
  settings.worms = false;
  settings.policy = SlotPolicy::fixed;
  settings.lengths = {kSlotOfRotor, kSlotOfRotor};
  settings.guard = kGuardOfRotor;
  settings.relay = relay;
  for (std::uint32_t slot = 0; slot + 1 < ports; ++slot) {
    LoadedConfiguration& next = settings.loaded.emplace_back();
    for (std::uint32_t input = 0; input < ports; ++input)
      next.pairs.push_back({input, (input + slot + 1) % ports});
  }
  return settings;
}

Setup setupOfRotor(std::uint32_t ports, const HybridSettings& settings) {
  Setup setup = test::makeSetup("crossbar", {{"terminals", std::int64_t{ports}}});
  test::setLatency(setup, LinkKind::terminal, kWireOfRotor);
  setup.switches = HybridSwitches{settings, kProcessorFlits, kWireOfRotor};
  return setup;
}

/// When the last of `flits` leaves that may go from cycle `ready` on in the turns of slot `slot`
/// only, by counting cycles.
Cycle lastLeaves(std::uint32_t ports, std::uint32_t slot, Cycle ready, std::uint32_t flits) {
  for (Cycle at = ready;; ++at) {
    const bool open = static_cast<std::uint32_t>(at / kSlotOfRotor) % (ports - 1) == slot &&
                      at % kSlotOfRotor >= kGuardOfRotor;
    if (open && --flits == 0) return at;
  }
}

/// From an interface's cycle `ready` on, over that relay, or straight where it is the destination.
Cycle arrivesOver(std::uint32_t ports, const HybridSettings& settings, const SetMessage& message,
                  std::uint32_t relay, Cycle ready) {
  const auto slotOf = [ports](std::uint32_t from, std::uint32_t to) {
    return (to + ports - from) % ports - 1;
  };
  Cycle left = lastLeaves(ports, slotOf(message.source, relay), ready, message.flits);
  if (relay != message.destination)
    left = lastLeaves(ports, slotOf(relay, message.destination), left + settings.straight,
                      message.flits);
  return left + settings.straight + settings.nic;
}

/// Accepted load in an overloaded rotor with large buffers.
double acceptedBy(const HybridSettings& settings, std::uint32_t ports, const char* pattern) {
  Setup setup = setupOfRotor(ports, settings);
  test::setPattern(setup, pattern, {});
  setup.load = 1;
  setup.packetFlits = 6;
  setup.run.warmup = 30'000;
  setup.run.measure = 60'000;
  setup.run.maxCycles = 200'000;
  Simulation simulation(setup);
  simulation.advance(setup.run.maxCycles);
  return simulation.results().acceptedLoad;
}

}  // namespace

class HybridRelayTest : public QObject {
  Q_OBJECT

 private slots:
  /// Alone, a message arrives when the turns of its two slots say, over one relay of those there
  /// are.
  void arrivesByTheTurnsOfTwoSlots() {
    constexpr std::uint32_t ports = 6;
    const HybridSettings settings = rotorOf(ports, CircuitRelay::valiant);
    for (std::uint32_t destination = 1; destination < ports; ++destination)
      for (const std::uint32_t flits : {1u, 5u, 18u, 40u}) {
        for (std::uint32_t source = 0; source < ports; ++source) {
          auto set = std::make_shared<MessageSet>(ports, kProcessorFlits);
          set->addPhase({{source, (source + destination) % ports, flits}});
          Setup setup = setupOfRotor(ports, settings);
          setup.load = 0;
          const auto network = makeNetwork(setup, set);
          while (!set->finished() && network->now() < 5'000) network->advance(network->now() + 1);
          QVERIFY(set->finished());
          const SetMessage& message = set->messages().front();
          std::set<Cycle> possible;
          for (std::uint32_t relay = 0; relay < ports; ++relay)
            if (relay != source)
              possible.insert(
                  arrivesOver(ports, settings, message, relay, message.accepted + settings.nic));
          QVERIFY(possible.count(message.arrived) == 1);
          QVERIFY(possible.size() > 1);
        }
      }
  }

  /// Of what one terminal sends to another, each other terminal gets the same share first.
  void relaysAreDrawnAlike() {
    constexpr std::uint32_t ports = 8;
    Setup setup = setupOfRotor(ports, rotorOf(ports, CircuitRelay::valiant));
    setup.traffic = test::onePair(2, 5);
    setup.load = 0.3;
    setup.packetFlits = 1;
    const auto network = makeNetwork(setup);
    network->advance(200'000);
    const auto& flits = network->channelFlits();
    double first = 0;
    const auto received = [&](TerminalId terminal) {
      return static_cast<double>(flits[2 * setup.topology->terminals[terminal].link + 1]);
    };
    for (TerminalId terminal = 0; terminal < ports; ++terminal)
      if (terminal != 5) first += received(terminal);
    for (TerminalId terminal = 0; terminal < ports; ++terminal)
      if (terminal != 2 && terminal != 5)
        QVERIFY(std::abs(received(terminal) / first * (ports - 2) - 1) < 0.05);
    QVERIFY(std::abs(first / received(5) * (ports - 1) / (ports - 2) - 1) < 0.05);
  }

  /// At little load the mean wait is that of the two slots' turns, over all cycles of a round, all
  /// relays and all destinations.
  void meanWaitAtLittleLoad() {
    constexpr std::uint32_t ports = 8;
    for (const CircuitRelay relay : {CircuitRelay::direct, CircuitRelay::valiant}) {
      const HybridSettings settings = rotorOf(ports, relay);
      double sum = 0, count = 0;
      for (Cycle ready = 0; ready < kSlotOfRotor * (ports - 1); ++ready)
        for (std::uint32_t to = 1; to < ports; ++to)
          for (std::uint32_t over = 1; over < ports; ++over) {
            if (relay == CircuitRelay::direct && over != to) continue;
            sum += static_cast<double>(arrivesOver(ports, settings, {0, to, 1}, over, ready) -
                                       (ready - settings.nic));
            ++count;
          }
      Setup setup = setupOfRotor(ports, settings);
      setup.load = 0.004;
      setup.packetFlits = 1;
      setup.run.warmup = 1'000;
      setup.run.measure = 500'000;
      setup.run.maxCycles = 1'000'000;
      Simulation simulation(setup);
      simulation.advance(setup.run.maxCycles);
      const double mean = simulation.results().latency.mean;
      QVERIFY2(std::abs(mean / (sum / count) - 1) < 0.02,
               qPrintable(QString("%1, not %2").arg(mean).arg(sum / count)));
    }
  }

  /// A round has a slot for each of N - 1 circuits. Directly, a permutation has one of them. Over
  /// relays each packet takes two, or one if its destination is drawn: of a permutation the busiest
  /// circuits carry 2 / (N - 1) of what a terminal sends, of uniform traffic all carry
  /// (2 N - 3) / (N - 1)^2.
  void throughputIsThatOfTheSlots() {
    constexpr std::uint32_t ports = 8;
    const double useful = 1 - static_cast<double>(kGuardOfRotor) / kSlotOfRotor;
    HybridSettings relayed = rotorOf(ports, CircuitRelay::valiant);
    relayed.nicFlits = relayed.relayFlits = 8'192;
    HybridSettings direct = rotorOf(ports, CircuitRelay::direct);
    direct.nicFlits = 8'192;
    const auto within = [](double is, double shall) { return std::abs(is / shall - 1) < 0.02; };
    for (const char* pattern : {"tornado", "bit_complement", "neighbour"}) {
      const double accepted = acceptedBy(relayed, ports, pattern);
      QVERIFY2(accepted > 0.98 * useful / 2, qPrintable(QString::number(accepted)));
      QVERIFY2(within(accepted, useful / 2), qPrintable(QString::number(accepted)));
      QVERIFY(within(acceptedBy(direct, ports, pattern), useful / (ports - 1)));
    }
    QVERIFY(within(acceptedBy(relayed, ports, "uniform"), useful * (ports - 1) / (2 * ports - 3)));
    QVERIFY(within(acceptedBy(direct, ports, "uniform"), useful));
  }

  /// Also with interfaces that have room for four packets of each circuit, and more terminals: of
  /// two relays that are drawn the one is taken for which less waits, so that none turns in vain.
  void fewPacketsKeepAllCircuitsBusy() {
    for (const std::uint32_t ports : {8U, 16U, 32U}) {
      HybridSettings settings = rotorOf(ports, CircuitRelay::valiant);
      settings.nicFlits = 4 * 6 * (ports - 1);
      settings.relayFlits = 16'384;
      const double half = (1 - static_cast<double>(kGuardOfRotor) / kSlotOfRotor) / 2;
      for (const char* pattern : {"tornado", "neighbour"}) {
        const double accepted = acceptedBy(settings, ports, pattern);
        QVERIFY2(accepted > 0.98 * half,
                 qPrintable(QString("%1 ports: %2").arg(ports).arg(accepted / half)));
      }
    }
  }

  /// Whatever the buffers, also those that are smaller than a message: all arrives, once, and after
  /// each cycle every flit is where the books say.
  void allArriveOnce() {
    for (std::uint32_t round = 0; round < 12; ++round) {
      Rng rng(5, round, RandomPurpose::pattern);
      const std::uint32_t ports = 2 + rng.below(7);
      HybridSettings settings = rotorOf(ports, CircuitRelay::valiant);
      settings.policy = rng.below(2) == 0 ? SlotPolicy::fixed : SlotPolicy::preempt;
      settings.relayFlits = 1 + rng.below(60);
      settings.nicFlits = 1 + rng.below(200);
      settings.lengths.circuits = kGuardOfRotor + 1 + rng.below(20);
      settings.straight = 1 + rng.below(12);
      auto set = std::make_shared<MessageSet>(ports, kProcessorFlits);
      std::vector<SetMessage> messages;
      for (int i = 0; i < 60; ++i) {
        const std::uint32_t source = rng.below(ports);
        // Most go to one terminal.
        const std::uint32_t to =
            source != 0 && rng.below(3) > 0 ? 0 : (source + 1 + rng.below(ports - 1)) % ports;
        messages.push_back({source, to, 1 + rng.below(50)});
      }
      set->addPhase(messages);
      Setup setup = setupOfRotor(ports, settings);
      setup.load = 0;
      const auto network = makeNetwork(setup, set);
      while (!set->finished() && network->now() < 200'000) {
        network->advance(network->now() + 1);
        const auto found = network->violations();
        QVERIFY2(found.empty(), found.empty() ? "" : found.front().c_str());
      }
      QVERIFY(set->finished());
      network->advance(network->now() + 100);
      QVERIFY(network->idle());
      DeliveryTally tally(ports);
      network->tally(tally);
      QCOMPARE(tally.packets, std::uint64_t{60});
    }
  }
};

HOPSCOPE_TEST(HybridRelayTest)

}  // namespace hopscope

#include "hybrid_relay_test.moc"
