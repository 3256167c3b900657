// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>

#include "ui/drawing/heat_map_picture.h"
#include "ui/plots/study_dimensions.h"

namespace hopscope {

/// `column` over two dimensions, the mean of all points of a cell (each already the mean over its
/// seeds). Numbers of more values than can be told apart, or of which hardly two points share one,
/// as of a random sample, are joined into ranges. Empty where both are the same or not there.
HeatMapPicture studyHeatMap(const Study& study, const StudyTable& table, const StudyPoints& points,
                            const std::string& across, const std::string& up,
                            const std::string& column);

/// A line for each cell: both values, the mean, points, points with a value.
QString heatMapCsv(const HeatMapPicture& picture);

}  // namespace hopscope
