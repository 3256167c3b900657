// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "engine/core/issue.h"
#include "engine/core/parameter.h"
#include "engine/design/design.h"
#include "engine/design/settings_reader.h"
#include "engine/forwarding/rule_generator.h"
#include "engine/simulation/address_scenario.h"
#include "engine/simulation/learning_scenario.h"
#include "engine/simulation/setup.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// `forwarding.addressing.*` and `forwarding.scenario.*`, with full paths.
std::vector<Parameter> addressingParameters();

/// What forbids the addressing of these settings (complete) on this network.
Issues checkAddressing(const Topology& topology, const Values& settings);

/// Refuses times of the scenario that are out of range once they are cycles.
void checkScenario(const SettingsReader& reader);

/// The rules of a design's switches, paths being those of its routing where that is fixed and
/// minimal ones otherwise, which `warnings` tells. `topology` is the network of this design and
/// outlives the generator.
std::variant<RuleGenerator, Issues> ruleGenerator(const Design& design, const Topology& topology,
                                                  Issues& warnings);

/// The start of the network that `forwarding.scenario` describes, played on the network of `setup`,
/// which compile() made of this design; nothing where there is none to play. Addresses are those of
/// the design's scheme where it has a hierarchy, else of switch and host.
std::variant<std::optional<ScenarioOutcome>, Issues> playScenario(const Design& design,
                                                                  const Setup& setup);

/// The same for switches that learn: nothing where `forwarding.scenario` does not say so.
std::optional<LearningOutcome> playLearning(const Design& design, const Setup& setup);

/// Sizes of a network's tables.
struct TableCounts {
  std::uint64_t entriesMax = 0;  ///< of the largest switch, before compaction
  /// The same compacted; absent where addresses have no hierarchy, or counting takes too long.
  std::optional<std::uint64_t> compactedEntries;
};

/// Nothing where the design's addressing has an error.
std::optional<TableCounts> tableCounts(const Design& design, const Topology& topology);

}  // namespace hopscope
