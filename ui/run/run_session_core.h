// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <algorithm>
#include <deque>
#include <exception>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/core/thread_team.h"
#include "engine/design/compile.h"
#include "engine/study/replications.h"
#include "ui/drawing/ranks_shown.h"
#include "ui/run/change_job.h"
#include "ui/run/followed_journey.h"
#include "ui/run/heat_meter.h"
#include "ui/run/prepare_job.h"
#include "ui/run/replication_worker.h"
#include "ui/run/run_pace.h"
#include "ui/run/run_plan.h"
#include "ui/run/run_session.h"

namespace hopscope {

/// The run that a session watches, and how it is pulled; what is asked of it and told to it stands
/// in the session's own files.
struct RunSession::Implementation {
  explicit Implementation(RunSession* session) : owner(session) {}

  RunSession* owner;
  QTimer timer;
  Preparer preparer;
  std::unique_ptr<SimulationRunner> runner;
  RunPlan plan;
  Issues known;  ///< that the design had when it was compiled last
  std::shared_ptr<const Topology> topology;
  Snapshot snapshot;
  NetworkHeat heat;
  HeatMeter meter;
  RunnerState state = RunnerState::paused;
  std::optional<Results> results;
  std::optional<Results> first;      ///< of the watched run, while others go on
  std::vector<Design> otherDesigns;  ///< the other replications
  std::unique_ptr<ReplicationWorker> others;
  double speed = 0;
  RouterId watched = kNone, neighbour = kNone;
  std::vector<RouterId> near;
  bool latenciesWatched = false, allWatched = false;
  FollowedPacket followed;
  bool announced = false;             ///< the results
  std::size_t knownReplications = 0;  ///< of the others, finished
  RunGoal goal;                       ///< asked for last
  std::deque<Phase> waiting;          ///< changes, for the run to be between two cycles
  std::optional<Cycle> catchUp;       ///< the run is repeated flat out up to there
  std::optional<Cycle> backTo;        ///< it will be, once what that takes is worked out
  /// The run goes on once nothing waits and nothing is repeated any more.
  bool goOn = false;
  bool stopAsked = false;
  std::shared_ptr<const RoutingAlgorithm> routing;  ///< before any phase
  MadeFor madeFor;                                  ///< the network
  LatestJob<ChangeJob> changer{1};                  ///< works out what a change needs

  RunPace pace;

  void forget() {
    runner.reset();
    others.reset();
    otherDesigns.clear();
    first.reset();
    results.reset();
    waiting.clear();
    changer.cancel();
    backTo.reset();
    known.clear();
    followed = {};
    catchUp.reset();
    stopAsked = false;
    goal = {};
    announced = false;
    knownReplications = 0;
  }

  void updateWatch() {
    if (!runner) return;
    WatchList list;
    list.router = watched;
    list.neighbour = neighbour;
    list.latencies = latenciesWatched;
    /// Up to this speed packets are worth drawing one by one.
    constexpr double kPacketSpeed = 200;
    list.packets =
        allWatched || state != RunnerState::running || (speed > 0 && speed <= kPacketSpeed);
    list.allocations = list.packets;
    list.results = list.circuits = list.ranks = true;
    list.queues = meter.wantsQueues();
    list.near = near;
    runner->watch(list);
    // Somebody who asks more often than it fires would keep it from that.
    if (!timer.isActive()) timer.start();
  }

  void refreshHeat() {
    meter.add(snapshot, state != RunnerState::running);
    meter.fill(heat);
    takeMoving(snapshot, heat);
    takeRanks();
    takeJourney(snapshot.journey, followed);
    heat.followed = followed;
  }

  /// Of very many, only that there are ranks, unless they are what is shown.
  void takeRanks() {
    if (!snapshot.ranks || !topology)
      heat.ranks = nullptr;
    else if (snapshot.ranks->ranks.size() > kManyRanks && !meter.shows(HeatQuantity::ranks))
      heat.ranks = noRanksSeen(true);
    else
      heat.ranks = ranksShown(*snapshot.ranks, *topology);
  }

  /// A finished run is shown by its measured interval; its last moments are the idle drain.
  void showResults() {
    if (!results) return;
    if (results->channelUtilization.size() == heat.channelUtilization.size() && results->complete)
      std::transform(results->channelUtilization.begin(), results->channelUtilization.end(),
                     heat.channelUtilization.begin(),
                     [](double value) { return static_cast<float>(value); });
    if (results->complete) heat.routerPower = measuredPower(*results, plan.design);
    if (!isStuck(results->verdict) && heat.queuesSeen == QueuesSeen::yes)
      heat.queuesSeen = QueuesSeen::ranEmpty;
    heat.powerRange = around(heat.routerPower, heat.powerRange);
    heat.packets.clear();
    heat.paused.clear();
    heat.pauses = false;
  }

