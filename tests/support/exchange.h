// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "engine/core/rng.h"
#include "engine/simulation/setup.h"
#include "engine/simulation/zero_load_times.h"
#include "engine/workload/application_plan.h"
#include "engine/workload/program.h"

namespace hopscope::test {

/// Ranks that exchange messages with 32 others, each step with those as far off as it says, as
/// often as makes up a load. Eight steps are waited for together, once 24 others have begun.
class Exchange final : public Program {
 public:
  static constexpr std::uint32_t kAhead = 32;
  Exchange(std::uint32_t ranks, std::uint64_t bytes, double cycles)
      : ranks_(ranks), bytes_(bytes), cycles_(cycles) {}

  std::uint32_t ranks() const override { return ranks_; }
  bool block(std::uint32_t rank, std::uint64_t step, Operations& out) const override {
    constexpr std::uint32_t kTogether = 8;
    const auto off = 1 + static_cast<std::uint32_t>(drawn(0, step % kAhead) * (ranks_ - 1));
    const auto request = static_cast<std::uint32_t>(step % kAhead / kTogether);
    if (step >= kAhead && step % kTogether == 0) out.push_back(Operation::wait(request));
    out.push_back(Operation::receiveLater((rank + ranks_ - off) % ranks_, kAnySize, 0, request));
    out.push_back(Operation::compute(cycles_ * (0.5 + drawn(rank + 1, step))));
    out.push_back(Operation::send((rank + off) % ranks_, bytes_));
    return true;
  }

 private:
  /// In [0, 1), anew for each rank and step.
  static double drawn(std::uint64_t rank, std::uint64_t step) {
    std::uint64_t mixed = (rank << 40 ^ step) * 0x9e3779b97f4a7c15U;
    mixed = (mixed ^ mixed >> 31) * 0xbf58476d1ce4e5b9U;
    return static_cast<double>((mixed ^ mixed >> 29) >> 11) * 0x1p-53;
  }

  std::uint32_t ranks_;
  std::uint64_t bytes_;
  double cycles_;
};

/// Such an application, a rank at each terminal of a setup, with messages of so many packets.
inline std::shared_ptr<const ApplicationPlan> exchangePlan(const Setup& setup,
                                                           std::uint32_t packets, double load) {
  const std::uint32_t flits = packets * setup.packetFlits;
  auto plan = std::make_shared<ApplicationPlan>();
  plan->packets = {setup.packetFlits, setup.flitBytes, 0};
  plan->endpoints.eager = kMostBytes;
  Job job;
  // In no order, so that those who are as far off lie anywhere.
  Rng rng(1, 0, RandomPurpose::choice);
  for (TerminalId terminal = 0; terminal < setup.topology->terminalCount(); ++terminal) {
    job.places.push_back(terminal);
    std::swap(job.places.back(), job.places[rng.below(terminal + 1)]);
  }
  job.program =
      std::make_shared<Exchange>(static_cast<std::uint32_t>(job.places.size()),
                                 static_cast<std::uint64_t>(flits * setup.flitBytes), flits / load);
  plan->jobs.push_back(std::move(job));
  plan->headTimes = zeroLoadTimes(setup);
  return plan;
}

}  // namespace hopscope::test
