// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/topology/part_words.h"

#include <fmt/format.h>

namespace hopscope {

const std::string& givenName(const Topology& topology, const LinkEnd& end) {
  static const std::string kUnnamed;
  const auto& names = end.isTerminal ? topology.terminalNames : topology.routerNames;
  return end.node < names.size() ? names[end.node] : kUnnamed;
}

std::string partInWords(const Topology& topology, const LinkEnd& end) {
  const std::string part = end.isTerminal
                               ? fmt::format("terminal {}", topology.terminalIds[end.node])
                               : fmt::format("router {}", topology.routerIds[end.node]);
  const std::string& name = givenName(topology, end);
  return name.empty() ? part : fmt::format("{} \"{}\"", part, name);
}

std::string routerInWords(const Topology& topology, RouterId router) {
  return partInWords(topology, {router, 0, false});
}

}  // namespace hopscope
