// SPDX-License-Identifier: GPL-3.0-or-later
// DOT: routers are the nodes r7, terminals t7. Places stand in pos, for neato -n.
#include <fmt/format.h>

#include <iterator>

#include "engine/topology/formats/formats.h"

namespace hopscope::formats {
namespace {

std::string quoted(std::string_view text) {
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

std::string placeOf(const std::optional<Point>& place) {
  return place ? fmt::format(" pos=\"{},{}\"", place->x, -place->y) : "";
}

std::string labelOf(const std::string& label) {
  return label.empty() ? "" : fmt::format(" label={}", quoted(label));
}

std::string latencyOf(const std::optional<std::int64_t>& latency) {
  return latency ? fmt::format(" latency={}", *latency) : "";
}

}  // namespace

WrittenNetwork writeDot(const NetworkFile& network) {
  std::string text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "graph {} {{\n", quoted(network.name));
  text += "  node [kind=router shape=box]\n";
  for (const auto& router : network.routers)
    fmt::format_to(out, "  r{} [kind=router{}{}]\n", router.id, labelOf(router.label),
                   placeOf(router.place));
  text += "  node [kind=terminal shape=circle]\n";
  for (const auto& terminal : network.terminals)
    fmt::format_to(out, "  t{} [kind=terminal{}{}]\n", terminal.id, labelOf(terminal.label),
                   placeOf(terminal.place));
  for (const auto& terminal : network.terminals)
    fmt::format_to(out, "  t{} -- r{} [class=terminal{}]\n", terminal.id, terminal.router,
                   latencyOf(terminal.latency));
  for (const auto& link : network.links)
    fmt::format_to(out, "  r{} -- r{} [id=e{} class={}{}]\n", link.from, link.to, link.id,
                   link.global ? "global" : "local", latencyOf(link.latency));
  text += "}\n";
  return {std::move(text), {}};
}

}  // namespace hopscope::formats
