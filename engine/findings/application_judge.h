// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "engine/design/compile.h"
#include "engine/findings/remedy.h"
#include "engine/simulation/setup.h"
#include "engine/workload/mapping.h"
#include "engine/workload/planned_rounds.h"

namespace hopscope {

/// Whether other terminals or another routing can make applications faster. Who sends whom how
/// much, round by round, is known without a run, and with it what each channel carries of it: no
/// round is over before its busiest channel is through, with what other traffic leaves of its rate.
class ApplicationJudge {
 public:
  ApplicationJudge(const Design& design, std::stop_token stop);

  /// A mapping that puts every rank where it is, or where one asked about before does; or ways
  /// whose busiest channels are through hardly sooner than now (kWorthIt). False of any other
  /// remedy, and where nothing is known: in phases, or where there is too much to count.
  bool bringsNothing(const Remedy& remedy);

 private:
  /// Once, and only where a remedy asks for it.
  void look();
  /// Bytes that the busiest channels of all rounds carry, over what of the full rate is left for
  /// them. `present`: what that design compiles to.
  std::optional<double> busiest(const Design& design, const Compiled& present) const;
  std::optional<double> busiest(const Setup& setup) const;

  const Design& design_;
  std::stop_token stop_;
  bool looked_ = false;
  /// Where the ranks of each application are, and are by what was asked about before.
  std::vector<std::vector<Places>> known_;
  /// Iterations do the same again and again: each round once, and how often; none where they are
  /// not known, or don't tell.
  std::vector<std::pair<Round, double>> rounds_;
  std::optional<double> now_;  ///< of the design as it is
};

}  // namespace hopscope
