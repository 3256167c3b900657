// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/study_heat_map.h"

#include <fmt/format.h>

#include <QObject>
#include <algorithm>
#include <cmath>

#include "engine/core/csv.h"
#include "engine/core/not_a_number.h"
#include "ui/words/numbers.h"
#include "ui/words/study_words.h"

namespace hopscope {

namespace {

using Content = HeatMapPicture::Content;

/// Of one side, if there are more cells than kMostMapCells or than so many a point.
constexpr std::size_t kMapRanges = 24, kMostMapCells = 250'000, kMostCellsPerPoint = 4;

/// A side of the map: the values that stand there, or ranges of them.
class MapSide {
 public:
  MapSide(const StudyDimension& dimension, const StudyPoints& points)
      : dimension_(&dimension), levels_(levelsOf(dimension, points)) {}

  std::size_t size() const { return joined_ ? kMapRanges : levels_.size(); }
  void join() { joined_ = dimension_->levels.isEmpty() && levels_.size() > kMapRanges; }
  bool joined() const { return joined_; }

  std::size_t placeOf(const StudyTableRow& row) const {
    const double value = dimension_->valueOf(row);
    if (!joined_)
      return static_cast<std::size_t>(std::lower_bound(levels_.begin(), levels_.end(), value) -
                                      levels_.begin());
    const double share = (value - levels_.front()) / (levels_.back() - levels_.front());
    return std::min(kMapRanges - 1, static_cast<std::size_t>(share * kMapRanges));
  }

  QStringList names() const {
    QStringList names;
    if (!joined_) {
      for (const double level : levels_) names << dimension_->text(level);
      return names;
    }
    const double wide = (levels_.back() - levels_.front()) / kMapRanges;
    for (std::size_t i = 0; i < kMapRanges; ++i)
      names << QObject::tr("from %1").arg(
          figureText(levels_.front() + static_cast<double>(i) * wide));
    return names;
  }

 private:
  const StudyDimension* dimension_;
  std::vector<double> levels_;
  bool joined_ = false;
};

Content contentOf(const StudyTableRow& row) {
  switch (row.status) {
    case PointStatus::failed:
      return Content::failed;
    case PointStatus::leftOut:
      return Content::leftOut;
    case PointStatus::open:
      return row.runs == 0 ? Content::open : Content::noSteady;
    case PointStatus::done:
      break;
  }
  return Content::noSteady;
}

/// What is averaged, and what the signs mean.
QString noteOf(const Study& study, const StudyTable& table, const StudyPoints& points,
               const HeatMapPicture& picture, const std::string& across, const std::string& up) {
  QStringList notes, averaged;
  const bool several = std::any_of(picture.cells.begin(), picture.cells.end(),
                                   [](const auto& cell) { return cell.points > 1; });
  for (const std::string& name : variedDimensions(study)) {
    if (!several || name == across || name == up) continue;
    const StudyDimension other = studyDimension(study, table, name);
    const std::size_t count = levelsOf(other, points).size();
    if (count > 1)
      averaged << QObject::tr("%1 (%2)").arg(other.title, wholeText(static_cast<qint64>(count)));
  }
  if (!averaged.isEmpty())
    notes << QObject::tr("Mean over %1").arg(averaged.join(QStringLiteral(", ")));
  const auto tell = [&](const QString& sign, const QString& words, const auto& is) {
    const auto count = std::count_if(picture.cells.begin(), picture.cells.end(), is);
    if (count > 0) notes << QObject::tr("%1 %2: %3").arg(sign, words, wholeText(count));
  };
  tell(QLatin1String(kPartialSign), QObject::tr("mean of some of its points only"),
       [](const auto& cell) { return cell.isPartial(); });
  for (const Content content : {Content::failed, Content::noSteady, Content::leftOut})
    tell(cellSign(content), contentWords(content),
         [content](const auto& cell) { return cell.content == content; });
  return notes.join(QStringLiteral(" · "));
}

}  // namespace

HeatMapPicture studyHeatMap(const Study& study, const StudyTable& table, const StudyPoints& points,
                            const std::string& across, const std::string& up,
                            const std::string& column) {
  HeatMapPicture picture;
  picture.valueTitle = studyWords(column);
  const StudyDimension wide = studyDimension(study, table, across),
                       high = studyDimension(study, table, up),
                       value = studyDimension(study, table, column);
  picture.xTitle = wide.title;
  picture.yTitle = high.title;
  picture.title = QObject::tr("%1 over %2 and %3").arg(value.title, wide.title, high.title);
  if (across == up || !wide.varied || !high.varied || points.empty()) return picture;
  MapSide columns(wide, points), rows(high, points);
  const std::size_t cells = columns.size() * rows.size();
  if (cells > kMostMapCells || cells > kMostCellsPerPoint * table.rows.size()) {
    columns.join();
    rows.join();
  }
  if (columns.size() * rows.size() > kMostMapCells) {
    picture.whyEmpty = QObject::tr("A heat map of these two has more than %1 cells.")
                           .arg(wholeText(static_cast<qint64>(kMostMapCells)));
    return picture;
  }
  picture.columns = columns.names();
  picture.rows = rows.names();
  picture.cells.resize(columns.size() * rows.size());
  picture.cellOf.reserve(points.size());
  for (const StudyTableRow* row : points) {
    const std::size_t place = rows.placeOf(*row) * columns.size() + columns.placeOf(*row);
    picture.cellOf.push_back(static_cast<std::uint32_t>(place));
    HeatMapPicture::Cell& cell = picture.cells[place];
    ++cell.points;
    const double number = value.valueOf(*row);
    if (std::isfinite(number)) {
      ++cell.valued;
      cell.mean += (number - cell.mean) / cell.valued;
      cell.content = Content::value;
    } else {
      cell.content = std::max(cell.content, contentOf(*row));
    }
  }
  bool any = false;
  for (const HeatMapPicture::Cell& cell : picture.cells) {
    if (cell.valued == 0) continue;
    picture.least = any ? std::min(picture.least, cell.mean) : cell.mean;
    picture.most = any ? std::max(picture.most, cell.mean) : cell.mean;
    any = true;
  }
  picture.note = noteOf(study, table, points, picture, across, up);
  return picture;
}

QString heatMapCsv(const HeatMapPicture& picture) {
  const auto text = [](const QString& words) { return csvCell(words.toStdString()); };
  std::string out = fmt::format("{},{},{},points,valued\n", text(picture.xTitle),
                                text(picture.yTitle), text(picture.valueTitle));
  std::size_t place = 0;
  for (const QString& row : picture.rows)
    for (const QString& column : picture.columns) {
      const HeatMapPicture::Cell& cell = picture.cells[place++];
      out += fmt::format("{},{},{},{},{}\n", text(column), text(row),
                         csvCell(cell.valued > 0 ? cell.mean : kNan), cell.points, cell.valued);
    }
  return QString::fromStdString(out);
}

}  // namespace hopscope
