// SPDX-License-Identifier: GPL-3.0-or-later
// What Run mode says of what is wrong with a run, and how remedies are tried beside it.
#include <utility>
#include <vector>

#include "engine/design/design_json.h"
#include "ui/document/finding.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/run_mode.h"
#include "ui/words/engine_text.h"

namespace hopscope {

namespace {

/// Remedies offered beside each other: more would push the words out of the message. The inspector
/// has them all.
constexpr std::size_t kMostTries = 2;

}  // namespace

void RunMode::postFindings() {
  if (inLesson_ || stored_ || !run_.active() || run_.state() != RunnerState::finished ||
      keptRun_ == 0 || !fits_ || session_.currentDesign() != runDesign_ ||
      health_.findings().empty() || beside_ != 0 || thenTry_)
    return;
  // Who stops a run knows why; the inspector has what it has shown.
  if (!run_.results()->complete) return;
  // Who has put away what was said of it is not told again.
  if (run_.results()->verdict != Verdict::stable &&
      messages_.textOf(QLatin1String(kRunKey)).isEmpty())
    return;
  postFinding(health_.findings().front());
}

void RunMode::postFinding(const Finding& finding) {
  std::vector<MessageAction> verbs;
  if (!run_.results()->deadlock.empty())
    verbs.push_back(
        {tr("Show me"), [this, cycle = run_.results()->deadlock] { showWaitCycle(cycle); }});
  else if (!finding.parts.empty())
    verbs.push_back({tr("Show me"), [this, finding] { showFinding(finding); }});
  for (const Remedy& each : finding.tries) {
    if (verbs.size() > kMostTries) break;
    if (each.settings == finding.remedy.settings) continue;
    // The design may have changed since the run: only what the remedy changes may differ from it.
    verbs.push_back(
        {tr("Try %1").arg(engineText(each.verb)),
         [this, each, of = run_.design(), run = keptRun_] { tryVariant(each, of, run); }});
  }
  if (!finding.remedy.empty())
    verbs.push_back({engineText(finding.remedy.verb),
                     [this, remedy = finding.remedy] { applyRemedy(remedy); }});
  messages_.post(QLatin1String(kRunKey), finding.severity, finding.text, std::move(verbs));
}

void RunMode::applyRemedy(const Remedy& remedy) {
  if (!run_.active() || run_.state() == RunnerState::finished || stored_) {
    // What is over is mended for the next run.
    const RowId of = stored_ ? stored_->run.designId : runDesign_;
    if (session_.currentDesign() != of || !fits_) return;
    DesignDocument& document = session_.document();
    document.replaceDesign(remedied(document.design(), remedy), engineText(remedy.verb));
    return;
  }
  Phase change;
  for (const auto& [path, value] : remedy.settings) change.set[path] = value;
  applyChange(change);
}

void RunMode::tryOnRun(const Remedy& remedy) {
  if (stored_)
    tryVariant(remedy, stored_->run.design, stored_->run.id);
  else if (run_.active())
    tryVariant(remedy, run_.design(), keptRun_);
}

void RunMode::tryOnDesign(const Remedy& remedy) {
  if (!session_.isOpen() || !mayBegin()) return;
  const Design& design = session_.document().design();
  const std::string hash = designHash(design);
  const RunList& runs = session_.runs();
  for (auto run = runs.rbegin(); run != runs.rend(); ++run)
    if (run->complete && run->designHash == hash) return tryVariant(remedy, design, run->id);
  giveSpeed(0);
  prepare([this, remedy] {
    run_.run();
    thenTry_ = remedy;
  });
}

void RunMode::tryVariant(const Remedy& remedy, const Design& of, RowId beside) {
  if (!session_.isOpen() || !mayBegin()) return;
  Design variant = remedied(of, remedy);
  variant.name =
      tr("%1, %2").arg(QString::fromStdString(of.name), engineText(remedy.verb)).toStdString();
  endedRun_ = 0;
  session_.addDesign(variant);
  giveSpeed(0);  // what it comes to is what is asked for
  prepare([this, beside] {
    run_.run();
    beside_ = beside != 0 ? beside : endedRun_;
  });
}

}  // namespace hopscope
