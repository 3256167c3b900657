// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/study_table_model.h"

#include <QHash>
#include <QSize>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "engine/study/study_points.h"
#include "ui/inspectors/run_summary.h"
#include "ui/widgets/labels.h"
#include "ui/words/numbers.h"
#include "ui/words/study_words.h"

namespace hopscope {

namespace {
constexpr int kHeadWidth = 104, kTwoLinesHigh = 44;

Qt::AlignmentFlag sideOf(StudyTableModel::Kind kind) {
  switch (kind) {
    case StudyTableModel::Kind::number:
      return Qt::AlignRight;
    case StudyTableModel::Kind::runs:  // words follow it
      return Qt::AlignHCenter;
    default:
      return Qt::AlignLeft;
  }
}

StudyTableModel::Column settingColumn(const Study& study, std::size_t axis, std::size_t within) {
  const StudyAxis& each = study.axes[axis];
  const std::string& name = each.settings[within];
  StudyTableModel::Column column{StudyTableModel::Kind::setting,
                                 0,
                                 studyWords(name),
                                 QString::fromStdString(name),
                                 axis,
                                 within,
                                 {}};
  column.steps.reserve(static_cast<qsizetype>(each.steps.size()));
  for (const auto& step : each.steps) {
    const auto number = numberOf(step[within]);
    column.steps << (number ? plainText(*number) : QString::fromStdString(step[within]));
  }
  return column;
}

}  // namespace

QString statusWord(PointStatus status) {
  switch (status) {
    case PointStatus::done:
      return StudyTableModel::tr("done");
    case PointStatus::failed:
      return StudyTableModel::tr("failed");
    case PointStatus::leftOut:
      return StudyTableModel::tr("left out");
    case PointStatus::open:
      break;
  }
  return StudyTableModel::tr("open");
}

void StudyTableModel::setTable(std::shared_ptr<const Study> study,
                               std::shared_ptr<const StudyTable> table, const StudyPoints& points,
                               const QString& words) {
  std::vector<Column> columns;
  if (study && table) {
    if (study->designs.size() > 1) columns.push_back({Kind::design, 0, tr("Design"), {}, 0, 0, {}});
    for (std::size_t axis = 0; axis < study->axes.size(); ++axis)
      for (std::size_t i = 0; i < study->axes[axis].settings.size(); ++i)
        columns.push_back(settingColumn(*study, axis, i));
    columns.push_back({Kind::status, 0, tr("State"), {}, 0, 0, {}});
    columns.push_back({Kind::runs, 0, tr("Runs"), {}, 0, 0, {}});
    columns.push_back({Kind::verdict, 0, tr("Verdict"), {}, 0, 0, {}});
    if (table->hasOutcomes) columns.push_back({Kind::outcome, 0, tr("Applications"), {}, 0, 0, {}});
    for (std::size_t i = 0; i < table->columns.size(); ++i)
      columns.push_back({Kind::number,
                         i,
                         studyWords(table->columns[i]),
                         QString::fromStdString(table->columns[i]),
                         0,
                         0,
                         {}});
  }
  const bool same = columns.size() == columns_.size() && study_ == study;
  if (!same) beginResetModel();
  // The rows shown are those of the table before until others are.
  const std::shared_ptr<const StudyTable> before = table_;
  study_ = std::move(study);
  table_ = std::move(table);
  columns_ = std::move(columns);
  if (!same) {
    shown_.clear();
    if (sorted_ >= columnCount()) sorted_ = -1;
    endResetModel();
  }
  setFilter(points, words);
}

int StudyTableModel::rowOf(PointId point) const {
  const auto found = std::find_if(shown_.begin(), shown_.end(),
                                  [&](const StudyTableRow* row) { return row->point == point; });
  return found == shown_.end() ? -1 : static_cast<int>(found - shown_.begin());
}

void StudyTableModel::setFilter(const StudyPoints& points, const QString& words) {
  const QStringList wanted = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
  StudyPoints shown = points;
  if (!wanted.isEmpty())
    std::erase_if(shown, [&](const StudyTableRow* row) { return !has(*row, wanted); });
  arrange(shown);
  show(std::move(shown));
}

void StudyTableModel::sort(int column, Qt::SortOrder order) {
  sorted_ = column < columnCount() ? column : -1;
  order_ = order;
  StudyPoints shown = shown_;
  arrange(shown);
  show(std::move(shown));
}

/// Rows that only come are put behind the others, which stay marked.
void StudyTableModel::addNew(const StudyPoints& points) {
  if (shown_.empty() || points.size() <= shown_.size()) return;
  std::unordered_set<PointId> known;
  known.reserve(shown_.size());
  for (const StudyTableRow* row : shown_) known.insert(row->point);
  StudyPoints fresh;
  std::copy_if(points.begin(), points.end(), std::back_inserter(fresh),
               [&](const StudyTableRow* row) { return known.count(row->point) == 0; });
  if (shown_.size() + fresh.size() != points.size()) return;  // some are gone
  beginInsertRows({}, rowCount(), static_cast<int>(points.size()) - 1);
  shown_.insert(shown_.end(), fresh.begin(), fresh.end());
  endInsertRows();
}

/// Rows that are the same points in the same order stay marked, and so do those that only moved.
void StudyTableModel::show(StudyPoints points) {
  addNew(points);
  const bool same = std::equal(points.begin(), points.end(), shown_.begin(), shown_.end(),
                               [](auto a, auto b) { return a->point == b->point; });
  if (same) {
    shown_ = std::move(points);
    if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    return;
  }
  if (points.size() != shown_.size()) {
    beginResetModel();
    shown_ = std::move(points);
    endResetModel();
    return;
  }
  emit layoutAboutToBeChanged();
  const QModelIndexList old = persistentIndexList();
  std::vector<PointId> of;
  of.reserve(static_cast<std::size_t>(old.size()));
  for (const QModelIndex& each : old) of.push_back(rowAt(each.row()).point);
  shown_ = std::move(points);
  std::unordered_map<PointId, int> rows;
  if (!old.empty())
    for (std::size_t i = 0; i < shown_.size(); ++i)
      rows.emplace(shown_[i]->point, static_cast<int>(i));
  QModelIndexList now;
  for (qsizetype i = 0; i < old.size(); ++i) {
    const auto found = rows.find(of[static_cast<std::size_t>(i)]);
    now << (found == rows.end() ? QModelIndex() : index(found->second, old[i].column()));
  }
  changePersistentIndexList(old, now);
  emit layoutChanged();
}

int StudyTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(shown_.size());
}

int StudyTableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(columns_.size());
}

QString StudyTableModel::shown(const StudyTableRow& row, const Column& column) const {
  switch (column.kind) {
    case Kind::design:
      return QString::fromStdString(baseOf(*study_, row.point).name);
    case Kind::setting:
      return column.steps[static_cast<qsizetype>(stepOf(*study_, row.point, column.axis))];
    case Kind::status:
      return statusWord(row.status);
    case Kind::runs:
      return row.runs == 0 ? QStringLiteral("–") : wholeText(row.runs);
    case Kind::verdict:
      return row.runs == 0 ? QStringLiteral("–") : verdictWord(row.verdict);
    case Kind::outcome:
      return row.outcome ? outcomeWord(*row.outcome) : QStringLiteral("–");
    case Kind::number:
      break;
  }
  return figureText(toldValue(row, table_->columns[column.place], column.place));
}

/// Words by their place in the alphabet, after all numbers; what is not there after these.
std::vector<double> StudyTableModel::sortKeys(const StudyPoints& points,
                                              const Column& column) const {
  std::vector<double> keys;
  keys.reserve(points.size());
  const auto end = std::numeric_limits<double>::infinity();
  if (column.kind == Kind::number || column.kind == Kind::runs) {
    for (const StudyTableRow* row : points) {
      const double value = column.kind == Kind::runs
                               ? row->runs
                               : toldValue(*row, table_->columns[column.place], column.place);
      keys.push_back(std::isnan(value) ? end : value);
    }
    return keys;
  }
  std::vector<std::optional<double>> numbers;
  if (column.kind == Kind::setting) {
    const auto& steps = study_->axes[column.axis].steps;
    numbers.reserve(steps.size());
    for (const auto& step : steps) numbers.push_back(numberOf(step[column.within]));
  }
  QStringList words;
  QHash<QString, double> places;
  const auto textOf = [&](const StudyTableRow* row) { return shown(*row, column); };
  for (const StudyTableRow* row : points)
    if (const QString text = textOf(row); !places.contains(text)) {
      places.insert(text, 0);
      words << text;
    }
  std::sort(words.begin(), words.end(), [](const QString& a, const QString& b) {
    return QString::localeAwareCompare(a.toLower(), b.toLower()) < 0;
  });
  constexpr double kAfterNumbers = 1e300;
  for (qsizetype i = 0; i < words.size(); ++i)
    places[words[i]] = kAfterNumbers * (1 + static_cast<double>(i) / 1e9);
  for (const StudyTableRow* row : points) {
    const std::size_t step = numbers.empty() ? 0 : stepOf(*study_, row->point, column.axis);
    const bool number = !numbers.empty() && numbers[step].has_value();
    keys.push_back(number ? *numbers[step] : places.value(textOf(row)));
  }
  return keys;
}

