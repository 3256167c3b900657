// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <QStringList>
#include <memory>
#include <vector>

#include "engine/study/study.h"
#include "engine/study/study_table.h"
#include "ui/plots/study_dimensions.h"

namespace hopscope {

/// The points of a study as a table: design, what is varied, how it stands, then every column of
/// studyTable(). It sorts and filters itself: ranges that are dragged change tens of thousands of
/// rows at once, which proxies do one after the other.
class StudyTableModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum class Kind { design, setting, status, runs, verdict, outcome, number };
  struct Column {
    Kind kind = Kind::number;
    std::size_t place = 0;  ///< of a number
    QString title, tip;
    std::size_t axis = 0, within = 0;  ///< of a setting
    QStringList steps;                 ///< what its steps read, likewise
  };

  explicit StudyTableModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

  /// Shows those of `points`, which are the table's, in which every word typed stands somewhere.
  void setTable(std::shared_ptr<const Study> study, std::shared_ptr<const StudyTable> table,
                const StudyPoints& points, const QString& words);
  const Column& columnAt(int column) const { return columns_.at(static_cast<std::size_t>(column)); }
  const StudyTableRow& rowAt(int row) const { return *shown_.at(static_cast<std::size_t>(row)); }
  /// The row of a point; -1 where it is not shown.
  int rowOf(PointId point) const;
  /// Others of the same table.
  void setFilter(const StudyPoints& points, const QString& words);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  /// A value that is not there comes last; a column below 0: in the order of the points.
  void sort(int column, Qt::SortOrder order) override;

 private:
  QString shown(const StudyTableRow& row, const Column& column) const;
  std::vector<double> sortKeys(const StudyPoints& points, const Column& column) const;
  bool has(const StudyTableRow& row, const QStringList& words) const;
  void arrange(StudyPoints& points) const;
  void addNew(const StudyPoints& points);
  void show(StudyPoints points);

  std::shared_ptr<const Study> study_;
  std::shared_ptr<const StudyTable> table_;
  std::vector<Column> columns_;
  StudyPoints shown_;
  int sorted_ = -1;  ///< column
  Qt::SortOrder order_ = Qt::AscendingOrder;
};

QString statusWord(PointStatus status);

}  // namespace hopscope
