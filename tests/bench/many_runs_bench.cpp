// SPDX-License-Identifier: GPL-3.0-or-later
// A project of very many runs: how long it takes to write, to open, to list and to look at one.
// many_runs_bench FILE [RUNS]: writes FILE where it is not there, with 100,000 small runs.
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <variant>

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

/// Of a mesh of 16 routers: 20 windows, no recording.
StoredRun smallRun(int number, Design& design, RowId designId) {
  Results results;
  const double load = 0.01 * (number % 90 + 1);
  design.settings["traffic.load"] = load;
  design.settings["run.seed"] = static_cast<std::int64_t>(number / 90 + 1);
  results.seed = static_cast<std::uint64_t>(number / 90 + 1);
  results.engineVersion = "0.1.0";
  results.cycles = 20'000 + number;
  results.offeredLoad = load;
  results.acceptedLoad = load * 0.999;
  results.latency.mean = 10 + load * 20;
  results.latency.p99 = 3 * results.latency.mean;
  results.complete = true;
  results.windows.resize(20);
  results.routers.resize(16);
  results.channelUtilization.assign(80, load);
  results.histogram.resize(40);
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
  Design design;
  design.name = "Mesh 4 × 4";
  design.settings["topology.kind"] = std::string("mesh");
  const RowId id = project->addDesign(design);
  for (int i = 0; i < runs; ++i) project->addRun(smallRun(i, design, id));
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
  std::printf("%ju MB\n", static_cast<std::uintmax_t>(std::filesystem::file_size(file) >> 20U));
  const auto project = opened(Project::open(file));
  watch.say("open");
  const auto heads = project->runHeads();
  watch.say("heads");
  if (heads.empty() || !project->run(heads[heads.size() / 2].id)) return 1;
  watch.say("one run");
  project->labelRun(heads.front().id, "another name", {});
  watch.say("another name");
  if (project->save()) return 1;
  watch.say("save");
  return 0;
}
