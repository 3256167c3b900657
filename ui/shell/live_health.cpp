// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/live_health.h"

#include <algorithm>
#include <utility>

#include "engine/design/catalogue.h"
#include "engine/design/design_json.h"
#include "engine/design/phases.h"
#include "engine/findings/diagnosis.h"
#include "ui/run/run_session.h"
#include "ui/widgets/background.h"

namespace hopscope {

namespace {

bool canBeMadeNow(const Remedy& remedy) {
  return remedy.links.empty() &&
         std::all_of(remedy.settings.begin(), remedy.settings.end(),
                     [](const auto& setting) { return isPhaseSetting(setting.first); });
}

/// Of `measuring` cycles that were to be measured.
bool tellsEnough(const Results& results, Cycle measuring) {
  return results.complete ||
         (results.measuredCycles > 0 && 4 * results.measuredCycles >= measuring);
}

}  // namespace

void LiveHealth::look(const RunSession& run) {
  const Cycle measuring = run.active() ? run.snapshot().planned - run.snapshot().warmup : 0;
  const bool over = run.active() && run.state() == RunnerState::finished && run.results() &&
                    tellsEnough(*run.results(), measuring);
  if (over) {
    if (!std::exchange(over_, true))
      judge(run.design(), run.topology(), std::make_shared<const Results>(*run.results()), false);
    return;
  }
  over_ = false;
  const bool goesOn =
      run.active() && (run.state() == RunnerState::running || run.state() == RunnerState::paused);
  const Snapshot* now = goesOn ? &run.snapshot() : nullptr;
  if (now == nullptr || !now->soFar || !tellsEnough(*now->soFar, measuring)) {
    judged_.reset();
    ++asked_;
    take({});
    return;
  }
  if (now->soFar == judged_) return;
  judged_ = now->soFar;
  judge(run.inForce(), run.topology(), judged_, true);
}

void LiveHealth::lookAt(const Design& design, std::shared_ptr<const Topology> topology,
                        const Results& results) {
  take({});
  ++asked_;
  const Cycle measuring =
      static_cast<Cycle>(std::get<std::int64_t>(effectiveValue(design, "run.measure")));
  if (tellsEnough(results, measuring))
    judge(design, std::move(topology), std::make_shared<const Results>(results), false);
}

void LiveHealth::judge(const Design& design, std::shared_ptr<const Topology> topology,
                       std::shared_ptr<const Results> results, bool goesOn) {
  inBackground(
      this,
      [design, topology = std::move(topology), results = std::move(results), goesOn,
       known = goesOn ? known_ : Known()]() mutable {
        if (const std::string hash = designHash(design); hash != known.design) known = {hash, {}};
        std::vector<Diagnosis> found = diagnoseRun(design, *topology, *results);
        tellByBound(design, topology, found);
        if (!goesOn) addHiddenSaturation(design, topology, *results, found);
        for (Diagnosis& each : found) {
          const auto tries = known.tries.find(each.path);
          if (tries == known.tries.end()) {
            std::vector<Diagnosis> alone{each};
            addTries(design, *topology, alone);
            known.tries[each.path] = alone.front().tries;
          }
          each.tries = known.tries[each.path];
          if (goesOn && !canBeMadeNow(each.remedy)) each.remedy = {};
        }
        return std::pair(findingsOf(found), std::move(known));
      },
      [this, question = ++asked_](std::pair<std::vector<Finding>, Known> judged) {
        known_ = std::move(judged.second);
        if (question == asked_) take(std::move(judged.first));
      });
}

void LiveHealth::take(std::vector<Finding> findings) {
  if (findings.empty() && findings_.empty()) return;
  findings_ = std::move(findings);
  emit changed();
}

}  // namespace hopscope
