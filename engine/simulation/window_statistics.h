// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/simulation/statistic.h"

namespace hopscope {

/// All that a window says but its place in time, in the order of JSON. Results as JSON and CSV,
/// project files, pooling, what a run may be waited for, figures and plots are made from these
/// rows.
const std::vector<Statistic<WindowSample>>& windowStatistics();

/// That of a name, which there is.
const Statistic<WindowSample>& windowStatistic(std::string_view name);

/// A picture of the windows of a run, one above the time of all. Words are the engine's: English
/// here, translated on the screen.
struct PlotOverTime {
  struct Curve {
    const char* statistic;  ///< of a window
    const char* name;       ///< in the legend
    int number;             ///< its colour, 1 to 8
  };

  const char* key;                    ///< in plans of reports
  const char* title;                  ///< above it
  const char* axis;                   ///< what its numbers are, with their unit
  std::vector<Curve> curves = {};     ///< none where it is stacked
  const char* stacked = nullptr;      ///< the whole whose parts stand one above the other: "paths"
  const char* choice;                 ///< in the menu of live plots
  const char* setting = nullptr;      ///< in the user's settings, where that is not `key`
  const char* inReport;               ///< in the list of a report
  const char* file;                   ///< what the name of its file ends with
  bool usualInReport = false;         ///< where nobody says otherwise
  bool usualFile = false;             ///< likewise
  double top = 0;                     ///< the end of its axis; 0: as the curves need
  bool offered = false;               ///< the offered load stands there, too
  bool logarithmic = false;           ///< may be: shares of a whole may not
  bool steps = false;                 ///< a value stays until the next one: states, not means
  Presence drawn = Presence::always;  ///< where its curves are something
  const char* missing = nullptr;      ///< what is said where it has no curve
  const char* missingKept = nullptr;  ///< likewise of a run that was kept
};

/// In the order of menus.
const std::vector<PlotOverTime>& plotsOverTime();

/// The words above that stand on the screen, for translators.
std::set<std::string> statisticWords();

}  // namespace hopscope
