// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/trace_input.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

#include "app/cli/console.h"
#include "engine/workload/text_lines.h"

namespace hopscope::cli {
namespace {

/// Where a trace's lines come from: errors name the file and its own line.
struct Part {
  std::string file;
  std::size_t firstLine;  ///< of the whole text, from 0
};

/// The files that a text lists: each line is the name of one that is there.
std::vector<std::string> listedIn(const std::string& file, std::string_view text) {
  std::vector<std::string> names;
  while (!text.empty()) {
    std::string_view line = takeLine(text);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
    if (line.empty()) continue;
    const std::filesystem::path name = std::filesystem::path(file).parent_path() / line;
    std::error_code error;
    if (line.size() > 255 || line.find('\0') != std::string_view::npos ||
        !std::filesystem::is_regular_file(name, error))
      return {};
    names.push_back(name.string());
  }
  return names;
}

class TraceFiles {
 public:
  explicit TraceFiles(Issues& issues) : issues_(issues) {}

  bool add(const std::string& file, bool mayList, std::optional<std::string> text = std::nullopt) {
    if (!text) text = readInput(file, issues_);
    if (!text) return false;
    if (mayList && guessTraceFormat(*text) == nullptr) {
      const std::vector<std::string> listed = listedIn(file, *text);
      if (!listed.empty())
        return std::all_of(listed.begin(), listed.end(),
                           [this](const std::string& each) { return add(each, false); });
    }
    parts_.push_back({file == "-" ? "standard input" : file, lines_});
    if (!text->empty() && text->back() != '\n') *text += '\n';
    lines_ += static_cast<std::size_t>(std::count(text->begin(), text->end(), '\n'));
    text_ += *text;
    return true;
  }

  const std::string& text() const { return text_; }

  /// "line 12" of the whole text as a line of its file.
  std::string placeOf(const std::string& path) const {
    const std::string_view kLine = "line ";
    const std::string& first = parts_.front().file;
    if (path.rfind(kLine, 0) != 0) return path.empty() ? first : first + ", " + path;
    const std::size_t line = std::max<std::size_t>(
        1, numberIn<std::size_t>(std::string_view(path).substr(kLine.size())).value_or(1));
    const auto behind = std::find_if(parts_.begin(), parts_.end(),
                                     [&](const Part& part) { return part.firstLine >= line; });
    const Part& part = *std::prev(behind);
    return part.file + ", line " + std::to_string(line - part.firstLine);
  }

 private:
  Issues& issues_;
  std::vector<Part> parts_;
  std::string text_;
  std::size_t lines_ = 0;
};

}  // namespace

std::optional<TraceInput> readTrace(const std::vector<std::string>& files,
                                    const std::string& format, Issues& issues,
                                    std::optional<std::string> first) {
  TraceFiles read(issues);
  for (const std::string& file : files)
    if (!read.add(file, true, std::exchange(first, std::nullopt))) return std::nullopt;
  TraceInput input;
  input.format = format.empty() ? guessTraceFormat(read.text()) : traceFormats().find(format);
  if (input.format == nullptr) {
    issues.push_back({Severity::error, files.front(),
                      sentence("This is no trace that Hopscope reads."),
                      sentence("It reads time-independent traces of SimGrid (tit) and schedules in "
                               "GOAL; name the format with --format.")});
    return std::nullopt;
  }
  input.trace = input.format->read(read.text());
  for (const Issue& issue : input.trace.issues) {
    issues.push_back(issue);
    issues.back().path = read.placeOf(issue.path);
  }
  if (hasErrors(issues)) return std::nullopt;
  input.text = read.text();
  return input;
}

}  // namespace hopscope::cli
