// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/issue.h"
#include "engine/design/design.h"
#include "engine/forwarding/rule.h"
#include "engine/forwarding/rule_verification.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// A balanced network of switches with so many ports (Benito, Vallejo & Beivide 2015, section III).
enum class RuleFamily : std::uint8_t { foldedClos, butterfly2, butterfly3, butterfly4, dragonfly };

/// The design of that network. `radix` is at least 6, even for the folded Clos.
Design balancedDesign(RuleFamily family, int radix);
/// Its terminals, without building it.
std::uint64_t balancedHosts(RuleFamily family, int radix);

struct RuleRequest {
  Design design;        ///< with forwarding.addressing.*
  RouterId router = 0;  ///< dense
};

/// Entries of the switch and of the largest one, under one scheme.
struct SchemeCount {
  std::string scheme;  ///< as it stands in designs
  std::uint64_t entries = 0, most = 0;
  std::optional<std::uint64_t> compact, mostCompact;  ///< absent without hierarchy
};

struct RuleAnswer {
  Issues issues;  ///< with an error there is nothing else
  std::shared_ptr<const Topology> topology;
  RouterId router = 0;
  std::vector<Rule> rules;
  std::uint64_t entries = 0;  ///< of these rules, those for single destinations
  std::vector<SchemeCount> counts;
  Verification verification;
  std::string ovs, json, csv;  ///< the rules as files
};

/// Makes the rules of one switch, checks those of the whole network, and counts the entries under
/// every scheme that fits the network. Owns all it touches; may take seconds.
RuleAnswer calculateRules(const RuleRequest& request);

}  // namespace hopscope
