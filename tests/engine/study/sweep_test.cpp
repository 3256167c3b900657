// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/sweep.h"

#include <QObject>
#include <QTest>

#include "engine/design/catalogue.h"
#include "engine/study/results_csv.h"
#include "tests/engine/study/study_designs.h"
#include "tests/support/test_main.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

std::vector<std::string> valuesOf(const char* text) {
  const auto axis = parseAxis(text, {});
  const auto* parsed = std::get_if<SweepAxis>(&axis);
  return parsed ? parsed->values : std::vector<std::string>{};
}

}  // namespace

class SweepTest : public QObject {
  Q_OBJECT

 private slots:
  void ranges();
  void lists();
  void refusedAxes_data();
  void refusedAxes();
  void grid();
  void wrongPoint();
  void settingsOfWhatAnAxisChooses();
  void axesWinOverSettings();
  void listsAreToldApart();
  void noSettingIsVariedTwice();
  void tooManyRuns();
  void rows();
  void aFailureKeepsWhatIsFinished();
  void seedsOfReplicationsDoNotOverlap();
};

void SweepTest::ranges() {
  QCOMPARE(valuesOf("traffic.load=0.05:0.95:0.05").size(), 19U);
  QCOMPARE(valuesOf("traffic.load=0.05:0.95:0.05")[2], std::string("0.15"));
  QCOMPARE(valuesOf("traffic.load=0.05:0.95:0.05").back(), std::string("0.95"));
  QVERIFY((valuesOf("topology.h=2:6:2") == std::vector<std::string>{"2", "4", "6"}));
  QVERIFY((valuesOf("topology.h=2:5:2") == std::vector<std::string>{"2", "4"}));
  QVERIFY((valuesOf("topology.h=3:3:1") == std::vector<std::string>{"3"}));
  // No digit is lost, and no rounding shows.
  QVERIFY((valuesOf("run.seed=1234567890123:1234567890125:1") ==
           std::vector<std::string>{"1234567890123", "1234567890124", "1234567890125"}));
  QVERIFY((valuesOf("run.seed=9007199254740992:9007199254740993:1") ==
           std::vector<std::string>{"9007199254740992", "9007199254740993"}));
  QVERIFY((valuesOf("x=-0.3:0.3:0.3") == std::vector<std::string>{"-0.3", "0", "0.3"}));
  QVERIFY((valuesOf("x=1e3:3e3:1e3") == std::vector<std::string>{"1000", "2000", "3000"}));
  QVERIFY((valuesOf("x=0:1:0.33333334") ==
           std::vector<std::string>{"0", "0.33333334", "0.66666668", "1.00000002"}));
  QVERIFY((valuesOf("x=0:1:0.334") == std::vector<std::string>{"0", "0.334", "0.668"}));
}

void SweepTest::lists() {
  QVERIFY((valuesOf("routing.algorithm=minimal,shortest_path") ==
           std::vector<std::string>{"minimal", "shortest_path"}));
  QVERIFY(
      (valuesOf("topology.dimensions=[4,4],[8,8]") == std::vector<std::string>{"[4,4]", "[8,8]"}));
}

void SweepTest::refusedAxes_data() {
  QTest::addColumn<QString>("text");
  for (const char* text :
       {"", "traffic.load", "=1", "traffic.load=", "traffic.load=0.1:0.9", "traffic.load=a:b:c",
        "traffic.load=0.9:0.1:0.1", "traffic.load=0.1:0.9:0", "traffic.load=0.1:0.9:-0.1",
        "traffic.load=0:1:1e-9", "traffic.load=0.1,,0.3", "traffic.load=0.1:nan:0.1",
        "traffic.load=0.1:0.2:0.1:0.1", "run.seed=-9223372036854775807:9223372036854775807:1",
        "run.seed=0:1e18:0.001", "run.seed=1:99999999999999999999:1"})
    QTest::newRow(text) << QString(text);
}

void SweepTest::refusedAxes() {
  QFETCH(QString, text);
  const auto axis = parseAxis(text.toStdString(), {});
  QVERIFY(std::holds_alternative<Issue>(axis));
  QVERIFY(!std::get<Issue>(axis).text.empty());
  QVERIFY(!std::get<Issue>(axis).remedy.empty());
}

