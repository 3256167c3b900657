// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <utility>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/drawing.h"
#include "app/cli/interrupt.h"
#include "app/cli/simulate.h"
#include "engine/study/curve.h"
#include "engine/study/results_csv.h"
#include "projects/project.h"
#include "projects/stored_run.h"
#include "ui/drawing/network_export.h"
#include "ui/plots/run_plots.h"
#include "ui/reports/report.h"
#include "ui/studies/kept_curves.h"

namespace hopscope::cli {

namespace {

constexpr double kPlotWidth = 178;  // millimetres: a page's full width on paper

struct DemoOptions {
  std::string out;
  bool quiet = false;
};

// From an idle network to beyond the load at which minimal routing stops.
std::vector<double> demoLoads() {
  std::vector<double> loads;
  for (int percent = 2; percent <= 16; percent += 2) loads.push_back(percent / 100.0);
  return loads;
}

bool makeDemoFolder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!error && std::filesystem::is_directory(folder)) return true;
  say(fmt::format("The folder {} cannot be made: {}.", folder,
                  error ? error.message() : "there is a file of that name"));
  return false;
}

/// A curve with a progress bar; nothing where it was stopped before its first point.
std::vector<CurvePoint> measureCurve(const Design& design, bool quiet, const Interrupt& interrupt) {
  CurveRequest request;
  request.design = design;
  request.loads = demoLoads();
  ProgressBar bar("runs", quiet);
  return latencyCurve(request, interrupt.token(), {}, [&](const CurveProgress& progress) {
    static_cast<void>(interrupt.requested());
    bar.update(progress.fraction, progress.fraction * static_cast<double>(progress.total));
  });
}

/// Everything the demo leaves behind.
class DemoFiles {
 public:
  explicit DemoFiles(std::string folder) : folder_(std::move(folder)) {}

  bool write(const ReportInput& input) {
    const NetworkPicture picture = heatPicture(input.topology, input.placement, *input.results);
    const PlotPicture latency = curvePlots(input.curve).latency;
    NetworkExport format;
    format.scale = 2;
    for (const char* name : {"network.png", "network.svg"})
      finish(name, exportNetwork(picture, path(name), format, &error_));
    for (const char* name : {"latency.png", "latency.svg"})
      finish(name, exportPlot(latency, path(name), kPlotWidth, &error_));
    finish("results.csv", writeOutput(path("results.csv").toStdString(), curveCsv(input.curve)));
    finish("report.html", writeReport(input, path("report.html"), &error_));
    return complete_;
  }

 private:
  QString path(const char* name) const {
    return QString::fromStdString((std::filesystem::path(folder_) / name).string());
  }

  void finish(const char* name, bool written) {
    if (written)
      say(fmt::format("{}", path(name).toStdString()));
    else if (!error_.isEmpty())
      say(error_.toStdString());
    complete_ = complete_ && written;
    error_.clear();
  }

  std::string folder_;
  QString error_;
  bool complete_ = true;
};

int runDemo(const DemoOptions& options) {
  if (!makeDemoFolder(options.out)) return kWrongInput;
  const Example& example = examples().front();
  say(fmt::format("{}. {}", example.title, example.summary));
  const Interrupt interrupt;
  auto simulated = simulate(example.design, 0, options.quiet, interrupt);
  auto* run = std::get_if<FinishedRun>(&simulated);
  if (run == nullptr) return kFailed;
  say(summary(*run->topology, run->results));
  ReportInput input;
  if (!interrupt.requested()) {
    say("The same at rising loads:");
    input.curve = measureCurve(example.design, options.quiet, interrupt);
    input.curveSeeds = curveSeedsOf(example.design);
  }
  const bool stopped = interrupt.requested();
  const OffscreenApplication application;
  input.design = example.design;
  input.placement = placementFor(example.design, *run->topology);
  input.topology = std::move(run->topology);
  input.results = std::move(run->results);
  input.date = reportDate(utcNow());
  return DemoFiles(options.out).write(input) && !stopped ? kFine : kFailed;
}

}  // namespace

void addDemo(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand(
      "demo", "Simulate the first example and leave pictures, a curve, data and a report");
  const auto options = std::make_shared<DemoOptions>();
  command->add_option("--out", options->out, "Folder for the files")->required()->type_name("DIR");
  command->add_flag("--quiet", options->quiet, "No progress bar");
  command->callback([&chosen, options] { chosen = [options] { return runDemo(*options); }; });
}

}  // namespace hopscope::cli
