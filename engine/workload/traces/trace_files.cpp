// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/traces/trace_files.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <utility>

#include "engine/workload/command_file.h"
#include "engine/workload/listed_program.h"
#include "engine/workload/text_lines.h"
#include "engine/workload/traces/chakra_reader.h"
#include "engine/workload/traces/rank_order.h"

namespace hopscope {
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
  TraceFiles(const FileReader& read, Issues& issues) : read_(read), issues_(issues) {}

  bool add(const std::string& file, bool mayList, std::optional<std::string> text = std::nullopt) {
    if (!text) text = read_(file, issues_);
    if (!text) return false;
    if (guessTraceFormat(*text) == nullptr && looksLikeChakra(*text)) {
      chakra_.emplace_back(file, std::move(*text));
      return true;
    }
    if (mayList && guessTraceFormat(*text) == nullptr) {
      const std::vector<std::string> listed = listedIn(file, *text);
      if (!listed.empty())
        return std::all_of(listed.begin(), listed.end(),
                           [this](const std::string& each) { return add(each, false); });
    }
    parts_.push_back({file == "-" ? "standard input" : file, lines_});
    if (!text->empty() && text->back() != '\n') *text += '\n';
    lines_ += static_cast<std::size_t>(std::count(text->begin(), text->end(), '\n'));
    if (text_.empty())
      text_ = std::move(*text);  // which may be most of the memory
    else
      text_ += *text;
    return true;
  }

  const std::string& text() const { return text_; }
  std::string takeText() { return std::move(text_); }
  bool isChakra() const { return !chakra_.empty(); }
  bool isEmpty() const { return text_.find_first_not_of(" \t\r\n") == std::string::npos; }

  /// Execution traces as one of SimGrid's, which is text: a design holds nothing else. Nothing
  /// where there are errors.
  std::optional<std::string> chakraAsText() {
    if (!parts_.empty()) {
      issues_.push_back({Severity::error, parts_.front().file,
                         sentence("This is no execution trace, and does not go with such."),
                         sentence("Name the files of one run, one for each rank.")});
      return std::nullopt;
    }
    if (!sortByRank()) return std::nullopt;
    std::vector<std::string_view> files;
    for (const auto& [name, bytes] : chakra_) files.push_back(bytes);
    ReadTrace read = readChakra(files);
    for (Issue& issue : read.issues) {
      issue.path = placeInFile(issue.path);
      issues_.push_back(std::move(issue));
    }
    if (hasErrors(issues_)) return std::nullopt;
    WrittenTrace written =
        traceFormats().find("tit")->write({ListedProgram(std::move(read.ranks))});
    for (Issue& issue : written.issues) {
      issue.path = chakra_.front().first;
      issues_.push_back(std::move(issue));
    }
    return std::move(written.text);
  }

  /// "line 12" of the whole text as a line of its file, with what stands behind it.
  std::string placeOf(const std::string& path) const {
    const std::string_view kLine = "line ";
    const std::string& first = parts_.front().file;
    if (path.rfind(kLine, 0) != 0) return path.empty() ? first : first + ", " + path;
    const std::size_t comma = std::min(path.find(','), path.size());
    const std::string_view number =
        std::string_view(path).substr(kLine.size(), comma - kLine.size());
    const std::size_t line = std::max<std::size_t>(1, numberIn<std::size_t>(number).value_or(1));
    const auto behind = std::find_if(parts_.begin(), parts_.end(),
                                     [&](const Part& part) { return part.firstLine >= line; });
    const Part& part = *std::prev(behind);
    return part.file + ", line " + std::to_string(line - part.firstLine) + path.substr(comma);
  }

 private:
  /// False, and said, where names do not tell the ranks.
  bool sortByRank() {
    std::vector<std::string> names;
    names.reserve(chakra_.size());
    for (const auto& [name, bytes] : chakra_) names.push_back(name);
    const auto order = rankOrder(names, issues_);
    if (!order) return false;
    std::vector<std::pair<std::string, std::string>> sorted;
    sorted.reserve(chakra_.size());
    for (const std::size_t i : *order) sorted.push_back(std::move(chakra_[i]));
    chakra_ = std::move(sorted);
    return true;
  }

  /// Of "rank 12" its file; of "rank 12, node 5" also what stands behind; of anything else the
  /// first file.
  std::string placeInFile(std::string_view path) const {
    const std::string_view kRank = "rank ";
    const std::size_t comma = std::min(path.find(','), path.size());
    const auto rank = path.rfind(kRank, 0) == 0
                          ? numberIn<std::size_t>(path.substr(kRank.size(), comma - kRank.size()))
                          : std::nullopt;
    if (!rank || *rank >= chakra_.size()) return chakra_.front().first;
    return chakra_[*rank].first + std::string(path.substr(comma));
  }

  const FileReader& read_;
  Issues& issues_;
  std::vector<std::pair<std::string, std::string>> chakra_;  ///< names and bytes
  std::vector<Part> parts_;
  std::string text_;
  std::size_t lines_ = 0;
};

}  // namespace

std::optional<TraceInput> readTrace(const std::vector<std::string>& files,
                                    const std::string& format, const FileReader& readFile,
                                    Issues& issues, std::optional<std::string> first) {
  TraceFiles read(readFile, issues);
  for (const std::string& file : files)
    if (!read.add(file, true, std::exchange(first, std::nullopt))) return std::nullopt;
  TraceInput input;
  if (read.isChakra()) {
    const auto text = read.chakraAsText();
    if (!text) return std::nullopt;
    input.format = traceFormats().find("tit");
    input.trace = input.format->read(*text);
    input.text = *text;
    return input;
  }
  if (read.isEmpty()) {
    issues.push_back({Severity::error, files.front(), sentence("The file is empty."),
                      sentence("It may be that whoever wrote it was stopped.")});
    return std::nullopt;
  }
  input.format = format.empty() ? guessTraceFormat(read.text()) : traceFormats().find(format);
  if (input.format == nullptr) {
    issues.push_back({Severity::error, files.front(),
                      sentence("This is no trace that Hopscope reads."),
                      sentence("It reads time-independent traces of SimGrid (tit), schedules in "
                               "GOAL and Chakra execution traces; the first line of a file of "
                               "commands is \"{}\".",
                               kCommandsHeader)});
    return std::nullopt;
  }
  input.trace = input.format->read(read.text());
  for (const Issue& issue : input.trace.issues) {
    issues.push_back(issue);
    issues.back().path = read.placeOf(issue.path);
  }
  if (hasErrors(issues)) return std::nullopt;
  input.text = read.takeText();
  return input;
}

}  // namespace hopscope
