// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/expression.h"

#include <QTest>
#include <string>

#include "tests/support/test_main.h"

using namespace hopscope;

namespace {

ExpressionValue known(std::string_view name) {
  if (name == "accepted") return 0.25;
  if (name == "before.latency") return 40.0;
  if (name == "verdict") return std::string("saturated");
  return {};
}

double number(const char* text) {
  Sentence problem;
  const auto expression = Expression::parse(text, problem);
  if (!expression) return -1;
  const ExpressionValue value = expression->value(known);
  const auto* real = std::get_if<double>(&value);
  return real == nullptr ? -2 : *real;
}

std::string problemOf(const char* text) {
  Sentence problem;
  Expression::parse(text, problem);
  return problem.english();
}

bool holds(const char* text) {
  Sentence problem;
  const Condition condition = Condition::parse(text, problem);
  if (!problem.empty()) qFatal("%s", problem.english().c_str());
  return condition.holds(known);
}

}  // namespace

class ExpressionTest : public QObject {
  Q_OBJECT

 private slots:
  void theFourOperationsBindAsUsual() {
    QCOMPARE(number("1 + 2 * 3"), 7.0);
    QCOMPARE(number("(1 + 2) * 3"), 9.0);
    QCOMPARE(number("8 - 3 - 2"), 3.0);
    QCOMPARE(number("8 / 4 / 2"), 1.0);
    QCOMPARE(number("4 * accepted"), 1.0);
    QCOMPARE(number("before.latency - 2.5"), 37.5);
  }

  void whatHasNoValueIsNothing() {
    QCOMPARE(number("missing"), -2.0);
    QCOMPARE(number("missing + 1"), -2.0);
    QCOMPARE(number("verdict * 2"), -2.0);
    QCOMPARE(number("1 / (accepted - accepted)"), -2.0);
  }

  /// What divides by nothing is told from what is not there.
  void whatDividesByNothingIsUndefined() {
    const auto isUndefined = [](const char* text) {
      Sentence problem;
      return Expression::parse(text, problem)->isUndefined(known);
    };
    QVERIFY(isUndefined("1 / (accepted - accepted)"));
    QVERIFY(isUndefined("1 / (1 / (accepted - accepted))"));
    QVERIFY(!isUndefined("missing / 2"));
    QVERIFY(!isUndefined("missing / (accepted - accepted)"));
    QVERIFY(!isUndefined("verdict / 2"));
    QVERIFY(!isUndefined("accepted / 2"));
    for (const char* comparison : {"==", "!=", "<", ">="}) {
      QVERIFY(!holds((std::string("1 / (accepted - accepted) ") + comparison + " 1").c_str()));
      QVERIFY(
          !holds((std::string("accepted ") + comparison + " 1 / (accepted - accepted)").c_str()));
    }
  }

  void whatCantBeReadIsSaid() {
    for (const char* text : {"", "1 +", "(1", "2 3", "* 2", "accepted %", "1 ) 2"})
      QVERIFY2(!problemOf(text).empty(), text);
    QVERIFY(problemOf("(accepted + 1) / 2").empty());
    // Brackets without end are no way to crash it.
    QVERIFY(!problemOf(std::string(100'000, '(').c_str()).empty());
  }

  void conditionsCompareNumbersAndWords() {
    QVERIFY(holds("accepted < 0.3"));
    QVERIFY(!holds("accepted < 0.25"));
    QVERIFY(holds("accepted <= 0.25"));
    QVERIFY(holds("accepted == 0.25"));
    QVERIFY(!holds("accepted != 0.25"));
    QVERIFY(holds("accepted >= before.latency / 200"));
    QVERIFY(holds("before.latency / 160 == accepted"));  // a name, and no word
    QVERIFY(!holds("before.latency == accepted"));
    QVERIFY(holds("before.latency != accepted"));
    QVERIFY(holds("verdict == saturated"));
    QVERIFY(!holds("verdict == stable"));
    QVERIFY(holds("verdict != stable"));
    for (const char* text : {"missing < 1", "missing >= 1", "missing == 1", "verdict < 1"})
      QVERIFY2(!holds(text), text);
    Sentence problem;
    Condition::parse("accepted", problem);
    QVERIFY(!problem.empty());
  }
};

HOPSCOPE_TEST(ExpressionTest)
#include "expression_test.moc"
