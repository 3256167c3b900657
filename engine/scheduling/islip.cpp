// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstddef>

#include "engine/scheduling/allocators.h"
#include "engine/scheduling/round_robin.h"

namespace hopscope::allocators {
namespace {

class Islip final : public Allocator {
 public:
  Islip(const AllocatorShape& shape, std::uint32_t iterations)
      : Allocator(shape.inputs()),
        iterations_(iterations),
        outputs_(shape.outputs()),
        inputs_(shape.inputs()) {
    contended_.reserve(shape.outputs());
    granted_.reserve(shape.inputs());
    for (std::uint32_t r = 0; r < shape.routers(); ++r) {
      for (std::uint32_t i = shape.firstInput[r]; i < shape.firstInput[r + 1]; ++i)
        inputs_[i].turnsAround = shape.outputsAt(r);
      for (std::uint32_t o = shape.firstOutput[r]; o < shape.firstOutput[r + 1]; ++o)
        outputs_[o].turnsAround = shape.inputsAt(r);
    }
  }

  const std::vector<Request>& allocate() override {
    winners_.clear();
    ++cycle_;
    for (std::uint32_t iteration = 0; iteration < iterations_; ++iteration) {
      request();
      if (contended_.empty()) break;
      grant();
      accept(iteration == 0);
    }
    requests_.clear();
    return winners_;
  }

 private:
  /// One side of the match: the best offer of this pass, and whether it is taken in this cycle.
  struct Side {
    std::int64_t offeredAt = -1;
    std::int64_t matchedAt = -1;
    std::uint32_t best = 0;  ///< index into requests_
    std::uint32_t turns = 0;
    PortIndex pointer = 0;
    std::uint32_t turnsAround = 0;  ///< members of the other side
  };

  /// Keeps the offer whose turn comes first; reports whether it was the side's first this pass. Of
  /// equal offers (two virtual channels of one input) the earlier stays.
  bool offer(Side& side, std::uint32_t request, unsigned turns) const {
    const bool first = side.offeredAt != pass_;
    if (first || turns < side.turns) {
      side.offeredAt = pass_;
      side.best = request;
      side.turns = turns;
    }
    return first;
  }

  void request() {
    ++pass_;
    contended_.clear();
    for (std::uint32_t i = 0; i < requests_.size(); ++i) {
      const Request& request = requests_[i];
      if (inputs_[request.input].matchedAt == cycle_) continue;
      Side& output = outputs_[request.output];
      if (output.matchedAt == cycle_) continue;
      if (offer(output, i, turnsUntil(request.inputIndex, output.pointer, output.turnsAround)))
        contended_.push_back(request.output);
    }
  }

  void grant() {
    granted_.clear();
    for (const std::uint32_t port : contended_) {
      const std::uint32_t index = outputs_[port].best;
      const Request& request = requests_[index];
      Side& input = inputs_[request.input];
      if (offer(input, index, turnsUntil(request.outputIndex, input.pointer, input.turnsAround)))
        granted_.push_back(request.input);
    }
  }

  void accept(bool movePointers) {
    for (const std::uint32_t port : granted_) {
      Side& input = inputs_[port];
      const Request& request = requests_[input.best];
      Side& output = outputs_[request.output];
      input.matchedAt = output.matchedAt = cycle_;
      if (movePointers) {
        input.pointer = pointerAfter(request.outputIndex, input.turnsAround);
        output.pointer = pointerAfter(request.inputIndex, output.turnsAround);
      }
      winners_.push_back(request);
    }
  }

  std::uint32_t iterations_;
  std::vector<Side> outputs_, inputs_;
  std::vector<std::uint32_t> contended_, granted_;
  std::int64_t cycle_ = 0;
  std::int64_t pass_ = 0;
};

}  // namespace

std::unique_ptr<Allocator> islip(const AllocatorShape& shape, std::uint32_t iterations) {
  return std::make_unique<Islip>(shape, iterations);
}

}  // namespace hopscope::allocators
