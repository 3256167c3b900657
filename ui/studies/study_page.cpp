// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/study_page.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QTableView>
#include <algorithm>
#include <utility>

#include "engine/core/version.h"
#include "engine/study/study_documents.h"
#include "engine/study/study_source.h"
#include "engine/study/study_state.h"
#include "projects/stored_run.h"
#include "ui/plots/parallel_plot.h"
#include "ui/studies/cluster_job.h"
#include "ui/studies/study_editor.h"
#include "ui/studies/study_table_model.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/loss_question.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr int kStudySteps = 1000;  // of the progress bar
constexpr int kFlushMilliseconds = 200;
/// A tenth of the time at most goes into showing what has come, and as much into keeping it.
constexpr int kTenth = 10;

/// The entry of a study that the project does not have: its file.
bool isSubmission(const QVariant& data) {
  return data.userType() == QMetaType::QString;
}

}  // namespace

void StudyPage::showPage() {
  shelfChanged();
  if (!editor_->isEmpty()) return;
  int newest = choice_->count() - 1;
  while (newest > 0 && isSubmission(choice_->itemData(newest))) --newest;
  chooseStudy(newest);
}

void StudyPage::shelfChanged() {
  showStudies();
  editor_->setDesignOffered(shelf_.isOpen());
  showCluster();
}

void StudyPage::showStudies() {
  filling_ = true;
  choice_->clear();
  if (shelf_.isOpen())
    for (const StoredStudy& study : shelf_.studies())
      choice_->addItem(study.name.empty()
                           ? tr("Study of %1").arg(whenText(QString::fromStdString(study.started)))
                           : QString::fromStdString(study.name),
                       static_cast<qlonglong>(study.id));
  addSubmitted();
  // What the project does not have may be an entry all the same, by its file.
  const QVariant shown = stored_ != 0
                             ? QVariant(static_cast<qlonglong>(stored_))
                             : QVariant(ClusterFolder(shelf_.file(), {hash_, 0}).studyFile());
  choice_->setCurrentIndex(study_ ? choice_->findData(shown) : -1);
  choice_->setEnabled(choice_->count() > 0 && !running());
  remove_->setEnabled(stored_ != 0 && !running() && !cluster_->submitting());
  filling_ = false;
}

/// Studies that were submitted, and that the project does not have: it was not saved since, or they
/// were deleted. What their tasks write is not lost with them.
void StudyPage::addSubmitted() {
  if (!shelf_.isOpen()) return;
  std::set<std::string> known;
  for (const StoredStudy& study : shelf_.studies())
    known.insert(ClusterFolder(shelf_.file(), {study.hash, 0}).studyFile().toStdString());
  for (const QString& file : ClusterFolder::documentsBeside(shelf_.file())) {
    // Others are read, and there are seldom any.
    if (known.contains(file.toStdString())) continue;
    const Submission& submission = submissionIn(file);
    // A folder may stand there of which nothing was submitted.
    if (submission.hash.empty() || !ClusterFolder(shelf_.file(), {submission.hash, 0}).submitted())
      continue;
    choice_->addItem(tr("%1, on the cluster").arg(submission.name), file);
  }
}

const StudyPage::Submission& StudyPage::submissionIn(const QString& file) {
  const QDateTime modified = QFileInfo(file).lastModified();
  Submission& submission = submissions_[file];
  if (submission.modified == modified) return submission;
  submission = {modified, {}, {}};
  QFile source(file);
  if (!source.open(QIODevice::ReadOnly)) return submission;
  const ParsedStudy parsed = parseStudy(source.readAll().toStdString());
  if (hasErrors(parsed.issues)) return submission;
  submission.name =
      parsed.study.name.empty() ? tr("A study") : QString::fromStdString(parsed.study.name);
  submission.hash = studyHash(parsed.document);
  return submission;
}

void StudyPage::chooseStudy(int index) {
  if (filling_ || index < 0 || running()) return;
  if (const QVariant entry = choice_->itemData(index); isSubmission(entry)) {
    QFile source(entry.toString());
    if (source.open(QIODevice::ReadOnly)) openDocument(source.readAll().toStdString());
    return;
  }
  const auto id = static_cast<RowId>(choice_->itemData(index).toLongLong());
  for (const StoredStudy& study : shelf_.studies())
    if (study.id == id) openDocument(study.document);
}