void SweepTest::grid() {
  const SweepPlan plan = planSweep(
      crossbarDesign(), {{"traffic.load", {"0.1", "0.2"}}, {"topology.terminals", {"4", "8"}}}, 2);
  QVERIFY(plan.issues.empty());
  QCOMPARE(plan.runs.size(), 8U);
  QVERIFY((plan.runs[2].values == std::vector<std::string>{"0.1", "8"}));
  QCOMPARE(std::get<std::int64_t>(plan.runs[2].design.settings.at("run.seed")), std::int64_t{7});
  QCOMPARE(std::get<std::int64_t>(plan.runs[3].design.settings.at("run.seed")), std::int64_t{8});
  QCOMPARE(std::get<std::int64_t>(plan.runs[3].design.settings.at("topology.terminals")),
           std::int64_t{8});
  QVERIFY((plan.runs[4].values == std::vector<std::string>{"0.2", "4"}));
}

void SweepTest::wrongPoint() {
  QVERIFY(hasErrors(planSweep(crossbarDesign(), {{"traffic.load", {"0.1", "1.5"}}}, 1).issues));
  const Issues unknown = planSweep(crossbarDesign(), {{"traffic.laod", {"0.1"}}}, 1).issues;
  QVERIFY(hasErrors(unknown));
  QVERIFY(unknown.front().remedy.english().find("traffic.load") != std::string::npos);
}

/// A setting that belongs to what an axis chooses holds at the points that have it.
void SweepTest::settingsOfWhatAnAxisChooses() {
  Design design = crossbarDesign();
  const std::vector<RefusedSetting> refused =
      setWhatCanBe(design, {{"switch.vc_allocator", "wavefront"}, {"switch.speculative", "maybe"}});
  QCOMPARE(refused.size(), std::size_t{2});
  const std::vector<SweepAxis> model = {{"switch.vc_allocator.arbiter", {"age"}},
                                        {"switch.model", {"vct", "wormhole"}}};
  QCOMPARE(planSweep(design, {model[1]}, 1, {refused[0]}).issues.size(), std::size_t{0});
  const SweepPlan plan = planSweep(design, {model[1]}, 1, {refused[0]});
  QCOMPARE(plan.runs.size(), std::size_t{2});
  QVERIFY(writeDesign(plan.runs[0].design).find("wavefront") == std::string::npos);
  QVERIFY(writeDesign(plan.runs[1].design).find("wavefront") != std::string::npos);
  // No point has it, or not with that value: what is said is what was said first.
  const Issues none = planSweep(design, {{"traffic.load", {"0.1"}}}, 1, {refused[0]}).issues;
  QVERIFY(hasErrors(none) && none.back().path == refused[0].issues.front().path);
  QVERIFY(hasErrors(planSweep(design, {model[1]}, 1, refused).issues));
  // An axis may not miss what it varies.
  QVERIFY(hasErrors(planSweep(design, model, 1, {refused[0]}).issues));
}

/// Whether what has the setting is chosen by the design or by an axis.
void SweepTest::axesWinOverSettings() {
  Design design = crossbarDesign();
  design.settings["switch.model"] = std::string("vct");
  const std::string path = "switch.vc_allocator";
  const auto refused = setWhatCanBe(design, {{path, "wavefront"}});
  QCOMPARE(refused.size(), std::size_t{1});
  const SweepAxis model{"switch.model", {"wormhole"}}, both{"switch.model", {"vct", "wormhole"}};
  const SweepPlan plan =
      planSweep(design, {model, {path, {"separable_input_first", "wavefront"}}}, 1, refused);
  QVERIFY(plan.issues.empty());
  QCOMPARE(plan.runs.size(), std::size_t{2});
  for (const SweepRun& run : plan.runs)
    QCOMPARE(effectiveValue(run.design, path + ".kind"), Value(run.values[1]));
  // No point is without what an axis varies, though a setting may say the same.
  for (const char* value : {"wavefront", "separable_input_first"})
    QVERIFY(hasErrors(planSweep(design, {both, {path, {value}}}, 1, refused).issues));
}

