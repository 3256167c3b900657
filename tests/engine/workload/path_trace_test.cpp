// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/path_trace.h"

#include <QTest>
#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/simulation/simulation.h"
#include "engine/study/path_files.h"
#include "engine/workload/application_workload.h"
#include "engine/workload/collective.h"
#include "engine/workload/collective_use.h"
#include "engine/workload/listed_program.h"
#include "engine/workload/rank_rows.h"
#include "tests/support/applications.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

using Op = Operation;

/// A network on which ranks do this.
Setup networkWith(const QString& model, const char* kind, std::vector<Operations> ranks,
                  const Values& parameters = {}) {
  Setup s = test::makeSetup(kind, parameters);
  if (model == "wormhole") test::makeWormhole(s);
  s.load = 0;
  s.packetFlits = 4;
  s.flitBytes = 8;
  s.applications = test::planFor(s, std::move(ranks));
  s.execution.timelineItems = 100'000;
  return s;
}

/// The critical path of its only application, and where its messages went.
PathTrace traceOf(const Setup& setup, std::string* csv = nullptr) {
  Simulation simulation(setup);
  while (!simulation.done()) simulation.advance(1'000'000);
  RankRows rows;
  rows.take(simulation.ranks());
  CriticalChain chain = criticalChain(rows, 0);
  countTwins(*rows.seen(), chain);
  PathTrace trace = tracePath(setup, std::move(chain), [](double) { return true; });
  if (csv != nullptr) *csv = pathCsv({trace}, *rows.seen(), *setup.topology);
  return trace;
}

std::vector<Operations> everyoneToAll(std::uint32_t ranks, std::uint64_t bytes) {
  return std::vector<Operations>(
      ranks, {Op::all(collectiveNamed("alltoall_direct"), {0, ranks, 1}, bytes),
              Op::all(collectiveNamed("allreduce_ring"), {0, ranks, 1}, bytes)});
}

class PathTraceTest : public QObject {
  Q_OBJECT

