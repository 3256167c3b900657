// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <stop_token>

#include "engine/simulation/simulation.h"
#include "engine/workload/collective.h"
#include "tests/support/applications.h"
#include "tests/support/networks.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

using Op = Operation;
using test::Played;

/// Ranks that exchange large and small messages, wait for any, and compute fractions of a cycle.
std::vector<Operations> busyRanks(std::uint32_t ranks) {
  std::vector<Operations> all(ranks);
  for (std::uint32_t r = 0; r < ranks; ++r) {
    Operations& own = all[r];
    for (int round = 0; round < 2; ++round) {
      own.push_back(Op::compute(2.7 * (r % 5)));
      own.push_back(Op::all(collectiveNamed("alltoall_direct"), {0, ranks, 1}, 70));
      own.push_back(Op::receiveLater((r + ranks - 3) % ranks, kAnySize, 5, 1));
      own.push_back(Op::sendLater((r + 3) % ranks, 3'000, 5, 1));
      own.push_back(Op::sendLater((r + 1) % ranks, 10, 9, 2));
      own.push_back(Op::receive(kAnyRank, kAnySize, 9));
      own.push_back(Op::waitAll());
      own.push_back(Op::all(collectiveNamed("allreduce_hierarchical"), {0, ranks, 1}, 500));
    }
  }
  return all;
}

std::vector<RankTimes> timesOf(const Played& played) {
  return played.application.ranks;
}

/// Messages of several packets wait one behind the other, and more are sent while they travel.
std::vector<Operations> manyRanks(std::uint32_t ranks) {
  std::vector<Operations> all(ranks);
  for (std::uint32_t r = 0; r < ranks; ++r) {
    Operations& own = all[r];
    for (const std::uint32_t far : {1u, 7u, 60u, 150u}) {
      own.push_back(Op::receiveLater((r + ranks - far) % ranks, kAnySize, 5, 1));
      own.push_back(Op::sendLater((r + far) % ranks, 900, 5, 1));
      own.push_back(Op::compute(3.7 * (1 + r % 5)));
    }
    own.push_back(Op::waitAll());
  }
  return all;
}

void models() {
  QTest::addColumn<QString>("model");
  QTest::newRow("virtual cut-through") << "vct";
  QTest::newRow("wormhole") << "wormhole";
}

Setup quietNetwork(const QString& model, const char* kind = "dragonfly",
                   const std::string& routing = {}) {
  Setup s = test::makeSetup(kind, {}, routing);
  if (model == "wormhole") test::makeWormhole(s);
  s.load = 0;
  return s;
}

}  // namespace

/// What ranks do with messages, and what must not depend on how the network is divided.
class EndpointsTest : public QObject {
  Q_OBJECT

 private slots:
  void messagesKeepTheirTimes();
  void partsAndThreadsDoNotMatter_data();
  void partsAndThreadsDoNotMatter();
  void allThatIsSentArrives_data() { models(); }
  void allThatIsSentArrives();
  void messagesOfAPairAreMatchedInOrder();
  void tagsAndAnySource();
  void whatNobodyAskedForStaysInOrder();
  void fractionsOfCyclesAddUp();
  void ranksOfOneTerminalShareIt();
  void rendezvousWithinATerminal();
  void sendsWaitForTheirInterface();
  void timeIsSkipped();
  void aCircleOfReceivesStalls();
  void aMissingMessageStalls();
  void aStopEndsWhatRanksDo_data() { models(); }
  void aStopEndsWhatRanksDo();
  void timesOfARankAddUp_data() { models(); }
  void timesOfARankAddUp();
};

/// Times of the longest run, each for itself, and the path that they make.
void EndpointsTest::messagesKeepTheirTimes() {
  constexpr MessageTime kAll[] = {MessageTime::computation, MessageTime::overhead,
                                  MessageTime::interface,   MessageTime::contention,
                                  MessageTime::posted,      MessageTime::reached};
  for (const Cycle most : {Cycle{0}, Cycle{-1}, Message::kLongest - 1, -Message::kLongest}) {
    Message message;
    message.setKind(MessageKind::flush);
    message.setConfirmed(true);
    Cycle value = most;
    for (const MessageTime each : kAll) {
      message.setTime(each, value);
      value = std::max(value - 1, -Message::kLongest);
    }
    value = most;
    for (const MessageTime each : kAll) {
      QCOMPARE(message.time(each), value);
      value = std::max(value - 1, -Message::kLongest);
    }
    message.setOfCollective(true);
    QCOMPARE(message.kind(), MessageKind::flush);
    QVERIFY(message.confirmed() && message.ofCollective());
    message.setKind(MessageKind::eager);
    message.setConfirmed(false);
    QVERIFY(!message.confirmed() && message.ofCollective());
    QCOMPARE(message.time(MessageTime::computation), most);
  }
  const PathParts parts{5, Message::kLongest / 2, 3, 0, 77, 1'000'000'000};
  Message message;
  message.setPath(parts);
  QCOMPARE(message.path(parts.start), parts);
  QCOMPARE(message.reached(), parts.total());
}

void EndpointsTest::partsAndThreadsDoNotMatter_data() {
  QTest::addColumn<bool>("many");
  QTest::newRow("few ranks") << false;
  QTest::newRow("ranks whose messages are fetched ahead") << true;
}

void EndpointsTest::partsAndThreadsDoNotMatter() {
  QFETCH(bool, many);
  Setup s = quietNetwork("vct", "dragonfly", "valiant");
  if (many) {
    s = test::makeSetup("dragonfly", test::dragonflyOf(4, 5, 3), "valiant");
    s.load = 0;
  }
  auto plan = test::planFor(s, many ? manyRanks(300) : busyRanks(40));
  plan->endpoints.eager = 1'000;
  plan->endpoints.sendOverhead = OverheadTable({{0, 3, 0.01}});
  const Played whole = test::play(s, plan);
  QCOMPARE(whole.application.end, ApplicationEnd::finished);
  for (const std::uint32_t ports : {8u, 40u, 200u})
    for (const unsigned threads : {1u, 3u}) {
      s.execution.portsAPart = ports;
      s.execution.threads = threads;
      const Played parts = test::play(s, plan);
      QCOMPARE(timesOf(parts), timesOf(whole));
      QCOMPARE(parts.application.path, whole.application.path);
      QCOMPARE(parts.matrix, whole.matrix);
      QCOMPARE(parts.end, whole.end);
    }
}

void EndpointsTest::allThatIsSentArrives() {
  QFETCH(QString, model);
  const Setup s = quietNetwork(model);
  auto plan = test::planFor(s, busyRanks(70));
  plan->endpoints.eager = 1'000;
  const Played played = test::play(s, plan);
  QCOMPARE(played.application.end, ApplicationEnd::finished);
  QCOMPARE(played.application.path.total(), played.application.completion);
  std::uint64_t bytes = 0, messages = 0, flits = 0;
  for (const MatrixEntry& pair : played.matrix) {
    bytes += pair.bytes;
    messages += pair.messages;
  }
  QCOMPARE(bytes, played.application.bytes);
  QCOMPARE(messages, played.application.messages);
  // Rendezvous of 2 × 70 messages: a request and an answer each.
  const auto lone = [&](std::uint64_t size) { return plan->packets.allFlits(size); };
  flits += 2 * 70 * (69 * lone(70) + lone(3'000) + lone(10) + 2 * lone(0));
  const Played reduced = [&] {
    std::vector<Operations> ranks(
        70, {Op::all(collectiveNamed("allreduce_hierarchical"), {0, 70, 1}, 500)});
    return test::play(s, test::planFor(s, ranks));
  }();
  QCOMPARE(played.deliveredFlits, flits + 2 * reduced.deliveredFlits);
  const IdealOutcome ideal = playIdeal(plan, Cycle{1} << 40);
  QVERIFY(played.application.completion >= ideal.applications[0].completion);
  QCOMPARE(ideal.matrix, played.matrix);
}

/// On ways that overtake each other, receives of one size each get the message sent for them.
void EndpointsTest::messagesOfAPairAreMatchedInOrder() {
  const Setup s = quietNetwork("vct", "dragonfly", "valiant");
  const std::uint32_t last = s.topology->terminalCount() - 1;
  Operations sends, receives;
  for (std::uint64_t i = 0; i < 200; ++i) {
    sends.push_back(Op::sendLater(1, 1 + i % 7));
    receives.push_back(Op::receive(0, 1 + i % 7));
  }
  const auto plan = test::planFor(s, {sends, receives});
  plan->jobs[0].places = {0, last};
  const Played played = test::play(s, plan);
  QCOMPARE(played.application.end, ApplicationEnd::finished);
  QVERIFY(!playIdeal(plan, Cycle{1} << 40).misfit);
  // A receive that is too small is found.
  receives[5].bytes = 2;
  const auto small = test::planFor(s, {sends, receives});
  const IdealOutcome ideal = playIdeal(small, Cycle{1} << 40);
  QVERIFY(ideal.misfit);
  QCOMPARE(ideal.misfit->bytes, std::uint64_t{6});
  QCOMPARE(ideal.misfit->room, std::uint64_t{2});
}

void EndpointsTest::tagsAndAnySource() {
  const Setup s = quietNetwork("vct");
  const auto plan = test::planFor(s, {{Op::send(2, 10, 1), Op::send(2, 20, 2)},
                                      {Op::compute(10'000), Op::send(2, 30, 2)},
                                      {Op::receive(0, 20, 2), Op::receive(kAnyRank, 10, kAnyTag),
                                       Op::receive(kAnyRank, 30, kAnyTag)}});
  QVERIFY(!playIdeal(plan, Cycle{1} << 40).misfit);
  const Played played = test::play(s, plan);
  QCOMPARE(played.application.end, ApplicationEnd::finished);
  QVERIFY(played.application.completion > 10'000);
}

/// Messages that came before any receive, from several ranks: one is asked for by its source, the
/// others as they came. Then receives that came first: each message has the first that fits.
void EndpointsTest::whatNobodyAskedForStaysInOrder() {
  const Setup s = quietNetwork("vct");
  const auto plan = test::planFor(
      s, {{Op::send(3, 10), Op::compute(500), Op::send(3, 40), Op::compute(5'000), Op::send(3, 50),
           Op::send(3, 60), Op::send(3, 70)},
          {Op::compute(100), Op::send(3, 20)},
          {Op::compute(300), Op::send(3, 30)},
          {Op::compute(3'000), Op::receive(1, 20), Op::receive(kAnyRank, 10),
           Op::receive(kAnyRank, 30), Op::receive(kAnyRank, 40), Op::receiveLater(0, 50),
           Op::receiveLater(kAnyRank, 60), Op::receiveLater(0, 70), Op::waitAll()}});
  QVERIFY(!playIdeal(plan, Cycle{1} << 40).misfit);
  const Played played = test::play(s, plan);
  QCOMPARE(played.application.end, ApplicationEnd::finished);
  QVERIFY(played.application.completion > 5'000);
}

void EndpointsTest::fractionsOfCyclesAddUp() {
  const Setup s = quietNetwork("vct");
  Operations thirds(300'000, Op::compute(1.0 / 3));
  const Played played = test::play(s, test::planFor(s, {thirds}));
  QVERIFY(std::abs(played.application.completion - 100'000) <= 1);
  Operations works(1'000, Op::work(50));
  const auto plan = test::planFor(s, {works});
  QCOMPARE(test::play(s, plan).application.completion, Cycle{0});
  plan->jobs[0].cyclesPerOperation = 0.01;
  QCOMPARE(test::play(s, plan).application.completion, Cycle{500});
}

void EndpointsTest::ranksOfOneTerminalShareIt() {
  const Setup s = quietNetwork("vct");
  const std::uint64_t bytes = 1'000;
  const auto plan = test::planFor(s, {{Op::send(2, bytes)},
                                      {Op::send(2, bytes)},
                                      {Op::receive(0), Op::receive(1)},
                                      {Op::receive(4)},
                                      {Op::send(3, bytes)}});
  plan->jobs[0].places = {0, 0, 9, 5, 5};
  const Played played = test::play(s, plan);
  QCOMPARE(played.application.end, ApplicationEnd::finished);
  const auto flits = static_cast<Cycle>(plan->packets.allFlits(bytes));
  QCOMPARE(played.application.path.interface, flits);
  // Within a terminal: 1,000 bytes at 25 a cycle, 1 cycle behind.
  QCOMPARE(played.application.ranks[3].finished, Cycle{41});
  QCOMPARE(played.deliveredFlits, std::uint64_t(2 * flits));
}

/// A send above `eager` waits for its receive there, too: exactly so long.
void EndpointsTest::rendezvousWithinATerminal() {
  const Setup s = quietNetwork("vct");
  constexpr std::uint64_t kBytes = 10'001;
  constexpr Cycle kBehind = 7, kMoving = 401, kLate = 500, kSend = 3, kReceive = 5;
  const auto planOf = [&](std::vector<Operations> ranks, std::uint64_t eager) {
    auto plan = test::planFor(s, std::move(ranks));
    plan->jobs[0].places.assign(plan->jobs[0].places.size(), 4);
    plan->endpoints.localLatency = kBehind;
    plan->endpoints.eager = eager;
    plan->endpoints.sendOverhead = OverheadTable({{0, static_cast<double>(kSend), 0}});
    plan->endpoints.receiveOverhead = OverheadTable({{0, static_cast<double>(kReceive), 0}});
    return plan;
  };
  const auto ends = [&](const std::shared_ptr<ApplicationPlan>& plan) {
    const Played played = test::play(s, plan);
    const IdealOutcome ideal = playIdeal(plan, Cycle{1} << 40);
    if (ideal.applications[0].completion != played.application.completion ||
        played.application.path.total() != played.application.completion ||
        played.application.path.contention != 0 || played.application.path.interface != 0)
      return std::pair<Cycle, Cycle>{-1, -1};
    return std::pair{played.application.ranks[0].finished, played.application.ranks[1].finished};
  };
  using Ends = std::pair<Cycle, Cycle>;
  const Operations sends{Op::send(1, kBytes)};
  const Operations late{Op::compute(kLate), Op::receive(0)}, ready{Op::receive(0)};
  const Cycle control = kBehind + kReceive + kSend;  // one message of the protocol, and its answer
  // Asked early, answered when the receive comes.
  const Cycle lateLeft = kLate + kReceive + kSend + control + kMoving;
  QCOMPARE(ends(planOf({sends, late}, kBytes - 1)),
           (Ends{lateLeft, lateLeft + kBehind + kReceive}));
  const Cycle left = kSend + 2 * control + kMoving;
  QCOMPARE(ends(planOf({sends, ready}, kBytes - 1)), (Ends{left, left + kBehind + kReceive}));
  // Up to `eager` nobody is asked.
  QCOMPARE(ends(planOf({sends, late}, kBytes)), (Ends{kSend, kLate + kReceive}));
  QCOMPARE(ends(planOf({sends, ready}, kBytes)),
           (Ends{kSend, kSend + kMoving + kBehind + kReceive}));
  // Two that send to each other first never end.
  const std::vector<Operations> crossed{{Op::send(1, kBytes), Op::receive(1)},
                                        {Op::send(0, kBytes), Op::receive(0)}};
  const Played stalled = test::play(s, planOf(crossed, kBytes - 1));
  QCOMPARE(stalled.application.end, ApplicationEnd::stalled);
  QCOMPARE(stalled.application.stalled.size(), std::size_t{2});
  QCOMPARE(stalled.application.stalled[0].operation.english(),
           std::string("sends 10001 bytes to rank 1"));
  QCOMPARE(test::play(s, planOf(crossed, kBytes)).application.end, ApplicationEnd::finished);
}

/// An interface takes so many messages ahead. Who only sends is done as soon, but cannot compute
/// before the last but those many has gone; nothing is lost, however the network is divided.
void EndpointsTest::sendsWaitForTheirInterface() {
  Setup s = quietNetwork("vct", "dragonfly", "valiant");
  std::vector<Operations> all(40);
  for (std::uint32_t r = 0; r < 40; ++r) {
    for (std::uint32_t i = 0; i < 30; ++i) all[r].push_back(Op::send((r + 1 + i) % 40, 1 + 7 * i));
    all[r].push_back(Op::compute(10));
    for (int i = 0; i < 30; ++i) all[r].push_back(Op::receive(kAnyRank));
  }
  const auto plan = test::planFor(s, all);
  for (std::uint32_t r = 0; r < 40; ++r) plan->jobs[0].places[r] = r / 2;  // two at a terminal
  const Played free = test::play(s, plan);
  for (const std::uint32_t queue : {1u, 2u, 5u, 61u}) {
    plan->endpoints.queue = queue;
    const Played bound = test::play(s, plan);
    QCOMPARE(bound.application.end, ApplicationEnd::finished);
    QCOMPARE(bound.application.path.total(), bound.application.completion);
    QCOMPARE(bound.matrix, free.matrix);
    QCOMPARE(bound.deliveredFlits, free.deliveredFlits);
    QCOMPARE(timesOf(bound) == timesOf(free), queue > 60);
    s.execution.portsAPart = 40;
    s.execution.threads = 3;
    const Played parts = test::play(s, plan);
    QCOMPARE(timesOf(parts), timesOf(bound));
    QCOMPARE(parts.application.path, bound.application.path);
    s.execution = {};
  }
  // One rank that sends to one other: it computes once all but one have gone.
  Operations sends(10, Op::send(1, 4));
  sends.push_back(Op::compute(1'000));
  const auto lone = test::planFor(s, {sends, Operations(10, Op::receive(0))});
  const Cycle flits = static_cast<Cycle>(lone->packets.allFlits(4));
  const Cycle ahead = test::play(s, lone).application.ranks[0].finished;
  lone->endpoints.queue = 1;
  QCOMPARE(test::play(s, lone).application.ranks[0].finished, ahead + 8 * flits);
}

void EndpointsTest::timeIsSkipped() {
  const Setup s = quietNetwork("vct");
  const auto plan = test::planFor(s, {{Op::compute(7e9), Op::send(1, 8)}, {Op::receive(0)}});
  const auto quick = test::planFor(s, {{Op::send(1, 8)}, {Op::receive(0)}});
  QCOMPARE(test::play(s, plan).application.completion,
           7'000'000'000 + test::play(s, quick).application.completion);
}

void EndpointsTest::aCircleOfReceivesStalls() {
  const Setup s = quietNetwork("vct");
  const auto plan = test::planFor(s, {{Op::receive(1), Op::send(2, 8)},
                                      {Op::receive(2), Op::send(0, 8)},
                                      {Op::receive(0), Op::send(1, 8)},
                                      {Op::compute(100)}});
  const Played played = test::play(s, plan);
  QVERIFY(played.stalled);
  QCOMPARE(played.application.end, ApplicationEnd::stalled);
  QCOMPARE(played.application.stalled.size(), std::size_t{3});
  QCOMPARE(played.application.stalled[0].operation.english(), std::string("receives from rank 1"));
  QCOMPARE(playIdeal(plan, Cycle{1} << 40).applications[0].stalled, played.application.stalled);
}

void EndpointsTest::aMissingMessageStalls() {
  const Setup s = quietNetwork("vct");
  const auto plan = test::planFor(s, {{Op::send(1, 1 << 20)}, {Op::compute(9)}});
  const Played played = test::play(s, plan);
  QCOMPARE(played.application.end, ApplicationEnd::stalled);
  QCOMPARE(played.application.waiting, std::uint32_t{1});
  QCOMPARE(played.application.stalled.size(), std::size_t{2});
  QCOMPARE(played.application.stalled[0].operation.english(),
           std::string("sends 1048576 bytes to rank 1"));
  // Why it waits for ever.
  QCOMPARE(played.application.stalled[1].rank, std::uint32_t{1});
  QCOMPARE(played.application.stalled[1].operation.english(), std::string("has finished"));
}

/// Also amid a cycle in which they have much to do: they have neither finished nor stalled.
void EndpointsTest::aStopEndsWhatRanksDo() {
  QFETCH(const QString, model);
  Setup s = quietNetwork(model);
  constexpr std::uint64_t kSends = 3'000;
  Operations much(kSends, Op::sendLater(1, 1));
  much.push_back(Op::waitAll());
  const auto plan = test::planFor(s, {much, Operations(kSends, Op::receive(0, 1))});
  s.applications = plan;
  s.run.maxCycles = 1'000'000;
  for (const bool stops : {false, true}) {
    std::stop_source source;
    s.execution.stop = source.get_token();
    if (stops) source.request_stop();
    Simulation simulation(s);
    simulation.advance(200'000);
    const Results results = simulation.results();
    const ApplicationResult& application = results.applications.front();
    const ApplicationOutcome ideal =
        playIdeal(plan, Cycle{1} << 40, source.get_token()).applications[0];
    QCOMPARE(results.complete, !stops);
    QCOMPARE(application.end, stops ? ApplicationEnd::unfinished : ApplicationEnd::finished);
    QCOMPARE(ideal.end, application.end);
    QCOMPARE(application.messages < kSends, stops);
    QVERIFY(results.verdict != Verdict::deadlocked);
    QVERIFY(simulation.violations().empty());
  }
}

void EndpointsTest::timesOfARankAddUp() {
  QFETCH(QString, model);
  const Setup s = quietNetwork(model);
  const auto plan = test::planFor(s, busyRanks(30));
  plan->jobs[0].start = 50;
  plan->endpoints.receiveOverhead = OverheadTable({{0, 5, 0}, {100, 9, 0.1}});
  const Played played = test::play(s, plan);
  for (const RankTimes& rank : played.application.ranks)
    QCOMPARE(rank.computation + rank.communication + rank.waiting, rank.finished - 50);
  QCOMPARE(played.application.path.total(), played.application.completion);
}

HOPSCOPE_TEST(EndpointsTest)

}  // namespace hopscope

#include "endpoints_test.moc"
