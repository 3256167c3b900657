// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/seed_study_dialog.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/core/thread_team.h"
#include "engine/study/study.h"
#include "ui/document/setting_numbers.h"
#include "ui/drawing/save_bytes.h"
#include "ui/plots/plot_dialog.h"
#include "ui/studies/study_frame.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/number_boxes.h"
#include "ui/widgets/screen_room.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr int kSeedFormWidth = 264, kSeedFieldWidth = 128;
constexpr double kStudyMillimetres = 178;

int replicationsAsked(const Design& design) {
  return static_cast<int>(wholeSetting(design, "run.replications", 1));
}

}  // namespace

SeedStudyDialog::SeedStudyDialog(const QString& key, const QString& title, const QString& words,
                                 QWidget* parent)
    : QDialog(parent), title_(title), key_(key) {
  setWindowTitle(title);
  setObjectName(key);
  resize(QSize(960, 620).boundedTo(screenRoom(*this)));
  const StudyFrame frame = layOutStudy(this, words);
  of_ = frame.title;
  form_ = new QWidget(this);
  form_->setFixedWidth(kSeedFormWidth);
  grid_ = new QGridLayout(form_);
  grid_->setContentsMargins(0, 0, 0, 0);
  grid_->setVerticalSpacing(8);
  grid_->setColumnStretch(0, 1);
  frame.middle->addWidget(form_);
  side_ = new QWidget(this);
  auto* column = new QVBoxLayout(side_);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(12);
  plots_ = new QHBoxLayout;
  plots_->setSpacing(16);
  column->addLayout(plots_, 1);
  frame.middle->addWidget(side_, 1);
  status_ = frame.status;
  status_->setObjectName(key + QStringLiteral(".status"));
  status_->setWordWrap(true);
  progress_ = frame.progress;
  export_ = new QPushButton(tr("Export…"), this);
  export_->setObjectName(key + QStringLiteral(".export"));
  cancel_ = new QPushButton(tr("Cancel"), this);
  cancel_->setObjectName(key + QStringLiteral(".cancel"));
  start_ = new QPushButton(tr("Compute"), this);
  start_->setObjectName(key + QStringLiteral(".start"));
  start_->setProperty("primary", true);
  start_->setDefault(true);
  for (QPushButton* each : {export_, cancel_, start_}) frame.buttons->addWidget(each);
  connect(start_, &QPushButton::clicked, this, &SeedStudyDialog::start);
  connect(cancel_, &QPushButton::clicked, this, [this] {
    if (running())
      cancel();
    else
      close();
  });
  connect(export_, &QPushButton::clicked, this, &SeedStudyDialog::askFile);
  connect(&worker_, &BackgroundWork::progressed, this, &SeedStudyDialog::showProgress);
  connect(&worker_, &BackgroundWork::finished, this, &SeedStudyDialog::finish);
}

void SeedStudyDialog::add(const QString& name, QWidget* field) {
  const int row = grid_->rowCount();
  auto* label = makeLabel(TextRole::label, name, form_);
  label->setBuddy(field);
  field->setAccessibleName(name);
  grid_->addWidget(label, row, 0);
  grid_->addWidget(field, row, 1, Qt::AlignRight);
}

void SeedStudyDialog::addSection(const QString& name) {
  addWide(makeLabel(TextRole::section, name, form_));
}

void SeedStudyDialog::addWide(QWidget* widget) {
  grid_->addWidget(widget, grid_->rowCount(), 0, 1, 2);
}

QSpinBox* SeedStudyDialog::addNumber(const QString& name, const QString& objectName, int least,
                                     int most, const QString& unit) {
  auto* field = new WholeBox(form_);
  field->setRange(least, most);
  field->setObjectName(objectName);
  field->setFixedWidth(kSeedFieldWidth);
  if (!unit.isEmpty()) field->setSuffix(QLatin1Char(' ') + unit);
  connect(field, &QSpinBox::valueChanged, this, &SeedStudyDialog::look);
  add(name, field);
  return field;
}

void SeedStudyDialog::addRuns() {
  addSection(tr("Runs"));
  seeds_ =
      addNumber(tr("Seeds"), key_ + QStringLiteral(".seeds"), 1, static_cast<int>(kMostSeeds), {});
  const auto cores = static_cast<int>(coresHere());
  jobs_ = addNumber(tr("Threads"), key_ + QStringLiteral(".threads"), 1, std::max(64, cores), {});
  jobs_->setValue(cores);
  note_ = makeLabel(TextRole::hint, {}, form_);
  note_->setObjectName(key_ + QStringLiteral(".note"));
  note_->setWordWrap(true);
  addWide(note_);
  grid_->setRowStretch(grid_->rowCount(), 1);
  setRunning(false);
}

PlotWidget* SeedStudyDialog::addPlot(const QString& accessibleName, const QString& empty) {
  auto* plot = new PlotWidget(side_);
  offerPlotDialog(*plot);
  plot->setAccessibleName(accessibleName);
  plot->setEmptyText(empty);
  plot->setMinimumSize(220, 200);
  plots_->addWidget(plot, 1);
  shown_.push_back(plot);
  return plot;
}

