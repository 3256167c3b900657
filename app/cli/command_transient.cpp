// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>
#include <optional>
#include <string>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/design_input.h"
#include "app/cli/interrupt.h"
#include "engine/study/group_shares.h"
#include "engine/study/transient.h"

// Results by when packets were generated, and by who sent them.
namespace hopscope::cli {

namespace {

/// Of the latency afterwards: what counts as settled.
constexpr double kBand = 0.1;

struct StudyOptions {
  DesignInput input;
  TransientRequest transient;
  GroupSharesRequest shares;
  std::string out = "-";
  unsigned jobs = 0;
  bool quiet = false;
};

std::string summaryOf(const Transient& transient) {
  const Response response = responseOf(transient, kBand);
  std::string text = fmt::format("Cycle {} is time 0.", transient.zero);
  if (std::isfinite(response.before))
    text += fmt::format(" Mean latency before: {:.1f} cycles.", response.before);
  text += fmt::format(" From then on {:.1f} at the most, {:.1f} in the last quarter.",
                      response.peak, response.after);
  text += std::isfinite(response.settled)
              ? fmt::format(" It stays within {:.0f} % of that after {:.0f} cycles.", 100 * kBand,
                            response.settled)
              : std::string(" It has not settled.");
  return text;
}

/// Runs a study under a progress bar and writes its rows. `summary` may be empty.
template <typename Request, typename Study, typename Summary>
int tell(const StudyOptions& options, Request request,
         Study (*study)(const Request&, const std::stop_token&, const std::function<void(double)>&),
         const Summary& summary) {
  auto design = readDesign(options.input);
  if (!design || !canWriteTo(options.out, options.input.file)) return kWrongInput;
  request.design = std::move(*design);
  request.jobs = options.jobs;
  const Interrupt interrupt;
  Study result;
  {
    ProgressBar bar("%", options.quiet);
    result = study(request, interrupt.token(), [&](double share) {
      static_cast<void>(interrupt.requested());
      bar.update(share, 100 * share);
    });
  }
  sayIssues(result.issues);
  if (hasErrors(result.issues)) return kWrongInput;
  if (result.stopped) {
    say("Stopped; nothing was written.");
    return kFailed;
  }
  if (!options.quiet) {
    const std::string text = summary(result);
    if (!text.empty()) say(text);
  }
  return writeOutput(options.out, csvOf(result)) ? kFine : kFailed;
}

void addOutput(CLI::App& command, StudyOptions& options) {
  command.add_option("--jobs", options.jobs, "Threads, for several seeds (default: one per core)")
      ->check(CLI::Range(1, 256));
  command.add_option("--out", options.out, "CSV file; - is standard output")
      ->type_name("FILE")
      ->capture_default_str();
  command.add_flag("--quiet", options.quiet, "No progress bar, no summary");
}

}  // namespace

void addTransient(CLI::App& app, Action& chosen) {
  CLI::App* command =
      app.add_subcommand("transient", "Latency and paths by when packets were generated");
  command->footer(
      "What a packet met is told of the moment at which it was sent, from bins of one cycle on, "
      "as\n"
      "means over the seeds (run.replications). Time 0 is where the first phase begins.");
  const auto options = std::make_shared<StudyOptions>();
  options->input.addTo(*command, true);
  command->add_option("--at", options->transient.zero, "Time 0 is this cycle")
      ->check(CLI::Range(std::int64_t{0}, std::int64_t{1} << 40));
  const auto cycles = [&](const char* name, Cycle& value, std::int64_t least, const char* help) {
    command->add_option(name, value, help)
        ->check(CLI::Range(least, std::int64_t{1} << 40))
        ->capture_default_str();
  };
  cycles("--bin", options->transient.bin, 1, "Length of a bin in cycles");
  cycles("--before", options->transient.before, 0, "Cycles shown before time 0");
  cycles("--after", options->transient.after, 1, "Cycles shown from time 0 on");
  addOutput(*command, *options);
  command->callback([&chosen, options] {
    chosen = [options] { return tell(*options, options->transient, studyTransient, summaryOf); };
  });
}

void addShares(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand(
      "shares", "Accepted load, latency and paths of each router or terminal of a group");
  command->footer(
      "Counted are packets delivered in the measured interval, by who sent them, as means over "
      "the\n"
      "seeds (run.replications).");
  const auto options = std::make_shared<StudyOptions>();
  options->input.addTo(*command, true);
  command->add_option("--group", options->shares.group, "Group, tier or row, from 0 on")
      ->check(CLI::Range(0, 1'000'000))
      ->capture_default_str();
  command->add_flag("--terminals", options->shares.ofTerminals,
                    "By terminal instead of by router with its terminals");
  addOutput(*command, *options);
  command->callback([&chosen, options] {
    chosen = [options] {
      return tell(*options, options->shares, studyGroupShares,
                  [](const GroupShares&) { return std::string(); });
    };
  });
}

}  // namespace hopscope::cli
