// SPDX-License-Identifier: GPL-3.0-or-later
// Canonical Dragonfly: complete graph within groups and between them. Router = group * a +
// position, terminal = router * p + host. Ports: 0 … p-1 terminals, then the a-1 local links in the
// order of the peer's position, then the global links x = 0 … h-1, unused ones left out; with `lag`
// m each router link takes m neighbouring ports. Global link x of router r in group g is link l =
// h*r + x of its group. Palmtree: it leads to group (g - 1 - (l mod (G-1))) mod G, where it is link
// T-1-l, T being the links used; with all of them used, to router a-1-r, link h-1-x. Consecutive:
// to groups 0, 1, 2, … in order, g skipped, again from 0 where groups share several links.
#include <algorithm>
#include <utility>
#include <vector>

#include "engine/topology/generators/fitting.h"
#include "engine/topology/generators/global_arrangement.h"
#include "engine/topology/generators/palmtree_distances.h"

namespace hopscope::families {
namespace {

/// Where groups are not alike, counting distances takes this many steps at most; beyond, they stay
/// unknown.
constexpr std::uint64_t kCountingSteps = 50'000'000;

/// Of parameters, by their ranges.
constexpr std::uint64_t kMostTerminals = 1024, kMostInGroup = 2048, kMostGlobals = 1024;

using Arrangement = GlobalArrangement::Kind;

GlobalArrangement readDragonfly(const Values& values) {
  GlobalArrangement shape{countAt(values, "p"),
                          countAt(values, "a"),
                          countAt(values, "h"),
                          countAt(values, "groups"),
                          countAt(values, "lag"),
                          textAt(values, "arrangement") == "consecutive" ? Arrangement::consecutive
                                                                         : Arrangement::palmtree};
  if (shape.groups == 0) shape.groups = plus(times(shape.a, shape.h), 1);
  return shape;
}

Issues checkDragonfly(const Values& values) {
  const GlobalArrangement shape = readDragonfly(values);
  const std::uint64_t most = plus(times(shape.a, shape.h), 1);
  if (shape.groups < 2 || shape.groups > most)
    return {{Severity::error, "groups",
             sentence("{} groups cannot be connected by {} × {} global links each.", shape.groups,
                      shape.a, shape.h),
             sentence("2 to {} groups are possible, or 0 for the most.", most)}};
  const std::uint64_t routers = times(shape.a, shape.groups);
  const std::uint64_t peers = plus(shape.a, shape.h) - 1;
  const std::uint64_t ports = times(peers, shape.lag);
  const std::uint64_t terminals = times(routers, shape.p);
  return sizeIssues(
      {routers, terminals, plus(shape.p, ports), plus(terminals, times(routers, ports) / 2)}, "a",
      sentence("Choose smaller p, a or h, or fewer groups."));
}

/// Distances from the routers of one group, counted over its global links. No path needs more than
/// three router links (local, global, local).
class DistanceCount {
 public:
  DistanceCount(const GlobalArrangement& shape, std::uint64_t group)
      : shape_(shape),
        group_(group),
        byGroup_(shape.groups * shape.a, false),
        mark_(shape.groups * (shape.a + 1), 0),
        landings_(shape.groups, 0) {
    for (std::uint64_t l = 0; l < shape_.used(); ++l) {
      const std::uint64_t router = landing(group_, l);
      if (byGroup_[router]) continue;
      byGroup_[router] = true;
      ++landings_[router / shape_.a];
      ++landingCount_;
    }
  }

