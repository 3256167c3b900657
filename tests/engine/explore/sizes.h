// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/core/rng.h"
#include "engine/topology/generator.h"

namespace hopscope::test {

/// So many networks of a family at random among those that fit random requests of at most
/// `terminals` terminals; the same one may come twice.
inline std::vector<Values> randomSizes(const Generator& family, std::size_t count,
                                       std::uint32_t terminals) {
  Rng rng(7, 0, RandomPurpose::topology);
  std::vector<Values> sizes;
  for (int tries = 0; tries < 20'000 && sizes.size() < count; ++tries) {
    const std::uint64_t least = 2 + rng.below(terminals - 2);
    const std::vector<Values> found =
        family.fitting(family, {least, least + least / 4, 4 + rng.below(45)});
    if (!found.empty()) sizes.push_back(found[rng.below(static_cast<std::uint32_t>(found.size()))]);
  }
  return sizes;
}

}  // namespace hopscope::test
