// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/collapsed_network.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "ui/drawing/ranks_shown.h"

namespace hopscope {

std::vector<std::int32_t> collapsibleGroups(const Topology& topology, const Placement& placement) {
  std::map<std::int32_t, std::size_t> routers;
  for (const std::int32_t group : topology.group) ++routers[group];
  std::vector<std::int32_t> groups;
  for (const GroupShape& shape : placement.groups)
    if (routers[shape.group] > 1) groups.push_back(shape.group);
  std::sort(groups.begin(), groups.end());
  groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
  return groups;
}

CollapsedNetwork::CollapsedNetwork(const std::shared_ptr<const Topology>& topology,
                                   const std::shared_ptr<const Placement>& placement) {
  if (!topology || !placement || placement->collapsed.empty()) return;
  const Topology& whole = *topology;
  addNodes(whole, *placement);
  if (!any()) return;

  TopologyBuilder builder(whole.kind, whole.parameters, whole.classes);
  Placement shown;
  std::vector<std::uint32_t> ids;
  std::vector<std::string> names;
  shownRouter_.assign(whole.routerCount(), kNone);
  for (RouterId router = 0; router < whole.routerCount(); ++router) {
    const std::int32_t index = nodeOf_[router];
    if (index >= 0 && nodes_[static_cast<std::size_t>(index)].shown != kNone) {
      shownRouter_[router] = nodes_[static_cast<std::size_t>(index)].shown;
      continue;
    }
    const RouterId added = builder.addRouter(whole.group[router], whole.position[router]);
    shownRouter_[router] = added;
    ids.push_back(whole.routerIds[router]);
    if (!whole.routerNames.empty())
      names.push_back(index < 0 ? whole.routerNames[router] : std::string());
    if (index < 0) {
      realRouter_.push_back(router);
      shown.routers.push_back(placement->routers[router]);
      continue;
    }
    Node& node = nodes_[static_cast<std::size_t>(index)];
    node.shown = added;
    realRouter_.push_back(kNone);
    Point middle;
    for (const RouterId member : node.routers) {
      middle.x += placement->routers[member].x / static_cast<double>(node.routers.size());
      middle.y += placement->routers[member].y / static_cast<double>(node.routers.size());
    }
    shown.routers.push_back(middle);
  }
  shownChannel_.assign(whole.channelCount(), kNone);
  addTerminals(whole, *placement, builder, shown);
  addLinks(whole, *placement, builder, shown);
  for (const GroupShape& shape : placement->groups)
    if (std::none_of(nodes_.begin(), nodes_.end(),
                     [&](const Node& node) { return node.group == shape.group; }))
      shown.groups.push_back(shape);
  shown.notes = placement->notes;

  Topology built = builder.build();
  built.routerIds = std::move(ids);
  built.routerNames = std::move(names);
  for (TerminalId t = 0; t < built.terminalCount(); ++t)
    built.terminalIds[t] = whole.terminalIds[realTerminal_[t]];
  for (TerminalId t = 0; t < built.terminalCount() && !whole.terminalNames.empty(); ++t)
    built.terminalNames.push_back(whole.terminalNames[realTerminal_[t]]);
  topology_ = std::make_shared<const Topology>(std::move(built));
  placement_ = std::make_shared<const Placement>(std::move(shown));
}

void CollapsedNetwork::addNodes(const Topology& whole, const Placement& places) {
  const std::vector<std::int32_t> may = collapsibleGroups(whole, places);
  nodeOf_.assign(whole.routerCount(), -1);
  for (const std::int32_t group : places.collapsed) {
    if (!std::binary_search(may.begin(), may.end(), group)) continue;
    Node node;
    node.group = group;
    for (const GroupShape& shape : places.groups)
      if (shape.group == group) node.label = QString::fromStdString(shape.label);
    for (RouterId router = 0; router < whole.routerCount(); ++router) {
      if (whole.group[router] != group) continue;
      node.routers.push_back(router);
      nodeOf_[router] = static_cast<std::int32_t>(nodes_.size());
    }
    nodes_.push_back(std::move(node));
  }
}

void CollapsedNetwork::addTerminals(const Topology& whole, const Placement& places,
                                    TopologyBuilder& builder, Placement& shown) {
  shownTerminal_.assign(whole.terminalCount(), kNone);
  for (TerminalId terminal = 0; terminal < whole.terminalCount(); ++terminal) {
    const TerminalPlace& place = whole.terminals[terminal];
    if (const std::int32_t index = nodeOf_[place.router]; index >= 0) {
      nodes_[static_cast<std::size_t>(index)].terminals.push_back(terminal);
      continue;
    }
    shownTerminal_[terminal] = builder.addTerminal(shownRouter_[place.router]);
    realTerminal_.push_back(terminal);
    shown.terminals.push_back(places.terminals[terminal]);
    const auto link = static_cast<LinkId>(realLinks_.size());
    realLinks_.push_back({place.link});
    shownChannel_[2 * place.link] = 2 * link;
    shownChannel_[2 * place.link + 1] = 2 * link + 1;
    shown.bulge.push_back(places.bulge[place.link]);
  }
}

void CollapsedNetwork::addLinks(const Topology& whole, const Placement& places,
                                TopologyBuilder& builder, Placement& shown) {
  std::map<std::pair<RouterId, RouterId>, LinkId> bundles;
  for (LinkId id = 0; id < whole.linkCount(); ++id) {
    const Link& link = whole.links[id];
    if (link.a.isTerminal) continue;
    const RouterId a = shownRouter_[link.a.node], b = shownRouter_[link.b.node];
    const bool bundled = nodeOf_[link.a.node] >= 0 || nodeOf_[link.b.node] >= 0;
    if (bundled && a == b) continue;  // inside of a node
    const auto next = static_cast<LinkId>(realLinks_.size());
    const LinkId to = bundled ? bundles.emplace(std::minmax(a, b), next).first->second : next;
    if (to == next) {
      if (bundled)
        builder.connect(std::min(a, b), std::max(a, b), link.linkClass);
      else
        builder.connect(a, b, link.linkClass);
      realLinks_.emplace_back();
      shown.bulge.push_back(bundled ? 0 : places.bulge[id]);
      if (const auto bends = places.bends.find(id); !bundled && bends != places.bends.end())
        shown.bends.emplace(next, bends->second);
    }
    realLinks_[to].push_back(id);
    const ChannelId turned = bundled && a > b ? 1 : 0;
    shownChannel_[2 * id] = 2 * to + turned;
    shownChannel_[2 * id + 1] = 2 * to + 1 - turned;
  }
}

const CollapsedNetwork::Node* CollapsedNetwork::nodeOf(RouterId shown) const {
  if (!isNode(shown)) return nullptr;
  for (const Node& node : nodes_)
    if (node.shown == shown) return &node;
  return nullptr;
}

LinkId CollapsedNetwork::shownLink(LinkId real) const {
  const ChannelId channel = at(shownChannel_, 2 * real);
  return channel == kNone ? kNone : channel / 2;
}

/// What the routers of each node come to in the mean; NaN where none has a number.
std::vector<float> CollapsedNetwork::meansOf(const std::vector<float>& ofRouters) const {
  if (ofRouters.empty()) return {};
  std::vector<float> sum(topology_->routerCount(), 0);
  std::vector<int> count(topology_->routerCount(), 0);
  for (RouterId router = 0; router < ofRouters.size(); ++router) {
    const RouterId shown = at(shownRouter_, router);
    if (shown == kNone || std::isnan(ofRouters[router])) continue;
    sum[shown] += ofRouters[router];
    ++count[shown];
  }
  std::vector<float> means(topology_->routerCount(), std::numeric_limits<float>::quiet_NaN());
  for (RouterId router = 0; router < sum.size(); ++router)
    if (count[router] > 0) means[router] = sum[router] / float(count[router]);
  return means;
}

/// Those of the terminals that are drawn, and, of nodes, of all theirs together.
std::shared_ptr<const RanksShown> CollapsedNetwork::ranksOf(
    const std::shared_ptr<const RanksShown>& whole) const {
  if (!whole) return whole;
  auto ranks = std::make_shared<RanksShown>();
  ranks->jobNames = whole->jobNames;
  ranks->known = whole->known;
  ranks->jobs.assign(topology_->terminalCount(), kNone);
  ranks->inJob = ranks->jobs;
  ranks->terminals.resize(topology_->terminalCount());
  ranks->routers.resize(topology_->routerCount());
  for (TerminalId real = 0; real < whole->terminals.size(); ++real)
    if (const TerminalId shown = at(shownTerminal_, real); shown != kNone) {
      ranks->jobs[shown] = whole->jobs[real];
      ranks->inJob[shown] = whole->inJob[real];
      ranks->terminals[shown] = whole->terminals[real];
    }
  for (RouterId real = 0; real < whole->routers.size(); ++real)
    if (const RouterId shown = at(shownRouter_, real); shown != kNone)
      ranks->routers[shown] += whole->routers[real];
  return ranks;
}

NetworkHeat CollapsedNetwork::heat(const NetworkHeat& whole) const {
  NetworkHeat heat;
  heat.packetSizes = whole.packetSizes;
  heat.packetPaths = whole.packetPaths;
  heat.packetClasses = whole.packetClasses;
  heat.notices = whole.notices;
  heat.pauses = whole.pauses;
  heat.when = whole.when;
  heat.least = whole.least;
  if (whole.empty()) return heat;
  heat.channelUtilization.assign(topology_->channelCount(),
                                 std::numeric_limits<float>::quiet_NaN());
  for (ChannelId channel = 0; channel < whole.channelUtilization.size(); ++channel) {
    const ChannelId shown = at(shownChannel_, channel);
    if (shown == kNone) continue;
    float& most = heat.channelUtilization[shown];
    most = std::fmax(most, whole.channelUtilization[channel]);
  }
  heat.routerHitRate = meansOf(whole.routerHitRate);
  heat.routerPower = meansOf(whole.routerPower);
  heat.ranks = ranksOf(whole.ranks);
  heat.quantity = whole.quantity;
  heat.queuesOf = whole.queuesOf;
  heat.queuesSeen = whole.queuesSeen;
  heat.countsCredits = whole.countsCredits;
  heat.range = whole.range;
  heat.powerRange = whole.powerRange;
  if (!whole.channelQueues.empty()) {
    heat.channelQueues.assign(topology_->channelCount(), std::numeric_limits<float>::quiet_NaN());
    for (ChannelId channel = 0; channel < whole.channelQueues.size(); ++channel)
      if (const ChannelId shown = at(shownChannel_, channel); shown != kNone)
        heat.channelQueues[shown] =
            std::fmax(heat.channelQueues[shown], whole.channelQueues[channel]);
  }
  for (MovingPacket packet : whole.packets) {
    packet.channel = at(shownChannel_, packet.channel);
    if (packet.channel != kNone) heat.packets.push_back(packet);
  }
  // A bundle has failed with the last of its links, a node with the last of its routers.
  for (LinkId shown = 0; shown < realLinks_.size(); ++shown)
    if (const auto& links = realLinks_[shown];
        !links.empty() && std::all_of(links.begin(), links.end(), [&](LinkId link) {
          return whole.failedLinks.count(link) != 0;
        }))
      heat.failedLinks.insert(shown);
  for (RouterId shown = 0; shown < topology_->routerCount(); ++shown) {
    const Node* const node = nodeOf(shown);
    const auto dead = [&](RouterId router) { return whole.failedRouters.count(router) != 0; };
    if (node == nullptr ? dead(realRouter(shown))
                        : std::all_of(node->routers.begin(), node->routers.end(), dead))
      heat.failedRouters.insert(shown);
  }
  for (WaitingBuffer waiting : whole.waitCycle) {
    waiting.channel = at(shownChannel_, waiting.channel);
    if (waiting.channel != kNone) heat.waitCycle.push_back(waiting);
  }
  // A bundle is paused as long as one of its channels is: it stands there once.
  std::set<ChannelId> stopped;
  for (ChannelPause paused : whole.paused) {
    paused.channel = at(shownChannel_, paused.channel);
    if (paused.channel != kNone && stopped.insert(paused.channel).second)
      heat.paused.push_back(paused);
  }
  heat.followed = whole.followed;
  heat.followed.intermediate = at(shownRouter_, whole.followed.intermediate);
  heat.followed.path.clear();
  for (const ChannelId channel : whole.followed.path)
    if (const ChannelId shown = at(shownChannel_, channel); shown != kNone)
      heat.followed.path.push_back(shown);
  return heat;
}

NetworkMarks CollapsedNetwork::marks(const NetworkMarks& whole) const {
  NetworkMarks marks;
  for (const RouterId router : whole.routers)
    if (router < nodeOf_.size() && nodeOf_[router] < 0) marks.routers.insert(shownRouter_[router]);
  for (const Node& node : nodes_)
    if (std::all_of(node.routers.begin(), node.routers.end(),
                    [&](RouterId router) { return whole.routers.count(router) != 0; }))
      marks.routers.insert(node.shown);
  for (const TerminalId terminal : whole.terminals)
    if (const TerminalId shown = at(shownTerminal_, terminal); shown != kNone)
      marks.terminals.insert(shown);
  for (const LinkId link : whole.links)
    if (const LinkId shown = shownLink(link); shown != kNone) marks.links.insert(shown);
  if (whole.hoverRouter < nodeOf_.size() && nodeOf_[whole.hoverRouter] < 0)
    marks.hoverRouter = shownRouter_[whole.hoverRouter];
  for (const Node& node : nodes_)
    if (node.group == whole.hoverGroup) marks.hoverRouter = node.shown;
  marks.hoverTerminal = at(shownTerminal_, whole.hoverTerminal);
  marks.hoverLink = whole.hoverLink == kNone ? kNone : shownLink(whole.hoverLink);
  marks.notes = whole.notes;
  marks.hoverNote = whole.hoverNote;
  marks.focus = whole.focus;
  return marks;
}

}  // namespace hopscope
