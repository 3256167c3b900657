// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/preload_files.h"

#include <fmt/format.h>

#include <fstream>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/core/text.h"
#include "engine/workload/command_file.h"
#include "engine/workload/text_lines.h"

namespace hopscope {
namespace {

constexpr std::size_t kLongestFile = 1 << 16;     ///< bytes
constexpr std::size_t kLongestText = 256U << 20;  ///< of the commands, with all files in them

/// The circuits of a file, on one line; nothing where it cannot be read.
std::optional<std::string> circuitsIn(const std::filesystem::path& file) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(file, none)) return std::nullopt;
  std::ifstream in(file, std::ios::binary);
  std::string read(kLongestFile + 1, '\0');
  in.read(read.data(), static_cast<std::streamsize>(read.size()));
  read.resize(static_cast<std::size_t>(in.gcount()));
  if (in.bad() || read.size() > kLongestFile) return std::nullopt;
  std::string circuits;
  std::vector<std::string_view> words;
  for (std::string_view rest = read; !rest.empty();) {
    const std::string_view line = takeLine(rest);
    wordsIn(line.substr(0, line.find('#')), words);
    for (const std::string_view word : words) circuits.append(" ").append(word);
  }
  return circuits.empty() ? std::string(" ") + kNoCircuits : circuits;
}

bool isFile(std::string_view word) {
  return word != kNoCircuits && word.find('>') == std::string_view::npos &&
         !word.starts_with("self");
}

}  // namespace

Issues putPreloadsIn(std::string& text, const std::filesystem::path& folder) {
  if (!looksLikeCommands(text) || text.find("preload") == std::string::npos) return {};
  std::string filled;
  std::vector<std::string_view> words;
  std::uint32_t number = 0;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view line = takeLine(rest);
    ++number;
    wordsIn(line.substr(0, line.find('#')), words);
    if (words.size() != 3 || words[0] != "preload" || !isFile(words[2])) {
      filled.append(line).append("\n");
      continue;
    }
    const std::filesystem::path name = std::string(words[2]);
    const bool beside =
        !name.is_absolute() && std::find(name.begin(), name.end(), "..") == name.end();
    const auto circuits = beside ? circuitsIn(folder / name) : std::nullopt;
    if (!circuits)
      return {{Severity::error, fmt::format("line {}", number),
               sentence("\"{}\" is no circuit, and no file of circuits that can be read.",
                        clipped(words[2])),
               sentence("Write \"0>3\" or \"self+1\", or name a file of such words, {} KiB at the "
                        "most, that lies beside the commands.",
                        kLongestFile >> 10)}};
    filled.append(words[0]).append(" ").append(words[1]).append(*circuits).append("\n");
    if (filled.size() > kLongestText)
      return {{Severity::error, fmt::format("line {}", number),
               sentence("With the circuits of files in them, the commands take over {} MB.",
                        kLongestText >> 20),
               sentence("Load fewer.")}};
  }
  text = std::move(filled);
  return {};
}

}  // namespace hopscope
