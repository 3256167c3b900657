// SPDX-License-Identifier: GPL-3.0-or-later
// The parameters that the routing algorithms of a Dragonfly take, by what they do.
#include <utility>

#include "engine/core/declare.h"
#include "engine/routing/dragonfly_policy.h"
#include "engine/routing/dragonfly_slots.h"

namespace hopscope::routings {
namespace {

void append(std::vector<Parameter>& to, std::vector<Parameter> more) {
  for (Parameter& parameter : more) to.push_back(std::move(parameter));
}

std::vector<Parameter> sharedParameters() {
  return {
      declare::choice(
          "trunk", "Links between two groups", "random",
          {{"random", "Drawn for each packet"}, {"destination", "By destination"}},
          "Where two groups of a Dragonfly share several links: drawn for each packet, or fixed "
          "by its destination."),
      vcSlotsParameter("On a Dragonfly, the order in which virtual channels are taken, as L0 G0 "
                       "L1; auto: by their "
                       "number; by_hop: one a hop of each kind, which can deadlock."),
  };
}

Parameter phaseAParameter() {
  return declare::choice(
      "phase_a", "Path to the intermediate router", "lgl",
      {{"-g-", "global (-g-)"},
       {"-gl", "global, local (-gl)"},
       {"lg-", "local, global (lg-)"},
       {"lgl", "local, global, local (lgl)"}},
      "On a Dragonfly, the longest path to the intermediate router: local (l) and global (g) "
      "hops. -g- and lg- end on entering its group, as in the first papers on Dragonflies.");
}

std::vector<Parameter> rootParameters() {
  return {
      declare::choice(
          "intra_group", "Packets within a group", "restricted",
          {{"restricted", "Stay in the group"},
           {"unrestricted", "As all others"},
           {"minimal", "Minimal"}},
          "On a Dragonfly, packets whose destination is in their own group go by a router of "
          "that group (restricted), as all others do, or minimally (as in FOGSim's VAL and PB)."),
      declare::choice(
          "roots", "Intermediate routers", "remote",
          {{"remote", "Other groups"}, {"any", "All"}, {"fogsim", "All, as FOGSim draws them"}},
          "On a Dragonfly: routers of other groups, or any router; fogsim: a router of the own "
          "group with probability (a - 1) / routers, otherwise one of another group."),
      declare::boolean(
          "eject_in_passing", "Eject in passing", false,
          "On a Dragonfly, a packet that passes its destination on the way to the intermediate "
          "router leaves there, as in FOGSim's SRC_ADP."),
  };
}

Parameter recomputeParameter() {
  return declare::boolean(
      "recompute", "Draw anew while waiting", false,
      "On a Dragonfly or HyperX, the head of a source queue draws another intermediate "
      "router, and decides anew, at each attempt that follows one in vain.");
}

Parameter restrictedParameter() {
  return declare::boolean(
      "restricted", "Keep shared coordinates", false,
      "On a HyperX, intermediate routers share every coordinate that source and destination "
      "share, so that packets stay in their row, plane or other part.");
}

Parameter thresholdParameter() {
  return declare::number(
      ParameterType::real, "threshold", "Threshold T", std::int64_t{0}, -1e6, 1e6, "flits",
      "Minimal where queue times hops is at most that of the other path plus T.");
}

Parameter hopCountsParameter() {
  return declare::choice(
      "hop_counts", "Hop counts", "real",
      {{"real", "Real paths"},
       {"consecutive", "Consecutive arrangement"},
       {"consecutive_minimal", "Consecutive, minimal path only"}},
      "On a Dragonfly, the hops that are compared: of the real paths, or as FOGSim counts "
      "them, of the consecutive arrangement whatever the network's (its PB: both paths; its "
      "SRC_ADP: the minimal one).");
}

std::vector<Parameter> piggybackParameters() {
  return {
      declare::number(
          ParameterType::real, "coefficient", "Coefficient", 1.2, 0, 100, "",
          "A global link is congested where its queue exceeds this times the mean of its "
          "router's, plus the global threshold."),
      declare::number(ParameterType::real, "global_threshold", "Global threshold", std::int64_t{5},
                      0, 1e6, "packets",
                      "Added to the mean before a global link counts as congested."),
      declare::choice(
          "mean", "Mean queue", "others",
          {{"others", "Other global links"}, {"all", "All global links"}},
          "The mean that a global link is compared with: of the router's other global links, or "
          "of all, as in FOGSim."),
      declare::number(
          ParameterType::integer, "broadcast_delay", "Broadcast delay", std::int64_t{0}, 0, 100'000,
          "cycles",
          "Until the other routers of the group know; 0 is the latency of their local link."),
  };
}

Parameter list(const char* name, const char* label, const char* help) {
  Parameter parameter;
  parameter.name = name;
  parameter.label = label;
  parameter.type = ParameterType::integers;
  parameter.fallback = std::string("auto");
  parameter.keywords = {{"auto", "By the size of the network"}};
  parameter.minimum = 0;
  parameter.maximum = 1e6;
  parameter.unit = "attempts";
  parameter.help = help;
  return parameter;
}

std::vector<Parameter> levelParameters() {
  return {
      declare::choice(
          "level", "Level of", "switch", {{"switch", "Each switch"}, {"packet", "Each packet"}},
          "Whose level says how far away intermediate routers are drawn: that of the source's "
          "router, which counts attempts in vain of all its source queues, or of each packet, "
          "which rises with each attempt in vain."),
      declare::choice("sequence", "Sequence", "3L",
                      {{"3L", "-g-, -gl, lgl"}, {"2L-A", "-g-, lgl"}, {"2L-B", "-gl, lgl"}},
                      "The longest paths to the intermediate router, level by level."),
      declare::number(
          ParameterType::integer, "interval", "Interval", std::int64_t{500}, 1, 1'000'000, "cycles",
          "Of switches: the count begins anew after it, and with each change of level."),
      list("increase", "Up above",
           "Of switches, per level: it rises as soon as so many attempts in vain are exceeded "
           "within an interval. auto: 15 (20 in a Dragonfly of h = 4, 10 of h = 8), then 500, or "
           "50 where Piggyback decides."),
      list("decrease", "Down below",
           "Of switches, per level that it may return to: it falls where an interval ends with "
           "fewer attempts in vain. auto: 5 (8 in a Dragonfly of h = 4, 3 of h = 8), then 15."),
  };
}

std::vector<Parameter> counterParameters(DragonflyMode mode) {
  const bool lian = mode == DragonflyMode::lian;
  std::vector<Parameter> parameters{
      declare::number(
          ParameterType::integer, "window", "Window", std::int64_t{200}, 1, 1'000'000, "cycles",
          "Packets count that have left the router's source queues in the latest so many."),
      declare::number(
          ParameterType::real, "stored_weight", "Weight of waiting packets",
          lian ? Value{0.1} : Value{std::int64_t{0}}, 0, 1000, "",
          "Times the packets that wait in the router's source queues, added to those that left."),
      declare::number(
          ParameterType::real, "benign", "Benign up to", std::int64_t{3}, 0, 1e6, "packets",
          "A group's counter up to which traffic to it counts as benign; scaled by 6 / h."),
      declare::number(
          ParameterType::real, "adverse", "Adverse above", std::int64_t{5}, 0, 1e6, "packets",
          "A group's counter above which traffic to it counts as adverse; scaled by 6 / h."),
      declare::number(ParameterType::real, "benign_threshold", "T where benign", std::int64_t{150},
                      -1e6, 1e6, "flits",
                      "Minimal where queue times hops is at most that of the other path plus T."),
      declare::number(ParameterType::real, "mixed_threshold", "T between", std::int64_t{-30}, -1e6,
                      1e6, "flits", "T where a group's counter lies between benign and adverse."),
      declare::number(ParameterType::real, "adverse_threshold", "T where adverse",
                      std::int64_t{-150}, -1e6, 1e6, "flits",
                      "T where a group's counter says that traffic to it is adverse."),
  };
  if (!lian) return parameters;
  append(
      parameters,
      {
          declare::number(
              ParameterType::real, "local_threshold", "Crowded local link above", std::int64_t{20},
              0, 1e6, "packets",
              "Of an intermediate group, by this router's counters: above it, packets end "
              "their path to the intermediate router with a local hop."),
          declare::number(
              ParameterType::real, "global_counter", "Busy group above", std::int64_t{5}, 0, 1e6,
              "packets", "A directly attached group counts as busy above this counter of its own."),
          declare::number(
              ParameterType::real, "busy_groups", "Busy groups above", std::int64_t{3}, 0, 1e6,
              "groups",
              "Where more of the directly attached groups are busy, packets begin with a "
              "local hop; scaled by h / 6."),
      });
  return parameters;
}

}  // namespace

std::vector<Parameter> dragonflyParameters(DragonflyMode mode) {
  const DragonflyPolicy policy = DragonflyPolicy::of(mode);
  std::vector<Parameter> parameters;
  if (policy.escalates()) append(parameters, levelParameters());
  if (policy.counts()) append(parameters, counterParameters(mode));
  if (policy.misroutes()) {
    if (policy.levels.size() == 1) parameters.push_back(phaseAParameter());
    append(parameters, rootParameters());
    if (!policy.recompute) parameters.push_back(recomputeParameter());
    if (mode == DragonflyMode::valiant || mode == DragonflyMode::ugal)
      parameters.push_back(restrictedParameter());
  }
  if (policy.compares()) {
    if (!policy.counts()) parameters.push_back(thresholdParameter());
    parameters.push_back(hopCountsParameter());
  }
  if (policy.broadcasts()) append(parameters, piggybackParameters());
  append(parameters, sharedParameters());
  return parameters;
}

}  // namespace hopscope::routings
