// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/expression.h"
#include "engine/design/design.h"
#include "engine/simulation/results.h"
#include "engine/topology/topology.h"
#include "ui/document/design_document.h"

namespace hopscope {

/// What a lesson's conditions and figures look at: the design shown, its run, the selection.
struct LessonFacts {
  enum class Run { none, running, paused, finished, stopped };

  Design design;
  std::shared_ptr<const Topology> topology;
  Run run = Run::none;  ///< of the design as it stands; a run of other settings is none
  Cycle cycle = 0;
  std::shared_ptr<const Results> results;  ///< of a finished run; else null
  Parts selection;
};

/// The value of a quantity ("accepted", "verdict") or of a setting ("traffic.load").
ExpressionValue factOf(const LessonFacts& facts, std::string_view name);

/// The names of all quantities that are no settings.
std::vector<std::string> lessonQuantities();

/// The parts that a lesson calls "router:5" or "link:12" (ids of the design), "hottest_link",
/// "deadlock" (the links of its cycle) or "nothing". Empty where there are none, or not yet.
Parts partsOf(const LessonFacts& facts, const std::string& target);

/// The channel between routers that carries most; nothing without results or such channels.
std::optional<ChannelId> hottestChannel(const LessonFacts& facts);

}  // namespace hopscope
