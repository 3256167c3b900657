// SPDX-License-Identifier: GPL-3.0-or-later
// Whether runs that are short beside the way of a packet are judged by what they can tell, from a
// design on.
#include <fmt/format.h>

#include <QObject>
#include <QTest>
#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "engine/simulation/make_network.h"
#include "engine/simulation/simulation.h"
#include "engine/study/verdict_names.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

/// A design of a network with its switches, its traffic and phases, and how long it is run.
Results stretchResults(const std::string& network, const std::string& traffic,
                       const std::string& run) {
  const ParsedDesign parsed = parseDesign(
      fmt::format("{{\"schema\": \"hopscope.design/1\", {}, {}, {}}}", network, traffic, run));
  for (const Issue& issue : parsed.issues) qFatal("%s", describe(issue).c_str());
  Compiled compiled = compile(parsed.design);
  if (!compiled.setup) qFatal("%s", describe(compiled.issues.front()).c_str());
  Simulation simulation(std::move(*compiled.setup));
  while (!simulation.done()) simulation.advance(1'000'000);
  return simulation.results();
}

std::string stretchTraffic(double load, const char* pattern = "uniform") {
  return fmt::format("\"traffic\": {{\"load\": {}, \"pattern\": \"{}\"}}", load, pattern);
}

std::string stretchRun(Cycle warmup, Cycle measure, const char* more = "") {
  return fmt::format("\"run\": {{\"warmup\": {}, \"measure\": {}, \"max_cycles\": {}{}}}", warmup,
                     measure, warmup + 2 * measure + 1'000, more);
}

std::string stretchMesh(const std::string& model) {
  return fmt::format(
      "\"topology\": {{\"kind\": \"mesh\", \"dimensions\": [8, 8]}}, "
      "\"switch\": {{\"model\": \"{}\"}}",
      model);
}

std::string stretchCrossbar(const std::string& switches) {
  return fmt::format(
      "\"topology\": {{\"kind\": \"crossbar\", \"terminals\": 16}}, \"switch\": {{{}}}", switches);
}

/// A mesh with long wires, and buffers for what is on them.
std::string longMesh(const std::string& model, Cycle latency, Cycle terminals = 1) {
  return fmt::format(
      "\"topology\": {{\"kind\": \"mesh\", \"dimensions\": [4, 4]}}, "
      "\"switch\": {{\"model\": \"{}\", {}}}, "
      "\"channels\": {{\"local\": {{\"latency\": {}}}, \"terminal\": {{\"latency\": {}}}}}",
      model,
      model == "vct" ? "\"buffers\": {\"local\": 60000, \"injection\": 60000}"
                     : "\"buffer_flits\": 60000",
      latency, terminals);
}

bool isDoubted(const Results& results) {
  return std::any_of(results.warnings.begin(), results.warnings.end(), [](const Sentence& each) {
    return each.english().find("whether queues grow shows only after") != std::string::npos;
  });
}

class ShortStretchTest : public QObject {
  Q_OBJECT

 private slots:
  void longWiresAreNoOverload_data();
  void longWiresAreNoOverload();
  void overloadsAreSeenOnLongWires();
  void lateBurstsAreNoOverload();
  void emptyStartsAreNoOverload();
  void queuesThatFillAreNoOverload();
  void backlogsOfTheWarmUpAreTold();
  void deepSourceQueuesHideNoOverload_data();
  void deepSourceQueuesHideNoOverload();
  void deepOutputQueuesHideNoOverload();
  void longTerminalWiresAreNoOverload();
  void longerWaysOfAnotherRoutingAreNoOverload();
  void waitsAtRelaysAreSeen();
  void anIntervalOfNothingIsNotTold();
};

void ShortStretchTest::longWiresAreNoOverload_data() {
  QTest::addColumn<QString>("model");
  QTest::addColumn<int>("latency");
  QTest::addColumn<int>("warmup");
  QTest::addColumn<int>("measure");
  for (const char* model : {"vct", "wormhole"})
    for (const int latency : {20'000, 100'000})
      for (const auto& [warmup, measure] :
           {std::pair(0, 3'000), {20'000, 3'000}, {20'000, 50'000}, {70'000, 50'000}})
        QTest::addRow("%s, %d, %d, %d", model, latency, warmup, measure)
            << QString(model) << latency << warmup << measure;
}

/// What is missing is on its way, whatever was sent before the stretch.
void ShortStretchTest::longWiresAreNoOverload() {
  QFETCH(QString, model);
  QFETCH(int, latency);
  QFETCH(int, warmup);
  QFETCH(int, measure);
  const Results results = stretchResults(longMesh(model.toStdString(), latency),
                                         stretchTraffic(0.1), stretchRun(warmup, measure));
  if (results.packetsMeasured == 0) {
    QCOMPARE(std::string(nameOf(results.verdict)), std::string("unknown"));
    return;
  }
  QCOMPARE(std::string(nameOf(results.verdict)), std::string("stable"));
  // Nothing may be missing by then: as much arrives as is sent, when the wires are full.
  QVERIFY(isDoubted(results) || results.acceptedLoad > 0.08);
}

void ShortStretchTest::overloadsAreSeenOnLongWires() {
  for (const char* model : {"vct", "wormhole"}) {
    const std::string network = longMesh(model, 500), run = stretchRun(5'000, 20'000);
    const Results over = stretchResults(network, stretchTraffic(1, "transpose"), run);
    QCOMPARE(std::string(nameOf(over.verdict)), std::string("saturated"));
    QVERIFY(!isDoubted(over));
    const Results within = stretchResults(network, stretchTraffic(0.1), run);
    QCOMPARE(std::string(nameOf(within.verdict)), std::string("stable"));
    QVERIFY(!isDoubted(within));
  }
}

/// A phase that begins shortly before measuring ends tells nothing.
void ShortStretchTest::lateBurstsAreNoOverload() {
  for (const std::string& network :
       {stretchMesh("vct"), stretchMesh("wormhole"), stretchCrossbar("\"model\": \"hybrid\""),
        stretchCrossbar("\"model\": \"hybrid\", \"network\": \"rotor\""),
        stretchCrossbar("\"model\": \"hybrid\", \"adding\": \"threshold\""),
        stretchCrossbar("\"model\": \"slotted\"")})
    for (const int at : {2950, 2000}) {
      const std::string traffic =
          fmt::format("{}, \"phases\": [{{\"at\": {}, \"set\": {{\"traffic.load\": 0.1}}}}]",
                      stretchTraffic(0), at);
      const Results results = stretchResults(network, traffic, stretchRun(0, 3'000));
      QVERIFY2(results.verdict == Verdict::stable, (network + traffic).c_str());
    }
}

/// A network that begins empty fills with what is on its wires and in its queues.
void ShortStretchTest::emptyStartsAreNoOverload() {
  for (const char* model : {"vct", "wormhole"})
    for (const Cycle measure : {Cycle{100}, Cycle{300}, Cycle{1'000}}) {
      const Results results =
          stretchResults(stretchMesh(model), stretchTraffic(0.3), stretchRun(0, measure));
      QVERIFY2(results.verdict == Verdict::stable, fmt::format("{}, {}", model, measure).c_str());
    }
}

/// Of long packets a channel takes few in a short run, however many all terminals send together:
/// what waits then may be what queues hold at that load.
void ShortStretchTest::queuesThatFillAreNoOverload() {
  const auto run = [](double load, Cycle measure) {
    return stretchResults(
        R"("topology": {"kind": "crossbar", "terminals": 512}, "switch": {"model": "wormhole"})",
        fmt::format("\"traffic\": {{\"load\": {}, \"packet_flits\": 64}}", load),
        stretchRun(500, measure));
  };
  for (const Cycle measure : {Cycle{300}, Cycle{600}}) {
    const Results brief = run(0.45, measure);
    QCOMPARE(std::string(nameOf(brief.verdict)), std::string("stable"));
    QVERIFY(isDoubted(brief));
  }
  // That is far more than any queue takes in.
  QCOMPARE(std::string(nameOf(run(0.9, 600).verdict)), std::string("saturated"));
}

/// A load that the network bears, behind one that it does not: what arrives is more than is sent.
void ShortStretchTest::backlogsOfTheWarmUpAreTold() {
  const auto isTold = [](double before, double load) {
    const Results results =
        stretchResults(stretchMesh("wormhole"),
                       stretchTraffic(before) + fmt::format(R"(, "phases": [{{"at": 3000,
                                                 "set": {{"traffic.load": {}}}}}])",
                                                            load),
                       stretchRun(3'000, 10'000));
    if (results.verdict != Verdict::stable) qFatal("saturated");
    return std::any_of(results.warnings.begin(), results.warnings.end(), [](const Sentence& each) {
      return each.english().find("what gathered in the warm-up") != std::string::npos;
    });
  };
  QVERIFY(isTold(0.9, 0.1));
  QVERIFY(!isTold(0.1, 0.3));
  QVERIFY(!isTold(0.3, 0.31));
}

void ShortStretchTest::deepSourceQueuesHideNoOverload_data() {
  QTest::addColumn<QString>("model");
  QTest::addColumn<int>("measure");
  for (const char* model : {"vct", "wormhole"})
    for (const int measure : {10'000, 40'000})
      QTest::addRow("%s, %d", model, measure) << model << measure;
}

/// A stretch is not short because packets wait long at their sources. One flow of many gathers.
void ShortStretchTest::deepSourceQueuesHideNoOverload() {
  QFETCH(QString, model);
  QFETCH(int, measure);
  const std::string buffers =
      model == "vct" ? ", \"buffers\": {\"injection\": 100000}" : std::string();
  const Results results =
      stretchResults(fmt::format("\"topology\": {{\"kind\": \"mesh\", \"dimensions\": [8, 8]}}, "
                                 "\"switch\": {{\"model\": \"{}\"{}}}",
                                 model.toStdString(), buffers),
                     fmt::format("\"traffic\": {{\"pattern\": \"hot_spot\", \"load\": {}, "
                                 "\"targets\": [27], \"share\": 0.1}}",
                                 model == "vct" ? 0.2 : 0.138),
                     stretchRun(2'000, measure));
  QVERIFY(results.acceptedLoad < 0.98 * results.offeredLoad);
  QCOMPARE(std::string(nameOf(results.verdict)), std::string("saturated"));
}

/// What a switch has granted its output waits there still, and is on no wire.
void ShortStretchTest::deepOutputQueuesHideNoOverload() {
  const Results results = stretchResults(
      R"("topology": {"kind": "crossbar", "terminals": 16},
         "switch": {"model": "vct", "speedup": 2,
                    "buffers": {"injection": 50000, "output": 50000}})",
      R"("traffic": {"pattern": "hot_spot", "load": 0.2, "targets": [3], "share": 0.5})",
      stretchRun(0, 5'000));
  QCOMPARE(std::string(nameOf(results.verdict)), std::string("saturated"));
}

/// No router has seen a packet when measuring ends.
void ShortStretchTest::longTerminalWiresAreNoOverload() {
  for (const char* model : {"vct", "wormhole"}) {
    const Results results =
        stretchResults(longMesh(model, 1, 20'000), stretchTraffic(0.1), stretchRun(0, 3'000));
    QCOMPARE(std::string(nameOf(results.verdict)), std::string("unknown"));
  }
}

/// Since the phase packets take twice as long as before it, and more of them are on wires.
void ShortStretchTest::longerWaysOfAnotherRoutingAreNoOverload() {
  const auto verdictOf = [](const char* pattern, Cycle after) {
    return stretchResults(
               R"("topology": {"kind": "dragonfly", "p": 2, "a": 4, "h": 2},
                  "channels": {"local": {"latency": 10}, "global": {"latency": 100}},
                  "switch": {"model": "vct", "virtual_channels": {"local": 4, "global": 2},
                             "buffers": {"local": 256, "global": 512}},
                  "routing": {"algorithm": "minimal"},
                  "phases": [{"at": 5000, "set": {"routing": {"algorithm": "valiant"}}}])",
               fmt::format(R"("traffic": {{"load": 0.3, "packet_flits": 8, "pattern": "{}"}})",
                           pattern),
               stretchRun(1'000, 4'000 + after, ", \"seed\": 16"))
        .verdict;
  };
  for (const Cycle after : {Cycle{1'500}, Cycle{1'859}, Cycle{2'200}, Cycle{6'000}})
    QCOMPARE(verdictOf("uniform", after), Verdict::stable);
  // What minimal routing could not carry before it is no less.
  QCOMPARE(verdictOf("adversarial", 2'000), Verdict::saturated);
}

/// A packet that has left its source waits again, at its relay: more wait than are at their
/// sources.
void ShortStretchTest::waitsAtRelaysAreSeen() {
  const ParsedDesign parsed = parseDesign(
      fmt::format("{{\"schema\": \"hopscope.design/1\", {}, {}, {}}}",
                  stretchCrossbar(R"("model": "hybrid", "network": "rotor", "relay": "valiant")"),
                  stretchTraffic(0.3), stretchRun(0, 3'000)));
  for (const Issue& issue : parsed.issues) qFatal("%s", describe(issue).c_str());
  const Compiled compiled = compile(parsed.design);
  QVERIFY(compiled.setup.has_value());
  const std::unique_ptr<Switching> network = makeNetwork(*compiled.setup);
  constexpr Cycle kNow = 3'000;
  network->advance(kNow);
  int waiting = 0, atSources = 0, atRelays = 0;
  network->forEachUnderWay([&](const PacketUnderWay& packet) {
    if (packet.waited >= 0) ++waiting;
    QVERIFY(packet.waited <= kNow);
  });
  const Topology& topology = *compiled.setup->topology;
  for (TerminalId source = 0; source < topology.terminalCount(); ++source)
    for (Cycle birth = 0; birth < kNow; ++birth) {
      const std::optional<MovingPacket> seen = network->find(source, stampOf(birth));
      if (!seen) continue;
      if (seen->position == 0) ++atSources;
      if (seen->position == 1 && topology.to(seen->channel).isTerminal &&
          topology.to(seen->channel).node != seen->destination)
        ++atRelays;
    }
  QVERIFY(atSources > 0);
  QVERIFY(atRelays > 0);
  QVERIFY2(waiting > atSources, qPrintable(QString::number(waiting)));
}

/// Of nothing there is no interval, and none is told.
void ShortStretchTest::anIntervalOfNothingIsNotTold() {
  const Results results = stretchResults(longMesh("wormhole", 20'000), stretchTraffic(0.1),
                                         stretchRun(0, 3'000, ", \"until_ci\": 5"));
  bool told = false;
  for (const Sentence& each : results.warnings) {
    QVERIFY2(each.english().find("nan") == std::string::npos, each.english().c_str());
    told = told || each.english().find("Too few packets arrived in") != std::string::npos;
  }
  QVERIFY(told);
}

HOPSCOPE_TEST(ShortStretchTest)

}  // namespace
}  // namespace hopscope

#include "short_stretch_test.moc"
