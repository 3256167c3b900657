// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <vector>

namespace hopscope::bench {

/// Runs of each program, in turn: on a machine that has other work one run says little.
inline constexpr unsigned kRounds = 3;

struct Spread {
  double least = 0, median = 0, most = 0;
};

/// Of at least one value.
inline Spread spreadOf(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return {values.front(), values[values.size() / 2], values.back()};
}

/// What two programs did in a second, run by run.
class Race {
 public:
  void add(double ours, double theirs) {
    ours_.push_back(ours);
    theirs_.push_back(theirs);
    ratios_.push_back(ours / theirs);
  }
  Spread ours() const { return spreadOf(ours_); }
  Spread theirs() const { return spreadOf(theirs_); }
  Spread ratios() const { return spreadOf(ratios_); }

 private:
  std::vector<double> ours_, theirs_, ratios_;
};

}  // namespace hopscope::bench
