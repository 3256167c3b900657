// SPDX-License-Identifier: GPL-3.0-or-later
// Random regular network: connected, every router with the same number of neighbours, no two of
// them the same. The same seed gives the same network. Terminal = router * terminals_per_router +
// t. Ports: terminals first, then the links in the order of the peer, `lag` neighbouring ports for
// each. Made from a circle by exchanging the ends of random pairs of links, which in the long run
// makes every regular graph equally likely (Cooper, Dyer & Greenhill, Combinatorics, Probability &
// Computing 16, 2007).
#include <algorithm>
#include <utility>
#include <vector>

#include "engine/core/rng.h"
#include "engine/topology/generators/fitting.h"

namespace hopscope::families {
namespace {

/// Pairs of exchanged links per link.
constexpr std::uint64_t kMixing = 10;
/// Routers times links up to which facts measure the distances; beyond, they stay unknown.
constexpr std::uint64_t kMeasured = 100'000'000;

struct RandomRegularShape {
  std::uint64_t routers = 0, degree = 0, perRouter = 0, lag = 1;

  std::uint64_t links() const { return times(routers, degree) / 2; }  ///< without `lag`
};

RandomRegularShape readRandomRegular(const Values& values) {
  return {countAt(values, "routers"), countAt(values, "degree"),
          countAt(values, "terminals_per_router"), countAt(values, "lag")};
}

Issues checkRandomRegular(const Values& values) {
  const RandomRegularShape shape = readRandomRegular(values);
  const auto refuse = [](const char* path, Sentence text, Sentence remedy) {
    return Issues{{Severity::error, path, std::move(text), std::move(remedy)}};
  };
  if (shape.routers < 2)
    return refuse("routers", sentence("One router has no other to connect to."),
                  sentence("At least 2 routers are needed."));
  const std::uint64_t terminals = times(shape.routers, shape.perRouter);
  Issues issues =
      sizeIssues({shape.routers, terminals, plus(shape.perRouter, times(shape.degree, shape.lag)),
                  plus(terminals, times(shape.links(), shape.lag))},
                 "routers", sentence("Choose fewer routers, neighbours or terminals."));
  if (!issues.empty()) return issues;
  if (shape.degree >= shape.routers)
    return refuse("degree",
                  sentence("A router has only {} others to connect to.", shape.routers - 1),
                  sentence("At most {} neighbours are possible.", shape.routers - 1));
  if (shape.degree == 0 || (shape.degree == 1 && shape.routers > 2))
    return refuse("degree", sentence("With so few neighbours the network falls apart."),
                  sentence("Choose at least 2."));
  if (shape.routers % 2 != 0 && shape.degree % 2 != 0)
    return refuse("degree",
                  sentence("{} routers cannot all have {} neighbours: every link has two ends.",
                           shape.routers, shape.degree),
                  sentence("Make one of the two numbers even."));
  return {};
}

class RegularGraph {
 public:
  RegularGraph(const RandomRegularShape& shape, std::uint64_t seed)
      : routers_(static_cast<RouterId>(shape.routers)),
        degree_(static_cast<RouterId>(shape.degree)),
        rng_(seed, 0, RandomPurpose::topology),
        neighbours_(shape.routers) {
    // Everybody knows those next to him, and with an odd number the one opposite.
    for (RouterId r = 0; r < routers_; ++r) {
      for (RouterId step = 1; step <= degree_ / 2; ++step) link(r, (r + step) % routers_);
      if (degree_ % 2 != 0 && r < routers_ / 2) link(r, r + routers_ / 2);
    }
    for (std::uint64_t i = 0; i < kMixing * links_.size(); ++i) exchangeRandomly();
    joinComponents();
  }

  /// Every link once, in the order of its ends.
  std::vector<std::pair<RouterId, RouterId>> links() const {
    std::vector<std::pair<RouterId, RouterId>> sorted = links_;
    for (auto& [a, b] : sorted)
      if (a > b) std::swap(a, b);
    std::sort(sorted.begin(), sorted.end());
    return sorted;
  }

 private:
  void link(RouterId a, RouterId b) {
    links_.emplace_back(a, b);
    neighbours_[a].push_back(b);
    neighbours_[b].push_back(a);
  }

  bool connected(RouterId a, RouterId b) const {
    const auto& list = neighbours_[a];
    return std::find(list.begin(), list.end(), b) != list.end();
  }

  void replace(RouterId router, RouterId old, RouterId with) {
    *std::find(neighbours_[router].begin(), neighbours_[router].end(), old) = with;
  }

  /// Links i = (a, b) and j = (c, d) become (a, d) and (c, b).
  void exchange(std::size_t i, std::size_t j) {
    auto& [a, b] = links_[i];
    auto& [c, d] = links_[j];
    replace(a, b, d);
    replace(b, a, c);
    replace(c, d, b);
    replace(d, c, a);
    std::swap(b, d);
  }

  void exchangeRandomly() {
    const auto count = static_cast<std::uint32_t>(links_.size());
    const std::uint32_t i = rng_.below(count);
    const std::uint32_t j = rng_.below(count);
    if (rng_.below(2) == 1) std::swap(links_[j].first, links_[j].second);
    const auto [a, b] = links_[i];
    const auto [c, d] = links_[j];
    if (a == c || a == d || b == c || b == d || connected(a, d) || connected(c, b)) return;
    exchange(i, j);
  }