void StudyTableModel::arrange(StudyPoints& points) const {
  std::vector<std::pair<double, const StudyTableRow*>> keyed;
  keyed.reserve(points.size());
  if (sorted_ < 0) {
    std::sort(points.begin(), points.end(), [](auto a, auto b) { return a->point < b->point; });
    return;
  }
  const std::vector<double> keys = sortKeys(points, columnAt(sorted_));
  for (std::size_t i = 0; i < points.size(); ++i) keyed.emplace_back(keys[i], points[i]);
  std::sort(keyed.begin(), keyed.end(), [this](const auto& a, const auto& b) {
    if (a.first != b.first)
      return order_ == Qt::AscendingOrder ? a.first < b.first : b.first < a.first;
    return a.second->point < b.second->point;
  });
  for (std::size_t i = 0; i < points.size(); ++i) points[i] = keyed[i].second;
}

/// In what is words, and in what is varied.
bool StudyTableModel::has(const StudyTableRow& row, const QStringList& words) const {
  QString all;
  for (const Column& column : columns_)
    if (column.kind != Kind::number && column.kind != Kind::runs)
      all += shown(row, column) + QLatin1Char('\n');
  return std::all_of(words.begin(), words.end(),
                     [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
}

QVariant StudyTableModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
    return {};
  const StudyTableRow& row = rowAt(index.row());
  const Column& column = columnAt(index.column());
  switch (role) {
    case Qt::DisplayRole:
      return shown(row, column);
    case Qt::FontRole:
      return fontOf(row.best ? TextRole::bold : TextRole::body);
    case Qt::ToolTipRole:
      if (!row.failure.empty()) return QString::fromStdString(row.failure);
      return row.best ? tr("%1, on the Pareto front").arg(shown(row, column)) : shown(row, column);
    case Qt::TextAlignmentRole:
      return static_cast<int>(sideOf(column.kind) | Qt::AlignVCenter);
    default:
      return {};
  }
}

QVariant StudyTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section >= columnCount()) return {};
  const Column& column = columnAt(section);
  switch (role) {
    case Qt::DisplayRole:
      return column.title;
    case Qt::ToolTipRole:
      return column.tip;
    case Qt::SizeHintRole:  // two lines
      return QSize(kHeadWidth, kTwoLinesHigh);
    case Qt::TextAlignmentRole:
      return static_cast<int>(sideOf(column.kind) | Qt::AlignVCenter) | Qt::TextWordWrap;
    default:
      return {};
  }
}

}  // namespace hopscope
