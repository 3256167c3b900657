// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/candidate_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "engine/explore/candidate_columns.h"
#include "ui/explore/explore_parts.h"
#include "ui/widgets/labels.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {
/// Letters; a longer one has no room above a column, and is in its tip.
constexpr std::size_t kLongUnit = 8;
}  // namespace

void FoundCandidates::complete() {
  names.clear();
  for (const Candidate& candidate : all) {
    const std::string name = nameOf(candidate), &label = candidate.family->label;
    // The name begins with the family's.
    names.push_back(engineText(label) + QString::fromStdString(name.substr(label.size())));
  }
  columns.clear();
  for (const CandidateColumn& column : candidateColumns()) {
    std::vector<double>& values = columns.emplace_back();
    values.reserve(all.size());
    for (const Candidate& candidate : all)
      values.push_back(column.value(candidate).value_or(std::numeric_limits<double>::quiet_NaN()));
  }
}

QString columnTitle(std::size_t column) {
  const CandidateColumn& each = candidateColumns().at(column);
  if (each.unit.empty()) return engineText(each.label);
  return CandidateModel::tr("%1, %2").arg(engineText(each.label), engineText(each.unit));
}

std::size_t columnOf(std::string_view name) {
  return static_cast<std::size_t>(findCandidateColumn(name) - candidateColumns().data());
}

QString headTitle(std::size_t column) {
  const CandidateColumn& each = candidateColumns().at(column);
  return each.unit.size() > kLongUnit ? engineText(each.label) : columnTitle(column);
}

CandidateModel::CandidateModel(QObject* parent)
    : QAbstractTableModel(parent), sorted_(kFirstNumber + static_cast<int>(columnOf("cost"))) {}

void CandidateModel::setFound(std::shared_ptr<const FoundCandidates> found) {
  std::set<QString> names;
  for (const std::size_t candidate : marked_) names.insert(found_->names[candidate]);
  beginResetModel();
  found_ = std::move(found);
  front_.clear();
  marked_.clear();
  if (found_ && !names.empty())
    for (std::size_t i = 0; i < found_->names.size(); ++i)
      if (names.contains(found_->names[i])) marked_.insert(i);
  arrangeRows();
  endResetModel();
  emit marksChanged();
}

void CandidateModel::setFront(std::vector<std::size_t> front) {
  if (front == front_) return;
  front_ = std::move(front);
  if (filter_.onlyFront)
    arrange();
  else if (!shown_.empty())
    emit dataChanged(index(0, 0), index(rowCount() - 1, 0), {Qt::FontRole});
}

void CandidateModel::setFilter(const CandidateFilter& filter) {
  if (filter == filter_) return;
  filter_ = filter;
  filterWords_ = filter.words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
  arrange();
}

void CandidateModel::arrange() {
  beginResetModel();
  arrangeRows();
  endResetModel();
}

void CandidateModel::arrangeRows() {
  shown_.clear();
  rows_.clear();
  if (!found_) return;
  for (std::size_t i = 0; i < found_->all.size(); ++i)
    if (isShown(i)) shown_.push_back(i);
  sortRows();
  rows_.assign(found_->all.size(), -1);
  for (std::size_t row = 0; row < shown_.size(); ++row) rows_[shown_[row]] = static_cast<int>(row);
}

void CandidateModel::sortRows() {
  const bool descending = order_ == Qt::DescendingOrder;
  if (sorted_ < kFirstNumber) {
    std::stable_sort(shown_.begin(), shown_.end(), [&](std::size_t a, std::size_t b) {
      const int order = QString::localeAwareCompare(found_->names[a], found_->names[b]);
      return descending ? order > 0 : order < 0;
    });
    return;
  }
  const std::vector<double>& values =
      found_->columns[static_cast<std::size_t>(sorted_ - kFirstNumber)];
  std::stable_sort(shown_.begin(), shown_.end(), [&](std::size_t a, std::size_t b) {
    // What is not known comes last, whichever way.
    if (std::isnan(values[a]) || std::isnan(values[b]))
      return !std::isnan(values[a]) && std::isnan(values[b]);
    return descending ? values[a] > values[b] : values[a] < values[b];
  });
}

std::vector<std::size_t> CandidateModel::passing() const {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; found_ && i < found_->all.size(); ++i)
    if (passes(i)) found.push_back(i);
  return found;
}

bool CandidateModel::isShown(std::size_t candidate) const {
  return passes(candidate) && (!filter_.onlyFront || isOnFront(candidate)) &&
         (!filter_.onlyMarked || isMarked(candidate));
}

