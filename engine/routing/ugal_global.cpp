// SPDX-License-Identifier: GPL-3.0-or-later
// UGAL-G: the ideal of UGAL, which knows the queues of all routers on its paths as they are. The
// paths are those that UGAL-L draws.
#include <memory>
#include <utility>
#include <vector>

#include "engine/routing/entries.h"
#include "engine/routing/path_queues.h"
#include "engine/routing/ugal.h"

namespace hopscope::routings {
namespace {

class UgalGlobal final : public RoutingAlgorithm {
 public:
  UgalGlobal(std::unique_ptr<RoutingAlgorithm> paths, const Topology& topology, const VcCounts& vcs,
             double threshold)
      : paths_(std::move(paths)), queues_(topology, vcs), threshold_(threshold) {}

  void starts(TerminalId source, TerminalId destination,
              std::vector<RouteState>& out) const override {
    paths_->starts(source, destination, out);
  }
  double likelihood(TerminalId source, TerminalId destination, RouteState state) const override {
    return paths_->likelihood(source, destination, state);
  }
  RouteState start(TerminalId source, TerminalId destination, Rng& rng) const override {
    return paths_->start(source, destination, rng);
  }
  void candidates(RouterId router, PortIndex input, RouteState state,
                  std::vector<RouteChoice>& out) const override {
    paths_->candidates(router, input, state, out);
  }
  RouteChoice route(RouterId router, PortIndex input, RouteState state) const override {
    return paths_->route(router, input, state);
  }
  PathKind pathKind(RouteState state) const override { return paths_->pathKind(state); }
  std::uint32_t routingClass(TerminalId terminal) const override {
    return paths_->routingClass(terminal);
  }

  Decides decides() const override { return Decides::atSource; }
  bool looksElsewhere() const override { return true; }

  /// The path on which least waits; the minimal one, which stands first, may have T more.
  RouteChoice choose(const RouterView& view, RouterId router, PortIndex input, RouteState state,
                     Rng& /*rng*/) const override {
    thread_local std::vector<RouteChoice> steps;  // keeps its memory
    steps.clear();
    paths_->candidates(router, input, state, steps);
    if (steps.size() == 1) return steps.front();
    const auto waiting = [&](const RouteChoice& step) {
      return queues_.along(*paths_, view, router, step, state.destination);
    };
    const RouteChoice* best = &steps.front();
    double least = waiting(*best) - threshold_;
    for (const RouteChoice& step : steps)
      if (const double flits = waiting(step); &step != &steps.front() && flits < least) {
        least = flits;
        best = &step;
      }
    return *best;
  }

 private:
  std::unique_ptr<RoutingAlgorithm> paths_;
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