/// "4,4" is one list where it is set: varied, it must show whether it is one or two.
void SweepTest::listsAreToldApart() {
  Design design = crossbarDesign();
  design.settings = {{"topology.kind", std::string("mesh")}};
  const auto axisOf = [&](const std::string& values) {
    return parseAxis("topology.dimensions=" + values, design);
  };
  const auto runsOf = [&](const char* values) {
    auto axis = axisOf(values);
    if (!std::holds_alternative<SweepAxis>(axis)) return std::size_t{0};
    return planSweep(design, {std::get<SweepAxis>(std::move(axis))}, 1).runs.size();
  };
  for (const char* plain : {"4,8", "4, 8", "+4,8"})
    QVERIFY2(std::holds_alternative<Issue>(axisOf(plain)), plain);
  const Issue refused = std::get<Issue>(axisOf("4,8"));
  QCOMPARE(refused.path, std::string("--over topology.dimensions"));
  QVERIFY2(refused.remedy.english().find(
               "[4,8] for one list, or [4],[8] for lists of one number each") != std::string::npos,
           refused.remedy.english().c_str());
  QCOMPARE(runsOf("[4,8]"), std::size_t{1});
  QCOMPARE(runsOf("[4],[8]"), std::size_t{2});
  QCOMPARE(runsOf("4x4,8x8"), std::size_t{2});
  QCOMPARE(runsOf("4 4,2 2"), std::size_t{2});
  QCOMPARE(runsOf("4:8:4"), std::size_t{2});
  QCOMPARE(runsOf("8"), std::size_t{1});
  // Who lists the values one by one has told them apart.
  QCOMPARE(planSweep(design, {{"topology.dimensions", {"4", "8"}}}, 1).runs.size(), std::size_t{2});
}

/// Under none of its names.
void SweepTest::noSettingIsVariedTwice() {
  const SweepAxis load{"traffic.load", {"0.1"}};
  const SweepPlan plan = planSweep(crossbarDesign(), {load, load}, 1);
  QVERIFY(plan.runs.empty());
  QCOMPARE(plan.issues.size(), std::size_t{1});
  QCOMPARE(plan.issues.front().text.english(), std::string("The setting is varied twice."));
  const SweepAxis kind{"traffic.pattern.kind", {"uniform"}},
      pattern{"traffic.pattern", {"uniform"}};
  QVERIFY(hasErrors(planSweep(crossbarDesign(), {kind, pattern}, 1).issues));
}

void SweepTest::tooManyRuns() {
  const std::vector<std::string> many(1000, "0.1");
  const SweepPlan plan =
      planSweep(crossbarDesign(), {{"traffic.load", many}, {"run.warmup", many}}, 1);
  QVERIFY(hasErrors(plan.issues));
  QVERIFY(plan.runs.empty());
}

void SweepTest::rows() {
  const SweepPlan plan = planSweep(crossbarDesign(), {{"traffic.load", {"0.1", "0.7", "0.3"}}}, 2);
  const auto one = sweep(plan, 1).rows;
  const auto four = sweep(plan, 4).rows;
  QCOMPARE(one.size(), 6U);
  QCOMPARE(one[2].results.offeredLoad, 0.7);
  QCOMPARE(sweepCsv(plan.axes, four), sweepCsv(plan.axes, one));
  QVERIFY(sweepCsv(plan.axes, one).rfind("traffic.load,seed,offered_load,accepted_load,", 0) == 0);
}

void SweepTest::aFailureKeepsWhatIsFinished() {
  SweepPlan plan = planSweep(crossbarDesign(), {{"traffic.load", {"0.1", "0.2", "0.3"}}}, 1);
  // What planning can't know: here, a design that turns bad after it was checked.
  plan.runs[0].design.settings["topology.terminals"] = std::int64_t{-1};
  const SweepOutcome outcome = sweep(plan, 1);
  QCOMPARE(outcome.rows.size(), 2U);  // the lowest load comes last
  QCOMPARE(outcome.rows.front().results.offeredLoad, 0.2);
  QVERIFY(!outcome.failure.empty());
}

void SweepTest::seedsOfReplicationsDoNotOverlap() {
  Design design = crossbarDesign();
  design.settings["run.replications"] = std::int64_t{3};
  const SweepPlan plan = planSweep(design, {{"traffic.load", {"0.1"}}}, 2);
  const auto seed = [&](std::size_t run) {
    return std::get<std::int64_t>(plan.runs[run].design.settings.at("run.seed"));
  };
  QCOMPARE(seed(0), std::int64_t{7});
  QCOMPARE(seed(1), std::int64_t{10});
}

HOPSCOPE_TEST(SweepTest)
#include "sweep_test.moc"
