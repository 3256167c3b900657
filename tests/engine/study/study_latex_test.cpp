// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of studies for papers, and the documents that are made for others.
#include <QTest>

#include "engine/study/readable_table.h"
#include "engine/study/study_documents.h"
#include "engine/study/study_groups.h"
#include "engine/study/study_html.h"
#include "engine/study/study_latex.h"
#include "engine/study/study_points.h"
#include "tests/support/test_main.h"

using namespace hopscope;

namespace {

Design meshOf(std::int64_t side, const char* name) {
  Design design;
  design.name = name;
  design.settings["topology.kind"] = std::string("mesh");
  design.settings["topology.dimensions"] = std::vector<std::int64_t>{side, side};
  return design;
}

}  // namespace

class StudyLatexTest : public QObject {
  Q_OBJECT

 private slots:
  void aTableOfTwoDesigns() {
    const ParsedStudy parsed =
        parseStudy(comparisonStudy("Meshes", {meshOf(3, "a_b"), meshOf(4, "50% & more")}));
    QVERIFY(!hasErrors(parsed.issues));
    QCOMPARE(pointCount(parsed.study), std::uint64_t{10});
    StudyRows rows;
    const auto add = [&](PointId point, std::uint32_t run, double latency) {
      rows.add(
          {point, run, {}, Verdict::stable, {{"accepted_load", 0.1}, {"latency.mean", latency}}});
    };
    add(0, 0, 10.25);
    add(0, 1, 10.75);
    add(5, 0, 12345);
    const std::string text = studyLatex(parsed.study, rows, usualColumns(parsed.study));
    QVERIFY2(text.find("\\begin{tabular}{lllrr}") != std::string::npos, text.c_str());
    QVERIFY(text.find("design & traffic.load & best & accepted\\_load & latency.mean \\\\") !=
            std::string::npos);
    // Two runs have an interval: t(0.975, 1) = 12.706, times 0.25.
    QVERIFY2(text.find("a\\_b & 0.1 & yes & $0.1000 \\pm 0$ & $10.50 \\pm 3.177$ \\\\") !=
                 std::string::npos,
             text.c_str());
    QVERIFY2(text.find("50\\% \\& more & 0.1 & no & 0.1000 & 12345 \\\\") != std::string::npos,
             text.c_str());
    // Points that were not run have no row.
    QVERIFY(text.find("\n% Not in it: 8 points not run yet.\n") != std::string::npos);
    QCOMPARE(std::count(text.begin(), text.end(), '\n'), 10);
  }