 private slots:
  void linksAddUpToTheMessages_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<qulonglong>("bytes");
    QTest::addColumn<double>("load");  // of others beside the messages
    for (const char* model : {"virtual cut-through", "wormhole"})
      for (const qulonglong bytes : {8ULL, 700ULL})
        for (const double load : {0.0, 0.3})
          QTest::addRow("%s, %llu bytes, load %g", model, bytes, load)
              << QString(model) << bytes << load;
  }

  void linksAddUpToTheMessages() {
    QFETCH(QString, model);
    QFETCH(qulonglong, bytes);
    QFETCH(double, load);
    Setup setup = networkWith(model, "torus", everyoneToAll(16, bytes));
    setup.load = load;
    const Topology& t = *setup.topology;
    std::string csv;
    const PathTrace trace = traceOf(setup, &csv);
    QVERIFY(trace.whole && trace.chain.whole);
    const auto messages = std::count_if(trace.chain.steps.begin(), trace.chain.steps.end(),
                                        [](const ChainStep& step) { return step.isMessage; });
    QVERIFY(messages > 2);
    QCOMPARE(static_cast<std::ptrdiff_t>(trace.messages.size()), messages);
    Cycle underWay = 0, links = 0;
    for (const FollowedMessage& each : trace.messages) {
      const ChainStep& step = trace.chain.steps[each.piece];
      underWay += step.cycles();
      const std::vector<PathLink> taken = linksOf(each.journey);
      QVERIFY(taken.size() >= 2);
      QCOMPARE(t.from(taken.front().channel).node, step.rank);
      QCOMPARE(t.to(taken.back().channel).node, step.to);
      Cycle sum = 0;
      for (std::size_t i = 0; i < taken.size(); ++i) {
        if (i > 0) QCOMPARE(t.from(taken[i].channel).node, t.to(taken[i - 1].channel).node);
        QVERIFY(taken[i].waiting >= 0 && taken[i].moving > 0);
        sum += taken[i].waiting + taken[i].moving;
      }
      QCOMPARE(sum, each.journey.delivered - each.journey.birth);
      QCOMPARE(each.handedOver, each.journey.birth);
    }
    for (const PathLink& each : trace.links) links += each.waiting + each.moving;
    QCOMPARE(trace.unknown, Cycle{0});
    QCOMPARE(trace.interface + trace.packets + links + trace.takingIn, underWay);
    QVERIFY(QByteArray::fromStdString(csv).contains(",link,"));
  }

  /// Three send to one at once: the last one waited for the link to it more than for any other.
  void namesTheLinkThatIsWaitedFor() {
    const Setup setup = networkWith("virtual cut-through", "crossbar",
                                    {{Op::receive(1), Op::receive(2), Op::receive(3)},
                                     {Op::send(0, 32)},
                                     {Op::send(0, 32)},
                                     {Op::send(0, 32)}},
                                    {{"terminals", std::int64_t{4}}});
    const PathTrace trace = traceOf(setup);
    QVERIFY(trace.whole);
    QCOMPARE(trace.messages.size(), std::size_t{1});
    const PathLink& worst = trace.links.front();
    QCOMPARE(setup.topology->to(worst.channel).node, TerminalId{0});
    QVERIFY2(worst.waiting >= 4, qPrintable(QString::number(worst.waiting)));
    for (std::size_t i = 1; i < trace.links.size(); ++i)
      QVERIFY(trace.links[i].waiting < worst.waiting);
  }

  /// Of another run nothing is made up; and one that is called off says so.
  void whatIsNotFoundIsNotTold() {
    const Setup setup = networkWith("virtual cut-through", "torus", everyoneToAll(16, 200));
    Simulation simulation(setup);
    while (!simulation.done()) simulation.advance(1'000'000);
    RankRows rows;
    rows.take(simulation.ranks());
    const CriticalChain chain = criticalChain(rows, 0);
    const Setup other = networkWith("virtual cut-through", "torus", everyoneToAll(16, 90));
    const PathTrace wrong = tracePath(other, chain, [](double) { return true; });
    QVERIFY(!wrong.whole && wrong.messages.size() < chain.steps.size());
    QVERIFY(chain.steps.back().until > 100);
    QVERIFY(!tracePath(setup, chain, [](double) { return false; }).whole);
    QVERIFY(!tracePath(networkWith("virtual cut-through", "torus", {{}, {}}), chain, [](double) {
               return true;
             }).whole);
    QVERIFY(tracePath(setup, {}, [](double) { return true; }).messages.empty());
    PathTrace some;
    some.unknown = 7;
    const auto words = QString::fromStdString(pathText(some, *setup.topology));
    QVERIFY2(words.contains("of 7 more") && words.contains("longer") && words.contains("Not all"),
             qPrintable(words));
  }

  /// A terminal may send a packet of a message and another one in the same cycle.
  void aPacketIsToldFromOthers() {
    JourneyLog log;
    log.follow(3);
    log.begin(3, 5, true, 7);
    QVERIFY(log.follows(3, stampOf(7), true));
    QVERIFY(!log.follows(3, stampOf(7), false));
    QVERIFY(!log.follows(3, stampOf(8), true));
    QCOMPARE(log.journey().destination, TerminalId{5});
    log.follow(3, 5, 7, 0, kNone);  // found under way
    QVERIFY(log.follows(3, stampOf(7), true) && log.follows(3, stampOf(7), false));
  }

  /// Of two that are alike the one that is sent last may arrive first; and what was noted may be no
  /// path.
  void whatOvertookIsNotTold_data() {
    QTest::addColumn<bool>("overtakes");
    QTest::addColumn<bool>("delivered");
    QTest::addColumn<bool>("joined");
    QTest::newRow("in order") << false << true << true;
    QTest::newRow("overtaken") << true << true << true;
    QTest::newRow("under way") << true << false << true;
    QTest::newRow("two paths") << false << true << false;
  }

  void whatOvertookIsNotTold() {
    QFETCH(bool, overtakes);
    QFETCH(bool, delivered);
    QFETCH(bool, joined);
    ChainStep step;
    step.to = 1;
    step.isMessage = true;
    step.bytes = 8;
    step.from = 10;
    step.until = 40;
    step.twins = 1;
    JourneyLog log;
    PathFollower follower({step}, log);
    Message first, second;
    for (Message* each : {&first, &second}) {
      each->destination = step.to;
      each->bytes = step.bytes;
      each->setTime(MessageTime::posted, step.from);
    }
    first.setTime(MessageTime::reached, 12);
    second.setTime(MessageTime::reached, 14);
    follower.sent(first, 0, 1, 13);
    follower.sent(second, 0, 1, 15);  // this one is followed
    log.hop(0, 2, 16);
    log.hop(joined ? 2 : 4, 6, 18);
    if (delivered) log.end(overtakes ? 30 : 39, 0);
    if (overtakes && delivered) follower.arrived(second, 30);
    if (!overtakes) follower.arrived(first, 30);
    QVERIFY(!follower.done());
    follower.arrived(overtakes ? first : second, 40);
    QVERIFY(follower.done());
    const bool told = !overtakes && joined;
    QCOMPARE(follower.whole(), told);
    const FollowedMessage& found = follower.messages().front();
    QCOMPARE(found.journey.source, told ? TerminalId{0} : TerminalId{kNone});
    QCOMPARE(found.started, overtakes ? Cycle{12} : Cycle{14});
    QVERIFY(found.handedOver >= found.started && found.handedOver <= 15);
  }

  /// A rank that begins to wait in the very cycle in which its message comes did not wait.
  void aWaitOfNoTimeIsNoEnd() {
    for (int before = 1; before < 60; ++before) {
      const PathTrace trace = traceOf(
          networkWith("virtual cut-through", "crossbar",
                      {{Op::compute(before), Op::receive(1), Op::compute(100)}, {Op::send(0, 32)}},
                      {{"terminals", std::int64_t{4}}}));
      QVERIFY2(trace.chain.whole && trace.whole, qPrintable(QString::number(before)));
      QCOMPARE(trace.chain.steps.front().from, Cycle{0});
    }
  }

  /// Where there are more kinds than are told, those that took longest are, whosever they are; and
  /// of far more, those with the most bytes are kept.
  void theLongestCollectivesAreTold() {
    const auto allReduce = [](std::uint64_t bytes) {
      return Op::all(collectiveNamed("allreduce_ring"), {0, 2, 1}, bytes);
    };
    Operations many;
    const std::size_t most = mostCollectiveKinds(4);
    many.reserve(most + 10);
    for (std::uint64_t bytes = 1; bytes <= most + 10; ++bytes) many.push_back(allReduce(bytes));
    Setup setup = test::makeSetup("crossbar", {{"terminals", std::int64_t{4}}});
    setup.load = 0;
    setup.packetFlits = 4;
    setup.flitBytes = 8192;
    setup.run.maxCycles = 10'000'000;
    const auto plan = test::planFor(setup, {many, many});
    plan->jobs.push_back(plan->jobs.front());
    Job& other = plan->jobs.back();
    other.name = "other";
    other.places = {2, 3};
    other.program = std::make_shared<ListedProgram>(
        std::vector<Operations>{{allReduce(1 << 22)}, {allReduce(1 << 22)}});
    setup.applications = plan;
    Simulation simulation(setup);
    while (!simulation.done()) simulation.advance(1'000'000);
    const CollectiveTimes times = simulation.applications()->collectives();
    QCOMPARE(times.size(), most);
    QCOMPARE(times.begin()->first.bytes, std::uint64_t{1} << 22);
    QVERIFY(std::prev(times.end())->first.bytes > 1);
    const Results results = simulation.results();
    QCOMPARE(results.collectives.size(), std::size_t{256});
    QCOMPARE(results.collectives.front().application, std::string("test"));
    QCOMPARE(results.collectives.back().application, std::string("other"));
  }

  /// However many ranks there are, sums of collectives take so much memory.
  void collectivesTakeBoundedMemory() {
    QCOMPARE(mostCollectiveKinds(1), std::size_t{4096});
    QCOMPARE(mostCollectiveKinds(16'384), std::size_t{256});
    QCOMPARE(mostCollectiveKinds(1U << 30), std::size_t{64});
    CollectiveRecord record(2, 2);
    const auto kind = [](std::uint64_t bytes) { return CollectiveKind{0, 2, nullptr, bytes}; };
    record.add(kind(1), 0, 10);
    record.add(kind(2), 0, 20);
    record.add(kind(3), 0, 30);
    record.add(kind(1), 1, 10);  // forgotten, and not begun again
    record.add(kind(3), 1, 50);
    record.add(kind(3), 1, 70);
    const CollectiveTimes times = record.times();
    QCOMPARE(times.size(), std::size_t{2});
    QCOMPARE(times.count(kind(1)), std::size_t{0});
    QCOMPARE(times.at(kind(3)).calls, std::uint64_t{3});
    QCOMPARE(times.at(kind(3)).cycles, std::uint64_t{150});
    QCOMPARE(times.at(kind(3)).longest, 60.0);
  }

  /// Of a collective with a root, the time is that of the rank that takes longest: no bus bandwidth
  /// is above that of a cable, however early the others are done.
  void rootedCollectivesFitTheCable_data() {
    QTest::addColumn<QString>("operation");
    for (const CollectiveEntry& each : collectives())
      if (each.purpose == CollectivePurpose::gather || each.purpose == CollectivePurpose::scatter ||
          each.purpose == CollectivePurpose::reduce ||
          each.purpose == CollectivePurpose::broadcast ||
          each.purpose == CollectivePurpose::barrier)
        QTest::newRow(each.name.c_str()) << QString::fromStdString(each.name);
  }

  void rootedCollectivesFitTheCable() {
    QFETCH(QString, operation);
    constexpr std::uint32_t kRanks = 16;
    const Operation all = Op::all(collectiveNamed(operation.toStdString()), {0, kRanks, 1}, 10'000);
    const Operations twice = {all, all};
    Results first;
    for (const std::uint32_t portsAPart : {0U, 4U}) {
      Setup setup =
          networkWith("virtual cut-through", "crossbar", std::vector<Operations>(kRanks, twice),
                      {{"terminals", std::int64_t{kRanks}}});
      setup.execution.portsAPart = portsAPart;
      Simulation simulation(setup);
      while (!simulation.done()) simulation.advance(1'000'000);
      const Results results = simulation.results();
      QCOMPARE(results.collectives.size(), std::size_t{1});
      const CollectiveResult& found = results.collectives.front();
      QCOMPARE(found.calls, 2.0);
      if (operation.startsWith(QStringLiteral("barrier"))) {
        QCOMPARE(found.bytes, std::uint64_t{0});
        QVERIFY(std::isnan(found.busBandwidth));
        continue;
      }
      // The rank that takes longest is in it from the begin to the end of all.
      QCOMPARE(2 * found.time, results.applications.front().completion);
      const double cable = setup.flitBytes / (setup.picosecondsPerCycle / 1000);
      QVERIFY2(found.busBandwidth <= cable, qPrintable(QString::number(found.busBandwidth)));
      if (portsAPart == 0)
        first = results;
      else
        QCOMPARE(found.time, first.collectives.front().time);
    }
  }

  /// A ring over large vectors fills the cable; the times are the published ones.
  void busBandwidth_data() {
    QTest::addColumn<QString>("operation");
    QTest::addColumn<double>("factor");
    QTest::addColumn<double>("sizes");  // that the array has of what a call says
    QTest::newRow("allreduce") << "allreduce_ring" << 1.75 << 1.0;
    QTest::newRow("allgather") << "allgather_ring" << 0.875 << 8.0;
    QTest::newRow("reduce-scatter") << "reduce_scatter_ring" << 0.875 << 1.0;
    QTest::newRow("alltoall") << "alltoall_pairwise" << 0.875 << 8.0;
  }

  void busBandwidth() {
    QFETCH(QString, operation);
    QFETCH(double, factor);
    QFETCH(double, sizes);
    constexpr std::uint32_t kRanks = 8;
    constexpr std::uint64_t kBytes = 1 << 16;
    const auto said = static_cast<std::uint64_t>(static_cast<double>(kBytes) / sizes);
    const Operation all = Op::all(collectiveNamed(operation.toStdString()), {0, kRanks, 1}, said);
    Setup setup = networkWith("virtual cut-through", "crossbar",
                              std::vector<Operations>(kRanks, {Op::compute(100), all, all}),
                              {{"terminals", std::int64_t{kRanks}}});
    Simulation simulation(setup);
    while (!simulation.done()) simulation.advance(1'000'000);
    const Results results = simulation.results();
    QCOMPARE(results.collectives.size(), std::size_t{1});
    const CollectiveResult& found = results.collectives.front();
    QCOMPARE(QString::fromStdString(found.operation), operation);
    QCOMPARE(found.ranks, std::uint64_t{kRanks});
    QCOMPARE(found.calls, 2.0);
    QCOMPARE(found.bytes, kBytes);
    // All of the time but for the computation is spent in the two calls.
    QCOMPARE(2 * found.time + 100, results.applications.front().completion);
    const double nanoseconds = found.time * setup.picosecondsPerCycle / 1000;
    QCOMPARE(found.algorithmBandwidth, static_cast<double>(kBytes) / nanoseconds);
    QCOMPARE(found.busBandwidth, found.algorithmBandwidth * factor);
    const double cable = setup.flitBytes / (setup.picosecondsPerCycle / 1000);
    QVERIFY2(found.busBandwidth <= cable && found.busBandwidth > 0.9 * cable,
             qPrintable(QString::number(found.busBandwidth)));
  }
};

HOPSCOPE_TEST(PathTraceTest)

}  // namespace
}  // namespace hopscope

#include "path_trace_test.moc"
