// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/study.h"

#include <fmt/format.h>

#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "engine/design/design_json.h"
#include "engine/study/study_html.h"
#include "engine/study/study_rows.h"
#include "engine/study/study_run.h"
#include "engine/study/study_state.h"
#include "engine/study/study_table.h"
#include "engine/study/value_series.h"
#include "tests/support/test_main.h"

using namespace hopscope;

namespace {

constexpr const char* kRing = R"({"schema": "hopscope.design/1", "name": "Ring",
  "topology": {"kind": "ring", "routers": 6}, "traffic": {"load": 0.1, "packet_flits": 4},
  "run": {"warmup": 200, "measure": 1000}})";

std::string studyText(const std::string& rest) {
  return fmt::format(R"({{"schema": "hopscope.study/1", "design": {}{}{}}})", kRing,
                     rest.empty() ? "" : ", ", rest);
}

ParsedStudy parsed(const std::string& rest) {
  ParsedStudy made = parseStudy(studyText(rest));
  for (const Issue& issue : made.issues)
    if (issue.severity == Severity::error) qFatal("%s", describe(issue).c_str());
  return made;
}

StudyRows runAll(const Study& study, unsigned jobs, StudyRows rows = {},
                 const StudyShare& share = {}) {
  StudyHooks hooks;
  hooks.row = [&](const StudyRow& row) {
    rows.add(row);
    return true;
  };
  const StudyRows before = rows;
  runStudy(study, before, jobs, share, {}, hooks);
  return rows;
}

std::vector<double> valuesIn(const StudyTable& table, const std::string& column) {
  const auto at = std::find(table.columns.begin(), table.columns.end(), column);
  if (at == table.columns.end()) qFatal("no column %s", column.c_str());
  std::vector<double> values;
  for (const StudyTableRow& row : table.rows)
    values.push_back(row.values[static_cast<std::size_t>(at - table.columns.begin())]);
  return values;
}

}  // namespace

class StudyTest : public QObject {
  Q_OBJECT

 private slots:
  void axesOfAllKinds();
  void settingsThatMoveTogether();
  void axesInAnyOrderAreTheSameStudy();
  void aLatinHypercubeMeetsEveryPart();
  void wrongDocuments_data();
  void wrongDocuments();
  void rowsReadBackAsTheyWere();
  void anyNumberOfJobsComesToTheSame();
  void whatIsThereIsNotRunAgain();
  void sharesMakeTheWhole();
  void aRisingAxisEndsAtSaturation();
  void fixedSeedsNeedNoInterval();
  void whatMeasuredNothingIsNotStable();
  void seedsUntilTheIntervalIsMet();
  void aPointThatFailsIsARow();
  void columnsConstraintsAndTheFront();
  void designsOfOneNameAreToldApart();
  void namesAreNotPartOfTheHash();
  void whatDidNotFinishIsNeitherDoneNorBest();
};

void StudyTest::axesOfAllKinds() {
  const auto steps = [](const std::string& axis) {
    const Study study = parsed("\"axes\": [" + axis + "]").study;
    std::vector<std::string> values;
    for (PointId point = 0; point < pointCount(study); ++point)
      values.push_back(valuesOf(study, point).at(0));
    return values;
  };
  using Texts = std::vector<std::string>;
  QCOMPARE(steps(R"({"setting": "traffic.load", "range": [0.1, 0.3, 0.1]})"),
           (Texts{"0.1", "0.2", "0.3"}));
  QCOMPARE(steps(R"({"setting": "run.measure", "log_range": [100, 10000, 3]})"),
           (Texts{"100", "1000", "10000"}));
  QCOMPARE(
      steps(
          R"({"setting": "routing.algorithm", "values": ["minimal_adaptive", "dimension_order"]})"),
      (Texts{"minimal_adaptive", "dimension_order"}));
  const Texts drawn = steps(R"({"setting": "traffic.load", "random": [0.1, 0.9, 50]})");
  QCOMPARE(drawn.size(), std::size_t{50});
  QVERIFY(std::set<std::string>(drawn.begin(), drawn.end()).size() > 40);
  for (const std::string& value : drawn)
    QVERIFY(std::stod(value) >= 0.1 && std::stod(value) <= 0.9);
  QCOMPARE(steps(R"({"setting": "traffic.load", "random": [0.1, 0.9, 50]})"), drawn);
  QVERIFY(steps(R"({"setting": "traffic.load", "random": [0.1, 0.9, 50], "seed": 2})") != drawn);
}

