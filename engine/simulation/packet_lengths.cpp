// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/packet_lengths.h"

#include <algorithm>

namespace hopscope {

std::vector<std::uint32_t> packetLengths(const Setup& setup) {
  std::vector<std::uint32_t> usual;
  for (const PacketSize& size : setup.packetSizes) usual.push_back(size.flits);
  if (usual.empty()) usual.push_back(setup.packetFlits);
  std::vector<std::uint32_t> lengths;
  const auto addUsual = [&] { lengths.insert(lengths.end(), usual.begin(), usual.end()); };
  const auto add = [&](const TrafficPattern& pattern) {
    if (pattern.classes().empty()) addUsual();
    for (const TrafficClass& each : pattern.classes())
      if (each.flits != 0)
        lengths.push_back(each.flits);
      else
        addUsual();
  };
  add(*setup.traffic);
  for (const TrafficPhase& phase : setup.phases) add(*phase.traffic);
  std::sort(lengths.begin(), lengths.end());
  lengths.erase(std::unique(lengths.begin(), lengths.end()), lengths.end());
  return lengths;
}

bool carries(const std::vector<std::uint32_t>& lengths, const Setup& setup) {
  const bool any =
      std::visit([](const auto& switches) { return switches.kAnyLength; }, setup.switches);
  const std::vector<std::uint32_t> wanted = packetLengths(setup);
  return any || std::includes(lengths.begin(), lengths.end(), wanted.begin(), wanted.end());
}

}  // namespace hopscope
