// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "engine/workload/application.h"
#include "engine/workload/collective.h"
#include "engine/workload/listed_program.h"
#include "engine/workload/planned_matrix.h"
#include "engine/workload/traces/trace_format.h"
#include "tests/support/applications.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

using Op = Operation;
using test::Played;

constexpr std::uint32_t kRanks = 8;
constexpr std::uint64_t kBytes = 8 * 1'024;

/// Idle switches whose buffers cover the round trip.
Setup idleCrossbar(const QString& model) {
  Setup s = test::makeSetup("crossbar", {{"terminals", std::int64_t{kRanks}}});
  if (model == "wormhole") {
    test::makeWormhole(s);
    test::wormhole(s).bufferFlits = 64;
    s.virtualChannels = {4, 4, 4};
  }
  s.load = 0;
  s.packetFlits = 4;
  s.flitBytes = 8;
  return s;
}

std::shared_ptr<ApplicationPlan> planOf(const Setup& s, const Operations& each) {
  auto plan = test::planFor(s, std::vector<Operations>(kRanks, each));
  plan->endpoints.sendOverhead = OverheadTable({{0, 7, 0}});
  plan->endpoints.receiveOverhead = OverheadTable({{0, 11, 0}});
  return plan;
}

const Group kAll{0, kRanks, 1};

Op allReduce(std::uint64_t bytes = kBytes, const char* name = "allreduce_ring") {
  return Op::all(collectiveNamed(name), kAll, bytes);
}
Op begun(std::int32_t tag, std::uint64_t bytes = kBytes, const char* name = "allreduce_ring") {
  return Op::allLater(collectiveNamed(name), kAll, bytes, tag);
}

