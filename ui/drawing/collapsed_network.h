// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <memory>
#include <vector>

#include "ui/drawing/network_painter.h"

namespace hopscope {

/// A network as it is drawn where groups are collapsed (Placement::collapsed): each of them is one
/// node, with one link to each node outside that its routers have links to. What happens in a
/// network is told of the smaller one: a bundle is as busy as its busiest link, a node hits like
/// its routers on average.
class CollapsedNetwork {
 public:
  /// A collapsed group in the smaller network.
  struct Node {
    std::int32_t group = 0;
    QString label;
    RouterId shown = kNone;  ///< its router there
    std::vector<RouterId> routers;
    std::vector<TerminalId> terminals;
  };

  CollapsedNetwork() = default;
  CollapsedNetwork(const std::shared_ptr<const Topology>& topology,
                   const std::shared_ptr<const Placement>& placement);

  /// False: nothing is collapsed, and there is no smaller network.
  bool any() const { return !nodes_.empty(); }
  const std::shared_ptr<const Topology>& topology() const { return topology_; }
  const std::shared_ptr<const Placement>& placement() const { return placement_; }
  const std::vector<Node>& nodes() const { return nodes_; }
  /// A router of the smaller network stands for a group.
  bool isNode(RouterId shown) const {
    return shown < realRouter_.size() && realRouter_[shown] == kNone;
  }
  /// The node of a router of the smaller network; nullptr where that is a router itself.
  const Node* nodeOf(RouterId shown) const;
  /// A router of the whole network is drawn as part of a node.
  bool hides(RouterId real) const { return real < nodeOf_.size() && nodeOf_[real] >= 0; }

  NetworkHeat heat(const NetworkHeat& whole) const;
  NetworkMarks marks(const NetworkMarks& whole) const;

  // Between the whole network and the smaller one; kNone where there is none.
  RouterId realRouter(RouterId shown) const { return at(realRouter_, shown); }
  TerminalId realTerminal(TerminalId shown) const { return at(realTerminal_, shown); }
  LinkId shownLink(LinkId real) const;
  const std::vector<LinkId>& realLinks(LinkId shown) const { return realLinks_[shown]; }

 private:
  static std::uint32_t at(const std::vector<std::uint32_t>& map, std::uint32_t id) {
    return id < map.size() ? map[id] : kNone;
  }
  std::vector<float> meansOf(const std::vector<float>& ofRouters) const;
  std::shared_ptr<const RanksShown> ranksOf(const std::shared_ptr<const RanksShown>& whole) const;
  void addNodes(const Topology& whole, const Placement& places);
  void addTerminals(const Topology& whole, const Placement& places, TopologyBuilder& builder,
                    Placement& shown);
  void addLinks(const Topology& whole, const Placement& places, TopologyBuilder& builder,
                Placement& shown);

  std::shared_ptr<const Topology> topology_;
  std::shared_ptr<const Placement> placement_;
  std::vector<Node> nodes_;
  std::vector<std::int32_t> nodeOf_;  ///< per router of the whole network: of nodes_, or -1
  std::vector<RouterId> shownRouter_, realRouter_;
  std::vector<TerminalId> shownTerminal_, realTerminal_;
  std::vector<ChannelId> shownChannel_;
  std::vector<std::vector<LinkId>> realLinks_;  ///< per link of the smaller network
};

/// The groups that may be collapsed: those that the layout names and that have several routers.
std::vector<std::int32_t> collapsibleGroups(const Topology& topology, const Placement& placement);

}  // namespace hopscope
