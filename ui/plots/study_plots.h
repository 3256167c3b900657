// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "engine/study/group_shares.h"
#include "engine/study/transient.h"
#include "ui/drawing/plot_widget.h"

namespace hopscope {

/// How a network goes over to what it is after a phase, by when packets were generated.
struct TransientPlots {
  PlotPicture latency, paths;
};

/// `change`: what comes into force at time 0, for its mark.
TransientPlots transientPlots(const Transient& transient, const QString& change);

/// What each member of a group gets through, a bar each. `ofTerminals`: members are terminals.
PlotPicture sharesPlot(const GroupShares& shares, bool ofTerminals);

}  // namespace hopscope
