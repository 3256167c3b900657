// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstddef>
#include <string>
#include <vector>

#include "ui/drawing/plot_widget.h"

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

}  // namespace hopscope
