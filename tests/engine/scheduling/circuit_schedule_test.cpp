// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/scheduling/circuit_schedule.h"

#include <QObject>
#include <QTest>
#include <algorithm>
#include <functional>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "engine/core/rng.h"
#include "engine/scheduling/edge_colouring.h"
#include "tests/support/fuzz.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

Demand randomDemand(Rng& rng, std::uint32_t ports, std::uint32_t largest, std::uint32_t share) {
  Demand demand{ports, std::vector<std::int64_t>(ports * ports, 0), 0};
  for (std::int64_t& cell : demand.cells)
    if (rng.below(100) < share) cell = rng.below(largest + 1);
  return demand;
}

CircuitSchedule scheduled(const char* name, const Demand& demand, const Values& changed = {}) {
  const CircuitSchedulerEntry& entry = *circuitSchedulers().find(name);
  Values values = defaultsOf(entry.parameters);
  for (const auto& [key, value] : changed) values[key] = value;
  if (entry.check && hasErrors(entry.check(demand, values))) throw std::runtime_error(name);
  return entry.schedule(demand, values);
}

/// No output twice in a configuration; what the configurations have time for.
Demand capacityOf(const CircuitSchedule& schedule, std::uint32_t ports) {
  Demand capacity{ports, std::vector<std::int64_t>(ports * ports, 0), 0};
  for (const ScheduledConfiguration& each : schedule.configurations) {
    std::set<std::uint16_t> outputs;
    for (std::uint32_t input = 0; input < ports; ++input) {
      if (each.outputOf[input] == kNoPort) continue;
      if (!outputs.insert(each.outputOf[input]).second) throw std::runtime_error("twice");
      capacity.at(input, each.outputOf[input]) += each.duration * schedule.rounds;
    }
  }
  return capacity;
}

/// The most that configurations of whole durations carry within a window.
std::int64_t bestWithin(const Demand& demand, std::int64_t window, std::int64_t setup) {
  std::vector<std::vector<std::uint32_t>> orders;
  std::vector<std::uint32_t> order(demand.ports);
  std::iota(order.begin(), order.end(), 0u);
  do orders.push_back(order);
  while (std::next_permutation(order.begin(), order.end()));
  const std::function<std::int64_t(const Demand&, std::size_t, std::int64_t)> best =
      [&](const Demand& left, std::size_t from, std::int64_t time) -> std::int64_t {
    std::int64_t most = 0;
    for (std::size_t i = from; i < orders.size(); ++i)
      for (std::int64_t duration = 1; duration + setup <= time; ++duration) {
        Demand rest = left;
        std::int64_t carried = 0;
        bool whole = true;
        for (std::uint32_t input = 0; input < demand.ports; ++input) {
          std::int64_t& cell = rest.at(input, orders[i][input]);
          const std::int64_t part = std::min(cell, duration);
          whole = whole && part < duration;
          cell -= part, carried += part;
        }
        if (carried == 0) break;
        most = std::max(most, carried + best(rest, i + 1, time - duration - setup));
        if (whole) break;  // longer carries no more
      }
    return most;
  };
  return best(demand, 0, window);
}

}  // namespace

class CircuitScheduleTest : public QObject {
  Q_OBJECT

 private slots:
  /// Sums give the matrix back, in the shortest time, in at most N² - 2N + 2 terms.
  void birkhoffGivesTheMatrixBack() {
    Rng rng(3, 0, RandomPurpose::pattern);
    for (int round = 0; round < 400; ++round) {
      const std::uint32_t ports = 1 + rng.below(12);
      const Demand demand = randomDemand(rng, ports, 1 + rng.below(50), 10 + rng.below(91));
      const CircuitSchedule schedule = scheduled("birkhoff_von_neumann", demand);
      const Demand full = stuffed(demand);
      QVERIFY(capacityOf(schedule, ports).cells == full.cells);
      QCOMPARE(full.total() - demand.total(), schedule.added);
      for (std::size_t i = 0; i < demand.cells.size(); ++i)
        QVERIFY(full.cells[i] >= demand.cells[i]);
      QCOMPARE(schedule.makespan(), static_cast<double>(demand.largestSum()));
      QVERIFY(schedule.configurations.size() <= ports * ports - 2 * ports + 2);
      QVERIFY(schedule.left.total() == 0 && schedule.served == demand);
    }
  }

