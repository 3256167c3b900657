// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/study_html.h"

#include <fmt/format.h>

#include "engine/core/version.h"
#include "engine/study/readable_table.h"
#include "engine/study/study_state.h"

namespace hopscope {

namespace {

constexpr std::string_view kBegin = "<script type=\"application/json\" id=\"hopscope-study\">";
constexpr std::string_view kEnd = "</script>";

constexpr std::string_view kStyle =
    "body{font:15px/1.5 system-ui,sans-serif;color:#1d2433;max-width:1000px;margin:32px auto;"
    "padding:0 20px}h1{font-size:24px}h2{font-size:17px;margin-top:32px}p{color:#555e70}"
    "img{max-width:100%;margin:8px 0}table{border-collapse:collapse;font-variant-numeric:"
    "tabular-nums}th,td{padding:3px 14px 3px 0;text-align:left;border-bottom:1px solid #e3e6ec}"
    "th.n,td.n{text-align:right}td small{color:#555e70}pre{white-space:pre-wrap;"
    "overflow-wrap:anywhere;font-size:13px}";

std::string escaped(std::string_view text) {
  std::string out;
  for (const char each : text) {
    if (each == '&')
      out += "&amp;";
    else if (each == '<')
      out += "&lt;";
    else if (each == '>')
      out += "&gt;";
    else if (each == '"')
      out += "&quot;";
    else
      out += each;
  }
  return out;
}

/// JSON has a "<" in strings alone, and this stands for it there.
std::string withoutTags(std::string_view json) {
  std::string out;
  for (const char each : json)
    if (each == '<')
      out += "\\u003c";
    else
      out += each;
  return out;
}

std::string tableHtml(const ReadableTable& table) {
  std::string text = "<table>\n<tr>";
  for (const std::string& name : table.words) text += fmt::format("<th>{}</th>", escaped(name));
  for (const std::string& name : table.numbers)
    text += fmt::format("<th class=\"n\">{}</th>", escaped(name));
  text += "</tr>\n";
  for (const ReadableRow& row : table.rows) {
    text += "<tr>";
    for (const std::string& word : row.words) text += fmt::format("<td>{}</td>", escaped(word));
    for (const ReadableValue& each : row.values)
      text += fmt::format(
          "<td class=\"n\">{}{}</td>", each.value.empty() ? "–" : each.value,
          each.interval.empty() ? "" : fmt::format(" <small>± {}</small>", each.interval));
    text += "</tr>\n";
  }
  text += "</table>\n";
  if (const std::string missing = missingPoints(table); !missing.empty())
    text += fmt::format("<p>{}</p>\n", missing);
  if (table.reasons.empty()) return text;
  text += "<ul>\n";
  for (const std::string& reason : table.reasons)
    text += fmt::format("<li>{}</li>\n", escaped(reason));
  return text + "</ul>\n";
}

}  // namespace

std::string studyHtml(const Study& study, const std::string& document, const StudyRows& rows,
                      const std::vector<std::string>& columns,
                      const std::vector<std::string>& pictures) {
  StudyState state(study);
  state.add(rows);
  const StudyState::Counts counts = state.counts();
  const std::string title = study.name.empty() ? "A study" : escaped(study.name);
  std::string text = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{}</title>\n"
      "<style>{}</style>\n</head>\n<body>\n<h1>{}</h1>\n<p>{} of {} points are done{}, {} runs{}. "
      "Hopscope {}.</p>\n",
      title, kStyle, title, counts.done, counts.points,
      counts.unfinished > 0 ? fmt::format(" ({} with an unfinished application)", counts.unfinished)
                            : std::string(),
      counts.runs,
      counts.failed > 0 ? fmt::format(", {} points have failed", counts.failed) : std::string(),
      kEngineVersion);
  for (const std::string& picture : pictures)
    text += fmt::format("<img alt=\"\" src=\"{}\">\n", escaped(picture));
  text += "<h2>Points</h2>\n" + tableHtml(readableTable(study, rows, columns));
  text += fmt::format(
      "<h2>To repeat it</h2>\n<p>This page has the study in it: <code>hopscope-cli study run "
      "PAGE.html --out study.hopscope</code> runs it again.</p>\n"
      "<details><summary>The study</summary>\n<pre>{}</pre></details>\n{}{}{}\n</body>\n</html>\n",
      escaped(document), kBegin, withoutTags(document), kEnd);
  return text;
}

std::optional<std::string> studyInHtml(std::string_view page) {
  const std::size_t first = page.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || page[first] != '<') return {};
  const std::size_t begin = page.find(kBegin);
  if (begin == std::string_view::npos) return {};
  page.remove_prefix(begin + kBegin.size());
  const std::size_t end = page.find(kEnd);
  if (end == std::string_view::npos) return {};
  return std::string(page.substr(0, end));
}

}  // namespace hopscope