  void startOthers() {
    if (!others && !otherDesigns.empty())
      others = std::make_unique<ReplicationWorker>(otherDesigns);
  }

  /// The results, once all replications have them; those of the watched run where it was stopped.
  std::optional<Results> collect() {
    if (!first) first = runner->results();
    if (!first || otherDesigns.empty()) return first;
    if (!first->complete) {
      if (others) others->cancel();
      return first;
    }
    startOthers();
    if (!others->done()) return {};
    std::vector<Results> runs = others->results();
    const bool all = runs.size() == otherDesigns.size();
    runs.insert(runs.begin(), *first);
    Results pooled = pool(std::move(runs));
    pooled.complete = all;
    if (const std::string why = others->failure(); !why.empty())
      pooled.warnings.push_back(sentence("{}", why));
    return pooled;
  }

  /// Where the run is, or is being brought to.
  Cycle present() const {
    return catchUp ? *catchUp : backTo ? *backTo : runner ? runner->now() : 0;
  }

  /// Something comes before the run goes on.
  bool busy() const { return catchUp || !waiting.empty() || changer.job() != nullptr; }

  /// What the run follows, with the changes that wait.
  RunPlan planned() const {
    RunPlan all = plan;
    for (const Phase& change : waiting) all.add(change, present());
    return all;
  }

  /// Makes another simulation take the run's place, and brings it to cycle `until`. False, with
  /// nothing changed, where it does not fit into the memory.
  bool repeat(Setup setup, Cycle until) {
    setup.execution = watchedExecution();
    MadeFor then = MadeFor::of(setup);
    try {
      runner = std::make_unique<SimulationRunner>(std::move(setup));
    } catch (const std::exception&) {
      return false;
    }
    madeFor = std::move(then);
    heat.packetSizes = madeFor.lengths;
    snapshot.windows.clear();
    meter.reset(*topology, plan.design);
    catchUp = until;
    updateWatch();
    runner->runUntil(until);
    return true;
  }

  void endCatchUp() {
    catchUp.reset();
    runner->setSpeed(speed);
    if (followed.source != kNone) runner->follow(followed.source, followed.birth);
    if (stopAsked) runner->stop();
    goOnAfterAll();
    emit owner->stateChanged();  // what can be done with it now
  }

  void goOnAfterAll() {
    if (goOn && !stopAsked && !busy()) runner->runUntil(goal);
  }

  /// The first change that waits is to come into force, as soon as what it needs is worked out.
  /// Between two cycles.
  void applyNext() {
    RunPlan changed = plan;
    const Cycle now = runner->now(), at = changed.add(waiting.front(), now);
    const auto aside = std::make_shared<bool>(false);  // it takes a while
    const auto done = [this, now, changed, at, aside](ChangeJob& job) {
      // The run may have been stopped, or have gone on, meanwhile: then it is looked at again.
      if (!runner || waiting.empty() || stopAsked || runner->now() != now) return;
      waiting.pop_front();
      apply(changed, at, std::move(job.compiled));
      if (*aside) emit owner->stateChanged();
    };
    *aside = !changer.begin(std::make_shared<ChangeJob>(changed.design, topology), owner, done);
    if (*aside) emit owner->stateChanged();
  }

  /// The run is repeated up to there, as soon as what that takes is worked out.
  void goBack(Cycle until) {
    backTo = until;
    goOn = stopAsked = false;
    const auto done = [this](ChangeJob& job) {
      const Cycle to = std::exchange(backTo, std::nullopt).value_or(1);
      if (!runner || stopAsked) return;
      const bool whole = results && results->complete;
      if (!job.compiled.setup) {
        emit owner->refused(job.compiled.issues);
        return goOnAfterAll();
      }
      if (!repeat(std::move(*job.compiled.setup), to)) {
        emit owner->refused(
            {{Severity::error, "run",
              sentence("Going back needs the network a second time, which does not fit into the "
                       "memory of this machine."),
              sentence("Start the run over.")}});
        goOnAfterAll();
        return;
      }
      announced = false;
      results.reset();
      first.reset();
      if (!goOn) goal = RunGoal{to, 0, {}, false};
      noteState(runner->state());
      emit owner->wentBack(whole);
    };
    timer.start();
    if (changer.begin(std::make_shared<ChangeJob>(plan.design, topology), owner, done)) return;
    noteState(runner->state());
    emit owner->stateChanged();
  }

