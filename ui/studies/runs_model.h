// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>
#include <vector>

#include "projects/run_list.h"

namespace hopscope {

class RunNames;

/// The kept runs as a table. Names and tags are edited in place; the owner writes them down.
class RunsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { name, design, load, accepted, latency, verdict, date, tags, columns };
  /// Numbers and times as they sort.
  static constexpr int kSortRole = Qt::UserRole;

  explicit RunsModel(QObject* parent = nullptr);

  void setRuns(const RunList& runs, const RunNames& names);
  RowId idAt(int row) const { return rows_.at(static_cast<std::size_t>(row)).id; }
  int rowOf(RowId run) const;  ///< -1: none

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;

 signals:
  void labelled(hopscope::RowId run, const QString& name, const QStringList& tags);

 private:
  /// What a row shows; the runs themselves stay in the project.
  struct Row {
    RowId id = 0;
    QString name, design, started;
    QString shown;  ///< the name, or what tells it from others of that name
    QStringList tags;
    double load = 0, accepted = 0, latency = 0;
    qlonglong age = 0;  ///< rank among all, the oldest first
    Verdict verdict = Verdict::stable;
    bool complete = false;
  };
  QVariant shown(const Row& row, int column) const;
  QVariant sortKey(const Row& row, int column) const;

  std::vector<Row> rows_;
};

/// "paper, figure 3" to its words, each once.
QStringList tagsOf(const QString& text);

/// Shows the runs in which every word typed stands somewhere.
class RunsFilter : public QSortFilterProxyModel {
  Q_OBJECT

 public:
  explicit RunsFilter(QObject* parent = nullptr);
  void setWords(const QString& text);

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

 private:
  QStringList words_;
};

}  // namespace hopscope
