// SPDX-License-Identifier: GPL-3.0-or-later
// What is told of ranks that have begun collectives: results, critical chains, what they wait for.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "engine/simulation/application_results.h"
#include "engine/simulation/make_network.h"
#include "engine/simulation/run_workload.h"
#include "engine/workload/application.h"
#include "engine/workload/application_workload.h"
#include "engine/workload/collective.h"
#include "engine/workload/critical_chain.h"
#include "tests/support/applications.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

using Op = Operation;

constexpr std::uint32_t kObserved = 8;  // ranks
constexpr std::uint64_t kRingBytes = 8 * 1'024;
constexpr Cycle kSends = 7, kReceives = 11;  // overheads

/// Ranks on an idle crossbar; what they do is recorded.
class ObservedRun {
 public:
  explicit ObservedRun(std::vector<Operations> ranks, std::uint64_t eager = 65'536,
                       double cyclesPerOperation = 0,
                       const OverheadTable& receives = OverheadTable({{0, double{kReceives}, 0}}))
      : setup_(test::makeSetup("crossbar", {{"terminals", std::int64_t{kObserved}}})) {
    setup_.load = 0;
    setup_.packetFlits = 4;
    setup_.flitBytes = 8;
    const auto plan = test::planFor(setup_, std::move(ranks));
    plan->endpoints.sendOverhead = OverheadTable({{0, double{kSends}, 0}});
    plan->endpoints.receiveOverhead = receives;
    plan->endpoints.eager = eager;
    plan->jobs[0].cyclesPerOperation = cyclesPerOperation;
    setup_.applications = plan;
    workload_ = std::make_shared<ApplicationWorkload>(plan);
    workload_->record(100'000);
    network_ = makeNetwork(setup_, workload_);
  }

  void until(Cycle cycle) { network_->advance(cycle); }
  void toTheEnd() { runToEnd(*network_, *workload_, Cycle{1} << 40); }
  std::shared_ptr<const RankObservation> seen() const {
    return workload_->observe(network_->now());
  }
  ApplicationResult result() const { return applicationResults(*workload_, {}, false).front(); }
  CriticalChain chain() const {
    RankRows rows;
    rows.take(seen());
    return criticalChain(rows, 0);
  }

 private:
  Setup setup_;
  std::shared_ptr<ApplicationWorkload> workload_;
  std::unique_ptr<Switching> network_;
};

Op beginRing() {
  return Op::allLater(collectiveNamed("allreduce_ring"), {0, kObserved, 1}, kRingBytes, 1, 5);
}
Op beginBarrier() {
  return Op::allLater(collectiveNamed("barrier_dissemination"), {0, kObserved, 1}, 0, 2, 6);
}

std::ptrdiff_t messagesOf(const CriticalChain& chain, std::uint32_t sender) {
  return std::count_if(chain.steps.begin(), chain.steps.end(), [sender](const ChainStep& step) {
    return step.isMessage && step.rank == sender;
  });
}

/// From the beginning to the end, each step from where the one before ended.
bool isUnbroken(const CriticalChain& chain) {
  if (!chain.whole || chain.steps.empty()) return false;
  for (std::size_t i = 1; i < chain.steps.size(); ++i)
    if (chain.steps[i].from != chain.steps[i - 1].until) return false;
  return chain.steps.front().from == 0;
}

Issues issuesOfBuckets(std::int64_t layers, std::int64_t stages, std::int64_t bucket,
                       bool overlaps = true, std::int64_t copies = 4) {
  const ApplicationEntry& entry = *applications().find("training");
  Values values = defaultsOf(entry.parameters);
  values["hidden"] = std::int64_t{64};
  values["layers"] = layers;
  values["stages"] = stages;
  values["bucket"] = bucket;
  values["overlap"] = overlaps;
  values["data"] = copies;
  return entry.check(values);
}

}  // namespace

/// What is told of ranks that have begun collectives.
class BesideObservedTest : public QObject {
  Q_OBJECT

