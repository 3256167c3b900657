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
constexpr std::size_t kMostGoneRuns = 64;

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
  const std::vector<Column> columnsBefore = std::exchange(columns_, std::move(columns));
  study_ = std::move(study);
  table_ = std::move(table);
  if (!same) {
    points_.clear();
    lines_.clear();
    if (sorted_ >= columnCount()) sorted_ = -1;
    if (grouped_ >= columnCount() ||
        (grouped_ >= 0 &&
         columnAt(grouped_).title != columnsBefore[static_cast<std::size_t>(grouped_)].title))
      grouped_ = -1;
    endResetModel();
  }
  setFilter(points, words);
}

int StudyTableModel::rowOf(PointId point) const {
  const auto found = std::find_if(lines_.begin(), lines_.end(), [&](const Line& line) {
    return line.row != nullptr && line.row->point == point;
  });
  return found == lines_.end() ? -1 : static_cast<int>(found - lines_.begin());
}

int StudyTableModel::reveal(PointId point) {
  if (const int row = rowOf(point); row >= 0 || grouped_ < 0) return row;
  const auto hidden = std::find_if(points_.begin(), points_.end(),
                                   [&](const StudyTableRow* row) { return row->point == point; });
  if (hidden == points_.end()) return -1;
  const int group = groupOf_.value(shown(**hidden, columnAt(grouped_)), -1);
  for (int row = 0; row < rowCount(); ++row)
    if (isHead(row) && lines_[static_cast<std::size_t>(row)].group == group) {
      setFolded(row, false);
      break;
    }
  return rowOf(point);
}

void StudyTableModel::setFilter(const StudyPoints& points, const QString& words) {
  const QStringList wanted = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
  StudyPoints shown = points;
  if (!wanted.isEmpty())
    std::erase_if(shown, [&](const StudyTableRow* row) { return !has(*row, wanted); });
  arrange(shown);
  points_ = std::move(shown);
  show(linesOf(points_));
}

void StudyTableModel::sort(int column, Qt::SortOrder order) {
  sorted_ = column < columnCount() ? column : -1;
  order_ = order;
  arrange(points_);
  show(linesOf(points_));
}

bool StudyTableModel::canGroup(const Column& column) {
  return column.kind != Kind::number && column.kind != Kind::runs;
}

void StudyTableModel::setGroup(int column) {
  if (column >= columnCount() || (column >= 0 && !canGroup(columnAt(column)))) column = -1;
  if (column == grouped_) return;
  beginResetModel();
  grouped_ = column;
  groups_.clear();
  groupOf_.clear();
  lines_ = linesOf(points_);
  endResetModel();
}

bool StudyTableModel::isFolded(int row) const {
  const Line& line = lines_.at(static_cast<std::size_t>(row));
  return line.group >= 0 && groups_[static_cast<std::size_t>(line.group)].folded;
}

void StudyTableModel::setFolded(int row, bool folded) {
  const Line head = lines_.at(static_cast<std::size_t>(row));
  if (head.group < 0 || isFolded(row) == folded) return;
  groups_[static_cast<std::size_t>(head.group)].folded = folded;
  std::vector<Line> lines = linesOf(points_);
  const int first = row + 1;
  const int changed = std::abs(static_cast<int>(lines.size()) - rowCount());
  if (folded)
    beginRemoveRows({}, first, row + changed);
  else
    beginInsertRows({}, first, row + changed);
  lines_ = std::move(lines);
  if (folded)
    endRemoveRows();
  else
    endInsertRows();
  emit dataChanged(index(row, 0), index(row, columnCount() - 1));
}