bool CandidateModel::passes(std::size_t candidate) const {
  for (const auto& [column, range] : filter_.ranges) {
    const double value = found_->columns[column][candidate];
    if (range.least && !(value >= *range.least)) return false;
    if (range.most && !(value <= *range.most)) return false;
  }
  return std::all_of(filterWords_.begin(), filterWords_.end(), [&](const QString& word) {
    return found_->names[candidate].contains(word, Qt::CaseInsensitive);
  });
}

bool CandidateModel::isOnFront(std::size_t candidate) const {
  return std::binary_search(front_.begin(), front_.end(), candidate);
}

bool CandidateModel::isAtMost(std::size_t candidate, std::size_t column) const {
  const CandidateColumn& each = candidateColumns().at(column);
  return each.atMost != nullptr && each.atMost(found_->all[candidate]);
}

QString CandidateModel::boundTip(std::size_t candidate, std::size_t column) const {
  if (isAtMost(candidate, column))
    return tr(
        "At most: as if its channels were loaded evenly. Open it as a design to have them "
        "counted.");
  const CandidateColumn& each = candidateColumns().at(column);
  if (each.atLeast != nullptr && each.atLeast(found_->all[candidate]))
    return tr(
        "At least: no network whose routers have so many neighbours has less. Open it as a design "
        "to have its own counted.");
  return {};
}

QString CandidateModel::valueText(std::size_t candidate, std::size_t column) const {
  const CandidateColumn& each = candidateColumns().at(column);
  return QString::fromUtf8(each.sign(found_->all[candidate])) +
         figureText(value(candidate, column));
}

int CandidateModel::rowOf(std::size_t candidate) const {
  return candidate < rows_.size() ? rows_[candidate] : -1;
}

void CandidateModel::mark(std::size_t candidate, bool marked) {
  if (marked ? !marked_.insert(candidate).second : marked_.erase(candidate) == 0) return;
  if (filter_.onlyMarked) {
    arrange();
  } else if (const int row = rowOf(candidate); row >= 0) {
    emit dataChanged(index(row, 0), index(row, 0), {Qt::CheckStateRole});
  }
  emit marksChanged();
}

int CandidateModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(shown_.size());
}

int CandidateModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kFirstNumber + static_cast<int>(candidateColumns().size());
}

QVariant CandidateModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
    return {};
  const std::size_t candidate = candidateAt(index.row());
  const bool number = index.column() >= kFirstNumber;
  switch (role) {
    case Qt::DisplayRole:
      return number ? valueText(candidate, static_cast<std::size_t>(index.column() - kFirstNumber))
                    : found_->names[candidate];
    case Qt::ToolTipRole:
      if (number)
        return boundTip(candidate, static_cast<std::size_t>(index.column() - kFirstNumber));
      return isOnFront(candidate) ? tr("%1, on the Pareto front").arg(found_->names[candidate])
                                  : found_->names[candidate];
    case Qt::CheckStateRole:
      if (number) return {};
      return static_cast<int>(isMarked(candidate) ? Qt::Checked : Qt::Unchecked);
    case Qt::FontRole:
      if (number) return {};
      return fontOf(isOnFront(candidate) ? TextRole::bold : TextRole::body);
    case Qt::TextAlignmentRole:
      return static_cast<int>((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default:
      return {};
  }
}

bool CandidateModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (!index.isValid() || role != Qt::CheckStateRole) return false;
  mark(candidateAt(index.row()), value.toInt() == Qt::Checked);
  return true;
}

QVariant CandidateModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  const bool number = section >= kFirstNumber;
  if (role == Qt::TextAlignmentRole)
    return static_cast<int>((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter |
                            Qt::TextWordWrap);
  if (role == Qt::DisplayRole)
    return number ? headTitle(static_cast<std::size_t>(section - kFirstNumber)) : tr("Network");
  if (role == Qt::ToolTipRole)
    return number
               ? columnTitle(static_cast<std::size_t>(section - kFirstNumber))
               : tr("Space marks a network to be simulated; those on the Pareto front are bold.");
  return {};
}

Qt::ItemFlags CandidateModel::flags(const QModelIndex& index) const {
  Qt::ItemFlags flags = QAbstractTableModel::flags(index);
  if (index.isValid() && index.column() == 0) flags |= Qt::ItemIsUserCheckable;
  return flags;
}

void CandidateModel::sort(int column, Qt::SortOrder order) {
  if (column == sorted_ && order == order_) return;
  sorted_ = column;
  order_ = order;
  emit layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
  const QModelIndexList old = persistentIndexList();
  std::vector<std::size_t> candidates;
  for (const QModelIndex& each : old) candidates.push_back(candidateAt(each.row()));
  arrangeRows();
  QModelIndexList moved;
  for (qsizetype i = 0; i < old.size(); ++i)
    moved << index(rowOf(candidates[static_cast<std::size_t>(i)]), old[i].column());
  changePersistentIndexList(old, moved);
  emit layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

}  // namespace hopscope
