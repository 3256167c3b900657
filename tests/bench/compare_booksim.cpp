// SPDX-License-Identifier: GPL-3.0-or-later
// Hopscope beside BookSim2 (https://github.com/booksim/booksim2). Without a path: every row of its
// stored tables, simulated here with its parameters. With the path of its program: the same work in
// both, whether they agree, and how many millions of flit-hops (routers a flit traverses) each does
// in a second of processor time: least, median and most of several runs in turn.
#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "engine/design/compile.h"
#include "engine/simulation/simulation.h"
#include "tests/bench/processor_time.h"
#include "tests/bench/spread.h"
#include "tests/support/booksim.h"

namespace hopscope {
namespace {

namespace fs = std::filesystem;
using test::BooksimRow;
using test::Expected;

constexpr const char* kTables[] = {"booksim_mesh", "booksim_routers", "booksim_races"};

struct Timed {
  double latency = 0, accepted = 0;
  double flitHopsPerSecond = 0;  ///< routers traversed, per flit
};

Timed runOurs(const BooksimRow& row) {
  Compiled compiled = compile(row.design);
  Simulation simulation(std::move(compiled.setup.value()));
  const double before = bench::processorSeconds(bench::Of::thisProgram);
  while (!simulation.done()) simulation.advance(100'000);
  const double seconds = bench::processorSeconds(bench::Of::thisProgram) - before;
  const Results results = simulation.results();
  return {results.latency.mean, results.acceptedLoad,
          static_cast<double>(results.flitHops) / seconds};
}

/// "43.2 %", or a remark where it is beyond the tolerance.
std::string verdict(const Expected& theirs, double ours) {
  return fmt::format("{:>+6.2f} %{}", 100 * (ours / theirs.value - 1),
                     theirs.differs(ours) ? "  DIFFERS" : "");
}

int printTables() {
  int found = 0;
  for (const char* name : kTables) {
    fmt::print("\n{:<42} {:>10} {:>10}\n", name, "Hopscope", "BookSim2");
    for (const BooksimRow& row : test::booksimTable(name).rows) {
      const Timed ours = runOurs(row);
      const auto compare = [&](const char* what, const std::optional<Expected>& theirs,
                               double measured) {
        if (!theirs) return;
        fmt::print("{:<32} {:<9} {:>10.4f} {:>10.4f} {}\n", row.name, what, measured, theirs->value,
                   verdict(*theirs, measured));
        found += theirs->differs(measured);
      };
      compare("latency", row.latency, ours.latency);
      compare("accepted", row.accepted, ours.accepted);
      std::fflush(stdout);
    }
  }
  fmt::print("\n{}\n", found == 0 ? "All agree." : fmt::format("{} differ.", found));
  return found == 0 ? 0 : 1;
}

/// The last number behind `name` in BookSim2's output.
double reported(const std::string& output, const std::string& name) {
  const std::size_t at = output.rfind(name);
  return at == std::string::npos ? NAN : std::strtod(&output[at + name.size()], nullptr);
}

Timed runTheirs(const std::string& program, const std::string& configuration,
                const BooksimRow& row) {
  const fs::path folder = fs::temp_directory_path() / fmt::format("compare-booksim-{}", getpid());
  fs::create_directories(folder);
  {
    // Later settings replace earlier ones.
    std::ofstream file(folder / "work.cfg");
    std::istringstream settings(configuration + " " + row.booksim);
    for (std::string setting; settings >> setting;) file << setting << ";\n";
  }
  const std::string command =
      fmt::format("cd '{}' && '{}' work.cfg > log 2>&1", folder.string(), program);
  const double before = bench::processorSeconds(bench::Of::children);
  // Its exit code says nothing: it is not 0 after a good run.
  const int status = std::system(command.c_str());
  const double seconds = bench::processorSeconds(bench::Of::children) - before;
  std::ifstream file(folder / "log");
  const std::string output{std::istreambuf_iterator<char>(file), {}};
  fs::remove_all(folder);
  const double cycles = reported(output, "Time taken is ");
  if (status == -1 || std::isnan(cycles)) {
    fmt::print(stderr, "BookSim2 did not run: {} {}\n{}", configuration, row.booksim, output);
    std::exit(2);
  }
  Issues issues;
  const auto topology = buildTopology(row.design, issues);
  const double accepted = reported(output, "Accepted flit rate average = ");
  const double flits = accepted * topology->terminalCount() * cycles;
  return {reported(output, "\nPacket latency average = "), accepted,
          flits * reported(output, "Hops average = ") / seconds};
}

int raceAgainst(const std::string& program, const char* table, const std::string& only) {
  fmt::print("{:<36} {:>9} {:>9} {:>9} {:>20} {:>23} {:>20}\n", "", "latency", "BookSim2", "",
             "M flit-hops/s", "BookSim2", "ratio");
  const test::BooksimTable work = test::booksimTable(table);
  bool agree = true;
  for (const BooksimRow& row : work.rows) {
    if (row.booksim.empty() || row.name.find(only) == std::string::npos) continue;
    bench::Race race;
    Timed theirs, ours;
    for (unsigned round = 0; round < bench::kRounds; ++round) {
      theirs = runTheirs(program, work.configuration, row);
      ours = runOurs(row);
      race.add(1e-6 * ours.flitHopsPerSecond, 1e-6 * theirs.flitHopsPerSecond);
    }
    // Beyond saturation latencies tell nothing.
    const Expected expected = row.latency ? Expected{theirs.latency, 0.015 * theirs.latency}
                                          : Expected{theirs.accepted, 0.02 * theirs.accepted};
    const double measured = row.latency ? ours.latency : ours.accepted;
    agree &= !expected.differs(measured);
    const auto [least, median, most] = race.ours();
    const auto [theirLeast, theirMedian, theirMost] = race.theirs();
    const auto [lowest, middle, highest] = race.ratios();
    fmt::print(
        "{:<36} {:>9.3f} {:>9.3f} {} {:>6.2f} {:>6.2f} {:>6.2f} {:>8.3f} {:>6.3f} {:>6.3f} "
        "{:>6.1f} {:>6.1f} {:>6.1f}\n",
        row.name, measured, expected.value, verdict(expected, measured), least, median, most,
        theirLeast, theirMedian, theirMost, lowest, middle, highest);
    std::fflush(stdout);
  }
  return agree ? 0 : 1;
}

}  // namespace
}  // namespace hopscope

int main(int argc, char** argv) {
  using namespace hopscope;
  if (argc == 1) return printTables();
  if (argc > 4) {
    fmt::print(stderr, "usage: {} [BOOKSIM [booksim_races|booksim_routers [part of a name]]]\n",
               argv[0]);
    return 2;
  }
  return raceAgainst(fs::absolute(argv[1]).string(), argc > 2 ? argv[2] : "booksim_races",
                     argc > 3 ? argv[3] : "");
}
