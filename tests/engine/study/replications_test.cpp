// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/replications.h"

#include <QTest>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <type_traits>

#include "engine/design/compile.h"
#include "engine/simulation/window_statistics.h"
#include "engine/study/batch.h"
#include "engine/study/results_csv.h"
#include "engine/study/results_json.h"
#include "engine/study/verdict_words.h"
#include "engine/topology/topology.h"
#include "tests/engine/study/study_designs.h"
#include "tests/support/test_main.h"

using namespace hopscope;
using hopscope::test::crossbarDesign;

class ReplicationsTest : public QObject {
  Q_OBJECT

 private slots:
  void seedsFollowOneAnother();
  void meansAndSums();
  void timesOfApplicationsAreOfAllSeeds();
  void histogramsAddUp();
  void windowsAreMeans();
  void everyValueOfAWindowIsPooledAndWritten();
  void equalForAnyNumberOfThreads();
  void fairness();
  void saturationInWords();
  void starvationInWords();
  void nothingIsSaidOfNothing();
  void fullQueuesAreNotSaidToGrow();
  void theCycleOfAnEndIsOneRuns();
  void unknownOnlyWhereAllAre();
  void whatDrainedIsNotSaidToBeMissing();
};

namespace {

Results simulated(const Design& design, unsigned jobs) {
  Results results;
  BatchHooks hooks;
  hooks.finished = [&](std::size_t, Results finished) {
    results = std::move(finished);
    return std::size_t{1};
  };
  runBatch({design}, jobs, {}, hooks);
  results.wallSeconds = 0;
  return results;
}

}  // namespace

void ReplicationsTest::seedsFollowOneAnother() {
  Design design = crossbarDesign();
  QCOMPARE(replicationsOf(design).size(), 1U);
  design.settings["run.replications"] = std::int64_t{3};
  const std::vector<Design> designs = replicationsOf(design);
  QCOMPARE(designs.size(), 3U);
  QCOMPARE(std::get<std::int64_t>(designs[2].settings.at("run.seed")), std::int64_t{9});
  QCOMPARE(designs[2].settings.count("run.replications"), 0U);
}

void ReplicationsTest::meansAndSums() {
  Results a;
  a.seed = 5;
  a.cycles = 100;
  a.acceptedLoad = 0.2;
  a.latency = {10, 2, 8, 15, 20, 30, 1};
  a.split = {1, 2, 3, 1, 1, 1, 1};
  a.packetsMeasured = 7;
  a.complete = true;
  a.warnings = {sentence("first")};
  Results b = a;
  b.seed = 6;
  b.acceptedLoad = 0.4;
  b.latency = {14, 1, 10, 17, 40, 90, 1};
  b.split = {3, 4, 1, 1, 1, 2, 2};
  b.verdict = Verdict::saturated;
  b.warnings.clear();
  const Results pooled = pool({a, b});
  QCOMPARE(pooled.seed, std::uint64_t{5});
  QCOMPARE(pooled.acceptedLoad, 0.3);
  QVERIFY(std::abs(pooled.acceptedCi95 - 12.706 * 0.1) < 0.001);
  QCOMPARE(pooled.latency.mean, 12.0);
  // Standard error 2, Student's t(0.975, 1) = 12.706.
  QVERIFY(std::abs(pooled.latency.ci95 - 12.706 * 2) < 0.01);
  QCOMPARE(pooled.latency.minimum, 1.0);
  QCOMPARE(pooled.latency.maximum, 90.0);
  QCOMPARE(pooled.latency.p99, 30.0);
  const LatencyParts& split = pooled.split;
  QCOMPARE(split.source + split.lookup + split.vcAllocation + split.switchAllocation +
               split.traversal + split.serialization + split.channel,
           12.0);
  QCOMPARE(pooled.packetsMeasured, std::uint64_t{14});
  QCOMPARE(pooled.cycles, Cycle{200});
  QVERIFY(pooled.verdict == Verdict::saturated);
  QVERIFY(pooled.complete);
  QCOMPARE(pooled.replications.size(), 2U);
  QCOMPARE(pooled.replications[1].seed, std::uint64_t{6});
  QVERIFY(pooled.warnings == std::vector<Sentence>{sentence("Seed 5: first")});
  QVERIFY(pool({a}).replications.empty());
}

