// SPDX-License-Identifier: GPL-3.0-or-later
// Hopscope beside FOGSim (https://fuentesp.github.io/fogsim). Without a path: every load of its
// stored tables, simulated here with its parameters. With the path of its program: the same work in
// both, whether they agree, and how many thousands of packet-hops (routers a packet traverses) each
// does in a second of processor time: least, median and most of several runs in turn.
#include <fmt/format.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include "engine/simulation/simulation.h"
#include "tests/bench/processor_time.h"
#include "tests/bench/spread.h"
#include "tests/support/fogsim.h"

namespace hopscope {
namespace {

namespace fs = std::filesystem;
using test::FogsimCase;
using test::FogsimPoint;

constexpr unsigned kSeeds = 3;

struct Timed {
  FogsimPoint point;
  double packetHopsPerSecond = 0;  ///< routers traversed, per packet
};

/// What the two do side by side.
struct Work {
  std::int64_t h = 4;
  double load = 0.5;
  Cycle warmup = 2000, measure = 4000;
};

int printTables() {
  const test::FogsimOracle oracle = test::fogsimOracle();
  int found = 0;
  for (const test::FogsimTable& table : oracle.tables) {
    fmt::print("\n{}, {}\n{:>6} {:>9} {:>9} {:>7} {:>8} {:>8} {:>8} {:>8} {:>7} {:>7}\n",
               table.which.routing, table.which.traffic, "load", "latency", "FOGSim", "%",
               "accepted", "FOGSim", "nonmin.", "FOGSim", "hops", "FOGSim");
    std::vector<FogsimPoint> ours;
    std::vector<std::string> remarks;
    for (const FogsimPoint& theirs : table.points) {
      ours.push_back(simulate(table.which, theirs.load, oracle.warmup, oracle.measure, kSeeds));
      const FogsimPoint& point = ours.back();
      fmt::print(
          "{:>6} {:>9.1f} {:>9.1f} {:>+7.2f} {:>8.4f} {:>8.4f} {:>8.4f} {:>8.4f} {:>7.3f} "
          "{:>7.3f}\n",
          theirs.load, point.latency, theirs.latency, 100 * (point.latency / theirs.latency - 1),
          point.accepted, theirs.accepted, point.nonminimal, theirs.nonminimal, point.hops,
          theirs.hops);
      for (std::string& text : differences(table, theirs, point, oracle.tolerance))
        remarks.push_back(std::move(text));
    }
    for (std::string& text : saturationDifferences(table, ours, oracle.tolerance))
      remarks.push_back(std::move(text));
    fmt::print("saturation {} ({})\n", test::saturationOf(ours), table.saturation);
    for (const std::string& text : remarks) fmt::print("DIFFERS: {}\n", text);
    found += static_cast<int>(remarks.size());
  }
  fmt::print("\n{}\n", found == 0 ? "All agree." : fmt::format("{} differ.", found));
  return found == 0 ? 0 : 1;
}

/// FOGSim's configuration of a case.
std::string configuration(const FogsimCase& which, const Work& work) {
  std::map<std::string, std::string> routing{{"minimal", "routing=MIN\n"},
                                             {"valiant lg-", "routing=VAL\n"},
                                             {"valiant lgl",
                                              "routing=OBL\nValiantType=FULL\n"
                                              "ValiantMisroutingDestination=NODE\n"
                                              "GlobalMisroutingPolicy=RRG\n"},
                                             {"piggyback lg-", "routing=PB\n"},
                                             {"piggyback lgl",
                                              "routing=SRC_ADP\nValiantType=FULL\n"
                                              "GlobalMisroutingPolicy=RRG\n"}};
  std::string text = fmt::format(
      "[CONFIG]\nP={0}\nA={1}\nH={0}\nMaxCycles={2}\nWarmupCycles={3}\nSwitch=IOQ_SW\n"
      "XbarDelay=90\nInternalSpeedup=2\nArbiterIterations=1\nInjectionQueueLength=5040\n"
      "LocalQueueLength=720\nGlobalQueueLength=1800\nOutQueueLength=630\nRingInjectionBubble=1\n"
      "LocalLinkTransmissionDelay=15\nGlobalLinkTransmissionDelay=150\nInjectionDelay=1\n"
      "PacketSize=10\nFlitSize=10\nPalmTreeConfiguration=1\nInjectionChannels=1\n"
      "deadlock_avoidance=DALLY\nInputArbiter=RR\nOutputArbiter=RR\n",
      work.h, 2 * work.h, work.measure, work.warmup);
  text += which.routing == "minimal" ? "LocalLinkChannels=2\nGlobalChannels=1\n"
                                     : "LocalLinkChannels=4\nGlobalChannels=2\n";
  text += which.traffic == "uniform" ? "Traffic=UN\n" : "Traffic=ADV\nAdvTrafficDistance=1\n";
  if (which.routing.rfind("piggyback", 0) == 0)
    text +=
        "CongestionDetection=PER_PORT\npiggybacking_coef=120\nugal_global_threshold=5\n"
        "ugal_local_threshold=0\n";
  return text + routing.at(which.routing);
}

/// The number behind "name: " in FOGSim's output.
double reported(const std::string& output, const std::string& name) {
  const std::size_t at = output.find("\n" + name + ": ");
  return at == std::string::npos ? NAN : std::strtod(&output[at + name.size() + 3], nullptr);
}

Timed runTheirs(const std::string& program, const FogsimCase& which, const Work& work) {
  const fs::path folder = fs::temp_directory_path() / fmt::format("compare-fogsim-{}", getpid());
  fs::create_directories(folder);
  std::ofstream(folder / "work.cfg") << configuration(which, work);
  const std::string command =
      fmt::format("cd '{}' && '{}' work.cfg OutputFileName=result Probability={} Seed=1 > log 2>&1",
                  folder.string(), fs::absolute(program).string(), 100 * work.load);
  const double before = bench::processorSeconds(bench::Of::children);
  const int status = std::system(command.c_str());
  const double seconds = bench::processorSeconds(bench::Of::children) - before;
  std::ifstream file(folder / "result");
  const std::string output{std::istreambuf_iterator<char>(file), {}};
  fs::remove_all(folder);
  if (status != 0 || output.empty()) {
    fmt::print(stderr, "FOGSim did not run: {}\n", command);
    std::exit(2);
  }
  Timed result;
  result.point = {work.load, reported(output, "Average Total Packet Latency"),
                  reported(output, "Accepted Load"), reported(output, "NonMinimal Accepted Load"),
                  reported(output, "Average Distance")};
  const double terminals = 2.0 * static_cast<double>(work.h * work.h * (2 * work.h * work.h + 1));
  const double packets =
      result.point.accepted / 10 * terminals * static_cast<double>(work.warmup + work.measure);
  result.packetHopsPerSecond = packets * (result.point.hops + 1) / seconds;
  return result;
}

Timed runOurs(const FogsimCase& which, const Work& work) {
  Simulation simulation(fogsimSetup(which, work.load, 1, work.warmup, work.measure));
  const double before = bench::processorSeconds(bench::Of::thisProgram);
  while (!simulation.done()) simulation.advance(10'000);
  const double seconds = bench::processorSeconds(bench::Of::thisProgram) - before;
  const Results results = simulation.results();
  return {{work.load, results.latency.mean, results.acceptedLoad,
           results.nonminimalFraction * results.acceptedLoad, results.hopsMean},
          static_cast<double>(results.flitHops) / 10 / seconds};
}

int raceAgainst(const std::string& program, const Work& work, const std::string& only) {
  fmt::print(
      "Dragonfly h = {}, load {}, {} + {} cycles\n{:<24} {:>9} {:>9} {:>8} {:>8} {:>23} "
      "{:>20} {:>20}\n",
      work.h, work.load, work.warmup, work.measure, "", "latency", "FOGSim", "accepted", "FOGSim",
      "k packet-hops/s", "FOGSim", "ratio");
  bool agree = true;
  for (const char* routing :
       {"minimal", "valiant lg-", "valiant lgl", "piggyback lg-", "piggyback lgl"}) {
    const FogsimCase which{routing, "uniform", work.h};
    if (which.routing.find(only) == std::string::npos) continue;
    bench::Race race;
    Timed theirs, ours;
    for (unsigned round = 0; round < bench::kRounds; ++round) {
      theirs = runTheirs(program, which, work);
      ours = runOurs(which, work);
      race.add(1e-3 * ours.packetHopsPerSecond, 1e-3 * theirs.packetHopsPerSecond);
    }
    const double off = ours.point.latency / theirs.point.latency - 1;
    // Beyond saturation the two differ in what they measure.
    const bool saturated = theirs.point.accepted < 0.99 * work.load;
    const bool agrees = saturated || std::abs(off) <= 0.015;
    agree &= agrees;
    const auto [least, median, most] = race.ours();
    const auto [theirLeast, theirMedian, theirMost] = race.theirs();
    const auto [lowest, middle, highest] = race.ratios();
    fmt::print(
        "{:<24} {:>9.1f} {:>9.1f} {:>8.4f} {:>8.4f} {:>9.0f} {:>6.0f} {:>6.0f} {:>6.1f} "
        "{:>6.1f} {:>6.1f} {:>6.1f} {:>6.1f} {:>6.1f}{}\n",
        routing, ours.point.latency, theirs.point.latency, ours.point.accepted,
        theirs.point.accepted, least, median, most, theirLeast, theirMedian, theirMost, lowest,
        middle, highest,
        saturated ? "  saturated"
        : agrees  ? ""
                  : "  DIFFERS");
    std::fflush(stdout);
  }
  return agree ? 0 : 1;
}

}  // namespace
}  // namespace hopscope

int main(int argc, char** argv) {
  using namespace hopscope;
  if (argc == 1) return printTables();
  Work work;
  if (argc > 2) work.h = std::atoi(argv[2]);
  if (argc > 3) work.load = std::atof(argv[3]);
  if (argc > 4) work.measure = std::atoi(argv[4]);
  if (argc > 6) {
    fmt::print(stderr, "usage: {} [FOGSIM [h [load [cycles [part of a routing's name]]]]]\n",
               argv[0]);
    return 2;
  }
  return raceAgainst(argv[1], work, argc > 5 ? argv[5] : "");
}
