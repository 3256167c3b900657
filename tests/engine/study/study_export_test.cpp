// SPDX-License-Identifier: GPL-3.0-or-later
// What files of a study say of points that are not done, and the study that is read from them.
#include <QTest>
#include <nlohmann/json.hpp>

#include "engine/study/study.h"
#include "engine/study/study_groups.h"
#include "engine/study/study_html.h"
#include "engine/study/study_rows.h"
#include "engine/study/study_source.h"
#include "engine/study/study_table.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

const char* const kRising = R"({"schema": "hopscope.study/1",
  "design": {"schema": "hopscope.design/1", "topology": {"kind": "mesh"}},
  "axes": [{"setting": "traffic.load", "values": [0.1, 0.2, 0.9, 1]}],
  "stop_rising": "traffic.load", "constraints": ["latency.mean < 30"],
  "objectives": {"latency.mean": "min"}})";

class StudyExportTest : public QObject {
  Q_OBJECT

 private slots:
  /// Done and met, done and not met, saturated, left out.
  void whatIsNotDoneIsNotJudged() {
    const ParsedStudy parsed = parseStudy(kRising);
    QVERIFY(!hasErrors(parsed.issues));
    StudyRows rows;
    rows.add({0, 0, {}, Verdict::stable, {{"latency.mean", 20.0}}});
    rows.add({1, 0, {}, Verdict::stable, {{"latency.mean", 40.0}}});
    rows.add({2, 0, {}, Verdict::saturated, {{"latency.mean", 900.0}}});
    const std::string csv = studyCsv(parsed.study, rows);
    for (const char* line : {",0.1,done,1,stable,20,,1,1,\n", ",0.2,done,1,stable,40,,0,0,\n",
                             ",0.9,done,1,saturated,900,,0,0,\n", ",1,left out,0,,,,,,\n"})
      QVERIFY2(csv.find(line) != std::string::npos, csv.c_str());
    const auto json = nlohmann::json::parse(studyJson(parsed.study, parsed.document, rows));
    QCOMPARE(json["points"][0]["feasible"].get<bool>(), true);
    QCOMPARE(json["points"][1]["feasible"].get<bool>(), false);
    QVERIFY(json["points"][3]["feasible"].is_null() && json["points"][3]["best"].is_null());
    const std::string groups = studyGroupsCsv(parsed.study, rows, "verdict");
    QVERIFY2(groups.find("\nleft out,1,0,0,") != std::string::npos, groups.c_str());
  }

  void whatWasExportedIsTheSameStudy() {
    const ParsedStudy parsed = parseStudy(kRising);
    const std::string hash = studyHash(parsed.document);
    for (const std::string& file : {parsed.document, studyJson(parsed.study, parsed.document, {}),
                                    studyHtml(parsed.study, parsed.document, {}, {}, {})}) {
      const ParsedStudy again = parseStudy(studyDocumentIn(file));
      QVERIFY(!hasErrors(again.issues));
      QCOMPARE(studyHash(again.document), hash);
    }
    for (const char* none : {"", "{", "[]", "{}", R"({"schema": "x", "study": {}})"})
      QCOMPARE(studyDocumentIn(none), std::string(none));
  }

  /// One sentence that helps, instead of two of which none does.
  void oneRunEachHasAWord() {
    const std::string text = kRising;
    const ParsedStudy wrong = parseStudy(std::string(text).insert(1, R"("seeds": {"least": 1}, )"));
    QCOMPARE(wrong.issues.size(), std::size_t{1});
    QCOMPARE(wrong.issues.front().path, std::string("seeds.least"));
    QCOMPARE(wrong.issues.front().remedy.english(),
             std::string("Write \"seeds\": 1 for one run of each point."));
    QVERIFY(parseStudy(std::string(text).insert(1, R"("seeds": 1, )")).issues.empty());
  }
};

}  // namespace
}  // namespace hopscope

using hopscope::StudyExportTest;
HOPSCOPE_TEST(StudyExportTest)
#include "study_export_test.moc"
