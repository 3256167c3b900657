// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/design_input.h"
#include "engine/design/compile.h"
#include "engine/explore/latency_estimate.h"

namespace hopscope::cli {

namespace {

std::string estimateJson(const LatencyEstimate& estimate) {
  nlohmann::ordered_json json;
  json["holds"] = estimate.doubt.empty();
  if (!estimate.doubt.empty()) json["doubt"] = estimate.doubt.english();
  json["points"] = nlohmann::ordered_json::array();
  if (!estimate.points.empty()) {
    json["saturation"] = estimate.saturation;
    json["zero_load"] = estimate.zeroLoad;
  }
  for (const LatencyEstimate::Point& point : estimate.points)
    json["points"].push_back({{"load", point.load}, {"latency", point.latency}});
  return json.dump(2) + '\n';
}

std::string estimateText(const LatencyEstimate& estimate) {
  std::string text;
  if (!estimate.points.empty()) {
    text += fmt::format("Saturation bound: {:.4g} flits per terminal and cycle.\n",
                        estimate.saturation);
    text += fmt::format("Latency without load: {:.2f} cycles.\n", estimate.zeroLoad);
    text += fmt::format("{:>8} {:>10}\n", "load", "latency");
    for (const LatencyEstimate::Point& point : estimate.points)
      text += fmt::format("{:>8.4f} {:>10.2f}\n", point.load, point.latency);
  }
  return text + (estimate.doubt.empty()
                     ? "It holds up to 60 % of the bound, within a tenth of a simulation.\n"
                     : "It does not hold: " + estimate.doubt.english() + '\n');
}

int runEstimate(const DesignInput& input, bool json) {
  const auto design = readDesign(input);
  if (!design) return kWrongInput;
  const Compiled compiled = compile(*design);
  if (!compiled.setup) {
    sayIssues(compiled.issues);
    return kWrongInput;
  }
  const LatencyEstimate estimate = estimateLatency(*compiled.setup);
  return writeOutput("-", json ? estimateJson(estimate) : estimateText(estimate)) ? kFine : kFailed;
}

}  // namespace

void addEstimate(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("estimate", "Latency over load without a simulation");
  command->footer(
      "Queues with one server at every channel, loaded as the routing shares packets out. Where\n"
      "that says nothing, or has not been checked, it says so.");
  const auto input = std::make_shared<DesignInput>();
  const auto json = std::make_shared<bool>(false);
  input->addTo(*command, true);
  command->add_flag("--json", *json, "Write JSON");
  command->callback(
      [&chosen, input, json] { chosen = [input, json] { return runEstimate(*input, *json); }; });
}

}  // namespace hopscope::cli
