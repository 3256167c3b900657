// SPDX-License-Identifier: GPL-3.0-or-later
// UGAL-G: the ideal of UGAL, which knows the queues of all routers on its paths as they are. The
// paths are those that UGAL-L draws.
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "engine/routing/entries.h"
#include "engine/routing/path_queues.h"
#include "engine/routing/ugal.h"
#include "engine/routing/wrapped_routing.h"

namespace hopscope::routings {
namespace {

/// What the paths are that the head of a source queue compares at each attempt: its minimal one and
/// another. Learnt of nothing but itself; kept because walking along them takes longer than looking
/// at the queues there.
class ComparedPaths final : public RouterMemory {
 public:
  /// All that an attempt looks at beside queues, in one cache line.
  struct alignas(64) Pair {
    RouteState state{kNone, 0};
    PathQueues::Outputs outputs;                ///< of the minimal path, then of the other
    std::uint8_t minimal = 0;                   ///< so many are of the former
    std::array<std::uint16_t, 2> vcs{};         ///< of the first steps, whose outputs are above
    std::array<std::uint32_t, 2> nextDetail{};  ///< likewise
  };
  static_assert(sizeof(Pair) == 64);

  explicit ComparedPaths(const MemoryPlan& plan)
      : topology_(plan.topology), firstPort_(plan.topology.firstPort[plan.firstRouter]) {
    const PortId last = plan.topology.firstPort[plan.lastRouter];
    std::uint32_t terminals = 0;
    for (PortId id = firstPort_; id < last; ++id)
      pairOf_.push_back(plan.topology.ports[id].peer.isTerminal ? terminals++ : kNone);
    pairs_.resize(terminals);
  }

  Hears hears() const override { return {}; }

  /// Which pair is that of the head at a terminal's input.
  std::uint32_t at(RouterId router, PortIndex input) const {
    return pairOf_[topology_.firstPort[router] + input - firstPort_];
  }
  Pair& pair(std::uint32_t number) { return pairs_[number]; }
  /// The first step of its minimal path (0), or of the other one (1).
  RouteChoice step(RouterId router, const Pair& pair, unsigned which) const {
    const PortId output = pair.outputs.ids[which == 0 ? 0 : pair.minimal];
    return {static_cast<PortIndex>(output - topology_.firstPort[router]), pair.vcs[which],
            pair.nextDetail[which]};
  }

 private:
  const Topology& topology_;
  PortId firstPort_;
  std::vector<std::uint32_t> pairOf_;  ///< per port; kNone: of no terminal
  std::vector<Pair> pairs_;
};

class UgalGlobal final : public WrappedRouting {
 public:
  UgalGlobal(std::shared_ptr<const RoutingAlgorithm> paths, const Topology& topology,
             const VcCounts& vcs, double threshold)
      : WrappedRouting(std::move(paths)), queues_(topology, vcs), threshold_(threshold) {}

  /// It sees all that UGAL-L would have to learn.
  std::unique_ptr<RouterMemory> makeMemory(const MemoryPlan& plan) const override {
    return std::make_unique<ComparedPaths>(plan);
  }
  Decides decides() const override { return Decides::atSource; }
  bool looksElsewhere() const override { return true; }

  /// The path on which least waits; the minimal one, which stands first, may have T more.
  RouteChoice choose(const RouterView& view, RouterId router, PortIndex input, RouteState state,
                     Rng& /*rng*/) const override {
    auto* const memory = static_cast<ComparedPaths*>(view.memory());
    const std::uint32_t number = memory == nullptr ? kNone : memory->at(router, input);
    if (number != kNone && memory->pair(number).state == state)
      return better(*memory, memory->pair(number), router, view);
    thread_local std::vector<RouteChoice> steps;  // keeps its memory
    steps.clear();
    base().candidates(router, input, state, steps);
    if (steps.size() == 1) return steps.front();
    if (number != kNone && steps.size() == 2 && keep(memory->pair(number), router, state, steps))
      return better(*memory, memory->pair(number), router, view);
    const RouteChoice* best = &steps.front();
    double least = kAll;
    for (const RouteChoice& step : steps) {
      if (least <= 0) break;
      const bool first = &step == best;
      const double flits =
          queues_.along(base(), view, router, step, state.destination, first ? kAll : least) -
          (first ? threshold_ : 0);
      if (flits >= least) continue;
      least = flits;
      best = &step;
    }
    return *best;
  }

