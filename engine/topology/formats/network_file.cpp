// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/topology/formats/network_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "engine/core/byte_order_mark.h"
#include "engine/topology/formats/formats.h"

namespace hopscope {
namespace {

std::string lowered(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

/// The first word, past a byte order mark, spaces and DOT's comments.
std::string_view firstWord(std::string_view text) {
  text = withoutByteOrderMark(text);
  for (;;) {
    const std::size_t start = text.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos) return {};
    text.remove_prefix(start);
    const bool block = text.substr(0, 2) == "/*";
    if (!block && text.substr(0, 2) != "//" && text[0] != '#') break;
    const std::size_t end = block ? text.find("*/") : text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + (block ? 2 : 1));
  }
  return text.substr(0, text.find_first_of(" \t\r\n{\""));
}

}  // namespace

const std::vector<NetworkFormatEntry>& networkFormats() {
  static const std::vector<NetworkFormatEntry> all = {
      {NetworkFormat::graphml, "graphml", "GraphML", {"graphml", "xml"}},
      {NetworkFormat::dot, "dot", "DOT (Graphviz)", {"dot", "gv"}},
      {NetworkFormat::anynet, "anynet", "BookSim anynet", {"anynet", "txt"}},
  };
  return all;
}

const NetworkFormatEntry* findNetworkFormat(std::string_view name) {
  for (const NetworkFormatEntry& entry : networkFormats())
    if (entry.name == name) return &entry;
  return nullptr;
}

const NetworkFormatEntry* networkFormatOfFile(std::string_view file) {
  const std::size_t dot = file.rfind('.');
  if (dot == std::string_view::npos) return nullptr;
  const std::string ending = lowered(file.substr(dot + 1));
  for (const NetworkFormatEntry& entry : networkFormats())
    if (std::find(entry.endings.begin(), entry.endings.end(), ending) != entry.endings.end())
      return &entry;
  return nullptr;
}

const NetworkFormatEntry* guessNetworkFormat(std::string_view text) {
  const std::string_view word = firstWord(text);
  const std::string lower = lowered(word);
  if (!word.empty() && word[0] == '<') return findNetworkFormat("graphml");
  if (lower == "graph" || lower == "digraph" || lower == "strict") return findNetworkFormat("dot");
  if (word == "router" || word == "node") return findNetworkFormat("anynet");
  return nullptr;
}

ReadNetwork readNetwork(std::string_view text, NetworkFormat format) {
  if (text.size() > kMaxNetworkFileBytes)
    return {{},
            {{Severity::error, "",
              sentence("The file is larger than {} MB.", kMaxNetworkFileBytes >> 20)}}};
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    return {{}, {{Severity::error, "", sentence("The file is empty.")}}};
  switch (format) {
    case NetworkFormat::graphml:
      return formats::readGraphml(text);
    case NetworkFormat::dot:
      return formats::readDot(text);
    case NetworkFormat::anynet:
      break;
  }
  return formats::readAnynet(text);
}

namespace {

WrittenNetwork writeInFormat(const NetworkFile& network, NetworkFormat format) {
  switch (format) {
    case NetworkFormat::graphml:
      return formats::writeGraphml(network);
    case NetworkFormat::dot:
      return formats::writeDot(network);
    case NetworkFormat::anynet:
      break;
  }
  return formats::writeAnynet(network);
}

}  // namespace

WrittenNetwork writeNetwork(const NetworkFile& network, NetworkFormat format) {
  WrittenNetwork written = writeInFormat(network, format);
  if (format != NetworkFormat::anynet) return written;
  std::size_t slow = 0;
  for (const auto& terminal : network.terminals) slow += terminal.bandwidth.value_or(1) < 1 ? 1 : 0;
  for (const auto& link : network.links) slow += link.bandwidth.value_or(1) < 1 ? 1 : 0;
  if (slow > 0)
    written.issues.push_back(
        {Severity::warning, "",
         slow == 1
             ? sentence("One cable carries less than a flit a cycle, which the file does not say.")
             : sentence("{} cables carry less than a flit a cycle, which the file does not say.",
                        slow),
         sentence("Keep the design's own file, too.")});
  return written;
}

Issue formats::errorAt(std::size_t line, Sentence text, Sentence remedy) {
  return {Severity::error, fmt::format("line {}", line), std::move(text), std::move(remedy)};
}

}  // namespace hopscope
