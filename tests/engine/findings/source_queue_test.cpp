// SPDX-License-Identifier: GPL-3.0-or-later
// Terminals that can't send for want of room before the network, whatever that bears.

#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <string>

#include "engine/core/issue.h"
#include "engine/design/compile.h"
#include "engine/findings/diagnosis.h"
#include "tests/support/test_main.h"
#include "tests/support/written_designs.h"

namespace hopscope {
namespace {

const char* const kRoom = "switch.buffers.injection";

/// Every terminal of a mesh sends to another one.
Design meshOfPairs(double load) {
  Design design;
  design.settings = {{"topology.kind", std::string("mesh")},
                     {"topology.dimensions", std::vector<std::int64_t>{4, 4}},
                     {"traffic.pattern", std::string("uniform")},
                     {"traffic.packet_flits", std::int64_t{4}},
                     {"traffic.load", load},
                     {"run.warmup", std::int64_t{3000}},
                     {"run.measure", std::int64_t{5000}}};
  return design;
}

/// What a run is told to be limited by, and what may be tried.
Diagnosis toldOfRun(const Design& design) {
  Issues issues;
  const auto topology = buildTopology(design, issues);
  std::vector<Diagnosis> found = diagnoseRun(design, *topology, test::resultsOf(design));
  tellByBound(design, topology, found);
  addTries(design, *topology, found);
  for (const Diagnosis& each : found)
    if (each.path == "traffic.load") return each;
  return {};
}

}  // namespace

class SourceQueueTest : public QObject {
  Q_OBJECT

 private slots:
  /// 256 flits in 1,000 cycles are the bound, and a run comes to it.
  void longChannelsBoundTheLoad();
  void largerOnesAreTriedFirst();
  void onePacketIsLittleRoom();
  void whatIsNotThereIsNotEnlarged();
};

void SourceQueueTest::longChannelsBoundTheLoad() {
  Design design = meshOfPairs(0.9);
  design.settings["channels.terminal.latency"] = std::int64_t{1000};
  const Compiled compiled = compile(design);
  const SaturationBound bound = saturationBound(*compiled.setup);
  QVERIFY(bound.at == Bottleneck::injection);
  QVERIFY(std::abs(bound.load - 0.256) < 1e-9);
  const Topology& topology = *compiled.setup->topology;
  QCOMPARE(describe(topology, bound).english(),
           std::string("Saturation bound under this traffic: 0.256 flits per terminal and cycle, "
                       "where the injection buffer of terminal 0 is full."));
  QVERIFY(std::abs(test::resultsOf(design).acceptedLoad - 0.256) < 0.005);
  const auto told = diagnoseLoad(design, topology, bound, 0.512);
  QVERIFY(told.has_value());
  QCOMPARE(told->reason.english(),
           std::string("the injection buffer of terminal 0 would have to hold 200 % of what it has "
                       "room for."));
}

void SourceQueueTest::largerOnesAreTriedFirst() {
  Design design = meshOfPairs(0.4);
  design.settings["channels.terminal.latency"] = std::int64_t{1000};
  const Diagnosis told = toldOfRun(design);
  QVERIFY(!told.tries.empty());
  QCOMPARE(asOptions(told.tries.front()), std::string("--set switch.buffers.injection=2000"));
  for (const Remedy& each : told.tries)
    QVERIFY2(asOptions(each).find("virtual_channels") == std::string::npos,
             asOptions(each).c_str());
  QVERIFY(test::resultsOf(remedied(design, told.tries.front())).acceptedLoad > 0.38);
}

void SourceQueueTest::onePacketIsLittleRoom() {
  Design design = meshOfPairs(0.4);
  design.settings[kRoom] = std::int64_t{4};
  const Diagnosis told = toldOfRun(design);
  QVERIFY(!told.tries.empty());
  QCOMPARE(asOptions(told.tries.front()), std::string("--set switch.buffers.injection=16"));
  // What is warned of before a run names the same, with which it bears the load.
  const Issues issues = validate(design);
  QVERIFY(std::any_of(issues.begin(), issues.end(), [](const Issue& each) {
    return each.path == kRoom && each.remedy.english() == "Set it to 16 flits or more.";
  }));
  QVERIFY(test::resultsOf(remedied(design, told.tries.front())).verdict == Verdict::stable);
  for (const Remedy& each : told.tries)
    QVERIFY2(asOptions(each).find("virtual_channels") == std::string::npos,
             asOptions(each).c_str());
}

/// A mesh has no global channels.
void SourceQueueTest::whatIsNotThereIsNotEnlarged() {
  const std::vector<Remedy> tries = remediesToTry(meshOfPairs(0.9), {RemedyKind::room});
  QCOMPARE(tries.size(), std::size_t{2});
  QCOMPARE(asOptions(tries.front()).rfind("--set switch.virtual_channels.local=", 0),
           std::string::size_type{0});
  for (const Remedy& each : tries)
    QVERIFY2(asOptions(each).find("global") == std::string::npos, asOptions(each).c_str());
}

HOPSCOPE_TEST(SourceQueueTest)

}  // namespace hopscope

#include "source_queue_test.moc"
