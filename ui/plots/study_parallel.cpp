// SPDX-License-Identifier: GPL-3.0-or-later
// What of a study is drawn over parallel axes, and written as numbers.
#include <fmt/format.h>

#include <QObject>
#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/core/csv.h"
#include "ui/plots/parallel_painter.h"

namespace hopscope {

namespace {

/// So many values of an axis are told apart as such.
constexpr std::size_t kFewLevels = 40;

}  // namespace

ParallelPicture studyParallel(const Study& study, const StudyTable& table,
                              const std::vector<std::string>& names, const std::string& colour,
                              const StudyFilter& ranges) {
  ParallelPicture picture;
  picture.points = allPoints(table);
  for (const std::string& name : names) {
    if (picture.axes.size() == kMostParallelAxes) break;
    ParallelPicture::Axis axis;
    axis.dimension = studyDimension(study, table, name);
    std::vector<double> levels = levelsOf(axis.dimension, picture.points);
    if (levels.empty()) continue;
    axis.gaps = std::any_of(axis.dimension.values.begin(), axis.dimension.values.end(),
                            [](double value) { return std::isnan(value); });
    const bool words = !axis.dimension.levels.isEmpty();
    axis.scale = ScatterAxis::of({levels.front(), levels.back()}, words);
    if (levels.size() <= kFewLevels) axis.levels = std::move(levels);
    picture.axes.push_back(std::move(axis));
  }
  picture.colour = studyDimension(study, table, colour);
  const auto [least, most] = [&] {
    const std::vector<double> levels = levelsOf(picture.colour, picture.points);
    return levels.empty() ? std::pair(0.0, 1.0) : std::pair(levels.front(), levels.back());
  }();
  picture.colourScale = ScatterAxis::of({least, most});
  if (most > least) {
    picture.colourScale.least = least;
    picture.colourScale.most = most;
  }
  picture.title = QObject::tr("%1 of all points").arg(picture.colour.title);
  setRanges(picture, study, table, ranges);
  return picture;
}

void setRanges(ParallelPicture& picture, const Study& study, const StudyTable& table,
               const StudyFilter& ranges) {
  picture.ranges = ranges;
  picture.in.assign(picture.points.size(), 0);
  const StudyPoints within = pointsWithin(study, table, ranges);
  for (const StudyTableRow* row : within) picture.in[row->point] = 1;
  picture.within = within.size();
}

QString parallelCsv(const ParallelPicture& picture) {
  std::vector<std::string> head;
  head.reserve(picture.axes.size());
  for (const ParallelPicture::Axis& axis : picture.axes)
    head.push_back(csvCell(axis.dimension.title.toStdString()));
  std::string out = fmt::format("{}\n", fmt::join(head, ","));
  for (const StudyTableRow* row : picture.points) {
    if (picture.in[row->point] == 0) continue;
    std::vector<std::string> cells;
    cells.reserve(picture.axes.size());
    for (const ParallelPicture::Axis& axis : picture.axes) {
      const double value = axis.dimension.valueOf(*row);
      cells.push_back(axis.dimension.levels.isEmpty() || std::isnan(value)
                          ? csvCell(value)
                          : csvCell(axis.dimension.text(value).toStdString()));
    }
    out += fmt::format("{}\n", fmt::join(cells, ","));
  }
  return QString::fromStdString(out);
}

}  // namespace hopscope
