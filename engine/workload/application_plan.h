// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/workload/endpoint_settings.h"
#include "engine/workload/head_times.h"
#include "engine/workload/mapping.h"
#include "engine/workload/program.h"

namespace hopscope {

/// One application on its terminals.
struct Job {
  std::string name;
  std::shared_ptr<const Program> program;
  Places places;  ///< the terminal of each of its ranks
  Cycle start = 0;
  double cyclesPerOperation = 0;  ///< of OperationKind::work; 0: takes no time
};

/// All that runs on a network.
struct ApplicationPlan {
  std::vector<Job> jobs;
  EndpointSettings endpoints;
  Packets packets;
  std::uint64_t seed = 1;
  double picosecondsPerCycle = 1000;  ///< of the network's clock
  std::uint8_t trafficClass = 0;      ///< of its packets (TrafficPlan::classIds)
  /// The zero-load times that ideal and critical path are told by.
  std::shared_ptr<const HeadTimes> headTimes;
};

/// The ranks of all jobs, numbered one job after the other.
class RankTable {
 public:
  explicit RankTable(const ApplicationPlan& plan) {
    for (std::uint32_t job = 0; job < plan.jobs.size(); ++job) {
      first_.push_back(static_cast<std::uint32_t>(terminals_.size()));
      for (const TerminalId terminal : plan.jobs[job].places) {
        terminals_.push_back(terminal);
        jobs_.push_back(job);
      }
    }
  }

  std::uint32_t count() const { return static_cast<std::uint32_t>(terminals_.size()); }
  TerminalId terminal(std::uint32_t rank) const { return terminals_[rank]; }
  std::uint32_t job(std::uint32_t rank) const { return jobs_[rank]; }
  /// The number of a job's rank among all.
  std::uint32_t first(std::uint32_t job) const { return first_[job]; }
  /// The number of a rank within its job.
  std::uint32_t inJob(std::uint32_t rank) const { return rank - first_[jobs_[rank]]; }

 private:
  std::vector<TerminalId> terminals_;
  std::vector<std::uint32_t> jobs_, first_;
};

}  // namespace hopscope
