// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "engine/design/application_sections.h"
#include "ui/ranks/rank_chart.h"
#include "ui/ranks/ranks_panel.h"
#include "ui/shell/dock.h"
#include "ui/shell/main_window.h"
#include "ui/shell/run_mode.h"

namespace hopscope::test {

/// The panel of applications is of the run that is shown; otherwise, what is wrong.
inline QString wrongRanks(MainWindow& window) {
  RunMode& runs = window.runMode();
  if (!runs.ranksDock()->isVisible()) return {};
  if (window.mode() != MainWindow::Mode::run)
    return QStringLiteral("applications outside of Run mode");
  const RunView view = runs.view();
  if (view.design == nullptr || applicationCount(*view.design) == 0)
    return QStringLiteral("applications are shown of a run without any");
  const RankObservation* seen = runs.ranks().chart().rows().seen();
  if (seen != nullptr && (view.snapshot == nullptr || view.snapshot->ranks == nullptr ||
                          view.snapshot->ranks->plan != seen->plan))
    return QStringLiteral("the timeline is of another run");
  return {};
}

}  // namespace hopscope::test
