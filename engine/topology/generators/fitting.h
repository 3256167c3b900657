// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <utility>
#include <vector>

#include "engine/topology/generators/family.h"

/// What families share that look for parameters which fit a request.
namespace hopscope::families {

/// The longest side of a grid is at most so many times its shortest: others have long ways and thin
/// waists, and there are far too many of them.
inline constexpr std::uint64_t kMostAspect = 2;

/// So many networks of a family are listed at most; where more fit, none is.
inline constexpr std::size_t kMostFitting = 100'000;

/// Terminals wanted at `parts` parts alike, so that there are as many as requested; the fewest of
/// them where several numbers do, 0 where none does.
std::uint64_t fewestEach(const SizeRequest& request, std::uint64_t parts);

inline bool fits(const SizeRequest& request, std::uint64_t terminals) {
  return request.least <= terminals && terminals <= request.most;
}

/// Sides of grids of two to so many dimensions (of one, ring and complete graph), falling, at least
/// 2 each, with `least` to `most` routers together.
void eachGrid(std::size_t mostDimensions, std::uint64_t least, std::uint64_t most,
              const std::function<void(const std::vector<std::int64_t>&)>& found);

/// More networks of a family fit than anybody looks at.
struct TooManyFit {};

/// Adds the defaults of the family with these values, where it finds no error in them. Throws
/// TooManyFit.
void addFitting(std::vector<Values>& all, const Generator& family,
                std::initializer_list<std::pair<const char*, Value>> values);

}  // namespace hopscope::families
