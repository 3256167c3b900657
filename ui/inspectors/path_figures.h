// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "engine/simulation/results.h"

namespace hopscope {

/// What a run says of its paths, pauses and notices: by a plain name, a value in words.
struct PathFigure {
  QString name, value;

  bool operator==(const PathFigure&) const = default;
};

/// Only of what there was: shares of kinds of path where packets took several, recomputations where
/// the routing draws anew, pauses where receivers pause, notices where queues send any, and packets
/// out of order.
std::vector<PathFigure> pathFigures(const Results& results);

}  // namespace hopscope