  /// A change comes into force.
  void apply(RunPlan changed, Cycle at, Compiled compiled) {
    if (!compiled.setup) {
      emit owner->refused(compiled.issues);
      goOnAfterAll();
      return;
    }
    std::vector<TrafficPhase> phases = compiled.setup->phases;
    changed.setBegins(phases);
    if (madeFor.fits(*compiled.setup)) {
      runner->setPhases(std::move(phases), at);
    } else if (!repeat(std::move(*compiled.setup), runner->now())) {
      emit owner->refused(
          {{Severity::error, "phases",
            sentence("This change needs the network a second time, which does not fit "
                     "into the memory of this machine."),
            sentence("Stop the run, and plan the change as a phase of the design.")}});
      goOnAfterAll();
      return;
    }
    plan = std::move(changed);
    // The others follow the same plan from their beginning.
    if (!otherDesigns.empty()) {
      const bool going = others != nullptr;
      others.reset();
      otherDesigns = replicationsOf(plan.design);
      otherDesigns.erase(otherDesigns.begin());
      if (going) startOthers();
    }
    goOnAfterAll();
    emit owner->phasesChanged(at);
    warn(std::move(compiled.issues));
  }

  /// Puts what was prepared in the place of the run that was.
  Issues take(PrepareJob& job) {
    if (!job.runner) {
      if (!job.fits) owner->discard();
      return job.issues;
    }
    forget();
    plan.design = job.design;
    plan.setBegins(job.phases);
    known = job.issues;
    otherDesigns = std::move(job.otherDesigns);
    topology = job.topology;
    routing = job.routing;
    madeFor = std::move(job.madeFor);
    runner = std::move(job.runner);
    snapshot = {};
    heat = {};
    heat.packetSizes = madeFor.lengths;
    meter.reset(*topology, plan.design);
    meter.fill(heat);
    state = RunnerState::paused;
    pace.clear();
    runner->setSpeed(speed);
    updateWatch();
    timer.start();
    emit owner->stateChanged();
    return job.issues;
  }

  /// Hands on what a change brought along.
  void warn(Issues issues) {
    Issues news;
    for (const Issue& issue : issues)
      if (issue.severity == Severity::warning &&
          std::none_of(known.begin(), known.end(), [&](const Issue& each) {
            return each.text == issue.text && each.remedy == issue.remedy;
          }))
        news.push_back(issue);
    known = std::move(issues);
    if (!news.empty()) emit owner->warned(news);
  }

  void noteState(RunnerState now) {
    // It rests between two cycles only, and one that goes back is not over any more.
    if (backTo && now == RunnerState::finished) now = RunnerState::paused;
    if (now == RunnerState::paused && busy() && goOn) now = RunnerState::running;
    if (now == state) return;
    state = now;
    if (state == RunnerState::running) pace.restart(snapshot);
    updateWatch();
    emit owner->stateChanged();
  }

  void pull() {
    if (!runner) return;
    // The state first: whatever it says, the snapshot taken afterwards is at least as new.
    RunnerState now = runner->state();
    if (catchUp && now == RunnerState::paused && runner->now() >= *catchUp) {
      endCatchUp();
      now = runner->state();
    }
    if (!waiting.empty() && !catchUp && !stopAsked && !changer.job() &&
        now == RunnerState::paused) {
      applyNext();
      now = runner->state();
    }
    const bool ended = now == RunnerState::finished || now == RunnerState::failed;
    const bool fresh = runner->takeSnapshot(snapshot);
    if (fresh) refreshHeat();
    if (ended && (!backTo || stopAsked)) {
      catchUp.reset();
      backTo.reset();
      changer.cancel();
      if (!std::exchange(waiting, {}).empty())
        emit owner->refused({{Severity::error, "phases",
                              sentence("The run was over before this change came into force."),
                              sentence("Start it over; the change can be planned as a phase of the "
                                       "design.")}});
    }
    if (ended && !results) results = collect();
    const bool newResults = results && !announced;
    announced = results.has_value();
    const std::size_t replicated = others ? others->finished() : 0;
    const bool progress = std::exchange(knownReplications, replicated) != replicated;
    if (ended) showResults();
    if (state == RunnerState::running)
      pace.measure(snapshot);
    else
      pace.clear();
    noteState(now);
    if (fresh || newResults || progress) emit owner->updated();
    if (newResults) emit owner->finished();
    if (ended && !fresh && !backTo && (results || now == RunnerState::failed) &&
        (now == RunnerState::failed || watchedIsShown()))
      timer.stop();
  }

  /// A finished simulation still answers: another router may be looked into at any time.
  bool watchedIsShown() const {
    const auto shown = [](RouterId wanted, const std::optional<RouterDetail>& detail) {
      return wanted == kNone || (detail && detail->router == wanted);
    };
    return shown(watched, snapshot.router) && shown(neighbour, snapshot.neighbour);
  }
};

}  // namespace hopscope
