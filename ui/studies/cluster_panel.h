// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QWidget>
#include <vector>

#include "ui/studies/cluster_job.h"

class QLabel;
class QPushButton;
class QTableView;

namespace hopscope {

/// The tasks of a study on a cluster, a row each.
class ClusterTaskModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { task, state, runs, columns };

  using QAbstractTableModel::QAbstractTableModel;

  void setTasks(const std::vector<ClusterTask>& tasks);
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  std::vector<ClusterTask> tasks_;
};

/// What a study's tasks on a cluster are at, shown where the study was submitted.
class ClusterPanel : public QWidget {
  Q_OBJECT

 public:
  explicit ClusterPanel(ClusterJob& job, QWidget* parent = nullptr);

  /// As the job is now.
  void follow();

 signals:
  void resubmitRequested();
  void cancelRequested();

 private:
  ClusterJob& job_;
  ClusterTaskModel* model_;
  QLabel* title_;
  QLabel* problem_;
  QPushButton* resubmit_;
  QPushButton* cancel_;
  QTableView* table_;
};

}  // namespace hopscope
