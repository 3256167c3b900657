// SPDX-License-Identifier: GPL-3.0-or-later
// Channels that stand still until credits are back, and what is offered against that.

#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "engine/core/issue.h"
#include "engine/design/compile.h"
#include "engine/design/senders.h"
#include "engine/findings/diagnosis.h"
#include "engine/findings/remedies.h"
#include "tests/support/adversarial_design.h"
#include "tests/support/test_main.h"
#include "tests/support/written_designs.h"

namespace hopscope {
namespace {

const char* const kGlobalBuffer = "switch.buffers.global";

Design dragonfly(std::int64_t globalBuffer, double load) {
  Design design = test::adversarialDragonfly();
  design.settings["channels.local.latency"] = std::int64_t{10};
  design.settings["channels.global.latency"] = std::int64_t{100};
  design.settings[kGlobalBuffer] = globalBuffer;
  design.settings["traffic.packet_flits"] = std::int64_t{8};
  design.settings["traffic.load"] = load;
  design.settings["run.warmup"] = std::int64_t{6000};
  design.settings["run.measure"] = std::int64_t{12000};
  return design;
}

/// What may be tried against the load, before a run.
std::vector<Remedy> triesOf(const Design& design) {
  const Compiled compiled = compile(design);
  const auto told = diagnoseLoad(design, *compiled.setup->topology,
                                 saturationBound(*compiled.setup), offeredLoad(design));
  if (!told) return {};
  std::vector<Diagnosis> all{*told};
  addTries(design, *compiled.setup->topology, all);
  return all.front().tries;
}

std::vector<std::string> optionsOf(const std::vector<Remedy>& tries) {
  std::vector<std::string> options;
  options.reserve(tries.size());
  for (const Remedy& each : tries) options.push_back(asOptions(each));
  return options;
}

bool offersMoreChannels(const Design& design) {
  const std::vector<Remedy> tries = remediesToTry(design, {RemedyKind::room});
  const std::vector<std::string> options = optionsOf(tries);
  return std::any_of(options.begin(), options.end(), [](const std::string& each) {
    return each.find("virtual_channels") != std::string::npos;
  });
}

}  // namespace

/// Buffers that do not last until credits are back.
class ShortBuffersTest : public QObject {
  Q_OBJECT

