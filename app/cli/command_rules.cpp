// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/design_input.h"
#include "engine/design/addressing.h"
#include "engine/design/compile.h"
#include "engine/forwarding/rule_formats.h"
#include "engine/forwarding/rule_verification.h"

namespace hopscope::cli {

namespace {

struct Request {
  DesignInput input;
  std::uint32_t router = 0;
  std::string format = "ovs";
};

/// What was made and what the check of the whole network found, for standard error.
std::string rulesSummary(const RuleGenerator& generator, RouterId router, std::size_t rules,
                         const Verification& verification) {
  std::string text =
      fmt::format("Router {}: {} rules, {} of them for unicast. ",
                  generator.topology().routerIds[router], rules, generator.entries(router));
  text += verification.sampled
              ? fmt::format("All of {} sampled pairs arrive", verification.pairs)
              : fmt::format("All {} pairs of terminals arrive", verification.pairs);
  return text + fmt::format(", over {} switches at most.", verification.mostHops);
}

int showRules(const Request& request) {
  const auto design = readDesign(request.input);
  if (!design) return kWrongInput;
  Issues issues;
  const auto topology = buildTopology(*design, issues);
  if (!topology) {
    sayIssues(issues);
    return kWrongInput;
  }
  const auto& ids = topology->routerIds;
  const auto found = std::find(ids.begin(), ids.end(), request.router);
  if (found == ids.end()) {
    say(fmt::format("--router: There is no router {}. The network has {} routers, {} to {}.",
                    request.router, ids.size(), *std::min_element(ids.begin(), ids.end()),
                    *std::max_element(ids.begin(), ids.end())));
    return kWrongInput;
  }
  Issues warnings;
  const auto made = ruleGenerator(*design, *topology, warnings);
  if (const auto* refused = std::get_if<Issues>(&made)) {
    sayIssues(*refused);
    return kWrongInput;
  }
  sayIssues(warnings);
  const auto& generator = std::get<RuleGenerator>(made);
  const auto router = static_cast<RouterId>(found - ids.begin());
  const std::vector<Rule> rules = generator.rules(router);
  const Verification verification = verifyRules(generator);
  if (!verification.good()) {
    say(fmt::format("These tables are wrong: {} of {} pairs arrive.", verification.delivered,
                    verification.pairs));
    sayIssues(verification.issues);
    return kFailed;
  }
  const std::string text = request.format == "json" ? jsonRules(generator.plan(), router, rules)
                           : request.format == "csv"
                               ? csvRules(rules)
                               : openFlowRules(rules, topology->radix(router));
  if (!writeOutput("-", text)) return kFailed;
  say(rulesSummary(generator, router, rules.size(), verification));
  return kFine;
}

}  // namespace

void addRules(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand(
      "rules", "The forwarding rules of a switch, as forwarding.addressing asks for them");
  command->footer(
      "Every table of the network is checked by forwarding all pairs of terminals, a sample of "
      "them\nabove ten million. The lines of \"ovs\" are for \"ovs-ofctl add-flows\", whose ports "
      "count from 1.");
  const auto request = std::make_shared<Request>();
  request->input.addTo(*command, true);
  command->add_option("--router", request->router, "Which router, by its id")->required();
  command->add_option("--format", request->format, "ovs, json or csv")
      ->check(CLI::IsMember({"ovs", "json", "csv"}))
      ->capture_default_str();
  command->callback([&chosen, request] { chosen = [request] { return showRules(*request); }; });
}

}  // namespace hopscope::cli