 private slots:
  void exposedIsKnownOnceAllIsDone();
  void aLateAnswerIsItsRanks();
  void aWaitForACollectiveEndsByItsLastData();
  void aStepAnswersWhatCameWhateverItsSize();
  void aWaitForARendezvousEndsByItsAnswer();
  void whoWaitsSaysForWhat();
  void bucketsAtOnceAreFew();
};

void BesideObservedTest::exposedIsKnownOnceAllIsDone() {
  const std::vector<Operations> all(kObserved, {beginRing(), Op::compute(50), Op::waitAll()});
  ObservedRun run(all);
  run.until(200);
  QCOMPARE(run.result().end, ApplicationEnd::unfinished);
  QVERIFY(std::isnan(run.result().background));
  QVERIFY(std::isnan(run.result().exposed));
  run.toTheEnd();
  QCOMPARE(run.result().end, ApplicationEnd::finished);
  QCOMPARE(run.result().background, run.result().completion);
  QCOMPARE(run.result().exposed, run.result().completion - 50);

  std::vector<Operations> stalled = all;
  stalled[3] = {Op::compute(9)};
  ObservedRun forEver(stalled);
  forEver.toTheEnd();
  QCOMPARE(forEver.result().end, ApplicationEnd::stalled);
  QVERIFY(std::isnan(forEver.result().background));
  QVERIFY(std::isnan(forEver.result().exposed));
}

