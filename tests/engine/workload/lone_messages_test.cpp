// SPDX-License-Identifier: GPL-3.0-or-later
// Ideal times of messages that are alone against when they arrive, neither too long nor too short:
// results hide an ideal that is longer than the run.
#include <QTest>
#include <string>
#include <vector>

#include "engine/workload/head_times.h"
#include "tests/support/applications.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

constexpr std::uint32_t kLonePacket = 8;

/// What differs from a line of five routers with virtual cut-through.
struct LoneCase {
  bool worms = false;
  LinkRate terminals;  ///< what their channels carry
  double picosecondsPerCycle = 1000;
  LookupSettings lookup;
  Cycle latency = 1;  ///< of channels between routers
};

}  // namespace
}  // namespace hopscope

Q_DECLARE_METATYPE(hopscope::LoneCase)

namespace hopscope {
namespace {

Setup loneSetup(const LoneCase& of) {
  Setup s = test::makeSetup("mesh", {{"dimensions", std::vector<std::int64_t>{5}}});
  if (of.worms) test::makeWormhole(s);
  test::setRouting(s, "dimension_order", {});
  s.load = 0;
  s.packetFlits = kLonePacket;
  s.flitBytes = 1;
  s.picosecondsPerCycle = of.picosecondsPerCycle;
  s.lookups.front() = of.lookup;
  const Topology& t = *s.topology;
  for (LinkId link = 0; link < t.linkCount(); ++link) {
    const bool terminal = t.kindOf(link) == LinkKind::terminal;
    if (!terminal) s.linkLatency[link] = of.latency;
    if (!of.terminals.full()) s.linkRates.push_back(terminal ? of.terminals : LinkRate{});
  }
  return s;
}

}  // namespace

class LoneMessagesTest : public QObject {
  Q_OBJECT

 private slots:
  void takeTheirTime_data();
  void takeTheirTime();
};

void LoneMessagesTest::takeTheirTime_data() {
  QTest::addColumn<LoneCase>("of");
  QTest::addColumn<Cycle>("most");
  const auto row = [](const std::string& name, const LoneCase& of, Cycle most) {
    QTest::newRow((name + (of.worms ? ", wormhole" : "")).c_str()) << of << most;
  };
  for (const bool worms : {false, true}) {
    LoneCase of;
    of.worms = worms;
    // Rates whose whole rounds are longer than what is sent to see them.
    for (const std::uint32_t flits : {991u, 509u, 547u, 703u, 997u}) {
      of.terminals = {flits, 1000};
      row(std::to_string(flits) + " flits in 1000 cycles", of, worms ? 3 : 1);
    }
    of.terminals = {9, 10};
    row("9 flits in 10 cycles", of, 0);
    of.lookup.kind = LookupKind::cache;
    of.lookup.warmUp = true;
    of.lookup.cache.latency = of.lookup.cache.interval = 20'000;
    row("a slow cache", of, 0);
    of.lookup.cache.lanes = 2;
    row("two slow caches", of, 0);
    of.lookup.cache.lanes = kMostCamBanks + 2;
    of.lookup.cache.latency = of.lookup.cache.interval = 160'000;
    row("more slow caches than a CAM has banks", of, 0);
    of.lookup = {};
    of.terminals = {};
    of.lookup.kind = LookupKind::dram;
    for (const Cycle latency : {1, 300}) {
      of.latency = latency;
      const std::string cables = latency > 1 ? " and long cables" : "";
      of.lookup.dramRead = 4'000;
      row("rows of whole cycles" + cables, of, 0);
      of.lookup.dramRead = 3'700;
      row("rows of parts of cycles" + cables, of, 5);
      of.lookup.dramRead = 137;
      row("quick rows" + cables, of, 1);
    }
    of.latency = 1;
    of.lookup.dramRead = 3'700;
    of.picosecondsPerCycle = 769.23;
    row("cycles of parts of picoseconds", of, 5);
  }
}

void LoneMessagesTest::takeTheirTime() {
  QFETCH(LoneCase, of);
  QFETCH(Cycle, most);
  const Setup s = loneSetup(of);
  for (const std::uint64_t bytes : {5u, 320u, 4'003u, 40'000u, 160'003u})
    for (const std::uint32_t to : {1u, 4u}) {
      const auto plan = test::planFor(s, {{Operation::send(1, bytes)}, {Operation::receive(0)}});
      plan->endpoints.eager = kMostBytes;
      plan->jobs[0].places = {0, to};
      const Cycle took = test::play(s, plan).application.completion;
      const Cycle ideal = plan->headTimes->alone(0, to, plan->packets.allFlits(bytes));
      const std::string numbers = std::to_string(bytes) + " bytes to " + std::to_string(to) +
                                  " took " + std::to_string(took) + ", ideal " +
                                  std::to_string(ideal);
      QVERIFY2(ideal <= took && took <= ideal + most, numbers.c_str());
    }
}

}  // namespace hopscope

using hopscope::LoneMessagesTest;
HOPSCOPE_TEST(LoneMessagesTest)
#include "lone_messages_test.moc"
