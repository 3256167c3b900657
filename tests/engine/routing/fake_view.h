// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "engine/core/rng.h"
#include "engine/routing/router_view.h"

namespace hopscope::test {

/// A neighbourhood in any state one likes: queues and free virtual channels by port, all others as
/// set for the rest.
class FakeView final : public RouterView {
 public:
  struct Output {
    VcMask free = ~VcMask{0};
    std::uint32_t queued = 0;  ///< per virtual channel
  };

  void set(RouterId router, PortIndex port, Output output) { outputs_[{router, port}] = output; }
  void setRest(Output output) { rest_ = output; }

  std::uint32_t occupancy(RouterId router, PortIndex port, VcIndex) const override {
    return at(router, port).queued;
  }
  VcMask free(RouterId router, PortIndex port) const override { return at(router, port).free; }

 private:
  Output at(RouterId router, PortIndex port) const {
    const auto found = outputs_.find({router, port});
    return found == outputs_.end() ? rest_ : found->second;
  }

  std::map<std::pair<RouterId, PortIndex>, Output> outputs_;
  Output rest_;
};

/// Every question answered at random.
class RandomView final : public RouterView {
 public:
  explicit RandomView(std::uint64_t seed) : rng_(seed, 0, RandomPurpose::pattern) {}

  std::uint32_t occupancy(RouterId, PortIndex, VcIndex) const override { return rng_.below(20); }
  VcMask free(RouterId, PortIndex) const override {
    return static_cast<VcMask>(rng_.next() & rng_.next());
  }

 private:
  mutable Rng rng_;
};

}  // namespace hopscope::test
