// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/packet_lengths.h"

#include <algorithm>
#include <cmath>

#include "engine/fabric/packet_pool.h"

namespace hopscope {
namespace {

/// The last packet of a message is as long as what is left. Where that may be more lengths than
/// there can be, some are longer than needed.
void addRests(std::uint32_t longest, std::vector<std::uint32_t>& lengths) {
  const std::uint32_t kinds = std::min(longest, kMostLengths);
  for (std::uint32_t i = 1; i <= kinds; ++i) {
    const std::uint64_t share = std::uint64_t{i} * longest;
    lengths.push_back(static_cast<std::uint32_t>((share + kinds - 1) / kinds));
  }
}

}  // namespace

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
  if (setup.applications) addRests(setup.applications->packets.flits, lengths);
  std::sort(lengths.begin(), lengths.end());
  lengths.erase(std::unique(lengths.begin(), lengths.end()), lengths.end());
  const std::uint32_t notice = noticeFlits(setup);
  const auto place = std::lower_bound(lengths.begin(), lengths.end(), notice);
  const bool known = notice == 0 || (place != lengths.end() && *place == notice);
  if (!known && lengths.size() < kMostLengths) lengths.insert(place, notice);
  return lengths;
}

std::uint32_t noticeFlits(const Setup& setup) {
  const auto points = setup.routing ? setup.routing->congestionPoints() : std::nullopt;
  if (!points || points->noticeBytes <= 0) return 0;
  return static_cast<std::uint32_t>(std::ceil(points->noticeBytes / setup.flitBytes));
}

bool carries(const std::vector<std::uint32_t>& lengths, const Setup& setup) {
  const bool any =
      std::visit([](const auto& switches) { return switches.kAnyLength; }, setup.switches);
  const std::vector<std::uint32_t> wanted = packetLengths(setup);
  return any || std::includes(lengths.begin(), lengths.end(), wanted.begin(), wanted.end());
}

}  // namespace hopscope
