// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/findings/issue_remedies.h"

#include <fmt/format.h>

#include <QTest>
#include <algorithm>

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

  /// Ranks that share a terminal are meant where all do; one pair among others may be a slip.
  void aTerminalListedTwiceIsTold() {
    const auto warnings = [](const char* places, int ranks = 4) {
      const ParsedDesign parsed =
          parseDesign(fmt::format(R"({{"schema": "hopscope.design/1", "traffic": {{"load": 0}},
            "topology": {{"kind": "ring", "routers": 4}}, "applications": [{{"kind": "halo",
            "ranks": {}, "mapping": "listed", "places": [{}]}}]}})",
                                  ranks, places));
      QStringList told;
      for (const Issue& issue : validate(parsed.design))
        told << QString::fromStdString(describe(issue));
      return told.join(QLatin1Char(' '));
    };
    QCOMPARE(warnings("0, 2, 1, 3"), QString());
    QCOMPARE(warnings("0, 0, 1, 1"), QString());
    // More ranks than terminals: some have to share.
    QCOMPARE(warnings("0, 1, 2, 3, 3, 3", 6), QString());
    QVERIFY2(warnings("0, 1, 1, 3").contains("Ranks 1 and 2 are both put on terminal 1"),
             qPrintable(warnings("0, 1, 1, 3")));
  }
};

HOPSCOPE_TEST(IssueRemediesTest)

}  // namespace hopscope

#include "issue_remedies_test.moc"