/// Two collectives at once, in either order: of ranks that begin the ring first, the others the
/// exchange with partners.
std::vector<Operations> crossed(std::int32_t ring, std::int32_t partners) {
  std::vector<Operations> all(kRanks);
  for (std::uint32_t r = 0; r < kRanks; ++r) {
    Operations& own = all[r];
    own = {begun(ring, 5'000), begun(partners, 700, "allreduce_recursive_doubling")};
    if (r % 2 == 1) std::swap(own[0], own[1]);
    own.push_back(Op::compute(10.0 * r));
    own.push_back(allReduce(96));
    own.push_back(Op::waitAll());
  }
  return all;
}

void bothModels() {
  QTest::addColumn<QString>("model");
  QTest::newRow("virtual cut-through") << "vct";
  QTest::newRow("wormhole") << "wormhole";
}

std::shared_ptr<ApplicationPlan> trainingPlan(const Setup& s, bool overlaps, std::int64_t bucket) {
  const ApplicationEntry& entry = *applications().find("training");
  Values values = defaultsOf(entry.parameters);
  values["data"] = std::int64_t{kRanks};
  values["tensor"] = std::int64_t{1};
  values["layers"] = std::int64_t{6};
  values["hidden"] = std::int64_t{64};
  values["sequence"] = std::int64_t{16};
  values["micro_batches"] = std::int64_t{2};
  values["overlap"] = overlaps;
  values["bucket"] = bucket;
  auto plan = planOf(s, {});
  plan->jobs[0].program = entry.make(values);
  plan->jobs[0].cyclesPerOperation = 0.0625;
  return plan;
}

}  // namespace

/// Collectives that go on beside what their ranks do.
class BesideCollectivesTest : public QObject {
  Q_OBJECT

 private slots:
  void exposedIsWhatComputationDoesNotHide_data() { bothModels(); }
  void exposedIsWhatComputationDoesNotHide();
  void severalAtOnceDoNotMix_data() { bothModels(); }
  void severalAtOnceDoNotMix();
  void requestsAreWaitedForOneByOne();
  void partsAndThreadsDoNotMatter();
  void rendezvousAndReductions();
  void whoNeverBeginsStallsTheOthers();
  void trainingHidesItsGradients_data() { bothModels(); }
  void trainingHidesItsGradients();
  void aScheduleSaysThem();
};

/// Of a collective of T cycles beside a computation of C: max(0, T - C), and the step is
/// max(T, C).
void BesideCollectivesTest::exposedIsWhatComputationDoesNotHide() {
  QFETCH(QString, model);
  const Setup s = idleCrossbar(model);
  const Cycle alone = test::play(s, planOf(s, {allReduce()})).application.completion;
  const auto zeroLoad = [&](const ApplicationPlan& plan, std::uint64_t bytes) {
    return (*plan.headTimes)(0, 1) + static_cast<Cycle>(plan.packets.allFlits(bytes));
  };
  QCOMPARE(alone, 2 * (kRanks - 1) * (7 + zeroLoad(*planOf(s, {}), kBytes / kRanks) + 11));
  for (const Cycle computed : {Cycle{0}, alone / 3, alone - 1, alone, alone + 1, 4 * alone}) {
    Operations each{begun(1)};
    if (computed > 0) each.push_back(Op::compute(static_cast<double>(computed)));
    each.push_back(Op::waitAll());
    const Played played = test::play(s, planOf(s, each));
    QCOMPARE(played.application.end, ApplicationEnd::finished);
    QCOMPARE(played.application.completion, std::max(alone, computed));
    QCOMPARE(played.application.background, kRanks * alone);
    QCOMPARE(played.application.exposed, kRanks * std::max<Cycle>(0, alone - computed));
    QCOMPARE(played.application.path.total(), played.application.completion);
    for (const RankTimes& rank : played.application.ranks)
      QCOMPARE(rank.computation + rank.communication + rank.waiting, rank.finished);
  }
  // One that is waited for at once is none of them.
  QCOMPARE(test::play(s, planOf(s, {allReduce()})).application.background, Cycle{0});
}

void BesideCollectivesTest::severalAtOnceDoNotMix() {
  QFETCH(QString, model);
  const Setup s = idleCrossbar(model);
  const auto plan = test::planFor(s, crossed(1, 2));
  const Played played = test::play(s, plan);
  QCOMPARE(played.application.end, ApplicationEnd::finished);
  QCOMPARE(played.application.path.total(), played.application.completion);
  QVERIFY(played.application.exposed <= played.application.background);
  const IdealOutcome ideal = playIdeal(plan, Cycle{1} << 40);
  QVERIFY(!ideal.misfit);
  QCOMPARE(ideal.matrix, played.matrix);
  QCOMPARE(plannedMatrix(*plan).pairs, played.matrix);
  QVERIFY(played.application.completion >= ideal.applications[0].completion);
  const Played oneByOne = test::play(
      s, test::planFor(
             s, std::vector<Operations>(
                    kRanks, {allReduce(5'000), allReduce(700, "allreduce_recursive_doubling"),
                             allReduce(96)})));
  QCOMPARE(played.matrix, oneByOne.matrix);
  // What tells them apart does it: without, messages come where they do not fit, or nothing ends.
  const IdealOutcome mixed = playIdeal(test::planFor(s, crossed(1, 1)), Cycle{1} << 40);
  QVERIFY(mixed.misfit || mixed.applications[0].end == ApplicationEnd::stalled);
}

/// A wait for the shorter one does not wait for the longer one.
void BesideCollectivesTest::requestsAreWaitedForOneByOne() {
  const Setup s = idleCrossbar("vct");
  const Op shorter = Op::allLater(collectiveNamed("barrier_dissemination"), kAll, 0, 1, 5);
  const Op longer = Op::allLater(collectiveNamed("allreduce_ring"), kAll, 1 << 18, 2, 6);
  const auto until = [&](const Operations& waits) {
    Operations each{longer, shorter};
    each.insert(each.end(), waits.begin(), waits.end());
    return test::play(s, planOf(s, each)).application.completion;
  };
  const Cycle first = until({Op::wait(5)}), both = until({Op::wait(5), Op::wait(6)});
  QVERIFY(2 * first < both);
  QCOMPARE(until({Op::wait(6), Op::wait(5)}), both);
  QCOMPARE(until({Op::waitAll()}), both);
}

void BesideCollectivesTest::partsAndThreadsDoNotMatter() {
  Setup s = test::makeSetup("dragonfly", {}, "valiant");
  s.load = 0;
  std::vector<Operations> all(40);
  const Group group{0, 40, 1};
  for (std::uint32_t r = 0; r < 40; ++r) {
    for (int round = 0; round < 2; ++round) {
      all[r].push_back(Op::allLater(collectiveNamed("allreduce_ring"), group, 900, 1, 3));
      all[r].push_back(Op::compute(33.3 * (r % 7)));
      all[r].push_back(Op::allLater(collectiveNamed("alltoall_direct"), group, 70, 2, 4));
      all[r].push_back(Op::all(collectiveNamed("barrier_dissemination"), group, 0));
      all[r].push_back(Op::wait(4));
      all[r].push_back(Op::waitAll());
    }
  }
  auto plan = test::planFor(s, all);
  plan->endpoints.eager = 50;
  plan->jobs[0].cyclesPerOperation = 0.3;
  const Played whole = test::play(s, plan);
  QCOMPARE(whole.application.end, ApplicationEnd::finished);
  QVERIFY(whole.application.exposed > 0);
  QVERIFY(whole.application.exposed < whole.application.background);
  for (const std::uint32_t ports : {8U, 40U})
    for (const unsigned threads : {1U, 3U}) {
      s.execution.portsAPart = ports;
      s.execution.threads = threads;
      const Played parts = test::play(s, plan);
      QCOMPARE(parts.application.ranks, whole.application.ranks);
      QCOMPARE(parts.application.path, whole.application.path);
      QCOMPARE(parts.application.background, whole.application.background);
      QCOMPARE(parts.application.exposed, whole.application.exposed);
      QCOMPARE(parts.matrix, whole.matrix);
      QCOMPARE(parts.end, whole.end);
    }
}

/// What it takes by itself, it takes beside a computation.
void BesideCollectivesTest::rendezvousAndReductions() {
  const Setup s = idleCrossbar("vct");
  for (const CollectiveEntry& entry : collectives())
    for (const std::uint64_t eager : {std::uint64_t{0}, std::uint64_t{1} << 16}) {
      const Op whole = Op::all(*entry.collective, kAll, 3'000);
      const Op later = Op::allLater(*entry.collective, kAll, 3'000, 1);
      const auto play = [&](const Operations& each) {
        const auto plan = planOf(s, each);
        plan->endpoints.eager = eager;
        plan->jobs[0].cyclesPerOperation = 0.7;
        return test::play(s, plan).application;
      };
      const ApplicationOutcome alone = play({whole, Op::waitAll()});
      const ApplicationOutcome beside = play({later, Op::waitAll()});
      QCOMPARE(beside.completion, alone.completion);
      QCOMPARE(beside.bytes, alone.bytes);
      QCOMPARE(beside.path.total(), beside.completion);
      QCOMPARE(play({later, Op::compute(1e6), Op::waitAll()}).completion, Cycle{1'000'000});
    }
}

void BesideCollectivesTest::whoNeverBeginsStallsTheOthers() {
  const Setup s = idleCrossbar("vct");
  std::vector<Operations> all(kRanks, {begun(1), Op::compute(50), Op::waitAll()});
  all[3] = {Op::compute(9)};
  const Played played = test::play(s, test::planFor(s, all));
  QVERIFY(played.stalled);
  QCOMPARE(played.application.end, ApplicationEnd::stalled);
  QVERIFY(!played.application.stalled.empty());
  bool finished = false;  // who never begins is told behind the chain
  for (const StalledRank& each : played.application.stalled) {
    finished = finished || each.rank == 3;
    QCOMPARE(each.operation.english(),
             each.rank == 3 ? std::string("has finished")
                            : "waits for rank " + std::to_string(each.peer) + " in a collective");
  }
  QVERIFY(finished);
}

/// Where the computation of a layer is longer than the sum of its gradients, only the last bucket
/// is exposed; the messages are the same.
void BesideCollectivesTest::trainingHidesItsGradients() {
  QFETCH(QString, model);
  const Setup s = idleCrossbar(model);
  for (const std::int64_t bucket : {1, 2, 4}) {
    const auto plan = trainingPlan(s, true, bucket);
    const Played overlapped = test::play(s, plan);
    const Played after = test::play(s, trainingPlan(s, false, bucket));
    QCOMPARE(overlapped.application.end, ApplicationEnd::finished);
    QCOMPARE(overlapped.matrix, after.matrix);
    QCOMPARE(plannedMatrix(*plan).pairs, after.matrix);
    QCOMPARE(after.application.background, Cycle{0});
    const std::uint64_t layer = 12 * 64 * 64 * 2;  // bytes of gradients
    const auto sum = [&](std::uint64_t layers) {
      const auto alone = planOf(s, {allReduce(layers * layer)});
      alone->jobs[0].cyclesPerOperation = 0.0625;
      return test::play(s, alone).application.completion;
    };
    const auto last = static_cast<std::uint64_t>(6 % bucket == 0 ? bucket : 6 % bucket);
    QCOMPARE(overlapped.application.exposed, kRanks * sum(last));
    const Cycle rest = 6 / bucket * sum(bucket) + (6 % bucket == 0 ? 0 : sum(6 % bucket));
    QCOMPARE(overlapped.application.background, kRanks * rest);
    QCOMPARE(after.application.completion - overlapped.application.completion, rest - sum(last));
  }
}

/// Written as GOAL and read again they go on beside their ranks as before: the same cycle, and as
/// much of it exposed.
void BesideCollectivesTest::aScheduleSaysThem() {
  const Setup s = idleCrossbar("vct");
  const TraceFormat& goal = *traceFormats().find("goal");
  const auto comesBack = [&](const std::shared_ptr<ApplicationPlan>& plan) {
    Job& job = plan->jobs[0];
    const Played before = test::play(s, plan);
    QCOMPARE(before.application.end, ApplicationEnd::finished);
    QVERIFY(before.application.background > 0);
    const WrittenTrace written =
        goal.write({*job.program, plan->picosecondsPerCycle, job.cyclesPerOperation});
    QVERIFY(written.issues.empty());
    QVERIFY(written.text.find(" cpu 1") != std::string::npos);
    const ReadTrace read = goal.read(written.text);
    for (const Issue& issue : read.issues) QFAIL(describe(issue).c_str());
    job.program = std::make_shared<ListedProgram>(read.ranks, read.begun);
    const Played after = test::play(s, plan);
    QCOMPARE(after.application.end, ApplicationEnd::finished);
    QCOMPARE(after.matrix, before.matrix);
    QCOMPARE(plannedMatrix(*plan).pairs, before.matrix);
    QCOMPARE(after.application.completion, before.application.completion);
    QCOMPARE(after.application.background, before.application.background);
    QCOMPARE(after.application.exposed, before.application.exposed);
    QCOMPARE(after.application.path, before.application.path);
    // And once more: the same text.
    QCOMPARE(goal.write({*job.program, plan->picosecondsPerCycle, 0}).text, written.text);
  };
  for (const std::uint64_t eager : {std::uint64_t{100}, kMostBytes}) {
    auto plan = planOf(s, {});
    plan->jobs[0].program = std::make_shared<ListedProgram>(crossed(1, 2));
    plan->endpoints.eager = eager;
    comesBack(plan);
    // One after the other, beside messages of the ranks; and what one begins when another has
    // ended.
    Operations each{begun(1, 900, "alltoall_direct"), Op::compute(300)};
    each.push_back(Op::allLater(collectiveNamed("bcast_binomial"), kAll, 500, 2, 7, 3));
    each.push_back(Op::wait(0));
    each.push_back(begun(3, 64, "reduce_binomial"));
    each.push_back(allReduce(96));
    each.push_back(Op::wait(7));
    each.push_back(begun(1, 2'000, "allgather_ring"));
    each.push_back(Op::compute(50));
    each.push_back(Op::waitAll());
    plan->jobs[0].program = std::make_shared<ListedProgram>(std::vector<Operations>(kRanks, each));
    plan->jobs[0].cyclesPerOperation = 2;
    comesBack(plan);
  }
  comesBack(trainingPlan(s, true, 2));
  // Computation beside a rank; and a chain whose middle the rank waits for, which goes over its own
  // processor, as is said.
  const std::string beside =
      "num_ranks 1\nrank 0 {\na: calc 9\nb: calc 500 cpu 1\nb requires a\nc: calc 80 cpu 1\n"
      "c requires b\nd: calc 70\nd requires a\ne: calc 1\ne requires d\n";
  for (const char* waited : {"c", "b"}) {
    const ReadTrace read = goal.read(beside + "e requires " + waited + "\n}\n");
    QVERIFY(!hasErrors(read.issues));
    QCOMPARE(read.issues.empty(), *waited == 'c');
    auto plan = planOf(s, {});
    plan->jobs[0].places.resize(1);
    plan->jobs[0].program = std::make_shared<ListedProgram>(read.ranks, read.begun);
    QCOMPARE(test::play(s, plan).application.completion,
             Cycle{*waited == 'c' ? 9 + 580 + 1 : 9 + 580 + 70 + 1});
  }
}

HOPSCOPE_TEST(BesideCollectivesTest)

}  // namespace hopscope

#include "beside_collectives_test.moc"
