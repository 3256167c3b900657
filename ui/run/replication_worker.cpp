// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/replication_worker.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <optional>
#include <utility>

#include "engine/core/thread_team.h"
#include "engine/study/batch.h"

namespace hopscope {

struct ReplicationWorker::Slot {
  mutable std::mutex mutex;
  std::vector<std::optional<Results>> runs;
  bool done = false;
  std::string failure;
};

ReplicationWorker::ReplicationWorker(std::vector<Design> designs)
    : slot_(std::make_shared<Slot>()) {
  slot_->runs.resize(designs.size());
  thread_ = std::jthread([slot = slot_, designs = std::move(designs)](const std::stop_token& stop) {
    const unsigned cores = coresHere();
    BatchHooks hooks;
    hooks.finished = [&slot](std::size_t index, Results results) {
      const std::lock_guard lock(slot->mutex);
      slot->runs[index] = std::move(results);
      return slot->runs.size();
    };
    std::string failure;
    try {
      runBatch(designs, std::max(1U, cores - 1), stop, hooks);
    } catch (const std::exception& error) {
      failure = error.what();
    }
    const std::lock_guard lock(slot->mutex);
    slot->failure = std::move(failure);
    slot->done = true;
  });
}

ReplicationWorker::~ReplicationWorker() = default;

void ReplicationWorker::cancel() {
  thread_.request_stop();
}

bool ReplicationWorker::done() const {
  const std::lock_guard lock(slot_->mutex);
  return slot_->done;
}

std::size_t ReplicationWorker::finished() const {
  const std::lock_guard lock(slot_->mutex);
  return static_cast<std::size_t>(
      std::count_if(slot_->runs.begin(), slot_->runs.end(),
                    [](const std::optional<Results>& run) { return run.has_value(); }));
}

std::vector<Results> ReplicationWorker::results() const {
  const std::lock_guard lock(slot_->mutex);
  std::vector<Results> finished;
  for (const std::optional<Results>& run : slot_->runs)
    if (run) finished.push_back(*run);
  return finished;
}

std::string ReplicationWorker::failure() const {
  const std::lock_guard lock(slot_->mutex);
  return slot_->failure;
}

}  // namespace hopscope
