// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/dragonfly_tables.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "engine/forwarding/prefix_compaction.h"

namespace hopscope {

TableSizes compactDragonflyTables(const families::GlobalArrangement& shape, std::uint64_t step) {
  TableSizes sizes{std::numeric_limits<std::uint64_t>::max(), 0, 0, 0};
  unsigned bits = 0;
  while ((std::uint64_t{1} << bits) < shape.groups) ++bits;
  PrefixCompactor compactor;
  std::uint64_t sum = 0;
  std::vector<std::uint32_t> links(shape.groups), ports(shape.groups);
  for (std::uint64_t group = 0; group < shape.groups; group += std::max<std::uint64_t>(step, 1)) {
    // The first link to each group.
    std::fill(links.begin(), links.end(), kUnusedCode);
    for (std::uint64_t l = shape.used(); l-- > 0;)
      links[shape.peerGroup(group, l)] = static_cast<std::uint32_t>(l);
    for (std::uint64_t position = 0; position < shape.a; ++position) {
      for (std::uint64_t g = 0; g < shape.groups; ++g) {
        if (links[g] == kUnusedCode) {
          ports[g] = kUnusedCode;
          continue;
        }
        // Ports: the own global links, then one for each other switch.
        const std::uint64_t owner = links[g] / shape.h;
        ports[g] =
            static_cast<std::uint32_t>(owner == position ? links[g] % shape.h : shape.h + owner);
      }
      const std::uint64_t size = shape.p + shape.a - 1 + compactor.count(ports, bits);
      sizes.least = std::min(sizes.least, size);
      sizes.most = std::max(sizes.most, size);
      sum += size;
      ++sizes.switches;
    }
  }
  sizes.mean = static_cast<double>(sum) / static_cast<double>(sizes.switches);
  return sizes;
}

}  // namespace hopscope
