// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <map>

#include "engine/workload/application.h"
#include "engine/workload/ideal_replay.h"
#include "engine/workload/mapping.h"
#include "engine/workload/planned_matrix.h"
#include "engine/workload/planned_rounds.h"
#include "engine/workload/traces/trace_format.h"
#include "tests/support/applications.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

Values valuesOf(const ApplicationEntry& entry, const Values& own) {
  Values values = defaultsOf(entry.parameters);
  for (const auto& [name, value] : own) values[name] = value;
  return values;
}

std::shared_ptr<const Program> programNamed(const char* name, const Values& own = {}) {
  const ApplicationEntry& entry = *applications().find(name);
  return entry.make(valuesOf(entry, own));
}

/// How many messages of each size ranks send to others, iteration by iteration added up.
std::map<std::uint64_t, std::uint64_t> sizesOf(const Program& program) {
  std::map<std::uint64_t, std::uint64_t> sizes;
  for (std::uint32_t rank = 0; rank < program.ranks(); ++rank) {
    Script script(program, rank);
    while (const Operation* const operation = script.next())
      if (operation->kind == OperationKind::send || operation->kind == OperationKind::sendLater)
        ++sizes[operation->bytes];
  }
  return sizes;
}

Values with(std::int64_t ranks, const char* size, std::int64_t iterations = 1) {
  return {{"ranks", ranks}, {"class", std::string(size)}, {"iterations", iterations}};
}

}  // namespace

/// The messages of each code, against the published sources.
namespace {

/// What an application that is made of a text does in this test.
std::string textFor(const std::string& name, std::int64_t ranks) {
  if (name == "commands")
    return "# hopscope commands 1\npe *\nrepeat 3\nsend 100 self+1\nend\n"
           "bcast 8\nbarrier\nrecv self-1\npe 0\nbsend 9000 1\n";
  const ApplicationEntry& halo = *applications().find("halo");
  const auto program =
      halo.make(valuesOf(halo, {{"ranks", ranks}, {"iterations", std::int64_t{2}}}));
  return traceFormats().find(name)->write({*program, 1000, 1}).text;
}

}  // namespace

class ApplicationCodesTest : public QObject {
  Q_OBJECT

 private slots:
  void fourierTransformOfClassA();
  void lowerUpperOfClassB();
  void blockTridiagonalOfClassB();
  void dataTrafficOfClassB_data();
  void dataTrafficOfClassB();
  void wrongRanksAreRefused();
  void allFinish_data();
  void allFinish();
  void messagesAreCountedWithinBounds();
  void pipelineHasItsBubble_data();
  void pipelineHasItsBubble();
  void mappingsPlaceEveryRank_data();
  void mappingsPlaceEveryRank();
};

/// 4,096 bytes among 128 and 256 KiB in pairs, in each of 7 transforms; 6 checksums of 16 bytes.
void ApplicationCodesTest::fourierTransformOfClassA() {
  const auto sizes = sizesOf(*programNamed("npb_ft", with(256, "A", 0)));
  const std::map<std::uint64_t, std::uint64_t> expected = {
      {16, 6 * 255}, {4'096, 7 * 256 * 127}, {262'144, 7 * 256}};
  QCOMPARE(sizes, expected);
}

