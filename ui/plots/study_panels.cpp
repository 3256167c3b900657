// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/study_panels.h"

#include <fmt/format.h>

#include <QObject>
#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "engine/core/csv.h"
#include "engine/core/not_a_number.h"
#include "ui/plots/study_pictures.h"
#include "ui/words/study_words.h"

namespace hopscope {

namespace {

void widen(std::optional<double>& least, std::optional<double>& most, double value) {
  least = least ? std::min(*least, value) : value;
  most = most ? std::max(*most, value) : value;
}

}  // namespace

PanelsPicture studyPanels(const Study& study, const StudyTable& table, const StudyPoints& points,
                          const std::string& setting, const std::string& column,
                          const std::string& by) {
  PanelsPicture picture;
  picture.by = by;
  const StudyDimension dimension = studyDimension(study, table, by);
  picture.title = QObject::tr("%1 over %2, by %3")
                      .arg(studyWords(column), studyWords(setting), dimension.title);
  picture.legend.title = picture.title;
  const auto along = axisOfSetting(study, setting);
  if (!along || along == axisOfSetting(study, by) || !dimension.varied) return picture;
  const std::vector<double> levels = levelsOf(dimension, points);
  std::map<QString, int> numbers;
  std::optional<double> left, right, low, high;
  for (const double level : levels) {
    if (picture.panels.size() == kMostPanels) {
      picture.title = QObject::tr("%1, the first %2 of %3")
                          .arg(picture.title)
                          .arg(static_cast<int>(kMostPanels))
                          .arg(static_cast<int>(levels.size()));
      picture.legend.title = picture.title;
      break;
    }
    StudyPoints here;
    std::copy_if(points.begin(), points.end(), std::back_inserter(here),
                 [&](const StudyTableRow* row) { return dimension.valueOf(*row) == level; });
    PanelsPicture::Panel panel;
    panel.level = level;
    panel.title = dimension.levels.isEmpty()
                      ? QObject::tr("%1: %2").arg(dimension.title, dimension.text(level))
                      : dimension.text(level);
    panel.plot = studyCurves(study, table, here, setting, column, by);
    for (PlotCurve& curve : panel.plot.curves) {
      const auto [at, fresh] = numbers.emplace(curve.name, static_cast<int>(numbers.size()) + 1);
      curve.number = (at->second - 1) % Theme::kCurves + 1;
      if (fresh) {
        PlotCurve sample;
        sample.name = curve.name;
        sample.number = curve.number;
        sample.markers = true;
        sample.x = {0};  // it is named, and not drawn
        sample.y = {kNan};
        picture.legend.curves.push_back(std::move(sample));
      }
      for (std::size_t i = 0; i < curve.y.size(); ++i) {
        const double half = i < curve.errors.size() ? curve.errors[i] : 0;
        widen(low, high, curve.y[i] + half);
        widen(low, high, curve.y[i] - half);
      }
    }
    if (panel.plot.xMin) widen(left, right, *panel.plot.xMin);
    if (panel.plot.xMax) widen(left, right, *panel.plot.xMax);
    picture.panels.push_back(std::move(panel));
  }
  for (PanelsPicture::Panel& panel : picture.panels) {
    panel.plot.xMin = left;
    panel.plot.xMax = right;
    if (low && *low < 0) panel.plot.yMin = *low;
    if (high && *high > 0) panel.plot.yMax = 1.05 * *high;
  }
  // One curve in each panel needs no name.
  if (picture.legend.curves.size() == 1) picture.legend.curves.clear();
  return picture;
}

QString panelsCsv(const PanelsPicture& picture) {
  std::string out;
  for (const PanelsPicture::Panel& panel : picture.panels) {
    if (out.empty())
      out = fmt::format("panel,curve,{},{},ci95\n", csvCell(panel.plot.xTitle.toStdString()),
                        csvCell(panel.plot.yTitle.toStdString()));
    for (const PlotCurve& curve : panel.plot.curves)
      for (std::size_t i = 0; i < curve.x.size(); ++i)
        out +=
            fmt::format("{},{},{},{},{}\n", csvCell(panel.title.toStdString()),
                        csvCell(curve.name.toStdString()), csvCell(curve.x[i]), csvCell(curve.y[i]),
                        i < curve.errors.size() ? csvCell(curve.errors[i]) : std::string());
  }
  return QString::fromStdString(out);
}

}  // namespace hopscope
