// SPDX-License-Identifier: GPL-3.0-or-later
// The design space, and the estimate of a design, from the command line.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/command_line.h"
#include "tests/support/test_main.h"

using namespace hopscope::test;

namespace {

constexpr const char* kRequest =
    R"({"schema": "hopscope.explore/1", "terminals": 500, "radix": 24, "throughput": 0.5})";

}  // namespace

class ExploreCommandTest : public QObject {
  Q_OBJECT

  CommandResult command(const QStringList& arguments, const QByteArray& input = {}) const {
    return runCommand(folder_.path(), arguments, input);
  }

  QTemporaryDir folder_;

 private slots:
  void tables();
  void opensADesign();
  void refuses_data();
  void refuses();
  void estimates();
};

void ExploreCommandTest::tables() {
  const CommandResult csv = command({"explore", "-", "--csv"}, kRequest);
  QCOMPARE(csv.exitCode, 0);
  const QJsonArray candidates =
      QJsonDocument::fromJson(command({"explore", "-", "--json"}, kRequest).out)["candidates"]
          .toArray();
  QVERIFY(candidates.size() > 20);
  QCOMPARE(csv.out.count('\n'), candidates.size() + 1);
  for (const auto& each : candidates) QVERIFY(each.toObject()["throughput"].toDouble() >= 0.5);
  // What "check" comes to where it counts is not known beforehand, nor whether it does.
  const CommandResult even = command({"explore", "-"}, R"({"schema": "hopscope.explore/1",
      "terminals": {"least": 300, "most": 400}, "radix": 16, "families": ["slimfly"]})");
  QVERIFY2(even.out.contains("≤"), even.out);
  QVERIFY2(even.err.contains("counts them there, where they are not too many, and may come to"),
           even.err);
  const CommandResult front =
      command({"explore", "-", "--csv", "--front", "--pareto", "cost,diameter"}, kRequest);
  QVERIFY(front.out.count('\n') > 1);
  QVERIFY(front.out.count('\n') < csv.out.count('\n'));
}

void ExploreCommandTest::opensADesign() {
  QCOMPARE(command({"explore", "-", "--open", "0", "--out", "d.json"}, kRequest).exitCode, 0);
  QCOMPARE(command({"check", "d.json"}).exitCode, 0);
}

void ExploreCommandTest::refuses_data() {
  QTest::addColumn<QStringList>("more");
  QTest::addColumn<QByteArray>("request");
  QTest::addColumn<QByteArray>("says");
  const QByteArray fine = kRequest;
  const auto row = [](const char* name, const QStringList& more, const QByteArray& request,
                      const char* says) {
    QTest::newRow(name) << more << request << QByteArray(says);
  };
  row("setting", {}, R"({"schema": "hopscope.explore/1", "radiks": 3})", "radiks: ");
  row("schema", {}, R"({"schema": "hopscope.study/1"})", "schema: ");
  row("objective", {"--pareto", "prize"}, fine, "--pareto prize");
  row("row", {"--open", "99999999"}, fine, "--open 99999999");
  row("both", {"--json", "--csv"}, fine, "exclude");
}

void ExploreCommandTest::refuses() {
  QFETCH(QStringList, more);
  QFETCH(QByteArray, request);
  QFETCH(QByteArray, says);
  const CommandResult result = command(QStringList{"explore", "-"} + more, request);
  QCOMPARE(result.exitCode, 2);
  QVERIFY2(result.err.contains(says), result.err.constData());
}

void ExploreCommandTest::estimates() {
  const QByteArray design = command({"new", "torus"}).out;
  const QJsonObject uniform =
      QJsonDocument::fromJson(command({"estimate", "-", "--json"}, design).out).object();
  QVERIFY(!uniform["points"].toArray().isEmpty());
  const CommandResult other =
      command({"estimate", "-", "--set", "traffic.pattern=tornado"}, design);
  QCOMPARE(other.exitCode, 0);
  QVERIFY(other.out.contains("does not hold"));
}

HOPSCOPE_TEST(ExploreCommandTest)
#include "explore_command_test.moc"
