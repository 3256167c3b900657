// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>

#include "ui/drawing/panels_picture.h"
#include "ui/plots/study_dimensions.h"

namespace hopscope {

/// studyCurves() of each value of `by`, a panel each. Empty where `by` is what curves are drawn
/// along, or moves with it.
PanelsPicture studyPanels(const Study& study, const StudyTable& table, const StudyPoints& points,
                          const std::string& setting, const std::string& column,
                          const std::string& by);

/// A line for each point drawn: panel, curve, both numbers, the half-width of the interval.
QString panelsCsv(const PanelsPicture& picture);

}  // namespace hopscope