/// 96,000 messages of the sweeps, of 240 and 280 bytes.
void ApplicationCodesTest::lowerUpperOfClassB() {
  std::uint64_t sweeps = 0;
  for (const auto& [bytes, count] : sizesOf(*programNamed("npb_lu", with(256, "B"))))
    if (bytes == 240 || bytes == 280) sweeps += count;
  QCOMPARE(sweeps, std::uint64_t{96'000});
}

void ApplicationCodesTest::blockTridiagonalOfClassB() {
  const auto sizes = sizesOf(*programNamed("npb_bt", with(256, "B")));
  // 15 stages in three dimensions, each way.
  QCOMPARE(sizes.at(11'760), std::uint64_t{256 * 45});
  QCOMPARE(sizes.at(1'960), std::uint64_t{256 * 45});
}

void ApplicationCodesTest::dataTrafficOfClassB_data() {
  QTest::addColumn<QString>("graph");
  QTest::addColumn<std::uint32_t>("nodes");
  QTest::newRow("black hole") << "BH" << 43u;
  QTest::newRow("white hole") << "WH" << 43u;
  QTest::newRow("shuffle") << "SH" << 192u;
}

void ApplicationCodesTest::dataTrafficOfClassB() {
  QFETCH(QString, graph);
  QFETCH(std::uint32_t, nodes);
  const auto program =
      programNamed("npb_dt", {{"class", std::string("B")}, {"graph", graph.toStdString()}});
  QCOMPARE(program->ranks(), nodes);
  const auto sizes = sizesOf(*program);
  QCOMPARE(sizes.at(28'311'552), sizes.at(4));
}

void ApplicationCodesTest::wrongRanksAreRefused() {
  const ApplicationEntry& bt = *applications().find("npb_bt");
  const Issues issues = bt.check(valuesOf(bt, with(32, "A")));
  QCOMPARE(issues.size(), std::size_t{1});
  QCOMPARE(issues[0].remedy.english(), std::string("Take 25 or 36."));
  const ApplicationEntry& ft = *applications().find("npb_ft");
  QVERIFY(hasErrors(ft.check(valuesOf(ft, with(48, "A")))));
}

void ApplicationCodesTest::allFinish_data() {
  QTest::addColumn<QString>("name");
  for (const ApplicationEntry& entry : applications())
    QTest::newRow(entry.name.c_str()) << QString::fromStdString(entry.name);
}

/// Every code of the registry ends on an ideal network, eager and by rendezvous, and no message is
/// larger than its receive.
void ApplicationCodesTest::allFinish() {
  QFETCH(QString, name);
  const ApplicationEntry& entry = *applications().find(name.toStdString());
  Setup s = test::makeSetup("crossbar", {{"terminals", std::int64_t{64}}});
  for (const std::int64_t ranks : {4, 16, 64}) {
    Values own;
    for (const Parameter& parameter : entry.parameters) {
      if (parameter.name == "ranks") own["ranks"] = ranks;
      if (parameter.name == "class") own["class"] = std::string("S");
      if (parameter.name == "iterations") own["iterations"] = std::int64_t{1};
      if (parameter.name == "scale") own["scale"] = std::int64_t{10};
      if (parameter.name == "text") own["text"] = textFor(entry.name, ranks);
    }
    const Values values = valuesOf(entry, own);
    const Issues issues = entry.check(values);
    QVERIFY2(issues.empty(), issues.empty() ? "" : describe(issues[0]).c_str());
    for (const std::uint64_t eager : {std::uint64_t{0}, kMostBytes}) {
      auto plan = test::planFor(s, {{}});
      plan->endpoints.eager = eager;
      plan->jobs[0].program = entry.make(values);
      plan->jobs[0].places.clear();
      for (std::uint32_t r = 0; r < plan->jobs[0].program->ranks(); ++r)
        plan->jobs[0].places.push_back(r % 64);
      const IdealOutcome ideal = playIdeal(plan, Cycle{1} << 40);
      const ApplicationOutcome& outcome = ideal.applications.front();
      QVERIFY2(outcome.end == ApplicationEnd::finished,
               outcome.stalled.empty() ? "" : outcome.stalled[0].operation.english().c_str());
      QVERIFY(!ideal.misfit);
      // What is counted beforehand is what is sent.
      const PlannedMatrix planned = plannedMatrix(*plan);
      QVERIFY(planned.end == PlannedMatrix::End::whole);
      QCOMPARE(planned.pairs, ideal.matrix);
      // All rounds together are that.
      const auto rounds = plannedRounds(*plan);
      QVERIFY(rounds);
      std::map<std::pair<std::uint32_t, std::uint32_t>, MatrixEntry> sum;
      for (const Round& round : *rounds)
        for (const MatrixEntry& each : round) {
          MatrixEntry& total = sum[{each.source, each.destination}];
          total = {each.source, each.destination, total.messages + each.messages,
                   total.bytes + each.bytes};
        }
      std::vector<MatrixEntry> pairs;
      for (const auto& [pair, total] : sum) pairs.push_back(total);
      QCOMPARE(pairs, planned.pairs);
      QCOMPARE(outcome.path.total(), outcome.completion);
      QVERIFY(outcome.messages > 0);
    }
  }
}

void ApplicationCodesTest::messagesAreCountedWithinBounds() {
  const Setup s = test::makeSetup("crossbar", {{"terminals", std::int64_t{64}}});
  auto plan = test::planFor(s, {{}});
  plan->jobs[0].program = programNamed("npb_is", with(64, "S"));
  plan->jobs[0].places.assign(64, 3);
  plan->jobs.push_back(plan->jobs[0]);
  const PlannedMatrix whole = plannedMatrix(*plan);
  QVERIFY(whole.end == PlannedMatrix::End::whole);
  QCOMPARE(whole.pairs.size(), std::size_t{2 * 64 * 63});
  QCOMPARE(whole.pairs.back().source, 127U);
  MatrixBounds bounds;
  bounds.pairs = whole.pairs.size();
  QCOMPARE(plannedMatrix(*plan, bounds).pairs, whole.pairs);
  --bounds.pairs;
  QVERIFY(plannedMatrix(*plan, bounds).end == PlannedMatrix::End::tooManyPairs);
  bounds = {};
  bounds.operations = 1'000;
  QVERIFY(plannedMatrix(*plan, bounds).end == PlannedMatrix::End::tooLong);
  // In blocks of ranks there are fewer pairs, with the same messages in them.
  bounds = {};
  bounds.ranksEach = 50;
  const PlannedMatrix blocks = plannedMatrix(*plan, bounds);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> expected;
  for (const MatrixEntry& each : whole.pairs)
    expected[{each.source / 50 * 50, each.destination / 50 * 50}] += each.bytes;
  QCOMPARE(blocks.pairs.size(), expected.size());
  for (const MatrixEntry& each : blocks.pairs)
    QCOMPARE(each.bytes, expected.at({each.source, each.destination}));
  QVERIFY(!plannedRounds(*plan, {1'000, 200'000}));
  QVERIFY(!plannedRounds(*plan, {2'000'000, 100}));
  std::stop_source stop;
  stop.request_stop();
  plan->jobs[0].program = programNamed("npb_lu", with(64, "B"));
  QVERIFY(plannedMatrix(*plan, {}, stop.get_token()).end == PlannedMatrix::End::cancelled);
}

void ApplicationCodesTest::pipelineHasItsBubble_data() {
  QTest::addColumn<QString>("schedule");
  QTest::newRow("GPipe") << "gpipe";
  QTest::newRow("1F1B") << "1f1b";
}

/// Messages negligible: (m + s - 1)(t_f + t_b), of which (s - 1) / (m + s - 1) is the bubble.
void ApplicationCodesTest::pipelineHasItsBubble() {
  QFETCH(QString, schedule);
  const std::int64_t stages = 4, micro = 6;
  Setup s = test::makeSetup("crossbar", {{"terminals", std::int64_t{64}}});
  auto plan = test::planFor(s, {{}});
  plan->jobs[0].program = programNamed("training", {{"data", std::int64_t{1}},
                                                    {"tensor", std::int64_t{1}},
                                                    {"stages", stages},
                                                    {"micro_batches", micro},
                                                    {"layers", stages},
                                                    {"hidden", std::int64_t{64}},
                                                    {"sequence", std::int64_t{8}},
                                                    {"schedule", schedule.toStdString()}});
  plan->jobs[0].places = {0, 1, 2, 3};
  plan->jobs[0].cyclesPerOperation = 1000;
  const double forward = 2.0 * 12 * 64 * 64 * 8 * 1000;
  const ApplicationOutcome outcome = playIdeal(plan, Cycle{1} << 50).applications.front();
  const double expected = static_cast<double>(micro + stages - 1) * 3 * forward;
  const double took = static_cast<double>(outcome.completion);
  QVERIFY2(took >= expected && took < expected * 1.00001,
           qPrintable(QString::number(took / expected)));
  const double bubble = 1 - static_cast<double>(outcome.ranks[0].computation) / took;
  QVERIFY(std::abs(bubble - 3.0 / 9) < 1e-5);
}

void ApplicationCodesTest::mappingsPlaceEveryRank_data() {
  QTest::addColumn<QString>("name");
  for (const MappingEntry& entry : mappings())
    QTest::newRow(entry.name.c_str()) << QString::fromStdString(entry.name);
}

void ApplicationCodesTest::mappingsPlaceEveryRank() {
  QFETCH(QString, name);
  const MappingEntry& entry = *mappings().find(name.toStdString());
  const Setup s = test::makeSetup("mesh");
  const std::uint32_t terminals = s.topology->terminalCount();
  Values values = defaultsOf(entry.parameters);
  std::vector<std::int64_t> list;
  for (std::uint32_t t = terminals; t-- > 0;) list.push_back(t);
  if (values.count("places") != 0) values["places"] = list;
  const auto placed = entry.place({*s.topology, terminals, values, 5});
  QVERIFY(std::holds_alternative<Places>(placed));
  Places places = std::get<Places>(placed);
  QCOMPARE(std::get<Places>(entry.place({*s.topology, terminals, values, 5})), places);
  std::sort(places.begin(), places.end());
  for (std::uint32_t t = 0; t < terminals; ++t) QCOMPARE(places[t], t);
  const auto over = entry.place({*s.topology, terminals + 1, values, 5});
  QCOMPARE(std::holds_alternative<Issue>(over), name != "round_robin");
}

HOPSCOPE_TEST(ApplicationCodesTest)

}  // namespace hopscope

#include "application_codes_test.moc"
