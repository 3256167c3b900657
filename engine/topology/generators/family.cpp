// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/topology/generators/family.h"

#include <algorithm>

namespace hopscope::families {
namespace {

constexpr std::uint64_t kCeiling = std::uint64_t{1} << 63;

/// 1234567 as "1,234,567"; sizes beyond counting as "more than 10^18".
Sentence inWords(std::uint64_t count) {
  if (count >= kCeiling) return sentence("more than 10^18");
  std::string digits = std::to_string(count);
  for (std::size_t place = digits.size(); place > 3; place -= 3) digits.insert(place - 3, ",");
  return sentence("{}", digits);
}

}  // namespace

std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) return kCeiling;
  return std::min(product, kCeiling);
}

std::uint64_t plus(std::uint64_t a, std::uint64_t b) {
  std::uint64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) return kCeiling;
  return std::min(sum, kCeiling);
}

std::uint64_t power(std::uint64_t base, std::uint64_t exponent) {
  std::uint64_t result = 1;
  for (std::uint64_t i = 0; i < exponent && result < kCeiling && base > 1; ++i)
    result = times(result, base);
  return base == 0 && exponent > 0 ? 0 : result;
}

std::uint64_t countAt(const Values& values, const std::string& name) {
  return static_cast<std::uint64_t>(std::max<std::int64_t>(0, integerAt(values, name)));
}

std::vector<std::uint64_t> countsAt(const Values& values, const std::string& name) {
  std::vector<std::uint64_t> counts;
  for (const std::int64_t count : integersAt(values, name))
    counts.push_back(static_cast<std::uint64_t>(std::max<std::int64_t>(0, count)));
  return counts;
}

Issues sizeIssues(const Size& size, const std::string& path, const Sentence& remedy) {
  Issues issues;
  const auto limit = [&](std::uint64_t count, std::uint64_t maximum, const Sentence& what) {
    if (count <= maximum) return;
    issues.push_back({Severity::error, path,
                      sentence("This network would have {} {}; at most {} are possible.",
                               inWords(count), what, inWords(maximum)),
                      remedy});
  };
  limit(size.routers, kMaxRouters, sentence("routers"));
  limit(size.terminals, kMaxTerminals, sentence("terminals"));
  limit(size.radix, kMaxRadix, sentence("ports at a router"));
  limit(size.links, kMaxLinks, sentence("links"));
  return issues;
}

Parameter countParameter(const char* name, const char* label, std::int64_t fallback, double minimum,
                         double maximum, const char* help) {
  Parameter parameter;
  parameter.name = name;
  parameter.label = label;
  parameter.fallback = fallback;
  parameter.minimum = minimum;
  parameter.maximum = maximum;
  parameter.help = help;
  return parameter;
}

Parameter lagParameter() {
  return countParameter("lag", "Parallel links", 1, 1, 8,
                        "Links between each two routers that are connected.");
}

Parameter terminalsPerRouterParameter(std::int64_t fallback) {
  return countParameter("terminals_per_router", "Terminals per router", fallback, 1, 1024,
                        "Terminals plugged into each router.");
}

TopologyFacts regularFacts(std::uint64_t routers, std::uint64_t perRouter, std::uint64_t degree,
                           std::uint64_t lag) {
  TopologyFacts facts;
  facts.routers = routers;
  facts.terminals = routers * perRouter;
  facts.links = facts.terminals + routers * degree / 2 * lag;
  facts.channels = 2 * facts.links;
  facts.radix = perRouter + degree * lag;
  return facts;
}

void addTerminals(TopologyBuilder& builder, std::uint64_t perRouter) {
  for (RouterId router = 0; router < builder.routerCount(); ++router)
    for (std::uint64_t t = 0; t < perRouter; ++t) builder.addTerminal(router);
}

void setDistances(TopologyFacts& facts, std::uint64_t hosts, std::uint64_t perHost,
                  std::uint64_t distanceSum, std::uint64_t routerDiameter) {
  const std::uint64_t terminals = hosts * perHost;
  facts.routerDiameter = routerDiameter;
  if (terminals == 0) return;
  facts.diameter = terminals > 1 ? routerDiameter + 2 : 0;
  const std::uint64_t pairs = terminals * (terminals - 1);
  const auto sum = static_cast<double>(perHost * perHost * distanceSum + 2 * pairs);
  facts.averageDistance = sum / static_cast<double>(terminals) / static_cast<double>(terminals);
  if (pairs > 0) facts.averageDistanceExcludingSelf = sum / static_cast<double>(pairs);
}

}  // namespace hopscope::families