  /// A matrix whose rows and columns add up to the same is taken as it is.
  void nothingIsAddedToWhatIsFull() {
    const Demand demand{3, {1, 2, 3, 2, 3, 1, 3, 1, 2}, 0};
    QVERIFY(stuffed(demand) == demand);
    QCOMPARE(scheduled("birkhoff_von_neumann", demand).added, std::int64_t{0});
  }

  void solsticeCoversAll() {
    Rng rng(5, 0, RandomPurpose::pattern);
    for (int round = 0; round < 400; ++round) {
      const std::uint32_t ports = 1 + rng.below(12);
      const Demand demand = randomDemand(rng, ports, 1 + rng.below(1000), 10 + rng.below(91));
      const double rate = round % 3 == 0 ? 0 : 0.1;
      const std::int64_t setup = rng.below(30);
      const CircuitSchedule schedule =
          scheduled("solstice", demand, {{"packet_rate", rate}, {"reconfiguration", setup}});
      const Demand capacity = capacityOf(schedule, ports);
      for (std::size_t i = 0; i < demand.cells.size(); ++i) {
        QCOMPARE(schedule.served.cells[i] + schedule.left.cells[i], demand.cells[i]);
        QVERIFY(schedule.served.cells[i] <= capacity.cells[i]);
      }
      // What is left fits through the packet switch in the time of the circuits.
      QVERIFY(static_cast<double>(schedule.left.largestSum()) <= rate * schedule.makespan());
      if (rate == 0) QCOMPARE(schedule.left.total(), std::int64_t{0});
    }
  }

  /// Few large flows among many small ones: fewer configurations than Birkhoff and von Neumann
  /// need.
  void solsticeNeedsFewConfigurations() {
    Rng rng(7, 0, RandomPurpose::pattern);
    Demand demand{32, std::vector<std::int64_t>(32 * 32, 0), 0};
    for (std::uint32_t input = 0; input < 32; ++input)
      for (std::uint32_t i = 0; i < 16; ++i)
        demand.at(input, rng.below(32)) = i < 4 ? 400 + rng.below(400) : 1 + rng.below(40);
    const auto birkhoff =
        scheduled("birkhoff_von_neumann", demand, {{"reconfiguration", std::int64_t{20}}});
    const auto solstice = scheduled("solstice", demand, {{"reconfiguration", std::int64_t{20}}});
    QVERIFY(2 * solstice.configurations.size() < birkhoff.configurations.size());
    QVERIFY(solstice.makespan() < birkhoff.makespan());
  }

  void eclipseIsAtLeastHalfOfTheBest() {
    Rng rng(9, 0, RandomPurpose::pattern);
    for (int round = 0; round < 120; ++round) {
      const std::uint32_t ports = 2 + rng.below(3);
      const Demand demand = randomDemand(rng, ports, 1 + rng.below(6), 70);
      const std::int64_t setup = rng.below(3);
      const std::int64_t window = setup + 1 + rng.below(ports == 4 ? 5 : 8);
      const CircuitSchedule schedule =
          scheduled("eclipse", demand, {{"reconfiguration", setup}, {"window", window}});
      const Demand capacity = capacityOf(schedule, ports);
      for (std::size_t i = 0; i < demand.cells.size(); ++i) {
        QCOMPARE(schedule.served.cells[i] + schedule.left.cells[i], demand.cells[i]);
        QVERIFY(schedule.served.cells[i] <= capacity.cells[i]);
      }
      QVERIFY(schedule.makespan() <= static_cast<double>(window));
      const std::int64_t best = bestWithin(demand, window, setup);
      QVERIFY2(2 * schedule.served.total() >= best && schedule.served.total() <= best,
               qPrintable(QString("%1 of %2").arg(schedule.served.total()).arg(best)));
    }
  }