void StudyPage::openDocument(const std::string& text, const QString& folder) {
  if (running()) return;
  ParsedStudy parsed =
      parseStudy(text, [&](const std::string& name, Sentence&) -> std::optional<std::string> {
        QFile file(QFileInfo(folder + QLatin1Char('/') + QString::fromStdString(name)).filePath());
        if (folder.isEmpty() || !QFileInfo(file).isFile() || !file.open(QIODevice::ReadOnly))
          return {};
        return file.readAll().toStdString();
      });
  // One that is wrong is shown as it is, with what is wrong.
  if (hasErrors(parsed.issues))
    editor_->setDocument(text);
  else
    editor_->setRead(parsed);
}

void StudyPage::newFromDesign() {
  if (running()) return;
  const Design design = shelf_.isOpen() ? shelf_.design() : Design{};
  const std::string name =
      design.name.empty()
          ? std::string()
          : tr("%1 over load").arg(QString::fromStdString(design.name)).toStdString();
  openDocument(curveStudy(name, {design}));
}

void StudyPage::openFile() {
  const QString file = QFileDialog::getOpenFileName(this, tr("Open a study"), {},
                                                    tr("Studies (*.json *.html);;All files (*)"));
  if (file.isEmpty()) return;
  QFile source(file);
  if (!source.open(QIODevice::ReadOnly)) {
    emit wrote(tr("%1 cannot be read: %2.").arg(file, source.errorString()), false);
    return;
  }
  openDocument(studyDocumentIn(source.readAll().toStdString()), QFileInfo(file).path());
}

/// Another document, or another step of editing it.
void StudyPage::documentChanged() {
  const ParsedStudy& parsed = editor_->parsed();
  outcome_.clear();
  if (hasErrors(parsed.issues) || parsed.study.designs.empty()) {
    study_.reset();
    text_.clear();
    hash_.clear();
    ranges_.clear();
    rows_ = {};
    stored_ = 0;
  } else {
    const std::string hash = studyHash(parsed.document);
    text_ = parsed.document;
    study_ = std::make_shared<const Study>(parsed.study);
    if (hash != hash_) {
      flush();
      hash_ = hash;
      ranges_.clear();
      stored_ = shelf_.isOpen() ? shelf_.find(hash) : 0;
      rows_ = stored_ == 0 ? StudyRows{} : shelf_.rows(stored_);
    }
  }
  title_->setText(!study_                ? tr("Studies")
                  : study_->name.empty() ? tr("A study")
                                         : QString::fromStdString(study_->name));
  showStudies();
  lines_->setPicture({});  // of rows that are gone
  readTable();
  fillAxes();
  showState();
  showCluster();
}

void StudyPage::run() {
  begin(false);
}

void StudyPage::keepStudy() {
  if (!shelf_.isOpen() || stored_ != 0) return;
  stored_ = shelf_.find(hash_);
  if (stored_ == 0)
    stored_ =
        shelf_.add({0, study_->name, utcNow(), text_, hash_, std::string(kEngineVersion), {}});
  rows_ = shelf_.rows(stored_);
}

void StudyPage::begin(bool failedAgain) {
  editor_->settle();
  if (running() || !study_) return;
  if (!shelf_.isOpen() && want_) {
    // Another project is open then, and nothing of this one shown.
    const std::string text = text_;
    if (!want_(study_->designs.front().design)) return;
    openDocument(text);
    if (!study_) return;
  }
  keepStudy();
  if (failedAgain) rows_.removeFailed();
  StudyState state(*study_);
  state.add(rows_);
  // As the run counts: without what is left out, of which some may have been run beside others.
  const StudyState::Counts counts =
      state.counts([&state](PointId point) { return !state.leftOut(point); });
  begun_ =
      counts.runs + counts.missing == 0
          ? 0
          : static_cast<double>(counts.runs) / static_cast<double>(counts.runs + counts.missing);
  ranBefore_ = counts.runs;
  outcome_.clear();
  progress_->setValue(static_cast<int>(kStudySteps * begun_));
  there_ = whole_->isChecked() && shelf_.isOpen() ? shelf_.wholeRuns(tag().toStdString())
                                                  : std::multiset<std::string>{};
  clock_.start();  // reading what is kept whole is no time of the runs
  runner_.start(*study_, rows_, 0, whole_->isChecked());
  setRunning(true);
  showStudies();
  showState();
}

