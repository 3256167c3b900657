// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/design_input.h"
#include "engine/design/compile.h"
#include "engine/simulation/saturation_bound.h"
#include "engine/study/results_json.h"
#include "engine/topology/generator.h"

namespace hopscope::cli {

namespace {

template <typename T>
void addLine(std::string& text, const char* label, const std::optional<T>& value) {
  text += fmt::format("{:<34}", label);
  if (!value)
    text += "–";
  else if constexpr (std::is_floating_point_v<T>)
    text += fmt::format("{:.4f}", *value);
  else
    text += fmt::format("{}", *value);
  text += '\n';
}

std::string describeFacts(const TopologyFacts& facts) {
  using Count = std::optional<std::uint64_t>;
  std::string text;
  if (facts.groups > 0) addLine(text, "groups", Count(facts.groups));
  addLine(text, "routers", Count(facts.routers));
  addLine(text, "terminals", Count(facts.terminals));
  addLine(text, "links", Count(facts.links));
  addLine(text, "channels", Count(facts.channels));
  addLine(text, "radix", Count(facts.radix));
  addLine(text, "diameter (links)", facts.diameter);
  addLine(text, "router diameter (links)", facts.routerDiameter);
  addLine(text, "average distance (links)", facts.averageDistance);
  addLine(text, "average distance, self excluded", facts.averageDistanceExcludingSelf);
  addLine(text, "bisection (links)", facts.bisection);
  return text;
}

/// A row for each link, by the number that phases and overrides know it by; those of terminals of a
/// drawn network have none.
std::string linksCsv(const Topology& topology) {
  std::string text = "link,class,a,a_id,b,b_id\n";
  const auto end = [&topology](const LinkEnd& part) {
    return fmt::format(
        "{},{}", part.isTerminal ? "terminal" : "router",
        part.isTerminal ? topology.terminalIds[part.node] : topology.routerIds[part.node]);
  };
  const auto number = [](std::uint32_t id) {
    return id == kNone ? std::string() : std::to_string(id);
  };
  for (LinkId link = 0; link < topology.linkCount(); ++link)
    text +=
        fmt::format("{},{},{},{}\n", number(topology.linkIds[link]), topology.classOf(link).name,
                    end(topology.from(2 * link)), end(topology.to(2 * link)));
  return text;
}

int showTopology(const DesignInput& input, bool json, const std::string& links) {
  const auto design = readBeforePhases(input);
  if (!design) return kWrongInput;
  Issues issues;
  const auto topology = buildTopology(*design, issues);
  if (!topology) {
    sayIssues(issues);
    return kWrongInput;
  }
  if (!links.empty() && !writeOutput(links, linksCsv(*topology))) return kFailed;
  if (links == "-") return kFine;
  const TopologyFacts facts = knownFacts(*topology);
  if (json) return writeOutput("-", writeFacts(facts)) ? kFine : kFailed;
  std::string text = describeFacts(facts);
  // What the routing and the traffic make of it, where they are sound.
  const Compiled compiled = compile(*design, topology);
  if (compiled.setup && topology->terminalCount() > 0 && !runsProgramsAlone(*design))
    text += saturationInWords(*compiled.setup).english() + '\n';
  return writeOutput("-", text) ? kFine : kFailed;
}

}  // namespace

void addTopology(CLI::App& app, Action& chosen) {
  CLI::App* command =
      app.add_subcommand("topology", "Routers, links and distances of a design's network");
  const auto input = std::make_shared<DesignInput>();
  const auto json = std::make_shared<bool>(false);
  const auto links = std::make_shared<std::string>();
  input->addTo(*command, false);
  command->add_flag("--json", *json, "Write JSON");
  command
      ->add_option("--links", *links,
                   "File for all links (CSV), by the numbers that phases know their channels by; "
                   "- is standard output")
      ->type_name("FILE");
  command->callback([&chosen, input, json, links] {
    chosen = [input, json, links] { return showTopology(*input, *json, *links); };
  });
}

}  // namespace hopscope::cli
