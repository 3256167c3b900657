// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/injection.h"

#include <QTest>
#include <cmath>
#include <vector>

#include "engine/traffic/silent_terminals.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

constexpr std::uint32_t kTerminals = 6;

/// A packet of one flit in every cycle.
TrafficPlan exchange(double load = 1) {
  Setup setup = test::makeSetup("crossbar", {{"terminals", std::int64_t{kTerminals}}});
  test::setPattern(setup, "all_to_all");
  return {setup.traffic, load, {{1, 1.0}}};
}

using Destinations = std::vector<TerminalId>;

/// Has room for everything, and keeps when and where one terminal sends.
struct RoomyQueues final : SourceQueues {
  explicit RoomyQueues(TerminalId source) : watched(source) {}

  bool enter(Cycle now, const NewPacket& packet, Rng& /*routing*/) override {
    if (packet.source != watched) return true;
    births.push_back(now);
    destinations.push_back(packet.destination);
    return true;
  }
  void drop(const NewPacket& /*packet*/) override {}

  TerminalId watched;
  std::vector<Cycle> births;
  Destinations destinations;
};

Destinations sentBy(TerminalId source, Injection& injection, Cycle from, Cycle until) {
  RoomyQueues queues(source);
  for (Cycle now = from; now < until; ++now) injection.offer(now, queues);
  return queues.destinations;
}

}  // namespace

class InjectionTest : public QObject {
  Q_OBJECT

 private slots:
  void anExchangeGoesOnUnderAnotherLoad();
  void anExchangeGoesOnRoundSilentTerminals();
  void announcedPacketsAreHeld();
  void gapsAreThoseOfTheLogarithm();
};

void InjectionTest::anExchangeGoesOnUnderAnotherLoad() {
  Injection injection(exchange(), 1, 0, kTerminals);
  QCOMPARE(sentBy(1, injection, 0, 3), (Destinations{2, 3, 4}));
  // Each phase has a pattern object of its own.
  injection.setTraffic(3, exchange(0));
  QCOMPARE(sentBy(1, injection, 3, 6), Destinations{});
  injection.setTraffic(6, exchange());
  QCOMPARE(sentBy(1, injection, 6, 10), (Destinations{5, 0, 2, 3}));
}

void InjectionTest::anExchangeGoesOnRoundSilentTerminals() {
  TrafficPlan plan = exchange();
  Injection injection(plan, 1, 0, kTerminals);
  QCOMPARE(sentBy(1, injection, 0, 1), Destinations{2});
  std::vector<bool> silent(kTerminals);
  silent[0] = silent[3] = true;
  plan.pattern = withSilentTerminals(plan.pattern, silent);
  QVERIFY(plan.pattern->ordered());
  injection.setTraffic(1, plan);
  QCOMPARE(sentBy(1, injection, 1, 11), (Destinations{4, 5, 2, 4, 5, 2}));
  QCOMPARE(sentBy(3, injection, 11, 20), Destinations{});
}

void InjectionTest::announcedPacketsAreHeld() {
  TrafficPlan plan = exchange();
  plan.prefetch = 5;
  Injection injection(plan, 1, 0, 1);
  QVERIFY(injection.noneHeld());
  QCOMPARE(sentBy(0, injection, 0, 1), Destinations{1});
  QVERIFY(!injection.noneHeld());
  injection.setTraffic(1, exchange(0));
  QCOMPARE(sentBy(0, injection, 1, 6), Destinations{1});
  QVERIFY(injection.noneHeld());
}

/// Whether they are looked up or worked out.
void InjectionTest::gapsAreThoseOfTheLogarithm() {
  constexpr TerminalId kSource = 2;
  for (const double load : {0.0002, 0.003, 0.05, 0.3, 0.77, 0.9995}) {
    Injection injection(exchange(load), 1, 0, kTerminals);
    RoomyQueues queues(kSource);
    for (Cycle now = 0; now < 40'000; ++now) injection.offer(now, queues);
    QVERIFY(!queues.births.empty());
    Rng draws(1, kSource, RandomPurpose::injection);
    Cycle birth = -1;
    for (const Cycle seen : queues.births) {
      birth += 1 + static_cast<Cycle>(std::log(1 - draws.unit()) * (1 / std::log1p(-load)));
      QCOMPARE(seen, birth);
    }
  }
}

HOPSCOPE_TEST(InjectionTest)

}  // namespace hopscope

#include "injection_test.moc"
