// SPDX-License-Identifier: GPL-3.0-or-later
#include "projects/blob.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <type_traits>
#include <utility>

#include "engine/simulation/run_statistics.h"
#include "engine/simulation/window_statistics.h"

namespace hopscope {

namespace {

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

/// The record of a run's caches is made of what the run says.
Results asRun(const CacheTotals& cache) {
  Results run;
  run.cache = cache;
  return run;
}

/// Calls visit(field) for the fields of each record, once for both directions; `T` may be const.
template <typename T, typename Visit>
void visitFields(T& record, const Visit& visit) {
  using Record = std::remove_const_t<T>;
  const auto visitRecorded = [&visit](const auto& statistics, auto& of) {
    for (const auto& each : statistics) {
      if (each.keeping != Keeping::record) continue;
      if constexpr (std::is_const_v<std::remove_reference_t<decltype(of)>>)
        seeValue(each, of, visit);
      else
        fillValue(each, of, visit);
    }
  };
  if constexpr (std::is_arithmetic_v<Record>) {
    visit(record);
  } else if constexpr (std::is_same_v<Record, HistogramBar>) {
    visit(record.lower);
    visit(record.upper);
    visit(record.count);
  } else if constexpr (std::is_same_v<Record, WindowSample>) {
    visit(record.end);
    visit(record.length);
    visitRecorded(windowStatistics(), record);
  } else if constexpr (std::is_same_v<Record, RouterResult>) {
    visitRecorded(routerStatistics(), record);
  } else if constexpr (std::is_same_v<Record, ApplicationResult>) {
    visitRecorded(applicationStatistics(), record);
  } else if constexpr (std::is_same_v<Record, CollectiveResult>) {
    visitRecorded(collectiveStatistics(), record);
  } else if constexpr (std::is_same_v<Record, SlotResult>) {
    visitRecorded(slotStatistics(), record);
  } else if constexpr (std::is_same_v<Record, RankTimes>) {
    visit(record.computation);
    visit(record.communication);
    visit(record.waiting);
    visit(record.finished);
  } else {  // of a run
    std::conditional_t<std::is_const_v<T>, const Results, Results> run = asRun(record);
    visitRecorded(runStatistics(), run);
    if constexpr (!std::is_const_v<T>) record = run.cache;
  }
}

template <typename T>
void putRecord(std::string& blob, const T& record) {
  visitFields(record, [&blob](const auto& field) {
    if constexpr (std::is_arithmetic_v<std::decay_t<decltype(field)>>)
      put(blob, std::bit_cast<std::uint64_t>(field));
  });
}

template <typename T>
void takeRecord(std::string_view& rest, T& record) {
  visitFields(record, [&rest](auto& field) {
    if constexpr (std::is_arithmetic_v<std::decay_t<decltype(field)>>)
      field = std::bit_cast<std::decay_t<decltype(field)>>(take(rest));
  });
}

/// In bytes.
template <typename T>
std::size_t recordSize() {
  static const std::size_t size = [] {
    std::string blob;
    putRecord(blob, T{});
    return blob.size();
  }();
  return size;
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
  const std::size_t size = recordSize<T>();
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

std::string encode(const std::vector<WaitingVc>& cycle) {
  std::string blob;
  put(blob, cycle.size());
  for (const WaitingVc& waiting : cycle) {
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

namespace {

void putText(std::string& blob, const std::string& text) {
  put(blob, text.size());
  blob += text;
}

}  // namespace

std::string encode(const std::vector<ApplicationResult>& applications) {
  std::string blob;
  put(blob, applications.size());
  for (const ApplicationResult& each : applications) {
    putText(blob, each.name);
    put(blob, static_cast<std::uint64_t>(each.end));
    putRecord(blob, each);
    put(blob, each.perRank.size());
    for (const RankTimes& rank : each.perRank) putRecord(blob, rank);
    put(blob, each.stalled.size());
    for (const std::string& text : each.stalled) putText(blob, text);
  }
  // Earlier versions had none, and few runs do.
  if (std::any_of(applications.begin(), applications.end(),
                  [](const ApplicationResult& each) { return each.eagerEnough > 0; }))
    for (const ApplicationResult& each : applications) put(blob, each.eagerEnough);
  return blob;
}

std::string encode(const std::vector<CollectiveResult>& collectives) {
  std::string blob;
  put(blob, collectives.size());
  for (const CollectiveResult& each : collectives) {
    putText(blob, each.application);
    putText(blob, each.operation);
    putRecord(blob, each);
  }
  return blob;
}

std::string encode(const std::vector<SlotResult>& slots) {
  std::string blob;
  put(blob, slots.size());
  for (const SlotResult& each : slots) {
    putText(blob, each.name);
    putRecord(blob, each);
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

void decode(std::string_view blob, std::vector<WaitingVc>& cycle) {
  const std::size_t present = blob.size() / 16;
  if (blob.size() % 16 != 8 || take(blob) != present)
    throw BlobError("a cycle of buffers has the wrong length");
  cycle.clear();
  while (!blob.empty()) {
    const std::uint64_t channel = take(blob), vc = take(blob);
    if (channel >= kNone || vc > std::numeric_limits<VcIndex>::max())
      throw BlobError("a cycle of buffers names one that cannot be");
    cycle.push_back({static_cast<ChannelId>(channel), static_cast<VcIndex>(vc)});
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

namespace {

/// Takes what encode() puts for applications, collectives or slots, never more than is there.
class ListReader {
 public:
  explicit ListReader(std::string_view blob) : rest_(blob) {}

  std::vector<CollectiveResult> readCollectives() {
    std::vector<CollectiveResult> collectives;
    for (std::uint64_t left = number(); left > 0; --left) {
      CollectiveResult& each = collectives.emplace_back();
      each.application = text();
      each.operation = text();
      record(each);
    }
    need(rest_.empty());
    return collectives;
  }

  std::vector<SlotResult> readSlots() {
    std::vector<SlotResult> slots;
    for (std::uint64_t left = number(); left > 0; --left) {
      SlotResult& each = slots.emplace_back();
      each.name = text();
      record(each);
    }
    need(rest_.empty());
    return slots;
  }

  std::vector<ApplicationResult> read() {
    std::vector<ApplicationResult> applications;
    for (std::uint64_t left = number(); left > 0; --left) {
      ApplicationResult& each = applications.emplace_back();
      each.name = text();
      const std::uint64_t end = number();
      need(end <= static_cast<std::uint64_t>(ApplicationEnd::stalled));
      each.end = static_cast<ApplicationEnd>(end);
      record(each);
      for (std::uint64_t ranks = number(); ranks > 0; --ranks) record(each.perRank.emplace_back());
      for (std::uint64_t texts = number(); texts > 0; --texts) each.stalled.push_back(text());
    }
    if (!rest_.empty())
      for (ApplicationResult& each : applications) each.eagerEnough = number();
    need(rest_.empty());
    return applications;
  }

 private:
  static void need(bool holds) {
    if (!holds)
      throw BlobError("a list of applications, collectives or slots has the wrong length");
  }
  std::uint64_t number() {
    need(rest_.size() >= 8);
    return take(rest_);
  }
  std::string text() {
    const std::uint64_t length = number();
    need(length <= rest_.size());
    const std::string text(rest_.substr(0, length));
    rest_.remove_prefix(length);
    return text;
  }
  template <typename T>
  void record(T& into) {
    need(rest_.size() >= recordSize<T>());
    takeRecord(rest_, into);
  }

  std::string_view rest_;
};

}  // namespace

void decode(std::string_view blob, std::vector<ApplicationResult>& applications) {
  applications = ListReader(blob).read();
}

void decode(std::string_view blob, std::vector<CollectiveResult>& collectives) {
  collectives = ListReader(blob).readCollectives();
}

void decode(std::string_view blob, std::vector<SlotResult>& slots) {
  slots = ListReader(blob).readSlots();
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
