// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/cluster_dialog.h"

#include <QFontDatabase>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/studies/study_frame.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/number_boxes.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {
constexpr int kMostTasks = 100'000, kClusterFieldWidth = 280;
}

ClusterDialog::ClusterDialog(QWidget* parent) : QDialog(parent) {
  setWindowTitle(tr("Run on a cluster"));
  setObjectName(QStringLiteral("clusterDialog"));
  resize(600, 460);
  const StudyFrame frame = layOutStudy(
      this, tr("Hands the study to Slurm as one job array. Each task takes a share of the points, "
               "and what it has finished appears here while others run."));
  title_ = frame.title;
  status_ = frame.status;
  status_->setObjectName(QStringLiteral("clusterStatus"));
  status_->setWordWrap(true);
  status_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  frame.progress->hide();

  auto* form = new QGridLayout;
  form->setVerticalSpacing(8);
  form->setHorizontalSpacing(16);
  form->setColumnStretch(1, 1);
  const auto add = [&](const QString& name, QWidget* field, const char* id) {
    auto* label = makeLabel(TextRole::label, name, this);
    label->setBuddy(field);
    field->setObjectName(QLatin1String(id));
    field->setAccessibleName(name);
    field->setFixedWidth(kClusterFieldWidth);
    const int row = form->rowCount();
    form->addWidget(label, row, 0);
    form->addWidget(field, row, 1, Qt::AlignLeft);
  };
  tasks_ = new WholeBox(this);
  tasks_->setRange(1, kMostTasks);
  partition_ = new QLineEdit(this);
  partition_->setPlaceholderText(tr("The cluster's default"));
  time_ = new QLineEdit(this);
  time_->setPlaceholderText(tr("The partition's; as 2:00:00 or 1-12"));
  more_ = new QLineEdit(this);
  more_->setPlaceholderText(tr("--account=… --mem=2G"));
  add(tr("Tasks"), tasks_, "clusterTasks");
  add(tr("Partition"), partition_, "clusterPartition");
  add(tr("Time limit of a task"), time_, "clusterTime");
  add(tr("Further options of sbatch"), more_, "clusterMore");
  auto* middle = new QVBoxLayout;
  middle->setSpacing(12);
  middle->addLayout(form);
  what_ = makeLabel(TextRole::body, {}, this);
  what_->setObjectName(QStringLiteral("clusterWhat"));
  command_ = makeLabel(TextRole::secondary, {}, this);
  command_->setObjectName(QStringLiteral("clusterCommand"));
  command_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  for (QLabel* label : {what_, command_}) {
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    middle->addWidget(label);
  }
  middle->addStretch();
  frame.middle->addLayout(middle, 1);

  auto* close = new QPushButton(tr("Close"), this);
  close->setObjectName(QStringLiteral("clusterClose"));
  close->setAutoDefault(false);
  submit_ = new QPushButton(tr("Submit"), this);
  submit_->setObjectName(QStringLiteral("clusterSubmit"));
  submit_->setProperty("primary", true);
  submit_->setDefault(true);
  for (QPushButton* each : {close, submit_}) frame.buttons->addWidget(each);
  connect(close, &QPushButton::clicked, this, &QDialog::close);
  connect(submit_, &QPushButton::clicked, this, &ClusterDialog::submitRequested);
  connect(tasks_, &QSpinBox::valueChanged, this, [this] {
    showState();
    emit asked();
  });
  for (QLineEdit* field : {partition_, time_, more_})
    connect(field, &QLineEdit::textChanged, this, &ClusterDialog::asked);
  showState();
}

void ClusterDialog::setOffer(const ClusterOffer& offer) {
  offer_ = offer;
  showState();
}

void ClusterDialog::setAsk(const ClusterAsk& ask) {
  refusal_.clear();
  tasks_->setValue(ask.tasks);
  partition_->setText(ask.partition);
  time_->setText(ask.time);
  more_->setText(ask.more);
  showState();
}

ClusterAsk ClusterDialog::ask() const {
  return {tasks_->value(), partition_->text(), time_->text(), more_->text()};
}

void ClusterDialog::setCommand(const QString& command) {
  command_->setText(command);
}

void ClusterDialog::setBusy(bool busy) {
  busy_ = busy;
  if (busy) refusal_.clear();
  showState();
}

void ClusterDialog::setOutcome(const QString& problem) {
  busy_ = false;
  refusal_ = problem;
  showState();
  if (problem.isEmpty()) accept();
}

void ClusterDialog::showState() {
  title_->setText(offer_.study.isEmpty() ? tr("Run on a cluster") : offer_.study);
  const bool can = offer_.problem.isEmpty();
  tasks_->setEnabled(!busy_ && can && !offer_.again);
  for (QLineEdit* field : {partition_, time_, more_}) field->setEnabled(!busy_ && can);
  submit_->setEnabled(!busy_ && can);
  what_->setVisible(can);
  command_->setVisible(can);
  const qint64 tasks = std::min<qint64>(tasks_->value(), offer_.points);
  what_->setText(
      (offer_.again
           ? tr("It was submitted before: the tasks are submitted again that have not "
                "finished and are not under way.")
           : tr("%1 in %2.")
                 .arg(plural(offer_.points, "point", "points"), plural(tasks, "task", "tasks"))) +
      QLatin1Char(' ') + tr("Missing: %1.").arg(plural(offer_.runs, "run", "runs")) +
      QLatin1Char(' ') + tr("The nodes of the cluster must see the folder %1.").arg(offer_.folder));
  const bool bad = !can || !refusal_.isEmpty();
  setStyleProperty(status_, "tone", bad ? "bad" : "t2");
  status_->setText(busy_ ? tr("Submitting…") : !can ? offer_.problem : refusal_);
}

}  // namespace hopscope
