// SPDX-License-Identifier: GPL-3.0-or-later
#include "projects/run_list.h"

#include <algorithm>
#include <utility>

namespace hopscope {

namespace {

/// Side by side are six; what is shown in Run mode, and the one before.
constexpr std::size_t kMostWhole = 8;
/// Some kilobytes each.
constexpr std::size_t kMostBrief = 2000;

template <typename Map>
auto& keepIn(Map& kept, RowId id, typename Map::mapped_type value) {
  if (kept.size() >= kMostBrief) kept.clear();
  return kept.insert_or_assign(id, std::move(value)).first->second;
}

StoredRun briefly(const StoredRun& run) {
  StoredRun brief = run;
  Results& results = brief.results;
  brief.recording.reset();
  results.channelUtilization = {};
  results.windows = {};
  results.histogram = {};
  results.routers = {};
  results.timeSlots = {};
  return brief;
}

}  // namespace

RunHead headOf(const StoredRun& run) {
  RunHead head;
  head.id = run.id;
  head.designId = run.designId;
  head.name = run.name;
  head.designName = run.design.name;
  head.started = run.started;
  head.designHash = run.designHash;
  head.engineVersion = run.results.engineVersion;
  head.tags = run.tags;
  head.seed = run.results.seed;
  head.complete = run.results.complete;
  head.verdict = run.results.verdict;
  head.cycles = run.results.cycles;
  head.offeredLoad = run.results.offeredLoad;
  head.acceptedLoad = run.results.acceptedLoad;
  head.latencyMean = run.results.latency.mean;
  head.latencyP99 = run.results.latency.p99;
  head.latencyCi95 = run.results.latency.ci95;
  head.hopsMean = run.results.hopsMean;
  return head;
}

RunList::RunList(const Project& project) : project_(&project), heads_(project.runHeads()) {}

RunList::RunList(const std::vector<StoredRun>& runs) {
  for (const StoredRun& run : runs) {
    StoredRun held = run;
    if (held.id == 0) held.id = static_cast<RowId>(heads_.size()) + 1;
    heads_.push_back(headOf(held));
    held_.emplace(held.id, std::move(held));
  }
}

std::optional<StoredRun> RunList::read(RowId id) const {
  if (project_ == nullptr) return held_.at(id);
  std::optional<ProjectError> why;
  auto found = project_->run(id, &why);
  if (why && hear_) hear_(*why);
  return found;
}

const RunHead* RunList::find(RowId id) const {
  const auto found = std::lower_bound(heads_.begin(), heads_.end(), id,
                                      [](const RunHead& head, RowId of) { return head.id < of; });
  return found != heads_.end() && found->id == id ? &*found : nullptr;
}

std::span<const RunHead> RunList::newest(std::size_t most) const {
  const std::size_t count = std::min(most, heads_.size());
  return std::span(heads_).subspan(heads_.size() - count);
}

std::shared_ptr<const StoredRun> RunList::run(RowId id) const {
  if (find(id) == nullptr) return nullptr;
  const auto at =
      std::find_if(whole_.begin(), whole_.end(), [id](const auto& each) { return each->id == id; });
  if (at != whole_.end()) {
    std::rotate(whole_.begin(), at, std::next(at));
    return whole_.front();
  }
  auto found = read(id);
  if (!found) return nullptr;
  whole_.push_front(std::make_shared<const StoredRun>(std::move(*found)));
  if (whole_.size() > kMostWhole) whole_.pop_back();
  return whole_.front();
}

std::shared_ptr<const StoredRun> RunList::summary(RowId id) const {
  if (const auto found = summaries_.find(id); found != summaries_.end()) return found->second;
  // Looking at many of them leaves those at hand that are looked at whole.
  const auto before = whole_;
  const auto whole = run(id);
  whole_ = before;
  if (!whole) return nullptr;
  return keepIn(summaries_, id, std::make_shared<const StoredRun>(briefly(*whole)));
}

std::shared_ptr<const Design> RunList::design(RowId id) const {
  if (const auto found = designs_.find(id); found != designs_.end()) return found->second;
  std::optional<Design> found;
  if (find(id) != nullptr)
    found = project_ == nullptr ? held_.at(id).design : project_->designOfRun(id);
  return keepIn(designs_, id, found ? std::make_shared<const Design>(std::move(*found)) : nullptr);
}

void RunList::added(StoredRun run, RowId id) {
  run.id = id;
  heads_.push_back(headOf(run));
  keepIn(designs_, id, std::make_shared<const Design>(run.design));
  whole_.push_front(std::make_shared<const StoredRun>(std::move(run)));
  if (whole_.size() > kMostWhole) whole_.pop_back();
}

void RunList::labelled(RowId id, const std::string& name, const std::vector<std::string>& tags) {
  for (RunHead& head : heads_)
    if (head.id == id) {
      head.name = name;
      head.tags = tags;
    }
  std::erase_if(whole_, [id](const auto& each) { return each->id == id; });
  summaries_.erase(id);
}

void RunList::removed(const std::vector<RowId>& ids) {
  std::vector<RowId> sorted = ids;
  std::sort(sorted.begin(), sorted.end());
  std::erase_if(heads_, [&](const RunHead& head) {
    return std::binary_search(sorted.begin(), sorted.end(), head.id);
  });
  for (const RowId id : ids) forget(id);
}

void RunList::designRemoved(RowId design) {
  for (RunHead& head : heads_)
    if (head.designId == design) {
      head.designId = 0;
      std::erase_if(whole_, [&](const auto& each) { return each->id == head.id; });
      summaries_.erase(head.id);
    }
}

void RunList::forget(RowId id) {
  std::erase_if(whole_, [id](const auto& each) { return each->id == id; });
  summaries_.erase(id);
  designs_.erase(id);
}

}  // namespace hopscope