  /// As long as there are several components, exchanges a link that closes a cycle in the first one
  /// with a link of another: the two become one.
  void joinComponents() {
    for (;;) {
      std::vector<bool> reached(routers_, false);
      std::vector<RouterId> parent(routers_, kNone);
      std::vector<RouterId> queue = {0};
      reached[0] = true;
      for (std::size_t next = 0; next < queue.size(); ++next)
        for (const RouterId other : neighbours_[queue[next]]) {
          if (reached[other]) continue;
          reached[other] = true;
          parent[other] = queue[next];
          queue.push_back(other);
        }
      if (queue.size() == routers_) return;
      std::size_t closing = links_.size();
      std::size_t outside = links_.size();
      for (std::size_t i = 0; i < links_.size(); ++i) {
        const auto [a, b] = links_[i];
        if (!reached[a])
          outside = i;
        else if (parent[a] != b && parent[b] != a)
          closing = i;
      }
      exchange(closing, outside);
    }
  }

  RouterId routers_, degree_;
  Rng rng_;
  std::vector<std::vector<RouterId>> neighbours_;
  std::vector<std::pair<RouterId, RouterId>> links_;
};

Topology buildRandomRegular(const Values& values) {
  const RandomRegularShape shape = readRandomRegular(values);
  TopologyBuilder builder("random_regular", values,
                          {{"terminal", "terminal", LinkKind::terminal},
                           {"local", "between routers", LinkKind::local}});
  const auto routers = static_cast<RouterId>(shape.routers);
  for (RouterId r = 0; r < routers; ++r) builder.addRouter(0, static_cast<std::int32_t>(r));
  addTerminals(builder, shape.perRouter);
  for (const auto& [a, b] : RegularGraph(shape, countAt(values, "seed")).links())
    for (std::uint64_t link = 0; link < shape.lag; ++link) builder.connect(a, b, 1);
  return builder.build();
}

TopologyFacts randomRegularFacts(const Values& values) {
  const RandomRegularShape shape = readRandomRegular(values);
  if (times(shape.routers, shape.links()) <= kMeasured)
    return measureFacts(buildRandomRegular(values));
  return regularFacts(shape.routers, shape.perRouter, shape.degree, shape.lag);
}

Structure randomRegularStructure(const Values& values) {
  Structure structure;
  structure.alike = true;
  structure.lag = static_cast<std::uint32_t>(readRandomRegular(values).lag);
  return structure;
}

/// Routers hold at most so many terminals for each neighbour, and at least one for so many.
constexpr std::uint64_t kMostConcentration = 2, kLeastConcentration = 4;

std::vector<Values> fittingRandomRegular(const Generator& family, const SizeRequest& request) {
  std::vector<Values> all;
  for (std::uint64_t perRouter = 1; perRouter + 3 <= request.radix; ++perRouter)
    for (std::uint64_t degree = 3; degree + perRouter <= request.radix; ++degree) {
      if (perRouter > kMostConcentration * degree || degree > kLeastConcentration * perRouter)
        continue;
      std::uint64_t routers = fewestEach(request, perRouter);
      if (routers * degree % 2 != 0) ++routers;
      if (routers > degree && fits(request, routers * perRouter))
        addFitting(all, family,
                   {{"routers", static_cast<std::int64_t>(routers)},
                    {"degree", static_cast<std::int64_t>(degree)},
                    {"terminals_per_router", static_cast<std::int64_t>(perRouter)}});
    }
  return all;
}

/// Distances are the least of any graph of that degree (Cerf, Cowan, Mullin & Stanton, Networks 4,
/// 1974), which random ones come near to; their diameter differs from one to the next.
Prospect randomRegularProspect(const Values& values) {
  const RandomRegularShape shape = readRandomRegular(values);
  Prospect prospect;
  prospect.facts = regularFacts(shape.routers, shape.perRouter, shape.degree, shape.lag);
  CableRun run;
  run.count = shape.links() * shape.lag;
  run.from = run.to = {0, shape.routers, shape.routers};
  run.pairing = Pairing::otherUnits;
  prospect.cables.push_back(run);
  std::uint64_t left = shape.routers - 1;
  std::uint64_t ring = shape.degree;
  std::uint64_t sum = 0;
  for (std::uint64_t distance = 1; left > 0; ++distance) {
    const std::uint64_t here = std::min(left, ring);
    sum += here * distance;
    left -= here;
    // Two neighbours make a circle.
    ring = times(ring, std::max<std::uint64_t>(1, shape.degree - 1));
  }
  setDistances(prospect.facts, shape.routers, shape.perRouter, shape.routers * sum, 1);
  prospect.facts.diameter.reset();
  prospect.facts.routerDiameter.reset();
  const auto each = static_cast<double>(shape.perRouter);
  const auto terminals = static_cast<double>(prospect.facts.terminals);
  prospect.uniformLoad = each * each * static_cast<double>(sum) / (terminals - 1) /
                         static_cast<double>(shape.degree * shape.lag);
  prospect.evenly = prospect.nearest = true;
  return prospect;
}

}  // namespace

Generator randomRegular() {
  Generator generator;
  generator.name = "random_regular";
  generator.label = "Random regular";
  generator.help = "Every router has the same number of neighbours, drawn at random.";
  generator.source = "Singla, Hong, Popa & Godfrey, Jellyfish, NSDI 2012";
  generator.parameters = {
      countParameter("routers", "Routers", 32, 2, 100'000, "All alike."),
      countParameter("degree", "Neighbours per router", 4, 1, 256,
                     "Routers times neighbours must be even."),
      terminalsPerRouterParameter(2),
      countParameter("seed", "Seed", 1, 0, 1'000'000'000, "Another seed gives another network."),
      lagParameter()};
  generator.check = checkRandomRegular;
  generator.facts = randomRegularFacts;
  generator.build = buildRandomRegular;
  generator.fitting = fittingRandomRegular;
  generator.prospect = randomRegularProspect;
  generator.structure = randomRegularStructure;
  generator.layout = layouts::ring;
  generator.icon = "random";
  generator.firstRoutings = {"shortest_path"};
  return generator;
}

}  // namespace hopscope::families