void StudyPage::stop() {
  if (!running()) return;
  runner_.stop();
  state_->setText(tr("Stopping"));
}

void StudyPage::take(const std::vector<StudyRow>& rows) {
  if (!study_) return;
  for (const StudyRow& row : rows) {
    // A cluster may have brought it meanwhile.
    if (rows_.add(row)) pending_.add(row);
  }
  if (!flush_.isActive()) flush_.start();
  if (!refresh_.isActive()) refresh_.start();
}

void StudyPage::flush() {
  flush_.stop();
  if (pending_.rows().empty() && pendingRuns_.empty()) return;
  QElapsedTimer took;
  took.start();
  // Whole runs are the larger part of what is kept.
  if (const auto runs = std::exchange(pendingRuns_, {}); shelf_.isOpen() && !runs.empty())
    shelf_.addRuns(runs);
  if (const StudyRows rows = std::exchange(pending_, {});
      shelf_.isOpen() && stored_ != 0 && !rows.rows().empty())
    shelf_.addRows(stored_, rows);
  // What ends the program takes little with it, and keeping takes a tenth of the time at most.
  flush_.setInterval(std::max(kFlushMilliseconds, kTenth * static_cast<int>(took.elapsed())));
}

void StudyPage::showProgress(const StudyProgress& progress) {
  progress_->setValue(static_cast<int>(kStudySteps * progress.fraction));
  QString words = tr("%1 of %2")
                      .arg(wholeText(static_cast<qint64>(progress.runs)),
                           plural(static_cast<qint64>(progress.total), "run", "runs"));
  const double seconds = static_cast<double>(clock_.elapsed()) / 1000;
  const double done = progress.fraction - begun_;
  const double fresh = static_cast<double>(progress.runs) - static_cast<double>(ranBefore_);
  if (fresh > 0 && seconds > 1)
    words += QStringLiteral(", ") + tr("%1 a second").arg(figureText(fresh / seconds));
  if (done > 0.01 && seconds > 1)
    words += QStringLiteral(", ") + timeLeftText(seconds * (1 - progress.fraction) / done);
  state_->setText(words);
  emit stateChanged(tr("Study: %1").arg(words), true);
}

void StudyPage::finish(bool stopped, const QString& failure) {
  flush();
  setRunning(false);
  outcome_ = !failure.isEmpty() ? tr("The study ended: %1").arg(failure)
             : stopped          ? tr("Stopped; what is missing is run when it goes on.")
                                : QString();
  showTable();
  showStudies();
  fillAxes();
  showState();
  emit stateChanged({}, false);
}

void StudyPage::forget() {
  // Its rows belong to a project that is gone.
  runner_.stop();
  pending_ = {};
  pendingRuns_.clear();
  flush_.stop();
  stored_ = 0;
  hash_.clear();
  study_.reset();
  text_.clear();
  rows_ = {};
  outcome_.clear();
  closeCluster();
  editor_->setDocument({});
  shelfChanged();
}

void StudyPage::setRunning(bool running) {
  progress_->setVisible(running);
  editor_->setLocked(running);
  new_->setEnabled(!running);
  file_->setEnabled(!running);
  choice_->setEnabled(!running && choice_->count() > 0);
  setStyleProperty(run_, "primary", !running);
  offerCluster();
}

void StudyPage::showTable() {
  QElapsedTimer took;
  took.start();
  readTable();
  draw();
  refresh_.setInterval(std::max(kRefreshMilliseconds, kTenth * static_cast<int>(took.elapsed())));
}

