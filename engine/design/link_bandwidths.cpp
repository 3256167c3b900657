// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/link_bandwidths.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "engine/core/declare.h"
#include "engine/design/catalogue.h"
#include "engine/design/named_parts.h"
#include "engine/design/vct_parameters.h"

namespace hopscope {
namespace {

constexpr const char* kBandwidth = "bandwidth";
constexpr std::uint32_t kFinest = 1000;
constexpr double kLeast = 1.0 / kFinest;

std::string pathOf(const LinkClass& linkClass) {
  return fmt::format("channels.{}.{}", linkClass.name, kBandwidth);
}

LinkRate asRate(double bandwidth) {
  const auto [flits, cycles] = asFraction(bandwidth, kFinest);
  return {flits, cycles};
}

double asReal(const Value& value) {
  return realAt({{kBandwidth, value}}, kBandwidth);
}

using LinkSettings = std::map<LinkId, ResolvedOverrides::Setting>;

/// What links carry by their class; then what drawn ones say themselves, then overrides. Empty
/// where all are full. `ofClass` and `ofLink` make rates of what is said; ofLink(bandwidth, place),
/// where place() names it, may make none.
template <typename OfClass, typename OfLink>
std::vector<LinkRate> ratesBy(const Design& design, const Topology& topology,
                              const LinkSettings& overrides, const OfClass& ofClass,
                              const OfLink& ofLink) {
  std::vector<LinkRate> classes, rates;
  for (const LinkClass& linkClass : topology.classes) classes.push_back(ofClass(linkClass));
  for (const Link& link : topology.links) rates.push_back(classes[link.linkClass]);
  const auto set = [&](LinkId link, double bandwidth, const auto& place) {
    if (link >= rates.size()) return;
    if (const std::optional<LinkRate> rate = ofLink(bandwidth, place)) rates[link] = *rate;
  };
  if (topology.isDrawn())
    for (std::size_t i = 0; i < design.drawn.links.size(); ++i)
      if (const auto own = design.drawn.links[i].bandwidth)
        set(static_cast<LinkId>(topology.terminalCount() + i), *own,
            [i] { return fmt::format("topology.channels[{}].bandwidth", i); });
  for (const auto& [link, setting] : overrides)
    set(link, asReal(setting.value), [&place = setting.place] { return place; });
  if (std::all_of(rates.begin(), rates.end(), [](const LinkRate& rate) { return rate.full(); }))
    rates.clear();
  return rates;
}

/// Of a design that need not be right: what is possible of links that there are.
LinkSettings possibleOverrides(const Design& design, const Topology& topology,
                               const Parameter& parameter) {
  LinkSettings found;
  if (design.overrides.empty()) return found;
  const IndexOfId links = indexOf(topology.linkIds);
  for (const Override& entry : design.overrides) {
    const auto value = entry.values.find(kBandwidth);
    if (value == entry.values.end() || check(parameter, value->second, parameter.name)) continue;
    for (const std::uint32_t id : entry.channels)
      if (const auto link = links.find(id); link != links.end())
        found.insert_or_assign(link->second, ResolvedOverrides::Setting{value->second, {}});
  }
  return found;
}

}  // namespace

Parameter bandwidthParameter() {
  return declare::number(ParameterType::real, kBandwidth, "Bandwidth", std::int64_t{1}, kLeast, 1,
                         "flits/cycle",
                         "What each direction of the cable carries: at most a flit every cycle.");
}

std::vector<LinkRate> resolveBandwidths(const Design& design, const Topology& topology,
                                        const SwitchModel& model, const SettingsReader& read,
                                        const ResolvedOverrides& overrides) {
  const auto admitted = [&](double bandwidth, const std::string& place) {
    const LinkRate rate = asRate(bandwidth);
    if (!rate.full() && !model.anyBandwidth)
      read.refuse(place,
                  sentence("Circuits have time slots of whole flits, so the channels of switches "
                           "of the model {} carry one every cycle.",
                           model.name),
                  sentence("Set it to 1, or choose the model \"vct\" or \"wormhole\"."));
    return rate;
  };
  const Parameter parameter = bandwidthParameter();
  return ratesBy(
      design, topology, overrides.bandwidths,
      [&](const LinkClass& linkClass) {
        const std::string path = pathOf(linkClass);
        return admitted(read.real(path), path);
      },
      [&](double bandwidth, const auto& place) -> std::optional<LinkRate> {
        const std::string at = place();
        const auto issue = check(parameter, bandwidth, at);
        if (!issue) return admitted(bandwidth, at);
        read.refuse(at, issue->text, issue->remedy);
        return {};
      });
}

std::vector<LinkRate> bandwidthsOf(const Design& design, const Topology& topology) {
  const Parameter parameter = bandwidthParameter();
  const auto rateOf = [&parameter](const Value& value) -> std::optional<LinkRate> {
    if (check(parameter, value, parameter.name)) return {};
    return asRate(asReal(value));
  };
  const Values settings = effectiveSettings(design);
  return ratesBy(
      design, topology, possibleOverrides(design, topology, parameter),
      [&](const LinkClass& linkClass) {
        const auto found = settings.find(pathOf(linkClass));
        return found == settings.end() ? LinkRate() : rateOf(found->second).value_or(LinkRate());
      },
      [&](double bandwidth, const auto&) { return rateOf(bandwidth); });
}

}  // namespace hopscope
