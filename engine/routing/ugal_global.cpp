// SPDX-License-Identifier: GPL-3.0-or-later
// UGAL-G: the ideal of UGAL, which knows the queues of all routers on its paths as they are. The
// paths are those that UGAL-L draws.
#include <memory>
#include <utility>
#include <vector>

#include "engine/routing/entries.h"
#include "engine/routing/path_queues.h"
#include "engine/routing/ugal.h"
#include "engine/routing/wrapped_routing.h"

namespace hopscope::routings {
namespace {

class UgalGlobal final : public WrappedRouting {
 public:
  UgalGlobal(std::shared_ptr<const RoutingAlgorithm> paths, const Topology& topology,
             const VcCounts& vcs, double threshold)
      : WrappedRouting(std::move(paths)), queues_(topology, vcs), threshold_(threshold) {}

  /// It sees all that UGAL-L would have to remember.
  std::unique_ptr<RouterMemory> makeMemory(const MemoryPlan& /*plan*/) const override {
    return nullptr;
  }
  Decides decides() const override { return Decides::atSource; }
  bool looksElsewhere() const override { return true; }

  /// The path on which least waits; the minimal one, which stands first, may have T more.
  RouteChoice choose(const RouterView& view, RouterId router, PortIndex input, RouteState state,
                     Rng& /*rng*/) const override {
    thread_local std::vector<RouteChoice> steps;  // keeps its memory
    steps.clear();
    base().candidates(router, input, state, steps);
    if (steps.size() == 1) return steps.front();
    const auto waiting = [&](const RouteChoice& step) {
      return queues_.along(base(), view, router, step, state.destination);
    };
    const RouteChoice* best = &steps.front();
    double least = waiting(*best) - threshold_;
    for (std::size_t i = 1; i < steps.size() && least > 0; ++i)
      if (const double flits = waiting(steps[i]); flits < least) {
        least = flits;
        best = &steps[i];
      }
    return *best;
  }

 private:
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
