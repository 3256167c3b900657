// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <utility>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/design_input.h"
#include "app/cli/drawing.h"
#include "app/cli/interrupt.h"
#include "app/cli/simulate.h"
#include "engine/design/compile.h"
#include "engine/design/link_bandwidths.h"
#include "ui/drawing/network_export.h"

namespace hopscope::cli {

namespace {

struct PictureOptions {
  DesignInput input;
  std::string out;
  double scale = 2;
  bool run = false, quiet = false;
};

int drawPicture(const PictureOptions& options) {
  if (!hasEnding(options.out, {".png", ".svg", ".pdf"})) return kWrongInput;
  const auto design = readDesign(options.input);
  if (!design || !canWriteTo(options.out, options.input.file)) return kWrongInput;
  Issues issues;
  NetworkPicture picture;
  int code = kFine;
  std::optional<Interrupt> interrupt;
  if (options.run) {
    interrupt.emplace();
    const auto simulated = simulate(*design, 0, options.quiet, *interrupt);
    if (const int* failed = std::get_if<int>(&simulated)) return *failed;
    const auto& run = std::get<FinishedRun>(simulated);
    code = exitCodeOf(run, false);
    picture = heatPicture(run.topology, placementFor(*design, *run.topology), run.results);
  } else {
    picture.topology = buildTopology(*design, issues);
    if (!picture.topology) {
      sayIssues(issues);
      return kWrongInput;
    }
    picture.placement = placementFor(*design, *picture.topology);
  }
  picture.linkRates = bandwidthsOf(*design, *picture.topology);
  const OffscreenApplication application;
  NetworkExport format;
  format.scale = options.scale;
  QString error;
  if (!exportNetwork(picture, QString::fromStdString(options.out), format, &error)) {
    say(error.toStdString());
    return kFailed;
  }
  return code;
}

}  // namespace

void addPicture(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("picture", "Draw a design's network");
  const auto options = std::make_shared<PictureOptions>();
  options->input.addTo(*command, true);
  command->add_option("--out", options->out, "File that ends in .png, .svg or .pdf")
      ->required()
      ->type_name("FILE");
  command->add_option("--scale", options->scale, "Pixels per unit of the canvas (png)")
      ->check(CLI::Range(0.1, 20.0));
  command->add_flag("--run", options->run, "Simulate first and colour the links by utilisation");
  command->add_flag("--quiet", options->quiet, "No progress bar");
  command->callback([&chosen, options] { chosen = [options] { return drawPicture(*options); }; });
}

}  // namespace hopscope::cli
