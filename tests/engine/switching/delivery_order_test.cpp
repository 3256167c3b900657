// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/delivery_order.h"

#include <QTest>
#include <algorithm>
#include <map>
#include <random>
#include <tuple>

#include "tests/support/test_main.h"

namespace hopscope {
namespace {

/// Packets as they arrive: `deliveries` of random latencies up to `spread`, in order of arrival, at
/// most one a cycle and terminal.
std::vector<Delivery> arrivals(std::uint32_t terminals, std::uint32_t classes, int deliveries,
                               Cycle spread, std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto draw = [&](std::uint32_t below) {
    return static_cast<std::uint32_t>(random() % below);
  };
  std::vector<Delivery> all;
  for (int i = 0; i < deliveries; ++i) {
    Delivery delivery;
    delivery.source = draw(terminals);
    delivery.destination = draw(terminals);
    delivery.trafficClass = static_cast<std::uint8_t>(draw(classes));
    delivery.at = spread + i;
    delivery.latency = 1 + draw(static_cast<std::uint32_t>(spread));
    all.push_back(delivery);
  }
  return all;
}

/// What an endless memory finds: of each packet, how many of its pair were born later and came
/// before.
std::vector<std::uint32_t> displacements(const std::vector<Delivery>& deliveries) {
  std::map<std::tuple<TerminalId, TerminalId, int>, std::vector<Cycle>> births;
  std::vector<std::uint32_t> found;
  for (const Delivery& each : deliveries) {
    auto& before = births[{each.source, each.destination, each.trafficClass}];
    const Cycle birth = each.at - each.latency;
    found.push_back(static_cast<std::uint32_t>(
        std::count_if(before.begin(), before.end(), [&](Cycle other) { return other > birth; })));
    before.push_back(birth);
  }
  return found;
}

}  // namespace

class DeliveryOrderTest : public QObject {
  Q_OBJECT

 private slots:
  void findsAllWhileItRemembersAllPairs_data();
  void findsAllWhileItRemembersAllPairs();
  void partsFindTheSame();
  void inOrderIsInOrder();
  void largeNetworksMissSome();
  void olderThanTheClockGoesRound();
};

void DeliveryOrderTest::findsAllWhileItRemembersAllPairs_data() {
  QTest::addColumn<unsigned>("terminals");
  QTest::addColumn<unsigned>("classes");
  QTest::newRow("two terminals") << 2u << 1u;
  QTest::newRow("nine") << 9u << 1u;
  QTest::newRow("six, three classes") << 6u << 3u;
}

/// The displacements of all packets, as long as few others come between the two.
void DeliveryOrderTest::findsAllWhileItRemembersAllPairs() {
  QFETCH(unsigned, terminals);
  QFETCH(unsigned, classes);
  const auto deliveries = arrivals(terminals, classes, 20'000, 40, 3);
  const auto expected = displacements(deliveries);
  QVERIFY(*std::max_element(expected.begin(), expected.end()) > 2);
  DeliveryOrder order(terminals, 0, terminals);
  order.countClasses(classes);
  for (std::size_t i = 0; i < deliveries.size(); ++i)
    QCOMPARE(order.note(deliveries[i], deliveries[i].trafficClass), expected[i]);
}

void DeliveryOrderTest::partsFindTheSame() {
  const auto deliveries = arrivals(12, 2, 20'000, 300, 5);
  DeliveryOrder whole(12, 0, 12), first(5, 0, 12), second(7, 5, 12);
  for (DeliveryOrder* each : {&whole, &first, &second}) each->countClasses(2);
  for (const Delivery& each : deliveries)
    QCOMPARE((each.destination < 5 ? first : second).note(each, each.trafficClass),
             whole.note(each, each.trafficClass));
}

void DeliveryOrderTest::inOrderIsInOrder() {
  DeliveryOrder order(4, 0, 4);
  for (Cycle now = 100; now < 5000; ++now) {
    Delivery delivery;
    delivery.at = now;
    delivery.latency = 1 + now % 2;  // at times two of one cycle
    delivery.source = 1;
    delivery.destination = static_cast<TerminalId>(now / 2 % 4);
    QCOMPARE(order.note(delivery, 0), 0u);
  }
}

/// Of 5,000 terminals: those whose pair is overtaken at once are found, and none too many.
void DeliveryOrderTest::largeNetworksMissSome() {
  constexpr std::uint32_t kTerminals = 5000;
  const auto deliveries = arrivals(kTerminals, 1, 200'000, 400, 7);
  const auto expected = displacements(deliveries);
  DeliveryOrder order(kTerminals, 0, kTerminals);
  for (std::size_t i = 0; i < deliveries.size(); ++i)
    QVERIFY(order.note(deliveries[i], deliveries[i].trafficClass) <= expected[i]);
  Delivery delivery;
  delivery.destination = 4999;
  for (TerminalId source = 0; source < kTerminals; ++source) {
    delivery.source = source;
    for (const Cycle latency : {Cycle{10}, Cycle{11}, Cycle{13}}) {
      delivery.at = 1'000'000 + Cycle{source} * 100 + latency / 12;
      delivery.latency = latency;
      QCOMPARE(order.note(delivery, 0), latency == 13 ? 2u : latency == 11 ? 1u : 0u);
    }
  }
}

/// A pair that was silent for 2^32 cycles and more, whose stamps have come round.
void DeliveryOrderTest::olderThanTheClockGoesRound() {
  DeliveryOrder order(2, 0, 2);
  Delivery delivery;
  delivery.source = 0;
  delivery.destination = 1;
  delivery.latency = 50;
  for (const Cycle at : {Cycle{1000}, (Cycle{1} << 31) + 500, (Cycle{1} << 32) + 900}) {
    delivery.at = at;
    QCOMPARE(order.note(delivery, 0), 0u);
  }
}

}  // namespace hopscope

using hopscope::DeliveryOrderTest;
HOPSCOPE_TEST(DeliveryOrderTest)
#include "delivery_order_test.moc"
