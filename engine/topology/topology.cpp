// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/topology/topology.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace hopscope {

TopologyBuilder::TopologyBuilder(std::string kind, Values parameters,
                                 std::vector<LinkClass> classes) {
  topology_.kind = std::move(kind);
  topology_.parameters = std::move(parameters);
  topology_.classes = std::move(classes);
}

RouterId TopologyBuilder::addRouter(std::int32_t group, std::int32_t position) {
  topology_.group.push_back(group);
  topology_.position.push_back(position);
  degree_.push_back(0);
  return static_cast<RouterId>(degree_.size() - 1);
}

TerminalId TopologyBuilder::addTerminal(RouterId router) {
  const auto terminal = topology_.terminalCount();
  const LinkId link = topology_.linkCount();
  const PortIndex port = degree_[router]++;
  topology_.links.push_back({{terminal, 0, true}, {router, port, false}, 0});
  topology_.terminals.push_back({router, port, link});
  return terminal;
}

LinkId TopologyBuilder::connect(RouterId a, RouterId b, std::uint8_t linkClass) {
  const PortIndex portA = degree_[a]++;
  const PortIndex portB = degree_[b]++;
  return connectAt(a, portA, b, portB, linkClass);
}

LinkId TopologyBuilder::connectAt(RouterId a, PortIndex portA, RouterId b, PortIndex portB,
                                  std::uint8_t linkClass) {
  const LinkId link = topology_.linkCount();
  degree_[a] = std::max<PortIndex>(degree_[a], portA + 1);
  degree_[b] = std::max<PortIndex>(degree_[b], portB + 1);
  topology_.links.push_back({{a, portA, false}, {b, portB, false}, linkClass});
  return link;
}

void TopologyBuilder::setIds(std::vector<std::uint32_t> routers,
                             std::vector<std::uint32_t> terminals,
                             std::vector<std::uint32_t> links) {
  topology_.routerIds = std::move(routers);
  topology_.terminalIds = std::move(terminals);
  topology_.linkIds = std::move(links);
}

Topology TopologyBuilder::build() {
  Topology& t = topology_;
  t.firstPort.assign(t.routerCount() + 1, 0);
  for (RouterId r = 0; r < t.routerCount(); ++r) t.firstPort[r + 1] = t.firstPort[r] + degree_[r];
  t.ports.resize(t.firstPort.back());
  for (LinkId l = 0; l < t.linkCount(); ++l) {
    const Link& link = t.links[l];
    if (!link.a.isTerminal)
      t.ports[t.firstPort[link.a.node] + link.a.port] = {l, 2 * l, 2 * l + 1, link.b};
    t.ports[t.firstPort[link.b.node] + link.b.port] = {l, 2 * l + 1, 2 * l, link.a};
  }
  const auto identity = [](std::vector<std::uint32_t>& ids, std::uint32_t count) {
    if (!ids.empty()) return;
    ids.resize(count);
    std::iota(ids.begin(), ids.end(), 0u);
  };
  identity(t.routerIds, t.routerCount());
  identity(t.terminalIds, t.terminalCount());
  identity(t.linkIds, t.linkCount());
  return std::exchange(topology_, {});
}

}  // namespace hopscope