/// Where one seed was too slow to finish, the others do not speak for it.
void ReplicationsTest::timesOfApplicationsAreOfAllSeeds() {
  Results a;
  a.makespan = 90;
  a.applications.emplace_back();
  a.applications[0].end = ApplicationEnd::finished;
  a.applications[0].completion = 100;
  a.applications[0].ideal = 80;
  a.applications[0].slowdown = 1.25;
  a.applications[0].messages = 640;
  a.applications[0].bytes = 64'000;
  a.collectives.emplace_back().calls = 2;
  a.messages = 640;
  Results b = a;
  // Counts are of one run, as the times beside them.
  QCOMPARE(pool({a, b, b}).applications[0].messages, std::uint64_t{640});
  QCOMPARE(pool({a, b, b}).applications[0].bytes, std::uint64_t{64'000});
  QCOMPARE(pool({a, b, b}).collectives[0].calls, 2.0);
  QCOMPARE(pool({a, b, b}).messages.value_or(0), std::uint64_t{640});
  b.applications[0].completion = 300;
  a.applications[0].perRank = {{60, 30, 10, 100}, {0, 0, 5, 90}};
  b.applications[0].perRank = {{61, 30, 210, 300}, {0, 0, 5, -1}};
  QCOMPARE(pool({a, b}).applications[0].completion, 200.0);
  const std::vector<RankTimes> means{{61, 30, 110, 200}, {0, 0, 5, -1}};
  QVERIFY(pool({a, b}).applications[0].perRank == means);
  QCOMPARE(pool({a, b}).makespan, 90.0);
  b.applications[0] = {};
  b.applications[0].completion = b.applications[0].ideal = b.applications[0].slowdown = b.makespan =
      std::nan("");
  const Results cut = pool({a, b});
  QVERIFY(cut.applications[0].perRank.empty());
  QVERIFY(cut.applications[0].end == ApplicationEnd::unfinished);
  QVERIFY(std::isnan(cut.applications[0].completion));
  QVERIFY(std::isnan(cut.applications[0].ideal));
  QVERIFY(std::isnan(cut.applications[0].slowdown));
  QVERIFY(std::isnan(cut.makespan));
}

void ReplicationsTest::histogramsAddUp() {
  Results a, b;
  a.histogram = {{4, 6, 3}, {6, 8, 1}};
  b.histogram = {{4, 8, 5}, {8, 12, 2}};
  const Results pooled = pool({a, b});
  QVERIFY((pooled.histogram == std::vector<HistogramBar>{{4, 8, 9}, {8, 12, 2}}));
}

void ReplicationsTest::windowsAreMeans() {
  Results a, b;
  WindowSample window;
  window.end = window.length = 100;
  window.acceptedLoad = 0.2;
  window.nonminimal = std::nan("");
  a.windows = {window};
  window.acceptedLoad = 0.4;
  window.nonminimal = 0.5;
  b.windows = {window, window};
  b.windows[1].end = 200;
  const std::vector<WindowSample> windows = pool({a, b}).windows;
  QCOMPARE(windows.size(), 2U);
  QCOMPARE(windows[0].acceptedLoad, 0.3);
  QCOMPARE(windows[0].nonminimal, 0.5);
  QCOMPARE(windows[1].end, Cycle{200});
  QCOMPARE(windows[1].acceptedLoad, 0.4);
}

/// Whatever a window has, without a list of it: all but its place in time are reals.
void ReplicationsTest::everyValueOfAWindowIsPooledAndWritten() {
  constexpr std::size_t kPlace = 2 * sizeof(Cycle);
  constexpr std::size_t kValues = (sizeof(WindowSample) - kPlace) / sizeof(double);
  static_assert(std::is_trivially_copyable_v<WindowSample>);
  static_assert(offsetof(WindowSample, length) == sizeof(Cycle));
  using Reals = std::array<double, kValues>;
  const auto windowOf = [](const Reals& values) {
    WindowSample window;
    window.end = window.length = 100;
    std::memcpy(reinterpret_cast<char*>(&window) + kPlace, values.data(), sizeof(Reals));
    return window;
  };
  Results a, b;
  Reals first{}, second{};
  for (std::size_t i = 0; i < kValues; ++i) {
    first[i] = 1000.5 + static_cast<double>(i);
    second[i] = 3000.5 + 5 * static_cast<double>(i);
  }
  a.windows = {windowOf(first)};
  b.windows = {windowOf(second)};
  const Results pooled = pool({a, b});
  Reals means{};
  std::memcpy(means.data(), reinterpret_cast<const char*>(pooled.windows.data()) + kPlace,
              sizeof(Reals));
  const QByteArray json =
      QByteArray::fromStdString(writeResults(crossbarDesign(), Topology{}, pooled));
  const QByteArray csv = QByteArray::fromStdString(windowsCsv(pooled));
  const QList<QByteArray> lines = csv.trimmed().split('\n');
  QCOMPARE(lines.size(), 2);
  const QList<QByteArray> cells = lines[1].split(',');
  for (std::size_t i = 0; i < kValues; ++i) {
    QCOMPARE(means[i], 2000.5 + 3 * static_cast<double>(i));
    const QByteArray text = QByteArray::number(means[i]);
    QVERIFY2(json.contains(": " + text), text);
    QCOMPARE(cells.count(text), 1);
  }
  QCOMPARE(cells.size(), static_cast<int>(2 + kValues));
  QCOMPARE(
      lines[0],
      QByteArray(
          "end_cycle,length_cycles,latency_mean_cycles,latency_p50_cycles,"
          "latency_p95_cycles,latency_p99_cycles,latency_shares_source,latency_shares_lookup,"
          "latency_shares_vc_allocation,latency_shares_switch_allocation,"
          "latency_shares_traversal,latency_shares_serialization,latency_shares_channel,"
          "accepted_load,generated_load,hit_rate,"
          "hottest_channel_utilization,nonminimal_fraction,reordered_fraction,packets_under_way,"
          "paths_minimal,paths_g,paths_gl,paths_lg,paths_lgl,paths_other,"
          "power_buffers_w,power_links_w,power_lookup_w,power_fixed_w,"
          "energy_per_packet_nj,paused,"
          "level_mean,level_highest,probability_mean,probability_least,"
          "circuit_hits,reconfigurations,preemptions,flushes,"
          "slots_circuits,slots_circuits_idle,slots_worms,slots_worms_idle,slots_none"));
  // Shares and cycles have names of their own; projects keep the shares by the name they had.
  int shares = 0;
  for (const auto& each : windowStatistics())
    if (each.name.starts_with("latency_shares.")) {
      QCOMPARE(each.kept, "window_split_" + each.name.substr(each.name.find('.') + 1));
      ++shares;
    }
  QCOMPARE(shares, 7);
  // What does not exist is empty, and null.
  first.fill(std::nan(""));
  a.windows = {windowOf(first)};
  QCOMPARE(windowsCsv(a).substr(windowsCsv(a).find('\n') + 1),
           "100,100" + std::string(kValues, ',') + "\n");
}

void ReplicationsTest::equalForAnyNumberOfThreads() {
  Design design = crossbarDesign();
  design.settings["run.replications"] = std::int64_t{5};
  design.settings["run.warmup"] = std::string("mser5");
  design.settings["run.until_ci"] = 2.0;
  Issues issues;
  const auto topology = buildTopology(design, issues);
  const Results one = simulated(design, 1);
  QCOMPARE(one.replications.size(), 5U);
  QCOMPARE(writeResults(design, *topology, simulated(design, 4)),
           writeResults(design, *topology, one));
}

void ReplicationsTest::fairness() {
  Results results;
  results.routers = {{0.4, 0, 0, 0}, {std::nan(""), 0, 0, 0}, {0.2, 0, 0, 0}};
  const Fairness fairness = fairnessOf(results);
  // (0.4 + 0.2)² / (2 · (0.16 + 0.04)) = 0.9
  QVERIFY(std::abs(fairness.jain - 0.9) < 1e-12);
  QCOMPARE(fairness.minimum, 0.2);
  QCOMPARE(fairness.least, RouterId{2});
  QCOMPARE(fairness.most, RouterId{0});
  QVERIFY(std::isnan(fairnessOf(Results{}).jain));
}

void ReplicationsTest::saturationInWords() {
  // Head-of-line blocking holds this crossbar to about 0.6 of 0.9.
  Design design = crossbarDesign();
  design.settings["traffic.load"] = 0.9;
  Issues issues;
  const auto topology = buildTopology(design, issues);
  const std::string words = explain(*topology, simulated(design, 1));
  QVERIFY2(words.rfind("Saturated: 0.6", 0) == 0 || words.rfind("Saturated: 0.5", 0) == 0,
           words.c_str());
  QVERIFY2(words.find("of the offered 0.900 flits per terminal and cycle are accepted, 3") !=
               std::string::npos,
           words.c_str());
  QVERIFY2(words.find("find no room") != std::string::npos, words.c_str());
  QVERIFY2(words.find("The busiest channel, ") != std::string::npos, words.c_str());
  design.settings["traffic.load"] = 0.2;
  QVERIFY(explain(*topology, simulated(design, 1)).empty());
}

/// Rules that hold while a port is not paused, under adversarial traffic: as much arrives as is
/// offered, but of the packets that wait for one port some are passed over again and again.
void ReplicationsTest::starvationInWords() {
  Design design;
  design.settings = {{"topology.kind", std::string("dragonfly")},
                     {"topology.p", std::int64_t{2}},
                     {"topology.a", std::int64_t{4}},
                     {"topology.h", std::int64_t{2}},
                     {"channels.local.latency", std::int64_t{40}},
                     {"channels.global.latency", std::int64_t{400}},
                     {"switch.latency", std::int64_t{200}},
                     {"switch.flow_control", std::string("pause")},
                     {"switch.virtual_channels.local", std::int64_t{4}},
                     {"switch.virtual_channels.global", std::int64_t{2}},
                     {"switch.buffers.injection", std::int64_t{40'000}},
                     {"switch.buffers.local", std::int64_t{20'000}},
                     {"switch.buffers.global", std::int64_t{20'000}},
                     {"switch.buffers.output", std::int64_t{4000}},
                     {"routing.algorithm", std::string("conditional")},
                     {"traffic.pattern", std::string("adversarial")},
                     {"traffic.load", 0.3},
                     {"traffic.packet_flits", std::int64_t{200}},
                     {"run.warmup", std::int64_t{300'000}},
                     {"run.measure", std::int64_t{20'000}},
                     {"run.max_cycles", std::int64_t{400'000}}};
  Issues issues;
  const auto topology = buildTopology(design, issues);
  const Results starved = simulated(design, 1);
  QVERIFY(starved.acceptedLoad > 0.99 * starved.offeredLoad);
  QVERIFY(starved.packetsLost > 0);
  QCOMPARE(starved.verdict, Verdict::saturated);
  const std::string words = explain(*topology, starved);
  QVERIFY2(words.rfind("Some packets are starved: ", 0) == 0, words.c_str());
  // A drain shorter than the measured interval tells nothing about who waits at its end.
  design.settings["run.max_cycles"] = std::int64_t{330'000};
  const Results cut = simulated(design, 1);
  QVERIFY(cut.packetsLost > starved.packetsLost);
  QCOMPARE(cut.verdict, Verdict::stable);
}

/// Where nothing gets through there is no busiest channel, and nobody is better off than others.
void ReplicationsTest::nothingIsSaidOfNothing() {
  Issues issues;
  const auto topology = buildTopology(Design{}, issues);
  Results results;
  results.verdict = Verdict::saturated;
  results.offeredLoad = 0.3;
  results.channelUtilization.assign(topology->channelCount(), 0.0);
  results.routers.resize(topology->routerCount());
  const std::string words = explain(*topology, results);
  QVERIFY2(words.find("busiest") == std::string::npos, words.c_str());
  QVERIFY2(words.find("takes in least") == std::string::npos, words.c_str());
}

/// Beside a latency that is flat, nothing is said to grow.
void ReplicationsTest::fullQueuesAreNotSaidToGrow() {
  Issues issues;
  const auto topology = buildTopology(Design{}, issues);
  Results results;
  results.verdict = Verdict::saturated;
  results.offeredLoad = 0.3;
  results.acceptedLoad = 0.124;
  results.queueGrowth = 0.6;
  results.packetsMeasured = 1000;
  const std::string growing = explain(*topology, results);
  QVERIFY2(growing.find("Queues grow by 0.6") != std::string::npos, growing.c_str());
  results.packetsRefused = 1000;
  const std::string full = explain(*topology, results);
  QVERIFY2(full.find("Source queues are full: 50.0 %") != std::string::npos, full.c_str());
  QVERIFY2(full.find("grow") == std::string::npos, full.c_str());
}

void ReplicationsTest::unknownOnlyWhereAllAre() {
  Results unknown;
  unknown.verdict = Verdict::unknown;
  unknown.cycles = 100;
  unknown.measuredCycles = 80;
  unknown.packetsLost = 8;
  Results stable;
  stable.packetsMeasured = 8;
  Results saturated = stable;
  saturated.verdict = Verdict::saturated;
  QCOMPARE(pool({unknown, stable}).verdict, Verdict::stable);
  QCOMPARE(pool({stable, unknown}).verdict, Verdict::stable);
  QCOMPARE(pool({unknown, stable, saturated}).verdict, Verdict::saturated);
  QCOMPARE(pool({saturated, unknown}).verdict, Verdict::saturated);
  const Results pooled = pool({unknown, unknown});
  QCOMPARE(pooled.verdict, Verdict::unknown);
  Issues issues;
  const auto topology = buildTopology(crossbarDesign(), issues);
  const std::string one = explain(*topology, unknown), both = explain(*topology, pooled);
  QVERIFY2(one.find("of 8 measured packets") != std::string::npos &&
               one.find("at cycle 100.") != std::string::npos,
           one.c_str());
  // The sum of their cycles is when none of them ended.
  QVERIFY2(both.find("of 16 measured packets") != std::string::npos &&
               both.find("cycle") == std::string::npos,
           both.c_str());
}

/// Cycles of several runs are summed up; a run ended at its own.
void ReplicationsTest::theCycleOfAnEndIsOneRuns() {
  Issues issues;
  const auto topology = buildTopology(Design{}, issues);
  Results results;
  results.verdict = Verdict::deadlocked;
  results.deadlock = {{0, 0}};
  results.deadlockedBuffers = 7;
  results.cycles = 4'100;
  results.replications.resize(3);
  results.replications[0].cycles = 3'000;
  results.replications[1].cycles = 1'024;
  results.replications[1].verdict = Verdict::deadlocked;
  results.replications[2].cycles = 76;
  const std::string words = explain(*topology, results);
  QVERIFY2(words.find("Deadlocked at cycle 1024:") != std::string::npos, words.c_str());
  const auto known = buildTopology(crossbarDesign(), issues);
  const std::string several = explain(*known, results);
  QVERIFY2(several.find("Of 3 runs, in the one with most of them the packets in 7 buffers") !=
               std::string::npos,
           several.c_str());
  QVERIFY2(several.find("In all") == std::string::npos, several.c_str());
  results.replications.clear();
  QVERIFY(explain(*known, results).english().find("In all, the packets in 7 buffers") !=
          std::string::npos);
  QVERIFY(explain(*topology, results).english().find("at cycle 4100:") != std::string::npos);
}

/// What a phase overloaded and another one drained is not told as a share that is missing.
void ReplicationsTest::whatDrainedIsNotSaidToBeMissing() {
  Issues issues;
  const auto topology = buildTopology(Design{}, issues);
  Results results;
  results.verdict = Verdict::saturated;
  results.offeredLoad = results.generatedOverAll = 0.222;
  results.acceptedLoad = 0.2218;
  results.packetsMeasured = 1000;
  results.events.resize(1);
  const std::string words = explain(*topology, results);
  QVERIFY2(words.find("at times more was sent than arrived") != std::string::npos, words.c_str());
  results.acceptedLoad = 0.2;
  QVERIFY(explain(*topology, results).english().find("% less") != std::string::npos);
}

HOPSCOPE_TEST(ReplicationsTest)
#include "replications_test.moc"
