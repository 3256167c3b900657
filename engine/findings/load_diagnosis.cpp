// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/findings/load_diagnosis.h"

#include <utility>

namespace hopscope {
namespace {

/// Nothing but cycle 0 has remedies: what is tried changes the settings, and phases come on top.
constexpr const char* kPhases = "phases";

/// Phases have patterns and routings of their own also where they change neither.
bool alike(const BoundFrom& a, const BoundFrom& b) {
  return a.load == b.load && a.bound.load == b.bound.load && a.bound.at == b.bound.at &&
         a.bound.channel == b.bound.channel && a.bound.router == b.bound.router;
}

}  // namespace

std::vector<BoundFrom> boundsOf(const Setup& setup, std::uint64_t mostDecisions,
                                const std::stop_token& stop) {
  std::vector<BoundFrom> bounds;
  if (!hasSaturationBound(setup)) return bounds;
  bounds.push_back({0, setup.load, saturationBound(setup, mostDecisions)});
  Setup inForce = setup;
  inForce.phases.clear();
  std::size_t counted = 1;
  for (const TrafficPhase& phase : setup.phases) {
    if (stop.stop_requested() || bounds.size() == kMostBounds) break;
    const bool other = phase.routing != nullptr || phase.traffic != inForce.traffic;
    if (!other && phase.load == inForce.load) continue;
    if (other && counted++ == kMostBounds) break;
    inForce.traffic = phase.traffic;
    inForce.load = phase.load;
    if (phase.routing) inForce.routing = phase.routing;
    const SaturationBound bound =
        other ? saturationBound(inForce, mostDecisions) : bounds.back().bound;
    if (!alike({phase.at, phase.load, bound}, bounds.back()))
      bounds.push_back({phase.at, phase.load, bound});
  }
  return bounds;
}

std::vector<Diagnosis> diagnoseLoads(const Design& design, const Topology& topology,
                                     const std::vector<BoundFrom>& bounds) {
  std::vector<Diagnosis> found;
  for (const BoundFrom& each : bounds) {
    auto diagnosis = diagnoseLoad(design, topology, each.bound, each.load);
    if (!diagnosis) continue;
    if (each.at > 0) {
      diagnosis->text = sentence("From cycle {} on: {}", each.at, diagnosis->text);
      diagnosis->path = kPhases;
      diagnosis->remedy = {};
    } else if (bounds.size() > 1) {
      diagnosis->text = sentence("Until cycle {}: {}", bounds[1].at, diagnosis->text);
    }
    found.push_back(*std::move(diagnosis));
  }
  return found;
}

Sentence boundsInWords(const Topology& topology, const std::vector<BoundFrom>& bounds) {
  std::vector<Sentence> lines;
  for (const BoundFrom& each : bounds) {
    const Sentence words = describe(topology, each.bound);
    lines.push_back(each.at > 0         ? sentence("From cycle {} on: {}", each.at, words)
                    : bounds.size() > 1 ? sentence("Until cycle {}: {}", bounds[1].at, words)
                                        : words);
  }
  return joined(lines, "\n");
}

}  // namespace hopscope
