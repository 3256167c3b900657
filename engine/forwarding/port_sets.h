// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <limits>
#include <map>
#include <vector>

#include "engine/core/ids.h"

namespace hopscope {

/// What the lines of a switch's caches name in their two bytes for the way out (Hirasawa 2022,
/// section 4.2): an output port or, where the routing is adaptive, one of the switch's sets of
/// candidate ports, which are numbered behind the ports in the order in which they first came up.
class PortSets {
 public:
  /// Of a switch with `radix` ports.
  explicit PortSets(PortIndex radix = 0) : radix_(radix) {}

  /// What names these ports, at least one, the first of which an idle network takes. Once there are
  /// as many sets as two bytes can tell, further ones are named by that port alone.
  PortIndex name(const std::vector<PortIndex>& ports) {
    if (ports.size() == 1) return ports.front();
    const auto known = names_.find(ports);
    if (known != names_.end()) return known->second;
    const std::size_t name = radix_ + sets_.size();
    if (name >= std::numeric_limits<PortIndex>::max()) return ports.front();
    sets_.push_back(ports);
    return names_.emplace(ports, static_cast<PortIndex>(name)).first->second;
  }

  /// The first of the ports that a line's way out stands for, and the others.
  PortIndex first(PortIndex name) const { return isSet(name) ? sets_[name - radix_][0] : name; }
  std::vector<PortIndex> others(PortIndex name) const {
    if (!isSet(name)) return {};
    const std::vector<PortIndex>& ports = sets_[name - radix_];
    return {ports.begin() + 1, ports.end()};
  }

 private:
  bool isSet(PortIndex name) const {
    return name >= radix_ && std::size_t{name} < radix_ + sets_.size();
  }

  PortIndex radix_;
  std::vector<std::vector<PortIndex>> sets_;
  std::map<std::vector<PortIndex>, PortIndex> names_;
};

}  // namespace hopscope
