// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/study_latex.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/study/study_columns.h"
#include "engine/study/study_table.h"

namespace hopscope {

namespace {

std::string latexText(std::string_view text) {
  std::string out;
  for (const char each : text) {
    switch (each) {
      case '\\':
        out += "\\textbackslash{}";
        break;
      case '~':
        out += "\\textasciitilde{}";
        break;
      case '^':
        out += "\\textasciicircum{}";
        break;
      case '&':
      case '%':
      case '$':
      case '#':
      case '_':
      case '{':
      case '}':
        out += '\\';
        [[fallthrough]];
      default:
        out += each;
    }
  }
  return out;
}

/// Four digits that say something.
std::string latexNumber(double value) {
  if (!std::isfinite(value)) return "--";
  if (value == std::floor(value) && std::abs(value) < 1e9)
    return fmt::format("{}", static_cast<long long>(value));
  const int digits = static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
  return fmt::format("{:.{}f}", value, std::clamp(4 - digits, 0, 8));
}

}  // namespace

std::vector<std::string> usualColumns(const Study& study) {
  std::vector<std::string> columns{"accepted_load", "latency.mean"};
  for (const StudyColumn& column : study.columns) columns.push_back(column.name);
  return columns;
}

std::string studyLatex(const Study& study, const StudyRows& rows,
                       const std::vector<std::string>& columns) {
  const StudyTable table = studyTable(study, rows);
  const auto place = [&](const std::string& name) -> std::optional<std::size_t> {
    const auto found = std::find(table.columns.begin(), table.columns.end(), name);
    if (found == table.columns.end()) return {};
    return static_cast<std::size_t>(found - table.columns.begin());
  };
  const bool several = study.designs.size() > 1;
  std::string head, form;
  const auto column = [&](const std::string& name, char side) {
    head += (head.empty() ? "" : " & ") + latexText(name);
    form += side;
  };
  if (several) column("design", 'l');
  for (const std::string& setting : table.settings) column(setting, 'l');
  std::vector<std::pair<std::size_t, std::optional<std::size_t>>> shown;
  for (const std::string& name : columns)
    if (const auto at = place(name)) {
      column(name, 'r');
      shown.emplace_back(*at, place(intervalOf(name)));
    }
  std::string text = fmt::format(
      "% {}\n\\begin{{tabular}}{{{}}}\n  \\toprule\n  {} \\\\\n  \\midrule\n",
      study.name.empty() ? "A study" : study.name.substr(0, study.name.find('\n')), form, head);
  for (const StudyTableRow& row : table.rows) {
    if (row.runs == 0) continue;
    std::vector<std::string> cells;
    if (several) cells.push_back(latexText(baseOf(study, row.point).name));
    for (const std::string& value : valuesOf(study, row.point)) cells.push_back(latexText(value));
    for (const auto& [at, interval] : shown) {
      const double half = interval ? row.values[*interval] : NAN;
      cells.push_back(
          std::isfinite(half) && row.runs > 1
              ? fmt::format("${} \\pm {}$", latexNumber(row.values[at]), latexNumber(half))
              : latexNumber(row.values[at]));
    }
    // Behind the end of a line both would be taken for its arguments.
    const bool argument = cells.front().rfind('[', 0) == 0 || cells.front().rfind('*', 0) == 0;
    text += fmt::format("  {}{} \\\\\n", argument ? "{}" : "", fmt::join(cells, " & "));
  }
  return text + "  \\bottomrule\n\\end{tabular}\n";
}

}  // namespace hopscope
