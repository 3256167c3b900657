// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>
#include <vector>

#include "ui/drawing/plot_widget.h"
#include "ui/plots/study_dimensions.h"

namespace hopscope {

/// More panels than this are too small to read: the rest is left out, and said so.
inline constexpr std::size_t kMostPanels = 16;

/// Curves in several panels on the same scales; a value.
struct PanelsPicture {
  struct Panel {
    QString title;
    double level = 0;  ///< of the dimension that the panels differ in
    PlotPicture plot;
  };
  QString title;
  std::string by;  ///< the dimension that the panels differ in
  std::vector<Panel> panels;
  /// A curve of each name, without points: names and colours mean the same in all panels.
  PlotPicture legend;
};

/// studyCurves() of each value of `by`, a panel each. Empty where `by` is what curves are drawn
/// along, or moves with it.
PanelsPicture studyPanels(const Study& study, const StudyTable& table, const StudyPoints& points,
                          const std::string& setting, const std::string& column,
                          const std::string& by);

/// A line for each point drawn: panel, curve, both numbers, the half-width of the interval.
QString panelsCsv(const PanelsPicture& picture);

}  // namespace hopscope