  /// Sum of the distances from the router at `position` to all others.
  std::uint64_t from(std::uint64_t position) {
    ++stamp_;
    std::uint64_t near = shape_.a - 1;  // one link away
    std::uint64_t extra = 0;            // two links away, but not local then global
    const std::uint64_t first = position * shape_.h;
    const std::uint64_t end = std::min(first + shape_.h, shape_.used());
    for (std::uint64_t l = first; l < end; ++l) {
      const std::uint64_t router = landing(group_, l);
      near += visit(router) ? 1 : 0;
    }
    for (std::uint64_t l = first; l < end; ++l) {
      const std::uint64_t group = landing(group_, l) / shape_.a;
      if (visit(shape_.groups * shape_.a + group)) extra += shape_.a - landings_[group];
    }
    for (std::uint64_t l = first; l < end; ++l) extra += overTwoGlobals(landing(group_, l));
    const std::uint64_t all = shape_.a * shape_.groups - 1;
    const std::uint64_t within2 = shape_.a - 1 + landingCount_ + extra;
    if (all > within2)
      diameter_ = 3;
    else if (within2 > near)
      diameter_ = std::max<std::uint64_t>(diameter_, 2);
    return near + 2 * (within2 - near) + 3 * (all - within2);
  }

  std::uint64_t diameter() const { return diameter_; }

 private:
  /// The router that link l of `group` leads to.
  std::uint64_t landing(std::uint64_t group, std::uint64_t l) const {
    return shape_.peerGroup(group, l) * shape_.a + shape_.peerLink(group, l) / shape_.h;
  }

  /// True the first time in a count.
  bool visit(std::uint64_t thing) { return std::exchange(mark_[thing], stamp_) != stamp_; }

  std::uint64_t overTwoGlobals(std::uint64_t middle) {
    std::uint64_t found = 0;
    const std::uint64_t first = middle % shape_.a * shape_.h;
    const std::uint64_t end = std::min(first + shape_.h, shape_.used());
    for (std::uint64_t l = first; l < end; ++l) {
      const std::uint64_t router = landing(middle / shape_.a, l);
      const std::uint64_t group = router / shape_.a;
      if (group == group_ || byGroup_[router] || mark_[shape_.groups * shape_.a + group] == stamp_)
        continue;
      found += visit(router) ? 1 : 0;
    }
    return found;
  }

