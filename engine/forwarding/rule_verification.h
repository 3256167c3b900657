// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "engine/core/issue.h"
#include "engine/forwarding/rule_generator.h"

namespace hopscope {

struct VerificationLimits {
  std::uint64_t exhaustivePairs = 10'000'000;  ///< above, pairs are drawn
  std::uint32_t samples = 4'000;               ///< pairs then
  std::uint64_t seed = 1;
};

struct Verification {
  std::uint64_t pairs = 0;  ///< of terminals, source and destination different
  bool sampled = false;
  std::uint64_t delivered = 0;
  unsigned mostHops = 0;  ///< switches on the longest path
  Issues issues;          ///< of the first few that were not delivered

  bool good() const { return issues.empty() && delivered == pairs; }
};

/// Forwards a frame from every terminal to every other one through the rules of all switches, and
/// sees that it arrives there alone, with the addresses it should have: a hierarchical destination,
/// or the burned-in one where switches rewrite, and no outer header. Above the limit, random pairs.
Verification verifyRules(const RuleGenerator& generator, const VerificationLimits& limits = {});

}  // namespace hopscope
