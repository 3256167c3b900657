// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/cache_map.h"

#include <algorithm>
#include <limits>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "engine/forwarding/miss_classifier.h"
#include "engine/forwarding/stack_distance.h"

namespace hopscope {
namespace {

/// What one cache was asked for; kNone where it was emptied.
struct Stream {
  std::vector<std::uint32_t> keys;
  std::size_t countedFrom = 0;
};

std::vector<Stream> streamsOf(const std::vector<RecordedLookup>& lookups, std::size_t countedFrom) {
  std::vector<Stream> streams;
  std::unordered_map<std::uint32_t, std::size_t> places;
  const auto begin = [&streams] {
    for (Stream& stream : streams) stream.countedFrom = stream.keys.size();
  };
  for (std::size_t i = 0; i < lookups.size(); ++i) {
    if (i == countedFrom) begin();
    if (lookups[i].cache == kNone) {
      for (Stream& stream : streams) stream.keys.push_back(kNone);
      continue;
    }
    const auto place = places.emplace(lookups[i].cache, streams.size()).first->second;
    if (place == streams.size()) streams.emplace_back();
    streams[place].keys.push_back(lookups[i].key);
  }
  if (countedFrom >= lookups.size()) begin();
  return streams;
}

bool fit(std::uint32_t entries, std::uint32_t ways) {
  return ways > 0 && entries >= ways && entries % ways == 0;
}

/// Fills a map stream by stream.
class Mapper {
 public:
  Mapper(CacheMap& map, HashKind hash) : map_(map), hash_(hash), sizes_(map.entries) {
    std::sort(sizes_.begin(), sizes_.end());
    sizes_.erase(std::unique(sizes_.begin(), sizes_.end()), sizes_.end());
    for (const std::uint32_t e : map.entries) {
      map.cells.emplace_back();
      for (const std::uint32_t w : map.ways) {
        map.cells.back().emplace_back();
        if (!fit(e, w)) continue;
        map.cells.back().back() = CacheOutcome();
        waysOf_[e / w] = std::max(waysOf_[e / w], w);
      }
    }
  }

  /// Passes over each stream.
  std::size_t passes() const { return sizes_.size() + waysOf_.size(); }

  /// False where `goOn` said so.
  bool add(const Stream& stream, const std::function<bool()>& goOn) {
    std::uint32_t most = 0;
    for (const std::uint32_t key : stream.keys)
      if (key != kNone) most = std::max(most, key);
    smallest_.assign(stream.keys.size(), static_cast<std::uint16_t>(sizes_.size()));
    for (std::size_t s = 0; s < sizes_.size(); ++s) {
      shadow(stream, s, most + 1);
      if (!goOn()) return false;
    }
    for (const auto& [sets, ways] : waysOf_) {
      count(stream, sets, ways);
      if (!goOn()) return false;
    }
    return true;
  }

 private:
  /// A fully associative cache of that size: what it finds, no smaller one did.
  void shadow(const Stream& stream, std::size_t size, std::uint32_t keys) {
    const auto never = static_cast<std::uint16_t>(sizes_.size() + 1);
    MissClassifier classifier(sizes_[size], keys);
    for (std::size_t i = 0; i < stream.keys.size(); ++i) {
      if (stream.keys[i] == kNone) {
        classifier.clear();
        continue;
      }
      const MissCause cause = classifier.access(stream.keys[i]);
      if (cause == MissCause::compulsory)
        smallest_[i] = never;
      else if (cause == MissCause::conflict && smallest_[i] == sizes_.size())
        smallest_[i] = static_cast<std::uint16_t>(size);
    }
  }