  /// König: on a crossbar the fewest slots are the largest degree of a port.
  void fewestSlotsAreTheLargestDegree() {
    Rng rng(11, 0, RandomPurpose::pattern);
    for (int round = 0; round < 500; ++round) {
      const std::uint32_t ports = 1 + rng.below(24);
      std::vector<PortPair> pairs;
      std::vector<std::uint32_t> inputs(ports, 0), outputs(ports, 0);
      std::uint32_t degree = 0;
      for (std::uint32_t i = rng.below(6 * ports); i > 0; --i) {
        const PortPair pair{rng.below(ports), rng.below(ports)};  // also twice
        degree = std::max({degree, ++inputs[pair.input], ++outputs[pair.output]});
        pairs.push_back(pair);
      }
      const SlotAssignment assignment = colourEdges(pairs, ports);
      QCOMPARE(assignment.slotCount, degree);
      std::set<std::pair<std::uint32_t, std::uint32_t>> atInput, atOutput;
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        QVERIFY(assignment.slot[i] < degree);
        QVERIFY(atInput.insert({pairs[i].input, assignment.slot[i]}).second);
        QVERIFY(atOutput.insert({pairs[i].output, assignment.slot[i]}).second);
      }
    }
  }

  void slotsCarryTheirPairs() {
    Rng rng(13, 0, RandomPurpose::pattern);
    for (int round = 0; round < 100; ++round) {
      const std::uint32_t ports = 1 + rng.below(12);
      const Demand demand = randomDemand(rng, ports, 9, 40);
      for (const char* name : {"greedy", "edge_colouring"}) {
        const CircuitSchedule schedule = scheduled(name, demand);
        const Demand capacity = capacityOf(schedule, ports);
        for (std::size_t i = 0; i < demand.cells.size(); ++i)
          QVERIFY(capacity.cells[i] >= demand.cells[i]);
      }
      QVERIFY(scheduled("edge_colouring", demand).configurations.size() <=
              scheduled("greedy", demand).configurations.size());
    }
  }

  /// Every port meets every other once a round. A uniform demand of one slot a pair takes one round
  /// straight; a permutation takes as many as the slots it has, over relays at most twice what it
  /// is.
  void rotorsMeetEverybody() {
    constexpr std::uint32_t kPorts = 9;
    Demand uniform{kPorts, std::vector<std::int64_t>(kPorts * kPorts, 90), 0};
    for (std::uint32_t port = 0; port < kPorts; ++port) uniform.at(port, port) = 0;
    const CircuitSchedule one = scheduled("rotor", uniform);
    QCOMPARE(one.rounds, std::int64_t{1});
    QCOMPARE(one.makespan(), 800.0);
    QVERIFY(capacityOf(one, kPorts).cells == uniform.cells);
    Demand shifted{kPorts, std::vector<std::int64_t>(kPorts * kPorts, 0), 0};
    for (std::uint32_t port = 0; port < kPorts; ++port) shifted.at(port, (port + 3) % kPorts) = 720;
    QCOMPARE(scheduled("rotor", shifted).rounds, std::int64_t{8});
    QCOMPARE(scheduled("rotor", shifted, {{"relay", std::string("valiant")}}).rounds,
             std::int64_t{2});
  }

  void contradictionsAreRefused() {
    const auto refused = [](const char* name, const Demand& demand, const Values& changed) {
      const CircuitSchedulerEntry& entry = *circuitSchedulers().find(name);
      Values values = defaultsOf(entry.parameters);
      for (const auto& [key, value] : changed) values[key] = value;
      const Issues issues = entry.check(demand, values);
      return issues.empty() ? std::string() : issues.front().path;
    };
    const Demand demand{2, {0, 1, 1, 0}, 0};
    QCOMPARE(refused("rotor", demand, {{"guard", std::int64_t{100}}}), std::string("guard"));
    QCOMPARE(refused("rotor", {2, {1, 1, 1, 0}, 0}, {}), std::string("demand"));
    QCOMPARE(refused("rotor", {1, {0}, 0}, {}), std::string("demand"));
    QCOMPARE(refused("eclipse", demand, {{"reconfiguration", std::int64_t{1000}}}),
             std::string("window"));
    QCOMPARE(refused("eclipse", {129, std::vector<std::int64_t>(129 * 129, 1), 0}, {}),
             std::string("demand"));
    const Demand large{1024, std::vector<std::int64_t>(1024 * 1024, 1), 0};
    for (const char* name : {"birkhoff_von_neumann", "solstice"})
      QCOMPARE(refused(name, large, {}), std::string("demand"));
    QCOMPARE(refused("edge_colouring", demand, {}), std::string());
  }

  /// Nothing to carry takes no time, and no port breaks.
  void nothingTakesNoTime() {
    for (const CircuitSchedulerEntry& entry : circuitSchedulers())
      for (const std::uint32_t ports : {2u, 5u}) {
        const Demand demand{ports, std::vector<std::int64_t>(ports * ports, 0), 0};
        const CircuitSchedule schedule = scheduled(entry.name.c_str(), demand);
        QCOMPARE(schedule.makespan(), 0.0);
        const Values values = defaultsOf(entry.parameters);
        QVERIFY(!describe(entry, demand, schedule).empty());
        QVERIFY(writeSchedule(entry, values, demand, schedule).find("makespan") !=
                std::string::npos);
      }
  }

  void demandsAreRead() {
    const auto read = readDemand("# what\r\n0, 1.50;2\r\n\r\n3\t4  5\n6,7,8e1", "d.csv");
    const auto* demand = std::get_if<Demand>(&read);
    QVERIFY(demand != nullptr);
    QCOMPARE(demand->ports, 3u);
    QCOMPARE(demand->decimals, 1);
    QVERIFY((demand->cells == std::vector<std::int64_t>{0, 15, 20, 30, 40, 50, 60, 70, 800}));
    QCOMPARE(demand->largestSum(), std::int64_t{930 > 870 ? 930 : 870});
  }

  void wrongDemandsAreRefused() {
    const auto issueOf = [](std::string_view text) {
      const auto read = readDemand(text, "d.csv");
      const auto* issue = std::get_if<Issue>(&read);
      return issue == nullptr ? std::string() : describe(*issue);
    };
    const auto says = [&](std::string_view text, const char* words) {
      const std::string issue = issueOf(text);
      QVERIFY2(issue.find(words) != std::string::npos, issue.c_str());
    };
    says("1,2\n3,4\n5,6\n", "d.csv:1: Numbers in this row: 2; rows of the table: 3.");
    says("1,2\n3\n", "d.csv:2: ");
    says("", "no numbers");
    says("1,-2\n3,4\n", "below 0");
    says("1,nan\n3,4\n", "\"nan\" is no number");
    says("1,inf\n3,4\n", "no number");
    says("1,1e300\n3,4\n", "too large");
    says("1,99999999999999999999999\n3,4\n", "no number");
    says("1,1e-12\n3,4\n", "decimals");
    says(std::string_view("1,\0\n3,4\n", 9), "no number");
    says("9007199254740992,1\n3,4\n", "too large");
    std::string wide;
    for (int i = 0; i < 1025; ++i) wide += "1,";
    says(wide, "more than 1024");
    std::string tall;
    for (int i = 0; i < 1025; ++i) tall += "1\n";
    says(tall, "more than 1024 rows");
    QVERIFY(issueOf("1,2\n3,4").empty());
  }

  /// Whatever is in a file, it is read or refused.
  void anyTextIsReadOrRefused() {
    Rng rng(17, 0, RandomPurpose::pattern);
    const std::string sound = "0,1.5,2\n3,4,5\n6,7,8\n";
    const char letters[] = "0123456789.,;-+eE \t\r\n#x\0\xff";
    for (int round = 0; round < test::fuzzRounds(20'000); ++round) {
      std::string text = sound;
      for (std::uint32_t i = 1 + rng.below(4); i > 0; --i)
        text[rng.below(static_cast<std::uint32_t>(text.size()))] =
            letters[rng.below(sizeof letters - 1)];
      text.resize(rng.below(static_cast<std::uint32_t>(text.size()) + 1));
      const auto read = readDemand(text, "d");
      if (const auto* demand = std::get_if<Demand>(&read)) {
        QCOMPARE(demand->cells.size(), std::size_t{demand->ports} * demand->ports);
        QVERIFY(demand->ports > 0 && demand->total() >= 0);
      } else {
        QVERIFY(!std::get<Issue>(read).text.empty());
      }
    }
  }
};

HOPSCOPE_TEST(CircuitScheduleTest)

}  // namespace hopscope

#include "circuit_schedule_test.moc"
