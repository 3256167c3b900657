// SPDX-License-Identifier: GPL-3.0-or-later
// DOT: routers are the nodes r7, terminals t7. Places stand in pos, for neato -n.
#include <fmt/format.h>

#include <iterator>

#include "engine/topology/formats/formats.h"

namespace hopscope::formats {
namespace {

std::string dotText(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (c == '\n')
      result += "\\n";
    else
      result += c;
  }
  return result + '"';
}

std::string dotPlace(const std::optional<Point>& place) {
  return place ? fmt::format(" pos=\"{},{}\"", place->x, -place->y) : "";
}

std::string dotLabel(const std::string& label) {
  return label.empty() ? "" : fmt::format(" label={}", dotText(label));
}

/// Latency and bandwidth, where they are known, of a terminal's cable or a link.
template <typename Cable>
std::string dotCable(const Cable& cable) {
  std::string text;
  if (cable.latency) text = fmt::format(" latency={}", *cable.latency);
  if (cable.bandwidth) text += fmt::format(" bandwidth={}", *cable.bandwidth);
  return text;
}

}  // namespace

WrittenNetwork writeDot(const NetworkFile& network) {
  std::string text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "graph {} {{\n", dotText(network.name));
  text += "  node [kind=router shape=box]\n";
  for (const auto& router : network.routers)
    fmt::format_to(out, "  r{} [kind=router{}{}]\n", router.id, dotLabel(router.label),
                   dotPlace(router.place));
  text += "  node [kind=terminal shape=circle]\n";
  for (const auto& terminal : network.terminals)
    fmt::format_to(out, "  t{} [kind=terminal{}{}]\n", terminal.id, dotLabel(terminal.label),
                   dotPlace(terminal.place));
  for (const auto& terminal : network.terminals)
    fmt::format_to(out, "  t{} -- r{} [class=terminal{}]\n", terminal.id, terminal.router,
                   dotCable(terminal));
  for (const auto& link : network.links)
    fmt::format_to(out, "  r{} -- r{} [id=e{} class={}{}]\n", link.from, link.to, link.id,
                   link.global ? "global" : "local", dotCable(link));
  text += "}\n";
  return {std::move(text), {}};
}

}  // namespace hopscope::formats
