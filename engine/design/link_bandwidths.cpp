// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/link_bandwidths.h"

#include <fmt/format.h>

#include <algorithm>
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

/// Empty where all are full.
std::vector<LinkRate> unlessFull(std::vector<LinkRate> rates) {
  if (std::all_of(rates.begin(), rates.end(), [](const LinkRate& rate) { return rate.full(); }))
    rates.clear();
  return rates;
}

/// Takes in the bandwidths of single links.
class Bandwidths {
 public:
  Bandwidths(const SwitchModel& model, const SettingsReader& read, std::vector<LinkRate> rates)
      : model_(model), read_(read), rates_(std::move(rates)) {}

  LinkRate admitted(double bandwidth, const std::string& place) const {
    const LinkRate rate = asRate(bandwidth);
    if (!rate.full() && !model_.anyBandwidth)
      read_.refuse(place,
                   sentence("Circuits have time slots of whole flits, so the channels of switches "
                            "of the model {} carry one every cycle.",
                            model_.name),
                   sentence("Set it to 1, or choose the model \"vct\" or \"wormhole\"."));
    return rate;
  }
  void set(LinkId link, double bandwidth, const std::string& place) {
    if (const auto issue = check(bandwidthParameter(), bandwidth, place))
      read_.refuse(place, issue->text, issue->remedy);
    else
      rates_[link] = admitted(bandwidth, place);
  }
  std::vector<LinkRate>& rates() { return rates_; }

 private:
  const SwitchModel& model_;
  const SettingsReader& read_;
  std::vector<LinkRate> rates_;
};

}  // namespace

Parameter bandwidthParameter() {
  return declare::number(ParameterType::real, kBandwidth, "Bandwidth", std::int64_t{1}, kLeast, 1,
                         "flits/cycle",
                         "What each direction of the cable carries: at most a flit every cycle.");
}

std::vector<LinkRate> resolveBandwidths(const Design& design, const Topology& topology,
                                        const SwitchModel& model, const SettingsReader& read,
                                        const ResolvedOverrides& overrides) {
  Bandwidths links(model, read, {});
  std::vector<LinkRate> ofClass;
  for (const LinkClass& linkClass : topology.classes)
    ofClass.push_back(links.admitted(read.real(pathOf(linkClass)), pathOf(linkClass)));
  for (const Link& link : topology.links) links.rates().push_back(ofClass[link.linkClass]);
  if (topology.isDrawn())
    for (std::size_t i = 0; i < design.drawn.links.size(); ++i)
      if (const auto own = design.drawn.links[i].bandwidth)
        links.set(static_cast<LinkId>(topology.terminalCount() + i), *own,
                  fmt::format("topology.channels[{}].bandwidth", i));
  for (const auto& [link, setting] : overrides.bandwidths)
    links.set(link, asReal(setting.value), setting.place);
  return unlessFull(std::move(links.rates()));
}

std::vector<LinkRate> bandwidthsOf(const Design& design, const Topology& topology) {
  const Parameter parameter = bandwidthParameter();
  const auto possible = [&parameter](const Value& value) {
    return !check(parameter, value, parameter.name);
  };
  const Values settings = effectiveSettings(design);
  std::vector<LinkRate> ofClass, rates;
  for (const LinkClass& linkClass : topology.classes) {
    LinkRate& rate = ofClass.emplace_back();
    const auto found = settings.find(pathOf(linkClass));
    if (found != settings.end() && possible(found->second)) rate = asRate(asReal(found->second));
  }
  for (const Link& link : topology.links) rates.push_back(ofClass[link.linkClass]);
  const auto set = [&](LinkId link, const Value& value) {
    if (link < rates.size() && possible(value)) rates[link] = asRate(asReal(value));
  };
  if (topology.isDrawn())
    for (std::size_t i = 0; i < design.drawn.links.size(); ++i)
      if (const auto own = design.drawn.links[i].bandwidth)
        set(static_cast<LinkId>(topology.terminalCount() + i), *own);
  for (const Override& entry : design.overrides) {
    const auto value = entry.values.find(kBandwidth);
    if (value == entry.values.end()) continue;
    const auto links = indexOf(topology.linkIds);
    for (const std::uint32_t id : entry.channels)
      if (const auto found = links.find(id); found != links.end())
        set(found->second, value->second);
  }
  return unlessFull(std::move(rates));
}

}  // namespace hopscope