/// What an axis chooses is there for the others, wherever they stand.
void StudyTest::axesInAnyOrderAreTheSameStudy() {
  std::vector<std::string> axes = {
      R"({"setting": "switch.model", "values": ["wormhole", "vct"]})",
      R"({"together": [{"setting": "switch.delays.credit", "values": [1, 2]},
                       {"setting": "switch.vc_allocator", "values": ["islip", "wavefront"]},
                       {"setting": "switch.vc_allocator.iterations", "values": [2, 1]}]})",
      R"({"setting": "traffic.load", "values": [0.1, 0.2]})"};
  // The second model has not what belongs to the first, which is a matter of those points.
  const auto designsOf = [](const Study& study) {
    std::multiset<std::string> designs;
    for (PointId point = 0; point < pointCount(study); ++point) {
      Issues issues;
      const Design design = designOf(study, point, 0, issues);
      designs.insert(hasErrors(issues) ? std::string("refused") : designHash(design));
    }
    return designs;
  };
  std::sort(axes.begin(), axes.end());
  std::set<std::multiset<std::string>> studies;
  do {
    const ParsedStudy made =
        parseStudy(studyText(fmt::format("\"axes\": [{}]", fmt::join(axes, ", "))));
    for (const Issue& issue : made.issues) QVERIFY2(false, describe(issue).c_str());
    studies.insert(designsOf(made.study));
  } while (std::next_permutation(axes.begin(), axes.end()));
  QCOMPARE(studies.size(), std::size_t{1});
  QCOMPARE(studies.begin()->size(), std::size_t{8});
  QCOMPARE(studies.begin()->count("refused"), std::size_t{4});
}

void StudyTest::settingsThatMoveTogether() {
  const Study study = parsed(R"("axes": [{"together": [
    {"setting": "traffic.load", "values": [0.1, 0.2]},
    {"setting": "run.measure", "values": [500, 700]}]},
    {"setting": "traffic.packet_flits", "values": [1, 2, 4]}])")
                          .study;
  QCOMPARE(pointCount(study), std::uint64_t{6});
  QCOMPARE(valuesOf(study, 4), (std::vector<std::string>{"0.2", "700", "2"}));
  Issues issues;
  const Design design = designOf(study, 4, 2, issues);
  QVERIFY(issues.empty());
  QCOMPARE(design.settings.at("traffic.load"), Value{0.2});
  QCOMPARE(design.settings.at("run.seed"), Value{std::int64_t{3}});
}

void StudyTest::aLatinHypercubeMeetsEveryPart() {
  const auto points = latinHypercube({{0, 1, false, false}, {1, 1000, true, false}}, 20, 7, 0);
  for (std::size_t dimension = 0; dimension < 2; ++dimension) {
    std::set<int> parts;
    for (const auto& point : points) {
      const double value = std::stod(point[dimension]);
      const double place = dimension == 0 ? value : std::log10(value) / 3;
      parts.insert(static_cast<int>(place * 20));
    }
    QCOMPARE(parts.size(), std::size_t{20});
  }
}

