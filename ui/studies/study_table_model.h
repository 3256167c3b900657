// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QHash>
#include <QString>
#include <QStringList>
#include <memory>
#include <vector>

#include "engine/study/study.h"
#include "engine/study/study_groups.h"
#include "engine/study/study_table.h"
#include "ui/plots/study_dimensions.h"

namespace hopscope {

/// The points of a study as a table: design, what is varied, how it stands, then every column of
/// studyTable(). It sorts, filters and groups itself: ranges that are dragged change tens of
/// thousands of rows at once, which proxies do one after the other. Grouped, a line stands above
/// the points of each group, with what they say together.
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
  /// The point of a line; null where the line is the head of a group.
  const StudyTableRow* rowAt(int row) const { return lines_.at(static_cast<std::size_t>(row)).row; }
  /// The row of a point; -1 where it is not shown.
  int rowOf(PointId point) const;
  /// Likewise; its group is unfolded for it.
  int reveal(PointId point);
  /// Others of the same table.
  void setFilter(const StudyPoints& points, const QString& words);
  /// By a column that is no number, in the order of its values; below 0: not at all.
  void setGroup(int column);
  int group() const { return grouped_; }
  static bool canGroup(const Column& column);
  bool isHead(int row) const { return rowAt(row) == nullptr; }
  bool isFolded(int row) const;
  /// Shows the points of the group of which the line is the head, or hides them.
  void setFolded(int row, bool folded);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  /// A value that is not there comes last; a column below 0: in the order of the points.
  void sort(int column, Qt::SortOrder order) override;

 private:
  /// A point, or the head of a group.
  struct Line {
    const StudyTableRow* row = nullptr;
    int group = -1;  ///< of a head
  };
  struct Group {
    QString value;
    GroupSummary summary;
    bool folded = false;
  };
  static quint64 keyOf(const Line& line);
  QString headOf(const Group& group, int column) const;
  QString headTip(const Group& group, int column) const;
  QVariant headData(const Group& group, const QModelIndex& index, int role) const;
  std::vector<Line> linesOf(const StudyPoints& points);
  QString shown(const StudyTableRow& row, const Column& column) const;
  std::vector<double> sortKeys(const StudyPoints& points, const Column& column) const;
  bool has(const StudyTableRow& row, const QStringList& words) const;
  void arrange(StudyPoints& points) const;
  void addNew(const std::vector<Line>& lines);
  void removeGone(const std::vector<Line>& lines);
  void show(std::vector<Line> lines);

  std::shared_ptr<const Study> study_;
  std::shared_ptr<const StudyTable> table_;
  std::vector<Column> columns_;
  StudyPoints points_;  ///< that the filter lets through, in their order
  std::vector<Line> lines_;
  std::vector<Group> groups_;       ///< those met so far, so that a folded one stays so
  QHash<QString, int> groupOf_;     ///< by value
  int sorted_ = -1, grouped_ = -1;  ///< columns
  Qt::SortOrder order_ = Qt::AscendingOrder;
};

QString statusWord(PointStatus status);

}  // namespace hopscope
