// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/study_latex.h"

#include <fmt/format.h>

#include <string_view>

#include "engine/study/readable_table.h"

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

}  // namespace

std::string studyLatex(const Study& study, const StudyRows& rows,
                       const std::vector<std::string>& columns) {
  const ReadableTable table = readableTable(study, rows, columns);
  std::string head, form;
  const auto column = [&](const std::string& name, char side) {
    head += (head.empty() ? "" : " & ") + latexText(name);
    form += side;
  };
  for (const std::string& name : table.words) column(name, 'l');
  for (const std::string& name : table.numbers) column(name, 'r');
  std::string text = fmt::format(
      "% {}\n\\begin{{tabular}}{{{}}}\n  \\toprule\n  {} \\\\\n  \\midrule\n",
      study.name.empty() ? "A study" : study.name.substr(0, study.name.find('\n')), form, head);
  for (const ReadableRow& row : table.rows) {
    std::vector<std::string> cells;
    for (const std::string& word : row.words) cells.push_back(latexText(word));
    for (const auto& [value, interval] : row.values)
      cells.push_back(!interval.empty() ? fmt::format("${} \\pm {}$", value, interval)
                      : value.empty()   ? "--"
                                        : value);
    // Behind the end of a line both would be taken for its arguments.
    const bool argument = cells.front().rfind('[', 0) == 0 || cells.front().rfind('*', 0) == 0;
    text += fmt::format("  {}{} \\\\\n", argument ? "{}" : "", fmt::join(cells, " & "));
  }
  text += "  \\bottomrule\n\\end{tabular}\n";
  if (const std::string missing = missingPoints(table); !missing.empty()) {
    text += fmt::format("% {}\n", missing);
    for (const std::string& reason : table.reasons) text += fmt::format("% {}\n", reason);
  }
  return text;
}

}  // namespace hopscope
