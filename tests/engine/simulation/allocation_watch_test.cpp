// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>
#include <set>
#include <utility>

#include "engine/simulation/simulation.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

constexpr RouterId kRouter = 5;  // in the middle of a 4 by 4 mesh

Setup busyMesh(test::Model model, AllocatorKind kind) {
  Setup setup = makeSetup("mesh", {{"dimensions", std::vector<std::int64_t>{4, 4}}});
  setup.load = model == test::Model::vct ? 0.5 : 0.45;
  if (model == test::Model::wormhole) {
    test::makeWormhole(setup);
    setup.virtualChannels = {4, 4, 4};
    test::wormhole(setup).vcAllocator.kind = test::wormhole(setup).switchAllocator.kind = kind;
  } else {
    test::vct(setup).kinds.front().allocator.kind = kind;
  }
  setup.run.warmup = 500;
  setup.run.measure = 1000;
  setup.run.maxCycles = 5000;
  return setup;
}

WatchList watched() {
  WatchList list;
  list.router = kRouter;
  return list;
}

}  // namespace

class AllocationWatchTest : public QObject {
  Q_OBJECT

 private slots:
  void everyGrantIsAFlitOnItsWay_data() {
    QTest::addColumn<int>("model");
    QTest::addColumn<int>("kind");
    for (const test::Model model : {test::Model::vct, test::Model::wormhole})
      for (const AllocatorKind kind :
           {AllocatorKind::separableInputFirst, AllocatorKind::islip, AllocatorKind::wavefront})
        QTest::addRow("%s %d", model == test::Model::vct ? "vct" : "wormhole",
                      static_cast<int>(kind))
            << static_cast<int>(model) << static_cast<int>(kind);
  }
  void everyGrantIsAFlitOnItsWay() {
    QFETCH(int, model);
    QFETCH(int, kind);
    const Setup setup = busyMesh(static_cast<test::Model>(model), static_cast<AllocatorKind>(kind));
    const Topology& t = *setup.topology;
    Simulation simulation(setup);
    simulation.advance(600);
    simulation.watchAllocations(kRouter);
    const auto sent = [&](const Snapshot& snapshot) {
      std::uint64_t flits = 0;
      for (PortIndex p = 0; p < t.radix(kRouter); ++p)
        flits += snapshot.channelFlits[t.port(kRouter, p).out];
      return flits;
    };
    Snapshot snapshot;
    simulation.snapshot(snapshot, watched());
    QVERIFY(!snapshot.router->allocation);  // nothing has been seen yet
    const std::uint64_t before = sent(snapshot);
    std::uint64_t grants = 0, refusals = 0, channels = 0;
    for (int i = 0; i < 400; ++i) {
      simulation.advance(1);
      simulation.snapshot(snapshot, watched());
      QVERIFY(snapshot.router->allocation.has_value());
      const AllocationDetail& detail = *snapshot.router->allocation;
      QCOMPARE(detail.cycle, simulation.now() - 1);
      std::set<PortIndex> inputs, outputs;
      for (const AllocationRequest& request : detail.crossbar) {
        QVERIFY(request.input < t.radix(kRouter) && request.output < t.radix(kRouter));
        if (!request.granted) {
          ++refusals;
          continue;
        }
        ++grants;
        QVERIFY(inputs.insert(request.input).second);
        QVERIFY(outputs.insert(request.output).second);
      }
      for (const AllocationRequest& request : detail.channels) {
        channels += request.granted;
        QCOMPARE(request.granted, request.outputVc != AllocationRequest::kAnyVc);
      }
    }
    const std::uint64_t each = test::modelOf(setup) == test::Model::vct ? setup.packetFlits : 1;
    QCOMPARE(sent(snapshot) - before, grants * each);
    QVERIFY(grants > 100);
    QVERIFY(refusals > 3);
    QCOMPARE(channels > 0, test::modelOf(setup) == test::Model::wormhole);
    // Another router's cycles are not told as this one's.
    simulation.watchAllocations(kNone);
    simulation.advance(1);
    simulation.snapshot(snapshot, watched());
    QVERIFY(!snapshot.router->allocation);
  }

