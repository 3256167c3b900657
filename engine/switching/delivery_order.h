// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/core/ids.h"
#include "engine/fabric/cycle_stamp.h"
#include "engine/fabric/touch.h"
#include "engine/switching/delivery_tally.h"

namespace hopscope {

/// Finds packets that arrive after a younger one of their pair: the same source, destination and
/// class of traffic. What it remembers of each terminal does not grow with the run:
///
/// - when the youngest packet delivered was born, of so many sources: of all of them while these
///   times take 512 KB at the most (256 terminals and one class), which is exact. In larger
///   networks sources share the place of their number modulo a power of two, and an overtaking is
///   missed where another one's packet came in between: packets of a pair overtake each other where
///   they follow each other closely.
/// - the last packets delivered, 64, or fewer where all of them would take more than 256 KB (512
///   terminals), 8 at the least. The displacement of a packet is how many of these are of its pair
///   and younger.
///
/// It depends on what each terminal received alone, and so not on the parts of a network.
class DeliveryOrder {
 public:
  /// Of packets delivered to terminals [first, first + terminals) of a network of `all`.
  DeliveryOrder(std::uint32_t terminals, TerminalId first, std::uint32_t all);

  /// There are so many classes of traffic from now on, or more than before. Forgets what came
  /// before where that is more.
  void countClasses(std::uint32_t classes);

  /// What `note` touches does not lie in the nearest caches anyway.
  bool prefetches() const {
    constexpr std::size_t kNear = 16'384;
    return youngest_.size() + last_.size() > kNear;
  }
  /// Has the processor fetch what `note` will touch of such a packet.
  void prefetch(TerminalId source, TerminalId destination, std::uint32_t trafficClass) const {
    const std::size_t terminal = destination - first_;
    const std::uint32_t pair = source * classes_ + trafficClass;
    loadAhead(youngest_[terminal * sourcesEach_ + (pair & sourceMask_)]);
    loadAhead(last_[terminal * lastEach_ + (received_[terminal] & (lastEach_ - 1))]);
  }

  /// Notes a packet of one of the classes. How many of its pair overtook it; 0 where it is in
  /// order.
  std::uint32_t note(const Delivery& delivery, std::uint32_t trafficClass) {
    const Packet packet{delivery.source * classes_ + trafficClass,
                        stampOf(delivery.at - delivery.latency)};
    const std::size_t terminal = delivery.destination - first_;
    Packet& youngest = youngest_[terminal * sourcesEach_ + (packet.pair & sourceMask_)];
    std::uint32_t displacement = 0;
    if (youngest.pair == packet.pair && isYounger(youngest, packet, delivery.latency))
      displacement = overtakersOf(packet, terminal, delivery.latency);
    else
      youngest = packet;
    last_[terminal * lastEach_ + (received_[terminal]++ & (lastEach_ - 1))] = packet;
    return displacement;
  }

 private:
  /// A packet delivered.
  struct Packet {
    std::uint32_t pair = kNone;  ///< source and class, among those of its terminal
    CycleStamp birth = 0;
  };

  /// Whether `other`, which has been delivered, was born after a packet that took `latency`.
  static bool isYounger(const Packet& other, const Packet& packet, Cycle latency) {
    return other.birth - packet.birth - 1 < static_cast<CycleStamp>(latency);
  }
  std::uint32_t overtakersOf(const Packet& packet, std::size_t terminal, Cycle latency) const;
  void makeRoom();

  std::uint32_t terminals_;
  TerminalId first_;
  std::uint32_t all_;
  std::uint32_t classes_ = 1;
  std::size_t sourcesEach_ = 0;
  std::uint32_t sourceMask_ = 0;
  std::uint32_t lastEach_ = 0;  ///< a power of two
  std::vector<Packet> youngest_;
  std::vector<Packet> last_;
  std::vector<std::uint8_t> received_;  ///< packets per terminal, modulo 256
};

}  // namespace hopscope
