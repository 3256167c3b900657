// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>

#include "app/cli/console.h"
#include "app/cli/drawing.h"
#include "app/cli/pictures.h"
#include "ui/drawing/plot_widget.h"
#include "ui/explore/figures_page.h"

namespace hopscope::cli {

bool drawFigure(const Recipe& recipe, const MadeFigure& figure, const std::string& folder) {
  const OffscreenApplication application;
  // As the window draws it, with the source's points over ours.
  PlotPicture picture = pictureOf(recipe, figure);
  picture.title = QString::fromStdString(recipe.title);
  constexpr double kTwoColumns = 178;  // millimetres
  for (const char* name : {"plot.png", "plot.svg"}) {
    const std::string file = (std::filesystem::path(folder) / name).string();
    QString error;
    if (!exportPlot(picture, QString::fromStdString(file), kTwoColumns, &error)) {
      say(error.toStdString());
      return false;
    }
  }
  return true;
}

}  // namespace hopscope::cli
