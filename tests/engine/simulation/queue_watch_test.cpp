// SPDX-License-Identifier: GPL-3.0-or-later
// What there is to see of all queues at once is what there is to see of them router by router.
#include <QTest>
#include <algorithm>
#include <numeric>

#include "engine/simulation/simulation.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

Setup busyMesh(test::Model model) {
  Setup setup = makeSetup("mesh", {{"dimensions", std::vector<std::int64_t>{4, 4}}});
  setup.load = 0.6;
  if (model == test::Model::wormhole) test::makeWormhole(setup);
  setup.run.warmup = 200;
  setup.run.measure = 1000;
  setup.run.maxCycles = 5000;
  return setup;
}

std::uint32_t sum(const std::vector<std::uint32_t>& values) {
  return std::accumulate(values.begin(), values.end(), 0U);
}

}  // namespace

class QueueWatchTest : public QObject {
  Q_OBJECT

 private slots:
  void allQueuesAreThoseOfTheRouters_data() {
    QTest::addColumn<int>("model");
    QTest::addRow("vct") << static_cast<int>(test::Model::vct);
    QTest::addRow("wormhole") << static_cast<int>(test::Model::wormhole);
  }
  void allQueuesAreThoseOfTheRouters() {
    QFETCH(int, model);
    const Setup setup = busyMesh(static_cast<test::Model>(model));
    const Topology& t = *setup.topology;
    Simulation simulation{Setup(setup)};
    simulation.advance(700);
    WatchList list;
    list.queues = true;
    Snapshot snapshot;
    std::uint32_t waiting = 0, nonminimal = 0;
    for (RouterId router = 0; router < t.routerCount(); ++router) {
      list.router = router;
      simulation.snapshot(snapshot, list);
      QVERIFY(snapshot.hasQueues && snapshot.countsCredits);
      QCOMPARE(snapshot.queues.size(), std::size_t{t.channelCount()});
      const RouterDetail& detail = *snapshot.router;
      for (PortIndex port = 0; port < t.radix(router); ++port) {
        const Port& here = t.port(router, port);
        const ChannelQueue& queue = snapshot.queues[here.in];
        QCOMPARE(queue.flits, sum(detail.ports[port].inputFlits));
        QCOMPARE(queue.room, sum(detail.ports[port].inputRoom));
        QVERIFY(queue.flits <= queue.room);
        QVERIFY(queue.seen >= queue.flits);
        Cycle longest = -1;
        for (const WaitingHead& head : detail.waiting)
          if (head.input == port) longest = std::max(longest, head.waited);
        QCOMPARE(queue.waited, longest);
        if (!here.peer.isTerminal)
          QCOMPARE(snapshot.queues[here.out].taken, sum(detail.ports[port].downstream));
        else
          QCOMPARE(snapshot.queues[here.out].room, 0U);  // a terminal takes what comes
        QVERIFY(queue.taken >= queue.flits && queue.taken <= queue.room);
        waiting += queue.flits;
        nonminimal += queue.nonminimal;
      }
    }
    QVERIFY(waiting > 50);
    QCOMPARE(nonminimal, 0U);  // dimension order
  }

  void valiantPathsAreNotMinimal() {
    Setup setup = makeSetup("dragonfly", {}, "valiant");
    setup.load = 0.3;
    Simulation simulation{std::move(setup)};
    simulation.advance(2000);
    WatchList list;
    list.queues = true;
    Snapshot snapshot;
    simulation.snapshot(snapshot, list);
    std::uint32_t seen = 0, nonminimal = 0;
    for (const ChannelQueue& queue : snapshot.queues) {
      QVERIFY(queue.nonminimal <= queue.seen);
      seen += queue.seen;
      nonminimal += queue.nonminimal;
    }
    QVERIFY2(2 * nonminimal > seen,
             qPrintable(QStringLiteral("%1 of %2").arg(nonminimal).arg(seen)));
  }

  void nobodyAsksNothingIsThere() {
    Simulation simulation{busyMesh(test::Model::vct)};
    simulation.advance(300);
    Snapshot snapshot;
    simulation.snapshot(snapshot);
    QVERIFY(snapshot.hasQueues && snapshot.queues.empty());
  }
};

HOPSCOPE_TEST(QueueWatchTest)
#include "queue_watch_test.moc"
