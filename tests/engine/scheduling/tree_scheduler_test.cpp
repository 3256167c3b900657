// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/scheduling/tree_scheduler.h"

#include <QObject>
#include <QTest>
#include <algorithm>
#include <functional>
#include <set>
#include <tuple>
#include <vector>

#include "engine/topology/generator.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

using Settings = TreeSchedulerSettings;

TreeStructure fatTree(std::uint32_t levels, std::uint32_t width) {
  TreeStructure tree;
  tree.m.assign(levels, width);
  tree.w.assign(levels, width);
  tree.w[0] = 1;
  tree.arity = width;
  return tree;
}

std::vector<TerminalId> randomPermutation(Rng& rng, std::uint32_t count) {
  std::vector<TerminalId> order(count);
  for (std::uint32_t i = 0; i < count; ++i) order[i] = i;
  for (std::uint32_t i = count; i > 1; --i) std::swap(order[i - 1], order[rng.below(i)]);
  return order;
}

/// Every channel a circuit holds: level, switch, port, direction.
using Channel = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, bool>;

std::vector<Channel> channelsOf(const TreeScheduler& scheduler, const TreeCircuit& circuit) {
  std::vector<Channel> channels;
  if (circuit.takesTerminals) {
    channels.emplace_back(kNone, circuit.source, 0, false);
    channels.emplace_back(kNone, circuit.destination, 0, true);
  }
  for (std::uint32_t level = 0; level < circuit.takenUp; ++level)
    channels.emplace_back(level, scheduler.switchAt(circuit, level, false), circuit.ports[level],
                          false);
  for (std::uint32_t i = 0; i < circuit.takenDown; ++i) {
    const std::uint32_t level = circuit.takenUp - 1u - i;
    channels.emplace_back(level, scheduler.switchAt(circuit, level, true), circuit.ports[level],
                          true);
  }
  return channels;
}

std::vector<Settings> allSettings() {
  std::vector<Settings> all;
  for (const auto view : {Settings::View::levelWise, Settings::View::local})
    for (const auto ports : {Settings::Ports::first, Settings::Ports::random})
      for (const auto turn : {Settings::Turn::nearest, Settings::Turn::top})
        for (const bool release : {false, true}) all.push_back({view, ports, turn, release, 5});
  return all;
}

/// The number of a switch of level h in the source: the low h digits the other way round.
std::uint32_t inTheSource(std::uint32_t node, std::uint32_t level, std::uint32_t width) {
  std::uint32_t low = 0, weight = 1;
  for (std::uint32_t i = 0; i < level; ++i, node /= width, weight *= width)
    low = low * width + node % width;
  return node * weight + low;
}

}  // namespace

class TreeSchedulerTest : public QObject {
  Q_OBJECT

 private slots:
  /// Theorem 3 for the networks themselves: up port p of SW(h, tau) leads to
  /// (tau div M) M + ((tau mod M) w + p) mod M with M = w^(h+1). All children of a parent hang on
  /// the same port number, at the down port that is digit h of tau.
  void theoremThree_data() {
    QTest::addColumn<int>("levels");
    QTest::addColumn<int>("width");
    for (const auto& [levels, width] : {std::pair{2, 4}, {3, 3}, {3, 4}, {4, 3}, {4, 4}})
      QTest::addRow("%d %d", levels, width) << levels << width;
  }
  void theoremThree() {
    QFETCH(int, levels);
    QFETCH(int, width);
    const auto w = static_cast<std::uint32_t>(width);
    Values values = defaultsOf(generators().find("k_ary_n_tree")->parameters);
    values["n"] = std::int64_t{levels}, values["k"] = std::int64_t{width};
    const Topology topology = generators().find("k_ary_n_tree")->build(values);
    std::uint32_t block = w;  // M
    for (std::uint32_t level = 0; level + 1 < static_cast<std::uint32_t>(levels);
         ++level, block *= w)
      for (RouterId router = 0; router < topology.routerCount(); ++router) {
        if (topology.group[router] != static_cast<std::int32_t>(level)) continue;
        const auto tau =
            inTheSource(static_cast<std::uint32_t>(topology.position[router]), level, w);
        for (std::uint32_t p = 0; p < w; ++p) {
          const Port& up = topology.port(router, static_cast<PortIndex>(w + p));
          const auto parent = inTheSource(
              static_cast<std::uint32_t>(topology.position[up.peer.node]), level + 1, w);
          QCOMPARE(parent, tau / block * block + ((tau % block) * w + p) % block);
          // Digit h of tau, which for the house's numbers is digit h as well.
          std::uint32_t digit = static_cast<std::uint32_t>(topology.position[router]);
          for (std::uint32_t i = 0; i < level; ++i) digit /= w;
          QCOMPARE(std::uint32_t{up.peer.port}, digit % w);
        }
      }
  }

