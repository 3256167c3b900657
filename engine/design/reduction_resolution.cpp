// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/reduction_resolution.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engine/design/setting_issues.h"
#include "engine/forwarding/reduction_agreement.h"
#include "engine/topology/part_words.h"

namespace hopscope {
namespace {

constexpr const char* kKind = "forwarding.node_reduction.kind";

bool reduces(const LookupSettings& lookup) {
  return (lookup.kind == LookupKind::cache && lookup.reduction.kind != ReductionKind::none) ||
         lookup.kind == LookupKind::nrfMap;
}

Sentence networksOf(ReductionKind kind) {
  switch (kind) {
    case ReductionKind::mesh:
      return sentence("a mesh or a hypercube");
    case ReductionKind::torus:
      return sentence("a torus or a ring");
    case ReductionKind::fatTree:
      return sentence("a k-ary n-tree");
    case ReductionKind::dragonfly:
      return sentence("a Dragonfly");
    case ReductionKind::none:
    case ReductionKind::automatic:
      break;
  }
  return sentence("a mesh, hypercube, torus, ring, k-ary n-tree or Dragonfly");
}

/// The paths of all packets from one terminal to another: each start, and from there the only path.
RouteWalk walkOf(const Topology& topology, const RoutingAlgorithm& routing) {
  return [&topology, &routing, starts = std::vector<RouteState>()](
             TerminalId source, TerminalId destination,
             const std::function<void(RouterId, PortIndex)>& visit) mutable {
    starts.clear();
    routing.starts(source, destination, starts);
    for (RouteState state : starts) {
      RouterId router = topology.terminals[source].router;
      PortIndex input = topology.terminals[source].port;
      while (true) {
        const RouteChoice choice = routing.route(router, input, state);
        visit(router, choice.port);
        const LinkEnd& peer = topology.port(router, choice.port).peer;
        if (peer.isTerminal) break;
        router = peer.node;
        input = peer.port;
        state.detail = choice.nextDetail;
      }
    }
  };
}

/// One kind of lookup: its reduction, or what is wrong.
class Resolution {
 public:
  Resolution(const Setup& setup, const LookupSettings& lookup, Issues& issues)
      : setup_(setup), topology_(*setup.topology), lookup_(lookup), issues_(issues) {}

  std::shared_ptr<const NodeReduction> resolve() {
    ReductionSettings settings = lookup_.reduction;
    if (settings.kind == ReductionKind::automatic) settings.kind = reductionFor(topology_);
    if (settings.kind == ReductionKind::none) {
      if (lookup_.reduction.kind == ReductionKind::none)
        refuse(sentence("Looking up by node reduction alone needs a node reduction."),
               sentence("Set it to \"auto\", or choose another lookup."));
      else
        disagree(
            sentence("There is no node reduction for a network of kind {}: it is known for "
                     "{}.",
                     topology_.kind, networksOf(ReductionKind::none)));
      return nullptr;
    }
    if (!fits(settings.kind, topology_)) {
      refuse(sentence("This node reduction is for {}; the network is of kind {}.",
                      networksOf(settings.kind), topology_.kind),
             sentence("Set it to \"auto\", or to \"none\"."));
      return nullptr;
    }
    if (setup_.reroutes) {
      disagree(sentence(
          "Routes change during the run, so destinations with one tag may come to leave by "
          "different ports."));
      return nullptr;
    }
    if (setup_.routing->decides() != Decides::never) {
      disagree(sentence(
          "The routing chooses ports as the packets go, so destinations with one tag may leave by "
          "different ports."));
      return nullptr;
    }
    auto reduction = makeReduction(settings, topology_);
    auto ports = std::make_shared<TagPorts>(
        comparePorts(*reduction, topology_, walkOf(topology_, *setup_.routing)));
    if (ports->conflict) {
      const TagConflict& c = *ports->conflict;
      if (c.first == c.second)
        disagree(sentence(
            "At {} packets to destination {} leave by port {} or {}, as each takes its own "
            "path, but a tag stands for one port.",
            routerInWords(topology_, c.router), topology_.terminalIds[c.first], c.firstPort,
            c.secondPort));
      else
        disagree(
            sentence("At {} destinations {} and {} have the same tag, {}, but the "
                     "routing sends them to ports {} and {}.",
                     routerInWords(topology_, c.router), topology_.terminalIds[c.first],
                     topology_.terminalIds[c.second], reduction->tagName(c.router, c.tag),
                     c.firstPort, c.secondPort));
      return nullptr;
    }
    checkPatterns(*ports);
    if (settings.byPort) return reducedToPorts(std::move(reduction), topology_, std::move(ports));
    return reduction;
  }

 private:
  bool alone() const { return lookup_.kind == LookupKind::nrfMap; }

  void refuse(Sentence text, Sentence remedy) {
    addOnce(issues_, {Severity::error, kKind, std::move(text), std::move(remedy)});
  }

  /// Without a table there is nothing to fall back to.
  void disagree(const Sentence& text) {
    if (alone())
      refuse(text, sentence("Choose another routing, or a lookup with a table."));
    else
      addOnce(issues_, {Severity::warning, kKind,
                        sentence("{} The caches remember destinations instead.", text),
                        sentence("Choose another routing, or no node reduction.")});
  }

  void checkPatterns(const TagPorts& ports) {
    if (!alone()) return;
    const std::size_t needed = mappingPatterns(ports);
    if (needed <= lookup_.patterns) return;
    addOnce(issues_,
            {Severity::error, "forwarding.patterns",
             needed > 64
                 ? sentence("The switches need more than 64 maps from tags to ports; the hardware "
                            "holds {}.",
                            lookup_.patterns)
                 : sentence("The switches need {} maps from tags to ports; the hardware holds {}.",
                            needed, lookup_.patterns),
             sentence("Choose a more regular network, or a lookup with caches.")});
  }

  const Setup& setup_;
  const Topology& topology_;
  const LookupSettings& lookup_;
  Issues& issues_;
};

}  // namespace

bool reducesNodes(const Setup& setup) {
  return std::any_of(setup.lookups.begin(), setup.lookups.end(), reduces);
}

void addReductionValues(const Setup& setup, Values& routingValues) {
  for (const LookupSettings& lookup : setup.lookups) {
    if (!reduces(lookup)) continue;
    if (lookup.reduction.threshold == RingThreshold::ceil) routingValues[kPrintedThreshold] = true;
    if (lookup.reduction.lagSelect == LagSelect::crc) routingValues[kLinksByCrc] = true;
    if (lookup.reduction.lagSelect == LagSelect::roundRobin) routingValues[kLinksRoundRobin] = true;
  }
}

void resolveReductions(Setup& setup, Issues& issues) {
  using Known = std::pair<const LookupSettings*, std::shared_ptr<const NodeReduction>>;
  std::vector<Known> known;  // comparing takes time; overrides seldom differ in the reduction
  for (const LookupSettings& lookup : setup.lookups) {
    if (!reduces(lookup)) {
      setup.reductions.emplace_back();
      continue;
    }
    const auto same = std::find_if(known.begin(), known.end(), [&](const Known& other) {
      return other.first->kind == lookup.kind && other.first->reduction == lookup.reduction &&
             other.first->patterns == lookup.patterns;
    });
    if (same != known.end()) {
      setup.reductions.push_back(same->second);
      continue;
    }
    known.emplace_back(&lookup, Resolution(setup, lookup, issues).resolve());
    setup.reductions.push_back(known.back().second);
  }
}

}  // namespace hopscope
