// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/network_exchange.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

#include "engine/core/text.h"
#include "engine/core/units.h"
#include "engine/design/catalogue.h"
#include "engine/design/link_bandwidths.h"
#include "engine/design/network_traits.h"
#include "engine/design/part_name_rules.h"
#include "engine/topology/part_words.h"

namespace hopscope {
namespace {

constexpr std::int64_t kUsualLatency = 1;
constexpr double kUsualBandwidth = 1;
/// Places of more parts than this are left out of a design: drawn, they could not be told apart,
/// and they would make up most of the document.
constexpr std::size_t kMostPlaces = 20'000;

/// How often each value occurs; absent ones are the usual one.
template <typename Number>
class Count {
 public:
  explicit Count(Number usual) : usual_(usual) {}

  void add(const std::optional<Number>& value) { ++count_[value.value_or(usual_)]; }
  std::size_t different() const { return count_.size(); }
  Number mostCommon() const {
    Number best = usual_;
    std::size_t most = 0;
    for (const auto& [value, count] : count_)
      if (count > most) {
        best = value;
        most = count;
      }
    return best;
  }

 private:
  Number usual_;
  std::map<Number, std::size_t> count_;
};

/// Latencies and bandwidths of the cables of one class.
struct CableCount {
  Count<std::int64_t> latencies{kUsualLatency};
  Count<double> bandwidths{kUsualBandwidth};

  template <typename Cable>
  void add(const Cable& cable) {
    latencies.add(cable.latency);
    bandwidths.add(cable.bandwidth);
  }
  /// Has the class have the most common ones.
  void set(Design& design, const char* linkClass) const {
    if (latencies.mostCommon() != kUsualLatency)
      design.settings[fmt::format("channels.{}.latency", linkClass)] = latencies.mostCommon();
    if (bandwidths.mostCommon() != kUsualBandwidth)
      design.settings[fmt::format("channels.{}.bandwidth", linkClass)] = bandwidths.mostCommon();
  }
};

/// Labels of another program's file as names here.
class ImportedNames {
 public:
  std::string of(const std::string& label) {
    std::string name = asGivenName(asUtf8(label));
    changed_ += name == label ? 0 : 1;
    return name;
  }
  void tell(Issues& issues) const {
    if (changed_ == 0) return;
    issues.push_back(
        {Severity::warning, "topology",
         changed_ == 1
             ? sentence("One label of the file is no name as it stands, and was changed.")
             : sentence("{} labels of the file are no names as they stand, and were changed.",
                        changed_),
         sentence("A name is one line of at most {} characters, in UTF-8.", kLongestGivenName)});
  }