void StudyTest::wrongDocuments_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<QByteArray>("path");
  const auto row = [](const char* name, const std::string& text, const char* path) {
    QTest::addRow("%s", name) << QByteArray::fromStdString(text) << QByteArray(path);
  };
  const auto axis = [](const char* text) {
    return studyText(std::string("\"axes\": [") + text + "]");
  };
  row("no study", "{}", "schema");
  row("no JSON", "{", "");
  row("newer", R"({"schema": "hopscope.study/2"})", "schema");
  row("no design", R"({"schema": "hopscope.study/1"})", "design");
  row("design not found", R"({"schema": "hopscope.study/1", "design": "gone.json"})", "design");
  row("design with errors",
      R"({"schema": "hopscope.study/1", "design": {"schema": "hopscope.design/1",
          "topology": {"kind": "rong"}}})",
      "design.topology.kind");
  row("unknown key", studyText("\"axis\": []"), "axis");
  row("unknown setting", axis(R"({"setting": "traffic.lood", "values": [0.1]})"),
      "axes[0], traffic.lood = 0.1");
  row("value out of range", axis(R"({"setting": "traffic.load", "values": [0.1, 7]})"),
      "axes[0], traffic.load = 7");
  row("no values", axis(R"({"setting": "traffic.load"})"), "axes[0]");
  row("empty values", axis(R"({"setting": "traffic.load", "values": []})"), "axes[0].values");
  row("two forms", axis(R"({"setting": "traffic.load", "values": [0.1], "range": [0, 1, 0.1]})"),
      "axes[0]");
  row("downwards", axis(R"({"setting": "traffic.load", "range": [0.5, 0.1, 0.1]})"),
      "axes[0].range");
  row("too many", axis(R"({"setting": "run.measure", "range": [1, 900000000, 1]})"),
      "axes[0].range");
  row("too many points", axis(R"({"setting": "traffic.load", "random": [0.1, 0.2, 4000]},
              {"setting": "run.measure", "random": [100, 20000, 4000]})"),
      "axes");
  row("logarithm of 0", axis(R"({"setting": "traffic.load", "log_range": [0, 1, 5]})"),
      "axes[0].log_range");
  row("no points", axis(R"({"setting": "traffic.load", "random": [0, 1, 0]})"),
      "axes[0].random[2]");
  row("in two axes", axis(R"({"setting": "traffic.load", "values": [0.1]},
              {"setting": "traffic.load", "values": [0.2]})"),
      "axes[1]");
  row("unequally many", axis(R"({"together": [{"setting": "traffic.load", "values": [0.1]},
                            {"setting": "run.measure", "values": [100, 200]}]})"),
      "axes[0].together[1]");
  row("no seeds", studyText("\"seeds\": 0"), "seeds");
  row("interval of what", studyText("\"seeds\": {\"least\": 2, \"most\": 4}"),
      "seeds.until_interval");
  row("most below least",
      studyText("\"seeds\": {\"least\": 5, \"most\": 4, \"until_interval\": 0.1}"), "seeds.most");
  row("rising what", studyText("\"stop_rising\": \"traffic.load\""), "stop_rising");
  row("not rising", studyText(R"("axes": [{"setting": "traffic.load", "values": [0.2, 0.1]}],
                   "stop_rising": "traffic.load")"),
      "stop_rising");
  row("too many at once", axis(R"({"setting": "traffic.load", "range": [0, 1, 0.000001]},
              {"setting": "run.measure", "range": [1, 9000000, 1]})"),
      "axes");
  row("too large a hypercube", axis(R"({"latin_hypercube": {"points": 9000000,
               "settings": {"traffic.load": [0, 1], "run.measure": [1, 9]}}})"),
      "axes[0].latin_hypercube");
  row("no formula", studyText("\"columns\": {\"a\": \"1 +\"}"), "columns.a");
  row("unknown name", studyText("\"columns\": {\"a\": \"latency.meen\"}"), "columns.a");
  row("a name that is taken", studyText("\"columns\": {\"hops.mean\": \"1\"}"),
      "columns.hops.mean");
  row("no condition", studyText("\"constraints\": [\"hops.mean\"]"), "constraints[0]");
  row("a verdict that there is not", studyText("\"constraints\": [\"verdict != saturate\"]"),
      "constraints[0]");
  row("an outcome that there is not", studyText("\"constraints\": [\"outcome == done\"]"),
      "constraints[0]");
  row("a word with a number", studyText("\"constraints\": [\"outcome < 1\"]"), "constraints[0]");
  row("a word in a sum", studyText("\"constraints\": [\"verdict + 1 == stable\"]"),
      "constraints[0]");
  row("a column of words", studyText("\"columns\": {\"a\": \"outcome\"}"), "columns.a");
  row("a column called so", studyText("\"columns\": {\"outcome\": \"1\"}"), "columns.outcome");
  row("the best verdict", studyText("\"objectives\": {\"verdict\": \"min\"}"),
      "objectives.verdict");
  row("no objective", studyText("\"objectives\": {\"hops.mean\": \"less\"}"),
      "objectives.hops.mean");
}

