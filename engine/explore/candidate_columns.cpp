// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/explore/candidate_columns.h"

#include <algorithm>

namespace hopscope {
namespace {

template <typename T>
std::optional<double> real(const T& value) {
  return static_cast<double>(value);
}

template <typename T>
std::optional<double> real(const std::optional<T>& value) {
  return value ? std::optional(static_cast<double>(*value)) : std::nullopt;
}

double perTerminal(const Candidate& candidate, double value) {
  return value / static_cast<double>(candidate.facts.terminals);
}

}  // namespace

const std::vector<CandidateColumn>& candidateColumns() {
  using C = const Candidate&;
  static const std::vector<CandidateColumn> columns = {
      {"terminals", "Terminals", "", Wanted::neither, [](C c) { return real(c.facts.terminals); }},
      {"routers", "Routers", "", Wanted::less, [](C c) { return real(c.facts.routers); }},
      {"ports", "Ports of a router", "", Wanted::less, [](C c) { return real(c.ports); }},
      {"racks", "Racks", "", Wanted::less, [](C c) { return real(c.racks); }},
      {"cables", "Cables", "", Wanted::less, [](C c) { return real(c.facts.links); }},
      {"electrical_cables", "Electrical cables", "", Wanted::neither,
       [](C c) { return real(c.lengths.electrical()); }},
      {"optical_cables", "Optical cables", "", Wanted::less,
       [](C c) { return real(c.lengths.optical); }},
      {"cable_metres", "Cables, all together", "m", Wanted::less,
       [](C c) { return real(c.lengths.metres); }},
      {"bisection", "Bisection", "links", Wanted::more,
       [](C c) { return real(c.facts.bisection); }},
      {"diameter", "Diameter", "links", Wanted::less, [](C c) { return real(c.facts.diameter); }},
      {"distance", "Mean distance", "links", Wanted::less,
       [](C c) { return real(c.facts.averageDistanceExcludingSelf); }, nullptr,
       [](C c) { return c.nearest; }},
      {"throughput", "Saturation bound, uniform", "flits/terminal/cycle", Wanted::more,
       [](C c) { return real(c.throughput); }, [](C c) { return c.evenly; }},
      {"worst_throughput", "Saturation bound, worst permutation", "flits/terminal/cycle",
       Wanted::more, [](C c) { return real(c.worstThroughput); }},
      {"power", "Power per terminal", "W", Wanted::less,
       [](C c) { return real(perTerminal(c, c.power)); }},
      {"total_power", "Power", "W", Wanted::less, [](C c) { return real(c.power); }},
      {"cost", "Cost per terminal", "$", Wanted::less,
       [](C c) { return real(perTerminal(c, c.cost())); }},
      {"router_cost", "Routers, cost per terminal", "$", Wanted::less,
       [](C c) { return real(perTerminal(c, c.routerCost)); }},
      {"cable_cost", "Cables, cost per terminal", "$", Wanted::less,
       [](C c) { return real(perTerminal(c, c.cableCost)); }},
      {"total_cost", "Cost", "$", Wanted::less, [](C c) { return real(c.cost()); }},
  };
  return columns;
}

const CandidateColumn* findCandidateColumn(std::string_view name) {
  const auto& columns = candidateColumns();
  const auto found =
      std::find_if(columns.begin(), columns.end(),
                   [&](const CandidateColumn& column) { return column.name == name; });
  return found == columns.end() ? nullptr : &*found;
}

}  // namespace hopscope
