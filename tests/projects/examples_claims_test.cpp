// SPDX-License-Identifier: GPL-3.0-or-later
// What the gallery says of each example is what its run gives.
#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string>

#include "engine/design/compile.h"
#include "engine/simulation/simulation.h"
#include "projects/project.h"
#include "tests/support/test_main.h"

using namespace hopscope;

namespace {

const Example& example(const std::string& name) {
  for (const Example& each : examples())
    if (each.name == name) return each;
  qFatal("no example %s", name.c_str());
}

struct Ran {
  std::shared_ptr<const Topology> topology;
  Results results;
};

Ran run(Design design, std::optional<double> load = {}) {
  if (load) design.settings["traffic.load"] = *load;
  Compiled compiled = compile(design);
  if (!compiled.setup) qFatal("%s does not compile", design.name.c_str());
  Ran ran{compiled.setup->topology, {}};
  Simulation simulation(std::move(*compiled.setup));
  while (!simulation.done()) simulation.advance(1000);
  ran.results = simulation.results();
  return ran;
}

bool says(const std::string& name, const char* words) {
  return example(name).summary.find(words) != std::string::npos;
}

}  // namespace

class ExamplesClaimsTest : public QObject {
  Q_OBJECT

 private slots:
  void everyExampleRuns() {
    const std::set<std::string> checked{"campus",
                                        "cache-warm-up",
                                        "circuits-beside",
                                        "classes",
                                        "clos",
                                        "crossbar",
                                        "deadlock",
                                        "dragonfly-1056",
                                        "fat-tree",
                                        "dragonfly-adversarial",
                                        "mesh-transpose",
                                        "mikant",
                                        "slow-links",
                                        "torus",
                                        "dragonfly-turns",
                                        "ethernet-pauses",
                                        "hybrid-mixed",
                                        "hybrid-scatter",
                                        "rotor",
                                        "ft-torus",
                                        "ft-dragonfly",
                                        "training-fat-tree"};
    for (const Example& each : examples()) {
      QVERIFY2(checked.count(each.name) == 1, "an example whose line nobody checks");
      const Results results = run(each.design).results;
      QVERIFY2(results.complete, each.name.c_str());
      const Verdict expected = each.name == "deadlock" ? Verdict::deadlocked : Verdict::stable;
      QVERIFY2(results.verdict == expected, each.name.c_str());
    }
  }

  void aDragonflyUnderAdversarialTraffic() {
    QVERIFY(says("dragonfly-adversarial", "stops at 12 % load"));
    const Results over = run(example("dragonfly-adversarial").design, 0.3).results;
    QVERIFY(over.verdict == Verdict::saturated);
    QVERIFY(over.acceptedLoad > 0.12 && over.acceptedLoad < 0.13);
  }

  void slowLinksFillUpFirst() {
    QVERIFY(says("slow-links", "fill up at 25 % load; with full ones the network bears 60 %"));
    Design design = example("slow-links").design;
    const Results slow = run(design, 0.3).results;
    QVERIFY(slow.verdict == Verdict::saturated);
    QVERIFY(std::abs(slow.acceptedLoad - 0.25) < 0.01);
    design.settings.erase("channels.global.bandwidth");
    QVERIFY(run(design, 0.6).results.verdict == Verdict::stable);
  }

