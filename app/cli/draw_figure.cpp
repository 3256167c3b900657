// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>
#include <utility>

#include "app/cli/console.h"
#include "app/cli/drawing.h"
#include "app/cli/pictures.h"
#include "engine/figures/figure_text.h"
#include "ui/drawing/plot_widget.h"

namespace hopscope::cli {

namespace {

PlotPicture pictureOf(const Recipe& recipe, const MadeFigure& figure) {
  PlotPicture picture;
  picture.title = QString::fromStdString(recipe.title);
  picture.xTitle = QString::fromStdString(recipe.plot->xTitle);
  picture.yTitle = QString::fromStdString(recipe.plot->yTitle);
  picture.xLog = recipe.plot->logX;
  picture.yLog = recipe.plot->logY;
  int number = 0;
  for (const FigureCurve& curve : curvesOf(recipe, figure)) {
    PlotCurve drawn;
    drawn.name = QString::fromStdString(curve.name);
    drawn.x = curve.x;
    drawn.y = curve.y;
    for (const double error : curve.errors) drawn.errors.push_back(1.96 * error);
    drawn.number = number++ % 8 + 1;
    drawn.markers = true;
    picture.curves.push_back(std::move(drawn));
  }
  return picture;
}

}  // namespace

bool drawFigure(const Recipe& recipe, const MadeFigure& figure, const std::string& folder) {
  const OffscreenApplication application;
  const PlotPicture picture = pictureOf(recipe, figure);
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
