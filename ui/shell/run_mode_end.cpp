// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of a run that is over: it is kept, and what it came to is said.
#include <utility>

#include "engine/design/design_json.h"
#include "projects/stored_run.h"
#include "ui/document/finding.h"
#include "ui/inspectors/run_summary.h"
#include "ui/run/failures.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/run_mode.h"
#include "ui/widgets/ending_wait.h"
#include "ui/words/numbers.h"
#include "ui/words/part_names.h"

namespace hopscope {

bool RunMode::wouldBeLost(bool changed) const {
  return unfinished() && run_.snapshot().cycle > 0 && session_.isOpen() &&
         (changed || !session_.bringsBack(run_.design()));
}

bool RunMode::keep() {
  if (!unfinished()) return true;
  // The run that was to come next would be one of a project that closes.
  afterEnd_ = nullptr;
  thenTry_.reset();
  EndingWait ending(
      tr("The run is being ended."), [this] { return !unfinished(); }, &window_);
  connect(&run_, &RunSession::finished, &ending, &EndingWait::look);
  connect(&run_, &RunSession::stateChanged, &ending, &EndingWait::look);
  // It ends at its next cycle, or once it has been repeated up to now.
  run_.stop();
  ending.wait();
  // Meanwhile the program may have been told to end, and let go of the project.
  return session_.isOpen() && !unfinished();
}

void RunMode::onFinished() {
  const std::optional<Results> results = run_.results();
  // One that was stepped back is kept as it is unless it comes to its end again.
  if (!results || (kept_ && results->complete) || !session_.isOpen()) return;
  kept_ = true;
  StoredRun run;
  run.designId = runDesign_;
  run.name = runName(run_.design());
  run.started = runStarted_.toStdString();
  run.designHash = runHash_;
  run.design = run_.design();
  run.results = *results;
  run.recording = recordingOfLive();
  const RowId id = session_.addRun(run);
  keptRun_ = id;
  checkStale();
  goOnAfterEnd(id);
  if (!fits_ || session_.currentDesign() != runDesign_) {
    if (!afterEnd_)
      messages_.post(QLatin1String(kEndedKey), Severity::note,
                     tr("The run of “%1” is over, and kept among the runs.")
                         .arg(QString::fromStdString(run.design.name)),
                     {{tr("Show it"), [this, id] { showStored(id); }}});
    onUpdated();
    updateActions();
    showStatus();
    return;
  }
  if (const RowId beside = std::exchange(beside_, 0); beside != 0 && results->complete) {
    onUpdated();
    updateActions();
    showStatus();
    // Not in the middle of what the run has to say.
    QMetaObject::invokeMethod(
        this,
        [this, beside, id] {
          emit compareRequested({beside, id});
        },
        Qt::QueuedConnection);
    return;
  }
  if (const auto remedy = std::exchange(thenTry_, {}); remedy && results->complete && !afterEnd_) {
    afterEnd_ = [this, remedy = *remedy, of = run_.design(), id] { tryVariant(remedy, of, id); };
    QMetaObject::invokeMethod(this, &RunMode::beginNext, Qt::QueuedConnection);
  } else {
    sayVerdict(*results);
  }
  onUpdated();
  updateActions();
  showStatus();
}

/// At once; what can be tried follows, which takes a while to find out.
void RunMode::sayVerdict(const Results& results) {
  if (!results.complete || results.verdict == Verdict::stable) return;
  if (!results.deadlock.empty()) {
    askWaitCycle();
    // Once the message below has taken its room from the canvas.
    QMetaObject::invokeMethod(
        this, [this, cycle = results.deadlock] { showWaitCycle(cycle); }, Qt::QueuedConnection);
  }
  if (inLesson_) return;
  const std::vector<Diagnosis> found = diagnoseRun(run_.design(), *run_.topology(), results);
  if (!found.empty()) return postFinding(findingOf(found.front()));
  messages_.post(QLatin1String(kRunKey),
                 isStuck(results.verdict) ? Severity::error : Severity::warning,
                 verdictSentence(*run_.topology(), results));
}

}  // namespace hopscope