/// What is drawn of it follows.
void StudyPage::readTable() {
  if (study_) {
    table_ = std::make_shared<const StudyTable>(studyTable(*study_, rows_));
  } else {
    table_.reset();
  }
  allRan_ = table_ && std::none_of(table_->rows.begin(), table_->rows.end(),
                                   [](const auto& row) { return row.status == PointStatus::open; });
  const int columns = model_->columnCount();
  // What is drawn holds rows of the table before.
  lines_->setCurrent(nullptr);
  within_ = table_ ? pointsWithin(*study_, *table_, ranges_) : StudyPoints{};
  model_->setTable(study_, table_, within_, words_->text());
  if (columns != model_->columnCount()) showColumns();
  showGroups();
  showRanges();
}

void StudyPage::showState() {
  const bool running = this->running();
  run_->setEnabled(study_ != nullptr);
  whole_->setEnabled(study_ != nullptr && !running);
  showMarked();
  export_->setEnabled(study_ != nullptr);
  columns_->setEnabled(model_->columnCount() > 0);
  if (running) {
    run_->setText(tr("Stop"));
    again_->hide();
    return;
  }
  if (!study_) {
    run_->setText(tr("Run"));
    again_->hide();
    state_->setText({});
    return;
  }
  StudyState state(*study_);
  state.add(rows_);
  const StudyState::Counts counts = state.counts();
  run_->setText(counts.runs > 0 && counts.missing > 0 ? tr("Go on") : tr("Run"));
  run_->setEnabled(counts.missing > 0);
  again_->setVisible(counts.failed > 0);
  QStringList parts{tr("%1 of %2 done")
                        .arg(wholeText(static_cast<qint64>(counts.done)),
                             plural(static_cast<qint64>(counts.points), "point", "points"))};
  if (counts.unfinished > 0)
    parts << tr("%1 with an unfinished application")
                 .arg(wholeText(static_cast<qint64>(counts.unfinished)));
  if (counts.failed > 0)
    parts << tr("%1 failed").arg(wholeText(static_cast<qint64>(counts.failed)));
  if (counts.leftOut > 0)
    parts
        << tr("%1 left out beyond saturation").arg(wholeText(static_cast<qint64>(counts.leftOut)));
  if (!outcome_.isEmpty()) parts << outcome_;
  state_->setText(parts.join(QStringLiteral(" · ")));
}

/// What was never run is gone without a question.
bool StudyPage::mayRemove() {
  const bool submitted = cluster_->submitted();
  const bool away = submitted && (cluster_->underWay() || cluster_->tasks().empty());
  if (rows_.rows().empty() && !away) return true;
  return asksToLose(
      this,
      {"studyDeleteQuestion", tr("Delete the study"),
       tr("Delete “%1” and what was run of it?").arg(title_->text()),
       away ? tr("It is on a cluster: its tasks go on, and what they write stays in %1. "
                 "\"Cancel tasks\" ends them.")
                  .arg(cluster_->folder().path())
       : submitted ? tr("What its tasks wrote stays in %1, and it can be opened from there. "
                        "Other runs of it can't be brought back.")
                         .arg(cluster_->folder().path())
                   : tr("It can't be brought back: %1.")
                         .arg(plural(static_cast<qint64>(rows_.rows().size()), "run", "runs")),
       tr("Delete"), tr("Keep it")});
}

void StudyPage::removeStudy() {
  if (running() || cluster_->submitting() || stored_ == 0) return;
  // Once more while it asks: another project may be open by then.
  if (const RowId asked = stored_; !mayRemove() || asked != stored_ || running()) return;
  const RowId id = std::exchange(stored_, 0);
  hash_.clear();
  rows_ = {};
  shelf_.remove(id);
  editor_->setDocument({});
  showStudies();
}

void StudyPage::exportAll() {
  if (!study_) return;
  const QString drawn = tr("What is drawn, as numbers (*.csv)");
  QString chosen;
  const QString file = QFileDialog::getSaveFileName(
      this, tr("Export the study"), QStringLiteral("study.csv"),
      tr("Table (*.csv);;Page to read and to repeat (*.html);;Table for LaTeX (*.tex);;Table and "
         "study as JSON (*.json);;Picture (*.svg *.pdf *.png)") +
          QStringLiteral(";;") + drawn,
      &chosen);
  if (file.isEmpty()) return;
  QString problem;
  const bool good = exportTo(file, &problem, chosen == drawn);
  emit wrote(good ? tr("The study was written to %1.").arg(file) : problem, good);
}

}  // namespace hopscope