 private slots:
  void boundTheLoad();
  void boundWormholesToo();
  void boundWholePackets();
  void noBoundIsBelowWhatRunsAccept_data();
  void noBoundIsBelowWhatRunsAccept();
  void boundsKnowThatPacketsGather();
  void enoughOfThemAreTriedFirst();
  void enoughAreWholePackets();
  void overridesAreNotMendedBySettings();
  void notWhereSomethingElseIsFull();
  void channelsThatNobodyTakesAreNotOffered();
  void buffersBehindOneThatWaitsAreNotOffered();
  void routingsSayThatTheyBearLessThanIsOffered();
};

/// A credit takes 205 cycles to come back, and a terminal has an eighth of a global link.
void ShortBuffersTest::boundTheLoad() {
  const Design design = dragonfly(64, 0.1);
  const Compiled compiled = compile(design);
  const SaturationBound bound = saturationBound(*compiled.setup);
  QVERIFY(bound.at == Bottleneck::credits);
  QVERIFY(std::abs(bound.load - 64.0 / 205 / 8) < 1e-9);
  QVERIFY(std::abs(test::resultsOf(design).acceptedLoad - bound.load) < 0.001);
  const auto told = diagnoseLoad(design, *compiled.setup->topology, bound, 0.1);
  QVERIFY(told.has_value());
  QVERIFY(!told->wire);
  QVERIFY(told->reason.english().find("would have to hold 256 % of what it has room for") !=
          std::string::npos);
}

void ShortBuffersTest::boundWormholesToo() {
  Design design;
  design.settings = {{"topology.kind", std::string("ring")},
                     {"topology.routers", std::int64_t{8}},
                     {"channels.local.latency", std::int64_t{40}},
                     {"switch.model", std::string("wormhole")},
                     {"switch.buffer_flits", std::int64_t{8}},
                     {"traffic.pattern", std::string("neighbour")},
                     {"traffic.load", 0.9},
                     {"run.warmup", std::int64_t{3000}},
                     {"run.measure", std::int64_t{6000}}};
  const Compiled compiled = compile(design);
  QVERIFY(compiled.setup);
  const SaturationBound bound = saturationBound(*compiled.setup);
  QVERIFY(bound.at == Bottleneck::credits);
  const double accepted = test::resultsOf(design).acceptedLoad;
  QVERIFY2(accepted <= bound.load + 0.002, std::to_string(accepted).c_str());
  QVERIFY(accepted > 0.4 * bound.load);
}

/// 15 flits hold a packet of eight, and no second one.
void ShortBuffersTest::boundWholePackets() {
  const double one = saturationBound(*compile(dragonfly(8, 0.1)).setup).load;
  QCOMPARE(saturationBound(*compile(dragonfly(15, 0.1)).setup).load, one);
  QCOMPARE(saturationBound(*compile(dragonfly(16, 0.1)).setup).load, 2 * one);
}

void ShortBuffersTest::noBoundIsBelowWhatRunsAccept_data() {
  QTest::addColumn<QString>("model");
  QTest::addColumn<int>("buffer");
  QTest::addColumn<int>("latency");
  QTest::addColumn<double>("rate");
  for (const char* model : {"vct", "wormhole"})
    for (const int buffer : {8, 9, 20})
      for (const int latency : {1, 3, 30})
        QTest::addRow("%s, %d flits, %d cycles", model, buffer, latency)
            << QString(model) << buffer << latency << 1.0;
  // Packets wait at the end of a slow link until a terminal's channel can take them in one piece.
  for (const int buffer : {8, 16, 24, 64})
    for (const int latency : {1, 10, 30})
      for (const double rate : {0.5, 0.3, 0.125})
        QTest::addRow("%d flits, %d cycles, slow links of %g", buffer, latency, rate)
            << QString("vct") << buffer << latency << rate;
}

void ShortBuffersTest::noBoundIsBelowWhatRunsAccept() {
  QFETCH(QString, model);
  QFETCH(int, buffer);
  QFETCH(int, latency);
  QFETCH(double, rate);
  Design design;
  design.settings = {{"topology.kind", std::string("mesh")},
                     {"topology.dimensions", std::vector<std::int64_t>{4, 4}},
                     {"channels.local.latency", std::int64_t{latency}},
                     {"switch.model", model.toStdString()},
                     {"traffic.pattern", std::string("neighbour")},
                     {"traffic.packet_flits", std::int64_t{8}},
                     {"traffic.load", 1.0},
                     {"run.warmup", std::int64_t{3000}},
                     {"run.measure", std::int64_t{5000}}};
  design.settings[model == "vct" ? "switch.buffers.local" : "switch.buffer_flits"] =
      std::int64_t{buffer};
  design.settings["channels.local.bandwidth"] = rate;
  const Compiled compiled = compile(design);
  QVERIFY(compiled.setup);
  const SaturationBound bound = saturationBound(*compiled.setup);
  const double accepted = test::resultsOf(design).acceptedLoad;
  QVERIFY2(accepted <= bound.load + 0.005,
           qPrintable(QString("%1 of %2").arg(accepted).arg(bound.load)));
}

/// Packets stand in the buffer until the rest of them has come along a slow link, though the link
/// itself could carry more.
void ShortBuffersTest::boundsKnowThatPacketsGather() {
  Design design = dragonfly(64, 0.5);
  design.settings["traffic.pattern"] = std::string("uniform");
  design.settings["channels.global.latency"] = std::int64_t{10};
  design.settings["channels.global.bandwidth"] = 0.25;
  design.settings[kGlobalBuffer] = std::int64_t{8};
  const SaturationBound bound = saturationBound(*compile(design).setup);
  QVERIFY(bound.at == Bottleneck::credits);
  const double accepted = test::resultsOf(design).acceptedLoad;
  QVERIFY(accepted <= bound.load + 0.002);
  QVERIFY(accepted > 0.8 * bound.load);
}

void ShortBuffersTest::enoughOfThemAreTriedFirst() {
  const Design design = dragonfly(64, 0.1);
  const std::vector<Remedy> tries = triesOf(design);
  QVERIFY(!tries.empty());
  QCOMPARE(asOptions(tries.front()), std::string("--set switch.buffers.global=208"));
  QVERIFY(test::resultsOf(remedied(design, tries.front())).verdict == Verdict::stable);
  // The load that is advised is borne as well.
  QVERIFY(test::resultsOf(remedied(design, tries.back())).verdict == Verdict::stable);
}

/// 149 flits are no more than 100 where packets have 100 and are taken as a whole.
void ShortBuffersTest::enoughAreWholePackets() {
  Design design;
  design.settings = {{"topology.kind", std::string("complete")},
                     {"topology.routers", std::int64_t{2}},
                     {"topology.terminals_per_router", std::int64_t{1}},
                     {"channels.local.latency", std::int64_t{72}},
                     {"switch.virtual_channels.local", std::int64_t{1}},
                     {"switch.buffers.local", std::int64_t{100}},
                     {"switch.buffers.output", std::int64_t{400}},
                     {"switch.buffers.injection", std::int64_t{1000}},
                     {"traffic.packet_flits", std::int64_t{100}},
                     {"traffic.load", 0.9}};
  QCOMPARE(asOptions(triesOf(design).front()), std::string("--set switch.buffers.local=200"));
  design.settings["switch.buffers.local"] = std::int64_t{199};
  const Issues issues = validate(design);
  QVERIFY(std::any_of(issues.begin(), issues.end(), [](const Issue& each) {
    return each.remedy.english() == "Set it to 200 flits or more.";
  }));
  design.settings["switch.buffers.local"] = std::int64_t{200};
  QVERIFY(validate(design).empty());
}

/// What an override sets is not touched by a setting, which would only be made smaller.
void ShortBuffersTest::overridesAreNotMendedBySettings() {
  Design design;
  design.settings = {
      {"topology.kind", std::string("ring")},       {"topology.routers", std::int64_t{4}},
      {"channels.local.latency", std::int64_t{30}}, {"switch.buffers.local", std::int64_t{128}},
      {"traffic.packet_flits", std::int64_t{4}},    {"traffic.load", 0.6}};
  Override small;
  small.routers = {1};
  small.values["switch.buffers.local"] = std::int64_t{4};
  design.overrides.push_back(small);
  const Issues issues = validate(design);
  QVERIFY(std::any_of(issues.begin(), issues.end(),
                      [](const Issue& each) { return each.path == "overrides"; }));
  for (const std::string& each : optionsOf(triesOf(design)))
    QVERIFY2(each.find("--set switch.buffers.local") != 0, each.c_str());
}

/// Virtual channels that run empty before they are given away are full long before buffers are.
void ShortBuffersTest::notWhereSomethingElseIsFull() {
  Design design;
  design.settings = {{"topology.kind", std::string("mesh")},
                     {"topology.dimensions", std::vector<std::int64_t>{4, 4}},
                     {"channels.local.latency", std::int64_t{60}},
                     {"switch.model", std::string("wormhole")},
                     {"switch.reallocate", std::string("empty")},
                     {"switch.buffer_flits", std::int64_t{20}},
                     {"traffic.packet_flits", std::int64_t{2}},
                     {"traffic.load", 0.9}};
  const Compiled compiled = compile(design);
  const SaturationBound bound = saturationBound(*compiled.setup);
  QVERIFY(bound.at == Bottleneck::virtualChannels);
  const auto told = diagnoseLoad(design, *compiled.setup->topology, bound, 0.9);
  QVERIFY(told && told->reason.english().find("busy for") != std::string::npos);
  for (const std::string& each : optionsOf(triesOf(design)))
    QVERIFY2(each.find("buffer_flits=") == std::string::npos, each.c_str());
}

/// Minimal packets on the Dragonfly have a virtual channel for each hop; in a mesh they take any.
void ShortBuffersTest::channelsThatNobodyTakesAreNotOffered() {
  QVERIFY(!offersMoreChannels(dragonfly(512, 0.1)));
  Design mesh;
  mesh.settings = {{"topology.kind", std::string("mesh")},
                   {"topology.dimensions", std::vector<std::int64_t>{4, 4}}};
  QVERIFY(offersMoreChannels(mesh));
}

/// On one switch the front of a queue holds up what is behind it, unless the switch is faster.
void ShortBuffersTest::buffersBehindOneThatWaitsAreNotOffered() {
  for (const std::int64_t speedup : {1, 2}) {
    Design design;
    design.settings = {{"topology.kind", std::string("crossbar")},
                       {"topology.terminals", std::int64_t{16}},
                       {"switch.speedup", speedup}};
    const std::vector<std::string> options = optionsOf(remediesToTry(design, {RemedyKind::room}));
    const bool offered = std::any_of(options.begin(), options.end(), [](const std::string& each) {
      return each.find("buffers.output") != std::string::npos;
    });
    QCOMPARE(offered, speedup > 1);
  }
}

void ShortBuffersTest::routingsSayThatTheyBearLessThanIsOffered() {
  const auto valiant = [](const Design& design) {
    for (const Remedy& each : triesOf(design))
      if (asOptions(each).find("=valiant") != std::string::npos) return each.reason.english();
    return std::string("none");
  };
  QCOMPARE(valiant(dragonfly(512, 0.2)),
           std::string("its channels bear up to 0.485 of this traffic"));
  QCOMPARE(valiant(dragonfly(512, 0.8)),
           std::string("its channels bear up to 0.485 of this traffic, if less than is offered"));
}

HOPSCOPE_TEST(ShortBuffersTest)

}  // namespace hopscope

#include "short_buffers_test.moc"
