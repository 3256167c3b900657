// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/interrupt.h"
#include "engine/design/design_json.h"
#include "engine/explore/candidate_text.h"
#include "engine/explore/explore.h"
#include "engine/explore/pareto.h"

namespace hopscope::cli {

namespace {

/// Lines of the table on a terminal, where more are not asked for.
constexpr std::size_t kUsualRows = 40;

struct ExploreCommand {
  std::string file;
  std::string out = "-";
  std::vector<std::string> objectives{"cost", "power", "throughput", "diameter"};
  std::string sort = "cost";
  std::size_t most = kUsualRows;
  std::optional<std::size_t> opened;
  bool json = false, csv = false, onlyFront = false;
};

/// The column, or nothing and said which there are.
const CandidateColumn* columnNamed(const std::string& option, const std::string& name,
                                   bool compared) {
  std::vector<std::string> known;
  for (const CandidateColumn& column : candidateColumns())
    if (!compared || column.wanted != Wanted::neither) known.push_back(column.name);
  if (std::find(known.begin(), known.end(), name) != known.end()) return findCandidateColumn(name);
  say(fmt::format("{} {}: there is no such number. Known are {}.", option, name,
                  fmt::join(known, ", ")));
  return nullptr;
}

void sortBy(const CandidateColumn& column, const std::vector<Candidate>& candidates,
            std::vector<std::size_t>& rows) {
  const double sign = column.wanted == Wanted::more ? -1 : 1;
  std::stable_sort(rows.begin(), rows.end(), [&](std::size_t a, std::size_t b) {
    const auto left = column.value(candidates[a]), right = column.value(candidates[b]);
    if (!left || !right) return left.has_value();
    return sign * *left < sign * *right;
  });
}

/// What fits on a line; files have it all.
std::string tableOf(const CandidateTable& table, std::size_t most) {
  constexpr const char* kShown[] = {"terminals",  "routers",          "ports", "diameter",
                                    "throughput", "worst_throughput", "power", "cost"};
  std::string text = fmt::format("{:>6} {} {:<52}", "row", ' ', "network");
  for (const char* name : kShown) text += fmt::format(" {:>10}", std::string(name).substr(0, 10));
  text += '\n';
  for (std::size_t i = 0; i < std::min(most, table.rows.size()); ++i) {
    const std::size_t row = table.rows[i];
    const bool front = std::binary_search(table.front.begin(), table.front.end(), row);
    text += fmt::format("{:>6} {} {:<52}", row, front ? '*' : ' ', nameOf(table.candidates[row]));
    for (const char* name : kShown) {
      const CandidateColumn& column = *findCandidateColumn(name);
      const Candidate& candidate = table.candidates[row];
      const auto value = column.value(candidate);
      text += fmt::format(" {:>10}",
                          value ? fmt::format("{}{:.5g}", column.sign(candidate), *value) : "–");
    }
    text += '\n';
  }
  return text;
}

int openCandidate(const ExploreCommand& options, const std::vector<Candidate>& candidates) {
  if (*options.opened >= candidates.size()) {
    say(fmt::format("--open {}: there is no such row. There are {}, numbered from 0.",
                    *options.opened, candidates.size()));
    return kWrongInput;
  }
  return writeOutput(options.out, writeDesign(designOf(candidates[*options.opened]))) ? kFine
                                                                                      : kFailed;
}

int runExplore(const ExploreCommand& options) {
  if (options.json && options.csv) {
    say("--json and --csv exclude each other.");
    return kWrongInput;
  }
  std::vector<const CandidateColumn*> objectives;
  for (const std::string& name : options.objectives) {
    const CandidateColumn* column = columnNamed("--pareto", name, true);
    if (column == nullptr) return kWrongInput;
    objectives.push_back(column);
  }
  const CandidateColumn* sorted = columnNamed("--sort", options.sort, false);
  if (sorted == nullptr || !canWriteTo(options.out, options.file, "the request"))
    return kWrongInput;
  Issues issues;
  const auto text = readInput(options.file, issues, sentence("a request (JSON)"));
  ParsedExplore parsed;
  if (text) {
    parsed = parseExplore(*text);
    issues = parsed.issues;
  }
  if (!text || hasErrors(issues)) {
    sayIssues(issues);
    return kWrongInput;
  }
  const Interrupt interrupt;
  std::vector<Candidate> candidates;
  {
    ProgressBar bar("%", false);
    candidates = explore(parsed.request, interrupt.token(), &issues, [&](double share) {
      static_cast<void>(interrupt.requested());
      bar.update(share, 0);
    });
  }
  if (interrupt.token().stop_requested()) {
    say("Stopped; nothing was written.");
    return kFailed;
  }
  if (hasErrors(issues)) {
    sayIssues(issues);
    return kWrongInput;
  }
  if (options.opened) return openCandidate(options, candidates);
  const std::vector<std::size_t> front = paretoFront(candidates, objectives);
  std::vector<std::size_t> rows = front;
  if (!options.onlyFront) {
    rows.resize(candidates.size());
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = i;
  }
  sortBy(*sorted, candidates, rows);
  const CandidateTable table{candidates, rows, front};
  const std::string output = options.json  ? candidatesJson(parsed.request, table)
                             : options.csv ? candidatesCsv(table)
                                           : tableOf(table, options.most);
  if (!writeOutput(options.out, output)) return kFailed;
  if (!options.json && std::any_of(rows.begin(), rows.end(),
                                   [&](std::size_t row) { return candidates[row].evenly; }))
    say("≤ is the bound if all channels were loaded evenly: how they are is known of a network "
        "that is built.\n\"hopscope-cli check\" counts them there, where they are not too many, "
        "and "
        "may come to less.");
  say(fmt::format("{} networks fit, {} of them on the Pareto front of {}.", candidates.size(),
                  front.size(), fmt::join(options.objectives, ", ")));
  return kFine;
}

}  // namespace

void addExplore(CLI::App& app, Action& chosen) {
  CLI::App* command =
      app.add_subcommand("explore", "Networks that fit a request, compared by closed formulas");
  command->footer(
      "A request names terminals, the ports of a router, prices and a floor plan. Rows are "
      "numbered by\nfamily, whatever the order; * marks those on the Pareto front. Bounds are of "
      "each family's first\nrouting; with ≤ the network itself may come to less. Prices and powers "
      "are parameters with their\nsources; the JSON output has them all.");
  const auto options = std::make_shared<ExploreCommand>();
  command->add_option("FILE", options->file, "Request (hopscope.explore/1); - for standard input")
      ->required();
  command->add_flag("--json", options->json, "Write JSON, with the request in full");
  command->add_flag("--csv", options->csv, "Write CSV");
  command->add_option("--pareto", options->objectives, "Numbers that are compared")
      ->delimiter(',')
      ->type_name("NAMES");
  command->add_flag("--front", options->onlyFront, "Only those on the Pareto front");
  command->add_option("--sort", options->sort, "Number by which rows are sorted")
      ->type_name("NAME");
  command->add_option("--most", options->most, "Rows of the table without --json and --csv");
  command->add_option("--open", options->opened, "Write this row as a design")->type_name("ROW");
  command->add_option("--out", options->out, "File; - is standard output")->type_name("FILE");
  command->callback([&chosen, options] { chosen = [options] { return runExplore(*options); }; });
}

}  // namespace hopscope::cli
