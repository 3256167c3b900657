// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/interrupt.h"
#include "app/cli/pictures.h"
#include "engine/figures/figure.h"
#include "engine/figures/figure_text.h"

namespace hopscope::cli {

namespace {

struct FigureOptions {
  std::string id, out;
  bool quick = false, quiet = false;
  unsigned jobs = 0;
};

struct FiguresOptions {
  bool verify = false, json = false, quiet = false;
  unsigned jobs = 0;
};

/// Nothing, and said why, where a point cannot be computed or somebody stopped it.
std::optional<MadeFigure> make(const Recipe& recipe, bool quick, unsigned jobs, bool quiet,
                               const Interrupt& interrupt) {
  ProgressBar bar("points", quiet);
  FigureRequest request;
  request.quick = quick;
  request.jobs = jobs;
  request.stop = interrupt.token();
  request.progress = [&](std::size_t done, std::size_t total) {
    static_cast<void>(interrupt.requested());
    bar.update(static_cast<double>(done) / static_cast<double>(total), static_cast<double>(done));
  };
  auto made = makeFigure(recipe, request);
  if (auto* figure = std::get_if<MadeFigure>(&made)) return std::move(*figure);
  sayIssues(std::get<Issues>(made));
  return std::nullopt;
}

/// True where all files are written: table.csv, series.csv, result.json, and plot.png, plot.svg.
bool writeFiles(const Recipe& recipe, const MadeFigure& figure, const std::string& folder) {
  const auto in = [&folder](const char* name) {
    return (std::filesystem::path(folder) / name).string();
  };
  if (!writeOutput(in("table.csv"), findingsCsv(figure)) ||
      !writeOutput(in("series.csv"), seriesCsv(figure)) ||
      !writeOutput(in("result.json"), writeFigure(recipe, figure)))
    return false;
  return !recipe.plot || drawFigure(recipe, figure, folder);
}

/// The recipe, or nothing, and said which are near.
const Recipe* recipeOf(const std::string& id) {
  const Recipe* recipe = findRecipe(id);
  if (recipe != nullptr) return recipe;
  std::vector<std::string> ids;
  for (const Recipe& each : recipes()) ids.insert(ids.end(), each.ids.begin(), each.ids.end());
  const std::string nearest = nearestName(id, ids);
  say(fmt::format("There is no figure \"{}\". {}", id,
                  nearest.empty() ? "\"hopscope-cli figures\" lists them."
                                  : fmt::format("Did you mean \"{}\"?", nearest)));
  return nullptr;
}

/// The folder for the results, made where it does not exist; its parent must.
bool makeFigureFolder(const std::string& folder) {
  std::error_code error;
  if (std::filesystem::is_directory(folder, error))
    return canWriteTo((std::filesystem::path(folder) / "result.json").string());
  if (!canWriteTo(folder)) return false;
  if (std::filesystem::create_directory(folder, error)) return true;
  say(fmt::format("{} cannot be made a folder. Choose another name.", folder));
  return false;
}

int makeOne(const FigureOptions& options) {
  const Recipe* recipe = recipeOf(options.id);
  if (recipe == nullptr || !makeFigureFolder(options.out)) return kWrongInput;
  const Interrupt interrupt;
  const auto figure = make(*recipe, options.quick, options.jobs, options.quiet, interrupt);
  if (!figure || !writeFiles(*recipe, *figure, options.out) ||
      !writeOutput("-", describe(*recipe, *figure)))
    return kFailed;
  return figure->asExpected() ? kFine : kFailed;
}

int verify(const FiguresOptions& options) {
  const Interrupt interrupt;
  int unexpected = 0;
  std::size_t findings = 0, differences = 0;
  const auto start = std::chrono::steady_clock::now();
  for (const Recipe& recipe : recipes()) {
    const auto figure = make(recipe, true, options.jobs, options.quiet, interrupt);
    if (interrupt.requested()) return kFailed;
    if (!figure || !figure->asExpected()) ++unexpected;
    if (!figure) continue;
    findings += figure->findings.size();
    for (const FigureFinding& finding : figure->findings) differences += finding.asPrinted ? 0 : 1;
    if (!writeOutput("-", describe(recipe, *figure) + '\n')) return kFailed;
  }
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const std::string summary = fmt::format(
      "{} figures, {} numbers, {} differ from their source as explained, {} figures differ "
      "unexpectedly, {:.1f} s.\n",
      recipes().size(), findings, differences, unexpected, seconds);
  if (!writeOutput("-", summary)) return kFailed;
  return unexpected == 0 ? kFine : kFailed;
}

int listFigures(const FiguresOptions& options) {
  if (options.verify) return verify(options);
  std::string text;
  for (const Recipe& recipe : recipes())
    text += fmt::format("{:<12} {} ({}; {})\n", fmt::format("{}", fmt::join(recipe.ids, ", ")),
                        recipe.title, recipe.source, nameOf(recipe.tag));
  return writeOutput("-", options.json ? writeRecipes(recipes()) : text) ? kFine : kFailed;
}

}  // namespace

void addFigure(CLI::App& app, Action& chosen) {
  CLI::App* command =
      app.add_subcommand("figure", "Make a figure or table of the sources again, and compare");
  const auto options = std::make_shared<FigureOptions>();
  command->add_option("id", options->id, "Such as 000/R-51")->required()->type_name("SPEC/ID");
  command
      ->add_option("--out", options->out,
                   "Folder for table.csv, series.csv, result.json and the plot")
      ->required()
      ->type_name("DIR");
  command->add_flag("--quick", options->quick, "Fewer points and cycles, wider tolerances");
  command->add_option("--jobs", options->jobs, "Threads (default: one per core)")
      ->check(CLI::Range(1, 256));
  command->add_flag("--quiet", options->quiet, "No progress bar");
  command->callback([&chosen, options] { chosen = [options] { return makeOne(*options); }; });
}

void addFigures(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("figures", "List the figures of the sources");
  const auto options = std::make_shared<FiguresOptions>();
  CLI::Option* verify = command->add_flag("--verify", options->verify,
                                          "Make all of them quickly; exit 1 on a difference that "
                                          "no recipe explains");
  command->add_flag("--json", options->json, "Write JSON")->excludes(verify);
  command->add_option("--jobs", options->jobs, "Threads (default: one per core)")
      ->check(CLI::Range(1, 256));
  command->add_flag("--quiet", options->quiet, "No progress bar");
  command->callback([&chosen, options] { chosen = [options] { return listFigures(*options); }; });
}

}  // namespace hopscope::cli
