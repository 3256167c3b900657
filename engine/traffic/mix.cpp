// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/traffic/entries.h"
#include "engine/traffic/traffic_mix.h"

namespace hopscope::patterns {
namespace {

/// All that the pattern of a class has, and what all of them share.
Values completed(const MixPart& part, const TrafficEntry& entry, const Values& values) {
  Values all = defaultsOf(entry.parameters);
  for (const auto& [name, value] : part.values) all[name] = value;
  all["include_self"] = includesSelf(values);
  return all;
}

Issues checkMix(const Topology& topology, const Values& values) {
  ReadMix mix = parseMix(textAt(values, "parts"));
  if (hasErrors(mix.issues)) return std::move(mix.issues);
  Issues issues;
  for (std::size_t i = 0; i < mix.parts.size(); ++i) {
    const TrafficEntry& entry = *trafficPatterns().find(mix.parts[i].pattern);
    for (Issue& issue : entry.check(topology, completed(mix.parts[i], entry, values))) {
      // "traffic.pattern" is the class's pattern, "traffic.offset" a setting of it.
      const std::string name = issue.path.substr(issue.path.rfind('.') + 1);
      issue.path = mixPlace(i) + ".pattern" + (name == "pattern" ? "" : "." + name);
      issues.push_back(std::move(issue));
    }
  }
  return issues;
}

}  // namespace

TrafficEntry mix() {
  TrafficEntry entry;
  entry.name = "mix";
  entry.label = "Mix of classes";
  entry.help =
      "Several classes of traffic at once, each with a pattern and a share of the load of its own, "
      "and counted apart.";
  entry.source = "Dally & Towles, Principles and Practices of Interconnection Networks, 15.1";
  Parameter parts;
  parts.name = "parts";
  parts.label = "Classes";
  parts.type = ParameterType::classes;
  parts.maximum = kLongestClassPacket;
  parts.fallback = std::string("0.8 uniform; 0.2 hot_spot");
  parts.help =
      "1 to 16 classes, each with a name, a share of the load (only how shares compare to each "
      "other counts), a pattern with its settings and a packet size.";
  entry.parameters = {parts};
  entry.check = checkMix;
  entry.make = [](const Topology& topology, const Values& values, std::uint64_t seed) {
    std::vector<TrafficClass> classes;
    for (const MixPart& part : parseMix(textAt(values, "parts")).parts) {
      const TrafficEntry& each = *trafficPatterns().find(part.pattern);
      classes.push_back({part.name, part.share, part.flits,
                         each.make(topology, completed(part, each, values), seed)});
    }
    return mixOf(std::move(classes));
  };
  entry.mixes = false;
  return entry;
}

}  // namespace hopscope::patterns
