// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <sstream>

#include "engine/core/declare.h"
#include "engine/figures/entries.h"
#include "engine/forwarding/lookup_table.h"

namespace hopscope::figures {
namespace {

Parameter words(const char* name, const char* label, const char* fallback, const char* help) {
  Parameter parameter;
  parameter.name = name;
  parameter.label = label;
  parameter.type = ParameterType::text;
  parameter.fallback = std::string(fallback);
  parameter.help = help;
  return parameter;
}

struct NamedTable {
  TableKind kind;
  const char *name, *label;
};

constexpr NamedTable kTables[] = {{TableKind::dram, "dram", "linear table in DRAM"},
                                  {TableKind::bcam, "bcam", "BCAM"},
                                  {TableKind::tcam, "tcam", "TCAM"}};

std::vector<ParameterChoice> tableChoices() {
  std::vector<ParameterChoice> choices;
  for (const NamedTable& table : kTables) choices.push_back({table.name, table.label});
  return choices;
}

TableKind tableAt(const Values& values, const char* name) {
  for (const NamedTable& table : kTables)
    if (textAt(values, name) == table.name) return table.kind;
  return TableKind::tcam;
}

/// Rows of a table, in the order of their priority; nothing where a word is no row.
std::optional<std::vector<TableRow>> readRows(const std::string& text) {
  std::istringstream stream(text);
  std::vector<TableRow> rows;
  for (std::string word; stream >> word;) {
    auto row = parseRow(word, static_cast<PortIndex>(rows.size()));
    if (!row) return std::nullopt;
    rows.push_back(*row);
  }
  return rows;
}

}  // namespace

Computation tableLookup() {
  Entry entry;
  entry.name = "table.lookup";
  entry.label = "Lookup in a table";
  entry.help = "Rows as bits, X where one does not matter.";
  entry.source = "Hirasawa 2022, section 2.4";
  entry.parameters = {
      declare::choice("table", "Table", "dram", tableChoices(), ""),
      words("rows", "Rows", "10001", "In the order of their priority, with spaces between them."),
      words("key", "Key", "10001", "The bits that are looked up.")};
  return overParameters(
      std::move(entry), {{"reads", "Reads of memory", ""}, {"row", "Matching row (0: none)", ""}},
      [](const Values& values, const std::stop_token&) -> Numbers {
        const TableKind table = tableAt(values, "table");
        const LookupTable::Answer answer = LookupTable(table, *readRows(textAt(values, "rows")))
                                               .lookup(parseRow(textAt(values, "key"), 0)->value);
        const double row = answer.match ? static_cast<double>(answer.match->row) + 1 : 0;
        return {{static_cast<double>(answer.reads), 0}, {row, 0}};
      },
      [](const Values& values) -> Issues {
        for (const char* name : {"rows", "key"}) {
          const auto rows = readRows(textAt(values, name));
          if (!rows || rows->empty())
            return {
                {Severity::error, name, sentence("Bits are needed here: 0, 1 and X, at most 64.")}};
        }
        return {};
      });
}

}  // namespace hopscope::figures
