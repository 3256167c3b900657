// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>
#include <numeric>

#include "tests/engine/traffic/traffic_support.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

using test::destinationsOf;
using test::patternOf;

using Sizes = std::vector<std::int64_t>;

Topology grid(const char* kind, Sizes sizes, std::int64_t perRouter = 1) {
  return test::network(kind,
                       {{"dimensions", std::move(sizes)}, {"terminals_per_router", perRouter}});
}

std::vector<TerminalId> sent(const char* name, const Topology& topology, const Values& values = {},
                             std::uint64_t seed = 1) {
  return destinationsOf(*patternOf(name, topology, values, seed), topology);
}

bool isPermutation(std::vector<TerminalId> destinations) {
  std::sort(destinations.begin(), destinations.end());
  for (TerminalId t = 0; t < destinations.size(); ++t)
    if (destinations[t] != t) return false;
  return true;
}

/// Routers visited, mean over all terminals, on minimal paths.
double meanRouters(const Topology& topology, const std::vector<TerminalId>& destinations) {
  const auto routing = test::routingOf("dimension_order", topology);
  double sum = 0;
  for (TerminalId t = 0; t < destinations.size(); ++t)
    sum += static_cast<double>(test::follow(topology, *routing, t, destinations[t]).routers.size());
  return sum / static_cast<double>(destinations.size());
}

}  // namespace

class PermutationTest : public QObject {
  Q_OBJECT

 private slots:
  void meanHopsOnAMesh_data();
  void meanHopsOnAMesh();
  void allArePermutations();
  void bitComplement();
  void transpose();
  void transposeNeedsASquare();
  void tornado();
  void neighbour();
  void fixedPointsSendNothing();
  void randomPermutation();
  void randomPermutationsAreAllAlike();
  void givenPermutation();
  void givenPermutationChecks();
};

/// Mean number of routers on the way in an 8 x 8 mesh, as measured with BookSim2.
void PermutationTest::meanHopsOnAMesh_data() {
  QTest::addColumn<QByteArray>("name");
  QTest::addColumn<double>("routers");
  QTest::newRow("transpose") << QByteArray("transpose") << 6.25;
  QTest::newRow("bit complement") << QByteArray("bit_complement") << 9.0;
  QTest::newRow("tornado") << QByteArray("tornado") << 8.5;
  QTest::newRow("neighbour") << QByteArray("neighbour") << 4.5;
}

void PermutationTest::meanHopsOnAMesh() {
  QFETCH(QByteArray, name);
  QFETCH(double, routers);
  const Topology topology = grid("mesh", {8, 8});
  const auto destinations = sent(name.constData(), topology, {{"include_self", true}});
  QCOMPARE(meanRouters(topology, destinations), routers);
}

void PermutationTest::allArePermutations() {
  const Values self{{"include_self", true}};
  for (const auto& item : test::smallNetworks())
    for (const TrafficEntry& entry : trafficPatterns()) {
      const bool permutes = entry.name == "bit_complement" || entry.name == "transpose" ||
                            entry.name == "tornado" || entry.name == "neighbour" ||
                            entry.name == "permutation";
      if (!permutes || hasErrors(test::checkPattern(entry.name, item.topology, self))) continue;
      QVERIFY2(isPermutation(sent(entry.name.c_str(), item.topology, self)),
               (entry.name + " on " + item.name).c_str());
    }
}

/// All bits inverted; in MiKANT with k = 3 every digit, and the group.
void PermutationTest::bitComplement() {
  const auto bits = sent("bit_complement", test::terminals(64));
  for (TerminalId t = 0; t < 64; ++t) QCOMPARE(bits[t], ~t & 63u);
  const Topology mikant = test::network("mikant", {{"n", std::int64_t{3}}, {"k", std::int64_t{3}}});
  const auto digits = sent("bit_complement", mikant);
  for (TerminalId t = 0; t < mikant.terminalCount(); ++t) {
    const TerminalId d = digits[t];
    QCOMPARE(d / 27, 1 - t / 27);
    for (const TerminalId weight : {1u, 3u, 9u}) QCOMPARE(d / weight % 3, 2 - t / weight % 3);
  }
}

void PermutationTest::transpose() {
  const Topology mesh = grid("mesh", {5, 5});
  const auto swapped = sent("transpose", mesh, {{"include_self", true}});
  for (TerminalId y = 0; y < 5; ++y)
    for (TerminalId x = 0; x < 5; ++x) QCOMPARE(swapped[y * 5 + x], x * 5 + y);
  const auto halves = sent("transpose", test::terminals(256), {{"include_self", true}});
  for (TerminalId t = 0; t < 256; ++t) QCOMPARE(halves[t], t >> 4 | (t & 15u) << 4);
}

