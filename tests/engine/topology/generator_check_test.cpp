// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <limits>
#include <set>

#include "tests/support/networks.h"
#include "tests/support/test_main.h"

namespace hopscope {

using test::completed;
using test::family;

class GeneratorCheckTest : public QObject {
  Q_OBJECT

 private slots:
  void defaultsAreSound();
  void refusals_data();
  void refusals();
  void hugeNumbersDoNotOverflow();
  void limitsCanBeReached();
};

void GeneratorCheckTest::defaultsAreSound() {
  for (const Generator& generator : generators()) {
    const Values values = completed(generator.name);
    QVERIFY(generator.check(values).empty());
    QVERIFY(!generator.routings.empty());
    QVERIFY(!generator.help.empty() && !generator.source.empty() && !generator.label.empty());
    const Topology topology = generator.build(values);
    QCOMPARE(topology.kind, generator.name);
    QVERIFY(topology.parameters == values);
    QCOMPARE(topology.classes[0].name, std::string("terminal"));
    std::set<std::string> names;
    for (const Parameter& parameter : generator.parameters) {
      QVERIFY(names.insert(parameter.name).second);
      QVERIFY(!parameter.label.empty() && !parameter.help.empty());
      QVERIFY(!check(parameter, parameter.fallback, parameter.name).has_value());
    }
  }
}

void GeneratorCheckTest::refusals_data() {
  QTest::addColumn<QString>("kind");
  QTest::addColumn<QString>("parameter");
  QTest::addColumn<qint64>("value");
  QTest::addColumn<QString>("path");
  QTest::addColumn<QString>("says");
  const auto row = [](const char* kind, const char* parameter, qint64 value, const char* path,
                      const char* says) {
    QTest::addRow("%s %s=%lld", kind, parameter, static_cast<long long>(value))
        << QString(kind) << QString(parameter) << value << QString(path) << QString(says);
  };
  row("complete", "routers", 1'000'000, "routers", "1,000,001 ports at a router");
  row("complete", "routers", 1, "routers", "no other");
  row("crossbar", "terminals", 1'000'000, "terminals", "1,000,000 ports at a router");
  row("k_ary_n_tree", "k", 1'000'000, "k", "terminals");
  row("mikant", "n", 60, "k", "more than 10^18");
  row("clos", "n", 12, "k", "routers");
  row("mesh", "terminals_per_router", 1'000'000, "dimensions", "ports at a router");
  row("dragonfly", "groups", 1, "groups", "1 groups");
  row("dragonfly", "groups", 10, "groups", "4 × 2");
  row("dragonfly", "a", 2000, "a", "routers");
  row("dragonfly", "p", 5000, "a", "ports at a router");
}

void GeneratorCheckTest::refusals() {
  QFETCH(QString, kind);
  QFETCH(QString, parameter);
  QFETCH(qint64, value);
  QFETCH(QString, path);
  QFETCH(QString, says);
  const Values values =
      completed(kind.toStdString(), {{parameter.toStdString(), std::int64_t{value}}});
  const Issues issues = family(kind.toStdString()).check(values);
  QVERIFY(hasErrors(issues));
  bool said = false;
  for (const Issue& issue : issues) {
    QCOMPARE(QString::fromStdString(issue.path), path);
    QVERIFY(!issue.remedy.empty());
    said = said || QString::fromStdString(issue.text).contains(says);
  }
  QVERIFY2(said, issues[0].text.c_str());
}

void GeneratorCheckTest::hugeNumbersDoNotOverflow() {
  constexpr std::int64_t kHuge = std::numeric_limits<std::int64_t>::max();
  for (const Generator& generator : generators()) {
    Values values = completed(generator.name);
    for (auto& [name, value] : values) {
      if (std::holds_alternative<std::int64_t>(value)) value = kHuge;
      if (std::holds_alternative<std::vector<std::int64_t>>(value))
        value = std::vector<std::int64_t>(8, kHuge);
    }
    QVERIFY2(hasErrors(generator.check(values)), generator.name.c_str());
  }
  QVERIFY(hasErrors(
      family("mesh").check(completed("mesh", {{"dimensions", std::vector<std::int64_t>{}}}))));
  QVERIFY(hasErrors(family("torus").check(
      completed("torus", {{"dimensions", std::vector<std::int64_t>(9, 2)}}))));
  QVERIFY(hasErrors(family("torus").check(
      completed("torus", {{"dimensions", std::vector<std::int64_t>{4, 1}}}))));
}

/// 100,000 routers are allowed, 100,001 are not; facts come at once even then.
void GeneratorCheckTest::limitsCanBeReached() {
  const Values most = completed("mesh", {{"dimensions", std::vector<std::int64_t>{10, 10'000}}});
  QVERIFY(family("mesh").check(most).empty());
  QCOMPARE(family("mesh").facts(most).routers, kMaxRouters);
  const Values more = completed("mesh", {{"dimensions", std::vector<std::int64_t>{11, 10'000}}});
  QVERIFY(hasErrors(family("mesh").check(more)));
}

}  // namespace hopscope

using hopscope::GeneratorCheckTest;
HOPSCOPE_TEST(GeneratorCheckTest)
#include "generator_check_test.moc"
