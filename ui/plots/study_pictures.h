// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "engine/study/study.h"
#include "engine/study/study_table.h"
#include "ui/drawing/plot_widget.h"
#include "ui/plots/scatter_painter.h"
#include "ui/plots/study_dimensions.h"

namespace hopscope {

/// More curves than this are not told apart: the rest is left out, and said so.
inline constexpr std::size_t kMostStudyCurves = 24;

/// The varied settings that are numbers, along which curves can be drawn.
std::vector<std::string> numericSettings(const Study& study);

/// A column over a varied setting: a curve for each combination of design and the other axes,
/// with the interval over seeds where it is known; named without `apart`, a dimension. A latency
/// ends where there is no steady state.
PlotPicture studyCurves(const Study& study, const StudyTable& table, const StudyPoints& points,
                        const std::string& setting, const std::string& column,
                        const std::string& apart = {});

/// One column over another, a point each, by design; joined where no other is better in both, as
/// far as it is known what is better: the study's objectives, more throughput, less latency. Its
/// points are those given, in their order.
ScatterPicture studyScatter(const Study& study, const StudyTable& table, const StudyPoints& points,
                            const std::string& across, const std::string& up);

}  // namespace hopscope