  /// Theorem 4, walked through real networks: climbing by the ports and going down by the same
  /// cables of the destination's side, both meet in one switch.
  void theoremFour() {
    struct Network {
      const char* kind;
      Values values;
    };
    for (const Network& network :
         {Network{"k_ary_n_tree", {{"n", std::int64_t{4}}, {"k", std::int64_t{3}}}},
          Network{"xgft",
                  {{"m", std::vector<std::int64_t>{3, 4, 2}},
                   {"w", std::vector<std::int64_t>{1, 2, 3}}}}}) {
      const Generator& family = *generators().find(network.kind);
      Values values = defaultsOf(family.parameters);
      for (const auto& [name, value] : network.values) values[name] = value;
      const Topology topology = family.build(values);
      const TreeStructure tree = *family.structure(values).tree;
      for (const Settings& settings : allSettings()) {
        TreeScheduler scheduler(tree, 1, settings);
        QCOMPARE(scheduler.terminals(), topology.terminalCount());
        Rng rng(3, 0, RandomPurpose::pattern);
        const std::vector<TerminalId> order = randomPermutation(rng, scheduler.terminals());
        for (TerminalId source = 0; source < scheduler.terminals(); ++source) {
          const TreeCircuit circuit = scheduler.schedule(0, source, order[source]);
          if (!circuit.granted) continue;
          RouterId up = topology.terminals[source].router;
          RouterId down = topology.terminals[order[source]].router;
          for (std::uint32_t level = 0; level < circuit.hops; ++level) {
            QCOMPARE(scheduler.switchAt(circuit, level, false),
                     static_cast<std::uint32_t>(topology.position[up]));
            QCOMPARE(scheduler.switchAt(circuit, level, true),
                     static_cast<std::uint32_t>(topology.position[down]));
            const auto port = static_cast<PortIndex>(tree.m[level] + circuit.ports[level]);
            up = topology.port(up, port).peer.node;
            down = topology.port(down, port).peer.node;
          }
          QCOMPARE(up, down);
          if (settings.turn == Settings::Turn::top)
            QCOMPARE(std::uint32_t{circuit.hops}, scheduler.levels() - 1);
        }
      }
    }
  }

  /// FT(4, 4, 4), node 3 to 95, with port 0 busy at level 1: up by 0, 1, 0.
  void workedExample() {
    TreeScheduler scheduler(fatTree(4, 4), 1, {});
    // From leaf 1 by port 0 to SW(1, 000), and there by port 0.
    QVERIFY(scheduler.schedule(0, 4, 200).granted);
    const TreeCircuit circuit = scheduler.schedule(0, 3, 95);
    QVERIFY(circuit.granted);
    QCOMPARE(circuit.hops, std::uint8_t{3});
    QCOMPARE(circuit.ports[0], std::uint16_t{0});
    QCOMPARE(circuit.ports[1], std::uint16_t{1});
    QCOMPARE(circuit.ports[2], std::uint16_t{0});
    const auto at = [&](std::uint32_t level, bool down) {
      return inTheSource(scheduler.switchAt(circuit, level, down), level, 4);
    };
    QCOMPARE(at(0, false), 0u);          // SW(0, 000)
    QCOMPARE(at(0, true), 16u + 4 + 3);  // SW(0, 113)
    QCOMPARE(at(1, false), 0u);          // SW(1, 000)
    QCOMPARE(at(1, true), 16u + 4 + 0);  // SW(1, 110)
    QCOMPARE(at(2, false), 1u);          // SW(2, 001)
    QCOMPARE(at(2, true), 16u + 1);      // SW(2, 101)
  }

  /// Figure 7.4: two leaves, one destination leaf. Local, both take port 0 and meet on the way
  /// down.
  void levelWiseSeesTheWayDown() {
    TreeScheduler levelWise(fatTree(3, 4), 1, {});
    QVERIFY(levelWise.schedule(0, 0, 32).granted);
    const TreeCircuit second = levelWise.schedule(0, 4, 33);
    QVERIFY(second.granted);
    QCOMPARE(second.ports[0], std::uint16_t{1});
    Settings settings;
    settings.view = Settings::View::local;
    TreeScheduler local(fatTree(3, 4), 1, settings);
    QVERIFY(local.schedule(0, 0, 32).granted);
    QVERIFY(!local.schedule(0, 4, 33).granted);
  }

