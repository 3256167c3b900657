// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/delivery_counter.h"

#include <QTest>
#include <random>

#include "tests/support/test_main.h"

namespace hopscope {
namespace {

std::vector<std::uint64_t> sumsOf(const TimeBatches& times) {
  std::vector<std::uint64_t> sums;
  for (const TimeBatches::Batch& batch : times.batches()) sums.push_back(batch.sum);
  return sums;
}

}  // namespace

class DeliveryCounterTest : public QObject {
  Q_OBJECT

 private slots:
  void flitsByArrival_data();
  void flitsByArrival();
};

void DeliveryCounterTest::flitsByArrival_data() {
  QTest::addColumn<int>("from");
  QTest::addColumn<int>("longestGap");
  QTest::newRow("from the beginning") << 0 << 2;
  QTest::newRow("after a warm-up") << 1000 << 2;
  QTest::newRow("after an odd one, seldom") << 777 << 100;
  QTest::newRow("very seldom") << 13 << 20'000;
}

/// As if every packet had been put into the batches by itself, in one part of a network or in two,
/// whenever one looks.
void DeliveryCounterTest::flitsByArrival() {
  QFETCH(int, from);
  QFETCH(int, longestGap);
  std::mt19937 random(7);
  const auto draw = [&](int below) { return static_cast<int>(random() % below); };
  DeliveryCounter one(2, 0, 2), left(1, 0, 2), right(1, 1, 2);
  TimeBatches expected;
  for (Cycle now = 0; Delivery delivery : std::vector<Delivery>(4000)) {
    const Cycle next = now + draw(longestGap);
    if (next >= from && now < from)
      for (DeliveryCounter* each : {&one, &left, &right}) each->beginMeasuring(from);
    if (now == 0 && from == 0)
      for (DeliveryCounter* each : {&one, &left, &right}) each->beginMeasuring(0);
    delivery.at = now = next;
    delivery.source = 0;
    delivery.flits = 1 + static_cast<std::uint32_t>(draw(8));
    delivery.destination = static_cast<TerminalId>(draw(3) == 0);
    one.add(delivery);
    (delivery.destination == 0 ? left : right).add(delivery);
    if (now >= from) expected.add(now - from, delivery.flits);
    if (draw(200) != 0 || now < from) continue;
    DeliveryTally whole(2), halves(2);
    one.addTo(whole);
    right.addTo(halves);
    left.addTo(halves);
    for (const DeliveryTally* tally : {&whole, &halves}) {
      QCOMPARE(tally->byArrival.length(), expected.length());
      QCOMPARE(sumsOf(tally->byArrival), sumsOf(expected));
    }
  }
}

}  // namespace hopscope

using hopscope::DeliveryCounterTest;
HOPSCOPE_TEST(DeliveryCounterTest)
#include "delivery_counter_test.moc"
