// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/runs_model.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "ui/inspectors/run_summary.h"
#include "ui/studies/run_labels.h"
#include "ui/words/numbers.h"
#include "ui/words/result_words.h"

namespace hopscope {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

RunsModel::RunsModel(QObject* parent) : QAbstractTableModel(parent) {}

namespace {

/// As !measuredNothing() of whole results; how long was measured stands in no head. What earlier
/// versions kept of a run that was stopped in its warm-up is stable, and accepted nothing.
bool measuredSomething(const RunHead& run) {
  if (run.complete || run.acceptedLoad > 0) return true;
  return run.verdict != Verdict::unknown && run.verdict != Verdict::stable;
}

}  // namespace

void RunsModel::setRuns(const RunList& runs, const RunNames& names) {
  beginResetModel();
  rows_.clear();
  rows_.reserve(runs.size());
  for (const RunHead& run : runs) {
    Row row;
    row.id = run.id;
    row.name = QString::fromStdString(run.name);
    row.shown = names.of(run);
    row.design = QString::fromStdString(run.designName);
    row.started = QString::fromStdString(run.started);
    for (const std::string& tag : run.tags) row.tags << QString::fromStdString(tag);
    row.load = run.offeredLoad;
    // Of a run that was stopped in its warm-up nothing is known.
    const bool measured = measuredSomething(run);
    row.accepted = measured ? run.acceptedLoad : kUnknown;
    row.verdict = run.verdict;
    row.complete = run.complete;
    row.latency = measured && row.verdict == Verdict::stable ? run.latencyMean : kUnknown;
    rows_.push_back(std::move(row));
  }
  // Among several in one second, the one that was kept later is the newer one.
  std::vector<Row*> byAge;
  byAge.reserve(rows_.size());
  for (Row& row : rows_) byAge.push_back(&row);
  std::stable_sort(byAge.begin(), byAge.end(),
                   [](const Row* a, const Row* b) { return a->started < b->started; });
  for (std::size_t i = 0; i < byAge.size(); ++i) byAge[i]->age = static_cast<qlonglong>(i);
  endResetModel();
}

int RunsModel::rowOf(RowId run) const {
  for (std::size_t row = 0; row < rows_.size(); ++row)
    if (rows_[row].id == run) return static_cast<int>(row);
  return -1;
}

int RunsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int RunsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : columns;
}

QVariant RunsModel::shown(const Row& row, int column) const {
  switch (column) {
    case name:
      return row.shown;
    case design:
      return row.design;
    case load:
      return loadText(row.load);
    case accepted:
      return loadText(row.accepted, 3);
    case latency:
      return row.verdict == Verdict::stable ? realText(row.latency, row.latency < 99.95 ? 1 : 0)
                                            : noLatencyWords(row.verdict);
    case verdict:
      return row.complete ? verdictWord(row.verdict) : tr("stopped");
    case date:
      return whenText(row.started);
    case tags:
      return row.tags.join(QStringLiteral(", "));
    default:
      return {};
  }
}

QVariant RunsModel::sortKey(const Row& row, int column) const {
  // A value that is not there comes last.
  const auto number = [](double value) {
    return value == value ? value : std::numeric_limits<double>::infinity();
  };
  switch (column) {
    case load:
      return number(row.load);
    case accepted:
      return number(row.accepted);
    case latency:
      return number(row.latency);
    case date:
      return row.age;
    default:
      return shown(row, column);
  }
}

QVariant RunsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
    return {};
  const Row& row = rows_[static_cast<std::size_t>(index.row())];
  const int column = index.column();
  switch (role) {
    case Qt::DisplayRole:
      return shown(row, column);
    case Qt::EditRole:
      return column == name ? row.name : shown(row, column);
    case kSortRole:
      return sortKey(row, column);
    case Qt::TextAlignmentRole:
      return static_cast<int>((column == load || column == accepted || column == latency
                                   ? Qt::AlignRight
                                   : Qt::AlignLeft) |
                              Qt::AlignVCenter);
    case Qt::ToolTipRole:
      return column == tags && row.tags.empty() ? tr("Double-click to tag this run")
                                                : shown(row, column);
    default:
      return {};
  }
}

QVariant RunsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole)
    return static_cast<int>((section == load || section == accepted || section == latency
                                 ? Qt::AlignRight
                                 : Qt::AlignLeft) |
                            Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case name:
      return tr("Run");
    case design:
      return tr("Design");
    case load:
      return tr("Load");
    case accepted:
      return tr("Accepted");
    case latency:
      return tr("Latency, cycles");
    case verdict:
      return tr("Verdict");
    case date:
      return tr("When");
    case tags:
      return tr("Tags");
    default:
      return {};
  }
}

Qt::ItemFlags RunsModel::flags(const QModelIndex& index) const {
  Qt::ItemFlags flags = QAbstractTableModel::flags(index);
  if (index.isValid() && (index.column() == name || index.column() == tags))
    flags |= Qt::ItemIsEditable;
  return flags;
}

bool RunsModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (!index.isValid() || role != Qt::EditRole) return false;
  Row& row = rows_[static_cast<std::size_t>(index.row())];
  if (index.column() == name) {
    const QString text = value.toString().trimmed();
    if (text.isEmpty() || text == row.name) return false;
    row.name = row.shown = text;
  } else if (index.column() == tags) {
    const QStringList words = tagsOf(value.toString());
    if (words == row.tags) return false;
    row.tags = words;
  } else {
    return false;
  }
  emit dataChanged(index, index);
  emit labelled(row.id, row.name, row.tags);
  return true;
}

QStringList tagsOf(const QString& text) {
  QStringList words;
  for (const QString& each : text.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
    const QString word = each.trimmed();
    if (!word.isEmpty() && !words.contains(word)) words << word;
  }
  return words;
}

RunsFilter::RunsFilter(QObject* parent) : QSortFilterProxyModel(parent) {
  setSortRole(RunsModel::kSortRole);
  setSortCaseSensitivity(Qt::CaseInsensitive);
  setSortLocaleAware(true);
}

void RunsFilter::setWords(const QString& text) {
  words_ = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
  invalidateFilter();
}

bool RunsFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
  if (words_.empty()) return true;
  // By the name it was kept under, too, which tells the pattern where the shown one need not.
  QString all = sourceModel()->index(row, RunsModel::name, parent).data(Qt::EditRole).toString() +
                QLatin1Char('\n');
  for (int column = 0; column < sourceModel()->columnCount(parent); ++column)
    all += sourceModel()->index(row, column, parent).data().toString() + QLatin1Char('\n');
  for (const QString& word : words_)
    if (!all.contains(word, Qt::CaseInsensitive)) return false;
  return true;
}

}  // namespace hopscope
