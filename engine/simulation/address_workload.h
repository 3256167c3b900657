// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "engine/forwarding/rule_generator.h"
#include "engine/forwarding/rule_table.h"
#include "engine/simulation/address_scenario.h"
#include "engine/simulation/setup.h"
#include "engine/traffic/traffic_source.h"

namespace hopscope {

/// Terminals that start, get their addresses and tell each other (playAddressScenario).
class AddressWorkload final : public Workload {
 public:
  /// `setup` and `rules` are there as long as it is.
  AddressWorkload(const Setup& setup, const RuleGenerator& rules,
                  const AddressScenarioSettings& settings);

  std::unique_ptr<TrafficSource> source(TerminalId first, std::uint32_t count) override;
  /// All have announced themselves once more after the last one was ready, and have sent all they
  /// had to send.
  bool finished() const override;

  /// What came of it up to cycle `now`. Only while the network is there.
  ScenarioOutcome outcome(Cycle now) const;

 private:
  class Hosts;

  const Setup& setup_;
  AddressScenarioSettings settings_;
  std::vector<RuleTable> tables_;    ///< per router
  std::vector<const Hosts*> parts_;  ///< they are the network's
};

}  // namespace hopscope
