// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/booksim.h"

#include <nlohmann/json.hpp>

#include <stdexcept>

#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "engine/simulation/simulation.h"

namespace hopscope::test {
namespace {

void refuse(const Issues& issues) {
  for (const Issue& issue : issues)
    if (issue.severity == Severity::error)
      throw std::runtime_error(issue.path + ": " + issue.text.english() + " " +
                               issue.remedy.english());
}

}  // namespace

BooksimTable booksimTable(const std::string& name) {
  const nlohmann::json file = oracle(name);
  BooksimTable table;
  table.configuration = file.value("booksim", "");
  for (const nlohmann::json& row : file.at("rows")) {
    nlohmann::json document = file.at("design");
    if (row.contains("design")) document.merge_patch(row.at("design"));
    ParsedDesign parsed = parseDesign(document.dump());
    refuse(parsed.issues);
    BooksimRow entry{row.at("name"), row.value("booksim", ""), parsed.design, {}, {}};
    if (row.contains("set"))
      for (const auto& [path, text] : row.at("set").items())
        refuse(setFromText(entry.design, path, text.get<std::string>()));
    const auto expected = [&](const char* key, const char* tolerance) -> std::optional<Expected> {
      if (!row.contains(key)) return std::nullopt;
      const double value = row.at(key);
      return Expected{value, value * row.value(tolerance, file.at(tolerance).get<double>())};
    };
    entry.latency = expected("latency", "latency_tolerance");
    entry.accepted = expected("accepted", "accepted_tolerance");
    table.rows.push_back(std::move(entry));
  }
  return table;
}

Results runDesign(const Design& design) {
  Compiled compiled = compile(design);
  refuse(compiled.issues);
  Simulation simulation(std::move(*compiled.setup));
  while (!simulation.done()) simulation.advance(100'000);
  return simulation.results();
}

}  // namespace hopscope::test
