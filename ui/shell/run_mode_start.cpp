// SPDX-License-Identifier: GPL-3.0-or-later
// How Run mode begins a run, goes on with it, and ends one that is of another state of the design.
#include <QApplication>
#include <QDateTime>
#include <QMainWindow>
#include <QPointer>
#include <QTimer>

#include "engine/design/application_sections.h"
#include "engine/design/design_json.h"
#include "ui/plots/live_plots.h"
#include "ui/run/opening_motion.h"
#include "ui/run/run_controls.h"
#include "ui/run/run_until_dialog.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/run_mode.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"

namespace hopscope {

bool RunMode::ofShownDesign() const {
  return run_.active() && session_.isOpen() && session_.currentDesign() == runDesign_ &&
         designHash(session_.document().design()) == runHash_;
}

bool RunMode::unfinished() const {
  return run_.active() && !kept_ && run_.state() != RunnerState::failed;
}

bool RunMode::needsPreparing() const {
  return !run_.active() || run_.state() == RunnerState::finished ||
         run_.state() == RunnerState::failed || !ofShownDesign();
}

bool RunMode::mayBegin() {
  return session_.isOpen() && !afterEnd_ && (!gate_ || gate_());
}

void RunMode::prepare(std::function<void()> next) {
  if (!session_.isOpen()) return;
  backToLive();
  messages_.clear(QLatin1String(kEndedKey));
  // What is left unfinished is no loss where the new run simulates the same again, or none begins.
  if (!unfinished() || run_.snapshot().cycle == 0 || ofShownDesign() ||
      hasErrors(session_.document().issues())) {
    prepareNow(std::move(next));
    return;
  }
  afterEnd_ = [this, next = std::move(next)] { prepareNow(next); };
  run_.stop();
}

/// The run that was in the way of another one is over: that one begins.
void RunMode::goOnAfterEnd(RowId kept) {
  if (!afterEnd_) return;
  endedRun_ = kept;
  if (kept != 0)
    messages_.post(
        QLatin1String(kEndedKey), Severity::note,
        tr("The run of “%1” before was ended at cycle %2, and is kept among the runs.")
            .arg(QString::fromStdString(run_.design().name), wholeText(run_.snapshot().cycle)),
        {{tr("Show it"), [this, kept] { showStored(kept); }}});
  // Not in the middle of what the run that is over has to say.
  QMetaObject::invokeMethod(this, &RunMode::beginNext, Qt::QueuedConnection);
}

/// Nothing begins behind a question: it may be whether the project is to be closed.
void RunMode::beginNext() {
  constexpr int kAgain = 50;  // ms
  if (QApplication::activeModalWidget() != nullptr) {
    QTimer::singleShot(kAgain, this, &RunMode::beginNext);
    return;
  }
  if (const auto next = std::exchange(afterEnd_, nullptr)) next();
}

void RunMode::prepareNow(std::function<void()> next) {
  if (!session_.isOpen()) return;
  messages_.clear(QLatin1String(kRunKey));
  messages_.clear(QLatin1String(kRefusedKey));
  forgetStale();
  entered_ = false;
  beside_ = 0;
  thenTry_.reset();
  session_.document().beginEpisode();
  run_.prepareLater(session_.document().design(),
                    [this, design = session_.currentDesign(), next = std::move(next)](
                        const Issues& issues) { prepared(issues, design, next); });
  if (!run_.preparing()) return;
  entered_ = true;
  emit enterRequested();
}

void RunMode::prepared(const Issues& issues, RowId design, const std::function<void()>& next) {
  if (hasErrors(issues)) {
    beside_ = 0;
    refuse(issues);
    checkStale();
    return;
  }
  runDesign_ = design;
  runHash_ = designHash(run_.design());
  runStarted_ = QDateTime::currentDateTimeUtc().toString(Qt::ISODate);
  kept_ = false;
  keptRun_ = 0;
  waitCycle_.clear();
  waitCycleRouters_.clear();
  inside_.leave();
  playback_.follow(run_.recorder());
  fits_ = heatFits();
  showControls();
  checkStale();  // the design may have been edited meanwhile
  plots_->clear();
  watchSelection();
  onUpdated();
  if (!entered_) emit enterRequested();
  next();
}

void RunMode::refuse(const Issues& issues) {
  for (const Issue& issue : issues) {
    if (issue.severity != Severity::error) continue;
    messages_.post(QLatin1String(kRefusedKey), Severity::error, issueText(issue),
                   {{tr("Show me"), [this, issue] { emit findingRequested(issue); }}});
    return;
  }
}

void RunMode::toggle() {
  if (!session_.isOpen()) return;
  if (run_.preparing()) {
    run_.cancelPreparing();
  } else if (shown_ && fits_ && run_.goesOn()) {
    run_.pause();
  } else if (!mayBegin()) {
    return;
  } else if (needsPreparing()) {
    startOver();
  } else {
    goOn();
  }
}

/// Where the run goes on already, it is only shown.
void RunMode::goOn() {
  backToLive();
  leavePast();
  emit enterRequested();
  if (!run_.goesOn()) run_.run();
  checkStale();
}

void RunMode::startOver() {
  if (mayBegin()) prepare([this] { begin(); });
}

void RunMode::begin() {
  open();
  run_.run();
}

void RunMode::open() {
  opening_->setWanted(slowStart_ && !speedSet_ && !inLesson_);
  opening_->begin();
  // Whatever runs outside lessons came to.
  if (inLesson_ && slowStart_ && !speedSet_) giveSpeed(RunControls::kFirstSpeed);
}

/// A speed that nobody set.
void RunMode::giveSpeed(double cyclesPerSecond) {
  opening_->end();
  run_.setSpeed(cyclesPerSecond);
  controls_->showSpeed(cyclesPerSecond);
}

void RunMode::setSlowStart(bool on) {
  slowStart_ = on;
  if (!on) opening_->setWanted(false);
}

void RunMode::setSpeed(double cyclesPerSecond) {
  controls_->setSpeed(cyclesPerSecond);
}

void RunMode::step(Cycle cycles) {
  if (run_.preparing() || !mayBegin()) return;
  if (needsPreparing()) {
    prepare([this, cycles] {
      open();
      run_.step(cycles);
    });
    return;
  }
  backToLive();
  leavePast();
  emit enterRequested();
  run_.step(cycles);
}

void RunMode::askRunUntil() {
  if (run_.preparing() || !mayBegin()) return;
  emit enterRequested();
  // A run that is over, or of another state of the design, stays until another one is asked for.
  const bool another = needsPreparing();
  const bool wasRunning = !another && run_.goesOn();
  if (!another) {
    backToLive();
    run_.pause();
  }
  RunUntilDialog dialog(&window_);
  const Parts& selection = session_.document().selection();
  if (another) {
    const Design& design = session_.document().design();
    dialog.ask({}, goalQuantities(*session_.topology(), selection));
    if (applicationCount(design) > 0) {
      dialog.setPlan(nullptr, true);
      untilRanks_.begin(std::make_shared<ApplicationsJob>(design, session_.topology()), this,
                        [dialog = QPointer<RunUntilDialog>(&dialog)](const ApplicationsJob& job) {
                          if (dialog) dialog->setPlan(job.plan);
                        });
    }
  } else {
    const auto& ranks = run_.snapshot().ranks;
    dialog.ask(run_.snapshot(), goalQuantities(*run_.topology(), fits_ ? selection : Parts()),
               ranks ? ranks->plan : nullptr);
  }
  if (dialog.exec() == QDialog::Accepted) {
    awaited_ = dialog.quantity();
    const RunGoal goal = dialog.goal();
    if (another) {
      prepare([this, goal] {
        open();
        run_.runUntil(goal);
      });
      return;
    }
    leavePast();
    run_.runUntil(goal);
  } else if (wasRunning) {
    run_.run();
  }
}

void RunMode::noteEdited() {
  const QLatin1String refused(kRefusedKey);
  if (!messages_.textOf(refused).isEmpty() && !hasErrors(session_.document().issues()))
    messages_.clear(refused);
  if (!run_.active() && !stored_) return;
  if (heatFits() != fits_) {
    lookWhetherFits();
    return;
  }
  checkStale();
  if (stored_ && shown_) sayStored();
  if (shown_) showHeat();
}

void RunMode::lookWhetherFits() {
  fits_ = heatFits();
  // What was said of a run is not true of another network.
  if (!fits_ || session_.currentDesign() != runDesign_) messages_.clear(QLatin1String(kRunKey));
  checkStale();
  showControls();
  updateActions();
  plots_->clear();
  showHeat();
  showPanels(true);
  showTimeline();
  showProgress();
  showStatus();
  if (stored_ && shown_) sayStored();
}

/// Says where the run is not of the design shown. One that is kept and not on the canvas is spoken
/// of no more.
void RunMode::checkStale() {
  if (!run_.active() || !session_.isOpen()) return;
  if (ofShownDesign()) return forgetStale();
  if (stored_ || inLesson_) {
    // Away as long as that is shown. What was dismissed before does not come back after it.
    if (!messages_.textOf(QLatin1String(kStaleKey)).isEmpty()) forgetStale();
    return;
  }
  if (!fits_ && !unfinished()) return forgetStale();
  const bool another = session_.currentDesign() != runDesign_;
  const bool resting = unfinished() && run_.state() == RunnerState::paused && !run_.goesOn();
  const QString name = QString::fromStdString(run_.design().name);
  QString text;
  if (fits_ && !another)
    text = resting ? tr("The design changed since this run started. Run begins it anew.")
                   : tr("The design changed since this run started.");
  else if (fits_)
    text = tr("This run is of “%1”, another design than the one on the canvas.").arg(name);
  else
    text = resting ? tr("A run of “%1”, another network than the one shown, is paused.").arg(name)
                   : tr("A run of “%1”, another network than the one shown, goes on.").arg(name);
  const QString shown = text + (resting ? QLatin1String("+") : QLatin1String());
  if (shown == staleShown_) return;  // said, and perhaps dismissed
  staleShown_ = shown;
  std::vector<MessageAction> verbs;
  if (!fits_) {
    verbs.push_back({tr("Show it"), [this] { showItsDesign(); }});
  } else {
    verbs.push_back({tr("Start over"), [this] {
                       // Pressed, not dismissed: where no run begins it is still to be said.
                       staleShown_.clear();
                       startOver();
                       if (!afterEnd_ && !run_.preparing()) checkStale();
                     }});
    if (resting) verbs.push_back({tr("Go on with it"), [this] { goOn(); }});
  }
  messages_.post(QLatin1String(kStaleKey), Severity::warning, text, std::move(verbs));
}

void RunMode::forgetStale() {
  messages_.clear(QLatin1String(kStaleKey));
  staleShown_.clear();
}

/// Shows the design that the run is of, which may have to be brought back.
void RunMode::showItsDesign() {
  if (!run_.active() || !session_.isOpen()) return;
  for (const StoredDesign& design : session_.designs())
    if (design.id == runDesign_ && designHash(design.design) == runHash_) {
      session_.show(design.id);
      emit enterRequested();
      return;
    }
  runDesign_ = session_.addDesign(run_.design());
  lookWhetherFits();
  emit enterRequested();
}

}  // namespace hopscope
