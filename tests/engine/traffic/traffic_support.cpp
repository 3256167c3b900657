// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/traffic/traffic_support.h"

#include <cmath>
#include <numeric>

namespace hopscope::test {

Topology terminals(std::int64_t count) {
  return network("crossbar", {{"terminals", count}});
}

namespace {

Values complete(const TrafficEntry& entry, const Values& values) {
  Values all{{"include_self", false}};
  for (const Parameter& parameter : entry.parameters) all[parameter.name] = parameter.fallback;
  for (const auto& [name, value] : values) all.at(name) = value;
  return all;
}

}  // namespace

Issues checkPattern(const std::string& name, const Topology& topology, const Values& values) {
  const TrafficEntry* entry = trafficPatterns().find(name);
  return entry->check(topology, complete(*entry, values));
}

std::unique_ptr<TrafficPattern> patternOf(const std::string& name, const Topology& topology,
                                          const Values& values, std::uint64_t seed) {
  const TrafficEntry* entry = trafficPatterns().find(name);
  return entry->make(topology, complete(*entry, values), seed);
}

std::vector<int> histogram(const TrafficPattern& pattern, const Topology& topology,
                           TerminalId source, int draws, std::uint64_t seed) {
  std::vector<int> counts(topology.terminalCount() + 1, 0);
  Rng rng(seed, source, RandomPurpose::destination);
  for (int i = 0; i < draws; ++i)
    ++counts[std::min(pattern.destination(source, rng), topology.terminalCount())];
  return counts;
}

double chiSquare(const std::vector<int>& counts) {
  const double expected =
      std::accumulate(counts.begin(), counts.end(), 0.0) / static_cast<double>(counts.size());
  double sum = 0;
  for (const int count : counts) sum += (count - expected) * (count - expected) / expected;
  return sum;
}

double chiSquareLimit(std::size_t degrees) {
  const double k = static_cast<double>(degrees), quantile = 4.753;
  const double part = 2 / (9 * k);
  return k * std::pow(1 - part + quantile * std::sqrt(part), 3);
}

std::vector<TerminalId> destinationsOf(const TrafficPattern& pattern, const Topology& topology) {
  Rng rng(1, 0, RandomPurpose::destination);
  std::vector<TerminalId> destinations;
  for (TerminalId t = 0; t < topology.terminalCount(); ++t)
    destinations.push_back(pattern.destination(t, rng));
  return destinations;
}

}  // namespace hopscope::test
