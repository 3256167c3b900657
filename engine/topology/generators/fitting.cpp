// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/topology/generators/fitting.h"

#include <algorithm>

namespace hopscope::families {
namespace {

struct GridSearch {
  std::size_t dimensions;
  std::uint64_t least, most;
  const std::function<void(const std::vector<std::int64_t>&)>& found;
  std::vector<std::int64_t> sides;

  /// With `product` routers by now.
  void go(std::uint64_t product) {
    const std::size_t left = dimensions - sides.size();
    if (left == 0) {
      if (product >= least) found(sides);
      return;
    }
    const auto longest = sides.empty() ? most : static_cast<std::uint64_t>(sides.front());
    const auto previous = sides.empty() ? most : static_cast<std::uint64_t>(sides.back());
    const std::uint64_t shortest = sides.empty() ? 2 : (longest + kMostAspect - 1) / kMostAspect;
    for (std::uint64_t side = std::max<std::uint64_t>(2, shortest); side <= previous; ++side) {
      // All that follow are at least about as long, so the sides cannot be too long for them.
      const std::uint64_t others = (side + kMostAspect - 1) / kMostAspect;
      const std::uint64_t rest =
          sides.empty() ? power(others, left - 1) : power(shortest, left - 1);
      if (times(times(product, side), rest) > most) break;
      if (times(product, power(side, left)) < least) continue;
      sides.push_back(static_cast<std::int64_t>(side));
      go(product * side);
      sides.pop_back();
    }
  }
};

}  // namespace

std::uint64_t fewestEach(const SizeRequest& request, std::uint64_t parts) {
  if (parts == 0) return 0;
  const std::uint64_t each = (request.least + parts - 1) / parts;
  return each > 0 && times(each, parts) <= request.most ? each : 0;
}

void eachGrid(std::size_t mostDimensions, std::uint64_t least, std::uint64_t most,
              const std::function<void(const std::vector<std::int64_t>&)>& found) {
  for (std::size_t dimensions = 2; dimensions <= mostDimensions; ++dimensions)
    GridSearch{dimensions, least, most, found, {}}.go(1);
}

void addFitting(std::vector<Values>& all, const Generator& family,
                std::initializer_list<std::pair<const char*, Value>> values) {
  Values complete = defaultsOf(family.parameters);
  for (const auto& [name, value] : values) complete[name] = value;
  for (const Parameter& parameter : family.parameters)
    if (check(parameter, complete[parameter.name], parameter.name)) return;
  if (hasErrors(family.check(complete))) return;
  if (all.size() >= kMostFitting) throw TooManyFit();
  all.push_back(std::move(complete));
}

}  // namespace hopscope::families
