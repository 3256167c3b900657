// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/live_health.h"

#include <algorithm>
#include <utility>

#include "engine/design/phases.h"
#include "ui/run/run_session.h"
#include "ui/shell/run_findings.h"
#include "ui/widgets/background.h"

namespace hopscope {

namespace {

bool canBeMadeNow(const Remedy& remedy) {
  return remedy.links.empty() &&
         std::all_of(remedy.settings.begin(), remedy.settings.end(),
                     [](const auto& setting) { return isPhaseSetting(setting.first); });
}

}  // namespace

void LiveHealth::look(const RunSession& run) {
  const bool goesOn =
      run.active() && (run.state() == RunnerState::running || run.state() == RunnerState::paused);
  const Snapshot* now = goesOn ? &run.snapshot() : nullptr;
  const Cycle measuring = now != nullptr ? now->planned - now->warmup : 0;
  if (now == nullptr || !now->soFar || 4 * now->soFar->measuredCycles < measuring) {
    judged_.reset();
    ++asked_;
    take({});
    return;
  }
  if (now->soFar == judged_) return;
  judged_ = now->soFar;
  inBackground(
      this,
      [design = run.inForce(), topology = run.topology(), results = judged_] {
        std::vector<Finding> findings;
        addRunFindings(design, *topology, *results, findings);
        for (Finding& finding : findings)
          if (!canBeMadeNow(finding.remedy)) finding.remedy = {};
        return findings;
      },
      [this, question = ++asked_](std::vector<Finding> findings) {
        if (question == asked_) take(std::move(findings));
      });
}

void LiveHealth::take(std::vector<Finding> findings) {
  if (findings.empty() && findings_.empty()) return;
  findings_ = std::move(findings);
  emit changed();
}

}  // namespace hopscope
