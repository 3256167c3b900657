// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "ui/shell/export_files.h"

namespace hopscope {

/// A plot that can leave the program.
struct ExportPlot {
  QString file;  ///< what its file's name ends with; also which plot it is
  PlotPicture picture;
  bool usual = false;  ///< wanted where nobody says otherwise
  QString name = {};   ///< to choose it by, where that of the picture is also another's
};

/// Those that have something to show.
std::vector<ExportPlot> exportPlots(const ExportContent& content);

}  // namespace hopscope
