// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "engine/core/ids.h"
#include "engine/core/value.h"

namespace hopscope {

/// What a link is for: decides its buffers and virtual channels.
enum class LinkKind : std::uint8_t { terminal, local, global };

/// A class of links that share a name, a latency and a colour in the legend.
struct LinkClass {
  std::string name;   ///< key below `channels` in a design: "terminal", "local", "dimension_0"
  std::string label;  ///< in the legend: "between groups"
  LinkKind kind = LinkKind::local;
  bool distinct = false;  ///< stands out on the canvas: what the family is about

  bool operator==(const LinkClass&) const = default;
};

/// One end of a link.
struct LinkEnd {
  std::uint32_t node = kNone;  ///< a RouterId, or a TerminalId where `isTerminal`
  PortIndex port = kNoPort;    ///< the router's port; 0 at a terminal
  bool isTerminal = false;

  bool operator==(const LinkEnd&) const = default;
};

/// A bidirectional cable. At a terminal link end a is the terminal, so that channel 2l injects
/// into the network and channel 2l + 1 ejects from it.
struct Link {
  LinkEnd a, b;
  std::uint8_t linkClass = 0;  ///< index into Topology::classes

  bool operator==(const Link&) const = default;
};

/// A router's port seen from the router.
struct Port {
  LinkId link = kNone;
  ChannelId out = kNone;  ///< the channel that leaves here
  ChannelId in = kNone;   ///< the channel that arrives here
  LinkEnd peer;           ///< the other end
};

/// Where a terminal is plugged in.
struct TerminalPlace {
  RouterId router = kNone;
  PortIndex port = kNoPort;
  LinkId link = kNone;
};

/// The kind of a network of no family.
inline constexpr const char* kDrawnKind = "custom";

/// The network as a graph in flat arrays. A value; made by TopologyBuilder, never edited.
struct Topology {
  std::string kind;                ///< the family's name, or kDrawnKind
  Values parameters;               ///< the generator's parameters, complete
  std::vector<LinkClass> classes;  ///< classes[0] is "terminal"
  std::vector<Link> links;
  std::vector<Port> ports;               ///< of all routers, one after the other
  std::vector<std::uint32_t> firstPort;  ///< routers + 1 entries: router r owns ports
                                         ///< [firstPort[r], firstPort[r + 1])
  std::vector<TerminalPlace> terminals;
  std::vector<std::int32_t> group;     ///< per router: group, tier or row; 0 where there is none
  std::vector<std::int32_t> position;  ///< per router: place within its group

  /// The ids a drawn design gave (index = dense id); the identity for generated networks.
  std::vector<std::uint32_t> routerIds, terminalIds, linkIds;

  /// What a user calls them (index = dense id), for people only; empty where nothing has a name.
  std::vector<std::string> routerNames, terminalNames;

  bool isDrawn() const { return kind == kDrawnKind; }
  std::uint32_t routerCount() const { return static_cast<std::uint32_t>(group.size()); }
  std::uint32_t terminalCount() const { return static_cast<std::uint32_t>(terminals.size()); }
  std::uint32_t linkCount() const { return static_cast<std::uint32_t>(links.size()); }
  std::uint32_t channelCount() const { return 2 * linkCount(); }
  PortIndex radix(RouterId router) const {
    return static_cast<PortIndex>(firstPort[router + 1] - firstPort[router]);
  }
  const Port& port(RouterId router, PortIndex index) const {
    return ports[firstPort[router] + index];
  }
  const LinkClass& classOf(LinkId link) const { return classes[links[link].linkClass]; }
  LinkKind kindOf(LinkId link) const { return classOf(link).kind; }
  /// The end a channel leaves from, and the one it arrives at.
  const LinkEnd& from(ChannelId channel) const {
    return (channel & 1) ? links[channel / 2].b : links[channel / 2].a;
  }
  const LinkEnd& to(ChannelId channel) const {
    return (channel & 1) ? links[channel / 2].a : links[channel / 2].b;
  }
};

/// Builds a Topology step by step. Ports are numbered in the order in which links are added, so a
/// generator decides a router's port order by the order of its calls (stated in its own file).
class TopologyBuilder {
 public:
  /// `classes` must begin with the terminal class.
  TopologyBuilder(std::string kind, Values parameters, std::vector<LinkClass> classes);

  RouterId addRouter(std::int32_t group = 0, std::int32_t position = 0);
  std::uint32_t routerCount() const { return topology_.routerCount(); }  ///< so far
  /// Adds a terminal and its link to `router`.
  TerminalId addTerminal(RouterId router);
  LinkId connect(RouterId a, RouterId b, std::uint8_t linkClass);
  /// The same with both ports chosen, for families whose port order no order of calls can give. In
  /// the end the ports of every router must be 0, 1, 2, … without a gap.
  LinkId connectAt(RouterId a, PortIndex portA, RouterId b, PortIndex portB,
                   std::uint8_t linkClass);
  /// For drawn networks: ids as the design gives them; otherwise ids are the dense indices.
  void setIds(std::vector<std::uint32_t> routers, std::vector<std::uint32_t> terminals,
              std::vector<std::uint32_t> links);
  /// The finished network. The builder is empty afterwards.
  Topology build();

 private:
  Topology topology_;
  std::vector<PortIndex> degree_;
};

}  // namespace hopscope
