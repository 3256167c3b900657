// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace hopscope::test {

/// A number that somebody else found, and how far from it a measurement of ours may lie.
struct Expected {
  double value = 0;
  double tolerance = 0;

  bool differs(double measured) const { return !(std::abs(measured - value) <= tolerance); }

  /// Whether the comparison would notice, had the other found a number just beyond the tolerance.
  bool noticesShift(double measured) const {
    const double shift = 2.02 * tolerance;
    return Expected{value + shift, tolerance}.differs(measured) &&
           Expected{value - shift, tolerance}.differs(measured);
  }
};

/// The numbers of a file in tests/data/oracles.
nlohmann::json oracle(const std::string& name);

}  // namespace hopscope::test
