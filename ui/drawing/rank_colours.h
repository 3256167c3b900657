// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

#include "engine/workload/rank_phase.h"
#include "ui/drawing/theme.h"

namespace hopscope {

/// The colour of what a rank is at, wherever it is shown.
QColor rankColour(const Theme& theme, RankPhase phase);
/// The same for small marks beside others, such as terminals: stronger where that one is pale.
QColor rankMarkColour(const Theme& theme, RankPhase phase);

}  // namespace hopscope
