// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "engine/core/issue.h"
#include "engine/design/design.h"
#include "engine/simulation/results.h"
#include "engine/topology/facts.h"
#include "ui/document/design_document.h"
#include "ui/document/finding.h"

namespace hopscope {

struct HealthReport {
  std::vector<Finding> findings;  ///< problems first
  TopologyFacts facts;
  /// Whether it was found out that packets cannot deadlock and all of them arrive, one way or the
  /// other. False for what is too large, and where nothing can be said yet.
  bool proved = false;
  int problems() const;
  bool hasErrors() const;  ///< one of them at least is no mere warning
};

/// What is examined.
struct HealthQuestion {
  Design design;
  std::shared_ptr<const Topology> topology;  ///< of the design
  std::shared_ptr<const Placement> placement;
  Issues issues;                   ///< of validate()
  std::optional<Results> lastRun;  ///< the newest complete one of exactly this design
};

/// Looks for everything that can be told of a design: its issues, whether every pair is reachable,
/// whether routing can deadlock, what load its channels bear, and what its last run showed
/// (saturation, starving terminals, thrashing caches); with remedies that were tried out. Slow for
/// large networks: for a background thread, which may be told to stop; then the report says less.
HealthReport examineHealth(const HealthQuestion& question, const std::stop_token& stop = {});

/// The routers and terminals a sentence names by their ids ("Router 7 has no link"), whatever
/// language it is shown in.
Parts partsNamed(const Sentence& text, const Topology& topology);

}  // namespace hopscope