  /// All geometries of that many sets.
  void count(const Stream& stream, std::uint32_t sets, std::uint32_t mostWays) {
    const std::size_t columns = sizes_.size() + 2;
    std::vector<std::uint64_t> seen((mostWays + std::size_t{1}) * columns, 0);
    StackDistance analysis(hash_, sets, mostWays);
    for (std::size_t i = 0; i < stream.keys.size(); ++i) {
      if (stream.keys[i] == kNone) {
        analysis.clear();
        continue;
      }
      const std::uint32_t depth = analysis.access(stream.keys[i]);
      if (i >= stream.countedFrom) ++seen[depth * columns + smallest_[i]];
    }
    for (std::size_t e = 0; e < map_.entries.size(); ++e)
      for (std::size_t w = 0; w < map_.ways.size(); ++w) {
        const std::uint32_t entries = map_.entries[e], ways = map_.ways[w];
        if (!fit(entries, ways) || entries / ways != sets) continue;
        const auto own = static_cast<std::size_t>(
            std::lower_bound(sizes_.begin(), sizes_.end(), entries) - sizes_.begin());
        CacheOutcome& cell = *map_.cells[e][w];
        for (std::uint32_t depth = 0; depth <= mostWays; ++depth)
          for (std::size_t size = 0; size < columns; ++size) {
            const std::uint64_t times = seen[depth * columns + size];
            (depth < ways                ? cell.hits
             : size == sizes_.size() + 1 ? cell.compulsory
             : size <= own               ? cell.conflict
                                         : cell.capacity) += times;
          }
      }
  }

  CacheMap& map_;
  HashKind hash_;
  std::vector<std::uint32_t> sizes_;               ///< rising
  std::map<std::uint32_t, std::uint32_t> waysOf_;  ///< by number of sets, the most asked for
  /// Per lookup the smallest size that would have had it with every line free to hold it; one more
  /// than all: none; two more: it was never seen.
  std::vector<std::uint16_t> smallest_;
};

void addSorted(std::vector<std::uint32_t>& list, std::uint32_t value) {
  const auto place = std::lower_bound(list.begin(), list.end(), value);
  if (value > 0 && (place == list.end() || *place != value)) list.insert(place, value);
}

}  // namespace

double CacheOutcome::hitRate() const {
  return lookups() == 0 ? std::numeric_limits<double>::quiet_NaN()
                        : static_cast<double>(hits) / static_cast<double>(lookups());
}

CacheMap mapCaches(const std::vector<RecordedLookup>& lookups, std::size_t countedFrom,
                   HashKind hash, std::vector<std::uint32_t> entries,
                   std::vector<std::uint32_t> ways, const std::function<bool(double)>& goOn) {
  CacheMap map;
  map.entries = std::move(entries);
  map.ways = std::move(ways);
  Mapper mapper(map, hash);
  const std::vector<Stream> streams = streamsOf(lookups, countedFrom);
  map.caches = streams.size();
  map.keys = mostKeys(lookups);
  for (const Stream& stream : streams)
    map.lookups += static_cast<std::uint64_t>(
        std::count_if(stream.keys.begin() + static_cast<std::ptrdiff_t>(stream.countedFrom),
                      stream.keys.end(), [](std::uint32_t key) { return key != kNone; }));
  std::size_t done = 0;
  const auto report = [&] {
    const auto all = static_cast<double>(streams.size() * mapper.passes());
    return !goOn || goOn(static_cast<double>(++done) / all);
  };
  for (const Stream& stream : streams)
    if (!mapper.add(stream, report)) break;
  return map;
}

std::vector<std::uint32_t> usualEntries(std::uint32_t keys, std::uint32_t entries) {
  constexpr std::uint32_t kLeast = 8, kMost = 16'384;
  std::vector<std::uint32_t> list{kLeast};
  while (list.back() < kMost && list.back() < 2 * std::uint64_t{keys})
    list.push_back(2 * list.back());
  addSorted(list, entries);
  return list;
}

std::vector<std::uint32_t> usualWays(std::uint32_t ways) {
  std::vector<std::uint32_t> list{1, 2, 4, 8, 16, 32};
  addSorted(list, ways);
  return list;
}

std::uint32_t mostKeys(const std::vector<RecordedLookup>& lookups) {
  std::unordered_map<std::uint32_t, std::unordered_set<std::uint32_t>> seen;
  for (const RecordedLookup& lookup : lookups)
    if (lookup.cache != kNone) seen[lookup.cache].insert(lookup.key);
  std::size_t most = 0;
  for (const auto& [cache, keys] : seen) most = std::max(most, keys.size());
  return static_cast<std::uint32_t>(most);
}

}  // namespace hopscope
