// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/topology/generators/tree_prospect.h"

#include <algorithm>

#include "engine/topology/generators/fitting.h"

namespace hopscope::families {
namespace {

/// A level has at least a share of so much of the channels that it has terminals or channels below.
constexpr std::uint64_t kMostTaper = 4;

Value list(std::initializer_list<std::uint64_t> counts) {
  std::vector<std::int64_t> all;
  for (const std::uint64_t count : counts) all.push_back(static_cast<std::int64_t>(count));
  return all;
}

/// Calls for all ways to share the ports of a router: `down` of them, and `up` in one of the
/// tapers, at least three quarters of `radix` together.
template <typename Found>
void eachTaper(std::uint64_t radix, const Found& found) {
  for (std::uint64_t down = 2; down < radix; ++down)
    for (std::uint64_t taper = 1; taper <= kMostTaper; ++taper) {
      const std::uint64_t up = down / taper;
      if (down % taper == 0 && down + up <= radix && 4 * (down + up) >= 3 * radix) found(down, up);
    }
}

}  // namespace

void TreeLoads::add(std::uint64_t below, std::uint64_t channels) {
  if (below >= terminals_) return;
  const auto inside = static_cast<double>(below);
  const auto all = static_cast<double>(terminals_);
  const auto wide = static_cast<double>(channels);
  const auto lag = static_cast<double>(lag_);
  uniform_ = std::max(uniform_, inside * (all - inside) / (all - 1) / wide / lag);
  worst_ = std::max(worst_, std::min(inside, (all - inside) / wide) / lag);
  worst_ = std::max(worst_, std::min(all - inside, inside / wide) / lag);
}

Prospect extendedTreeProspect(const ExtendedTree& tree, const std::vector<std::string>& classes) {
  Prospect prospect;
  prospect.facts = extendedTreeFacts(tree);
  prospect.hostRouters = tree.nodes(1);
  TreeLoads loads(prospect.facts.terminals, tree.lag);
  std::uint64_t below = tree.m[0];
  std::uint64_t weight = tree.w[0];
  std::uint64_t first = 0;
  for (std::size_t level = 1; level < tree.height(); ++level) {
    const std::uint64_t count = tree.nodes(level);
    const std::uint64_t lower = weight * tree.m[level];
    const std::uint64_t upper = weight * tree.w[level];
    CableRun run;
    run.linkClass = classes[level - 1];
    run.count = tree.linksAbove(level);
    run.blocks = count / lower;
    run.from = {first, lower, lower};
    run.to = {first + count, upper, upper};
    prospect.cables.push_back(run);
    loads.add(below, upper);
    below *= tree.m[level];
    weight = upper;
    first += count;
  }
  prospect.uniformLoad = loads.uniform();
  prospect.worstLoad = loads.worst();
  return prospect;
}

CableRun levelCables(const TreeShape& tree, std::uint64_t level, std::uint64_t lower,
                     std::uint64_t upper, const char* linkClass) {
  const std::uint64_t block = power(tree.k, level + 1);
  CableRun run;
  run.linkClass = linkClass;
  run.count = tree.width() * tree.k * tree.lag;
  run.blocks = tree.width() / block;
  run.from = {lower, block, block};
  run.to = {upper, block, block};
  return run;
}

std::vector<Values> fittingTrees(const Generator& family, const SizeRequest& request,
                                 std::uint64_t sides) {
  std::vector<Values> all;
  for (std::uint64_t n = 2; n <= 16; ++n)
    for (std::uint64_t k = 2; 2 * k <= request.radix; ++k) {
      const std::uint64_t terminals = times(sides, power(k, n));
      if (terminals > request.most) break;
      if (fits(request, terminals))
        addFitting(all, family,
                   {{"n", static_cast<std::int64_t>(n)}, {"k", static_cast<std::int64_t>(k)}});
    }
  return all;
}

std::vector<Values> fittingExtendedTrees(const Generator& family, const SizeRequest& request) {
  std::vector<Values> all;
  eachTaper(request.radix, [&](std::uint64_t leaf, std::uint64_t up) {
    const std::uint64_t leaves = fewestEach(request, leaf);
    if (leaves >= 2 && leaves <= request.radix)
      addFitting(all, family, {{"m", list({leaf, leaves})}, {"w", list({1, up})}});
    eachTaper(request.radix, [&](std::uint64_t middle, std::uint64_t top) {
      const std::uint64_t pods = fewestEach(request, leaf * middle);
      if (pods >= 2 && pods <= request.radix)
        addFitting(all, family, {{"m", list({leaf, middle, pods})}, {"w", list({1, up, top})}});
    });
  });
  return all;
}

}  // namespace hopscope::families