  GlobalArrangement shape_;
  std::uint64_t group_;
  std::vector<bool> byGroup_;            ///< per router: a link of the group ends here
  std::vector<std::uint64_t> mark_;      ///< per router, then per group: last count it was seen in
  std::vector<std::uint64_t> landings_;  ///< per group: routers with byGroup_
  std::uint64_t landingCount_ = 0;
  std::uint64_t stamp_ = 0;
  std::uint64_t diameter_ = 1;
};

TopologyFacts dragonflyFacts(const Values& values) {
  const GlobalArrangement shape = readDragonfly(values);
  TopologyFacts result;
  result.groups = shape.groups;
  result.routers = shape.a * shape.groups;
  result.terminals = result.routers * shape.p;
  const std::uint64_t localLinks = shape.groups * (shape.a * (shape.a - 1) / 2);
  const std::uint64_t globalLinks = shape.groups * (shape.groups - 1) / 2 * shape.trunk();
  result.links = result.terminals + (localLinks + globalLinks) * shape.lag;
  result.channels = 2 * result.links;
  result.radix = shape.p + (shape.a - 1 + std::min(shape.h, shape.used())) * shape.lag;
  std::uint64_t sum = 0;
  std::uint64_t diameter = 0;
  const auto add = [&](auto&& count) {
    for (std::uint64_t position = 0; position < shape.a; ++position) sum += count.from(position);
    diameter = std::max(diameter, count.diameter());
  };
  if (shape.kind == Arrangement::palmtree) {
    // Every group sees the same; one stands for all.
    add(PalmtreeDistances(shape));
    sum *= shape.groups;
  } else {
    const std::uint64_t steps = shape.a * shape.h * shape.h + result.routers;
    if (times(shape.groups, steps) > kCountingSteps) return result;
    for (std::uint64_t group = 0; group < shape.groups; ++group) add(DistanceCount(shape, group));
  }
  setDistances(result, result.routers, shape.p, sum, diameter);
  return result;
}

Topology buildDragonfly(const Values& values) {
  const GlobalArrangement shape = readDragonfly(values);
  TopologyBuilder builder("dragonfly", values,
                          {{"terminal", "terminal", LinkKind::terminal},
                           {"local", "within groups", LinkKind::local},
                           {"global", "between groups", LinkKind::global}});
  for (std::uint64_t g = 0; g < shape.groups; ++g)
    for (std::uint64_t r = 0; r < shape.a; ++r)
      builder.addRouter(static_cast<std::int32_t>(g), static_cast<std::int32_t>(r));
  const auto routers = static_cast<RouterId>(shape.groups * shape.a);
  for (RouterId router = 0; router < routers; ++router)
    for (std::uint64_t host = 0; host < shape.p; ++host) builder.addTerminal(router);
  for (RouterId first = 0; first < routers; first += static_cast<RouterId>(shape.a))
    for (RouterId i = 0; i < shape.a; ++i)
      for (RouterId j = i + 1; j < shape.a; ++j)
        for (std::uint64_t m = 0; m < shape.lag; ++m) builder.connect(first + i, first + j, 1);

  const std::uint64_t firstGlobal = shape.p + (shape.a - 1) * shape.lag;
  const auto port = [&](std::uint64_t l, std::uint64_t m) {
    return static_cast<PortIndex>(firstGlobal + l % shape.h * shape.lag + m);
  };
  for (std::uint64_t g = 0; g < shape.groups; ++g)
    for (std::uint64_t l = 0; l < shape.used(); ++l) {
      const std::uint64_t peerGroup = shape.peerGroup(g, l);
      if (peerGroup < g) continue;
      const std::uint64_t peer = shape.peerLink(g, l);
      for (std::uint64_t m = 0; m < shape.lag; ++m)
        builder.connectAt(static_cast<RouterId>(g * shape.a + l / shape.h), port(l, m),
                          static_cast<RouterId>(peerGroup * shape.a + peer / shape.h),
                          port(peer, m), 2);
    }
  return builder.build();
}

Structure dragonflyStructure(const Values& values) {
  const GlobalArrangement shape = readDragonfly(values);
  Structure structure;
  structure.dragonfly = {static_cast<std::uint32_t>(shape.p), static_cast<std::uint32_t>(shape.a),
                         static_cast<std::uint32_t>(shape.h)};
  structure.lag = static_cast<std::uint32_t>(shape.lag);
  return structure;
}

/// Groups of `a` routers, as many as are needed.
struct FittingGroups {
  std::uint64_t a = 0, groups = 0;
};

/// For each p, with a rising, which groups come to as many terminals as are wanted. How many are
/// needed does not depend on h, and mostly few numbers fit.
std::vector<std::vector<FittingGroups>> fittingGroups(const SizeRequest& request) {
  std::vector<std::vector<FittingGroups>> byTerminals(std::min(request.radix, kMostTerminals + 1));
  for (std::uint64_t p = 1; p < byTerminals.size(); ++p)
    for (std::uint64_t a = 1; a <= kMostInGroup && p + a <= request.radix; ++a) {
      const std::uint64_t groups = std::max<std::uint64_t>(2, fewestEach(request, a * p));
      if (fits(request, groups * a * p) && groups * a <= kMaxRouters)
        byTerminals[p].push_back({a, groups});
    }
  return byTerminals;
}

/// As many groups as are needed, around the balance a = 2p = 2h of Kim et al. 2008: p from half of
/// h to twice, a from h to four times.
std::vector<Values> fittingDragonfly(const Generator& family, const SizeRequest& request) {
  std::vector<Values> all;
  const std::vector<std::vector<FittingGroups>> byTerminals = fittingGroups(request);
  for (std::uint64_t h = 1; h <= kMostGlobals && h < request.radix; ++h)
    for (std::uint64_t p = std::max<std::uint64_t>(1, h / 2); p <= 2 * h && p < byTerminals.size();
         ++p) {
      const std::vector<FittingGroups>& some = byTerminals[p];
      auto each =
          std::lower_bound(some.begin(), some.end(), h,
                           [](const FittingGroups& one, std::uint64_t a) { return one.a < a; });
      for (; each != some.end() && each->a <= 4 * h && p + each->a - 1 + h <= request.radix;
           ++each) {
        const std::uint64_t most = each->a * h + 1;
        if (each->groups > most) continue;
        addFitting(
            all, family,
            {{"p", static_cast<std::int64_t>(p)},
             {"a", static_cast<std::int64_t>(each->a)},
             {"h", static_cast<std::int64_t>(h)},
             {"groups", static_cast<std::int64_t>(each->groups == most ? 0 : each->groups)}});
      }
    }
  return all;
}

/// Minimal routing: between groups over any of their links alike, local links for packets within
/// the group, to the router of the global link, and from it. At worst, a group sends all to another
/// one, and the links between them have it all.
Prospect dragonflyProspect(const Values& values) {
  const GlobalArrangement shape = readDragonfly(values);
  Prospect prospect;
  prospect.facts = dragonflyFacts(values);
  CableRun local;
  local.count = shape.groups * (shape.a * (shape.a - 1) / 2) * shape.lag;
  local.blocks = shape.groups;
  local.from = local.to = {0, shape.a, shape.a};
  local.pairing = Pairing::otherUnits;
  CableRun global;
  global.linkClass = "global";
  global.count = shape.groups * (shape.groups - 1) / 2 * shape.trunk() * shape.lag;
  global.from = global.to = {0, prospect.facts.routers, prospect.facts.routers};
  global.pairing = Pairing::otherUnits;
  global.unit = shape.a;
  if (local.count > 0) prospect.cables.push_back(local);
  prospect.cables.push_back(global);
  prospect.rackUnit = shape.a;
  const auto p = static_cast<double>(shape.p);
  const auto lag = static_cast<double>(shape.lag);
  const double group = p * static_cast<double>(shape.a);
  const double perLink = group / static_cast<double>(shape.trunk());
  const double others = static_cast<double>(prospect.facts.terminals) - 1;
  const auto globals = static_cast<double>(std::min(shape.h, shape.used()));
  prospect.uniformLoad = group * perLink / others / lag;
  if (shape.a > 1)
    prospect.uniformLoad =
        std::max(prospect.uniformLoad, (p * p + 2 * p * globals * perLink) / others / lag);
  prospect.worstLoad = std::max(perLink, shape.a > 1 ? p : 0.0) / lag;
  return prospect;
}

}  // namespace

Generator dragonfly() {
  Generator generator;
  generator.name = "dragonfly";
  generator.label = "Dragonfly";
  generator.help =
      "Groups of routers, fully connected inside; every two groups share a global link.";
  generator.source =
      "Kim, Dally, Scott & Abts, ISCA 2008; arrangements: Camarero, Vallejo & Beivide, TACO 2014";
  Parameter arrangement;
  arrangement.name = "arrangement";
  arrangement.label = "Global arrangement";
  arrangement.type = ParameterType::choice;
  arrangement.fallback = std::string("palmtree");
  arrangement.help = "Which router of a group owns the link to which other group.";
  arrangement.choices = {{"palmtree", "Palmtree"}, {"consecutive", "Consecutive"}};
  generator.parameters = {
      countParameter("p", "Terminals per router", 2, 1, kMostTerminals, "Balanced: half of a."),
      countParameter("a", "Routers per group", 4, 1, kMostInGroup, "Balanced: twice h."),
      countParameter("h", "Global links per router", 2, 1, kMostGlobals,
                     "A group reaches a times h others directly."),
      countParameter("groups", "Groups", 0, 0, 100'000,
                     "0 is the most, a times h plus 1. With fewer, pairs of groups share links."),
      arrangement,
      lagParameter(),
  };
  generator.check = checkDragonfly;
  generator.facts = dragonflyFacts;
  generator.build = buildDragonfly;
  generator.fitting = fittingDragonfly;
  generator.prospect = dragonflyProspect;
  generator.structure = dragonflyStructure;
  generator.layout = layouts::groupRing;
  generator.icon = "dragonfly";
  generator.groups.counted = true;
  generator.firstRoutings = {"minimal"};
  return generator;
}

}  // namespace hopscope::families
