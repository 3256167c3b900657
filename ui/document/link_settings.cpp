// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/link_settings.h"

#include <variant>

#include "engine/design/catalogue.h"
#include "engine/design/link_bandwidths.h"
#include "ui/document/drawn_edits.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

/// What `name` is of a link and whether it is its own, as `ofDrawn` says of a drawn one.
template <typename OfDrawn>
ScopedValue linkSetting(const Design& design, const Topology& topology, LinkId link,
                        const OverridesById& overrides, const std::string& name,
                        const OfDrawn& ofDrawn) {
  const std::uint32_t id = link < topology.linkIds.size() ? topology.linkIds[link] : link;
  if (const auto it = overrides.links.find(id); it != overrides.links.end())
    if (const auto value = it->second.find(name); value != it->second.end())
      return {value->second, true};
  if (isDrawn(design) && !topology.links[link].a.isTerminal)
    for (const DrawnLink& drawn : design.drawn.links)
      if (drawn.id == id && ofDrawn(drawn)) return {Value(*ofDrawn(drawn)), true};
  return {valueOfClass(design, topology.classOf(link).name, name), false};
}

}  // namespace

ScopedValue linkLatency(const Design& design, const Topology& topology, LinkId link,
                        const OverridesById& overrides) {
  return linkSetting(design, topology, link, overrides, "latency",
                     [](const DrawnLink& drawn) { return drawn.latency; });
}

ScopedValue linkBandwidth(const Design& design, const Topology& topology, LinkId link,
                          const OverridesById& overrides) {
  return linkSetting(design, topology, link, overrides, "bandwidth",
                     [](const DrawnLink& drawn) { return drawn.bandwidth; });
}

QString linkLatencyText(const Design& design, const Topology& topology, LinkId link) {
  const ScopedValue latency = linkLatency(design, topology, link, overridesById(design.overrides));
  if (!latency.value) return {};
  if (const auto* cycles = std::get_if<std::int64_t>(&*latency.value))
    return cyclesText(static_cast<double>(*cycles));
  return QString::fromStdString(toText(*latency.value));
}

QString linkBandwidthText(const Design& design, const Topology& topology, LinkId link) {
  const LinkRate rate = rateOf(bandwidthsOf(design, topology), link);
  return rate.full() ? QString() : withUnit(plainText(rate.perCycle()), "flits/cycle");
}

}  // namespace hopscope