 private:
  static constexpr double kAll = std::numeric_limits<double>::infinity();

  /// False where the paths are too long to be kept, or end here.
  bool keep(ComparedPaths::Pair& pair, RouterId router, RouteState state,
            const std::vector<RouteChoice>& steps) const {
    pair = {};
    for (unsigned which = 0; which < 2; ++which) {
      const RouteChoice& step = steps[which];
      const std::uint8_t before = pair.outputs.count;
      if (!queues_.follow(base(), router, step, state.destination, pair.outputs)) return false;
      if (pair.outputs.count == before || !isPlain(step)) return false;
      if (which == 0) pair.minimal = pair.outputs.count;
      pair.vcs[which] = static_cast<std::uint16_t>(step.vcs);
      pair.nextDetail[which] = step.nextDetail;
    }
    pair.state = state;
    return true;
  }
  /// Nothing but an output, its virtual channels and the next state is to be kept of it.
  static bool isPlain(const RouteChoice& step) {
    return step == RouteChoice{step.port, step.vcs, step.nextDetail} && step.vcs <= 0xffff;
  }

  RouteChoice better(const ComparedPaths& memory, const ComparedPaths::Pair& pair, RouterId router,
                     const RouterView& view) const {
    const std::uint32_t* const sums = view.queueSums();
    const auto waiting = [&](unsigned first, unsigned last) {
      std::uint64_t flits = 0;
      for (unsigned i = first; i < last; ++i) {
        const PortId output = pair.outputs.ids[i];
        flits +=
            sums != nullptr ? sums[output] : static_cast<std::uint64_t>(queues_.at(view, output));
      }
      return static_cast<double>(flits);
    };
    const double least = waiting(0, pair.minimal) - threshold_;
    const bool second = least > 0 && waiting(pair.minimal, pair.outputs.count) < least;
    return memory.step(router, pair, second ? 1 : 0);
  }

  PathQueues queues_;
  double threshold_;
};

}  // namespace

RoutingEntry ugalGlobal() {
  RoutingEntry entry = ugal();
  entry.name = "ugal_g";
  entry.label = "UGAL-G";
  entry.help =
      "At each attempt to leave its source, a packet compares all that waits on the minimal path "
      "and on one by an intermediate router. No real router sees that: a bound for others.";
  entry.source =
      "Singh, PhD thesis, Stanford, 2005; Kim, Dally, Scott & Abts, ISCA 2008; Besta & Hoefler, SC "
      "2014";
  std::erase_if(entry.parameters, [](const Parameter& parameter) {
    return parameter.name == "hop_counts" || parameter.name == "recompute";
  });
  entry.redraws = nullptr;
  for (Parameter& parameter : entry.parameters)
    if (parameter.name == "threshold")
      parameter.help =
          "Minimal where no more waits on that path than on the other, and T. Hops do not count.";
  // The paths, and all that they need, are UGAL-L's.
  const RoutingEntry local = ugal();
  const auto complete = [defaults = defaultsOf(local.parameters)](Values values) {
    for (const auto& [name, value] : defaults) values.emplace(name, value);
    return values;
  };
  entry.check = [complete](const Topology& topology, const VcCounts& vcs, const Values& values) {
    return checkUgal("UGAL-G", topology, vcs, complete(values));
  };
  entry.make = [local, complete](const Topology& topology, const VcCounts& vcs,
                                 const Values& values) -> std::unique_ptr<RoutingAlgorithm> {
    return std::make_unique<UgalGlobal>(local.make(topology, vcs, complete(values)), topology, vcs,
                                        realAt(values, "threshold"));
  };
  entry.virtualChannels = [local, complete](const Topology& topology, const Values& values) {
    return local.virtualChannels(topology, complete(values));
  };
  return entry;
}

}  // namespace hopscope::routings