/// Points as they come where they are not grouped; else below the heads of their groups.
std::vector<StudyTableModel::Line> StudyTableModel::linesOf(const StudyPoints& points) {
  std::vector<Line> lines;
  lines.reserve(points.size());
  if (grouped_ < 0) {
    for (const StudyTableRow* row : points) lines.push_back({row, -1});
    return lines;
  }
  const Column& column = columnAt(grouped_);
  std::vector<StudyPoints> members(groups_.size());
  StudyPoints firsts;
  std::vector<std::size_t> order;
  for (const StudyTableRow* row : points) {
    const QString value = shown(*row, column);
    auto known = groupOf_.constFind(value);
    if (known == groupOf_.constEnd()) {
      known = groupOf_.insert(value, static_cast<int>(groups_.size()));
      groups_.push_back({value, {}, false});
      members.emplace_back();
    }
    const auto place = static_cast<std::size_t>(*known);
    if (members[place].empty()) {
      firsts.push_back(row);
      order.push_back(place);
    }
    members[place].push_back(row);
  }
  const std::vector<double> keys = sortKeys(firsts, column);
  std::vector<std::pair<double, std::size_t>> keyed;
  keyed.reserve(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) keyed.emplace_back(keys[i], order[i]);
  const bool falling = sorted_ == grouped_ && order_ == Qt::DescendingOrder;
  std::stable_sort(keyed.begin(), keyed.end(), [falling](const auto& a, const auto& b) {
    return falling ? b.first < a.first : a.first < b.first;
  });
  for (const auto& [key, place] : keyed) {
    groups_[place].summary = summaryOf(*table_, members[place]);
    lines.push_back({nullptr, static_cast<int>(place)});
    if (groups_[place].folded) continue;
    for (const StudyTableRow* row : members[place]) lines.push_back({row, -1});
  }
  return lines;
}

quint64 StudyTableModel::keyOf(const Line& line) {
  constexpr quint64 kHead = quint64{1} << 63;
  return line.row != nullptr ? line.row->point : kHead | static_cast<quint64>(line.group);
}

/// Lines that are gone are taken from between the others, which stay marked; not where they are in
/// so many places that the table is rather read anew.
void StudyTableModel::removeGone(const std::vector<Line>& lines) {
  if (lines_.empty()) return;
  std::unordered_map<quint64, const StudyTableRow*> wanted;
  wanted.reserve(lines.size());
  for (const Line& line : lines) wanted.emplace(keyOf(line), line.row);
  const auto isGone = [&](const Line& line) { return wanted.count(keyOf(line)) == 0; };
  std::vector<std::pair<int, int>> runs;  // the first and the last row of each
  for (int row = 0; row < rowCount(); ++row) {
    if (!isGone(lines_[static_cast<std::size_t>(row)])) continue;
    if (!runs.empty() && runs.back().second == row - 1) {
      runs.back().second = row;
      continue;
    }
    if (runs.size() == kMostGoneRuns) return;
    runs.emplace_back(row, row);
  }
  const bool all = runs.size() == 1 && runs[0].second - runs[0].first + 1 == rowCount();
  if (runs.empty() || all) return;
  // What becomes current in the place of a line that goes is asked for at once: of this table.
  for (Line& line : lines_)
    if (const auto found = wanted.find(keyOf(line)); found != wanted.end())
      line.row = found->second;
  std::for_each(runs.rbegin(), runs.rend(), [this](const std::pair<int, int>& run) {
    beginRemoveRows({}, run.first, run.second);
    lines_.erase(lines_.begin() + run.first, lines_.begin() + run.second + 1);
    endRemoveRows();
  });
}

/// Lines that only come are put behind the others, which stay marked.
void StudyTableModel::addNew(const std::vector<Line>& lines) {
  if (lines_.empty() || lines.size() <= lines_.size()) return;
  std::unordered_set<quint64> known;
  known.reserve(lines_.size());
  for (const Line& line : lines_) known.insert(keyOf(line));
  std::vector<Line> fresh;
  std::copy_if(lines.begin(), lines.end(), std::back_inserter(fresh),
               [&](const Line& line) { return known.count(keyOf(line)) == 0; });
  if (lines_.size() + fresh.size() != lines.size()) return;  // some are gone
  beginInsertRows({}, rowCount(), static_cast<int>(lines.size()) - 1);
  lines_.insert(lines_.end(), fresh.begin(), fresh.end());
  endInsertRows();
}

