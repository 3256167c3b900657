// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "engine/scheduling/allocators.h"
#include "engine/scheduling/by_router.h"

namespace hopscope::allocators {
namespace {

/// The wavefront passes over the diagonals of a square: requests on one diagonal share no input and
/// no output, so all whose input and output are still free win. It begins one diagonal further in
/// each cycle. Higher priorities first.
class Wavefront final : public ByRouter {
 public:
  explicit Wavefront(const AllocatorShape& shape)
      : ByRouter(shape),
        start_(shape.routers(), 0),
        inputTaken_(shape.inputs(), 0),
        outputTaken_(shape.outputs(), 0) {
    keys_.reserve(shape.inputs());
  }

 private:
  void match(std::uint32_t router, Own own) override {
    ++round_;
    const std::uint32_t square = std::max(shape_.inputsAt(router), shape_.outputsAt(router));
    keys_.clear();
    for (const std::uint32_t i : own) {
      const Request& r = requests_[i];
      const std::uint32_t diagonal =
          (std::uint32_t{r.inputIndex} + r.outputIndex + square - start_[router]) % square;
      const auto hurry = static_cast<std::uint64_t>(255 - r.priority);
      keys_.push_back(hurry << 56 | std::uint64_t{diagonal} << 32 | i);
    }
    std::sort(keys_.begin(), keys_.end());
    for (const std::uint64_t key : keys_) {
      const Request& r = requests_[static_cast<std::uint32_t>(key)];
      if (inputTaken_[r.input] == round_ || outputTaken_[r.output] == round_) continue;
      inputTaken_[r.input] = outputTaken_[r.output] = round_;
      winners_.push_back(r);
    }
    start_[router] = start_[router] + 1 == square ? 0 : start_[router] + 1;
  }

  std::vector<std::uint32_t> start_;  ///< per router
  std::vector<std::uint64_t> inputTaken_, outputTaken_;
  std::vector<std::uint64_t> keys_;
  std::uint64_t round_ = 0;
};

}  // namespace

std::unique_ptr<Allocator> wavefront(const AllocatorShape& shape) {
  return std::make_unique<Wavefront>(shape);
}

}  // namespace hopscope::allocators
