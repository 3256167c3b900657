// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <set>

#include "engine/topology/generators/galois_field.h"
#include "tests/support/networks.h"
#include "tests/support/test_main.h"

namespace hopscope {

using families::GaloisField;
using families::primeOfPower;
using test::facts;
using test::network;

class SlimflyTest : public QObject {
  Q_OBJECT

 private slots:
  void primePowers();
  void fields_data();
  void fields();
  void primePowersAreAccepted();
  void sizes_data();
  void sizes();
  void hoffmanSingleton();
  void portOrder();
};

void SlimflyTest::primePowers() {
  std::vector<std::uint32_t> found;
  for (std::uint32_t q = 0; q <= 32; ++q)
    if (primeOfPower(q)) found.push_back(q);
  QVERIFY(found == (std::vector<std::uint32_t>{2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 27,
                                               29, 31, 32}));
  QCOMPARE(primeOfPower(81).value(), 3u);
  QCOMPARE(primeOfPower(223).value(), 223u);
}

void SlimflyTest::primePowersAreAccepted() {
  for (std::int64_t q = 0; q <= 32; ++q) {
    const Issues issues = test::family("slimfly").check(test::completed("slimfly", {{"q", q}}));
    QCOMPARE(issues.empty(), q >= 3 && primeOfPower(static_cast<std::uint32_t>(q)).has_value());
  }
  const auto remedy = [](std::int64_t q) {
    return test::family("slimfly").check(test::completed("slimfly", {{"q", q}})).front().remedy;
  };
  QVERIFY(remedy(6) == "q is a prime power from 3 on, such as 5 or 7.");
  QVERIFY(remedy(10) == "q is a prime power from 3 on, such as 9 or 11.");
  QVERIFY(remedy(2) == "q is a prime power from 3 on, such as 5.");
  // The range ends with the largest that any network of it can have.
  const Generator& family = test::family("slimfly");
  const auto largest = static_cast<std::int64_t>(family.parameters.front().maximum);
  const auto fits = [&](std::int64_t q) {
    return family
        .check(test::completed("slimfly", {{"q", q}, {"terminals_per_router", std::int64_t{1}}}))
        .empty();
  };
  QVERIFY(fits(largest));
  for (std::int64_t q = largest + 1; q <= 2 * largest; ++q) QVERIFY(!fits(q));
}

void SlimflyTest::fields_data() {
  QTest::addColumn<int>("q");
  for (const int q : {2, 3, 4, 5, 7, 8, 9, 11, 16, 25, 27, 32, 49, 64, 81})
    QTest::addRow("%d", q) << q;
}

/// The axioms of a field.
void SlimflyTest::fields() {
  QFETCH(int, q);
  const GaloisField field(static_cast<std::uint32_t>(q));
  std::set<std::uint32_t> powers;
  for (std::uint32_t e = 0; e + 1 < field.size(); ++e) powers.insert(field.power(e));
  QCOMPARE(powers.size(), std::size_t{field.size() - 1});
  QCOMPARE(powers.count(0), std::size_t{0});
  const std::uint32_t step = field.size() > 32 ? 7 : 1;
  for (std::uint32_t a = 0; a < field.size(); ++a) {
    QCOMPARE(field.add(a, 0), a);
    QCOMPARE(field.multiply(a, 1), a);
    std::set<std::uint32_t> products;
    for (std::uint32_t b = 0; b < field.size(); ++b) {
      QCOMPARE(field.add(a, b), field.add(b, a));
      QCOMPARE(field.subtract(field.add(a, b), b), a);
      QCOMPARE(field.multiply(a, b), field.multiply(b, a));
      products.insert(field.multiply(a, b));
      for (std::uint32_t c = 0; c < field.size(); c += step) {
        QCOMPARE(field.multiply(a, field.add(b, c)),
                 field.add(field.multiply(a, b), field.multiply(a, c)));
        QCOMPARE(field.multiply(a, field.multiply(b, c)), field.multiply(field.multiply(a, b), c));
      }
    }
    QCOMPARE(products.size(), std::size_t{a == 0 ? 1 : field.size()});
  }
}

void SlimflyTest::sizes_data() {
  QTest::addColumn<int>("q");
  QTest::addColumn<quint64>("degree");  // (3q - δ) / 2
  QTest::newRow("3, δ -1") << 3 << quint64{5};
  QTest::newRow("4, δ 0") << 4 << quint64{6};
  QTest::newRow("5, δ 1") << 5 << quint64{7};
  QTest::newRow("7, δ -1") << 7 << quint64{11};
  QTest::newRow("8, δ 0") << 8 << quint64{12};
  QTest::newRow("9, δ 1") << 9 << quint64{13};
  QTest::newRow("11, δ -1") << 11 << quint64{17};
  QTest::newRow("16, δ 0") << 16 << quint64{24};
  QTest::newRow("17, δ 1") << 17 << quint64{25};
  QTest::newRow("19, δ -1") << 19 << quint64{29};
  QTest::newRow("25, δ 1") << 25 << quint64{37};
  QTest::newRow("27, δ -1") << 27 << quint64{41};
}

/// 2 q² routers, regular, simple, of diameter 2.
void SlimflyTest::sizes() {
  QFETCH(int, q);
  QFETCH(quint64, degree);
  const Topology slim =
      network("slimfly", {{"q", std::int64_t{q}}, {"terminals_per_router", std::int64_t{1}}});
  QCOMPARE(quint64{slim.routerCount()}, quint64(2 * q * q));
  for (RouterId r = 0; r < slim.routerCount(); ++r) {
    std::set<RouterId> peers;
    for (PortIndex p = 1; p < slim.radix(r); ++p) peers.insert(slim.port(r, p).peer.node);
    QCOMPARE(quint64{slim.radix(r)}, degree + 1);
    QCOMPARE(quint64{peers.size()}, degree);
    QCOMPARE(peers.count(r), std::size_t{0});
  }
  QCOMPARE(measureFacts(slim).routerDiameter.value(), std::uint64_t{2});
}

/// q = 5 gives the one graph of degree 7 and diameter 2 that meets the Moore bound of 50 routers:
/// its shortest cycles have five links.
void SlimflyTest::hoffmanSingleton() {
  const Topology slim = network("slimfly");
  QCOMPARE(slim.routerCount(), 50u);
  const auto peersOf = [&](RouterId r) {
    std::set<RouterId> peers;
    for (PortIndex p = 4; p < slim.radix(r); ++p) peers.insert(slim.port(r, p).peer.node);
    return peers;
  };
  for (RouterId a = 0; a < 50; ++a)
    for (RouterId b = 0; b < 50; ++b) {
      const std::set<RouterId> ofA = peersOf(a);
      const std::set<RouterId> ofB = peersOf(b);
      std::size_t common = 0;
      for (const RouterId r : ofA) common += ofB.count(r);
      const std::size_t expected = a == b ? 7 : ofA.count(b) != 0 ? 0 : 1;
      QCOMPARE(common, expected);
    }
  QCOMPARE(facts("slimfly").radix, std::uint64_t{11});
}

void SlimflyTest::portOrder() {
  const Topology slim = network("slimfly", {{"q", std::int64_t{8}}, {"lag", std::int64_t{2}}});
  for (RouterId r = 0; r < slim.routerCount(); ++r) {
    const RouterId column = r / 8;
    QCOMPARE(slim.group[r], static_cast<std::int32_t>(column));
    RouterId last = 0;
    for (PortIndex p = 4; p < slim.radix(r); ++p) {
      const LinkEnd& peer = slim.port(r, p).peer;
      const bool local = p < 4 + 2 * 4;
      QCOMPARE(peer.node / 8 == column, local);
      QCOMPARE(slim.kindOf(slim.port(r, p).link) == LinkKind::local, local);
      if (!local) QCOMPARE(peer.node / 64 == r / 64, false);
      if (p > 4 && p != 12) QVERIFY(last <= peer.node);
      last = peer.node;
    }
  }
}

}  // namespace hopscope

using hopscope::SlimflyTest;
HOPSCOPE_TEST(SlimflyTest)
#include "slimfly_test.moc"
