// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstddef>

#include "engine/scheduling/allocators.h"
#include "engine/scheduling/round_robin.h"

namespace hopscope::allocators {
namespace {

class SeparableInputFirst final : public Allocator {
 public:
  SeparableInputFirst(const AllocatorShape& shape, std::uint32_t iterations)
      : Allocator(shape.inputs()),
        iterations_(iterations),
        outputs_(shape.outputs()),
        inputMatched_(shape.inputs(), -1) {
    contended_.reserve(shape.outputs());
    for (std::uint32_t r = 0; r < shape.routers(); ++r)
      for (std::uint32_t o = shape.firstOutput[r]; o < shape.firstOutput[r + 1]; ++o)
        outputs_[o].inputs = shape.inputsAt(r);
  }

  bool wantsAllRequests() const override { return iterations_ > 1; }

  const std::vector<Request>& allocate() override {
    winners_.clear();
    ++cycle_;
    for (std::uint32_t iteration = 0; iteration < iterations_; ++iteration) {
      putForward();
      if (contended_.empty()) break;
      grant();
    }
    requests_.clear();
    return winners_;
  }

 private:
  struct Output {
    std::int64_t contendedAt = -1;  ///< pass in which `best` was set
    std::int64_t matchedAt = -1;    ///< cycle in which it was granted
    std::uint32_t best = 0;         ///< index into requests_
    std::uint32_t turns = 0;
    PortIndex pointer = 0;
    std::uint32_t inputs = 0;  ///< of its router
  };

  /// Each unmatched input puts forward its first request for an unmatched output.
  void putForward() {
    ++pass_;
    contended_.clear();
    std::uint32_t servedInput = kNone;
    for (std::uint32_t i = 0; i < requests_.size(); ++i) {
      const Request& request = requests_[i];
      if (request.input == servedInput || inputMatched_[request.input] == cycle_) continue;
      Output& output = outputs_[request.output];
      if (output.matchedAt == cycle_) continue;
      servedInput = request.input;
      const unsigned turns = turnsUntil(request.inputIndex, output.pointer, output.inputs);
      if (output.contendedAt != pass_) {
        output.contendedAt = pass_;
        contended_.push_back(request.output);
      } else if (turns >= output.turns) {
        continue;
      }
      output.best = i;
      output.turns = turns;
    }
  }

  void grant() {
    for (const std::uint32_t port : contended_) {
      Output& output = outputs_[port];
      const Request& request = requests_[output.best];
      output.pointer = pointerAfter(request.inputIndex, output.inputs);
      output.matchedAt = cycle_;
      inputMatched_[request.input] = cycle_;
      winners_.push_back(request);
    }
  }

  std::uint32_t iterations_;
  std::vector<Output> outputs_;
  std::vector<std::int64_t> inputMatched_;
  std::vector<std::uint32_t> contended_;
  std::int64_t cycle_ = 0;
  std::int64_t pass_ = 0;
};

}  // namespace

std::unique_ptr<Allocator> separableInputFirst(const AllocatorShape& shape,
                                               std::uint32_t iterations) {
  return std::make_unique<SeparableInputFirst>(shape, iterations);
}

}  // namespace hopscope::allocators
