// SPDX-License-Identifier: GPL-3.0-or-later
// A project of very many runs: how long it takes to write, to open, to list and to look at one.
// many_runs_bench FILE [RUNS]: writes FILE where it is not there, with 100,000 small runs, each of
// ninety with the numbers of a simulation.
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/design/compile.h"
#include "engine/simulation/simulation.h"
#include "projects/project.h"
#include "projects/stored_run.h"

namespace hopscope {
namespace {

class Watch {
 public:
  void say(const char* what) {
    const auto now = std::chrono::steady_clock::now();
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    std::printf("%-28s %8.3f s, at most %ld MB\n", what,
                std::chrono::duration<double>(now - last_).count(), usage.ru_maxrss / 1024);
    std::fflush(stdout);
    last_ = std::chrono::steady_clock::now();
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

constexpr int kLoads = 90;

Design meshOf16() {
  Design design;
  design.name = "Mesh 4 × 4";
  design.settings["topology.kind"] = std::string("mesh");
  design.settings["topology.dimensions"] = std::vector<std::int64_t>{4, 4};
  design.settings["run.warmup"] = std::int64_t{1'000};
  design.settings["run.measure"] = std::int64_t{9'000};
  return design;
}

double loadNumber(int number) {
  return 0.005 * (number % kLoads + 1);
}

/// One for each load: ten windows, no recording.
std::vector<Results> simulated(Design design) {
  std::vector<Results> all;
  all.reserve(kLoads);
  for (int i = 0; i < kLoads; ++i) {
    design.settings["traffic.load"] = loadNumber(i);
    Simulation simulation(std::move(compile(design).setup.value()));
    while (!simulation.done()) simulation.advance(100'000);
    all.push_back(simulation.results());
  }
  return all;
}

StoredRun smallRun(int number, Results results, Design& design, RowId designId) {
  design.settings["traffic.load"] = loadNumber(number);
  design.settings["run.seed"] = static_cast<std::int64_t>(number / kLoads + 1);
  results.seed = static_cast<std::uint64_t>(number / kLoads + 1);
  results.cycles += number;  // no two are the same
  return makeRun(design, std::move(results), designId);
}

std::unique_ptr<Project> opened(std::variant<std::unique_ptr<Project>, ProjectError> made) {
  if (const auto* error = std::get_if<ProjectError>(&made)) {
    std::fprintf(stderr, "%s\n", std::string(error->issue.text).c_str());
    std::exit(1);
  }
  return std::move(std::get<std::unique_ptr<Project>>(made));
}

void write(const std::string& file, int runs) {
  const auto project = opened(Project::create());
  Design design = meshOf16();
  const RowId id = project->addDesign(design);
  const std::vector<Results> results = simulated(design);
  for (int i = 0; i < runs; ++i)
    project->addRun(smallRun(i, results[static_cast<std::size_t>(i % kLoads)], design, id));
  if (const auto error = project->saveAs(file)) std::exit(1);
}

}  // namespace
}  // namespace hopscope

int main(int argc, char** argv) {
  using namespace hopscope;
  if (argc < 2) return 2;
  const std::string file = argv[1];
  Watch watch;
  if (!std::filesystem::exists(file)) {
    write(file, argc > 2 ? std::atoi(argv[2]) : 100'000);
    watch.say("write");
  }
  const auto bytes = static_cast<std::uintmax_t>(std::filesystem::file_size(file));
  const auto project = opened(Project::open(file));
  watch.say("open");
  const auto heads = project->runHeads();
  watch.say("heads");
  if (!heads.empty()) std::printf("%ju MB, %ju bytes a run\n", bytes >> 20U, bytes / heads.size());
  if (heads.empty() || !project->run(heads[heads.size() / 2].id)) return 1;
  watch.say("one run");
  project->labelRun(heads.front().id, "another name", {});
  watch.say("another name");
  if (project->save()) return 1;
  watch.say("save");
  return 0;
}