  void detoursBeginWithThePhase() {
    QVERIFY(says("dragonfly-turns", "At cycle 10,000"));
    const Results results = run(example("dragonfly-turns").design).results;
    bool further = false;
    for (const WindowSample& window : results.windows) {
      if (window.end > 3000 && window.end <= 10'000) QVERIFY(window.nonminimal < 0.06);
      if (window.end > 12'000 && window.end <= 20'000) QVERIFY(window.nonminimal > 0.5);
      if (window.end > 12'000 && window.end <= 20'000) QVERIFY(window.acceptedLoad > 0.27);
      further = further || (window.paths.g > 0 && window.paths.gl > 0);
    }
    QVERIFY(further);
  }

  void programsWaitForOthers() {
    QVERIFY(says("ft-torus", "two thirds of the time messages wait for others"));
    const ApplicationResult torus = run(example("ft-torus").design).results.applications.front();
    const double others = torus.path.contention + torus.path.interface;
    QVERIFY(std::abs(others / torus.completion - 2.0 / 3) < 0.03);
    QVERIFY(says("ft-dragonfly", "takes 93,000 cycles by minimal paths, and 46,000"));
    Design design = example("ft-dragonfly").design;
    QVERIFY(std::abs(run(design).results.applications.front().completion - 93'000) < 500);
    design.settings["routing.algorithm"] = std::string("piggyback");
    QVERIFY(std::abs(run(design).results.applications.front().completion - 46'000) < 500);
  }

  void trainingMappedAtRandom() {
    QVERIFY(says("training-fat-tree", "mapped at random, a step takes 1.6 times as long"));
    Design design = example("training-fat-tree").design;
    const double near = run(design).results.applications.front().completion;
    design.settings["applications.0.mapping"] = std::string("random");
    const double far = run(design).results.applications.front().completion;
    QVERIFY(std::abs(far / near - 1.6) < 0.05);
  }

  void pausesDivert() {
    QVERIFY(says("ethernet-pauses", "every third one here"));
    Design design = example("ethernet-pauses").design;
    const Results results = run(design).results;
    QVERIFY(*results.pauses > 100);
    QVERIFY(std::abs(results.nonminimalFraction - 0.37) < 0.04);
    design.settings["traffic.pattern"] = std::string("uniform");
    design.settings.erase("traffic.offset");
    const Results uniform = run(design).results;
    QCOMPARE(*uniform.pauses, std::uint64_t{0});
    QCOMPARE(uniform.nonminimalFraction, 0.0);
  }

  void circuitsAndWormsShareASwitch() {
    QVERIFY(says("hybrid-mixed", "a third of the time that SES takes"));
    Design design = example("hybrid-mixed").design;
    const Results preempt = run(design).results;
    QCOMPARE(preempt.circuitHitRate, 0.5);
    design.settings["switch.slot_order"] = std::string("ses");
    const Results ses = run(design).results;
    QVERIFY(std::abs(preempt.makespan / ses.makespan - 1. / 3) < 0.05);
    QVERIFY(preempt.timeSlots.back().used > 1000);
  }

  void aScatterOverLoadedCircuits() {
    QVERIFY(says("hybrid-scatter", "with 90 % of its cable"));
    const Results results = run(example("hybrid-scatter").design).results;
    QCOMPARE(results.messages.value_or(0), std::uint64_t{127});
    QVERIFY(std::abs(results.bandwidthUtilization - 0.9) < 0.01);
    QCOMPARE(results.circuitsEstablished.value_or(9), std::uint64_t{0});
  }

  void aRotorTurnsWhateverIsSent() {
    QVERIFY(says("rotor", "half a round of 300 cycles"));
    const Results low = run(example("rotor").design, 0.02).results;
    // Interfaces, the circuit and its other flits aside; what does not fit the rest of a slot of 18
    // cycles waits for the next round.
    QVERIFY(std::abs(low.latency.mean - 12 - 5 - 150) < 20);
    QCOMPARE(low.circuitHitRate, 1.0);
    QCOMPARE(low.circuitsEstablished.value_or(9), std::uint64_t{0});
    for (const SlotResult& each : low.timeSlots) QCOMPARE(each.skipped, std::uint64_t{0});
  }

  void filesLeaveCallsAlone() {
    QVERIFY(says("circuits-beside", "From 10 to 40 % load files saturate the mesh"));
    QVERIFY(says("circuits-beside", "take 42 cycles instead of 38"));
    const Design& design = example("circuits-beside").design;
    const Results low = run(design, 0.1).results, high = run(design, 0.4).results;
    QVERIFY(low.verdict == Verdict::stable && high.verdict == Verdict::saturated);
    QVERIFY(std::abs(low.trafficClasses[0].latencyMean - 38) < 1);
    QVERIFY(std::abs(high.trafficClasses[0].latencyMean - 42) < 1);
    QVERIFY(high.trafficClasses[1].latencyMean > 5 * low.trafficClasses[1].latencyMean);
  }

  void oneClassHoldsUpTheRest() {
    QVERIFY(says("classes", "Every fifth packet goes to the next group"));
    QVERIFY(says("classes", "fills up first and holds up the rest"));
    const Ran ran = run(example("classes").design);
    const auto& classes = ran.results.trafficClasses;
    QCOMPARE(classes.size(), std::size_t{2});
    const auto packets = static_cast<double>(classes[0].packets + classes[1].packets);
    QVERIFY(std::abs(static_cast<double>(classes[1].packets) / packets - 0.2) < 0.01);
    const auto& load = ran.results.channelUtilization;
    const auto hottest = std::max_element(load.begin(), load.end()) - load.begin();
    QVERIFY(ran.topology->kindOf(static_cast<LinkId>(hottest / 2)) == LinkKind::global);
    QVERIFY(classes[1].latencyMean > classes[0].latencyMean + 20);
    Design alone = example("classes").design;
    alone.settings["traffic.pattern"] = std::string("uniform");
    alone.settings.erase("traffic.parts");
    QVERIFY(classes[0].latencyMean > run(alone).results.latency.mean + 1);
  }

  void transposeTurnsOnTheDiagonal() {
    QVERIFY(says("mesh-transpose", "turns on the diagonal"));
    const Ran ran = run(example("mesh-transpose").design);
    const auto& load = ran.results.channelUtilization;
    ChannelId hottest = kNone;
    for (ChannelId c = 0; c < load.size(); ++c)
      if (ran.topology->kindOf(c / 2) != LinkKind::terminal &&
          (hottest == kNone || load[c] > load[hottest]))
        hottest = c;
    const Link& link = ran.topology->links[hottest / 2];
    const auto onDiagonal = [](std::uint32_t router) { return router % 8 == router / 8; };
    QVERIFY(onDiagonal(link.a.node) || onDiagonal(link.b.node));
  }

  void aLargeDragonfly() {
    QVERIFY(says("dragonfly-1056", "33 groups of eight routers"));
    Issues issues;
    const auto topology = buildTopology(example("dragonfly-1056").design, issues);
    QCOMPARE(topology->terminalCount(), 1056U);
    const std::set<std::int32_t> groups(topology->group.begin(), topology->group.end());
    QCOMPARE(groups.size(), std::size_t{33});
    QCOMPARE(topology->routerCount(), 33U * 8U);
    std::size_t global = 0;
    for (LinkId link = 0; link < topology->linkCount(); ++link)
      global += topology->kindOf(link) == LinkKind::global ? 1 : 0;
    QCOMPARE(global, std::size_t{33 * 32 / 2});
  }

  void treesAreAsLargeAsTheySay() {
    Issues issues;
    const auto mikant = buildTopology(example("mikant").design, issues);
    QVERIFY(says("mikant", "54 terminals with 36 switches of six ports"));
    QCOMPARE(mikant->terminalCount(), 54U);
    QCOMPARE(mikant->routerCount(), 36U);
    PortIndex widest = 0;
    for (RouterId router = 0; router < mikant->routerCount(); ++router)
      widest = std::max(widest, mikant->radix(router));
    QCOMPARE(static_cast<int>(widest), 6);
    QVERIFY(says("clos", "128 terminals"));
    QCOMPARE(buildTopology(example("clos").design, issues)->terminalCount(), 128U);
  }

  void aTorusNeedsTwoVirtualChannels() {
    QVERIFY(says("torus", "The second virtual channel cuts them"));
    Design one = example("torus").design;
    one.settings["switch.virtual_channels.local"] = std::int64_t{1};
    QVERIFY(hasErrors(compile(one).issues));
    const Results dead = run(example("deadlock").design).results;
    QVERIFY(dead.deadlock.size() >= 4);
    Design two = example("deadlock").design;
    two.settings["switch.virtual_channels.local"] = std::int64_t{2};
    QVERIFY(run(two).results.verdict == Verdict::stable);
  }

  void aSwitchWithOneQueuePerInput() {
    QVERIFY(says("crossbar", "about 60 % load and no more"));
    const Results over = run(example("crossbar").design, 0.9).results;
    QVERIFY(over.acceptedLoad > 0.58 && over.acceptedLoad < 0.62);
  }

  void aCacheWarmsUp() {
    QVERIFY(says("cache-warm-up",
                 "In 6,000 cycles the hit rate passes 90 %, and latency falls from over 1,200 "
                 "cycles to about 150"));
    const Results results = run(example("cache-warm-up").design).results;
    double worst = 0;
    for (const WindowSample& window : results.windows) {
      if (window.end <= 6000 && std::isfinite(window.latencyMean))
        worst = std::max(worst, window.latencyMean);
      if (window.end > 6000 && window.end <= 20000) {
        QVERIFY(window.hitRate > 0.9);
        QVERIFY(std::abs(window.latencyMean - 150) < 15);
      }
    }
    QVERIFY(results.windows.front().hitRate < 0.1);
    QVERIFY(worst > 1200);
  }

  void oneBuildingHangsOnOneCable() {
    QVERIFY(says("campus", "one of them on a single cable"));
    const Design& design = example("campus").design;
    int single = 0;
    for (const DrawnRouter& router : design.drawn.routers) {
      const auto cables = std::count_if(
          design.drawn.links.begin(), design.drawn.links.end(),
          [&](const DrawnLink& link) { return link.from == router.id || link.to == router.id; });
      single += cables == 1 ? 1 : 0;
    }
    QCOMPARE(single, 1);
  }
};

HOPSCOPE_TEST(ExamplesClaimsTest)
#include "examples_claims_test.moc"
