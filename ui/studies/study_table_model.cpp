// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/study_table_model.h"

#include <QSize>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "engine/study/study_points.h"
#include "ui/inspectors/run_summary.h"
#include "ui/studies/runs_model.h"
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
                               std::shared_ptr<const StudyTable> table) {
  std::vector<Column> columns;
  if (study && table) {
    if (study->designs.size() > 1) columns.push_back({Kind::design, 0, tr("Design"), {}});
    for (std::size_t i = 0; i < table->settings.size(); ++i)
      columns.push_back({Kind::setting, i, studyWords(table->settings[i]),
                         QString::fromStdString(table->settings[i])});
    columns.push_back({Kind::status, 0, tr("State"), {}});
    columns.push_back({Kind::runs, 0, tr("Runs"), {}});
    columns.push_back({Kind::verdict, 0, tr("Verdict"), {}});
    for (std::size_t i = 0; i < table->columns.size(); ++i)
      columns.push_back({Kind::number, i, studyWords(table->columns[i]),
                         QString::fromStdString(table->columns[i])});
  }
  // A table that only has other values keeps what is selected in it.
  const bool same = table_ && table && study_ == study &&
                    table_->rows.size() == table->rows.size() && columns.size() == columns_.size();
  if (!same) beginResetModel();
  study_ = std::move(study);
  table_ = std::move(table);
  columns_ = std::move(columns);
  if (!same)
    endResetModel();
  else if (rowCount() > 0)
    emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int StudyTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || !table_ ? 0 : static_cast<int>(table_->rows.size());
}

int StudyTableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(columns_.size());
}

QString StudyTableModel::shown(const StudyTableRow& row, const Column& column) const {
  switch (column.kind) {
    case Kind::design:
      return QString::fromStdString(baseOf(*study_, row.point).name);
    case Kind::setting: {
      const std::string value = valuesOf(*study_, row.point)[column.place];
      const auto number = numberOf(value);
      return number ? plainText(*number) : QString::fromStdString(value);
    }
    case Kind::status:
      return statusWord(row.status);
    case Kind::runs:
      return row.runs == 0 ? QStringLiteral("–") : wholeText(row.runs);
    case Kind::verdict:
      return row.runs == 0 ? QStringLiteral("–") : verdictWord(row.verdict);
    case Kind::number:
      break;
  }
  return figureText(column.place < row.values.size() ? row.values[column.place]
                                                     : std::numeric_limits<double>::quiet_NaN());
}

QVariant StudyTableModel::sortKey(const StudyTableRow& row, const Column& column) const {
  // A value that is not there comes last.
  const auto key = [](double value) {
    return std::isnan(value) ? std::numeric_limits<double>::infinity() : value;
  };
  switch (column.kind) {
    case Kind::number:
      return key(column.place < row.values.size() ? row.values[column.place] : NAN);
    case Kind::runs:
      return row.runs;
    case Kind::setting:
      if (const auto number = numberOf(valuesOf(*study_, row.point)[column.place])) return *number;
      return shown(row, column);
    default:
      return shown(row, column);
  }
}

QVariant StudyTableModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
    return {};
  const StudyTableRow& row = rowAt(index.row());
  const Column& column = columnAt(index.column());
  switch (role) {
    case Qt::DisplayRole:
      return shown(row, column);
    case RunsModel::kSortRole:
      return sortKey(row, column);
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
