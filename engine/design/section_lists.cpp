// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/section_lists.h"

#include "engine/core/declare.h"
#include "engine/core/ids.h"

namespace hopscope {
namespace {

using declare::boolean;
using declare::choice;
using declare::number;
using declare::perRouter;

constexpr double kLongestDelay = 100'000;      // cycles
constexpr double kLargestBuffer = 1'000'000;   // flits
constexpr double kLargestOutput = 100'000;     // flits
constexpr double kLongestRun = 1'000'000'000;  // cycles
constexpr double kMostReplications = 10'000;
constexpr double kLargestSeed = 9'007'199'254'740'991;  // exact in every JSON reader

Parameter buffer(const char* name, const char* label, std::int64_t fallback, const char* help) {
  return perRouter(
      number(ParameterType::flits, name, label, fallback, 1, kLargestBuffer, "flits", help));
}

Parameter count(const char* name, const char* label, std::int64_t fallback, double maximum,
                const char* help) {
  return perRouter(number(ParameterType::integer, name, label, fallback, 1, maximum, "", help));
}

}  // namespace

std::vector<Parameter> clockParameters() {
  return {
      number(ParameterType::real, "clock.frequency_ghz", "Frequency", 1.0, 0.001, 1000, "GHz",
             "Cycles per nanosecond; times in files become cycles with it."),
      number(ParameterType::real, "clock.flit_bytes", "Flit size", std::int64_t{25}, 0.125, 65'536,
             "bytes", "Bytes a channel carries per cycle: 25 bytes at 1 GHz are 200 Gb/s.")};
}

Parameter switchModelParameter() {
  return choice("switch.model", "Model", "vct",
                {{"vct", "Virtual cut-through"}, {"wormhole", "Wormhole"}},
                "The microarchitecture.");
}

std::vector<Parameter> switchParameters(const VcCounts& least) {
  const auto vcs = [](const char* name, const char* label, unsigned fallback, const char* help) {
    return number(ParameterType::integer, name, label, std::int64_t{fallback}, 1, kMaxVcs, "",
                  help);
  };
  Parameter output = buffer("switch.buffers.output", "Output buffer", 32,
                            "Per output port; 0 makes an input-queued switch, without speed-up.");
  output.minimum = 0;
  output.maximum = kLargestOutput;
  return {
      perRouter(number(ParameterType::cycles, "switch.latency", "Pipeline latency", std::int64_t{5},
                       1, kLongestDelay, "cycles",
                       "From head in to head out, without a table lookup.")),
      perRouter(number(ParameterType::real, "switch.speedup", "Internal speed-up", std::int64_t{2},
                       1, 16, "× link rate",
                       "How much faster flits cross the switch than a channel carries them.")),
      vcs("switch.virtual_channels.local", "Local virtual channels", least.local,
          "Per port on a local channel; the routing needs this many by default."),
      vcs("switch.virtual_channels.global", "Global virtual channels", least.global,
          "Per port on a global channel; the routing needs this many by default."),
      buffer("switch.buffers.injection", "Injection buffer", 256,
             "Per terminal, where its packets wait to enter the network."),
      buffer("switch.buffers.local", "Local buffer", 32,
             "Per virtual channel of an input port on a local channel."),
      buffer("switch.buffers.global", "Global buffer", 64,
             "Per virtual channel of an input port on a global channel."),
      output,
      perRouter(choice("switch.allocator.kind", "Allocator", "separable_input_first",
                       {{"separable_input_first", "Separable, input first"},
                        {"separable_output_first", "Separable, output first"},
                        {"islip", "iSLIP"},
                        {"wavefront", "Wavefront"},
                        {"maximum_matching", "Maximum matching"}},
                       "How inputs are matched with outputs.")),
      perRouter(choice("switch.allocator.arbiter", "Arbiter", "round_robin",
                       {{"round_robin", "Round robin"},
                        {"matrix", "Least recently served"},
                        {"age", "Oldest packet"},
                        {"random", "Random"}},
                       "How a separable allocator chooses one of several requests.")),
      perRouter(choice("switch.allocator.pointer", "Pointers move", "grant",
                       {{"grant", "On grant"}, {"request", "On request"}},
                       "When the turn passes to an input's next virtual channel.")),
      count("switch.allocator.iterations", "Allocator iterations", 1, 16,
            "Rounds of matching per cycle, of separable allocators and iSLIP."),
      perRouter(
          choice("switch.ejection", "Ejection", "queued",
                 {{"queued", "Through an output queue"}, {"consumer", "By the terminal's pace"}},
                 "By the terminal's pace, a head that asks for a busy terminal wastes its input's "
                 "turn, as in FOGSim.")),
  };
}

std::vector<Parameter> trafficParameters() {
  return {
      number(ParameterType::real, "traffic.load", "Load", 0.3, 0, 1, "",
             "Flits per terminal and cycle; 1 is the rate of a channel."),
      number(ParameterType::flits, "traffic.packet_flits", "Packet size", std::int64_t{4}, 1, 4096,
             "flits", "Flits of every packet."),
      boolean("traffic.include_self", "Include self", false,
              "Whether a terminal may send to itself."),
      choice("traffic.process", "Process", "bernoulli", {{"bernoulli", "Bernoulli"}},
             "When packets are generated."),
  };
}

std::vector<Parameter> runParameters() {
  const auto cycles = [](const char* name, const char* label, std::int64_t fallback, double minimum,
                         double maximum, const char* help) {
    return number(ParameterType::cycles, name, label, fallback, minimum, maximum, "cycles", help);
  };
  Parameter warmup =
      cycles("run.warmup", "Warm-up", 2000, 0, kLongestRun,
             "Before anything is measured. \"mser5\" finds its end by MSER-5, looking at 1,000, "
             "2,000, 4,000 … cycles, up to 5 × measured.");
  warmup.keywords = {{"mser5", "Found by MSER-5"}};
  return {
      warmup,
      cycles("run.measure", "Measured", 10'000, 1, kLongestRun,
             "Packets generated in this interval are measured."),
      number(ParameterType::real, "run.until_ci", "Until interval below", std::int64_t{0}, 0, 100,
             "% of mean",
             "Doubles the measured interval until the 95 % confidence interval of the mean latency "
             "is this narrow on either side; 0 measures once."),
      number(ParameterType::integer, "run.replications", "Replications", std::int64_t{1}, 1,
             kMostReplications, "",
             "Independent runs with the seeds seed, seed + 1, …; results are their means."),
      cycles("run.max_cycles", "At most", 0, 0, 10 * kLongestRun,
             "Where the run gives up; 0 is warm-up + 3 × measured + 20,000, with \"until_ci\" "
             "warm-up + 100 × measured + 20,000."),
      cycles("run.window", "Window", 500, 1, kLongestRun, "Length of a recorded window."),
      number(ParameterType::integer, "run.seed", "Seed", std::int64_t{1}, 0, kLargestSeed, "",
             "Fixes every random choice."),
  };
}

}  // namespace hopscope
