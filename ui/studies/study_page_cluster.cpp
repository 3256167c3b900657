// SPDX-License-Identifier: GPL-3.0-or-later
// A study that runs on a cluster: it is handed over, and what its tasks finish is taken as what
// this machine has run.
#include <QLabel>
#include <QRegularExpression>
#include <algorithm>

#include "engine/study/study_state.h"
#include "ui/studies/cluster_dialog.h"
#include "ui/studies/cluster_panel.h"
#include "ui/studies/study_editor.h"
#include "ui/studies/study_page.h"

namespace hopscope {

namespace {

/// A word as a shell reads it back.
QString shellWord(const QString& word) {
  static const QRegularExpression kPlain(QStringLiteral("^[\\w@%+=:,./-]+$"));
  if (kPlain.match(word).hasMatch()) return word;
  return QLatin1Char('\'') + QString(word).replace(QLatin1Char('\''), QStringLiteral("'\\''")) +
         QLatin1Char('\'');
}

}  // namespace

QWidget* StudyPage::makeCluster(QWidget* parent) {
  cluster_ = new ClusterJob(this);
  tasks_ = new ClusterPanel(*cluster_, parent);
  connect(tasks_, &ClusterPanel::resubmitRequested, this, &StudyPage::askCluster);
  connect(tasks_, &ClusterPanel::cancelRequested, this, [this] {
    if (cluster_->cancelling()) return;
    cancelled_ = title_->text();
    cluster_->cancel();
    tasks_->follow();
  });
  connect(cluster_, &ClusterJob::cancelEnded, this, [this](const QString& problem) {
    tasks_->follow();
    const bool good = problem.isEmpty();
    // Another study may be shown by now.
    emit wrote(
        good
            ? tr("The tasks of “%1” were cancelled. What they have finished stays.").arg(cancelled_)
            : tr("“%1”: %2").arg(cancelled_, problem),
        good);
  });
  connect(cluster_, &ClusterJob::changed, this, &StudyPage::offerCluster);
  connect(cluster_, &ClusterJob::arrived, this, &StudyPage::takeFromCluster);
  connect(cluster_, &ClusterJob::submitEnded, this, [this](const QString& problem) {
    tasks_->follow();
    showStudies();
    const bool asking = clusterDialog_ != nullptr && clusterDialog_->isVisible();
    if (clusterDialog_ != nullptr) clusterDialog_->setOutcome(problem);
    offerCluster();
    if (problem.isEmpty())
      emit wrote(tr("The study was submitted as job %1.").arg(cluster_->job()), true);
    else if (!asking)
      emit wrote(problem, false);
  });
  return tasks_;
}

void StudyPage::askCluster() {
  editor_->settle();
  if (clusterDialog_ == nullptr) {
    clusterDialog_ = new ClusterDialog(this);
    connect(clusterDialog_, &ClusterDialog::submitRequested, this, &StudyPage::submitToCluster);
    connect(clusterDialog_, &ClusterDialog::asked, this, &StudyPage::offerCluster);
  }
  showCluster();
  if (!cluster_->submitting() && !clusterDialog_->isVisible()) {
    ClusterAsk ask = cluster_->folder().asked();
    if (study_)
      ask.tasks = static_cast<int>(
          std::min<std::uint64_t>(static_cast<std::uint64_t>(ask.tasks), pointCount(*study_)));
    clusterDialog_->setAsk(ask);
  }
  offerCluster();
  clusterDialog_->show();
  clusterDialog_->raise();
  clusterDialog_->activateWindow();
}

/// What is shown of a cluster is that of the study, in the project as it is called now.
void StudyPage::showCluster() {
  const bool kept = study_ != nullptr && shelf_.isOpen() && !shelf_.file().empty();
  const PointsOwner owner = kept ? PointsOwner{hash_, pointCount(*study_)} : PointsOwner{};
  // Tasks that are under way write where they were begun, also once the project is saved elsewhere.
  const bool there = kept && cluster_->submitted() && cluster_->owner().hash == hash_;
  if (!there)
    cluster_->setStudy(kept ? ClusterFolder(shelf_.file(), owner) : ClusterFolder(), owner);
  tasks_->follow();
  offerCluster();
}

void StudyPage::offerCluster() {
  if (clusterDialog_ == nullptr) return;
  ClusterOffer offer;
  if (!study_) {
    offer.problem = tr("There is no study to submit. \"New\" makes one of the open design.");
  } else {
    StudyState state(*study_);
    state.add(rows_);
    const StudyState::Counts counts = state.counts();
    offer.study = title_->text();
    offer.points = static_cast<qint64>(counts.points);
    offer.runs = static_cast<qint64>(counts.missing);
    offer.again = cluster_->again();
    offer.folder = cluster_->folder().path();
    if (running())
      offer.problem = tr("The study runs on this machine. Stop it, and the rest can be submitted.");
    else if (cluster_->folder().isNone())
      offer.problem = tr("Save the project first: what the tasks write stands beside it.");
    else if (counts.missing == 0)
      offer.problem = tr("Nothing is missing of this study.");
    QStringList words{QStringLiteral("hopscope-cli")};
    for (const QString& word : cluster_->arguments(clusterDialog_->ask()))
      words << shellWord(QString(word).remove(offer.folder + QLatin1Char('/')));
    // As it is typed in the folder that is named above it.
    clusterDialog_->setCommand(words.join(QLatin1Char(' ')));
  }
  clusterDialog_->setBusy(cluster_->submitting());
  clusterDialog_->setOffer(offer);
}

void StudyPage::submitToCluster() {
  editor_->settle();
  if (!study_ || running() || cluster_->submitting()) return;
  showCluster();
  if (cluster_->folder().isNone()) return;
  keepStudy();
  cluster_->submit(clusterDialog_->ask(), text_, rows_);
  showStudies();  // it can't be deleted meanwhile
  offerCluster();
}

void StudyPage::takeFromCluster(const std::vector<StudyRow>& rows) {
  // The project has it not where it was deleted, or submitted by another copy of it.
  if (study_ && shelf_.isOpen()) keepStudy();
  const std::size_t before = pending_.rows().size();
  take(rows);
  if (running() || pending_.rows().size() == before) return;
  refresh_.stop();
  showTable();
  showStudies();
  fillAxes();
  showState();
  offerCluster();
}

void StudyPage::closeCluster() {
  if (clusterDialog_ != nullptr) clusterDialog_->hide();
}

void StudyPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  showCluster();
  cluster_->setWatched(true);
}

void StudyPage::hideEvent(QHideEvent* event) {
  cluster_->setWatched(false);
  QWidget::hideEvent(event);
}

}  // namespace hopscope
