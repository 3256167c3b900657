// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/application_workload.h"

#include <algorithm>
#include <map>
#include <utility>

namespace hopscope {

ApplicationWorkload::ApplicationWorkload(std::shared_ptr<const ApplicationPlan> plan,
                                         bool wholeMessages)
    : plan_(std::move(plan)), table_(*plan_), wholeMessages_(wholeMessages) {}

std::unique_ptr<TrafficSource> ApplicationWorkload::source(TerminalId first, std::uint32_t count) {
  auto endpoints = std::make_unique<Endpoints>(*plan_, table_, first, count, wholeMessages_, stop_);
  parts_.push_back(endpoints.get());
  if (recorded_ > 0) {
    timelines_.push_back(std::make_unique<TimelinePart>());
    // Its share, by its ranks: a run takes no more memory for being simulated in more parts.
    timelines_.back()->most = static_cast<std::size_t>(
        static_cast<double>(recorded_) * static_cast<double>(endpoints->ranks().size()) /
        std::max(1U, table_.count()));
    endpoints->record(*timelines_.back());
  }
  return endpoints;
}

bool ApplicationWorkload::finished() const {
  return std::all_of(parts_.begin(), parts_.end(),
                     [](const Endpoints* part) { return part->unfinished() == 0; });
}

bool ApplicationWorkload::settled() const {
  std::uint64_t sent = 0, heard = 0;
  for (const Endpoints* part : parts_) {
    if (!part->quiet() || part->givenUp()) return false;
    sent += part->packetsSent();
    heard += part->packetsHeard();
  }
  return sent == heard;
}

std::uint64_t ApplicationWorkload::underWay(std::uint32_t job) const {
  std::uint64_t sum = 0;  // of differences, one of which may be below 0
  for (const Endpoints* part : parts_) sum += part->posted(job) - part->arrived(job);
  return sum;
}

void ApplicationWorkload::forgetMessages() {
  if (!finished() || !settled()) return;
  for (Endpoints* part : parts_) part->forgetMessages();
}

bool ApplicationWorkload::stalled() const {
  return settled() && !finished();
}

std::vector<ApplicationOutcome> ApplicationWorkload::outcomes() const {
  std::vector<ApplicationOutcome> outcomes(plan_->jobs.size());
  std::vector<Cycle> ends(plan_->jobs.size(), -1);
  std::vector<std::uint32_t> running(plan_->jobs.size(), 0);
  for (std::size_t job = 0; job < outcomes.size(); ++job) {
    outcomes[job].name = plan_->jobs[job].name;
    outcomes[job].start = plan_->jobs[job].start;
    outcomes[job].ranks.resize(plan_->jobs[job].places.size());
  }
  for (const Endpoints* part : parts_) {
    for (const Rank& rank : part->ranks()) {
      const std::uint32_t job = table_.job(rank.id);
      ApplicationOutcome& outcome = outcomes[job];
      outcome.ranks[table_.inJob(rank.id)] = rank.times;
      running[job] += rank.times.finished < 0 ? 1 : 0;
      if (const BesideTimes* const beside = part->beside(rank)) {
        outcome.background += beside->cycles;
        outcome.exposed += beside->exposed;
      }
    }
    part->forEachPair([&](const MatrixEntry& pair) {
      ApplicationOutcome& outcome = outcomes[table_.job(pair.source)];
      outcome.messages += pair.messages;
      outcome.bytes += pair.bytes;
    });
  }
  // Of those that finish last, the first rank's path.
  std::map<std::uint32_t, const Rank*> byId;
  for (const Endpoints* part : parts_)
    for (const Rank& rank : part->ranks()) byId[rank.id] = &rank;
  for (const auto& [id, rank] : byId) {
    const std::uint32_t job = table_.job(id);
    if (rank->times.finished <= ends[job]) continue;
    ends[job] = rank->times.finished;
    outcomes[job].path = rank->path;
  }
  const bool stuck = stalled();
  for (std::uint32_t job = 0; job < outcomes.size(); ++job) {
    ApplicationOutcome& outcome = outcomes[job];
    outcome.path.start = 0;
    if (running[job] == 0) {
      outcome.end = ApplicationEnd::finished;
      outcome.completion = std::max<Cycle>(0, ends[job] - outcome.start);
      continue;
    }
    outcome.path = {};
    if (!stuck) continue;
    outcome.end = ApplicationEnd::stalled;
    tellWaits(job, outcome);
  }
  return outcomes;
}

namespace {

using Waiting = std::map<std::uint32_t, StalledRank>;  ///< by rank

/// From the first rank that waits, each to the one it waits for, until one comes again or waits for
/// nobody in particular: a circle where there is one.
std::vector<StalledRank> waitCycle(const Waiting& waiting) {
  std::vector<StalledRank> longest;
  for (const auto& [first, unused] : waiting) {
    std::vector<StalledRank> path;
    for (auto next = waiting.find(first); next != waiting.end();
         next = waiting.find(path.back().peer)) {
      const auto again = std::find_if(path.begin(), path.end(), [&](const StalledRank& each) {
        return each.rank == next->first;
      });
      if (again != path.end()) return {again, path.end()};
      path.push_back(next->second);
    }
    if (longest.empty()) longest = std::move(path);
  }
  return longest;
}

}  // namespace

void ApplicationWorkload::tellWaits(std::uint32_t job, ApplicationOutcome& outcome) const {
  Waiting waiting;
  for (const Endpoints* part : parts_)
    for (const Rank& rank : part->ranks())
      if (table_.job(rank.id) == job && rank.phase == RankPhase::waiting)
        waiting.emplace(table_.inJob(rank.id), part->waitOf(rank));
  outcome.waiting = static_cast<std::uint32_t>(waiting.size());
  std::vector<StalledRank>& told = outcome.stalled;
  told = waitCycle(waiting);
  if (!told.empty() && told.back().peer == told.front().rank &&
      std::any_of(told.begin(), told.end(),
                  [](const StalledRank& each) { return each.eagerEnough > 0; }))
    for (const auto& [rank, wait] : waiting)
      outcome.eagerEnough = std::max(outcome.eagerEnough, wait.eagerEnough);
  for (const StalledRank& each : told) waiting.erase(each.rank);
  if (const std::uint32_t last = told.empty() ? kAnyRank : told.back().peer;
      last < outcome.ranks.size() && outcome.ranks[last].finished >= 0)
    told.push_back({last, kAnyRank, sentence("has finished")});
  for (const auto& [rank, wait] : waiting) {
    if (told.size() >= kMostStalledRanks) break;
    told.push_back(wait);
  }
  if (told.size() > kMostStalledRanks) told.resize(kMostStalledRanks);
}

NetworkUse& NetworkUse::operator+=(const NetworkUse& other) {
  messages += other.messages;
  bytes += other.bytes;
  senders += other.senders;
  if (other.first >= 0) first = first < 0 ? other.first : std::min(first, other.first);
  last = std::max(last, other.last);
  return *this;
}

NetworkUse ApplicationWorkload::networkUse() const {
  NetworkUse all;
  for (const Endpoints* part : parts_) all += part->networkUse();
  return all;
}

std::optional<Misfit> ApplicationWorkload::misfit() const {
  std::optional<Misfit> first;
  for (const Endpoints* part : parts_)
    if (part->misfit() && (!first || *part->misfit() < *first)) first = part->misfit();
  return first;
}

CollectiveTimes ApplicationWorkload::collectives() const {
  CollectiveTimes all;
  for (const Endpoints* part : parts_)
    for (const auto& [kind, time] : part->collectives()) all[kind] += time;
  return all;
}

void ApplicationWorkload::watch(MessageWatch* watch) {
  for (Endpoints* part : parts_) part->watch(watch);
}

std::vector<MatrixEntry> ApplicationWorkload::matrix() const {
  std::vector<MatrixEntry> all;
  for (const Endpoints* part : parts_)
    part->forEachPair([&](const MatrixEntry& pair) { all.push_back(pair); });
  std::sort(all.begin(), all.end(), [](const MatrixEntry& a, const MatrixEntry& b) {
    return std::pair(a.source, a.destination) < std::pair(b.source, b.destination);
  });
  return all;
}

const Rank* ApplicationWorkload::rank(std::uint32_t id) const {
  for (const Endpoints* part : parts_) {
    const std::vector<Rank>& ranks = part->ranks();
    const auto found =
        std::lower_bound(ranks.begin(), ranks.end(), id,
                         [](const Rank& rank, std::uint32_t sought) { return rank.id < sought; });
    if (found != ranks.end() && found->id == id) return &*found;
  }
  return nullptr;
}

std::shared_ptr<const RankObservation> ApplicationWorkload::observe(Cycle now) const {
  auto seen = std::make_shared<RankObservation>();
  seen->now = now;
  seen->plan = plan_;
  seen->ranks.resize(table_.count());
  if (!timelines_.empty()) seen->partOf.resize(table_.count());
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    for (const Rank& rank : parts_[part]->ranks()) {
      RankNow& each = seen->ranks[rank.id];
      each = {table_.terminal(rank.id),
              table_.job(rank.id),
              table_.inJob(rank.id),
              rank.times.finished >= 0 ? RankPhase::finished : rank.phase,
              rank.since,
              rank.iteration,
              {},
              parts_[part]->beside(rank) != nullptr};
      if (each.phase == RankPhase::waiting) each.waits = parts_[part]->waitOf(rank).operation;
      if (!timelines_.empty()) seen->partOf[rank.id] = static_cast<std::uint32_t>(part);
    }
  }
  for (const auto& part : timelines_) seen->parts.push_back(*part);
  return seen;
}

Timeline ApplicationWorkload::timeline() const {
  std::vector<TimelinePart> parts;
  for (const auto& part : timelines_) parts.push_back(*part);
  return joined(parts);
}

}  // namespace hopscope