void StudyTest::wrongDocuments() {
  QFETCH(QByteArray, text);
  QFETCH(QByteArray, path);
  const ParsedStudy made = parseStudy(text.toStdString());
  QVERIFY(hasErrors(made.issues));
  if (!path.isEmpty()) QCOMPARE(QByteArray::fromStdString(made.issues.front().path), path);
  QVERIFY(!made.issues.front().text.empty());
}

void StudyTest::rowsReadBackAsTheyWere() {
  const StudyRow row{
      17, 3, "", Verdict::saturated, {{"a", 0.1}, {"b.c", 1e300}, {"d", -0.0}, {"e", NAN}}};
  QVERIFY(readRow(writeRow(row)) == row);
  const StudyRow failed{1, 0, "No \"memory\"\nfor it.", Verdict::stable, {}};
  QVERIFY(readRow(writeRow(failed)) == failed);
  QVERIFY(writeRow(failed).find('\n') == std::string::npos);
  for (const char* line : {"", "{", "[]", "{\"point\": 1}", "{\"point\": -1, \"run\": 0}",
                           "{\"point\": 1, \"run\": 0}", "{\"point\": 99999999, \"run\": 0}",
                           R"({"point": 1, "run": 0, "verdict": "fine", "values": {}})",
                           R"({"point": 1, "run": 0, "verdict": "stable", "values": {"a": "b"}})",
                           R"({"point": 1, "run": 0, "verdict": "stable", "values": {"": 1}})",
                           R"({"point": 1, "run": 0, "verdict": "stable", "values": {"a\nb": 1}})"})
    QVERIFY2(!readRow(line), line);
}

void StudyTest::anyNumberOfJobsComesToTheSame() {
  const Study study =
      parsed(R"("axes": [{"setting": "traffic.load", "values": [0.05, 0.1, 0.9]}], "seeds": 2)")
          .study;
  const std::string one = studyCsv(study, runAll(study, 1));
  QCOMPARE(studyCsv(study, runAll(study, 4)), one);
  QCOMPARE(std::count(one.begin(), one.end(), '\n'), std::ptrdiff_t{4});
}

void StudyTest::whatIsThereIsNotRunAgain() {
  const Study study =
      parsed(R"("axes": [{"setting": "traffic.load", "values": [0.05, 0.1, 0.2]}], "seeds": 2)")
          .study;
  const StudyRows all = runAll(study, 2);
  StudyRows some;
  for (const StudyRows::Row* row : all.sorted())
    if (row->point != 1 && !(row->point == 2 && row->run == 1))
      addRows(some, [&] {
        StudyRows one;
        for (const std::string& name : all.columns()) one.column(name);
        one.add(*row);
        return one;
      }());
  std::set<std::pair<PointId, std::uint32_t>> again;
  StudyHooks hooks;
  hooks.row = [&](const StudyRow& row) {
    again.insert({row.point, row.run});
    return true;
  };
  runStudy(study, some, 2, {}, {}, hooks);
  QCOMPARE(again, (std::set<std::pair<PointId, std::uint32_t>>{{1, 0}, {1, 1}, {2, 1}}));
  QCOMPARE(studyCsv(study, runAll(study, 2, some)), studyCsv(study, all));
  // It ends where the rows cannot be kept.
  int taken = 0;
  hooks.row = [&](const StudyRow&) { return ++taken < 2; };
  runStudy(study, {}, 1, {}, {}, hooks);
  QCOMPARE(taken, 2);
}

