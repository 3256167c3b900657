// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/messages_dialog.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSettings>
#include <utility>

#include "engine/design/application_preview.h"
#include "engine/simulation/message_pairs.h"
#include "engine/study/results_csv.h"
#include "ui/drawing/save_bytes.h"
#include "ui/ranks/ranks_matrix.h"
#include "ui/studies/study_frame.h"
#include "ui/widgets/background.h"
#include "ui/widgets/screen_room.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr int kAfterEdits = 250;               ///< milliseconds
constexpr std::size_t kMostPairs = 1'000'000;  ///< that are kept one by one
constexpr std::uint32_t kBlocks = 128;         ///< of ranks, beyond

}  // namespace

MessagesDialog::MessagesDialog(QWidget* parent) : QDialog(parent) {
  setWindowTitle(tr("Messages of applications"));
  setObjectName(QStringLiteral("messagesDialog"));
  resize(QSize(640, 620).boundedTo(screenRoom(*this)));
  const StudyFrame frame = layOutStudy(
      this, tr("Who is going to send whom how much: what the design's applications send until they "
               "are done, counted without a run."));
  frame.title->setText(tr("Messages of applications"));
  matrix_ = new RanksMatrix(this);
  matrix_->setPlanned(true);
  frame.middle->addWidget(matrix_, 1);
  status_ = frame.status;
  status_->setObjectName(QStringLiteral("messagesStatus"));
  status_->setWordWrap(true);
  progress_ = frame.progress;
  export_ = new QPushButton(tr("Export…"), this);
  export_->setObjectName(QStringLiteral("messagesExport"));
  auto* close = new QPushButton(tr("Close"), this);
  close->setDefault(true);
  export_->setAutoDefault(false);
  for (QPushButton* each : {export_, close}) frame.buttons->addWidget(each);
  connect(export_, &QPushButton::clicked, this, &MessagesDialog::askFile);
  connect(close, &QPushButton::clicked, this, &QDialog::close);
  connect(&work_, &BackgroundWork::progressed, this,
          [this](double share) { progress_->setValue(static_cast<int>(share * 1000)); });
  connect(&work_, &BackgroundWork::finished, this, &MessagesDialog::take);
  wait_.setSingleShot(true);
  wait_.setInterval(kAfterEdits);
  connect(&wait_, &QTimer::timeout, this, &MessagesDialog::count);
  progress_->hide();
  export_->setEnabled(false);
}

void MessagesDialog::setTheme(const Theme& theme) {
  matrix_->setTheme(theme);
}

void MessagesDialog::setDesign(const Design& design, std::shared_ptr<const Topology> topology) {
  design_ = design;
  topology_ = std::move(topology);
  again_ = true;
  if (isVisible()) wait_.start();
}

void MessagesDialog::showEvent(QShowEvent* event) {
  QDialog::showEvent(event);
  if (again_) wait_.start();
}

void MessagesDialog::done(int result) {
  if (work_.running()) again_ = true;  // it is counted anew once the dialog is opened again
  wait_.stop();
  work_.cancel();
  QDialog::done(result);
}

void MessagesDialog::forget() {
  wait_.stop();
  work_.cancel();
  again_ = false;
  topology_.reset();
  shown_.reset();
  matrix_->setPairs(nullptr, nullptr);
  export_->setEnabled(false);
  hide();
}

void MessagesDialog::count() {
  if (work_.running()) {
    work_.cancel();  // then the count begins anew
    return;
  }
  if (!topology_) return;
  again_ = false;
  pending_ = std::make_shared<Count>();
  pending_->topology = topology_;
  export_->setEnabled(false);
  progress_->setValue(0);
  progress_->show();
  status_->setText(tr("Counting messages…"));
  work_.start([design = design_, into = pending_](const std::stop_token& stop,
                                                  const std::function<void(double)>& progress) {
    Issues issues;
    const auto plan = previewApplications(design, into->topology, issues);
    for (const Issue& issue : issues)
      if (issue.severity == Severity::error && into->problem.isEmpty())
        into->problem = engineText(issue.text);
    if (!plan) return;
    into->ranks = ranksNotBegun(plan);
    MatrixBounds bounds;
    bounds.pairs = kMostPairs;
    into->matrix = plannedMatrix(*plan, bounds, stop, progress);
    if (into->matrix.end != PlannedMatrix::End::tooManyPairs) return;
    bounds.ranksEach = into->ranksEach =
        (static_cast<std::uint32_t>(into->ranks->ranks.size()) + kBlocks - 1) / kBlocks;
    into->matrix = plannedMatrix(*plan, bounds, stop, progress);
  });
}

void MessagesDialog::take(bool cancelled, const QString& failure) {
  progress_->hide();
  if (again_ || cancelled) {
    if (again_ && isVisible()) count();
    return;
  }
  shown_ = std::exchange(pending_, nullptr);
  const PlannedMatrix& matrix = shown_->matrix;
  const bool whole = failure.isEmpty() && shown_->ranks && matrix.end == PlannedMatrix::End::whole;
  shown_->whole = whole;
  matrix_->setPairs(
      whole ? shown_->ranks : nullptr,
      whole ? std::make_shared<const std::vector<MatrixEntry>>(matrix.pairs) : nullptr);
  export_->setEnabled(shown_->isTable());
  QString words;
  if (!failure.isEmpty())
    words = failure;
  else if (!shown_->problem.isEmpty())
    words = shown_->problem;
  else if (!shown_->ranks)
    words = tr("The design has no applications. Add one in the properties, under Applications.");
  else if (!whole)
    words = tr("The ranks do more than %1 operations: too many to be counted before a run. Take "
               "fewer iterations or ranks; a run shows what has been sent so far.")
                .arg(wholeText(static_cast<qint64>(MatrixBounds().operations)));
  else if (shown_->ranksEach > 1)
    words = tr("So many pairs of ranks are shown in blocks, and cannot be exported one by one.");
  status_->setText(words);
}

QString MessagesDialog::writeTo(const QString& file) const {
  return shown_ && shown_->isTable() ? write(*shown_, file) : tr("There is no table.");
}

/// On any thread.
QString MessagesDialog::write(const Count& table, const QString& file) {
  QString problem;
  saveBytes(file,
            QByteArray::fromStdString(
                matrixCsv(*table.topology, messagePairs(*table.ranks->plan, table.matrix.pairs))),
            tr("The table"), &problem);
  return problem;
}

void MessagesDialog::askFile() {
  // What is on the screen now: the design may change while a file is chosen.
  const std::shared_ptr<const Count> table = shown_;
  if (!table || !table->isTable()) return;
  QString file = QFileDialog::getSaveFileName(
      this, tr("Export the messages"),
      QSettings().value(QStringLiteral("export/folder"), QDir::homePath()).toString() +
          QStringLiteral("/messages.csv"),
      tr("Table (*.csv)"));
  if (file.isEmpty()) return;
  if (QFileInfo(file).suffix().isEmpty()) file += QStringLiteral(".csv");
  inBackground(
      this, [table, file] { return write(*table, file); },
      [this, file](const QString& problem) {
        status_->setText(problem.isEmpty() ? tr("Written to %1.").arg(file) : problem);
      });
}

}  // namespace hopscope
