// SPDX-License-Identifier: GPL-3.0-or-later
// Notices of congestion in a network: QCN-Switch runs.
#include <QTest>
#include <string>
#include <utility>
#include <vector>

#include "engine/simulation/simulation.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

/// Eight groups send to the next one, at eight times what its channel carries.
Setup notified(const Values& values = {}) {
  Setup setup = test::thesisDragonfly(2);
  setup.virtualChannels = {4, 3};
  test::setRouting(setup, "qcn_switch", values);
  test::setPattern(setup, "adversarial");
  setup.load = 0.4;
  setup.run = {20'000, 20'000, 200'000, 2'000, 5};
  return setup;
}

std::vector<std::pair<std::string, Setup>> variants() {
  const auto text = [](const char* value) { return std::string(value); };
  std::vector<std::pair<std::string, Setup>> all;
  const Values often{{"sampled_every", std::int64_t{10}}, {"recovery_packets", std::int64_t{10}}};
  const auto with = [&](Values more) {
    for (const auto& [name, value] : often) more.emplace(name, value);
    return more;
  };
  all.emplace_back("outputs, compared", notified(with({})));
  all.emplace_back("outputs, base", notified(with({{"feedback", text("base")}})));
  all.emplace_back("inputs, base",
                   notified(with({{"sampling", text("inputs")}, {"feedback", text("base")}})));
  all.emplace_back("inputs, processed",
                   notified(with({{"sampling", text("inputs")}, {"source_processing", true}})));
  all.emplace_back("short notices", notified(with({{"notice_bytes", std::int64_t{64}}})));
  all.emplace_back("little room", notified(with({{"notice_queue", std::int64_t{1}},
                                                 {"sampled_every", std::int64_t{1}},
                                                 {"notices", std::int64_t{100}}})));
  Setup paused = notified(with({}));
  SwitchSettings& kind = test::vct(paused).kinds.front();
  kind.flowControl = FlowControl::pause;
  kind.outputBuffer = 200;
  all.emplace_back("with pauses", std::move(paused));
  return all;
}

}  // namespace

class NoticeTest : public QObject {
  Q_OBJECT

 private slots:
  void nothingIsLost() {
    for (auto& [name, setup] : variants()) {
      setup.load = 0.9;
      setup.run = {500, 500, 3'000, 100, 9};
      Simulation simulation(setup);
      while (!simulation.done()) {
        simulation.advance(1);
        const auto found = simulation.violations();
        QVERIFY2(found.empty(), found.empty() ? "" : (name + ": " + found.front()).c_str());
      }
      QVERIFY2(simulation.results().verdict != Verdict::deadlocked, name.c_str());
    }
  }

  /// Lines at terminals are walked when measuring begins and ends, and for a verdict.
  void linesAreCounted() {
    Setup setup = notified({{"sampled_every", std::int64_t{1000}}});
    setup.load = 0.9;
    setup.run = {2'000, 3'000, 9'000, 100, 9};
    const Results results = test::runOf(std::move(setup));
    QCOMPARE(results.verdict, Verdict::saturated);
    QVERIFY(results.acceptedLoad < 0.6);
    QVERIFY(results.packetsRefused > 0 || results.queueGrowth > 1);
  }

  /// Notices are seen on wires, told from packets, and lead nobody to follow them.
  void noticesAreSeen() {
    Setup setup = notified({{"sampled_every", std::int64_t{10}}});
    setup.run = {500, 20'000, 40'000, 500, 9};
    Simulation simulation(setup);
    Snapshot snapshot;
    WatchList watch;
    watch.packets = true;
    int notices = 0;
    while (simulation.now() < 8'000) {
      simulation.advance(50);
      simulation.snapshot(snapshot, watch);
      for (const MovingPacket& packet : snapshot.packets) {
        QCOMPARE(packet.notice, packet.source == kNone);
        QVERIFY(packet.destination < setup.topology->terminalCount());
        if (!packet.notice) continue;
        ++notices;
        QVERIFY(setup.topology->kindOf(packet.channel / 2) != LinkKind::terminal);
        QVERIFY(!simulation.follow(packet.source, packet.birth));
      }
    }
    QVERIFY(notices > 10);
    Setup quiet = test::thesisDragonfly(2);
    quiet.run = setup.run;
    Simulation other(quiet);
    other.advance(3'000);
    other.snapshot(snapshot, watch);
    QVERIFY(!snapshot.packets.empty());
    for (const MovingPacket& packet : snapshot.packets) QVERIFY(!packet.notice);
  }

  /// Packets leave the minimal path once it is congested, and notices are why.
  void packetsAreDiverted() {
    for (auto& [name, setup] : variants()) {
      const Results results = test::runOf(setup);
      QVERIFY2(results.noticesSent.value_or(0) > 0, name.c_str());
      QVERIFY2(results.nonminimalFraction > 0.4, name.c_str());
      QVERIFY2(results.acceptedLoad > 0.3, name.c_str());
      QVERIFY2(results.noticesDropped.has_value(), name.c_str());
      if (name == "little room") QVERIFY(*results.noticesDropped > 0);
    }
    Setup silent = notified({{"notices", std::int64_t{0}}});
    const Results results = test::runOf(std::move(silent));
    QCOMPARE(results.noticesSent.value_or(1), std::uint64_t{0});
    QCOMPARE(results.nonminimalFraction, 0.0);
  }

  void isTheSameInParts() {
    for (auto& [name, setup] : variants()) {
      setup.run = {3'000, 4'000, 12'000, 500, 5};
      setup.execution = {1, 1'000'000};
      const Results whole = test::runOf(setup);
      for (const Execution& execution : {Execution{1, 28}, Execution{2, 28}, Execution{3, 100}}) {
        setup.execution = execution;
        const Results parts = test::runOf(setup);
        QCOMPARE(parts.latency, whole.latency);
        QCOMPARE(parts.flitHops, whole.flitHops);
        QCOMPARE(parts.noticesSent, whole.noticesSent);
        QCOMPARE(parts.noticesDropped, whole.noticesDropped);
        QCOMPARE(parts.nonminimalFraction, whole.nonminimalFraction);
      }
    }
  }
};

HOPSCOPE_TEST(NoticeTest)

}  // namespace hopscope

#include "notice_test.moc"
