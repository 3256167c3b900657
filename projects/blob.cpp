// SPDX-License-Identifier: GPL-3.0-or-later
#include "projects/blob.h"

#include <bit>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>

namespace hopscope {

namespace {

// The fields of each record, once for both directions.
template <typename T>
auto fields(T& record) {
  using Record = std::remove_const_t<T>;
  if constexpr (std::is_arithmetic_v<Record>)
    return std::tie(record);
  else if constexpr (std::is_same_v<Record, HistogramBar>)
    return std::tie(record.lower, record.upper, record.count);
  else if constexpr (std::is_same_v<Record, RouterResult>)
    return std::tie(record.acceptedLoad, record.cacheLookups, record.cacheHits);
  else if constexpr (std::is_same_v<Record, WindowSample>)
    return std::tie(record.end, record.length, record.latencyMean, record.latencyP99,
                    record.acceptedLoad, record.generatedLoad, record.hitRate,
                    record.hottestChannel);
  else
    return std::tie(record.lookups, record.hits, record.mshrMerges, record.compulsory,
                    record.capacity, record.conflict, record.camLookups, record.camQueueMean);
}

void put(std::string& blob, std::uint64_t bits) {
  for (int byte = 0; byte < 8; ++byte) blob += static_cast<char>((bits >> (8 * byte)) & 0xff);
}

std::uint64_t take(std::string_view& rest) {
  std::uint64_t bits = 0;
  for (std::size_t byte = 0; byte < 8; ++byte)
    bits |= std::uint64_t{static_cast<unsigned char>(rest[byte])} << (8 * byte);
  rest.remove_prefix(8);
  return bits;
}

template <typename T>
void putRecord(std::string& blob, const T& record) {
  std::apply(
      [&blob](const auto&... field) { (put(blob, std::bit_cast<std::uint64_t>(field)), ...); },
      fields(record));
}

template <typename T>
void takeRecord(std::string_view& rest, T& record) {
  const auto read = [&rest](auto& field) {
    field = std::bit_cast<std::remove_reference_t<decltype(field)>>(take(rest));
  };
  std::apply([&read](auto&... field) { (read(field), ...); }, fields(record));
}

template <typename T>
std::string encodeAll(const std::vector<T>& records) {
  std::string blob;
  put(blob, records.size());
  for (const T& record : records) putRecord(blob, record);
  return blob;
}

template <typename T>
void decodeAll(std::string_view blob, std::vector<T>& records) {
  constexpr std::size_t size = 8 * std::tuple_size_v<decltype(fields(std::declval<T&>()))>;
  if (blob.size() < 8 || (blob.size() - 8) % size != 0)
    throw BlobError("a series has the wrong length");
  const std::size_t present = (blob.size() - 8) / size;
  if (take(blob) != present) throw BlobError("a series has the wrong number of values");
  records.assign(present, {});
  for (T& record : records) takeRecord(blob, record);
}

}  // namespace

std::string encode(const std::vector<double>& values) {
  return encodeAll(values);
}
std::string encode(const std::vector<HistogramBar>& bars) {
  return encodeAll(bars);
}
std::string encode(const std::vector<RouterResult>& routers) {
  return encodeAll(routers);
}
std::string encode(const std::vector<WindowSample>& windows) {
  return encodeAll(windows);
}
std::string encode(const CacheTotals& totals) {
  return encodeAll(std::vector{totals});
}
std::string encode(const std::vector<std::uint64_t>& counts) {
  return encodeAll(counts);
}

std::string encode(const std::vector<WaitingVc>& circle) {
  std::string blob;
  put(blob, circle.size());
  for (const WaitingVc& waiting : circle) {
    put(blob, waiting.channel);
    put(blob, waiting.vc);
  }
  return blob;
}

std::string encode(const std::vector<RunEvent>& events) {
  std::string blob;
  put(blob, events.size());
  for (const RunEvent& event : events) {
    put(blob, static_cast<std::uint64_t>(event.at));
    put(blob, static_cast<std::uint64_t>(event.inForce));
    put(blob, event.what.size());
    blob += event.what;
  }
  return blob;
}

void decode(std::string_view blob, std::vector<double>& values) {
  decodeAll(blob, values);
}
void decode(std::string_view blob, std::vector<HistogramBar>& bars) {
  decodeAll(blob, bars);
}
void decode(std::string_view blob, std::vector<RouterResult>& routers) {
  decodeAll(blob, routers);
}
void decode(std::string_view blob, std::vector<WindowSample>& windows) {
  decodeAll(blob, windows);
}

void decode(std::string_view blob, std::vector<std::uint64_t>& counts) {
  decodeAll(blob, counts);
}

void decode(std::string_view blob, std::vector<WaitingVc>& circle) {
  const std::size_t present = blob.size() / 16;
  if (blob.size() % 16 != 8 || take(blob) != present)
    throw BlobError("a circle of buffers has the wrong length");
  circle.clear();
  while (!blob.empty()) {
    const std::uint64_t channel = take(blob), vc = take(blob);
    if (channel >= kNone || vc > std::numeric_limits<VcIndex>::max())
      throw BlobError("a circle of buffers names one that cannot be");
    circle.push_back({static_cast<ChannelId>(channel), static_cast<VcIndex>(vc)});
  }
}

void decode(std::string_view blob, std::vector<RunEvent>& events) {
  const auto need = [](bool holds) {
    if (!holds) throw BlobError("a list of events has the wrong length");
  };
  need(blob.size() >= 8);
  const std::uint64_t count = take(blob);
  events.clear();
  for (std::uint64_t i = 0; i < count; ++i) {
    need(blob.size() >= 24);
    RunEvent event;
    event.at = static_cast<Cycle>(take(blob));
    event.inForce = static_cast<Cycle>(take(blob));
    const std::uint64_t length = take(blob);
    need(length <= blob.size());
    event.what = blob.substr(0, length);
    blob.remove_prefix(length);
    events.push_back(std::move(event));
  }
  need(blob.empty());
}

void decode(std::string_view blob, CacheTotals& totals) {
  std::vector<CacheTotals> records;
  decodeAll(blob, records);
  if (records.size() != 1) throw BlobError("a run has no cache totals");
  totals = records.front();
}

std::string encode(const Recording& recording) {
  std::string blob;
  put(blob, recording.channels);
  put(blob, recording.routers);
  put(blob, recording.spans.size());
  for (const RecordedSpan& span : recording.spans) put(blob, static_cast<std::uint64_t>(span.end));
  blob.append(reinterpret_cast<const char*>(recording.bytes.data()), recording.bytes.size());
  return blob;
}

void decode(std::string_view blob, Recording& recording) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 31U;  // no product below can overflow
  constexpr std::uint64_t kLongest = std::uint64_t{1} << 62U;
  const auto need = [](bool holds) {
    if (!holds) throw BlobError("a recording has the wrong length");
  };
  need(blob.size() >= 24);
  const std::uint64_t channels = take(blob), routers = take(blob), spans = take(blob);
  need(channels < kMost && routers < kMost && spans <= blob.size() / 8);
  need(blob.size() == spans * 8 + spans * (channels + routers));
  recording.channels = static_cast<std::uint32_t>(channels);
  recording.routers = static_cast<std::uint32_t>(routers);
  recording.spans.clear();
  std::uint64_t begin = 0;
  for (std::uint64_t i = 0; i < spans; ++i) {
    const std::uint64_t end = take(blob);
    if (end <= begin || end > kLongest) throw BlobError("a recording is out of order");
    recording.spans.push_back({static_cast<Cycle>(begin), static_cast<Cycle>(end)});
    begin = end;
  }
  recording.bytes.assign(blob.begin(), blob.end());
}

}  // namespace hopscope