/// Lines that are the same in the same order stay marked, and so do those that only moved.
void StudyTableModel::show(std::vector<Line> lines) {
  removeGone(lines);
  addNew(lines);
  const bool same = std::equal(lines.begin(), lines.end(), lines_.begin(), lines_.end(),
                               [](const Line& a, const Line& b) { return keyOf(a) == keyOf(b); });
  if (same) {
    lines_ = std::move(lines);
    if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    return;
  }
  if (lines.size() != lines_.size()) {
    beginResetModel();
    lines_ = std::move(lines);
    endResetModel();
    return;
  }
  emit layoutAboutToBeChanged();
  const QModelIndexList old = persistentIndexList();
  std::vector<quint64> of;
  of.reserve(static_cast<std::size_t>(old.size()));
  for (const QModelIndex& each : old)
    of.push_back(keyOf(lines_[static_cast<std::size_t>(each.row())]));
  lines_ = std::move(lines);
  std::unordered_map<quint64, int> rows;
  if (!old.empty())
    for (std::size_t i = 0; i < lines_.size(); ++i)
      rows.emplace(keyOf(lines_[i]), static_cast<int>(i));
  QModelIndexList now;
  now.reserve(old.size());
  for (qsizetype i = 0; i < old.size(); ++i) {
    const auto found = rows.find(of[static_cast<std::size_t>(i)]);
    now << (found == rows.end() ? QModelIndex() : index(found->second, old[i].column()));
  }
  changePersistentIndexList(old, now);
  emit layoutChanged();
}

int StudyTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(lines_.size());
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
  if (isUndefined(row, column.place)) return QLatin1String(kUndefinedWord);
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
  const Line& line = lines_[static_cast<std::size_t>(index.row())];
  if (line.row == nullptr)
    return headData(groups_[static_cast<std::size_t>(line.group)], index, role);
  const StudyTableRow& row = *line.row;
  const Column& column = columnAt(index.column());
  switch (role) {
    case Qt::DisplayRole:
      return shown(row, column);
    case Qt::FontRole:
      return fontOf(row.best ? TextRole::bold : TextRole::body);
    case Qt::ToolTipRole:
      if (!row.failure.empty()) return QString::fromStdString(row.failure);
      if (column.kind == Kind::number && isUndefined(row, column.place))
        return tr("Its formula divides by nothing.");
      return row.best ? tr("%1, on the Pareto front").arg(shown(row, column)) : shown(row, column);
    case Qt::TextAlignmentRole:
      return static_cast<int>(sideOf(column.kind) | Qt::AlignVCenter);
    default:
      return {};
  }
}

/// What stands in the head of a group: its value, and what its points say together.
QString StudyTableModel::headOf(const Group& group, int column) const {
  const Column& each = columnAt(column);
  const GroupSummary& summary = group.summary;
  if (column == grouped_)
    return (group.folded ? QStringLiteral("▸ ") : QStringLiteral("▾ ")) + group.value;
  switch (each.kind) {
    case Kind::status:
      return tr("%1 of %2 done")
          .arg(wholeText(static_cast<qint64>(summary.done)),
               wholeText(static_cast<qint64>(summary.points)));
    case Kind::runs:
      return wholeText(static_cast<qint64>(summary.runs));
    case Kind::verdict:
      return summary.verdict ? verdictWord(*summary.verdict) : QStringLiteral("–");
    case Kind::outcome:
      return summary.outcome ? outcomeWord(*summary.outcome) : QStringLiteral("–");
    case Kind::number:
      return summary.values[each.place].undefined ? QString::fromLatin1(kUndefinedWord)
                                                  : figureText(summary.values[each.place].mean);
    default:
      return {};
  }
}

QString StudyTableModel::headTip(const Group& group, int column) const {
  const Column& each = columnAt(column);
  if (column == grouped_)
    return tr("%1: %2").arg(group.value,
                            plural(static_cast<qint64>(group.summary.points), "point", "points"));
  if (each.kind != Kind::number) return headOf(group, column);
  const GroupValue& value = group.summary.values[each.place];
  if (value.undefined) return tr("Its formula divides by nothing at each point of the group.");
  if (value.points == 0) return tr("No point of the group has a value.");
  return tr("The mean of %1, which are from %2 to %3")
      .arg(plural(static_cast<qint64>(value.points), "point", "points"), figureText(value.least),
           figureText(value.most));
}

QVariant StudyTableModel::headData(const Group& group, const QModelIndex& index, int role) const {
  switch (role) {
    case Qt::DisplayRole:
      return headOf(group, index.column());
    case Qt::ToolTipRole:
      return headTip(group, index.column());
    case Qt::FontRole:
      return fontOf(TextRole::bold);
    case Qt::TextAlignmentRole:
      return static_cast<int>(sideOf(columnAt(index.column()).kind) | Qt::AlignVCenter);
    case Qt::AccessibleDescriptionRole:
      return group.folded ? tr("A group, folded") : tr("A group");
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
