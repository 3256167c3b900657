// SPDX-License-Identifier: GPL-3.0-or-later
// Experiments with the forwarding cache that the simulation uses.
#include <cmath>
#include <limits>
#include <unordered_set>
#include <vector>

#include "engine/core/declare.h"
#include "engine/core/rng.h"
#include "engine/figures/entries.h"
#include "engine/forwarding/forwarding_cache.h"
#include "engine/models/job_sizes.h"

namespace hopscope::figures {
namespace {

using declare::choice;
using declare::number;

/// Mean of equally good samples with its standard error.
Measured meanOf(const std::vector<double>& samples) {
  double sum = 0;
  for (const double sample : samples) sum += sample;
  const auto count = static_cast<double>(samples.size());
  const double mean = sum / count;
  double squares = 0;
  for (const double sample : samples) squares += (sample - mean) * (sample - mean);
  return {mean, samples.size() < 2 ? 0 : std::sqrt(squares / (count - 1) / count)};
}

/// Distinct keys: 0, 1, 2, …, or drawn from 32 bits.
std::vector<std::uint32_t> keysOf(std::size_t count, bool random, Rng& rng) {
  std::vector<std::uint32_t> keys;
  std::unordered_set<std::uint32_t> seen;
  while (keys.size() < count) {
    const auto key = random ? static_cast<std::uint32_t>(rng.next() >> 32)
                            : static_cast<std::uint32_t>(keys.size());
    if (key != kNone && seen.insert(key).second) keys.push_back(key);
  }
  return keys;
}

CacheSettings readCache(const Values& values) {
  CacheSettings settings;
  settings.entries = static_cast<std::uint32_t>(integerAt(values, "entries"));
  settings.ways = static_cast<std::uint32_t>(integerAt(values, "ways"));
  const std::string& policy = textAt(values, "replacement");
  settings.replacement = policy == "lru"    ? Replacement::lru
                         : policy == "fifo" ? Replacement::fifo
                                            : Replacement::random;
  settings.hash = textAt(values, "hash") == "crc16" ? HashKind::crc16 : HashKind::modulo;
  return settings;
}

Numbers measureReferences(const Values& values, const std::stop_token& stop) {
  const CacheSettings settings = readCache(values);
  const auto count = static_cast<std::size_t>(integerAt(values, "keys"));
  const auto references = static_cast<std::uint64_t>(integerAt(values, "references")) * count;
  const auto samples = static_cast<std::uint32_t>(integerAt(values, "samples"));
  std::vector<double> displaced, ofEntries, missed;
  for (std::uint32_t sample = 0; sample < samples && !stop.stop_requested(); ++sample) {
    Rng rng(1, sample, RandomPurpose::cache);
    const auto keys = keysOf(count, textAt(values, "addresses") == "random", rng);
    ForwardingCache cache(settings, 1, sample);
    const auto refer = [&cache](std::uint32_t key) {
      if (!cache.access(key)) cache.fill(key, 0);
    };
    for (const std::uint32_t key : keys) refer(key);
    const LookupCounts filled = cache.counts();
    displaced.push_back(100 * static_cast<double>(filled.evictions) / static_cast<double>(count));
    ofEntries.push_back(100 * static_cast<double>(filled.evictions) / settings.entries);
    for (std::uint64_t i = 0; i < references; ++i)
      refer(keys[rng.below(static_cast<std::uint32_t>(count))]);
    const std::uint64_t misses = cache.counts().misses() - filled.misses();
    missed.push_back(references == 0
                         ? std::numeric_limits<double>::quiet_NaN()
                         : 100 * static_cast<double>(misses) / static_cast<double>(references));
  }
  return {meanOf(displaced), meanOf(ofEntries), meanOf(missed)};
}

}  // namespace

Computation cacheReferences() {
  Entry entry;
  entry.name = "cache.references";
  entry.label = "Keys offered to a forwarding cache";
  entry.help =
      "Every key once, in an empty cache; then uniform references to them. Means over samples with "
      "their standard errors.";
  entry.source = "Hirasawa 2022, Figures 4.5 and 4.6";
  const auto count = [](const char* name, const char* label, std::int64_t fallback, double minimum,
                        double maximum, const char* help) {
    return number(ParameterType::integer, name, label, fallback, minimum, maximum, "", help);
  };
  entry.parameters = {
      count("keys", "Keys", 512, 1, 1'000'000, ""),
      count("entries", "Entries", 2048, 1, 1'000'000, "A multiple of the ways."),
      count("ways", "Ways", 4, 1, 65'535, ""),
      choice("replacement", "Replacement", "lru",
             {{"lru", "LRU"}, {"fifo", "FIFO"}, {"random", "random"}}, ""),
      choice("hash", "Hash", "crc16", {{"crc16", "CRC-16"}, {"modulo", "modulo"}}, ""),
      choice("addresses", "Keys are", "random", {{"random", "random"}, {"linear", "0, 1, 2, …"}},
             ""),
      count("references", "References per key", 0, 0, 10'000, "After the keys were put in."),
      count("samples", "Samples", 20, 1, 10'000, "Each with keys of its own.")};
  return overParameters(
      std::move(entry),
      {{"of_keys", "Displaced, of the keys", "%"},
       {"of_entries", "Displaced, of the entries", "%"},
       {"miss", "Misses of the references", "%"}},
      measureReferences, [](const Values& values) -> Issues {
        if (integerAt(values, "entries") % integerAt(values, "ways") == 0) return {};
        return {{Severity::error, "ways", sentence("The ways do not divide the entries."),
                 sentence("Choose entries that are a multiple of the ways.")}};
      });
}

Computation jobSizeSample() {
  Entry entry;
  entry.name = "jobs.sample";
  entry.label = "Jobs drawn from the generator";
  entry.help = "The share of the drawn jobs that take fewer processors.";
  entry.source = "Hirasawa 2022, section 2.4";
  entry.parameters = {
      number(ParameterType::integer, "processors", "Processors", std::int64_t{128}, 1, 1e9, "", ""),
      number(ParameterType::integer, "jobs", "Jobs", std::int64_t{1'000'000}, 1, 1e8, "", "")};
  return overParameters(
      std::move(entry), {{"below", "Jobs with fewer processors", "%"}},
      [](const Values& values, const std::stop_token& stop) -> Numbers {
        const formulas::JobSizes sizes;
        const std::int64_t limit = integerAt(values, "processors");
        const std::int64_t jobs = integerAt(values, "jobs");
        Rng rng(1, 0, RandomPurpose::choice);
        std::int64_t below = 0;
        for (std::int64_t job = 0; job < jobs && !stop.stop_requested(); ++job)
          below += sizes.draw(rng) < limit ? 1 : 0;
        const double share = static_cast<double>(below) / static_cast<double>(jobs);
        const double error = std::sqrt(share * (1 - share) / static_cast<double>(jobs));
        return {{100 * share, 100 * error}};
      });
}

}  // namespace hopscope::figures
