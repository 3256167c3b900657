// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>

#include "tests/engine/traffic/traffic_support.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

using test::patternOf;

constexpr int kDraws = 40'000;

/// p = 2, a = 4, h = 2: nine groups of eight terminals.
Topology dragonfly(std::int64_t groups = 0) {
  return test::network(
      "dragonfly",
      {{"p", std::int64_t{2}}, {"a", std::int64_t{4}}, {"h", std::int64_t{2}}, {"groups", groups}});
}

/// All draws of `source` go to `expected`, each as likely.
bool uniformOver(const TrafficPattern& pattern, const Topology& topology, TerminalId source,
                 const std::vector<TerminalId>& expected) {
  const std::vector<int> counts = test::histogram(pattern, topology, source, kDraws);
  std::vector<int> within;
  for (const TerminalId t : expected) within.push_back(counts[t]);
  int sum = 0;
  for (const int count : within) sum += count;
  return sum == kDraws && test::chiSquare(within) < test::chiSquareLimit(within.size() - 1);
}

std::vector<TerminalId> terminalsOf(TerminalId first, TerminalId count) {
  std::vector<TerminalId> all;
  for (TerminalId t = first; t < first + count; ++t) all.push_back(t);
  return all;
}

}  // namespace

class AdversarialTest : public QObject {
  Q_OBJECT

 private slots:
  void sendsToTheGroupAtTheOffset_data();
  void sendsToTheGroupAtTheOffset();
  void consecutiveSendsToTheNextGroups();
  void localSendsToTheNextRouter();
  void meetsOneLink();
  void needsADragonfly();
  void offsetsInRange();
  void consecutiveNeedsGroups();
};

void AdversarialTest::sendsToTheGroupAtTheOffset_data() {
  QTest::addColumn<int>("offset");
  for (const int offset : {1, 2, 8, -1, -8}) QTest::addRow("%d", offset) << offset;
}

void AdversarialTest::sendsToTheGroupAtTheOffset() {
  QFETCH(int, offset);
  const Topology topology = dragonfly();
  const auto pattern = patternOf("adversarial", topology, {{"offset", std::int64_t{offset}}});
  for (const TerminalId source : {0u, 37u, 71u}) {
    const auto group = static_cast<TerminalId>((static_cast<int>(source / 8) + offset + 9) % 9);
    QVERIFY(uniformOver(*pattern, topology, source, terminalsOf(group * 8, 8)));
  }
}

void AdversarialTest::consecutiveSendsToTheNextGroups() {
  const Topology topology = dragonfly();
  const auto pattern = patternOf("adversarial_consecutive", topology);
  QVERIFY(uniformOver(*pattern, topology, 3, terminalsOf(8, 16)));
  std::vector<TerminalId> around = terminalsOf(64, 8);
  for (const TerminalId t : terminalsOf(0, 8)) around.push_back(t);
  QVERIFY(uniformOver(*pattern, topology, 60, around));
}

void AdversarialTest::localSendsToTheNextRouter() {
  const Topology topology = dragonfly();
  const auto pattern = patternOf("adversarial_local", topology);
  QVERIFY(uniformOver(*pattern, topology, 0, terminalsOf(2, 2)));
  QVERIFY(uniformOver(*pattern, topology, 13, terminalsOf(14, 2)));
  // The last router of group 1 sends to its first.
  QVERIFY(uniformOver(*pattern, topology, 14, terminalsOf(8, 2)));
}

/// Minimal routing has one link for a group's ADV+1, one router for its ADVC, one link for a
/// router's ADVL: why they saturate at 1 / (a p), h / (a p) and 1 / p.
void AdversarialTest::meetsOneLink() {
  const Topology topology = dragonfly();
  const auto routing = test::routingOf("minimal", topology);
  const auto used = [&](const char* name, TerminalId first, TerminalId count, LinkKind kind) {
    const auto pattern = patternOf(name, topology);
    Rng rng(3, 0, RandomPurpose::destination);
    std::vector<ChannelId> channels;
    for (int i = 0; i < 500; ++i)
      for (const TerminalId source : terminalsOf(first, count))
        for (const ChannelId channel :
             test::follow(topology, *routing, source, pattern->destination(source, rng)).channels)
          if (topology.kindOf(channel / 2) == kind) channels.push_back(channel);
    std::sort(channels.begin(), channels.end());
    channels.erase(std::unique(channels.begin(), channels.end()), channels.end());
    return channels;
  };
  QCOMPARE(used("adversarial", 0, 8, LinkKind::global).size(), std::size_t{1});
  const auto consecutive = used("adversarial_consecutive", 0, 8, LinkKind::global);
  QCOMPARE(consecutive.size(), std::size_t{2});
  // They leave from the last router of the group.
  for (const ChannelId channel : consecutive) QCOMPARE(topology.from(channel).node, 3u);
  QCOMPARE(used("adversarial_local", 0, 2, LinkKind::local).size(), std::size_t{1});
  QCOMPARE(used("adversarial_local", 0, 2, LinkKind::global).size(), std::size_t{0});
}

void AdversarialTest::needsADragonfly() {
  const Topology mesh = test::network("mesh", {{"dimensions", std::vector<std::int64_t>{4, 4}}});
  for (const char* name : {"adversarial", "adversarial_consecutive", "adversarial_local"}) {
    const Issues issues = test::checkPattern(name, mesh);
    QCOMPARE(issues.size(), std::size_t{1});
    QCOMPARE(issues[0].path, std::string("traffic.pattern"));
    QVERIFY(issues[0].text.english().find("needs the groups of a Dragonfly") != std::string::npos);
    QVERIFY(test::checkPattern(name, dragonfly()).empty());
  }
}

void AdversarialTest::offsetsInRange() {
  const auto accepted = [](std::int64_t offset) {
    return test::checkPattern("adversarial", dragonfly(), {{"offset", offset}}).empty();
  };
  for (const std::int64_t offset : {1, 8, -1, -8}) QVERIFY(accepted(offset));
  for (const std::int64_t offset : {0, 9, -9, 100'000}) QVERIFY(!accepted(offset));
}

void AdversarialTest::consecutiveNeedsGroups() {
  QVERIFY(test::checkPattern("adversarial_consecutive", dragonfly(3)).empty());
  QVERIFY(!test::checkPattern("adversarial_consecutive", dragonfly(2)).empty());
}

}  // namespace hopscope

using hopscope::AdversarialTest;
HOPSCOPE_TEST(AdversarialTest)
#include "adversarial_test.moc"
