// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/figures/hybrid_jobs.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "engine/design/circuit_text.h"

namespace hopscope::figures {
namespace {

constexpr std::uint32_t kBlocks = 4;         // of each kind, where they come in phases
constexpr std::uint32_t kMeshMessages = 16;  // behind an exchange of all with all
constexpr std::uint32_t kWords = 8;          // bytes of a flit

using Messages = std::vector<SetMessage>;
using Pairs = std::vector<std::vector<PortPair>>;

/// Makes one job.
class JobMaker {
 public:
  JobMaker(const Values& values, Rng& rng)
      : rng_(rng),
        ports_(static_cast<std::uint32_t>(integerAt(values, "ports"))),
        flits_(static_cast<std::uint32_t>((integerAt(values, "bytes") + kWords - 1) / kWords)),
        each_(static_cast<std::uint32_t>(integerAt(values, "messages"))),
        share_(realAt(values, "predictable")) {
    job_.peak = ports_;
  }

  HybridJob make(const std::string& workload) && {
    if (workload == "scatter")
      scatter();
    else if (workload == "random")
      random();
    else if (workload == "all_to_all")
      allToAll();
    else if (workload == "ordered_mesh")
      mesh(false);
    else if (workload == "random_mesh")
      mesh(true);
    else if (workload == "two_phase")
      twoPhase();
    else if (workload == "favourites")
      favourites();
    else if (workload == "phases")
      inPhases();
    else
      mixed();
    return std::move(job_);
  }

 private:
  /// One sender, a message to each other port in order.
  void scatter() {
    job_.peak = 1;
    Messages& messages = job_.phases.emplace_back();
    for (std::uint32_t output = 1; output < ports_; ++output) {
      messages.push_back({0, output, flits_});
      job_.configurations.push_back({{{0, output}}, flits_});
    }
  }

  SetMessage toAnybody(std::uint32_t port) {
    return {port, (port + 1 + rng_.below(ports_ - 1)) % ports_, flits_};
  }

  /// Every configuration that a rotation goes through.
  void loadRotation() {
    for (std::uint32_t step = 1; step < ports_; ++step)
      job_.configurations.push_back({shift(step), 0});
  }

  std::vector<PortPair> shift(std::uint32_t step) const {
    std::vector<PortPair> pairs;
    for (std::uint32_t port = 0; port < ports_; ++port)
      pairs.push_back({port, (port + step) % ports_});
    return pairs;
  }

  void random() {
    Messages& messages = job_.phases.emplace_back();
    for (std::uint32_t i = 0; i < each_; ++i)
      for (std::uint32_t port = 0; port < ports_; ++port) messages.push_back(toAnybody(port));
    loadRotation();
  }

  /// `messages` rounds, in each of which port i sends to i + 1, i + 2, …
  void exchange(std::uint32_t rounds) {
    Messages& messages = job_.phases.emplace_back();
    for (std::uint32_t round = 0; round < rounds; ++round)
      for (std::uint32_t step = 1; step < ports_; ++step)
        for (std::uint32_t port = 0; port < ports_; ++port)
          messages.push_back({port, (port + step) % ports_, flits_});
  }
  void allToAll() {
    exchange(each_);
    loadRotation();
  }

  /// `messages` to neighbours on a torus, each round of four in order or not.
  void meshMessages(bool shuffled, std::uint32_t count) {
    const Pairs directions = torusConfigurations(ports_);
    Messages& messages = job_.phases.emplace_back();
    for (std::uint32_t port = 0; port < ports_; ++port) {
      std::vector<std::uint32_t> order(directions.size());
      for (std::uint32_t i = 0; i < count; ++i) {
        if (i % order.size() == 0) {
          std::iota(order.begin(), order.end(), 0U);
          for (std::uint32_t last = 3; shuffled && last > 0; --last)
            std::swap(order[last], order[rng_.below(last + 1)]);
        }
        messages.push_back({port, directions[order[i % order.size()]][port].output, flits_});
      }
    }
  }
  void mesh(bool shuffled) {
    meshMessages(shuffled, each_);
    for (auto& pairs : torusConfigurations(ports_)) job_.configurations.push_back({pairs, 0});
  }

  /// An exchange of all with all, then messages to neighbours.
  void twoPhase() {
    exchange(1);
    meshMessages(true, kMeshMessages);
    for (std::uint32_t step = 1; step < ports_; ++step)
      job_.configurations.push_back({shift(step), std::uint64_t{flits_} * ports_});
    for (auto& pairs : torusConfigurations(ports_)) {
      job_.configurations.push_back({pairs, kMeshMessages / 4 * std::uint64_t{flits_} * ports_});
    }
  }

  /// Two favourite destinations of each port take a share of its messages, the others anybody.
  void favourites() {
    std::vector<std::vector<std::uint32_t>> outputs(2, std::vector<std::uint32_t>(ports_));
    for (std::vector<std::uint32_t>& permutation : outputs) {
      std::iota(permutation.begin(), permutation.end(), 0U);
      for (std::uint32_t last = ports_ - 1; last > 0; --last)
        std::swap(permutation[last], permutation[rng_.below(last + 1)]);
      std::vector<PortPair> pairs;
      for (std::uint32_t port = 0; port < ports_; ++port)
        pairs.push_back({port, permutation[port]});
      job_.configurations.push_back({std::move(pairs), 0});
    }
    Messages& messages = job_.phases.emplace_back();
    for (std::uint32_t i = 0; i < each_; ++i)
      for (std::uint32_t port = 0; port < ports_; ++port) {
        const double draw = rng_.unit();
        if (draw < share_)
          messages.push_back({port, outputs[draw < share_ / 2 ? 0 : 1][port], flits_});
        else
          messages.push_back(toAnybody(port));
      }
  }

  std::uint32_t ordered() const { return static_cast<std::uint32_t>(std::llround(share_ * each_)); }

  /// Messages to neighbours in a fixed order and to anybody, mixed at random; both streams keep
  /// their order.
  void mixed() {
    const Pairs directions = torusConfigurations(ports_);
    Messages& messages = job_.phases.emplace_back();
    for (std::uint32_t port = 0; port < ports_; ++port) {
      std::uint32_t left = ordered(), turn = 0;
      for (std::uint32_t i = 0; i < each_; ++i) {
        if (rng_.below(each_ - i) < left) {
          messages.push_back({port, directions[turn++ % 4][port].output, flits_});
          --left;
        } else {
          messages.push_back(toAnybody(port));
        }
      }
    }
    for (const auto& pairs : directions) job_.configurations.push_back({pairs, 0});
  }

  /// The same block by block, of which the switch knows nothing.
  void inPhases() {
    const Pairs directions = torusConfigurations(ports_);
    for (std::uint32_t block = 0; block < kBlocks; ++block)
      for (const bool neighbours : {true, false}) {
        Messages& messages = job_.phases.emplace_back();
        const std::uint32_t all = neighbours ? ordered() : each_ - ordered();
        for (std::uint32_t i = all * block / kBlocks; i < all * (block + 1) / kBlocks; ++i)
          for (std::uint32_t port = 0; port < ports_; ++port)
            messages.push_back(neighbours ? SetMessage{port, directions[i % 4][port].output, flits_}
                                          : toAnybody(port));
      }
    for (const auto& pairs : directions) job_.configurations.push_back({pairs, 0});
  }

  Rng& rng_;
  std::uint32_t ports_, flits_, each_;
  double share_;
  HybridJob job_;
};

}  // namespace

HybridJob hybridJob(const Values& values, Rng& rng) {
  return JobMaker(values, rng).make(textAt(values, "workload"));
}

}  // namespace hopscope::figures