  /// Whatever happens, a channel has one owner, and what is taken is what circuits hold; released,
  /// the table is empty.
  void noChannelIsTakenTwice() {
    for (const Settings& settings : allSettings())
      for (const auto& tree : {fatTree(2, 8), fatTree(3, 4), fatTree(4, 3)}) {
        TreeScheduler scheduler(tree, 2, settings);
        Rng rng(7, 0, RandomPurpose::pattern);
        std::vector<TreeCircuit> circuits;
        for (int round = 0; round < 4; ++round) {
          const std::vector<TerminalId> order = randomPermutation(rng, scheduler.terminals());
          for (TerminalId source = 0; source < scheduler.terminals(); ++source)
            circuits.push_back(scheduler.schedule(rng.below(2), source, order[source]));
          // Some go again.
          std::vector<TreeCircuit> kept;
          for (const TreeCircuit& circuit : circuits)
            if (rng.below(3) == 0)
              scheduler.release(circuit);
            else
              kept.push_back(circuit);
          circuits = std::move(kept);
          std::uint64_t held = 0;
          std::set<std::pair<std::uint32_t, Channel>> channels;
          for (const TreeCircuit& circuit : circuits)
            for (const Channel& channel : channelsOf(scheduler, circuit)) {
              ++held;
              channels.insert({circuit.slot, channel});
            }
          QCOMPARE(channels.size(), static_cast<std::size_t>(held));
          QCOMPARE(scheduler.channels().taken(), held);
          if (settings.releaseOnFailure)
            for (const TreeCircuit& circuit : circuits)
              QVERIFY(circuit.granted || channelsOf(scheduler, circuit).empty());
        }
        for (const TreeCircuit& circuit : circuits) scheduler.release(circuit);
        QCOMPARE(scheduler.channels().taken(), std::uint64_t{0});
      }
  }

  /// Of a thin tree no scheduler grants more than the best choice of ports for all requests.
  void bruteForceBoundsIt() {
    TreeStructure tree;
    tree.m = {2, 2, 2};
    tree.w = {1, 2, 1};
    Rng rng(9, 0, RandomPurpose::pattern);
    bool everLess = false;
    for (int round = 0; round < 60; ++round) {
      const std::vector<TerminalId> order = randomPermutation(rng, 8);
      // A way is the port at the leaf; the level above has only one.
      std::set<Channel> taken;
      const std::function<std::size_t(TerminalId)> best = [&](TerminalId source) -> std::size_t {
        if (source == 8) return 0;
        std::size_t most = best(source + 1);  // not served
        const TerminalId to = order[source];
        if (source / 2 == to / 2) return std::max(most, 1 + best(source + 1));
        for (std::uint32_t port = 0; port < 2; ++port) {
          std::vector<Channel> way = {{0, source / 2, port, false}, {0, to / 2, port, true}};
          if (source / 4 != to / 4) {
            way.emplace_back(1, source / 4 * 2 + port, 0, false);
            way.emplace_back(1, to / 4 * 2 + port, 0, true);
          }
          if (std::any_of(way.begin(), way.end(),
                          [&](const Channel& each) { return taken.count(each) > 0; }))
            continue;
          taken.insert(way.begin(), way.end());
          most = std::max(most, 1 + best(source + 1));
          for (const Channel& each : way) taken.erase(each);
        }
        return most;
      };
      const std::size_t bound = best(0);
      for (const Settings& settings : allSettings()) {
        if (settings.turn == Settings::Turn::top) continue;
        TreeScheduler scheduler(tree, 1, settings);
        std::size_t granted = 0;
        for (TerminalId source = 0; source < 8; ++source)
          granted += scheduler.schedule(0, source, order[source]).granted ? 1 : 0;
        QVERIFY(granted <= bound);
        everLess = everLess || granted < bound;
      }
    }
    QVERIFY(everLess);
  }

  /// Request by request is what the source does level by level: levels share no channel.
  void levelByLevelIsTheSame() {
    constexpr std::uint32_t kWidth = 4, kNodes = 64;
    Rng rng(11, 0, RandomPurpose::pattern);
    for (int round = 0; round < 50; ++round) {
      const std::vector<TerminalId> order = randomPermutation(rng, kNodes);
      TreeScheduler scheduler(fatTree(3, kWidth), 1, {});
      std::vector<bool> expected(kNodes, true);
      std::vector<std::uint32_t> up(kNodes), down(kNodes);
      for (TerminalId s = 0; s < kNodes; ++s) up[s] = s / kWidth, down[s] = order[s] / kWidth;
      std::set<Channel> taken;
      std::uint32_t weight = 1;
      for (std::uint32_t level = 0; level < 2; ++level, weight *= kWidth)
        for (TerminalId s = 0; s < kNodes; ++s) {
          if (!expected[s] || up[s] / weight == down[s] / weight) continue;
          std::uint32_t port = 0;
          while (port < kWidth && (taken.count({level, up[s], port, false}) > 0 ||
                                   taken.count({level, down[s], port, true}) > 0))
            ++port;
          expected[s] = port < kWidth;
          if (!expected[s]) continue;
          taken.insert({level, up[s], port, false});
          taken.insert({level, down[s], port, true});
          for (std::uint32_t* place : {&up[s], &down[s]})
            *place = *place - *place / weight % kWidth * weight + port * weight;
        }
      for (TerminalId s = 0; s < kNodes; ++s)
        QCOMPARE(scheduler.schedule(0, s, order[s]).granted, bool(expected[s]));
    }
  }
};

HOPSCOPE_TEST(TreeSchedulerTest)

}  // namespace hopscope

#include "tree_scheduler_test.moc"
