// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <memory>
#include <vector>

#include "engine/study/study.h"
#include "engine/study/study_table.h"

namespace hopscope {

/// The points of a study as a table: design, what is varied, how it stands, then every column of
/// studyTable(). Rows are those of the table; numbers sort as numbers (RunsModel::kSortRole).
class StudyTableModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum class Kind { design, setting, status, runs, verdict, number };
  struct Column {
    Kind kind = Kind::number;
    std::size_t place = 0;  ///< of a setting or a number
    QString title, tip;
  };

  explicit StudyTableModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

  /// Both live as long as they are shown.
  void setTable(std::shared_ptr<const Study> study, std::shared_ptr<const StudyTable> table);
  const Column& columnAt(int column) const { return columns_.at(static_cast<std::size_t>(column)); }
  const StudyTableRow& rowAt(int row) const {
    return table_->rows.at(static_cast<std::size_t>(row));
  }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString shown(const StudyTableRow& row, const Column& column) const;
  QVariant sortKey(const StudyTableRow& row, const Column& column) const;

  std::shared_ptr<const Study> study_;
  std::shared_ptr<const StudyTable> table_;
  std::vector<Column> columns_;
};

QString statusWord(PointStatus status);

}  // namespace hopscope
