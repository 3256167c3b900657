// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/group_shares.h"

#include <QTest>
#include <cmath>

#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "engine/simulation/simulation.h"
#include "tests/engine/study/study_designs.h"
#include "tests/support/test_main.h"

namespace hopscope {

/// What members of a group get through is what the run has, cut by who sent it.
class GroupSharesTest : public QObject {
  Q_OBJECT

 private slots:
  void sharesAddUpToTheRun();
  void ownersOfTheLinkAreServedFirst();
  void aFailureForAWhileCountsForNobody();
  void refusals();
  void stops();
};

namespace {

Results resultsOf(const Design& design) {
  Simulation simulation(std::move(*compile(design).setup));
  while (!simulation.done()) simulation.advance(1000);
  return simulation.results();
}

/// Everything of a group wants the one link to the next group.
Design adversarial() {
  Design design;
  design.settings = {{"topology.kind", std::string("dragonfly")},
                     {"routing.algorithm", std::string("minimal")},
                     {"traffic.pattern", std::string("adversarial")},
                     {"traffic.load", 1.0},
                     {"run.warmup", std::int64_t{4000}},
                     {"run.measure", std::int64_t{4000}},
                     {"run.max_cycles", std::int64_t{10'000}}};
  return design;
}

}  // namespace

void GroupSharesTest::sharesAddUpToTheRun() {
  GroupSharesRequest request;
  request.design = test::crossbarDesign();
  const double accepted = resultsOf(request.design).acceptedLoad;
  const GroupShares routers = studyGroupShares(request);
  QCOMPARE(routers.members.size(), std::size_t{1});
  QVERIFY(std::abs(routers.members[0].accepted.mean - accepted) < 1e-12);
  QCOMPARE(routers.members[0].paths.minimal, 1.0);
  request.ofTerminals = true;
  const GroupShares terminals = studyGroupShares(request);
  QCOMPARE(terminals.members.size(), std::size_t{16});
  double sum = 0;
  for (const GroupMember& member : terminals.members) sum += member.accepted.mean;
  QVERIFY(std::abs(sum / 16 - accepted) < 1e-12);

  request = {};
  request.design = adversarial();
  request.design.settings["traffic.load"] = 0.1;
  sum = 0;
  for (request.group = 0; request.group < 9; ++request.group)
    for (const GroupMember& member : studyGroupShares(request).members) sum += member.accepted.mean;
  QVERIFY(std::abs(sum / 36 - resultsOf(request.design).acceptedLoad) < 1e-12);
}

/// A group of h = 2 gets one flit a cycle through, of 8 terminals; those at the link's own router
/// are asked more often than others, which arrive there three to an input.
void GroupSharesTest::ownersOfTheLinkAreServedFirst() {
  GroupSharesRequest request;
  request.design = adversarial();
  const GroupShares shares = studyGroupShares(request);
  QCOMPARE(shares.members.size(), std::size_t{4});
  double sum = 0;
  for (const GroupMember& member : shares.members) sum += 2 * member.accepted.mean;
  QVERIFY2(std::abs(sum - 1) < 0.01, qPrintable(QString::number(sum)));
  for (std::size_t other = 0; other < 3; ++other)
    QVERIFY(shares.members[3].accepted.mean > shares.members[other].accepted.mean);
  QCOMPARE(shares.members[3].id, 3U);
}

/// What a run tells of a router that failed for half of the time, the shares do, too.
void GroupSharesTest::aFailureForAWhileCountsForNobody() {
  const ParsedDesign parsed = parseDesign(R"({"schema": "hopscope.design/1",
    "topology": {"kind": "mesh", "dimensions": [4, 4]}, "traffic": {"load": 0.1},
    "run": {"warmup": 2000, "measure": 8000},
    "phases": [{"at": 2000, "fail": {"routers": [1]}}, {"at": 6000, "restore": {"routers": [1]}}]})");
  QVERIFY(!hasErrors(parsed.issues));
  GroupSharesRequest request;
  request.design = parsed.design;
  const GroupShares shares = studyGroupShares(request);
  const Results run = resultsOf(parsed.design);
  QCOMPARE(shares.members.size(), std::size_t{4});  // of the first row
  for (const GroupMember& member : shares.members)
    QVERIFY2(std::abs(member.accepted.mean / run.routers[member.id].acceptedLoad - 1) < 0.05,
             qPrintable(QString::number(member.accepted.mean)));
}

void GroupSharesTest::refusals() {
  GroupSharesRequest request;
  request.design = adversarial();
  request.group = 9;
  QCOMPARE(studyGroupShares(request).issues.at(0).path, std::string("group"));
  request.design.settings["topology.h"] = std::int64_t{0};
  QVERIFY(hasErrors(studyGroupShares(request).issues));
}

void GroupSharesTest::stops() {
  GroupSharesRequest request;
  request.design = adversarial();
  std::stop_source stop;
  const GroupShares shares =
      studyGroupShares(request, stop.get_token(), [&stop](double) { stop.request_stop(); });
  QVERIFY(shares.stopped && shares.members.empty());
}

}  // namespace hopscope

using hopscope::GroupSharesTest;
HOPSCOPE_TEST(GroupSharesTest)
#include "group_shares_test.moc"
