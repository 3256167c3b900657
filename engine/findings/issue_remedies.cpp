// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/findings/issue_remedies.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <set>

#include "engine/design/buffer_warnings.h"
#include "engine/design/catalogue.h"
#include "engine/design/compile.h"
#include "engine/design/setting_issues.h"
#include "engine/routing/family_routings.h"
#include "engine/routing/routing_algorithm.h"

namespace hopscope {

namespace {

const char* const kAlgorithm = "routing.algorithm";
const char* const kReallocate = "switch.reallocate";
const char* const kVirtualChannels = "switch.virtual_channels";

std::size_t errorsOf(const Issues& issues) {
  return static_cast<std::size_t>(
      std::count_if(issues.begin(), issues.end(),
                    [](const Issue& issue) { return issue.severity == Severity::error; }));
}

/// With the remedy, that place is quiet and there are not more errors than before.
bool helps(const Remedy& remedy, const Design& design, const std::string& path) {
  const Issues before = validate(design), after = validate(remedied(design, remedy));
  const bool quiet = std::none_of(after.begin(), after.end(),
                                  [&path](const Issue& issue) { return issue.path == path; });
  return quiet && errorsOf(after) <= errorsOf(before);
}

Remedy routing(const std::string& name) {
  const RoutingEntry* entry = routingAlgorithms().find(name);
  if (entry == nullptr) return {};
  return {sentence("Route by {}", registryWords(entry->label)), {{kAlgorithm, name}}, {}};
}

/// Routings to try, those of the network's family first; up*/down* fits every network.
std::vector<std::string> otherRoutings(const Design& design, const Topology& topology) {
  std::vector<std::string> names;
  if (!topology.isDrawn()) names = routingsOf(topology.kind);
  names.emplace_back("up_down");
  const Value present = effectiveValue(design, kAlgorithm);
  std::erase_if(names, [&](const std::string& name) { return Value(name) == present; });
  return names;
}

/// The least size a buffer needs, which is the number that the issue names.
Remedy largerBuffer(const Design& design, const std::string& path) {
  const Compiled compiled = compile(design);
  if (!compiled.setup) return {};
  for (const ShortBuffer& buffer : shortBuffers(*compiled.setup)) {
    if (buffer.path == path) return settingRemedy(design, path, std::int64_t{buffer.leastFlits});
  }
  return {};
}

/// The next larger number of virtual channels that contents the check.
Remedy moreVirtualChannels(const Design& design, const std::string& path) {
  const auto present = std::get<std::int64_t>(effectiveValue(design, path));
  for (std::int64_t count = present + 1; count <= std::int64_t{kMaxVcs}; ++count) {
    Remedy remedy = settingRemedy(design, path, count);
    if (remedy.empty()) return {};
    if (!helps(remedy, design, path)) continue;
    remedy.verb = sentence("Use {} virtual channels", count);
    return remedy;
  }
  return {};
}

/// The fewest virtual channels more with which packets cannot deadlock, up to the default of each
/// kind, which is what the routing says it needs; tried out by the proof.
Remedy enoughVirtualChannels(const Design& design, const std::stop_token& stop) {
  struct Kind {
    std::string path;
    std::int64_t present, most;
  };
  constexpr int kMostKinds = 3;
  std::vector<Kind> kinds;
  std::int64_t missing = 0;
  for (const Section& section : sections(design))
    for (const Parameter& parameter : section.parameters) {
      const auto* most = std::get_if<std::int64_t>(&parameter.fallback);
      if (parameter.name.rfind(kVirtualChannels, 0) != 0 || most == nullptr ||
          isOfUndrawnLinks(design, parameter.name))
        continue;
      const Value present = effectiveValue(design, parameter.name);
      const auto* count = std::get_if<std::int64_t>(&present);
      if (count == nullptr || *count >= *most || kinds.size() == kMostKinds) continue;
      kinds.push_back({parameter.name, *count, *most});
      missing += *most - *count;
    }
  Remedy enough;
  // Each way to share out `more` among the kinds.
  const auto shared = [&](const auto& self, std::size_t kind, std::int64_t more) -> bool {
    if (kind == kinds.size())
      return more == 0 && !stop.stop_requested() && provesSound(remedied(design, enough), stop);
    const Kind& of = kinds[kind];
    for (std::int64_t add = 0; add <= std::min(more, of.most - of.present); ++add) {
      if (add > 0) enough.settings.emplace_back(of.path, of.present + add);
      if (self(self, kind + 1, more - add)) return true;
      if (add > 0) enough.settings.pop_back();
    }
    return false;
  };
  for (std::int64_t more = 1; more <= missing; ++more) {
    if (!shared(shared, 0, more)) continue;
    enough.verb = enough.settings.size() == 1
                      ? sentence("Use {} virtual channels",
                                 std::get<std::int64_t>(enough.settings.front().second))
                      : sentence("Use the virtual channels it needs");
    return enough;
  }
  return {};
}

/// Nothing where the design has something else there than a whole number, which is refused.
std::optional<std::int64_t> countAt(const Design& design, const std::string& path) {
  const Value value = effectiveValue(design, path);
  const auto* const count = std::get_if<std::int64_t>(&value);
  return count == nullptr ? std::nullopt : std::optional(*count);
}

/// The most ways up to the present number that divide the entries.
Remedy fewerWays(const Design& design, const std::string& path) {
  const auto entries = countAt(design, "forwarding.cache.entries"), present = countAt(design, path);
  if (!entries || !present) return {};
  auto ways = std::min(*entries, *present);
  while (ways > 1 && *entries % ways != 0) --ways;
  return settingRemedy(design, path, ways);
}

/// The most ranks up to the present number that an application takes and that have a terminal each;
/// where it has as many as it has, several on a terminal.
Remedy fittingRanks(const Design& design, const std::string& path, std::uint32_t terminals) {
  const std::string own = path.substr(0, path.rfind('.') + 1);
  const std::string ranks = own + "ranks", mapping = own + "mapping";
  const std::size_t before = errorsOf(validate(design));
  const auto mends = [&](const Remedy& remedy) {
    return !remedy.empty() && errorsOf(validate(remedied(design, remedy))) < before;
  };
  if (const auto present = findParameter(design, ranks) ? countAt(design, ranks) : std::nullopt) {
    const auto most = std::min<std::int64_t>(*present, terminals);
    const auto side = static_cast<std::int64_t>(std::sqrt(static_cast<double>(most)));
    // Codes take any number, an even one, a power of two or a square.
    std::set<std::int64_t, std::greater<>> counts{
        most, most - most % 2, side * side,
        static_cast<std::int64_t>(
            std::bit_floor(static_cast<std::uint64_t>(std::max<std::int64_t>(1, most))))};
    for (const std::int64_t count : counts) {
      if (count == *present) continue;
      Remedy remedy = settingRemedy(design, ranks, count);
      remedy.verb = sentence("Take {} ranks", count);
      if (!remedy.settings.empty() && mends(remedy)) return remedy;
    }
  }
  Remedy remedy = settingRemedy(design, mapping, std::string("round_robin"));
  remedy.verb = sentence("Put several ranks on a terminal");
  return !remedy.settings.empty() && mends(remedy) ? remedy : Remedy{};
}

/// Routers that hang together with the first one of `topology` that `issue` names.
std::vector<bool> piece(const Topology& topology, RouterId from) {
  std::vector<bool> in(topology.routerCount());
  std::vector<RouterId> open{from};
  in[from] = true;
  while (!open.empty()) {
    const RouterId router = open.back();
    open.pop_back();
    for (const Link& link : topology.links) {
      if (link.a.isTerminal || link.b.isTerminal) continue;
      for (const auto& [near, far] :
           {std::pair(link.a.node, link.b.node), std::pair(link.b.node, link.a.node)})
        if (near == router && !in[far]) {
          in[far] = true;
          open.push_back(far);
        }
    }
  }
  return in;
}

/// The shortest link from the piece that is cut off to the rest.
Remedy connection(const Issue& issue, const Topology& topology, const Placement& placement) {
  constexpr std::uint32_t kMostRouters = 2000;
  if (!topology.isDrawn() || topology.routerCount() > kMostRouters ||
      placement.routers.size() != topology.routerCount())
    return {};
  RouterId first = kNone;
  for (RouterId router = 0; router < topology.routerCount(); ++router)
    if (issue.text.english().rfind("Router " + std::to_string(topology.routerIds[router]) + " ",
                                   0) == 0)
      first = router;
  if (first == kNone) return {};
  const std::vector<bool> cutOff = piece(topology, first);
  double nearest = std::numeric_limits<double>::infinity();
  RouterId from = kNone, to = kNone;
  for (RouterId a = 0; a < topology.routerCount(); ++a)
    for (RouterId b = 0; cutOff[a] && b < topology.routerCount(); ++b) {
      const Point p = placement.routers[a], q = placement.routers[b];
      const double far = std::hypot(p.x - q.x, p.y - q.y);
      if (cutOff[b] || far >= nearest) continue;
      nearest = far;
      from = a;
      to = b;
    }
  if (from == kNone) return {};
  return {
      sentence("Connect router {} to router {}", topology.routerIds[from], topology.routerIds[to]),
      {},
      {{topology.routerIds[from], topology.routerIds[to]}}};
}

}  // namespace

Remedy remedyFor(const Issue& issue, const Design& design, const Topology& topology,
                 const Placement& placement) {
  const std::string& path = issue.path;
  if (path == "topology.channels") {
    Remedy remedy = connection(issue, topology, placement);
    if (remedy.empty()) return remedy;
    const Issues after = validate(remedied(design, remedy));
    const bool same = std::any_of(after.begin(), after.end(),
                                  [&](const Issue& other) { return other.text == issue.text; });
    return same ? Remedy{} : remedy;
  }
  if (path == kAlgorithm) {
    for (const std::string& name : otherRoutings(design, topology)) {
      Remedy remedy = routing(name);
      if (!remedy.empty() && helps(remedy, design, path)) return remedy;
    }
    return {};
  }
  if (!findParameter(design, path)) return {};
  if (path.rfind("applications.", 0) == 0 &&
      (path.ends_with(".mapping") || path.ends_with(".ranks")))
    return fittingRanks(design, path, topology.terminalCount());
  if (path.rfind(kVirtualChannels, 0) == 0 &&
      std::holds_alternative<std::int64_t>(effectiveValue(design, path)))
    return moreVirtualChannels(design, path);
  Remedy remedy;
  if (path.rfind("switch.buffer", 0) == 0) remedy = largerBuffer(design, path);
  if (path == "forwarding.cache.ways") remedy = fewerWays(design, path);
  return !remedy.empty() && helps(remedy, design, path) ? remedy : Remedy{};
}

Remedy remedyForDeadlock(const Design& design, const std::stop_token& stop) {
  // What an escape network needs stands as the default.
  if (const auto reuse = findParameter(design, kReallocate);
      reuse && effectiveValue(design, kReallocate) != reuse->fallback) {
    Remedy emptied = settingRemedy(design, kReallocate, reuse->fallback);
    emptied.verb = sentence("Let virtual channels run empty first");
    if (!emptied.settings.empty() && provesSound(remedied(design, emptied), stop)) return emptied;
  }
  Issues issues;
  const std::shared_ptr<const Topology> topology = buildTopology(design, issues);
  if (!topology) return {};
  if (Remedy enough = enoughVirtualChannels(design, stop); !enough.empty()) return enough;
  for (const std::string& name : otherRoutings(design, *topology)) {
    if (stop.stop_requested()) return {};
    Remedy remedy = routing(name);
    if (!remedy.empty() && provesSound(remedied(design, remedy), stop)) return remedy;
  }
  return {};
}

}  // namespace hopscope
