// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/lookup_resolution.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engine/design/catalogue.h"
#include "engine/forwarding/node_reduction.h"
#include "engine/switching/cache_warm_up.h"

namespace hopscope {
namespace {

/// "1, 2, 4 … 64": the numbers of ways that divide `entries`.
Sentence waysThatFit(std::int64_t entries) {
  std::vector<std::int64_t> divisors;
  for (std::int64_t ways = 1; ways <= entries; ++ways)
    if (entries % ways == 0) divisors.push_back(ways);
  constexpr std::size_t kShown = 4;
  const bool many = divisors.size() > kShown;
  Sentence text;
  for (std::size_t i = 0; i < divisors.size(); ++i) {
    const bool last = i + 1 == divisors.size();
    if (many && i + 1 >= kShown && !last) continue;
    text = i == 0  ? sentence("{}", divisors[i])
           : !last ? sentence("{}, {}", text, divisors[i])
           : many  ? sentence("{} … {}", text, divisors[i])
                   : sentence("{} or {}", text, divisors[i]);
  }
  return text;
}

std::uint32_t countAt(const SettingsReader& reader, const char* path) {
  return static_cast<std::uint32_t>(reader.integer(path));
}

void checkWays(const SettingsReader& reader, const std::string& part) {
  const std::int64_t entries = reader.integer(part + ".entries");
  const std::int64_t ways = reader.integer(part + ".ways");
  if (ways > 0 && entries % ways != 0)
    reader.refuse(part + ".ways",
                  sentence("Ways must divide entries: {} entries fit {} ways.", entries,
                           waysThatFit(entries)),
                  {});
}

CacheSettings resolveCache(const SettingsReader& reader) {
  CacheSettings cache;
  checkWays(reader, "forwarding.cache");
  cache.entries = countAt(reader, "forwarding.cache.entries");
  cache.ways = countAt(reader, "forwarding.cache.ways");
  const std::string& replacement = reader.text("forwarding.cache.replacement");
  cache.replacement = replacement == "fifo"     ? Replacement::fifo
                      : replacement == "lfu"    ? Replacement::lfu
                      : replacement == "random" ? Replacement::random
                                                : Replacement::lru;
  const std::string& hash = reader.text("forwarding.cache.hash");
  cache.hash = hash == "modulo"  ? HashKind::modulo
               : hash == "crc32" ? HashKind::crc32
                                 : HashKind::crc16;
  cache.latency = reader.picoseconds("forwarding.cache.latency");
  cache.interval = reader.picoseconds("forwarding.cache.interval");
  cache.mshr = countAt(reader, "forwarding.cache.mshr");
  cache.lanes = countAt(reader, "forwarding.cache.lanes");
  cache.refill = reader.boolean("forwarding.collective_refill");
  return cache;
}

SharedCacheSettings resolveShared(const SettingsReader& reader) {
  SharedCacheSettings shared;
  checkWays(reader, "forwarding.l2");
  shared.entries = countAt(reader, "forwarding.l2.entries");
  shared.ways = countAt(reader, "forwarding.l2.ways");
  shared.latency = reader.picoseconds("forwarding.l2.latency");
  shared.interval = reader.picoseconds("forwarding.l2.interval");
  return shared;
}

ReductionSettings resolveReduction(const SettingsReader& reader) {
  ReductionSettings reduction;
  const std::string& kind = reader.text("forwarding.node_reduction.kind");
  for (const ReductionName& known : reductionNames())
    if (kind == known.name) reduction.kind = known.kind;
  if (reader.text("forwarding.node_reduction.threshold") == "ceil")
    reduction.threshold = RingThreshold::ceil;
  if (reader.text("forwarding.node_reduction.up") == "paper")
    reduction.up = UpDigit::highestDiffering;
  const std::string& lagSelect = reader.text("forwarding.node_reduction.lag_select");
  reduction.lagSelect = lagSelect == "crc"           ? LagSelect::crc
                        : lagSelect == "round_robin" ? LagSelect::roundRobin
                                                     : LagSelect::modulo;
  reduction.byPort = reader.text("forwarding.node_reduction.tags") == "port";
  return reduction;
}

LookupEnergy resolveEnergy(const SettingsReader& reader) {
  LookupEnergy energy;
  energy.dramRow = reader.real("forwarding.dram.energy_nj");
  energy.cam = reader.real("forwarding.cam.energy_nj");
  energy.camStatic = reader.real("forwarding.cam.static_mw");
  energy.cache = reader.real("forwarding.cache.energy_nj");
  energy.cacheStatic = reader.real("forwarding.cache.static_mw");
  energy.shared = reader.real("forwarding.l2.energy_nj");
  energy.sharedStatic = reader.real("forwarding.l2.static_mw");
  energy.reduction = reader.real("forwarding.node_reduction.energy_nj");
  return energy;
}

}  // namespace

std::optional<LookupKind> lookupKindOf(std::string_view name) {
  static constexpr std::pair<std::string_view, LookupKind> kNames[] = {
      {"algorithm", LookupKind::algorithm},
      {"dram", LookupKind::dram},
      {"bcam", LookupKind::cam},
      {"tcam", LookupKind::cam},
      {"cache", LookupKind::cache},
      {"nrf_map", LookupKind::nrfMap}};
  for (const auto& [known, kind] : kNames)
    if (known == name) return kind;
  return std::nullopt;
}

bool usesCaches(const Design& design) {
  const Value cache = std::string("cache");
  const std::string lookup = "forwarding.lookup";
  return effectiveValue(design, lookup) == cache ||
         std::any_of(design.overrides.begin(), design.overrides.end(), [&](const Override& each) {
           const auto own = each.values.find(lookup);
           return own != each.values.end() && own->second == cache;
         });
}

LookupSettings resolveLookup(const SettingsReader& reader, std::uint32_t destinations) {
  LookupSettings result;
  const std::string& lookup = reader.text("forwarding.lookup");
  result.kind = lookupKindOf(lookup).value_or(LookupKind::cam);
  result.dramRead = reader.picoseconds("forwarding.dram.read");
  result.camLatency = reader.picoseconds("forwarding.cam.latency");
  result.camInterval = reader.picoseconds("forwarding.cam.interval");
  result.camPerPort = reader.text("forwarding.cam.scope") == "port";
  result.camBanks = countAt(reader, "forwarding.cam.banks");
  result.cache = resolveCache(reader);
  result.shared = resolveShared(reader);
  if (result.kind == LookupKind::cache || result.kind == LookupKind::nrfMap)
    result.reduction = resolveReduction(reader);
  result.patterns = countAt(reader, "forwarding.patterns");
  result.warmUp = reader.text("forwarding.warmup") == "alltoall";
  result.energy = resolveEnergy(reader);

  const std::int64_t entries = reader.integer("forwarding.cam.entries");
  const bool asksCam = result.kind == LookupKind::cam || result.kind == LookupKind::cache;
  if (asksCam && entries > 0 && entries < destinations)
    reader.refuse(
        "forwarding.cam.entries",
        sentence("The CAM has room for {} of the network's {} destinations.", entries,
                 destinations),
        sentence("Allow {} entries or more, or 0 for as many as there are.", destinations));
  if (result.kind == LookupKind::cache && result.warmUp &&
      warmUpRounds(destinations) < destinations)
    reader.warn("forwarding.warmup",
                sentence("With {} terminals the warm-up has each of them send to {} others, "
                         "evenly spread, not to all.",
                         destinations, warmUpRounds(destinations)),
                {});
  return result;
}

}  // namespace hopscope
