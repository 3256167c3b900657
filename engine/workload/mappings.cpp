// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/mapping.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "engine/core/declare.h"
#include "engine/core/rng.h"
#include "engine/topology/structure.h"

namespace hopscope {
namespace {

using declare::number;

constexpr double kMostTerminals = 1 << 24;

Parameter firstParameter() {
  return number(ParameterType::integer, "first", "First terminal", std::int64_t{0}, 0,
                kMostTerminals, "", "Where rank 0 is.");
}

Issue tooFew(std::uint32_t ranks, std::uint64_t places) {
  return {Severity::error, "",
          sentence("There are {} ranks, and {} terminals to put them on.", ranks, places),
          sentence("Take fewer ranks, a larger network, or a mapping that puts several on one "
                   "terminal: round_robin or blocks.")};
}

/// `order` from a place on, one rank each.
std::variant<Places, Issue> oneEach(const MappingRequest& r, const Places& order,
                                    std::uint64_t first = 0) {
  if (first + r.ranks > order.size())
    return tooFew(r.ranks, order.size() - std::min<std::uint64_t>(first, order.size()));
  const auto begin = order.begin() + static_cast<std::ptrdiff_t>(first);
  return Places(begin, begin + r.ranks);
}

Places allTerminals(const Topology& topology) {
  Places all(topology.terminalCount());
  std::iota(all.begin(), all.end(), TerminalId{0});
  return all;
}

template <typename Items>
void shuffle(Items& items, std::uint64_t seed) {
  Rng rng(seed, 0, RandomPurpose::choice);
  for (std::size_t left = items.size(); left > 1; --left)
    std::swap(items[left - 1], items[rng.below(static_cast<std::uint32_t>(left))]);
}

/// Terminals in a random order of what `keyOf` says of their routers; in order within each.
template <typename KeyOf>
Places shuffledBy(const MappingRequest& r, const KeyOf& keyOf) {
  std::set<std::int64_t> distinct;
  for (const TerminalPlace& place : r.topology.terminals) distinct.insert(keyOf(place.router));
  std::vector<std::int64_t> keys(distinct.begin(), distinct.end());
  shuffle(keys, r.seed);
  std::map<std::int64_t, std::size_t> drawn;
  for (std::size_t i = 0; i < keys.size(); ++i) drawn[keys[i]] = i;
  Places order = allTerminals(r.topology);
  const auto placeOf = [&](TerminalId t) { return drawn[keyOf(r.topology.terminals[t].router)]; };
  std::stable_sort(order.begin(), order.end(),
                   [&](TerminalId a, TerminalId b) { return placeOf(a) < placeOf(b); });
  return order;
}

std::variant<Places, Issue> linear(const MappingRequest& r) {
  return oneEach(r, allTerminals(r.topology),
                 static_cast<std::uint64_t>(integerAt(r.values, "first")));
}

std::variant<Places, Issue> blocks(const MappingRequest& r) {
  const auto each = static_cast<std::uint32_t>(integerAt(r.values, "per_terminal"));
  const auto first = static_cast<std::uint64_t>(integerAt(r.values, "first"));
  const std::uint64_t room = r.topology.terminalCount();
  if (first + (r.ranks - 1) / each >= room)
    return tooFew(r.ranks, (room - std::min(first, room)) * each);
  Places places;
  for (std::uint32_t rank = 0; rank < r.ranks; ++rank)
    places.push_back(static_cast<TerminalId>(first + rank / each));
  return places;
}

std::variant<Places, Issue> roundRobin(const MappingRequest& r) {
  Places places;
  for (std::uint32_t rank = 0; rank < r.ranks; ++rank)
    places.push_back(rank % r.topology.terminalCount());
  return places;
}

std::variant<Places, Issue> random(const MappingRequest& r) {
  Places order = allTerminals(r.topology);
  shuffle(order, r.seed);
  return oneEach(r, order);
}

std::variant<Places, Issue> randomRouter(const MappingRequest& r) {
  return oneEach(r, shuffledBy(r, [](RouterId router) { return std::int64_t{router}; }));
}

std::variant<Places, Issue> randomGroup(const MappingRequest& r) {
  return oneEach(
      r, shuffledBy(r, [&](RouterId router) { return std::int64_t{r.topology.group[router]}; }));
}

/// The place of a point on Hilbert's curve through a cube of 2^bits a side (Skilling 2004).
std::uint64_t hilbertIndex(std::vector<std::uint32_t> x, unsigned bits) {
  const std::size_t n = x.size();
  const std::uint32_t top = std::uint32_t{1} << (bits - 1);
  for (std::uint32_t q = top; q > 1; q >>= 1)
    for (std::size_t i = 0; i < n; ++i)
      if ((x[i] & q) != 0) {
        x[0] ^= q - 1;
      } else {
        const std::uint32_t t = (x[0] ^ x[i]) & (q - 1);
        x[0] ^= t;
        x[i] ^= t;
      }
  for (std::size_t i = 1; i < n; ++i) x[i] ^= x[i - 1];
  std::uint32_t t = 0;
  for (std::uint32_t q = top; q > 1; q >>= 1)
    if ((x[n - 1] & q) != 0) t ^= q - 1;
  for (std::uint32_t& each : x) each ^= t;
  std::uint64_t index = 0;
  for (unsigned bit = bits; bit-- > 0;)
    for (std::size_t i = 0; i < n; ++i) index = index << 1 | (x[i] >> bit & 1);
  return index;
}

std::variant<Places, Issue> hilbert(const MappingRequest& r) {
  const Structure structure = structureOf(r.topology);
  if (!structure.grid)
    return Issue{Severity::error, "", sentence("Hilbert's curve needs a grid of routers."),
                 sentence("Choose another mapping, or a mesh, a torus or a HyperX.")};
  const GridStructure& grid = *structure.grid;
  unsigned bits = 1;
  for (const std::int64_t size : grid.sizes)
    while ((std::int64_t{1} << bits) < size) ++bits;
  std::vector<std::pair<std::uint64_t, TerminalId>> order;
  for (TerminalId t = 0; t < r.topology.terminalCount(); ++t) {
    std::uint32_t rest = r.topology.terminals[t].router;
    std::vector<std::uint32_t> place;
    for (const std::int64_t size : grid.sizes) {
      place.push_back(rest % static_cast<std::uint32_t>(size));
      rest /= static_cast<std::uint32_t>(size);
    }
    order.emplace_back(hilbertIndex(std::move(place), bits), t);
  }
  std::sort(order.begin(), order.end());
  Places places;
  for (const auto& [index, terminal] : order) places.push_back(terminal);
  return oneEach(r, places);
}

std::variant<Places, Issue> listed(const MappingRequest& r) {
  const std::vector<std::int64_t>& list = integersAt(r.values, "places");
  if (list.size() != r.ranks)
    return Issue{Severity::error, "places",
                 sentence("The list has {} terminals for {} ranks.", list.size(), r.ranks),
                 sentence("List one for each rank, rank 0 first.")};
  Places places;
  for (std::uint32_t rank = 0; rank < r.ranks; ++rank) {
    const auto& ids = r.topology.terminalIds;
    const auto found = std::find(ids.begin(), ids.end(), list[rank]);
    if (found == ids.end())
      return Issue{Severity::error, "places",
                   sentence("Rank {} is put on terminal {}, which there is not.", rank, list[rank]),
                   sentence("The network has {} terminals.", ids.size())};
    places.push_back(static_cast<TerminalId>(found - ids.begin()));
  }
  return places;
}

MappingEntry mapping(const char* name, const char* label, const char* help,
                     std::variant<Places, Issue> (*place)(const MappingRequest&),
                     std::vector<Parameter> parameters = {}) {
  MappingEntry entry;
  entry.name = name;
  entry.label = label;
  entry.help = help;
  entry.parameters = std::move(parameters);
  entry.place = place;
  return entry;
}

Parameter perTerminal() {
  return number(ParameterType::integer, "per_terminal", "Ranks a terminal", std::int64_t{1}, 1,
                1024, "", "Neighbouring ranks that share a terminal and its interface.");
}

Parameter placesParameter() {
  Parameter places;
  places.name = "places";
  places.label = "Terminals";
  places.type = ParameterType::integers;
  places.fallback = std::vector<std::int64_t>{};
  places.maximum = kMostTerminals;
  places.help = "The terminal of each rank, rank 0 first; several ranks may share one.";
  return places;
}

}  // namespace

const Registry<MappingEntry>& mappings() {
  static const Registry<MappingEntry> registry({
      mapping("linear", "In order", "Rank i is at terminal i.", linear, {firstParameter()}),
      mapping("blocks", "Blocks", "Neighbouring ranks share a terminal.", blocks,
              {perTerminal(), firstParameter()}),
      mapping("round_robin", "Round robin",
              "Rank i is at terminal i modulo the terminals, so that there may be more ranks.",
              roundRobin),
      mapping("random", "Random terminals", "A random order of all terminals, fixed by the seed.",
              random),
      mapping("random_router", "Random routers",
              "A random order of the routers; the terminals of each in order.", randomRouter),
      mapping("random_group", "Random groups",
              "A random order of the groups; the terminals of each in order.", randomGroup),
      mapping("hilbert", "Hilbert's curve",
              "Along a curve through a grid that keeps neighbours near (Skilling 2004).", hilbert),
      mapping(kListedMapping, "Listed", "As a list says.", listed, {placesParameter()}),
  });
  return registry;
}

}  // namespace hopscope
