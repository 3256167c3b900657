// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace hopscope {

/// Rules of an access switch whose table tells groups, switches of its group, and its own hosts:
/// (G - 1) + (S - 1) + T for G groups of S access switches with T hosts each (Benito, Vallejo &
/// Beivide 2015, equation 1). With G = 1, S being all access switches, a table of two levels.
constexpr std::uint64_t hierarchicalRules(std::uint64_t groups, std::uint64_t switches,
                                          std::uint64_t hosts) {
  return groups - 1 + switches - 1 + hosts;
}

/// A network family as it is scaled by the ports of its switches.
enum class ScaledFamily : std::uint8_t {
  foldedClos,          ///< of three levels
  flattenedButterfly,  ///< of `dimensions` equal ones, a group is a row
  dragonfly,           ///< balanced, fully connected groups
  dragonfly2d,         ///< groups are flattened butterflies of two dimensions: diameter 5
};

/// A family by its name in models and files.
struct NamedFamily {
  const char *name, *label;
  ScaledFamily family;
  std::uint64_t dimensions;  ///< of flattened butterflies
};
const std::vector<NamedFamily>& scaledFamilies();
/// The one of that name, which must be there.
const NamedFamily& scaledFamily(std::string_view name);

/// The largest balanced network of a family, and the tables of its access switches.
struct ScaledNetwork {
  std::uint64_t hostsPerSwitch = 0;    ///< T, of an access switch
  std::uint64_t switchesPerGroup = 0;  ///< S, access switches
  std::uint64_t groups = 0;            ///< G
  std::uint64_t switches = 0;          ///< all of them
  std::uint64_t links = 0;             ///< of a switch to others; of a Dragonfly's: to other groups

  std::uint64_t accessSwitches() const { return groups * switchesPerGroup; }
  std::uint64_t hosts() const { return accessSwitches() * hostsPerSwitch; }
  std::uint64_t perSwitch() const { return hierarchicalRules(1, accessSwitches(), hostsPerSwitch); }
  std::uint64_t perGroup() const {
    return hierarchicalRules(groups, switchesPerGroup, hostsPerSwitch);
  }
};

/// `ports` >= 4; `dimensions` of flattened butterflies, 1 or more. Folded Clos: half the ports
/// down. Flattened butterfly: k = floor((P + n) / (n + 1)) hosts and switches a row. Dragonfly: h =
/// floor((P + 1) / 4), p = h, a = 2h, a h + 1 groups. Of diameter 5: m = floor((P + 2) / 4), p = h
/// = m, groups of m by m (Benito 2020, section 2.1).
ScaledNetwork scaledNetwork(ScaledFamily family, std::uint64_t ports, std::uint64_t dimensions);

/// Hosts by the closed formula of Table I, ports divided without rounding: P³/4, (P/(n+1))^(n+1),
/// 4 (P/4)⁴. NaN for the Dragonfly of diameter 5, of which there is none.
double hostsOfTableOne(ScaledFamily family, double ports, double dimensions);

/// Smallest and largest table after compaction: the number of ports, but for the Dragonfly T + 2 (S
/// - 1) + h to the table of equation 1 (Benito, Vallejo & Beivide 2015, section III-B).
struct CompactBounds {
  std::uint64_t least = 0, most = 0;
};
CompactBounds compactBounds(ScaledFamily family, const ScaledNetwork& network);

}  // namespace hopscope