void StudyTest::sharesMakeTheWhole() {
  for (const char* rising : {"", R"(, "stop_rising": "traffic.load")"}) {
    const Study study = parsed(std::string(R"("axes": [
      {"setting": "traffic.load", "values": [0.1, 0.5, 0.9]},
      {"setting": "traffic.packet_flits", "values": [1, 2, 4]}])") +
                               rising)
                            .study;
    StudyRows together;
    for (std::uint32_t share = 0; share < 4; ++share)
      addRows(together, runAll(study, 2, {}, {share, 4}));
    QCOMPARE(studyCsv(study, together), studyCsv(study, runAll(study, 2)));
  }
}

void StudyTest::aRisingAxisEndsAtSaturation() {
  const Study study = parsed(R"("axes": [
    {"setting": "traffic.load", "values": [0.1, 0.95, 0.97, 0.99]},
    {"setting": "traffic.pattern", "values": ["uniform", "tornado"]}],
    "stop_rising": "traffic.load")")
                          .study;
  const StudyTable table = studyTable(study, runAll(study, 2));
  int leftOut = 0, saturated = 0;
  std::map<std::string, bool> over;
  for (const StudyTableRow& row : table.rows) {
    const std::string pattern = valuesOf(study, row.point)[1];
    QCOMPARE(row.status == PointStatus::leftOut, over[pattern]);
    leftOut += row.status == PointStatus::leftOut;
    if (row.status != PointStatus::done || row.verdict == Verdict::stable) continue;
    over[pattern] = true;
    ++saturated;
  }
  QVERIFY(saturated >= 1 && saturated <= 2);
  QVERIFY(leftOut >= 2);
}

void StudyTest::seedsUntilTheIntervalIsMet() {
  const auto runs = [](const char* interval) {
    const Study study =
        parsed(fmt::format(R"("axes": [{{"setting": "traffic.load", "values": [0.1, 0.4]}}],
                             "seeds": {{"least": 2, "most": 8, "until_interval": {}}})",
                           interval))
            .study;
    const StudyRows rows = runAll(study, 3);
    const StudyTable table = studyTable(study, rows);
    const std::vector<double> mean = valuesIn(table, "latency.mean"),
                              width = valuesIn(table, "latency.mean.half_width");
    for (std::size_t i = 0; i < table.rows.size(); ++i)
      if (table.rows[i].runs < 8 && !(width[i] <= std::stod(interval) * mean[i]))
        qFatal("%f of %f after %u runs", width[i], mean[i], table.rows[i].runs);
    return rows.rows().size();
  };
  QCOMPARE(runs("1"), std::size_t{4});
  QCOMPARE(runs("0.000001"), std::size_t{16});
  const std::size_t between = runs("0.02");
  QVERIFY(between > 4 && between < 16);
}

void StudyTest::aPointThatFailsIsARow() {
  // Two flits of buffer are too few for a packet of four: only together they are wrong.
  const Study study = parsed(R"("axes": [
    {"setting": "traffic.packet_flits", "values": [1, 4]},
    {"setting": "switch.buffers.local", "values": [2, 64]}])")
                          .study;
  StudyRows rows = runAll(study, 2);
  const StudyTable table = studyTable(study, rows);
  QCOMPARE(table.rows[2].status, PointStatus::failed);
  QVERIFY(!table.rows[2].failure.empty());
  for (const std::size_t other : {0, 1, 3}) QCOMPARE(table.rows[other].status, PointStatus::done);
  // Nothing is run twice, and what failed only where it is asked for.
  QCOMPARE(runAll(study, 2, rows).rows().size(), rows.rows().size());
  rows.removeFailed();
  QCOMPARE(rows.rows().size(), std::size_t{3});
  QCOMPARE(runAll(study, 2, rows, {0, 1, std::set<PointId>{2}}).rows().size(), std::size_t{4});
}

