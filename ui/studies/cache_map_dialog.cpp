// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/cache_map_dialog.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <exception>
#include <limits>
#include <utility>

#include "engine/design/catalogue.h"
#include "engine/design/compile.h"
#include "ui/drawing/cache_map_painter.h"
#include "ui/studies/cache_map_view.h"
#include "ui/studies/study_frame.h"
#include "ui/widgets/background.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/number_boxes.h"
#include "ui/widgets/screen_room.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"
#include "ui/words/part_names.h"

namespace hopscope {

namespace {

constexpr int kPollMilliseconds = 80;
constexpr int kFormWidth = 232;
/// What the scope's choices stand for, beside a port's number.
constexpr int kAllPorts = -1, kAllRouters = -2;

QString countText(std::uint64_t count) {
  return wholeText(static_cast<qint64>(count));
}

CacheStudy failed(const std::exception& error) {
  CacheStudy study;
  study.issues.push_back({Severity::error, {}, sentence("{}", error.what())});
  return study;
}

}  // namespace

CacheMapDialog::CacheMapDialog(QWidget* parent) : QDialog(parent) {
  setWindowTitle(tr("Other forwarding caches"));
  setObjectName(QStringLiteral("cacheMapDialog"));
  resize(QSize(900, 600).boundedTo(screenRoom(*this)));
  const StudyFrame frame = layOutStudy(
      this,
      tr("The run is simulated once more, and what it looks up is put to caches of every size. One "
         "pass gives the whole map."));
  title_ = frame.title;
  frame.middle->addWidget(makeForm());
  frame.middle->addWidget(makeResult(), 1);
  status_ = frame.status;
  status_->setObjectName(QStringLiteral("cacheMapStatus"));
  progress_ = frame.progress;
  export_ = new QPushButton(tr("Export…"), this);
  export_->setObjectName(QStringLiteral("cacheMapExport"));
  close_ = new QPushButton(this);
  close_->setObjectName(QStringLiteral("cacheMapClose"));
  use_ = new QPushButton(tr("Use this geometry"), this);
  use_->setObjectName(QStringLiteral("cacheMapUse"));
  use_->setProperty("primary", true);
  use_->setDefault(true);
  for (QPushButton* each : {export_, close_}) each->setAutoDefault(false);
  for (QPushButton* each : {export_, close_, use_}) frame.buttons->addWidget(each);

  connect(export_, &QPushButton::clicked, this, &CacheMapDialog::save);
  connect(compute_, &QPushButton::clicked, this, &CacheMapDialog::start);
  connect(close_, &QPushButton::clicked, this, [this] {
    if (running())
      job_->stop.request_stop();
    else
      close();
  });
  connect(view_, &CacheMapView::shownChanged, this, &CacheMapDialog::showCell);
  connect(use_, &QPushButton::clicked, this, [this] {
    const CacheMap& map = view_->study().map;
    const auto place = view_->chosen();
    if (!place) return;
    emit geometryChosen(map.entries[place->entries], map.ways[place->ways], studied_);
    status_->setText(tr("The design has caches of %1 in %2 now. Undo takes it back.")
                         .arg(plural(map.entries[place->entries], "entry", "entries"),
                              plural(map.ways[place->ways], "way", "ways")));
  });
  timer_.setInterval(kPollMilliseconds);
  connect(&timer_, &QTimer::timeout, this, [this] {
    if (running()) progress_->setValue(static_cast<int>(job_->share * 1000));
  });
  setRunning(false);
  showCell();
}

CacheMapDialog::~CacheMapDialog() {
  if (running()) job_->stop.request_stop();
}

QWidget* CacheMapDialog::makeForm() {
  auto* form = new QWidget(this);
  form->setFixedWidth(kFormWidth);
  auto* column = new QVBoxLayout(form);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  const auto add = [&](const QString& name, QWidget* field) {
    auto* label = makeLabel(TextRole::label, name, form);
    label->setBuddy(field);
    field->setAccessibleName(name);
    column->addWidget(label);
    column->addWidget(field);
    column->addSpacing(8);
  };
  scope_ = new QComboBox(form);
  scope_->setObjectName(QStringLiteral("cacheMapScope"));
  add(tr("Lookups of"), scope_);
  const auto cycles = [&](const char* name, int least) {
    auto* field = new WholeBox(form);
    field->setObjectName(QLatin1String(name));
    field->setRange(least, std::numeric_limits<int>::max());
    field->setSingleStep(1000);
    field->setGroupSeparatorShown(true);
    return field;
  };
  from_ = cycles("cacheMapFrom", 0);
  add(tr("From cycle"), from_);
  cycles_ = cycles("cacheMapCycles", 1);
  cycles_->setSuffix(QChar(0x00a0) + unitText("cycles"));
  add(tr("For"), cycles_);
  compute_ = new QPushButton(tr("Compute again"), form);
  compute_->setObjectName(QStringLiteral("cacheMapCompute"));
  compute_->setAutoDefault(false);
  column->addWidget(compute_);
  column->addSpacing(12);
  notes_ = makeLabel(TextRole::hint, {}, form);
  notes_->setObjectName(QStringLiteral("cacheMapNotes"));
  notes_->setWordWrap(true);
  column->addWidget(notes_);
  column->addStretch();
  return form;
}

QWidget* CacheMapDialog::makeResult() {
  auto* side = new QWidget(this);
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  view_ = new CacheMapView(side);
  column->addWidget(view_, 1);
  empty_ = makeLabel(TextRole::label, {}, side);
  empty_->setObjectName(QStringLiteral("cacheMapEmpty"));
  empty_->setAlignment(Qt::AlignCenter);
  empty_->setWordWrap(true);
  column->addWidget(empty_, 1);
  cellTitle_ = makeLabel(TextRole::bold, {}, side);
  cellTitle_->setObjectName(QStringLiteral("cacheMapCell"));
  cellText_ = makeLabel(TextRole::label, {}, side);
  cellText_->setObjectName(QStringLiteral("cacheMapCauses"));
  cellText_->setWordWrap(true);
  column->addSpacing(4);
  column->addWidget(cellTitle_);
  column->addWidget(cellText_);
  return side;
}

void CacheMapDialog::setTheme(const Theme& theme) {
  view_->setTheme(theme);
}

void CacheMapDialog::ask(const Design& design, std::shared_ptr<const Topology> topology,
                         RouterId router, PortIndex port) {
  if (running()) job_->stop.request_stop();
  job_.reset();
  design_ = design;
  topology_ = std::move(topology);
  router_ = router;
  title_->setText(tr("What if the caches of %1 were larger?").arg(routerName(*topology_, router)));
  scope_->clear();
  for (PortIndex each = 0; each < topology_->radix(router); ++each)
    scope_->addItem(tr("Port %1").arg(each), int{each});
  scope_->addItem(tr("All ports of this router"), kAllPorts);
  scope_->addItem(tr("All routers"), kAllRouters);
  scope_->setCurrentIndex(scope_->findData(port == kNoPort ? kAllPorts : int{port}));
  const Compiled compiled = compile(design);
  if (compiled.setup) {
    constexpr Cycle kMost = std::numeric_limits<int>::max();
    const RunSettings& run = compiled.setup->run;
    from_->setValue(static_cast<int>(std::min(run.warmup, kMost)));
    cycles_->setValue(static_cast<int>(std::min(run.measure, kMost)));
  }
  start();
}

void CacheMapDialog::start() {
  if (running() || !topology_) return;
  CacheStudyRequest request;
  request.design = design_;
  const int scope = scope_->currentData().toInt();
  request.router = studied_ = scope == kAllRouters ? kNone : router_;
  request.port = scope >= 0 ? static_cast<PortIndex>(scope) : kNoPort;
  request.from = from_->value();
  request.cycles = cycles_->value();
  view_->setStudy({});
  progress_->setValue(0);
  job_ = std::make_shared<Job>();
  setRunning(true);
  inBackground(
      this,
      [request = std::move(request), job = job_]() -> std::pair<CacheStudy, std::shared_ptr<Job>> {
        try {
          return {studyCaches(request, job->stop.get_token(),
                              [&job](double share) { job->share = share; }),
                  job};
        } catch (const std::exception& error) {
          return {failed(error), job};
        }
      },
      [this](std::pair<CacheStudy, std::shared_ptr<Job>> answer) {
        // Something else may have been asked since.
        if (answer.second == job_) finish(std::move(answer.first));
      });
}

void CacheMapDialog::finish(CacheStudy study) {
  job_.reset();
  const bool stopped = study.stopped;
  QString problem;
  for (const Issue& issue : study.issues)
    if (issue.severity == Severity::error && problem.isEmpty()) problem = issueText(issue);
  if (stopped || !problem.isEmpty()) study = {};
  view_->setStudy(std::move(study));
  setRunning(false);
  const CacheStudy& shown = view_->study();
  if (!problem.isEmpty())
    status_->setText(problem);
  else if (stopped)
    status_->setText(tr("Stopped."));
  else
    status_->setText(tr("%1 of %2, cycles %3 to %4")
                         .arg(plural(static_cast<qint64>(shown.map.lookups), "lookup", "lookups"),
                              plural(static_cast<qint64>(shown.map.caches), "port", "ports"),
                              wholeText(shown.from), wholeText(shown.until)));
  showNotes();
  if (!shown.map.cells.empty()) view_->setFocus();
}

void CacheMapDialog::setRunning(bool running) {
  const bool any = !running && view_->study().map.lookups > 0;
  progress_->setVisible(running);
  if (running) {
    timer_.start();
    status_->setText(tr("Simulating and counting"));
    notes_->clear();
  } else {
    timer_.stop();
  }
  for (QWidget* field : {static_cast<QWidget*>(scope_), static_cast<QWidget*>(from_),
                         static_cast<QWidget*>(cycles_), static_cast<QWidget*>(compute_)})
    field->setEnabled(!running);
  close_->setText(running ? tr("Cancel") : tr("Close"));
  export_->setVisible(any);
  view_->setVisible(any);
  empty_->setVisible(!any);
  empty_->setText(running ? tr("The map appears here.") : tr("Nothing was looked up there."));
  showCell();
}

void CacheMapDialog::showCell() {
  const CacheStudy& study = view_->study();
  const auto place = view_->shown(), chosen = view_->chosen();
  const bool any = place && study.map.lookups > 0;
  cellTitle_->setVisible(any);
  cellText_->setVisible(any);
  const auto own = CacheMapPainter(study).own();
  use_->setEnabled(any && chosen && study.cached && chosen != own);
  if (!any) return;
  const CacheOutcome& cell = *study.map.cells[place->entries][place->ways];
  const std::uint32_t entries = study.map.entries[place->entries];
  const std::uint32_t ways = study.map.ways[place->ways];
  QString title = tr("%1 in %2: %3 hits")
                      .arg(plural(entries, "entry", "entries"), plural(ways, "way", "ways"),
                           percentText(cell.hitRate(), 2));
  if (own && place != own) {
    const double against =
        100 * (cell.hitRate() - study.map.cells[own->entries][own->ways]->hitRate());
    title += tr(", %1 points against this design").arg(signedText(against, 2));
  } else if (own) {
    title += tr(", this design");
  }
  cellTitle_->setText(title);
  cellText_->setText(tr("%1 misses: %2 compulsory, %3 capacity, %4 conflict")
                         .arg(countText(cell.misses()), countText(cell.compulsory),
                              countText(cell.capacity), countText(cell.conflict)));
  view_->setAccessibleDescription(title + QStringLiteral(". ") + cellText_->text());
}

/// What the map is not.
void CacheMapDialog::showNotes() {
  const CacheStudy& study = view_->study();
  QStringList lines;
  if (study.map.lookups > 0) {
    if (study.ownLookups > 0)
      lines << tr("In the run itself %1 hit. A lookup that waits for a miss under way counts as a "
                  "hit here.")
                   .arg(percentText(
                       static_cast<double>(study.ownHits) / static_cast<double>(study.ownLookups),
                       2));
    if (study.changed)
      lines << tr("A phase gives the caches another geometry; the one shown is that of cycle 0.");
    if (!study.cached) lines << tr("These routers have no caches: this is what caches would do.");
    if (study.cached && study.replacement != Replacement::lru)
      lines << tr(
          "The map is of caches that replace what was used least recently; this design "
          "replaces otherwise.");
    if (study.tagged)
      lines << tr("The keys are tags of node reduction: there are fewer of them than terminals.");
    if (study.prefetched)
      lines << tr("This run fills its caches ahead of lookups, too; the map does not.");
    if (study.full) lines << tr("There were more lookups than are kept: these are the first.");
  }
  notes_->setText(lines.join(QStringLiteral("\n\n")));
}

void CacheMapDialog::save() {
  QString file =
      QFileDialog::getSaveFileName(this, tr("Export the map"), QStringLiteral("cache-map.png"),
                                   tr("Pictures (*.png *.svg *.pdf);;Numbers (*.csv)"));
  if (file.isEmpty()) return;
  if (QFileInfo(file).suffix().isEmpty()) file += QStringLiteral(".png");
  QString problem;
  const bool good = exportCacheMap(view_->study(), file, &problem);
  status_->setText(good ? tr("The map was written to %1.").arg(QFileInfo(file).fileName())
                        : problem);
}

void CacheMapDialog::done(int result) {
  if (running()) job_->stop.request_stop();
  QDialog::done(result);
}

void CacheMapDialog::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && running()) {
    job_->stop.request_stop();
    return;
  }
  QDialog::keyPressEvent(event);
}

}  // namespace hopscope
