// SPDX-License-Identifier: GPL-3.0-or-later
#include "projects/stored_run.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <ctime>
#include <utility>

#include "engine/core/version.h"
#include "engine/design/application_sections.h"
#include "engine/design/catalogue.h"
#include "engine/design/design_json.h"
#include "engine/design/phases.h"
#include "engine/design/senders.h"
#include "engine/workload/application.h"

namespace hopscope {

namespace {

std::string patternLabel(const Design& design) {
  const Value value = effectiveValue(design, "traffic.pattern");
  std::string name = std::get<std::string>(value);
  if (const auto parameter = findParameter(design, "traffic.pattern"))
    for (const ParameterChoice& choice : parameter->choices)
      if (choice.name == name) return choice.label;
  return name;
}

std::string nameOfTraffic(const Design& design) {
  return fmt::format("{}, {:.2f}", patternLabel(design), offeredLoad(design));
}

/// "NPB FT, Ping-pong"; empty of a design without applications.
std::string nameOfPrograms(const Design& design) {
  constexpr std::size_t kMostNamed = 3;
  std::string names;
  const std::size_t count = applicationCount(design);
  for (std::size_t i = 0; i < std::min(count, kMostNamed); ++i) {
    const std::string kind = std::get<std::string>(effectiveValue(design, applicationPath(i)));
    const ApplicationEntry* entry = applications().find(kind);
    names += (i == 0 ? "" : ", ") + (entry == nullptr ? kind : entry->label);
  }
  return count > kMostNamed ? names + ", …" : names;
}

std::string nameWithoutPhases(const Design& design) {
  const std::string programs = nameOfPrograms(design);
  if (programs.empty()) return nameOfTraffic(design);
  return offeredLoad(design) > 0 ? programs + ", " + nameOfTraffic(design) : programs;
}

std::string withPhases(std::string name, const Design& design) {
  if (const std::size_t phases = trafficPhases(design); phases > 0)
    name += phases == 1 ? ", 1 phase" : fmt::format(", {} phases", phases);
  return name;
}

std::string utcText(std::time_t time) {
  return fmt::format("{:%FT%TZ}", fmt::gmtime(time));
}

}  // namespace

std::string curveName(const Design& design) {
  const auto seed = std::get<std::int64_t>(effectiveValue(design, "run.seed"));
  const auto runs = std::get<std::int64_t>(effectiveValue(design, "run.replications"));
  return fmt::format("{}, {}, {}", design.name, patternLabel(design),
                     runs == 1 ? fmt::format("seed {}", seed)
                               : fmt::format("seeds {} to {}", seed, seed + runs - 1));
}

std::string utcNow() {
  return utcText(std::time(nullptr));
}

std::string utcOfFile(const std::string& file) {
  struct stat status {};
  return ::stat(file.c_str(), &status) == 0 ? utcText(status.st_mtime) : std::string();
}

std::size_t trafficPhases(const Design& design) {
  return static_cast<std::size_t>(
      std::count_if(design.phases.begin(), design.phases.end(),
                    [](const Phase& phase) { return setsAnyOf(phase, "traffic."); }));
}

std::string runName(const Design& design) {
  return withPhases(nameWithoutPhases(design), design);
}

bool isRunName(const Design& design, const std::string& name) {
  return name == runName(design) || name == nameWithoutPhases(design) ||
         name == nameOfTraffic(design) || name == withPhases(nameOfTraffic(design), design);
}

StoredRun makeRun(const Design& design, Results results, RowId designId) {
  StoredRun run;
  run.designId = designId;
  run.name = runName(design);
  run.started = utcNow();
  run.designHash = designHash(design);
  run.design = design;
  run.results = std::move(results);
  return run;
}

std::multiset<std::string> wholeRuns(std::span<const RunHead> runs, const std::string& tag) {
  std::multiset<std::string> hashes;
  for (const RunHead& run : runs) {
    const bool tagged = tag.empty()
                            ? run.tags.empty()
                            : std::find(run.tags.begin(), run.tags.end(), tag) != run.tags.end();
    if (run.complete && tagged && run.engineVersion == kEngineVersion)
      hashes.insert(run.designHash);
  }
  return hashes;
}

StoredCurve makeCurve(const Design& design, std::vector<CurvePoint> points, RowId designId) {
  for (CurvePoint& point : points) point.runs.clear();
  return {0, designId, curveName(design), utcNow(), design, std::move(points)};
}

}  // namespace hopscope