  void whoWaitsSaysWhatFor_data() {
    QTest::addColumn<int>("model");
    QTest::newRow("vct") << static_cast<int>(test::Model::vct);
    QTest::newRow("wormhole") << static_cast<int>(test::Model::wormhole);
  }
  void whoWaitsSaysWhatFor() {
    QFETCH(int, model);
    Setup setup = busyMesh(static_cast<test::Model>(model), AllocatorKind::separableInputFirst);
    setPattern(setup, "hot_spot");
    setup.load = 0.9;  // buffers fill up
    const Topology& t = *setup.topology;
    Simulation simulation(setup);
    Snapshot snapshot;
    std::set<WaitReason> reasons;
    for (int i = 0; i < 300; ++i) {
      simulation.advance(5);
      simulation.snapshot(snapshot, watched());
      const RouterDetail& detail = *snapshot.router;
      std::set<std::pair<PortIndex, VcIndex>> heads;
      for (const WaitingHead& head : detail.waiting) {
        QVERIFY(heads.insert({head.input, head.vc}).second);
        QVERIFY(detail.ports[head.input].inputFlits[head.vc] > 0);
        QVERIFY(head.birth <= simulation.now() && head.waited <= simulation.now() - head.birth);
        QVERIFY(head.destination < t.terminalCount());
        reasons.insert(head.reason);
        if (head.reason == WaitReason::route) continue;
        if (head.reason == WaitReason::input) continue;
        // It wants to get nearer to where it goes.
        QVERIFY(head.output < t.radix(kRouter));
        const LinkEnd& next = t.port(kRouter, head.output).peer;
        if (next.isTerminal) QCOMPARE(next.node, head.destination);
        if (head.reason != WaitReason::credit) continue;
        const PortDetail& out = detail.ports[head.output];
        const std::uint32_t flits =
            test::modelOf(setup) == test::Model::vct ? setup.packetFlits : 1;
        QVERIFY(!next.isTerminal || test::modelOf(setup) == test::Model::wormhole);
        QVERIFY(std::any_of(out.downstream.begin(), out.downstream.end(),
                            [&](std::uint32_t used) { return used + flits > 8; }));
      }
      // Whatever is in a buffer between routers has a front.
      for (PortIndex p = 0; p < t.radix(kRouter); ++p) {
        if (t.port(kRouter, p).peer.isTerminal) continue;
        for (std::size_t v = 0; v < detail.ports[p].inputFlits.size(); ++v)
          QCOMPARE(detail.ports[p].inputFlits[v] > 0,
                   heads.count({p, static_cast<VcIndex>(v)}) == 1);
      }
    }
    QVERIFY(reasons.count(WaitReason::credit) == 1);
    QVERIFY(reasons.count(WaitReason::arbitration) == 1);
    QCOMPARE(reasons.count(WaitReason::output) == 1, test::modelOf(setup) == test::Model::vct);
    QCOMPARE(reasons.count(WaitReason::virtualChannel) == 1,
             test::modelOf(setup) == test::Model::wormhole);
  }

  void watchingChangesNothing() {
    for (const test::Model model : {test::Model::vct, test::Model::wormhole})
      for (const AllocatorKind kind :
           {AllocatorKind::separableInputFirst, AllocatorKind::islip, AllocatorKind::wavefront}) {
        const Setup setup = busyMesh(model, kind);
        Simulation bare(setup), seen(setup);
        while (!bare.done()) bare.advance(100);
        for (RouterId router = 0; !seen.done(); ++router) {
          seen.watchAllocations(router % 18);  // 16 and above: none
          seen.advance(50);
        }
        QCOMPARE(seen.results().flitHops, bare.results().flitHops);
        QVERIFY(seen.results().latency == bare.results().latency);
        QVERIFY(seen.results().split == bare.results().split);
      }
  }
};

HOPSCOPE_TEST(AllocationWatchTest)
#include "allocation_watch_test.moc"
