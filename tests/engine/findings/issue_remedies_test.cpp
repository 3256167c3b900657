// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/findings/issue_remedies.h"

#include <fmt/format.h>

#include <QTest>
#include <algorithm>
#include <utility>

#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "engine/topology/placement.h"
#include "tests/support/test_main.h"

namespace hopscope {

/// What mends an issue of a design.
class IssueRemediesTest : public QObject {
  Q_OBJECT

 private slots:
  void ranksFitTheNetwork_data() {
    QTest::addColumn<QString>("application");
    QTest::addColumn<QString>("verb");
    QTest::addColumn<QString>("options");
    const auto row = [](const char* application, const char* verb, const char* options) {
      QTest::newRow(application) << application << verb << options;
    };
    row(R"("kind": "npb_ft", "ranks": 256)", "Take 16 ranks", "--set applications.0.ranks=16");
    row(R"("kind": "npb_bt", "ranks": 36)", "Take 16 ranks", "--set applications.0.ranks=16");
    row(R"("kind": "npb_bt", "ranks": 15)", "Take 9 ranks", "--set applications.0.ranks=9");
    row(R"("kind": "halo", "ranks": 40)", "Take 20 ranks", "--set applications.0.ranks=20");
    row(R"("kind": "ping_pong", "ranks": 7)", "Take 6 ranks", "--set applications.0.ranks=6");
    // A trace has the ranks that it has.
    QString trace;
    for (int rank = 0; rank < 30; ++rank) trace += QStringLiteral("%1 compute 5\\n").arg(rank);
    row(qPrintable(QStringLiteral(R"("kind": "tit", "ranks": 30, "text": "%1")").arg(trace)),
        "Put several ranks on a terminal", "--set applications.0.mapping=round_robin");
  }

  void ranksFitTheNetwork() {
    QFETCH(QString, application);
    QFETCH(QString, verb);
    QFETCH(QString, options);
    const ParsedDesign parsed =
        parseDesign(QStringLiteral(R"({"schema": "hopscope.design/1", "traffic": {"load": 0},
          "topology": {"kind": "ring", "routers": 20}, "applications": [{%1}]})")
                        .arg(application)
                        .toStdString());
    QVERIFY(!hasErrors(parsed.issues));
    const Issues wrong = validate(parsed.design);
    QVERIFY(hasErrors(wrong));
    Issues issues;
    const auto topology = buildTopology(parsed.design, issues);
    const Remedy remedy = remedyFor(wrong.front(), parsed.design, *topology, Placement());
    QCOMPARE(remedy.verb.english(), verb.toStdString());
    QCOMPARE(asOptions(remedy), options.toStdString());
    QVERIFY(!hasErrors(validate(remedied(parsed.design, remedy))));
  }

  /// What is refused as it is no number at all is nothing to take less of.
  void wordsForNumbersHaveNoRemedy() {
    const std::string ranks = "applications.0.ranks", ways = "forwarding.cache.ways";
    for (const auto& [path, about] :
         {std::pair(ranks, ranks), std::pair(ranks, std::string("applications.0.mapping")),
          std::pair(ways, ways), std::pair(std::string("forwarding.cache.entries"), ways)}) {
      ParsedDesign parsed = parseDesign(R"({"schema": "hopscope.design/1", "traffic": {"load": 0},
          "topology": {"kind": "ring", "routers": 4}, "forwarding": {"lookup": "cache"},
          "applications": [{"kind": "halo", "ranks": 4}]})");
      QVERIFY(!hasErrors(parsed.issues));
      parsed.design.settings[path] = std::string("many");
      QVERIFY(hasErrors(validate(parsed.design)));
      Issues ignored;
      const auto topology = buildTopology(parsed.design, ignored);
      QVERIFY(topology != nullptr);
      const Issue wrong{Severity::error, about, sentence("Wrong.")};
      QVERIFY2(remedyFor(wrong, parsed.design, *topology, Placement()).empty(), about.c_str());
    }
  }
};

HOPSCOPE_TEST(IssueRemediesTest)

}  // namespace hopscope

#include "issue_remedies_test.moc"
