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
  void listsAreChecked();
  void limitsCanBeReached();
};

void GeneratorCheckTest::defaultsAreSound() {
  for (const Generator& generator : generators()) {
    const Values values = completed(generator.name);
    QVERIFY(generator.check(values).empty());
    QVERIFY(!generator.firstRoutings.empty());
    QVERIFY(generator.layout != nullptr && generator.icon != Generator().icon);
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
  row("ring", "routers", 1, "routers", "no other");
  row("ring", "terminals_per_router", 100'000, "routers", "terminals");
  row("hypercube", "n", 0, "n", "single router");
  row("hypercube", "n", 17, "n", "131,072 routers");
  row("hyperx", "terminals_per_router", 1'000'000, "dimensions", "ports at a router");
  row("xgft", "lag", 5000, "m", "ports at a router");
  row("folded_clos", "k", 7, "k", "Half of a router's ports");
  row("folded_clos", "k", 0, "k", "Half of a router's ports");
  row("folded_clos", "k", 400, "k", "200,000 routers");
  row("slimfly", "q", 6, "q", "no field of 6 elements");
  row("slimfly", "q", 2, "q", "no field of 2 elements");
  row("slimfly", "q", 300, "q", "180,000 routers");
  row("random_regular", "degree", 32, "degree", "only 31 others");
  row("random_regular", "degree", 1, "degree", "falls apart");
  row("random_regular", "routers", 1, "routers", "no other");
  row("random_regular", "routers", 1'000'000, "routers", "1,000,000 routers");
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
  QVERIFY2(said, issues[0].text.english().c_str());
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

static void refusedWith(const std::string& kind, const Values& given, const std::string& path,
                        const std::string& says) {
  const Issues issues = family(kind).check(completed(kind, given));
  QCOMPARE(issues.size(), std::size_t{1});
  QCOMPARE(issues[0].path, path);
  QVERIFY2(issues[0].text.english().find(says) != std::string::npos,
           issues[0].text.english().c_str());
  QVERIFY(!issues[0].remedy.empty());
}

void GeneratorCheckTest::listsAreChecked() {
  refusedWith("hyperx", {{"dimensions", List{}}}, "dimensions", "0 dimensions");
  refusedWith("hyperx", {{"dimensions", List(9, 2)}}, "dimensions", "9 dimensions");
  refusedWith("hyperx", {{"dimensions", List{4, 1}}}, "dimensions", "dimension of 1");
  refusedWith("hyperx", {{"dimensions", List{2000, 16}}}, "dimensions", "links");
  refusedWith("xgft", {{"m", List{}}, {"w", List{}}}, "m", "0 levels");
  refusedWith("xgft", {{"m", List{2, 2}}, {"w", List{1}}}, "w", "2 levels and parents for 1");
  refusedWith("xgft", {{"m", List{2, 0}}, {"w", List{1, 1}}}, "m", "without links");
  refusedWith("xgft", {{"m", List{2, 2}}, {"w", List{2, 1}}}, "w", "terminal would have 2 links");
  refusedWith("xgft", {{"m", List{1, 1}}, {"w", List{1, 1}}}, "m", "single terminal");
  refusedWith("random_regular", {{"routers", std::int64_t{33}}, {"degree", std::int64_t{5}}},
              "degree", "every link has two ends");
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