 private:
  std::size_t changed_ = 0;
};

void importTerminals(const NetworkFile& network, Design& design, ImportedNames& names,
                     Issues& issues) {
  CableCount count;
  const bool placed = network.terminals.size() <= kMostPlaces;
  for (const auto& terminal : network.terminals) {
    count.add(terminal);
    design.drawn.terminals.push_back({terminal.id, terminal.router, names.of(terminal.label)});
    if (terminal.place && placed) design.layout.terminals[terminal.id] = *terminal.place;
  }
  count.set(design, "terminal");
  if (count.latencies.different() > 1)
    issues.push_back(
        {Severity::warning, "channels.terminal.latency",
         sentence("The terminals of the file have {} different latencies.",
                  count.latencies.different()),
         sentence("All get the most common one, {} cycles.", count.latencies.mostCommon())});
  if (count.bandwidths.different() > 1)
    issues.push_back(
        {Severity::warning, "channels.terminal.bandwidth",
         sentence("The terminals of the file have {} different bandwidths.",
                  count.bandwidths.different()),
         sentence("All get the most common one, {} flits/cycle.", count.bandwidths.mostCommon())});
}

/// The latency in force of every link class, in cycles.
std::vector<std::int64_t> classLatencies(const Values& settings, const Clock& clock,
                                         const Topology& topology) {
  std::vector<std::int64_t> latencies;
  Issues roundings;  // validation tells them
  for (const LinkClass& linkClass : topology.classes) {
    const std::string path = fmt::format("channels.{}.latency", linkClass.name);
    const auto found = settings.find(path);
    latencies.push_back(found == settings.end() ? kUsualLatency
                                                : toCycles(found->second, clock, path, roundings));
  }
  return latencies;
}

/// The latency in force of every link: its class's, its own, or an override's.
std::vector<std::int64_t> linkLatencies(const Design& design, const Topology& topology) {
  const Values settings = effectiveSettings(design);
  const Clock clock{realAt(settings, "clock.frequency_ghz"), realAt(settings, "clock.flit_bytes")};
  const auto ofClass = classLatencies(settings, clock, topology);
  std::vector<std::int64_t> latencies(topology.linkCount());
  for (LinkId l = 0; l < topology.linkCount(); ++l)
    latencies[l] = ofClass[topology.links[l].linkClass];
  if (topology.kind == kDrawnKind)
    for (std::size_t i = 0; i < design.drawn.links.size(); ++i)
      if (const auto own = design.drawn.links[i].latency)
        latencies[topology.terminalCount() + i] = *own;
  std::unordered_map<std::uint32_t, LinkId> linkOf;
  for (const Override& entry : design.overrides) {
    const auto value = entry.values.find("latency");
    if (value == entry.values.end()) continue;
    if (linkOf.empty())
      for (LinkId l = 0; l < topology.linkCount(); ++l) linkOf.emplace(topology.linkIds[l], l);
    Issues roundings;
    for (const std::uint32_t id : entry.channels)
      if (const auto found = linkOf.find(id); found != linkOf.end())
        latencies[found->second] = toCycles(value->second, clock, "latency", roundings);
  }
  return latencies;
}

}  // namespace

Design importedDesign(const NetworkFile& network, Issues& issues) {
  Design design;
  design.name = network.name.empty() ? "Imported network" : asUtf8(network.name);
  design.settings["topology.kind"] = std::string(kDrawnKind);
  const bool placed = network.routers.size() <= kMostPlaces;
  ImportedNames names;
  for (const auto& router : network.routers) {
    design.drawn.routers.push_back({router.id, names.of(router.label)});
    if (router.place && placed) design.layout.routers[router.id] = *router.place;
  }
  importTerminals(network, design, names, issues);
  names.tell(issues);
  CableCount local, global;
  for (const auto& link : network.links) (link.global ? global : local).add(link);
  local.set(design, "local");
  global.set(design, "global");
  for (const auto& link : network.links) {
    const CableCount& ofClass = link.global ? global : local;
    const std::int64_t latency = link.latency.value_or(kUsualLatency);
    const double bandwidth = link.bandwidth.value_or(kUsualBandwidth);
    DrawnLink drawn{link.id, link.from, link.to, link.global ? "global" : "local", {}};
    if (latency != ofClass.latencies.mostCommon()) drawn.latency = latency;
    if (bandwidth != ofClass.bandwidths.mostCommon()) drawn.bandwidth = bandwidth;
    design.drawn.links.push_back(std::move(drawn));
  }
  return design;
}

NetworkFile exportedNetwork(const Design& design, const Topology& topology,
                            const Placement& placement) {
  NetworkFile network;
  network.name = design.name;
  const std::vector<std::int64_t> latencies = linkLatencies(design, topology);
  const std::vector<LinkRate> rates = bandwidthsOf(design, topology);
  const auto bandwidthAt = [&rates](LinkId link) {
    const LinkRate rate = rateOf(rates, link);
    return rate.full() ? std::nullopt : std::optional(rate.perCycle());
  };
  const auto placeOf = [](const std::vector<Point>& places, std::uint32_t index) {
    return index < places.size() ? std::optional(places[index]) : std::nullopt;
  };
  for (RouterId r = 0; r < topology.routerCount(); ++r)
    network.routers.push_back(
        {topology.routerIds[r], givenName(topology, {r, 0, false}), placeOf(placement.routers, r)});
  for (TerminalId t = 0; t < topology.terminalCount(); ++t) {
    const TerminalPlace& plug = topology.terminals[t];
    network.terminals.push_back({topology.terminalIds[t], topology.routerIds[plug.router],
                                 latencies[plug.link], placeOf(placement.terminals, t),
                                 givenName(topology, {t, 0, true}), bandwidthAt(plug.link)});
  }
  for (LinkId l = 0; l < topology.linkCount(); ++l) {
    const Link& link = topology.links[l];
    if (link.a.isTerminal) continue;
    network.links.push_back({topology.linkIds[l], topology.routerIds[link.a.node],
                             topology.routerIds[link.b.node],
                             topology.kindOf(l) == LinkKind::global, latencies[l], bandwidthAt(l)});
  }
  return network;
}

}  // namespace hopscope