void StudyTest::columnsConstraintsAndTheFront() {
  const Study study = parsed(R"x("axes": [{"setting": "traffic.load", "values": [0.1, 0.2, 0.3]}],
    "columns": {"share": "accepted_load / offered_load", "twice": "share * 2",
                "each": "flit_hops / network.terminals", "nothing": "1 / (share - share)",
                "more": "nothing + 1", "asked": "traffic.load"},
    "constraints": ["traffic.load <= 0.2", "verdict != deadlocked"],
    "objectives": {"accepted_load": "max", "latency.mean": "min"})x")
                          .study;
  const StudyRows rows = runAll(study, 2);
  const StudyTable table = studyTable(study, rows);
  const auto share = valuesIn(table, "share"), twice = valuesIn(table, "twice"),
             nothing = valuesIn(table, "nothing"), asked = valuesIn(table, "asked"),
             accepted = valuesIn(table, "accepted_load"), offered = valuesIn(table, "offered_load");
  for (std::size_t i = 0; i < 3; ++i) {
    QCOMPARE(share[i], accepted[i] / offered[i]);
    QCOMPARE(twice[i], 2 * share[i]);
    QVERIFY(std::isnan(nothing[i]));
    const double written[] = {0.1, 0.2, 0.3};
    QVERIFY(asked[i] == written[i]);
    QCOMPARE(table.rows[i].feasible, i < 2);
    QCOMPARE(table.rows[i].best, i < 2);  // more load, more latency: neither is better
  }
  const auto json = nlohmann::json::parse(studyJson(study, studyText(""), rows));
  // What divides by nothing is no number in a file, nor what follows from it, and no word either.
  for (const char* missing : {"nothing", "more", "latency.mean.half_width"})
    QVERIFY(json["points"][0]["values"][missing].is_null());
  QCOMPARE(studyCsv(study, rows).find("NaN"), std::string::npos);
  QVERIFY(json["points"][2]["settings"]["traffic.load"].get<double>() == 0.3);
}

void StudyTest::designsOfOneNameAreToldApart() {
  const std::string text = fmt::format(
      R"({{"schema": "hopscope.study/1", "designs": [{}, {}, {}]}})", kRing, kRing, kRing);
  const Study study = parseStudy(text).study;
  QCOMPARE(study.designs.size(), std::size_t{3});
  QCOMPARE(study.designs[0].name, std::string("Ring"));
  QCOMPARE(study.designs[1].name, std::string("Ring (2)"));
  QCOMPARE(study.designs[2].name, std::string("Ring (3)"));
}

void StudyTest::namesAreNotPartOfTheHash() {
  const std::string plain = parsed("").document;
  const std::string named = parsed("\"name\": \"Mine\"").document;
  QVERIFY(plain != named);
  QCOMPARE(studyHash(plain), studyHash(named));
  QVERIFY(studyHash(plain) != studyHash(parsed("\"seeds\": 2").document));
  // What is kept reads back as the same.
  QCOMPARE(studyHash(parseStudy(named).document), studyHash(named));
}

/// The fast ones among the seeds say nothing of the others, and what did not finish is no best.
void StudyTest::fixedSeedsNeedNoInterval() {
  const Study fixed = parsed(R"("seeds": {"least": 3, "most": 3})").study;
  QCOMPARE(fixed.seeds.least, 3U);
  QCOMPARE(fixed.seeds.most, 3U);
  QCOMPARE(runAll(fixed, 1).rows().size(), std::size_t{3});
  QCOMPARE(parsed(R"("seeds": {"least": 1, "most": 1})").study.seeds.most, 1U);
  QVERIFY(hasErrors(parseStudy(studyText(R"("seeds": {"least": 2, "most": 3})")).issues));
}