void SeedStudyDialog::setTheme(const Theme& theme) {
  for (PlotWidget* plot : shown_) plot->setTheme(theme);
}

void SeedStudyDialog::setDesign(const Design& design, qint64 tag) {
  design_ = design;
  tag_ = tag;
  if (!running()) showDesign();
}

/// The form is filled once for each design, what is of the present one is said each time.
void SeedStudyDialog::showDesign() {
  if (tag_ != filledFor_) {
    filledFor_ = tag_;
    seeds_->setValue(replicationsAsked(design_));
    fill();
  }
  if (!any()) of_->setText(QString::fromStdString(design_.name));
  look();
}

unsigned SeedStudyDialog::threads() const {
  return static_cast<unsigned>(jobs_->value());
}

void SeedStudyDialog::look() {
  if (running() || note_ == nullptr) return;
  bool wrong = false;
  const QString words = asked(wrong);
  setStyleProperty(note_, "tone", wrong ? "bad" : "t3");
  note_->setText(words);
  start_->setEnabled(!wrong);
}

void SeedStudyDialog::start() {
  if (running() || !start_->isEnabled() || (gate_ && !gate_())) return;
  Design of = design_;
  of.settings["run.replications"] = std::int64_t{seeds_->value()};
  clear();
  of_->setText(QString::fromStdString(of.name));
  progress_->setValue(0);
  status_->setText(tr("Computing"));
  clock_.start();
  worker_.start(work(of));
  setRunning(true);
}

void SeedStudyDialog::cancel() {
  if (!running()) return;
  worker_.cancel();
  status_->setText(tr("Stopping"));
  cancel_->setEnabled(false);
}

void SeedStudyDialog::forget() {
  filledFor_ = kNothingFilled;
  if (running()) {
    forgetting_ = true;
    cancel();
    return;
  }
  clear();
  status_->clear();
  of_->setText(QString::fromStdString(design_.name));
  setRunning(false);
}

void SeedStudyDialog::setRunning(bool running) {
  start_->setVisible(!running);
  cancel_->setEnabled(true);
  cancel_->setText(running ? tr("Cancel") : tr("Close"));
  export_->setVisible(!running && any());
  progress_->setVisible(running);
  form_->setEnabled(!running);
  look();
}

void SeedStudyDialog::showProgress(double share) {
  progress_->setValue(static_cast<int>(share * 1000));
  QString words = percentText(share);
  const double seconds = static_cast<double>(clock_.elapsed()) / 1000;
  if (share > 0.02 && share < 1 && seconds > 1)
    words += QStringLiteral(", ") + timeLeftText(seconds * (1 - share) / share);
  if (cancel_->isEnabled()) status_->setText(words);
  emit progressChanged(QStringLiteral("%1: %2").arg(title_, words));
}

void SeedStudyDialog::finish(bool cancelled, const QString& failure) {
  emit progressChanged({});
  if (forgetting_) {
    forgetting_ = false;
    forget();
    showDesign();
    return;
  }
  take();
  showResult();
  setRunning(false);
  showDesign();
  if (!failure.isEmpty()) {
    status_->setText(tr("Nothing was computed: %1").arg(failure));
    return;
  }
  if (hasErrors(issues())) {
    for (const Issue& issue : issues())
      if (issue.severity == Severity::error) {
        status_->setText(issueText(issue));
        return;
      }
  }
  status_->setText(cancelled && !any() ? tr("Stopped.") : summary());
}

QString SeedStudyDialog::writeTo(const QString& file) const {
  QString problem;
  if (QFileInfo(file).suffix().compare(QLatin1String("csv"), Qt::CaseInsensitive) == 0) {
    saveBytes(file, QByteArray::fromStdString(csv()), tr("The study"), &problem);
    return problem;
  }
  const QFileInfo name(file);
  for (std::size_t i = 0; i < shown_.size() && problem.isEmpty(); ++i) {
    const QString each = i == 0 ? file
                                : name.dir().filePath(QStringLiteral("%1-%2.%3")
                                                          .arg(name.completeBaseName())
                                                          .arg(i + 1)
                                                          .arg(name.suffix()));
    if (!shown_[i]->picture().curves.empty())
      exportPlot(shown_[i]->picture(), each, kStudyMillimetres, &problem);
  }
  return problem;
}

void SeedStudyDialog::askFile() {
  QString file = QFileDialog::getSaveFileName(
      this, tr("Export the study"),
      QSettings().value(QStringLiteral("export/folder"), QDir::homePath()).toString() +
          QStringLiteral("/%1.csv").arg(key_),
      tr("Numbers (*.csv);;Pictures (*.pdf *.svg *.png)"));
  if (file.isEmpty()) return;
  if (QFileInfo(file).suffix().isEmpty()) file += QStringLiteral(".csv");
  const QString problem = writeTo(file);
  status_->setText(problem.isEmpty() ? tr("Written to %1.").arg(file) : problem);
}

void SeedStudyDialog::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && running()) {
    cancel();
    return;
  }
  QDialog::keyPressEvent(event);
}

}  // namespace hopscope
