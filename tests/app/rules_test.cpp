// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/command_line.h"
#include "tests/support/test_main.h"

using namespace hopscope::test;

class RulesTest : public QObject {
  Q_OBJECT

  CommandResult rules(const QStringList& arguments, const QByteArray& forwarding = "{}",
                      const QByteArray& topology = R"({"kind": "dragonfly"})") const {
    QFile file(folder_.filePath("d.json"));
    if (!file.open(QIODevice::WriteOnly)) return {};
    file.write(R"({"schema": "hopscope.design/1", "topology": )" + topology +
               R"(, "forwarding": {"addressing": )" + forwarding + "}}");
    file.close();
    return runCommand(folder_.path(), QStringList{"rules", "d.json"} + arguments);
  }

  QTemporaryDir folder_;

 private slots:
  void openFlow();
  void json();
  void csv();
  void refusals_data();
  void refusals();
  void resultsOfARun();
  void startOfANetwork();
  void drawnNetwork();
  void switchesThatLearn();
};

/// Every line is one that ovs-ofctl reads: fields, then actions.
void RulesTest::openFlow() {
  const QRegularExpression line(
      "^table=\\d+,priority=\\d+"
      "(,in_port=\\d+|,dl_type=0x[0-9a-f]{4}|,mpls,mpls_label=\\d+|,ip,nw_dst=10(\\.\\d+){3}"
      "|,dl_(src|dst)=([0-9a-f]{2}:){5}[0-9a-f]{2}(/([0-9a-f]{2}:){5}[0-9a-f]{2})?)*"
      ",actions=((output:\\d+|in_port|LOCAL|resubmit\\(,\\d+\\)|push_mpls:0x8847|pop_mpls:0x0800"
      "|mod_dl_(src|dst):([0-9a-f]{2}:){5}[0-9a-f]{2}|set_field:[0-9.]+->(mpls_label|tun_dst|tun_"
      "id)"
      ")(,|$))+$");
  for (const char* scheme : {"flat", "overlay", "vxlan", "switch", "group", "rewrite"}) {
    const CommandResult result =
        rules({"--router", "7"}, QByteArray(R"({"scheme": ")") + scheme + R"("})");
    QCOMPARE(result.exitCode, 0);
    const auto lines = result.out.trimmed().split('\n');
    for (const QByteArray& each : lines) QVERIFY2(line.match(each).hasMatch(), each.constData());
    QVERIFY2(result.err.contains("All 5112 pairs of terminals arrive, over 4 switches at most."),
             result.err.constData());
  }
  const CommandResult group = rules({"--router", "7"}, R"({"scheme": "group"})");
  QVERIFY(group.err.contains("Router 7: 14 rules, 13 of them for unicast."));
  const CommandResult adaptive = rules({"--router", "7", "--set", "routing.algorithm=ugal"});
  QCOMPARE(adaptive.exitCode, 0);
  QVERIFY2(adaptive.err.contains("With UGAL-L, packets choose among several paths; these rules "
                                 "follow Dragonfly minimal."),
           adaptive.err.constData());
  QVERIFY(!group.err.contains("these rules follow"));
  // Conditional rules stand in tables by groups, and it is said where they do not.
  const QStringList conditional{"--router", "7", "--set", "routing.algorithm=conditional"};
  const CommandResult flat = rules(conditional), own = rules(conditional, R"({"scheme": "group"})");
  QCOMPARE(own.exitCode, 0);
  QVERIFY2(flat.err.contains("set forwarding.addressing.scheme to group."), flat.err.constData());
  QVERIFY(!adaptive.err.contains("addressing.scheme") && !own.err.contains("these rules follow"));
  QVERIFY2(own.out.contains("# alternative") && !flat.out.contains("# alternative"),
           own.out.constData());
  const CommandResult compact =
      rules({"--router", "0"}, R"({"scheme": "group", "compact": true, "broadcast_tree": false})");
  QVERIFY2(compact.err.contains("Router 0: 11 rules, 11 of them"), compact.err.constData());
}

void RulesTest::json() {
  const CommandResult result =
      rules({"--router", "4", "--format", "json"}, R"({"scheme": "group"})");
  QCOMPARE(result.exitCode, 0);
  const QJsonObject document = QJsonDocument::fromJson(result.out).object();
  QCOMPARE(document["router"].toInt(), 4);
  QCOMPARE(document["rules"].toArray().size(), 14);
  QCOMPARE(document["address_fields"].toArray().at(0).toObject()["bits"].toInt(), 4);
  QCOMPARE(document["terminals"].toArray().at(0).toObject()["address"].toString(),
           QString("02:00:00:00:00:08"));
}

void RulesTest::csv() {
  const CommandResult result = rules({"--router", "4", "--format", "csv"});
  QCOMPARE(result.exitCode, 0);
  QCOMPARE(result.out.count('\n'), 1 + 72 + 1);
}

void RulesTest::refusals_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<QByteArray>("forwarding");
  QTest::addColumn<QByteArray>("topology");
  QTest::addColumn<QByteArray>("says");
  const QByteArray fly = R"({"kind": "dragonfly"})";
  const QStringList first{"--router", "0"};
  QTest::newRow("no router") << QStringList{} << QByteArray("{}") << fly << QByteArray("--router");
  QTest::newRow("router 36") << QStringList{"--router", "36"} << QByteArray("{}") << fly
                             << QByteArray(
                                    "There is no router 36. The network has 36 routers, 0 to 35.");
  QTest::newRow("format") << QStringList{"--router", "0", "--format", "xml"} << QByteArray("{}")
                          << fly << QByteArray("--format");
  QTest::newRow("scheme") << first << QByteArray(R"({"scheme": "grup"})") << fly
                          << QByteArray("forwarding.addressing.scheme");
  QTest::newRow("compact flat") << first << QByteArray(R"({"compact": true})") << fly
                                << QByteArray("forwarding.addressing.compact: Addresses without");
  QTest::newRow("no groups") << first << QByteArray(R"({"scheme": "group"})")
                             << QByteArray(R"({"kind": "ring"})")
                             << QByteArray("forwarding.addressing.scheme: The switches of this");
  QTest::newRow("unknown key") << first << QByteArray(R"({"sheme": "flat"})") << fly
                               << QByteArray("forwarding.addressing.sheme");
}