/// Shares are of those runs that measured something of what they were offered.
void StudyTest::whatMeasuredNothingIsNotStable() {
  const Study study = parsed(R"("objectives": {"stable_share": "max"})").study;
  const auto shareOf = [&](const std::vector<std::pair<double, double>>& offeredAndMeasured) {
    StudyRows rows;
    std::uint32_t run = 0;
    for (const auto& [offered, measured] : offeredAndMeasured)
      rows.add({0,
                run++,
                {},
                Verdict::stable,
                {{"offered_load", offered}, {"packets.measured", measured}, {"packets.lost", 0}}});
    return valuesIn(studyTable(study, rows), "stable_share").front();
  };
  QCOMPARE(shareOf({{0.1, 100}}), 1.0);
  QVERIFY(std::isnan(shareOf({{0.1, 0}})));
  QCOMPARE(shareOf({{0.1, 0}, {0.1, 100}}), 1.0);
  QCOMPARE(shareOf({{0, 0}}), 1.0);  // nobody sends
  const auto judged = [&](std::initializer_list<Verdict> verdicts) {
    StudyRows rows;
    std::uint32_t run = 0;
    for (const Verdict verdict : verdicts)
      rows.add({0,
                run++,
                {},
                verdict,
                {{"offered_load", 0.1}, {"packets.measured", 0}, {"packets.lost", 9}}});
    const StudyTable table = studyTable(study, rows);
    return std::pair(valuesIn(table, "stable_share").front(), table.rows.front().verdict);
  };
  QVERIFY(std::isnan(judged({Verdict::unknown}).first));
  QCOMPARE(judged({Verdict::unknown}).second, Verdict::unknown);
  QCOMPARE(judged({Verdict::unknown, Verdict::stable}), std::pair(1.0, Verdict::stable));
  QCOMPARE(judged({Verdict::unknown, Verdict::saturated, Verdict::stable}),
           std::pair(0.5, Verdict::saturated));
}

