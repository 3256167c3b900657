// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/section_lists.h"

#include "engine/core/declare.h"
#include "engine/core/ids.h"
#include "engine/design/packet_sizes.h"
#include "engine/design/run_resolution.h"
#include "engine/workload/message.h"

namespace hopscope {
namespace {

using declare::boolean;
using declare::choice;
using declare::number;

constexpr double kLongestRun = 1'000'000'000;  // cycles
static_assert(10 * kLongestRun < static_cast<double>(Message::kLongest));
constexpr double kMostReplications = 10'000;

}  // namespace

std::vector<Parameter> clockParameters() {
  return {
      number(ParameterType::real, "clock.frequency_ghz", "Frequency", 1.0, 0.001, 1000, "GHz",
             "Cycles per nanosecond; times in files become cycles with it."),
      number(ParameterType::real, "clock.flit_bytes", "Flit size", std::int64_t{25}, 0.125, 65'536,
             "bytes", "Bytes a channel carries per cycle: 25 bytes at 1 GHz are 200 Gb/s.")};
}

std::vector<Parameter> trafficParameters() {
  return {
      number(ParameterType::real, "traffic.load", "Load", 0.3, 0, 1, "",
             "Flits per terminal and cycle; 1 is the rate of a channel."),
      number(ParameterType::flits, "traffic.packet_flits", "Packet size", std::int64_t{4}, 1,
             kLongestPacket, "flits", "Flits of every packet."),
      boolean("traffic.include_self", "Include self", false,
              "Whether a terminal may send to itself."),
      choice("traffic.process", "Process", "bernoulli", {{"bernoulli", "Bernoulli"}},
             "When packets are generated."),
      packetSizesParameter(),
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
      cycles("run.window", "Window", 500, 1, kLongestRun,
             "Length of a recorded window. Where applications run, windows become "
             "longer as the run goes on."),
      number(ParameterType::integer, "run.seed", "Seed", std::int64_t{1}, 0,
             static_cast<double>(kLargestSeed), "", "Fixes every random choice."),
  };
}

}  // namespace hopscope
