// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/design_input.h"
#include "app/cli/interrupt.h"
#include "app/cli/pictures.h"
#include "engine/design/compile.h"
#include "engine/study/cache_study.h"

namespace hopscope::cli {

namespace {

/// More would be a map that nobody reads.
constexpr std::size_t kMostSizes = 64;

struct MapOptions {
  DesignInput input;
  std::optional<std::uint32_t> router;
  std::optional<PortIndex> port;
  std::optional<Cycle> from, cycles;
  std::vector<std::uint32_t> entries, ways;
  std::string out = "-";
  bool quiet = false;
};

std::optional<CacheStudyRequest> readRequest(const MapOptions& options) {
  auto design = readDesign(options.input);
  if (!design) return {};
  CacheStudyRequest request;
  request.design = std::move(*design);
  if (options.port && !options.router) {
    say("--port: A port belongs to a router. Name that by --router.");
    return {};
  }
  for (const auto& [name, list] :
       {std::pair("--entries", &options.entries), std::pair("--ways", &options.ways)})
    if (list->size() > kMostSizes) {
      say(fmt::format("{}: {} values are too many. Allowed: up to {}.", name, list->size(),
                      kMostSizes));
      return {};
    }
  if (options.router) {
    Issues issues;
    const auto topology = buildTopology(request.design, issues);
    if (!topology) {
      sayIssues(issues);
      return {};
    }
    const auto& ids = topology->routerIds;
    const auto found = std::find(ids.begin(), ids.end(), *options.router);
    if (found == ids.end()) {
      say(fmt::format("--router: There is no router {}. The network has {} routers, {} to {}.",
                      *options.router, ids.size(), *std::min_element(ids.begin(), ids.end()),
                      *std::max_element(ids.begin(), ids.end())));
      return {};
    }
    request.router = static_cast<RouterId>(found - ids.begin());
  }
  request.port = options.port.value_or(kNoPort);
  request.from = options.from;
  request.cycles = options.cycles;
  request.entries = options.entries;
  request.ways = options.ways;
  return request;
}

std::string cacheSummary(const CacheStudy& study) {
  std::string text =
      fmt::format("{} lookups of {} {} in cycles {} to {}.", study.map.lookups, study.map.caches,
                  study.map.caches == 1 ? "cache" : "caches", study.from, study.until);
  if (study.cached && study.ownLookups > 0)
    text += fmt::format(
        " {:.1f} % hit in the run itself, with {} entries in {} ways.",
        100 * static_cast<double>(study.ownHits) / static_cast<double>(study.ownLookups),
        study.entries, study.ways);
  if (study.changed)
    text += " A phase gives the caches another geometry; the one named is that of cycle 0.";
  if (study.replacement != Replacement::lru)
    text += " The map is of LRU caches; the design replaces otherwise.";
  if (study.prefetched)
    text += " The run fills its caches ahead of lookups, too; the map does not.";
  if (study.full) text += " More was looked up than is kept: the map is of the first part.";
  return text;
}

int mapCaches(const MapOptions& options) {
  const bool picture = options.out != "-" && !options.out.ends_with(".csv");
  if (picture && !hasEnding(options.out, {".csv", ".png", ".svg", ".pdf"})) return kWrongInput;
  if (picture && !canDraw()) return kWrongInput;
  const auto request = readRequest(options);
  if (!request || !canWriteTo(options.out, options.input.file)) return kWrongInput;
  const Interrupt interrupt;
  CacheStudy study;
  {
    ProgressBar bar("%", options.quiet);
    study = studyCaches(*request, interrupt.token(), [&](double share) {
      static_cast<void>(interrupt.requested());
      bar.update(share, 100 * share);
    });
  }
  sayIssues(study.issues);
  if (hasErrors(study.issues)) return kWrongInput;
  if (study.stopped) {
    say("Stopped; nothing was written.");
    return kFailed;
  }
  if (!options.quiet) say(cacheSummary(study));
  if (!picture) return writeOutput(options.out, csvOf(study.map)) ? kFine : kFailed;
  return drawCacheMap(study, options.out) ? kFine : kFailed;
}

}  // namespace

void addCacheMap(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand(
      "cache-map", "Hit rates of other forwarding caches, from the lookups of one run");
  command->footer(
      "The design is simulated once; LRU caches of every number of entries and ways are then\n"
      "analysed over what its routers looked up (stack distances), so the whole map costs one "
      "run.\nA lookup that waits for a miss under way counts as a hit.");
  const auto options = std::make_shared<MapOptions>();
  options->input.addTo(*command, true);
  command->add_option("--router", options->router, "Of one router, by its id; otherwise of all");
  command->add_option("--port", options->port, "Of one input port of that router")
      ->check(CLI::Range(0, kNoPort - 1));
  command
      ->add_option("--from", options->from,
                   "Count from this cycle on; by default from the end of the warm-up")
      ->check(CLI::Range(std::int64_t{0}, std::int64_t{1} << 40));
  command
      ->add_option("--cycles", options->cycles,
                   "Count so many cycles; by default to the end of the measured interval")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 40));
  command->add_option("--entries", options->entries, "Entries to try: 128,256,512")
      ->delimiter(',')
      ->check(CLI::Range(1u, 1'048'576u));
  command->add_option("--ways", options->ways, "Ways to try: 1,2,4,8")
      ->delimiter(',')
      ->check(CLI::Range(1u, 1024u));
  command
      ->add_option("--out", options->out,
                   "File that ends in .csv, .png, .svg or .pdf; - is CSV on standard output")
      ->type_name("FILE")
      ->capture_default_str();
  command->add_flag("--quiet", options->quiet, "No progress bar, no summary");
  command->callback([&chosen, options] { chosen = [options] { return mapCaches(*options); }; });
}

}  // namespace hopscope::cli