void StudyTest::whatDidNotFinishIsNeitherDoneNorBest() {
  const ParsedStudy made = parseStudy(R"({"schema": "hopscope.study/1", "design": {
      "schema": "hopscope.design/1", "name": "Halo", "topology": {"kind": "mesh",
      "dimensions": [3, 3]}, "traffic": {"load": 0, "packet_flits": 4},
      "run": {"warmup": 0, "measure": 1000},
      "applications": [{"kind": "halo", "ranks": 9, "bytes": 2000, "iterations": 3,
                        "mapping": "random"}]},
    "axes": [{"setting": "run.max_cycles", "values": [1000, 40000]}], "seeds": 2,
    "objectives": {"makespan": "min"}})");
  const Study& study = made.study;
  StudyRows rows = runAll(study, 2);
  // A seed that was fast enough, beside one that was not.
  StudyRow fast = rows.named(*rows.sorted()[2]);
  fast.point = 0;
  StudyRows mixed;
  mixed.add(fast);
  StudyRow slow = rows.named(*rows.sorted()[0]);
  slow.run = 1;
  mixed.add(slow);
  for (const StudyRows::Row* row : rows.sorted())
    if (row->point == 1) mixed.add(rows.named(*row));
  const auto completion = std::string("applications.") + "halo.completion";
  for (const StudyRows* each : {&rows, &mixed}) {
    const StudyTable table = studyTable(study, *each);
    QVERIFY(table.hasOutcomes);
    QVERIFY(table.rows[0].outcome == ApplicationEnd::unfinished);
    QVERIFY(table.rows[1].outcome == ApplicationEnd::finished);
    QCOMPARE(table.rows[0].feasible, false);
    QCOMPARE(table.rows[0].best, false);
    QCOMPARE(table.rows[1].best, true);
    for (const std::string& column :
         {completion, std::string("applications.halo.slowdown"),
          std::string("applications.halo.ideal"), std::string("makespan")}) {
      QVERIFY2(std::isnan(valuesIn(table, column)[0]), column.c_str());
      QVERIFY2(std::isfinite(valuesIn(table, column)[1]), column.c_str());
    }
    StudyState state(study);
    state.add(*each);
    QCOMPARE(state.counts().done, std::uint64_t{2});
    QCOMPARE(state.counts().unfinished, std::uint64_t{1});
    const auto points = nlohmann::json::parse(studyJson(study, made.document, *each))["points"];
    QCOMPARE(points[0]["outcome"].get<std::string>(), std::string("unfinished"));
    QCOMPARE(points[1]["outcome"].get<std::string>(), std::string("finished"));
    QVERIFY(studyCsv(study, *each).find(",verdict,outcome,") != std::string::npos);
    QVERIFY(studyRunsCsv(study, *each).find(",unfinished,") != std::string::npos);
    QVERIFY(studyHtml(study, made.document, *each, {"makespan"}, {}).find("<td>unfinished</td>") !=
            std::string::npos);
  }
  // What is asked of the outcome itself decides, for points and their shares of runs.
  const auto feasibleWith = [&](const std::string& questions) {
    auto document = nlohmann::json::parse(made.document);
    document.update(nlohmann::json::parse(questions));
    const ParsedStudy asked = parseStudy(document.dump());
    if (hasErrors(asked.issues)) qFatal("%s", describe(asked.issues.front()).c_str());
    const StudyTable table = studyTable(asked.study, mixed);
    return fmt::format("{:d}{:d} {:d}{:d}", table.rows[0].feasible, table.rows[1].feasible,
                       table.rows[0].best, table.rows[1].best);
  };
  const auto constrained = [](const char* constraint) {
    return fmt::format(R"({{"constraints": ["{}"], "objectives": {{"finished_share": "min"}}}})",
                       constraint);
  };
  QCOMPARE(feasibleWith(constrained("outcome == unfinished")), std::string("10 10"));
  QCOMPARE(feasibleWith(constrained("outcome == finished")), std::string("01 01"));
  QCOMPARE(feasibleWith(constrained("outcome != stalled")), std::string("11 10"));
  QCOMPARE(feasibleWith(constrained("finished_share > 0.4")), std::string("11 10"));
  QCOMPARE(feasibleWith(constrained("stable_share == 1")), std::string("01 01"));
  QCOMPARE(feasibleWith(R"({"columns": {"late": "1 - finished_share"},
                            "constraints": ["finished_share < 1"],
                            "objectives": {"late": "max"}})"),
           std::string("10 10"));
  // Where none has applications, there is no such column, and none is unfinished.
  const Study plain = parsed("").study;
  const StudyRows plainRows = runAll(plain, 1);
  QVERIFY(studyCsv(plain, plainRows).find("outcome") == std::string::npos);
  QVERIFY(studyCsv(plain, plainRows).find("stable_share") == std::string::npos);
  for (const char* constraint :
       {"outcome == finished", "outcome != stalled", "finished_share == 1"}) {
    const Study asked = parsed(fmt::format(R"("constraints": ["{}"],
                              "objectives": {{"stable_share": "max", "finished_share": "max"}})",
                                           constraint))
                            .study;
    const StudyTable table = studyTable(asked, plainRows);
    QVERIFY2(table.rows.front().feasible && table.rows.front().best, constraint);
    QVERIFY(!table.hasOutcomes);
    // What decides is in the table.
    QCOMPARE(valuesIn(table, "stable_share"), std::vector<double>{1});
    QCOMPARE(valuesIn(table, "finished_share"), std::vector<double>{1});
  }
  const Study never = parsed(R"("constraints": ["outcome == unfinished"])").study;
  QVERIFY(!studyTable(never, plainRows).rows.front().feasible);
}

HOPSCOPE_TEST(StudyTest)
#include "study_test.moc"
