// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/drawn_topology.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "engine/design/network_traits.h"
#include "engine/topology/generator.h"
#include "engine/topology/part_words.h"

namespace hopscope {
namespace {

constexpr std::uint8_t kLocalClass = 1;
constexpr std::uint8_t kGlobalClass = 2;
/// Ports a router can have: PortIndex with room for kNoPort.
constexpr std::size_t kMaxPorts = 65'000;

std::string at(const char* list, std::size_t index, const char* key) {
  return fmt::format("topology.{}[{}].{}", list, index, key);
}

void refusePart(Issues& issues, std::string path, Sentence text, Sentence remedy) {
  issues.push_back({Severity::error, std::move(path), std::move(text), std::move(remedy)});
}

/// Dense index by the user's id; an issue for every id that is there twice.
template <typename Part>
std::unordered_map<std::uint32_t, std::uint32_t> indexById(const std::vector<Part>& parts,
                                                           const char* list, const Sentence& one,
                                                           const Sentence& several,
                                                           Issues& issues) {
  std::unordered_map<std::uint32_t, std::uint32_t> index;
  index.reserve(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (!index.emplace(parts[i].id, static_cast<std::uint32_t>(i)).second)
      refusePart(issues, at(list, i, "id"),
                 sentence("Two {} have the id {}.", several, parts[i].id),
                 sentence("Give every {} an id of its own.", one));
  return index;
}

void checkCount(std::size_t count, std::uint64_t most, const char* list, const Sentence& several,
                Issues& issues) {
  if (count > most)
    refusePart(issues, fmt::format("topology.{}", list),
               sentence("The network has {} {}; at most {} are possible.", count, several, most),
               {});
}

using Index = std::unordered_map<std::uint32_t, std::uint32_t>;

/// As indexById, where only what is wrong is wanted: ids that ascend, as drawing gives them, are
/// looked at once and kept nowhere.
template <typename Part>
void checkIds(const std::vector<Part>& parts, const char* list, const Sentence& one,
              const Sentence& several, Issues& issues) {
  const auto notAbove = [](const Part& a, const Part& b) { return a.id >= b.id; };
  if (std::adjacent_find(parts.begin(), parts.end(), notAbove) != parts.end())
    indexById(parts, list, one, several, issues);
}

/// Where a terminal or channel is declared; its words are made only for what is wrong.
struct Declared {
  bool isTerminal;
  std::size_t index;
  std::uint32_t id;
};

bool checkEnd(const Index& routers, std::uint32_t router, const Declared& part, const char* key,
              Issues& issues) {
  if (routers.count(router) != 0) return true;
  const Sentence what = part.isTerminal ? sentence("Terminal") : sentence("Channel");
  refusePart(issues, at(part.isTerminal ? "terminals" : "channels", part.index, key),
             sentence("{} {} ends at router {}, which does not exist.", what, part.id, router),
             sentence("Name a router that is listed in topology.routers."));
  return false;
}

void checkLink(const DrawnLink& link, std::size_t index, const Index& routers, Issues& issues) {
  const Declared channel{false, index, link.id};
  const bool ends = checkEnd(routers, link.from, channel, "from", issues) &&
                    checkEnd(routers, link.to, channel, "to", issues);
  if (ends && link.from == link.to)
    refusePart(issues, at("channels", index, "to"),
               sentence("Channel {} connects router {} to itself.", link.id, link.from),
               sentence("Connect two different routers."));
  if (link.linkClass != "local" && link.linkClass != "global")
    refusePart(issues, at("channels", index, "class"),
               sentence("Channel {} has the class \"{}\".", link.id, link.linkClass),
               sentence("Allowed: local or global."));
}

void checkPorts(const DrawnNetwork& drawn, Issues& issues) {
  std::unordered_map<std::uint32_t, std::size_t> ports;
  for (const DrawnTerminal& terminal : drawn.terminals) ++ports[terminal.router];
  for (const DrawnLink& link : drawn.links) {
    ++ports[link.from];
    ++ports[link.to];
  }
  for (const DrawnRouter& router : drawn.routers)
    if (const auto found = ports.find(router.id); found != ports.end() && found->second > kMaxPorts)
      refusePart(issues, "topology.routers",
                 sentence("Router {} has {} ports; at most {} are possible.", router.id,
                          found->second, kMaxPorts),
                 sentence("Spread its terminals and links over more routers."));
}

/// The connected component of every router, by union-find.
class Components {
 public:
  explicit Components(std::uint32_t routers) : parent_(routers) {
    std::iota(parent_.begin(), parent_.end(), 0u);
  }
  std::uint32_t of(std::uint32_t router) {
    while (parent_[router] != router) router = parent_[router] = parent_[parent_[router]];
    return router;
  }
  void join(std::uint32_t a, std::uint32_t b) { parent_[of(a)] = of(b); }

 private:
  std::vector<std::uint32_t> parent_;
};

/// One sentence about the smallest part of the network that is cut off with its terminals.
Issue separation(const Topology& topology, Components& components,
                 const std::vector<std::uint32_t>& terminals,
                 const std::vector<std::uint32_t>& routers) {
  std::uint32_t smallest = kNone;
  for (std::uint32_t root = 0; root < terminals.size(); ++root)
    if (terminals[root] > 0 && (smallest == kNone || terminals[root] < terminals[smallest]))
      smallest = root;
  RouterId first = 0;
  while (components.of(first) != smallest) ++first;
  const std::uint32_t cutOff = terminals[smallest];
  const Sentence lost = cutOff == 1 ? sentence("{} terminal cannot be reached", cutOff)
                                    : sentence("{} terminals cannot be reached", cutOff);
  const Sentence name = routerFirst(topology, first);
  Issue issue{Severity::error,
              "topology.channels",
              {},
              sentence("Connect it to the rest of the network, or remove its terminals.")};
  if (routers[smallest] == 1)
    issue.text = sentence("{} has no link, so {}.", name, lost);
  else
    issue.text = sentence("{} and {} more are not connected to the other routers, so {}.", name,
                          routers[smallest] - 1, lost);
  return issue;
}

/// None where no part has one.
template <typename Part>
std::vector<std::string> labelsOf(const std::vector<Part>& parts) {
  std::vector<std::string> labels;
  if (std::all_of(parts.begin(), parts.end(), [](const Part& part) { return part.label.empty(); }))
    return labels;
  labels.reserve(parts.size());
  for (const Part& part : parts) labels.push_back(part.label);
  return labels;
}

}  // namespace

std::vector<LinkClass> drawnLinkClasses() {
  return {{"terminal", "terminal", LinkKind::terminal},
          {"local", "local", LinkKind::local},
          {"global", "global", LinkKind::global}};
}

std::shared_ptr<const Topology> buildDrawn(const DrawnNetwork& drawn, Issues& issues) {
  Issues found;
  const Sentence ofRouters = sentence("routers"), ofTerminals = sentence("terminals"),
                 ofLinks = sentence("channels");
  checkCount(drawn.routers.size(), kMaxRouters, "routers", ofRouters, found);
  checkCount(drawn.terminals.size(), kMaxTerminals, "terminals", ofTerminals, found);
  checkCount(drawn.links.size(), 16 * kMaxTerminals, "channels", ofLinks, found);
  const Index routers = indexById(drawn.routers, "routers", sentence("router"), ofRouters, found);
  checkIds(drawn.terminals, "terminals", sentence("terminal"), ofTerminals, found);
  checkIds(drawn.links, "channels", sentence("channel"), ofLinks, found);
  for (std::size_t i = 0; i < drawn.terminals.size(); ++i)
    checkEnd(routers, drawn.terminals[i].router, {true, i, drawn.terminals[i].id}, "router", found);
  for (std::size_t i = 0; i < drawn.links.size(); ++i) checkLink(drawn.links[i], i, routers, found);
  checkPorts(drawn, found);
  issues.insert(issues.end(), found.begin(), found.end());
  if (hasErrors(found)) return nullptr;

  TopologyBuilder builder(kDrawnKind, {}, drawnLinkClasses());
  std::vector<std::uint32_t> routerIds, terminalIds, linkIds;
  routerIds.reserve(drawn.routers.size());
  terminalIds.reserve(drawn.terminals.size());
  linkIds.reserve(drawn.terminals.size() + drawn.links.size());
  for (std::size_t i = 0; i < drawn.routers.size(); ++i) {
    builder.addRouter(0, static_cast<std::int32_t>(i));
    routerIds.push_back(drawn.routers[i].id);
  }
  for (const DrawnTerminal& terminal : drawn.terminals) {
    builder.addTerminal(routers.at(terminal.router));
    terminalIds.push_back(terminal.id);
    linkIds.push_back(kNone);
  }
  for (const DrawnLink& link : drawn.links) {
    builder.connect(routers.at(link.from), routers.at(link.to),
                    link.linkClass == "global" ? kGlobalClass : kLocalClass);
    linkIds.push_back(link.id);
  }
  builder.setIds(std::move(routerIds), std::move(terminalIds), std::move(linkIds));
  Topology topology = builder.build();
  giveNames(topology, drawn);
  return std::make_shared<const Topology>(std::move(topology));
}

void giveNames(Topology& topology, const DrawnNetwork& drawn) {
  topology.routerNames = labelsOf(drawn.routers);
  topology.terminalNames = labelsOf(drawn.terminals);
}

Issues checkRunnable(const Topology& topology) {
  if (topology.terminalCount() < 2)
    return {{Severity::error, topology.kind == kDrawnKind ? "topology.terminals" : "topology",
             topology.terminalCount() == 0 ? sentence("The network has no terminals.")
                                           : sentence("The network has only one terminal."),
             sentence("Packets travel between terminals: add at least two.")}};
  Components components(topology.routerCount());
  for (const Link& link : topology.links)
    if (!link.a.isTerminal) components.join(link.a.node, link.b.node);
  std::vector<std::uint32_t> terminals(topology.routerCount(), 0);
  std::vector<std::uint32_t> routers(topology.routerCount(), 0);
  for (const TerminalPlace& place : topology.terminals) ++terminals[components.of(place.router)];
  for (RouterId r = 0; r < topology.routerCount(); ++r) ++routers[components.of(r)];
  const auto inhabited = std::count_if(terminals.begin(), terminals.end(),
                                       [](std::uint32_t count) { return count > 0; });
  if (inhabited < 2) return {};
  return {separation(topology, components, terminals, routers)};
}

}  // namespace hopscope
