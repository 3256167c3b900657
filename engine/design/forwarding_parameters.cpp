// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>
#include <utility>
#include <vector>

#include "engine/core/declare.h"
#include "engine/design/section_lists.h"
#include "engine/forwarding/lookup_settings.h"
#include "engine/forwarding/node_reduction.h"

namespace hopscope {
namespace {

using declare::choice;
using declare::number;
using declare::perRouter;

constexpr double kLongestReprogramming = 1e9;  // cycles
constexpr double kLargestEnergy = 1e6;         // nJ
constexpr double kLargestPower = 1e6;          // mW

Parameter delay(const char* name, const char* label, const char* fallback, const char* help) {
  return perRouter(number(ParameterType::cycles, name, label, std::string(fallback), 0,
                          kLongestDelay, "cycles", help));
}

Parameter count(const char* name, const char* label, std::int64_t fallback, double minimum,
                double maximum, const char* help) {
  return perRouter(
      number(ParameterType::integer, name, label, fallback, minimum, maximum, "", help));
}

Parameter energy(const char* name, const char* label, double fallback, const char* help) {
  return perRouter(
      number(ParameterType::real, name, label, fallback, 0, kLargestEnergy, "nJ", help));
}

Parameter power(const char* name, const char* label, double fallback, const char* help) {
  return perRouter(
      number(ParameterType::real, name, label, fallback, 0, kLargestPower, "mW", help));
}

/// What matters to these lookups only.
Parameter with(const std::vector<std::string>& lookups, Parameter parameter) {
  return declare::onlyWhere("forwarding.lookup", lookups, std::move(parameter));
}

std::vector<ParameterChoice> reductionChoices() {
  std::vector<ParameterChoice> choices;
  for (const ReductionName& known : reductionNames()) choices.push_back({known.name, known.label});
  return choices;
}

}  // namespace

std::vector<Parameter> forwardingParameters() {
  using Names = std::vector<std::string>;
  const Names kDram = {"dram"}, kCache = {"cache"}, kMap = {"nrf_map"};
  const Names kCams = {"bcam", "tcam", "cache"};
  const Names kShared = {"dram", "bcam", "tcam", "cache"};  // by the ports of a switch
  const Names kReduced = {"cache", "nrf_map"};  // the map of node reduction has a cache's timing
  return {
      perRouter(
          choice("forwarding.lookup", "Lookup", "algorithm",
                 {{"algorithm", "Computed"},
                  {"dram", "Linear table in DRAM"},
                  {"bcam", "Binary CAM"},
                  {"tcam", "Ternary CAM"},
                  {"cache", "Cache per input port"},
                  {"nrf_map", "Node reduction alone"}},
                 "Where the output port comes from; computing it takes no time. A lookup begins "
                 "when a head "
                 "arrives, in the order of arrival, also for packets that stand behind others: a "
                 "table that is shared may serve those first.")),
      choice("forwarding.profile", "Timing profile", "none",
             {{"none", "None"},
              {"app", "Application study"},
              {"offchip", "Off-chip CAM"},
              {"real", "Two caches, off-chip CAM"},
              {"zeroload", "Zero-load study"}},
             "Times of a published study as defaults of CAM, caches and, of virtual cut-through, "
             "the switch's latency; what is set here wins."),
      with(kDram,
           delay("forwarding.dram.read", "DRAM read", "50 ns",
                 "Time to read one row; a destination's row stands in the order of its number.")),
      with(kDram, energy("forwarding.dram.energy_nj", "DRAM energy", 5, "Per row read.")),
      with(kCams,
           delay("forwarding.cam.latency", "CAM latency", "25 ns", "Time of one CAM lookup.")),
      with(kCams, delay("forwarding.cam.interval", "CAM interval", "25 ns",
                        "Time between the starts of two lookups; the latency by default.")),
      with(kShared, perRouter(choice("forwarding.cam.scope", "CAM scope", "switch",
                                     {{"switch", "One per switch"}, {"port", "One per input port"}},
                                     "Who shares a CAM, or a linear table."))),
      with(kCams,
           count("forwarding.cam.banks", "CAM banks", 1, 1, kMostCamBanks,
                 "Copies of the CAM that work side by side, each for every so many lookups.")),
      with(kCams, count("forwarding.cam.entries", "CAM entries", 0, 0, 100'000'000,
                        "Destinations that the CAM has room for; 0 is as many as there are.")),
      with(kCams, energy("forwarding.cam.energy_nj", "CAM energy", 42,
                         "Per lookup; half as much by default for a binary CAM.")),
      with(kCams, power("forwarding.cam.static_mw", "CAM static power", 36,
                        "Of each bank, all the time.")),
      with(kCache, count("forwarding.cache.entries", "Cache entries", 2048, 1, 1'048'576,
                         "Destinations that one input port remembers.")),
      with(kCache, count("forwarding.cache.ways", "Cache ways", 4, 1, 1024,
                         "Places an entry may take; divides the number of entries.")),
      with(kCache, perRouter(choice(
                       "forwarding.cache.replacement", "Replacement", "lru",
                       {{"lru", "LRU"}, {"fifo", "FIFO"}, {"lfu", "LFU"}, {"random", "Random"}},
                       "Which entry of a set makes room: least recently used, first in, least "
                       "often used."))),
      with(kCache,
           perRouter(choice("forwarding.cache.hash", "Hash", "crc16",
                            {{"crc16", "CRC-16"}, {"crc32", "CRC-32"}, {"modulo", "Modulo"}},
                            "How a destination finds its set."))),
      with(kReduced, delay("forwarding.cache.latency", "Cache latency", "1 ns",
                           "Hash and access, on a hit.")),
      with(kReduced, delay("forwarding.cache.interval", "Cache interval", "1 ns",
                           "Time between the starts of two accesses; the latency by default.")),
      with(kCache, count("forwarding.cache.mshr", "Outstanding misses", 4, 1, 1024,
                         "Misses of one input port that may wait for the CAM at once.")),
      with(kCache, count("forwarding.cache.lanes", "Wavelengths", 1, 1, 64,
                         "Of a link; each has a cache of its own, and packets take them in turn.")),
      with(kCache, energy("forwarding.cache.energy_nj", "Cache energy", 0.039, "Per access.")),
      with(kCache, power("forwarding.cache.static_mw", "Cache static power", 13,
                         "Of each cache, all the time.")),
      with(kCache, count("forwarding.l2.entries", "Shared cache entries", 0, 0, 16'777'216,
                         "Of a second cache that all ports of a switch share; 0 is none.")),
      with(kCache, count("forwarding.l2.ways", "Shared cache ways", 8, 1, 1024,
                         "Places an entry may take; divides the number of entries.")),
      with(kCache,
           delay("forwarding.l2.latency", "Shared cache latency", "4 ns", "Time of one access.")),
      with(kCache, delay("forwarding.l2.interval", "Shared cache interval", "4 ns",
                         "Time between the starts of two accesses; the latency by default.")),
      with(kCache, energy("forwarding.l2.energy_nj", "Shared cache energy", 0.15, "Per access.")),
      with(kCache,
           power("forwarding.l2.static_mw", "Shared cache static power", 50, "All the time.")),
      with(kReduced,
           perRouter(choice(
               "forwarding.node_reduction.kind", "Node reduction", "none", reductionChoices(),
               "Has caches remember outputs of the switch, not destinations, so that few "
               "entries do."))),
      with(
          kReduced,
          choice(
              "forwarding.node_reduction.threshold", "Ring threshold", "floor",
              {{"floor", "⌊k/2⌋"}, {"ceil", "⌈k/2⌉, as printed"}},
              "Distance beyond which a ring of k is taken the other way. As printed in the source, "
              "paths are too long where k is odd; dimension order then follows it.")),
      with(kReduced,
           choice("forwarding.node_reduction.up", "Way up", "dmodk",
                  {{"dmodk", "Destination modulo k"}, {"paper", "As printed"}},
                  "Which up port a fat tree's function names; the routing has to take the same.")),
      with(kReduced,
           choice(
               "forwarding.node_reduction.lag_select", "Parallel links", "modulo",
               {{"modulo", "Destination modulo their number"},
                {"crc", "CRC-16 of it"},
                {"round_robin", "In turn"}},
               "Which of parallel links a packet takes; dimension order follows it. In turn, a tag "
               "stands for all of them and packets may overtake each other.")),
      with(kReduced, perRouter(choice("forwarding.node_reduction.tags", "Tags", "destination",
                                      {{"destination", "By where it leads"}, {"port", "By port"}},
                                      "By port, paths that share a port are one."))),
      with(kReduced, energy("forwarding.node_reduction.energy_nj", "Node reduction energy", 0.01,
                            "Per lookup.")),
      with(
          kMap,
          count("forwarding.patterns", "Mapping patterns", 16, 1, 16,
                "Maps from tags to ports that the hardware holds, where node reduction is alone.")),
      with(kCache, perRouter(choice(
                       "forwarding.warmup", "Cache warm-up", "none",
                       {{"none", "None"}, {"alltoall", "All to all"}},
                       "All to all: the caches have seen an exchange of all terminals with all "
                       "before the first cycle; in networks of more than 1,024 terminals, each of "
                       "its destinations once."))),
      with(
          kCache,
          number(
              ParameterType::cycles, "forwarding.prefetch", "Prefetch", std::string("0 ns"), 0,
              kLongestDelay, "cycles",
              "How long before each packet its terminal sends a probe along the same path, so that "
              "the "
              "caches know the destination; 0 is never. It takes a flit, in virtual cut-through as "
              "much as any packet.")),
      with(kCache,
           perRouter(declare::boolean(
               "forwarding.collective_refill", "Refill in exchanges", false,
               "Ports of terminals recognise an exchange of all with all by its order, give up the "
               "destination that is done and fetch the one to come."))),
      with(
          kCache,
          number(
              ParameterType::cycles, "forwarding.reprogram", "Reprogramming", std::string("10 us"),
              1, kLongestReprogramming, "cycles",
              "From a change of routes, which empties the caches and switches them off, until they "
              "are on again.")),
      number(ParameterType::real, "forwarding.energy.buffer_nj_per_byte", "Buffer energy", 0.1407,
             0, kLargestEnergy, "nJ/B", "To write a byte into a buffer and read it."),
      number(ParameterType::real, "forwarding.energy.port_optical_w", "Optical port", 0.6, 0,
             kLargestPower, "W", "Of a router, on a channel between routers."),
      number(ParameterType::real, "forwarding.energy.port_electrical_w", "Electrical port", 0.48, 0,
             kLargestPower, "W",
             "To a terminal and, where there are global channels, on a local one."),
      number(ParameterType::real, "forwarding.energy.fixed_w", "Switch, fixed", std::int64_t{30}, 0,
             kLargestPower, "W", "Of each switch, beside buffers, ports and tables."),
  };
}

}  // namespace hopscope
