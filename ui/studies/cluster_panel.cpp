// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/cluster_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/widgets/labels.h"
#include "ui/widgets/result_parts.h"
#include "ui/widgets/table_style.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {
constexpr int kClusterTableHeight = 124, kTaskWidth = 72, kTaskStateWidth = 220;
}

void ClusterTaskModel::setTasks(const std::vector<ClusterTask>& tasks) {
  if (tasks.size() == tasks_.size()) {  // what is selected and scrolled to stays
    tasks_ = tasks;
    if (!tasks_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, columns - 1));
    return;
  }
  beginResetModel();
  tasks_ = tasks;
  endResetModel();
}

int ClusterTaskModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(tasks_.size());
}

int ClusterTaskModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : columns;
}

QVariant ClusterTaskModel::data(const QModelIndex& index, int role) const {
  if (role != Qt::DisplayRole || !index.isValid()) return {};
  const ClusterTask& each = tasks_[static_cast<std::size_t>(index.row())];
  switch (index.column()) {
    case task:
      return wholeText(each.number);
    case state:
      return each.state;
    default:
      return tr("%1 of %2").arg(wholeText(each.runs), wholeText(each.wanted));
  }
}

QVariant ClusterTaskModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) return int(Qt::AlignLeft | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  return section == task ? tr("Task") : section == state ? tr("State") : tr("Runs");
}

ClusterPanel::ClusterPanel(ClusterJob& job, QWidget* parent)
    : QWidget(parent), job_(job), model_(new ClusterTaskModel(this)) {
  setObjectName(QStringLiteral("clusterPanel"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(6);
  auto* row = new QHBoxLayout;
  row->setSpacing(8);
  title_ = makeLabel(TextRole::section, {}, this);
  title_->setObjectName(QStringLiteral("clusterTitle"));
  row->addWidget(title_, 1);
  QPushButton* collect =
      addButton(*row, tr("Collect"), "clusterCollect",
                tr("Asks how far the tasks are, and brings in what they have finished, now"));
  resubmit_ = addButton(*row, tr("Resubmit…"), "clusterResubmit",
                        tr("Submits the tasks again that have not finished and are not under way"));
  cancel_ = addButton(*row, tr("Cancel tasks"), "clusterCancel",
                      tr("Ends the tasks that run or wait; what they have finished stays, and "
                         "they can be submitted again"));
  column->addLayout(row);
  problem_ = makeLabel(TextRole::label, {}, this);
  problem_->setObjectName(QStringLiteral("clusterProblem"));
  problem_->setWordWrap(true);
  problem_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  setStyleProperty(problem_, "tone", "bad");
  column->addWidget(problem_);
  table_ = new QTableView(this);
  table_->setObjectName(QStringLiteral("clusterTable"));
  table_->setAccessibleName(tr("Tasks on the cluster"));
  table_->setModel(model_);
  styleTable(*table_);
  table_->setColumnWidth(ClusterTaskModel::task, kTaskWidth);
  table_->setColumnWidth(ClusterTaskModel::state, kTaskStateWidth);
  table_->horizontalHeader()->setStretchLastSection(true);
  table_->setFixedHeight(kClusterTableHeight);
  column->addWidget(table_);
  column->addWidget(makeRule(this));
  connect(collect, &QPushButton::clicked, &job_, &ClusterJob::refresh);
  connect(resubmit_, &QPushButton::clicked, this, &ClusterPanel::resubmitRequested);
  connect(cancel_, &QPushButton::clicked, this, &ClusterPanel::cancelRequested);
  connect(&job_, &ClusterJob::changed, this, &ClusterPanel::follow);
  follow();
}

void ClusterPanel::follow() {
  const std::vector<ClusterTask>& tasks = job_.tasks();
  model_->setTasks(tasks);
  const auto done = std::count_if(tasks.begin(), tasks.end(),
                                  [](const ClusterTask& task) { return task.done(); });
  QString title =
      tasks.empty()
          ? tr("On a cluster")
          : tr("On a cluster: %1 of %2 finished")
                .arg(wholeText(done), plural(static_cast<qint64>(tasks.size()), "task", "tasks"));
  // What needs somebody to act may be far down the table.
  const auto cut = std::count_if(tasks.begin(), tasks.end(), [](const ClusterTask& task) {
    return !task.done() && task.hasEnded();
  });
  if (cut > 0) title += tr(", %1 ended early").arg(wholeText(cut));
  title_->setText(title);
  problem_->setText(job_.problem());
  problem_->setVisible(!job_.problem().isEmpty());
  resubmit_->setEnabled(!job_.allDone() && !job_.submitting() && !job_.cancelling());
  cancel_->setEnabled(job_.underWay() && !job_.cancelling() && !job_.submitting());
  setVisible(job_.submitted());
}

}  // namespace hopscope