  void whatCouldNotBeRunIsTold() {
    const ParsedStudy parsed = parseStudy(R"({"schema": "hopscope.study/1",
      "design": {"schema": "hopscope.design/1", "topology": {"kind": "mesh"}},
      "axes": [{"setting": "traffic.load", "values": [0.1, 0.9]}]})");
    QVERIFY(!hasErrors(parsed.issues));
    StudyRows rows;
    rows.add({0, 0, {}, Verdict::stable, {{"accepted_load", 0.1}, {"latency.mean", 20.5}}});
    rows.add(StudyRow{1, 0, "No room\nfor <a> packet.", Verdict::stable, {}});
    const std::vector<std::string> columns = usualColumns(parsed.study);
    const std::string latex = studyLatex(parsed.study, rows, columns);
    QVERIFY2(latex.find("\n% Not in it: 1 point could not be run.\n"
                        "% traffic.load = 0.9: No room for <a> packet.\n") != std::string::npos,
             latex.c_str());
    const std::string html = studyHtml(parsed.study, "{}", rows, columns, {});
    QVERIFY2(html.find("<li>traffic.load = 0.9: No room for &lt;a&gt; packet.</li>") !=
                 std::string::npos,
             html.c_str());
  }

  /// What had no steady state has no latency, and is said to have none.
  void saturatedPointsHaveNoLatency() {
    const ParsedStudy parsed = parseStudy(R"({"schema": "hopscope.study/1",
      "design": {"schema": "hopscope.design/1", "topology": {"kind": "mesh"}},
      "axes": [{"setting": "traffic.load", "values": [0.1, 0.9]}],
      "constraints": ["accepted_load > 0.2"]})");
    QVERIFY(!hasErrors(parsed.issues));
    StudyRows rows;
    rows.add({0, 0, {}, Verdict::stable, {{"accepted_load", 0.1}, {"latency.mean", 20.5}}});
    const auto text = [&] { return studyLatex(parsed.study, rows, usualColumns(parsed.study)); };
    QVERIFY2(text().find("0.1 & no & 0.1000 & 20.50 \\\\") != std::string::npos, text().c_str());
    rows.add({1, 0, {}, Verdict::saturated, {{"accepted_load", 0.5}, {"latency.mean", 815.5}}});
    QVERIFY2(text().find("traffic.load & verdict & feasible & accepted") != std::string::npos,
             text().c_str());
    QVERIFY2(text().find("0.9 & saturated & yes & 0.5000 & -- \\\\") != std::string::npos,
             text().c_str());
  }

  /// A value that divides by nothing is NaN, one that is not there a dash.
  void whatDividesByNothing() {
    const ParsedStudy parsed = parseStudy(R"({"schema": "hopscope.study/1",
      "design": {"schema": "hopscope.design/1", "topology": {"kind": "mesh"}},
      "axes": [{"setting": "traffic.load", "values": [0, 0.1]}],
      "columns": {"share": "accepted_load / offered_load"}})");
    QVERIFY(!hasErrors(parsed.issues));
    StudyRows rows;
    rows.add({0, 0, {}, Verdict::stable, {{"accepted_load", 0}, {"offered_load", 0}}});
    rows.add({1, 0, {}, Verdict::stable, {{"accepted_load", 0.1}, {"latency.mean", 20.5}}});
    const std::vector<std::string> columns = usualColumns(parsed.study);
    const std::string latex = studyLatex(parsed.study, rows, columns);
    QVERIFY2(latex.find("0 & 0 & -- & NaN \\\\") != std::string::npos, latex.c_str());
    QVERIFY2(latex.find("0.1 & 0.1000 & 20.50 & -- \\\\") != std::string::npos, latex.c_str());
    const std::string html = studyHtml(parsed.study, "{}", rows, columns, {});
    QVERIFY2(html.find("<td class=\"n\">NaN</td>") != std::string::npos, html.c_str());
  }

  /// Means of what is told of points; what was not run says nothing.
  void groupsOfPoints() {
    const ParsedStudy parsed = parseStudy(R"({"schema": "hopscope.study/1",
      "design": {"schema": "hopscope.design/1", "topology": {"kind": "mesh"}},
      "axes": [{"setting": "traffic.packet_flits", "values": [4, 2]},
               {"setting": "traffic.load", "values": [0.1, 0.2, 0.9]}],
      "columns": {"nothing": "1 / (traffic.packet_flits - 4) + 0"}})");
    QVERIFY(!hasErrors(parsed.issues));
    StudyRows rows;
    const auto add = [&](PointId point, Verdict verdict, double latency) {
      rows.add({point, 0, {}, verdict, {{"latency.mean", latency}}});
    };
    add(0, Verdict::stable, 20);
    add(1, Verdict::stable, 40);
    add(2, Verdict::saturated, 900);
    add(3, Verdict::stable, 10);
    const std::string csv = studyGroupsCsv(parsed.study, rows, "traffic.packet_flits");
    QVERIFY2(csv.starts_with("traffic.packet_flits,points,done,runs,verdict,latency.mean,"
                             "latency.mean.least,latency.mean.most,"),
             csv.c_str());
    QVERIFY2(csv.find("\n4,3,3,3,saturated,30,20,40,") != std::string::npos, csv.c_str());
    QVERIFY2(csv.find("\n2,3,1,1,stable,10,10,10,") != std::string::npos, csv.c_str());
    QVERIFY2(csv.find(",,,\n2,") != std::string::npos, csv.c_str());
    QVERIFY2(csv.ends_with(",-0.5,-0.5,-0.5\n"), csv.c_str());
    const std::string verdicts = studyGroupsCsv(parsed.study, rows, "verdict");
    QVERIFY2(verdicts.find("\nsaturated,1,1,1,,,") != std::string::npos, verdicts.c_str());
    QCOMPARE(std::count(verdicts.begin(), verdicts.end(), '\n'), std::ptrdiff_t{4});
    // Points without a verdict say why.
    QVERIFY2(verdicts.find("\nopen,2,0,0,") != std::string::npos, verdicts.c_str());
    const std::string outcomes = studyGroupsCsv(parsed.study, rows, "outcome");
    QVERIFY2(outcomes.find("\nno application,4,4,4,") != std::string::npos, outcomes.c_str());
    QCOMPARE(groupNames(parsed.study),
             (std::vector<std::string>{"design", "traffic.packet_flits", "traffic.load", "status",
                                       "verdict", "outcome"}));
  }

  /// LaTeX would take a bracket at the beginning of a row for the space behind the row before.
  void aRowDoesNotBeginWithABracket() {
    const ParsedStudy parsed = parseStudy(R"({"schema": "hopscope.study/1",
      "design": {"schema": "hopscope.design/1", "topology": {"kind": "mesh"}},
      "axes": [{"setting": "topology.dimensions", "values": [[4, 4], [2, 3]]}]})");
    QVERIFY(!hasErrors(parsed.issues));
    StudyRows rows;
    for (const PointId point : {0, 1})
      rows.add({point, 0, {}, Verdict::stable, {{"accepted_load", 0.1}}});
    const std::string text = studyLatex(parsed.study, rows, usualColumns(parsed.study));
    QVERIFY2(text.find("  {}[4") != std::string::npos, text.c_str());
    QVERIFY2(text.find("  {}[2") != std::string::npos, text.c_str());
  }

  void documentsCanBeRead() {
    const ParsedStudy one = parseStudy(curveStudy("", {meshOf(3, "a")}));
    QVERIFY(!hasErrors(one.issues));
    QCOMPARE(pointCount(one.study), std::uint64_t{9});
    QVERIFY(one.study.rising.has_value());
    const ParsedStudy two = parseStudy(comparisonStudy("b", {meshOf(3, "a"), meshOf(3, "a")}));
    QVERIFY(!hasErrors(two.issues));
    QCOMPARE(two.study.designs.size(), std::size_t{2});
    QVERIFY(two.study.designs[0].name != two.study.designs[1].name);
    QCOMPARE(two.study.objectives.size(), std::size_t{2});
  }
};

HOPSCOPE_TEST(StudyLatexTest)
#include "study_latex_test.moc"
