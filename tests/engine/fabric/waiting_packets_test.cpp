// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>
#include <array>
#include <deque>

#include "engine/core/rng.h"
#include "engine/fabric/waiting_packets.h"
#include "tests/support/test_main.h"

namespace hopscope {

class WaitingPacketsTest : public QObject {
  Q_OBJECT

 private slots:
  /// Lines of several queues, which grow and shrink, against lists of whole packets.
  void linesEqualLists() {
    constexpr WaitingPackets::Position kNobody = kNone;
    struct Line {
      WaitingPackets::Position first = kNobody, last = kNobody;
      std::deque<Packet> expected;
    };
    WaitingPackets waiting;
    std::array<Line, 5> lines;
    Rng rng(3, 0, RandomPurpose::pattern);
    WaitingPackets::Position farthest = 0;
    for (std::uint32_t step = 0; step < 60'000; ++step) {
      Line& line = lines[rng.below(5)];
      const bool fills = step / 3'000 % 2 == 0;
      if (line.first == kNobody || rng.below(6) < (fills ? 4u : 1u)) {
        Packet packet;
        packet.birth = step;
        packet.source = static_cast<std::uint32_t>(&line - lines.data()) & Packet::kLastSource;
        packet.destination = rng.below(1'000'000);
        packet.detail = static_cast<std::uint32_t>(rng.next());
        packet.length = static_cast<LengthIndex>(rng.below(kMostLengths));
        packet.measured = rng.below(2) == 0;
        packet.hasLetter = rng.below(2) == 0;
        packet.trafficClass = static_cast<std::uint8_t>(rng.next()) & 15;
        line.last = waiting.append(line.first == kNobody ? kNobody : line.last, packet);
        if (line.first == kNobody) line.first = line.last;
        line.expected.push_back(packet);
        farthest = std::max(farthest, line.last);
      } else {
        line.first = waiting.leave(line.first, line.last);
        line.expected.pop_front();
      }
      if (step % 50 != 0) continue;
      auto at = line.first;
      for (const Packet& each : line.expected) {
        QVERIFY(at != kNobody);
        Packet packet;
        packet.source = each.source;
        waiting.read(at, packet);
        QCOMPARE(packet.birth, each.birth);
        QCOMPARE(packet.destination, each.destination);
        QCOMPARE(packet.detail, each.detail);
        QCOMPARE(packet.length, each.length);
        QCOMPARE(packet.measured, each.measured);
        QCOMPARE(packet.hasLetter, each.hasLetter);
        QCOMPARE(packet.trafficClass, each.trafficClass);
        at = at == line.last ? kNobody : waiting.after(at);
      }
      QCOMPARE(at, kNobody);
    }
    // Of many packets a thousand at a time: chunks are taken again.
    QVERIFY(farthest < 4'000);
  }
};

HOPSCOPE_TEST(WaitingPacketsTest)

}  // namespace hopscope

#include "waiting_packets_test.moc"
