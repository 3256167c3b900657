// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/topology/balance.h"

#include <QTest>

#include "tests/support/test_main.h"

namespace hopscope {

namespace {

Values defaultsOf(const Generator& family) {
  Values values;
  for (const Parameter& parameter : family.parameters) values[parameter.name] = parameter.fallback;
  return values;
}

Values dragonfly(std::int64_t p, std::int64_t a, std::int64_t h) {
  Values values = defaultsOf(*generators().find("dragonfly"));
  values["p"] = p;
  values["a"] = a;
  values["h"] = h;
  return values;
}

}  // namespace

/// Kim, Dally, Scott & Abts, ISCA 2008, section 3.1.
class BalanceTest : public QObject {
  Q_OBJECT

 private slots:
  void balancedOnesStay() {
    for (const int h : {1, 2, 4, 8}) {
      const auto balance = balanceOf(*generators().find("dragonfly"), dragonfly(h, 2 * h, h));
      QVERIFY(balance && balance->holds);
      QVERIFY(balance->balanced == dragonfly(h, 2 * h, h));
    }
  }

  /// By hand: 4 * 4 * 9 = 144 terminals are more than the 72 of h = 2; with h = 3 a group has 18,
  /// and eight of the nineteen groups are enough.
  void othersKeepTheirSize() {
    const Generator& family = *generators().find("dragonfly");
    const auto balance = balanceOf(family, dragonfly(4, 4, 2));
    QVERIFY(balance && !balance->holds);
    QCOMPARE(balance->rule, std::string("a = 2p = 2h"));
    QVERIFY(balance->balanced.at("p") == Value(std::int64_t{3}));
    QVERIFY(balance->balanced.at("a") == Value(std::int64_t{6}));
    QVERIFY(balance->balanced.at("h") == Value(std::int64_t{3}));
    QVERIFY(balance->balanced.at("groups") == Value(std::int64_t{8}));
    QCOMPARE(family.facts(balance->balanced).terminals, std::uint64_t{144});
    for (std::int64_t p = 1; p <= 9; ++p)
      for (std::int64_t a = 1; a <= 9; ++a)
        for (std::int64_t h = 1; h <= 9; ++h) {
          const Values values = dragonfly(p, a, h);
          if (hasErrors(family.check(values))) continue;
          const auto other = balanceOf(family, values);
          QVERIFY(other.has_value());
          QVERIFY(!hasErrors(family.check(other->balanced)));
          const auto again = balanceOf(family, other->balanced);
          QVERIFY(again && again->holds);
          QVERIFY(family.facts(other->balanced).terminals >= family.facts(values).terminals);
        }
  }

  void otherFamiliesHaveNoSuchRule() {
    for (const Generator& family : generators()) {
      if (family.name == "dragonfly") continue;
      QVERIFY2(!balanceOf(family, defaultsOf(family)), family.name.c_str());
    }
  }
};

}  // namespace hopscope

using hopscope::BalanceTest;
HOPSCOPE_TEST(BalanceTest)
#include "balance_test.moc"