void RulesTest::refusals() {
  QFETCH(QStringList, arguments);
  QFETCH(QByteArray, forwarding);
  QFETCH(QByteArray, topology);
  QFETCH(QByteArray, says);
  const CommandResult result = rules(arguments, forwarding, topology);
  QCOMPARE(result.exitCode, 2);
  QVERIFY(result.out.isEmpty());
  QVERIFY2(result.err.contains(says), result.err.constData());
}

void RulesTest::resultsOfARun() {
  rules({"--router", "0"}, R"({"scheme": "group"})");
  const CommandResult result =
      runCommand(folder_.path(), {"run", "d.json", "--set", "run.measure=200", "--set",
                                  "run.warmup=0", "--quiet", "--out", "r.json"});
  QCOMPARE(result.exitCode, 0);
  const QJsonObject tables =
      QJsonDocument::fromJson(readFile(folder_.filePath("r.json"))).object()["tables"].toObject();
  QCOMPARE(tables["entries_max"].toInt(), 13);
  QCOMPARE(tables["compacted_entries"].toInt(), 12);
}

/// The Dynamic MAC Protocol before a run; what it came to stands in the results and on the
/// terminal.
void RulesTest::startOfANetwork() {
  rules({"--router", "0"}, "{}",
        R"({"kind": "complete", "routers": 2, "terminals_per_router": 2})");
  const QStringList run{"run",   "d.json",
                        "--set", "run.measure=200",
                        "--set", "run.warmup=0",
                        "--set", "forwarding.scenario.kind=dmp",
                        "--set", "forwarding.scenario.retry=10 us",
                        "--out", "r.json"};
  const CommandResult result = runCommand(folder_.path(), run);
  QCOMPARE(result.exitCode, 0);
  QVERIFY2(result.err.contains("12 of 12 pairs of terminals reach each other"),
           result.err.constData());
  const QJsonObject scenario =
      QJsonDocument::fromJson(readFile(folder_.filePath("r.json"))).object()["scenario"].toObject();
  QCOMPARE(scenario["reached"].toInt(), 12);
  QCOMPARE(scenario["added_rules"].toInt(), 2);
  QCOMPARE(scenario["events"].toArray().at(0).toObject()["event"].toString(), QString("boot"));
  const CommandResult wrong =
      runCommand(folder_.path(), run + QStringList{"--set", "forwarding.scenario.retry=0 us"});
  QCOMPARE(wrong.exitCode, 2);
  QVERIFY2(wrong.err.contains("forwarding.scenario.retry"), wrong.err.constData());
}

/// Switches that learn, before the run of the same traffic.
void RulesTest::switchesThatLearn() {
  rules({"--router", "0"}, "{}",
        R"({"kind": "complete", "routers": 2, "terminals_per_router": 2})");
  const QStringList run{"run",   "d.json",
                        "--set", "run.measure=2000",
                        "--set", "run.warmup=0",
                        "--set", "forwarding.scenario.kind=learning",
                        "--set", "forwarding.addressing.table_entries=2",
                        "--out", "r.json"};
  const CommandResult result = runCommand(folder_.path(), run);
  QCOMPARE(result.exitCode, 0);
  QVERIFY2(result.err.contains("frames flooded"), result.err.constData());
  const QJsonObject all = QJsonDocument::fromJson(readFile(folder_.filePath("r.json"))).object();
  const QJsonObject learning = all["learning"].toObject();
  QVERIFY(learning["floods"].toInt() > 0);
  QCOMPARE(all["tables"].toObject()["floods"].toInt(), learning["floods"].toInt());
  QCOMPARE(learning["entries_max"].toInt(), 2);
  QCOMPARE(learning["full_tables"].toInt(), 2);
  QCOMPARE(learning["delivered"].toInt(), learning["frames"].toInt());
  const CommandResult wrong =
      runCommand(folder_.path(), run + QStringList{"--set", "forwarding.addressing.scheme=switch"});
  QCOMPARE(wrong.exitCode, 2);
  QVERIFY2(wrong.err.contains("Switches learn flat addresses"), wrong.err.constData());
}

/// Ids are those of the drawing.
void RulesTest::drawnNetwork() {
  const QByteArray drawn = R"({"kind": "custom", "routers": [{"id": 5}, {"id": 9}],
    "terminals": [{"id": 1, "router": 5}, {"id": 2, "router": 9}],
    "channels": [{"id": 3, "from": 5, "to": 9}]})";
  const CommandResult result = rules({"--router", "9"}, R"({"scheme": "switch"})", drawn);
  QVERIFY2(result.exitCode == 0, result.err.constData());
  QVERIFY(result.err.contains("Router 9: 3 rules, 2 of them for unicast. All 2 pairs"));
  const CommandResult wrong = rules({"--router", "0"}, R"({"scheme": "switch"})", drawn);
  QCOMPARE(wrong.exitCode, 2);
  QVERIFY(wrong.err.contains("2 routers, 5 to 9"));
}

HOPSCOPE_TEST(RulesTest)
#include "rules_test.moc"
