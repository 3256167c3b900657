// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <bit>

#include "engine/scheduling/allocators.h"
#include "engine/scheduling/by_router.h"

namespace hopscope::allocators {
namespace {

/// As many pairs as a router's requests allow: one augmenting path after the other, found by
/// depth-first search over rows of bits (Kuhn 1955). The input it begins with, and the output an
/// input looks at first, move on from cycle to cycle, so that of several largest matches all have
/// their turn. An upper bound for the others: hardware can't do it in a cycle.
class MaximumMatching final : public ByRouter {
 public:
  explicit MaximumMatching(const AllocatorShape& shape) : ByRouter(shape) {
    std::uint32_t inputs = 0, outputs = 0;
    for (std::uint32_t r = 0; r < shape.routers(); ++r) {
      inputs = std::max(inputs, shape.inputsAt(r));
      outputs = std::max(outputs, shape.outputsAt(r));
    }
    words_ = (outputs + 63) / 64;
    rows_.assign(std::size_t{inputs} * words_, 0);
    outputOf_.assign(inputs, kNone);
    inputOf_.assign(outputs, kNone);
    unseen_.assign(words_, 0);
    asking_.reserve(inputs);
    path_.reserve(std::size_t{inputs} + 1);
    rounds_.assign(shape.routers(), 0);
  }

 private:
  /// An input on the path, and the output by which the path leaves it.
  struct Step {
    std::uint32_t input;
    std::uint32_t output;
  };

  void match(std::uint32_t router, Own own) override {
    const std::uint64_t round = ++rounds_[router];
    for (const std::uint32_t i : own) {
      const Request& r = requests_[i];
      if (asking_.empty() || asking_.back() != r.inputIndex) asking_.push_back(r.inputIndex);
      rows_[r.inputIndex * words_ + r.outputIndex / 64u] |= std::uint64_t{1}
                                                            << (r.outputIndex % 64u);
    }
    const std::size_t first = round % asking_.size();
    const auto from = static_cast<std::uint32_t>(round / asking_.size() % shape_.outputsAt(router));
    for (std::size_t i = 0; i < asking_.size(); ++i)
      augment(asking_[(first + i) % asking_.size()], from);
    for (const std::uint32_t i : own) {
      const Request& r = requests_[i];
      if (outputOf_[r.inputIndex] != r.outputIndex) continue;
      outputOf_[r.inputIndex] = kNone;  // of several requests of this pair, only the first
      winners_.push_back(r);
    }
    for (const std::uint32_t i : own) {
      inputOf_[requests_[i].outputIndex] = kNone;
      outputOf_[requests_[i].inputIndex] = kNone;
      std::fill_n(rows_.begin() + std::ptrdiff_t{requests_[i].inputIndex} * words_, words_, 0);
    }
    asking_.clear();
  }

  /// An output that this input wants and the search has not seen; kNone without any.
  std::uint32_t unseen(std::uint32_t input, std::uint32_t from) const {
    const std::uint64_t* const row = &rows_[std::size_t{input} * words_];
    const std::size_t begin = from / 64;
    for (std::size_t i = 0; i <= words_; ++i) {
      const std::size_t w = (begin + i) % words_;
      std::uint64_t open = row[w] & unseen_[w];
      if (i == 0) open &= ~std::uint64_t{0} << (from % 64);
      if (open != 0)
        return static_cast<std::uint32_t>(w * 64 + static_cast<unsigned>(std::countr_zero(open)));
    }
    return kNone;
  }

  /// Finds an output for `input`, looking at output `from` first.
  void augment(std::uint32_t input, std::uint32_t from) {
    std::fill(unseen_.begin(), unseen_.end(), ~std::uint64_t{0});
    path_.clear();
    path_.push_back({input, kNone});
    while (!path_.empty()) {
      Step& last = path_.back();
      last.output = unseen(last.input, from);
      if (last.output == kNone) {
        path_.pop_back();
        continue;
      }
      unseen_[last.output / 64] &= ~(std::uint64_t{1} << (last.output % 64));
      if (inputOf_[last.output] != kNone) {
        path_.push_back({inputOf_[last.output], kNone});
        continue;
      }
      for (const Step& step : path_) {
        inputOf_[step.output] = step.input;
        outputOf_[step.input] = step.output;
      }
      return;
    }
  }

  std::size_t words_ = 0;
  std::vector<std::uint64_t> rows_;  ///< per input of the router at hand: outputs it wants
  std::vector<std::uint32_t> outputOf_, inputOf_;
  std::vector<std::uint64_t> unseen_;
  std::vector<std::uint32_t> asking_;
  std::vector<Step> path_;
  std::vector<std::uint64_t> rounds_;  ///< per router: cycles with requests
};

}  // namespace

std::unique_ptr<Allocator> maximumMatching(const AllocatorShape& shape) {
  return std::make_unique<MaximumMatching>(shape);
}

}  // namespace hopscope::allocators
