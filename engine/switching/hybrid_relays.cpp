// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/hybrid_relays.h"

#include <fmt/format.h>

namespace hopscope::hybrid {

Relays::Relays(std::uint32_t ports, std::uint32_t room, HybridPackets& packets)
    : packets_(packets),
      ports_(ports),
      room_(room),
      used_(room > 0 ? ports : 0, 0),
      stored_(room > 0 ? std::size_t{ports} * ports : 0),
      waiting_(stored_.size(), 0) {}

void Relays::audit(std::vector<std::string>& found) const {
  if (!inUse()) return;
  std::vector<std::uint64_t> held(ports_, 0), queued(ports_, 0), behind(ports_, 0);
  std::vector<std::uint32_t> waiting(waiting_.size(), 0);
  packets_.forEach([&](PacketIndex /*index*/, const HybridPacket& packet) {
    const std::uint32_t to = packet.relay == kNoPort ? packet.destination : packet.relay;
    if (packet.left < packet.flits) ++waiting[std::size_t{packet.source} * ports_ + to];
    if (packet.atSwitch > 0 && packet.crossed < packet.flits)
      ++waiting[std::size_t{packet.relay} * ports_ + packet.destination];
    if (packet.relay == kNoPort || packet.left == 0) return;
    held[packet.relay] += packet.flits - packet.crossed;
    if (packet.atSwitch > 0 && packet.crossed < packet.flits) ++queued[packet.relay];
    if (packet.crossed > packet.atSwitch || (packet.crossed > 0 && packet.left < packet.flits))
      found.push_back(
          fmt::format("Port {}: a flit leaves before its packet is there", packet.relay));
  });
  if (waiting != waiting_) found.emplace_back("Packets that wait for circuits are not counted");
  for (std::uint32_t relay = 0; relay < ports_; ++relay) {
    for (std::uint32_t output = 0; output < ports_; ++output) {
      PacketIndex next = stored_[std::size_t{relay} * ports_ + output].first;
      for (bool first = true; next != kNone; next = packets_[next].next, first = false) {
        const HybridPacket& packet = packets_[next];
        ++behind[relay];
        if (!packet.alive || packet.relay != relay || packet.destination != output ||
            (!first && packet.crossed > 0))
          found.push_back(fmt::format("Port {}: keeps a packet that is elsewhere", relay));
      }
    }
    if (held[relay] != used_[relay])
      found.push_back(fmt::format("Port {}: flits kept for others are not counted", relay));
    if (queued[relay] != behind[relay])
      found.push_back(fmt::format("Port {}: a packet kept for others is lost", relay));
  }
}

}  // namespace hopscope::hybrid
