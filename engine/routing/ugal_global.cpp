// SPDX-License-Identifier: GPL-3.0-or-later
// UGAL-G: the ideal of UGAL, which knows the queues of all routers on its paths as they are. The
// paths are those that UGAL-L draws.
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
  struct Pair {
    RouteState state{kNone, 0};
    RouteChoice steps[2];
    PathQueues::Path paths[2];
  };

  explicit ComparedPaths(const MemoryPlan& plan)
      : topology_(plan.topology), firstPort_(plan.topology.firstPort[plan.firstRouter]) {
    const PortId last = plan.topology.firstPort[plan.lastRouter];
    std::uint32_t terminals = 0;
    for (PortId id = firstPort_; id < last; ++id)
      pairOf_.push_back(plan.topology.ports[id].peer.isTerminal ? terminals++ : kNone);
    pairs_.resize(terminals);
  }

  Hears hears() const override { return {}; }

  /// Of the head at a terminal's input.
  Pair& at(RouterId router, PortIndex input) {
    return pairs_[pairOf_[topology_.firstPort[router] + input - firstPort_]];
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
    ComparedPaths::Pair* const kept = memory == nullptr ? nullptr : &memory->at(router, input);
    if (kept != nullptr && kept->state == state) return better(*kept, view);
    thread_local std::vector<RouteChoice> steps;  // keeps its memory
    steps.clear();
    base().candidates(router, input, state, steps);
    if (steps.size() == 1) return steps.front();
    if (kept != nullptr && steps.size() == 2 && keep(*kept, router, state, steps))
      return better(*kept, view);
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

  /// False where a path is too long to be kept.
  bool keep(ComparedPaths::Pair& kept, RouterId router, RouteState state,
            const std::vector<RouteChoice>& steps) const {
    kept.state = {kNone, 0};
    for (std::size_t i = 0; i < 2; ++i) {
      kept.steps[i] = steps[i];
      kept.paths[i] = queues_.path(base(), router, steps[i], state.destination);
      if (!kept.paths[i].whole) return false;
    }
    kept.state = state;
    return true;
  }

  const RouteChoice& better(const ComparedPaths::Pair& kept, const RouterView& view) const {
    const double least = PathQueues::along(kept.paths[0], view, kAll) - threshold_;
    const bool second = least > 0 && PathQueues::along(kept.paths[1], view, least) < least;
    return kept.steps[second ? 1 : 0];
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
