// SPDX-License-Identifier: GPL-3.0-or-later
// GraphML: routers are the nodes "r7", terminals "t7", cables the edges "e7".
#include <fmt/format.h>

#include <iterator>

#include "engine/topology/formats/formats.h"

namespace hopscope::formats {
namespace {

/// Text for XML; control characters, which XML has no words for, as the replacement character.
std::string graphmlText(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\n':
        result += "&#10;";
        break;
      case '\r':
        result += "&#13;";
        break;
      case '\t':
        result += "&#9;";
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20)
          result += "\xEF\xBF\xBD";
        else
          result += c;
    }
  }
  return result;
}

constexpr const char* kHead = R"(<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="kind" for="node" attr.name="kind" attr.type="string"/>
  <key id="label" for="node" attr.name="label" attr.type="string"/>
  <key id="x" for="node" attr.name="x" attr.type="double"/>
  <key id="y" for="node" attr.name="y" attr.type="double"/>
  <key id="class" for="edge" attr.name="class" attr.type="string"/>
  <key id="latency" for="edge" attr.name="latency" attr.type="long"/>
  <key id="bandwidth" for="edge" attr.name="bandwidth" attr.type="double"/>
)";

std::string graphmlPlace(const std::optional<Point>& place) {
  if (!place) return {};
  return fmt::format("<data key=\"x\">{}</data><data key=\"y\">{}</data>", place->x, place->y);
}

std::string graphmlLabel(const std::string& label) {
  return label.empty() ? "" : fmt::format("<data key=\"label\">{}</data>", graphmlText(label));
}

/// Latency and bandwidth, where they are known, of a terminal's cable or a link.
template <typename Cable>
std::string graphmlCable(const Cable& cable) {
  std::string text;
  if (cable.latency) text = fmt::format("<data key=\"latency\">{}</data>", *cable.latency);
  if (cable.bandwidth) text += fmt::format("<data key=\"bandwidth\">{}</data>", *cable.bandwidth);
  return text;
}

}  // namespace

WrittenNetwork writeGraphml(const NetworkFile& network) {
  std::string text = kHead;
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "  <graph id=\"{}\" edgedefault=\"undirected\">\n",
                 graphmlText(network.name));
  for (const auto& router : network.routers)
    fmt::format_to(out, "    <node id=\"r{}\"><data key=\"kind\">router</data>{}{}</node>\n",
                   router.id, graphmlLabel(router.label), graphmlPlace(router.place));
  for (const auto& terminal : network.terminals)
    fmt::format_to(out, "    <node id=\"t{}\"><data key=\"kind\">terminal</data>{}{}</node>\n",
                   terminal.id, graphmlLabel(terminal.label), graphmlPlace(terminal.place));
  for (const auto& terminal : network.terminals)
    fmt::format_to(out, "    <edge source=\"t{}\" target=\"r{}\">{}</edge>\n", terminal.id,
                   terminal.router, graphmlCable(terminal));
  for (const auto& link : network.links)
    fmt::format_to(out,
                   "    <edge id=\"e{}\" source=\"r{}\" target=\"r{}\"><data "
                   "key=\"class\">{}</data>{}</edge>\n",
                   link.id, link.from, link.to, link.global ? "global" : "local",
                   graphmlCable(link));
  text += "  </graph>\n</graphml>\n";
  return {std::move(text), {}};
}

}  // namespace hopscope::formats
