// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <stdexcept>

#include "engine/figures/computation.h"
#include "engine/figures/figure.h"
#include "tests/support/test_main.h"

namespace hopscope {

/// A computation that gives a series fills a row for each of its places.
class SeriesTest : public QObject {
  Q_OBJECT

 private slots:
  void placesAreRows();
  void membersAreRows();
  void inputsAreChecked_data();
  void inputsAreChecked();
};

namespace {

MadeFigure madeFrom(const std::string& part, const std::string& expected) {
  const ParsedRecipe parsed = parseRecipe(
      R"({"schema": "hopscope.recipe/1", "ids": ["000/T"], "title": "T", "source": "S", "parts": [)" +
      part + R"(], "expected": [)" + expected + "]}");
  if (!parsed.issues.empty()) throw std::runtime_error(describe(parsed.issues.front()));
  const auto made = makeFigure(parsed.recipe, {});
  if (const auto* issues = std::get_if<Issues>(&made))
    throw std::runtime_error(describe(issues->front()));
  return std::get<MadeFigure>(made);
}

}  // namespace

void SeriesTest::placesAreRows() {
  const MadeFigure figure = madeFrom(
      R"({"compute": "network.transient",
          "inputs": {"topology.kind": "crossbar", "topology.terminals": 8,
                     "at": 1000, "bin": 50, "before": 100, "after": 100,
                     "then.traffic.load": 0},
          "axes": [{"name": "traffic.load", "values": [0.2, 0.4]}]})",
      R"({"quantity": "packets", "where": [{"name": "time", "at_most": -1}], "above": 0},
         {"quantity": "packets", "where": [{"name": "time", "at_least": 0}], "value": 0},
         {"quantity": "packets", "at": {"time": -50, "traffic.load": 0.4}, "compare": "ratio",
          "to": {"traffic.load": 0.2}, "above": 1})");
  QCOMPARE(figure.tables.front().rows.size(), std::size_t{8});
  QCOMPARE(figure.tables.front().axes, (std::vector<std::string>{"traffic.load", "time"}));
  QVERIFY(figure.asExpected());
}

void SeriesTest::membersAreRows() {
  const MadeFigure figure = madeFrom(
      R"({"compute": "network.fairness",
          "inputs": {"topology.kind": "dragonfly", "routing.algorithm": "valiant",
                     "routing.phase_a": "-g-", "run.warmup": 1000, "run.measure": 1000, "group": 2,
                     "of": "terminals"}})",
      R"({"quantity": "accepted", "where": [{"name": "place", "at_least": 0}], "above": 0})");
  QCOMPARE(figure.tables.front().rows.size(), std::size_t{8});
  QVERIFY(figure.asExpected());
}

void SeriesTest::inputsAreChecked_data() {
  QTest::addColumn<std::string>("name");
  QTest::addColumn<std::string>("value");
  QTest::newRow("no setting") << std::string("topology.hh") << std::string("2");
  QTest::newRow("no setting of a phase") << std::string("then.traffic.lod") << std::string("2");
  QTest::newRow("no input") << std::string("bins") << std::string("2");
  QTest::newRow("out of range") << std::string("bin") << std::string("0");
  QTest::newRow("not in a phase") << std::string("then.topology.h") << std::string("2");
}

void SeriesTest::inputsAreChecked() {
  QFETCH(std::string, name);
  QFETCH(std::string, value);
  Inputs inputs = {{"topology.kind", "dragonfly"}, {"then.traffic.load", "0.2"}};
  const auto computation = findComputation("network.transient");
  QVERIFY(std::holds_alternative<Work>(computation->prepare(inputs)));
  inputs.emplace_back(name, value);
  QVERIFY(std::holds_alternative<Issues>(computation->prepare(inputs)));
}

}  // namespace hopscope

using hopscope::SeriesTest;
HOPSCOPE_TEST(SeriesTest)
#include "series_test.moc"
