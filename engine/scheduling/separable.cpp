// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstddef>

#include "engine/scheduling/allocators.h"
#include "engine/scheduling/arbiters.h"

namespace hopscope::allocators {
namespace {

/// The sizes of the arbiters of all inputs, or of all outputs.
std::vector<std::uint32_t> sizesOf(const AllocatorShape& shape, bool ofInputs) {
  std::vector<std::uint32_t> sizes;
  for (std::uint32_t r = 0; r < shape.routers(); ++r) {
    const std::uint32_t count = ofInputs ? shape.inputsAt(r) : shape.outputsAt(r);
    sizes.insert(sizes.end(), count, ofInputs ? shape.outputsAt(r) : shape.inputsAt(r));
  }
  return sizes;
}

/// A separable allocator in two steps: one side proposes, the other one accepts (Becker & Dally, SC
/// 2009). Higher priorities go before lower ones on both sides.
class Separable final : public Allocator {
 public:
  Separable(const AllocatorSettings& settings, const AllocatorShape& shape, InputChoice choice,
            std::uint64_t seed)
      : Allocator(shape.inputs(), settings.arbiter == ArbiterKind::age),
        iterations_(settings.iterations),
        inputFirst_(settings.kind == AllocatorKind::separableInputFirst),
        byOutput_(choice == InputChoice::byOutput),
        inputArbiters_(
            settings.arbiter,
            byOutput_ ? sizesOf(shape, true) : std::vector<std::uint32_t>(shape.inputs(), kMaxVcs),
            seed, shape.offset),
        outputArbiters_(settings.arbiter, sizesOf(shape, false), ~seed, shape.outputOffset),
        inputs_(shape.inputs()),
        outputs_(shape.outputs()) {
    proposers_.reserve(std::max(shape.inputs(), shape.outputs()));
    accepters_.reserve(std::max(shape.inputs(), shape.outputs()));
  }

  const std::vector<Request>& allocate() override {
    winners_.clear();
    ++cycle_;
    for (std::uint32_t iteration = 0; iteration < iterations_; ++iteration) {
      propose();
      if (proposers_.empty()) break;
      pass();
      accept();
    }
    requests_.clear();
    births_.clear();
    return winners_;
  }

 private:
  /// One input or output: the best offer of this pass, and whether it is taken in this cycle.
  struct Side {
    std::int64_t offeredAt = -1;
    std::int64_t matchedAt = -1;
    std::uint32_t best = 0;  ///< index into requests_
    std::uint64_t rank = 0;
  };

  Side& proposer(const Request& r) { return inputFirst_ ? inputs_[r.input] : outputs_[r.output]; }
  Side& accepter(const Request& r) { return inputFirst_ ? outputs_[r.output] : inputs_[r.input]; }

  /// Keeps the better offer; of requests of one input for one output the earlier stays. Reports
  /// whether it was the side's first in this pass.
  bool offer(Side& side, std::uint32_t index, bool toInput) {
    const Request& request = requests_[index];
    const bool first = side.offeredAt != pass_;
    if (!first) {
      const Request& other = requests_[side.best];
      if (request.priority < other.priority) return false;
      if (other.input == request.input && other.output == request.output) return false;
    }
    const std::uint32_t birth = births_.empty() ? 0 : births_[index];
    const std::uint64_t rank =
        toInput ? inputArbiters_.rank(request.input, candidate(request), birth)
                : outputArbiters_.rank(request.output, request.inputIndex, birth);
    if (!first && request.priority == requests_[side.best].priority && rank >= side.rank)
      return false;
    side.offeredAt = pass_;
    side.best = index;
    side.rank = rank;
    return first;
  }

  std::uint32_t candidate(const Request& request) const {
    return byOutput_ ? request.outputIndex : request.inputVc;
  }

  void propose() {
    ++pass_;
    inputArbiters_.beginPass();
    outputArbiters_.beginPass();
    proposers_.clear();
    for (std::uint32_t i = 0; i < requests_.size(); ++i) {
      const Request& request = requests_[i];
      if (inputs_[request.input].matchedAt == cycle_ ||
          outputs_[request.output].matchedAt == cycle_)
        continue;
      if (offer(proposer(request), i, inputFirst_))
        proposers_.push_back(inputFirst_ ? request.input : request.output);
    }
  }

  void pass() {
    accepters_.clear();
    for (const std::uint32_t port : proposers_) {
      const std::uint32_t index = (inputFirst_ ? inputs_ : outputs_)[port].best;
      const Request& request = requests_[index];
      if (offer(accepter(request), index, !inputFirst_))
        accepters_.push_back(inputFirst_ ? request.output : request.input);
    }
  }

  void accept() {
    for (const std::uint32_t port : accepters_) {
      const Request& request = requests_[(inputFirst_ ? outputs_ : inputs_)[port].best];
      inputs_[request.input].matchedAt = outputs_[request.output].matchedAt = cycle_;
      inputArbiters_.serve(request.input, candidate(request));
      outputArbiters_.serve(request.output, request.inputIndex);
      winners_.push_back(request);
    }
  }

  std::uint32_t iterations_;
  bool inputFirst_, byOutput_;
  Arbiters inputArbiters_, outputArbiters_;
  std::vector<Side> inputs_, outputs_;
  std::vector<std::uint32_t> proposers_, accepters_;
  std::int64_t cycle_ = 0;
  std::int64_t pass_ = 0;
};

}  // namespace

std::unique_ptr<Allocator> separable(const AllocatorSettings& settings, const AllocatorShape& shape,
                                     InputChoice choice, std::uint64_t seed) {
  return std::make_unique<Separable>(settings, shape, choice, seed);
}

}  // namespace hopscope::allocators
