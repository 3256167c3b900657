// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/recording.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

namespace hopscope {
namespace {

constexpr double kFull = 254;
/// However large the network, so many spans are kept.
constexpr std::size_t kFewestSpans = 16;

std::uint8_t pack(std::uint64_t part, std::uint64_t whole) {
  const double share = static_cast<double>(part) / static_cast<double>(whole);
  return static_cast<std::uint8_t>(std::lround(kFull * std::min(1.0, share)));
}

float unpack(std::uint8_t byte) {
  return byte == Recording::kNothing ? std::numeric_limits<float>::quiet_NaN()
                                     : static_cast<float>(byte / kFull);
}

std::uint8_t mean(std::uint8_t a, Cycle lengthA, std::uint8_t b, Cycle lengthB) {
  if (a == Recording::kNothing) return b;
  if (b == Recording::kNothing) return a;
  const auto weightA = static_cast<double>(lengthA), weightB = static_cast<double>(lengthB);
  // To the even number, so that halving again and again leans to neither side.
  return static_cast<std::uint8_t>(
      std::nearbyint((a * weightA + b * weightB) / (weightA + weightB)));
}

}  // namespace

std::size_t Recording::nearest(Cycle cycle) const {
  assert(!spans.empty());
  const auto after =
      std::lower_bound(spans.begin(), spans.end(), cycle,
                       [](const RecordedSpan& span, Cycle at) { return span.end < at; });
  if (after == spans.end()) return spans.size() - 1;
  const auto index = static_cast<std::size_t>(after - spans.begin());
  if (index == 0) return 0;
  return cycle - spans[index - 1].end < after->end - cycle ? index - 1 : index;
}

void Recording::utilization(std::size_t span, std::vector<float>& out) const {
  out.resize(channels);
  const std::uint8_t* from = bytes.data() + span * spanBytes();
  std::transform(from, from + channels, out.begin(), unpack);
}

float Recording::utilization(std::size_t span, ChannelId channel) const {
  return unpack(bytes[span * spanBytes() + channel]);
}

void Recording::hitRate(std::size_t span, std::vector<float>& out) const {
  out.resize(routers);
  const std::uint8_t* from = bytes.data() + span * spanBytes() + channels;
  std::transform(from, from + routers, out.begin(), unpack);
}

float Recording::hitRate(std::size_t span, RouterId router) const {
  return unpack(bytes[span * spanBytes() + channels + router]);
}

float Recording::hottest(std::size_t span) const {
  const std::uint8_t* from = bytes.data() + span * spanBytes();
  return channels == 0 ? 0 : unpack(*std::max_element(from, from + channels));
}

void Recording::halve() {
  const std::size_t size = spanBytes();
  std::size_t kept = 0;
  for (std::size_t i = 0; i < spans.size(); i += 2, ++kept) {
    const RecordedSpan first = spans[i];
    std::uint8_t* to = bytes.data() + kept * size;
    const std::uint8_t* a = bytes.data() + i * size;
    if (i + 1 == spans.size()) {
      std::copy(a, a + size, to);
      spans[kept] = first;
      continue;
    }
    const RecordedSpan second = spans[i + 1];
    const std::uint8_t* b = a + size;
    for (std::size_t v = 0; v < size; ++v)
      to[v] = mean(a[v], first.end - first.begin, b[v], second.end - second.begin);
    spans[kept] = {first.begin, second.end};
  }
  spans.resize(kept);
  bytes.resize(kept * size);
}

Recording Recording::within(std::size_t mostBytes) const {
  Recording small = *this;
  while (small.bytes.size() > mostBytes && small.spans.size() > 1) small.halve();
  small.spans.shrink_to_fit();
  small.bytes.shrink_to_fit();
  return small;
}

Recorder::Recorder(std::size_t channels, std::size_t routers, std::size_t mostBytes,
                   std::size_t windows, std::vector<LinkRate> rates)
    : flits_(channels, 0), lookups_(routers), rates_(std::move(rates)) {
  recording_.channels = static_cast<std::uint32_t>(channels);
  recording_.routers = static_cast<std::uint32_t>(routers);
  capacity_ = std::max(kFewestSpans, mostBytes / std::max<std::size_t>(1, recording_.spanBytes()));
  capacity_ = std::min(capacity_, windows + 1);
  capacity_ += capacity_ % 2;  // whole pairs
  recording_.spans.reserve(capacity_);
  recording_.bytes.reserve(capacity_ * recording_.spanBytes());
}

void Recorder::write(const std::vector<std::uint64_t>& flits,
                     const std::vector<RouterLookups>& lookups) {
  const RecordedSpan span = recording_.spans.back();
  const auto length = static_cast<std::uint64_t>(std::max<Cycle>(1, span.end - span.begin));
  std::uint8_t* to = recording_.bytes.data() + recording_.bytes.size() - recording_.spanBytes();
  for (std::size_t c = 0; c < flits_.size(); ++c) {
    const LinkRate rate = rateOf(rates_, static_cast<LinkId>(c / 2));
    *to++ = pack((flits[c] - flits_[c]) * rate.cycles, length * rate.flits);
  }
  for (std::size_t r = 0; r < lookups_.size(); ++r) {
    const std::uint64_t asked = lookups[r].caches.lookups - lookups_[r].caches.lookups;
    *to++ = asked == 0 ? Recording::kNothing
                       : pack(lookups[r].caches.hits - lookups_[r].caches.hits, asked);
  }
}

void Recorder::add(Cycle now, const std::vector<std::uint64_t>& flits,
                   const std::vector<RouterLookups>& lookups) {
  const std::lock_guard lock(mutex_);
  std::vector<RecordedSpan>& spans = recording_.spans;
  if (inSpan_ == 0) {
    if (spans.size() == capacity_) {
      recording_.halve();
      stride_ *= 2;
    }
    const Cycle begin = spans.empty() ? 0 : spans.back().end;
    spans.push_back({begin, now});
    recording_.bytes.resize(spans.size() * recording_.spanBytes());
  }
  spans.back().end = now;
  write(flits, lookups);
  if (++inSpan_ < stride_) return;
  inSpan_ = 0;
  std::copy(flits.begin(), flits.end(), flits_.begin());
  std::copy(lookups.begin(), lookups.end(), lookups_.begin());
}

}  // namespace hopscope