/// Of a rank that has begun no collective, an interface answers that it is ready some time after
/// it began to wait: not because of what arrives from a third one meanwhile.
void BesideObservedTest::aLateAnswerIsItsRanks() {
  constexpr Cycle kAsked = 200, kAnswered = kAsked + kSends + kReceives;
  const auto chainWith = [](double computed) {
    ObservedRun run({{Op::compute(double{kAsked}), Op::receive(1), Op::receive(2)},
                     {Op::send(0, 2'000)},
                     {Op::compute(computed), Op::send(0, 16)}},
                    100);
    run.toTheEnd();
    return run.chain();
  };
  // Whenever the third one's arrives: in some of these it does so before the answer.
  for (Cycle computed = kAsked - 60; computed < kAnswered; ++computed) {
    const CriticalChain chain = chainWith(static_cast<double>(computed));
    QVERIFY(isUnbroken(chain));
    QCOMPARE(chain.steps.size(), std::size_t{5});
    QCOMPARE(chain.steps[0], (ChainStep{0, 0, false, 0, 0, kAnswered}));
    QVERIFY(chain.steps[1].isMessage && chain.steps[1].bytes == 0);
    QVERIFY(chain.steps[3].isMessage && chain.steps[3].bytes == 2'000);
    QCOMPARE(messagesOf(chain, 2), std::ptrdiff_t{0});
  }
}

/// And by what taking that in costs; not by what came without bytes long before.
void BesideObservedTest::aWaitForACollectiveEndsByItsLastData() {
  ObservedRun run(std::vector<Operations>(kObserved, {beginRing(), beginBarrier(), Op::waitAll()}));
  run.toTheEnd();
  const CriticalChain chain = run.chain();
  QVERIFY(isUnbroken(chain));
  QVERIFY(chain.steps.size() > 8);
  const ChainStep &last = chain.steps.back(), &data = chain.steps[chain.steps.size() - 2];
  QCOMPARE(static_cast<double>(last.until), run.result().completion);
  QVERIFY(!last.isMessage);
  QCOMPARE(last.cycles(), kReceives);
  QVERIFY(data.isMessage);
  QCOMPARE(data.bytes, std::uint32_t{kRingBytes / kObserved});
}

/// Between two steps of a collective is what it takes to take in the message that came and to send
/// the next one, which may be larger, or smaller.
void BesideObservedTest::aStepAnswersWhatCameWhateverItsSize() {
  const OverheadTable perByte({{0, 0, 0.1}});
  for (const char* name : {"allgather_recursive", "reduce_scatter_recursive"})
    for (const double computed : {0.0, 100.0}) {
      Operations each{Op::allLater(collectiveNamed(name), {0, kObserved, 1}, kRingBytes, 1, 5)};
      // The rank goes on with this, and does not wait from the beginning.
      if (computed > 0) each.push_back(Op::compute(computed));
      each.push_back(Op::waitAll());
      ObservedRun run(std::vector<Operations>(kObserved, each), 65'536, 0, perByte);
      run.toTheEnd();
      const CriticalChain chain = run.chain();
      QVERIFY(isUnbroken(chain));
      QCOMPARE(chain.steps.size(), std::size_t{7});
      QCOMPARE(chain.steps[0].cycles(), kSends);
      for (std::size_t i = 1; i < chain.steps.size(); i += 2) {
        const ChainStep &message = chain.steps[i], &after = chain.steps[i + 1];
        QVERIFY(message.isMessage && !after.isMessage);
        const bool last = i + 2 == chain.steps.size();
        QCOMPARE(after.cycles(), perByte.of(message.bytes) + (last ? 0 : kSends));
        QVERIFY(last || message.bytes != chain.steps[i + 2].bytes);
      }
    }
}

/// A rank that has begun a collective may also wait for a message of its own to leave; then it is
/// not the last arrival that it waited for.
void BesideObservedTest::aWaitForARendezvousEndsByItsAnswer() {
  std::vector<Operations> all(kObserved, {beginBarrier()});
  const auto add = [&all](std::uint32_t rank, const Operations& more) {
    all[rank].insert(all[rank].end(), more.begin(), more.end());
  };
  add(0, {Op::send(1, 2'000), Op::receive(2), Op::compute(500)});
  add(1, {Op::compute(3'000), Op::receive(0)});
  add(2, {Op::compute(3'100), Op::send(0, 16)});
  for (std::uint32_t rank = 0; rank < kObserved; ++rank) add(rank, {Op::waitAll()});
  ObservedRun run(all, 100);
  run.toTheEnd();
  const CriticalChain chain = run.chain();
  QVERIFY(isUnbroken(chain));
  QCOMPARE(chain.steps.back().rank, std::uint32_t{0});
  QCOMPARE(messagesOf(chain, 2), std::ptrdiff_t{0});
  QCOMPARE(messagesOf(chain, 1), std::ptrdiff_t{1});
}

/// Also while the collective reduces, and waits for nobody.
void BesideObservedTest::whoWaitsSaysForWhat() {
  std::vector<Operations> all(kObserved, {beginRing(), Op::waitAll()});
  all[0] = {beginRing(), Op::receiveLater(7, kAnySize, 9, 4), Op::waitAll()};
  all[7] = {beginRing(), Op::compute(1e6), Op::send(0, 8, 9), Op::waitAll()};
  ObservedRun run(all, 65'536, 20);
  int reducing = 0, receiving = 0;
  for (Cycle at = 100; at <= 10'000; at += 100) {
    run.until(at);
    const auto seen = run.seen();
    for (const RankNow& each : seen->ranks)
      QVERIFY(each.phase != RankPhase::waiting || !each.waits.empty());
    reducing +=
        seen->ranks[1].waits.english() == "waits for a collective that goes on beside it" ? 1 : 0;
    receiving += seen->ranks[0].waits.english() == "receives from rank 7" ? 1 : 0;
  }
  QVERIFY(reducing > 0);
  QVERIFY(receiving > 0);
}

void BesideObservedTest::bucketsAtOnceAreFew() {
  QVERIFY(issuesOfBuckets(1'000, 1, 1).empty());
  QVERIFY(issuesOfBuckets(2'000, 2, 1).empty());
  QVERIFY(issuesOfBuckets(100'000, 1, 100).empty());
  QVERIFY(issuesOfBuckets(1'001, 1, 1, false).empty());
  QVERIFY(issuesOfBuckets(1'001, 1, 1, true, 1).empty());
  const Issues issues = issuesOfBuckets(100'000, 1, 99);
  QCOMPARE(issues.size(), std::size_t{1});
  QCOMPARE(issues[0].severity, Severity::error);
  QCOMPARE(issues[0].path, std::string("bucket"));
  QCOMPARE(issues[0].remedy.english(),
           std::string("1000 are the most: take at least 100 layers a bucket."));
}

HOPSCOPE_TEST(BesideObservedTest)

}  // namespace hopscope

#include "beside_observed_test.moc"