void PermutationTest::transposeNeedsASquare() {
  const Issues issues = test::checkPattern("transpose", test::terminals(72));
  QCOMPARE(issues.size(), std::size_t{1});
  QCOMPARE(issues[0].path, std::string("traffic.pattern"));
  QCOMPARE(issues[0].text,
           std::string("Transpose needs a square number of terminals; this network has 72."));
  QVERIFY(test::checkPattern("transpose", test::terminals(81)).empty());
}

/// Three of eight and two of five further, in each dimension; a terminal keeps its place.
void PermutationTest::tornado() {
  const auto torus = sent("tornado", grid("torus", {8, 5}, 2));
  for (TerminalId y = 0; y < 5; ++y)
    for (TerminalId x = 0; x < 8; ++x)
      for (TerminalId i = 0; i < 2; ++i)
        QCOMPARE(torus[(y * 8 + x) * 2 + i], ((y + 2) % 5 * 8 + (x + 3) % 8) * 2 + i);
  const auto one = sent("tornado", test::terminals(10));
  for (TerminalId t = 0; t < 10; ++t) QCOMPARE(one[t], (t + 4) % 10);
}

void PermutationTest::neighbour() {
  const auto mesh = sent("neighbour", grid("mesh", {4, 3}));
  for (TerminalId y = 0; y < 3; ++y)
    for (TerminalId x = 0; x < 4; ++x) QCOMPARE(mesh[y * 4 + x], (y + 1) % 3 * 4 + (x + 1) % 4);
  const auto one = sent("neighbour", test::terminals(10));
  for (TerminalId t = 0; t < 10; ++t) QCOMPARE(one[t], (t + 1) % 10);
}

void PermutationTest::fixedPointsSendNothing() {
  const auto swapped = sent("transpose", test::terminals(16));
  for (TerminalId t = 0; t < 16; ++t) QCOMPARE(swapped[t] == kNone, t % 5 == 0);
  const auto middle = sent("bit_complement", test::terminals(5));
  QCOMPARE(middle, (std::vector<TerminalId>{4, 3, kNone, 1, 0}));
}

void PermutationTest::randomPermutation() {
  const Topology topology = test::terminals(100);
  const Values self{{"include_self", true}};
  QVERIFY(isPermutation(sent("permutation", topology, self, 7)));
  QCOMPARE(sent("permutation", topology, self, 7), sent("permutation", topology, self, 7));
  QVERIFY(sent("permutation", topology, self, 7) != sent("permutation", topology, self, 8));
}

/// The six permutations of three, over 60,000 seeds.
void PermutationTest::randomPermutationsAreAllAlike() {
  const Topology topology = test::terminals(3);
  std::vector<int> counts(6, 0);
  for (std::uint64_t seed = 0; seed < 60'000; ++seed) {
    const auto p = sent("permutation", topology, {{"include_self", true}}, seed);
    ++counts[p[0] * 2 + (p[1] > p[2] ? 1 : 0)];
  }
  QVERIFY(test::chiSquare(counts) < test::chiSquareLimit(5));
}

void PermutationTest::givenPermutation() {
  TopologyBuilder builder("custom", {}, {{"terminal", "terminal", LinkKind::terminal}});
  const RouterId router = builder.addRouter();
  for (int i = 0; i < 3; ++i) builder.addTerminal(router);
  builder.setIds({1}, {20, 10, 30}, {1, 2, 3});
  const Topology topology = builder.build();
  const Values values{{"destinations", Sizes{30, 20, 10}}};
  QVERIFY(test::checkPattern("permutation", topology, values).empty());
  QCOMPARE(sent("permutation", topology, values), (std::vector<TerminalId>{2, 0, 1}));
}

void PermutationTest::givenPermutationChecks() {
  const auto text = [](Sizes list) {
    const Issues issues =
        test::checkPattern("permutation", test::terminals(3), {{"destinations", std::move(list)}});
    return issues.size() == 1 && issues[0].path == "traffic.destinations" ? issues[0].text.english()
                                                                          : "";
  };
  QCOMPARE(text({1, 0}), std::string("The list names 2 destinations for 3 terminals."));
  QCOMPARE(text({1, 0, 3}), std::string("There is no terminal 3."));
  QCOMPARE(text({1, 0, -1}), std::string("There is no terminal -1."));
  QCOMPARE(text({1, 0, 1}), std::string("Terminal 1 is the destination of two terminals."));
}

}  // namespace hopscope

using hopscope::PermutationTest;
HOPSCOPE_TEST(PermutationTest)
#include "permutation_test.moc"
