// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/scheduling/allocator.h"

namespace hopscope::allocators {

/// An allocator that looks at a router's requests as a whole: `match` is called for each router
/// that has some, with the indices of its requests by input; of one input, in the order in which
/// they were added. The order of inputs is thus the same however the network is cut.
class ByRouter : public Allocator {
 public:
  const std::vector<Request>& allocate() override {
    winners_.clear();
    if (requests_.empty()) return winners_;
    group();
    for (const std::uint32_t router : touched_) {
      match(router, {order_.data() + begin_[router], count_[router]});
      count_[router] = 0;
    }
    touched_.clear();
    requests_.clear();
    return winners_;
  }

 protected:
  struct Own {
    const std::uint32_t* first;
    std::uint32_t count;
    const std::uint32_t* begin() const { return first; }
    const std::uint32_t* end() const { return first + count; }
  };

  explicit ByRouter(const AllocatorShape& shape)
      : Allocator(shape.inputs()),
        shape_(shape),
        routerOf_(shape.inputs()),
        begin_(shape.routers(), 0),
        count_(shape.routers(), 0) {
    for (std::uint32_t r = 0; r < shape.routers(); ++r)
      for (std::uint32_t i = shape.firstInput[r]; i < shape.firstInput[r + 1]; ++i)
        routerOf_[i] = r;
    touched_.reserve(shape.routers());
    order_.reserve(shape.inputs());
  }

  virtual void match(std::uint32_t router, Own own) = 0;

  const AllocatorShape shape_;

 private:
  /// A counting sort by router, then each router's requests by input.
  void group() {
    for (const Request& request : requests_) {
      const std::uint32_t router = routerOf_[request.input];
      if (count_[router]++ == 0) touched_.push_back(router);
    }
    std::uint32_t end = 0;
    for (const std::uint32_t router : touched_) {
      begin_[router] = end;
      end += count_[router];
      count_[router] = 0;
    }
    order_.resize(end);
    for (std::uint32_t i = 0; i < requests_.size(); ++i) {
      const std::uint32_t router = routerOf_[requests_[i].input];
      order_[begin_[router] + count_[router]++] = i;
    }
    for (const std::uint32_t router : touched_) {
      const auto first = order_.begin() + begin_[router];
      std::sort(first, first + count_[router], [this](std::uint32_t a, std::uint32_t b) {
        const std::uint32_t inputA = requests_[a].input, inputB = requests_[b].input;
        return inputA != inputB ? inputA < inputB : a < b;
      });
    }
  }

  std::vector<std::uint32_t> routerOf_;  ///< per input
  std::vector<std::uint32_t> begin_, count_, touched_, order_;
};

}  // namespace hopscope::allocators
