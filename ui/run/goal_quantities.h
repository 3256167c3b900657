// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "engine/simulation/run_goal.h"
#include "engine/topology/topology.h"
#include "ui/document/design_document.h"

namespace hopscope {

/// Something that a run may be waited for to show, as it stands on the screen: its number times
/// `scale`, and its unit.
struct GoalQuantity {
  QString name;
  WindowCondition of;  ///< its limit is not asked for yet
  double scale = 1;
  int decimals = 0;
  const char* unit = "";
};

/// Those of the run as a whole, then those of the selected routers and links (of the first few).
std::vector<GoalQuantity> goalQuantities(const Topology& topology, const Parts& selection);

/// What the value says that met a condition at the end of a window: "Mean latency: 131 cycles,
/// above 120 cycles, in cycles 7,000 to 7,500."
QString conditionSentence(const GoalQuantity& quantity, const WindowCondition& condition,
                          double value, const WindowSample& window);

}  // namespace hopscope
