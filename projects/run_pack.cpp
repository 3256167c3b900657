// SPDX-License-Identifier: GPL-3.0-or-later
// A pack: the length of what follows, 32 bits; then, compressed, how many series and how many
// values there are, 64 bits each, the names of all, each with a NUL behind it, the lengths of the
// series, 64 bits each, the series, and the values. Numbers are little-endian, as in
// projects/blob.h.
#include "projects/run_pack.h"

#include <zlib.h>

#include <bit>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "projects/blob.h"

namespace hopscope {

namespace {

constexpr std::size_t kLengthBytes = 4;
constexpr int kLevel = 6;

// What packs are compressed with beforehand, so that names cost next to nothing. A part of format
// 9, and so never changed: what has another name by now is packed all the same.
constexpr char kWords[] =
    "cache\0cache_prefetches\0cache_refills\0cache_shared_hits\0channel_utilization\0deadlock\0"
    "events\0histogram\0packets_largest_displacement\0packets_reordered\0recording\0"
    "router_delivered\0router_energy_buffers\0router_energy_fixed\0router_energy_links\0"
    "router_energy_lookup\0routers\0window_energy_per_packet\0window_latency_p50\0"
    "window_latency_p95\0window_nonminimal\0window_paths_g\0window_paths_gl\0window_paths_lg\0"
    "window_paths_lgl\0window_paths_minimal\0window_paths_other\0window_power_buffers\0"
    "window_power_fixed\0window_power_links\0window_power_lookup\0window_reordered_fraction\0"
    "window_split_channel\0window_split_lookup\0window_split_serialization\0window_split_source\0"
    "window_split_switch_allocation\0window_split_traversal\0window_split_vc_allocation\0"
    "window_under_way\0windows\0"
    "accepted_load_ci95\0bandwidth_utilization\0best_effort.accepted_load\0"
    "best_effort.latency\0circuits.hit_rate\0circuits.latency\0energy.buffers\0energy.fixed\0"
    "energy.links\0energy.lookup\0energy.per_packet\0generated_load\0latency.split.channel\0"
    "latency.split.lookup\0latency.split.serialization\0latency.split.source\0"
    "latency.split.switch_allocation\0latency.split.traversal\0latency.split.vc_allocation\0"
    "makespan\0measured_cycles\0nonminimal_fraction\0paths.g\0paths.gl\0paths.lg\0paths.lgl\0"
    "paths.minimal\0paths.other\0pauses.share\0queue_growth\0warmup_used\0";
constexpr std::size_t kWordsBytes = sizeof kWords - 1;

const Bytef* bytesOf(const char* text) {
  return reinterpret_cast<const Bytef*>(text);
}

[[noreturn]] void refusePack() {
  throw BlobError("its numbers cannot be unpacked");
}

class PackWriter {
 public:
  void number(std::uint64_t bits) {
    for (int byte = 0; byte < 8; ++byte) text_ += static_cast<char>((bits >> (8 * byte)) & 0xff);
  }
  void name(const std::string& name) {
    text_ += name;
    text_ += '\0';
  }
  void bytes(const std::string& bytes) { text_ += bytes; }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

/// Takes what a PackWriter has put, never more than is there.
class PackReader {
 public:
  explicit PackReader(std::string_view text) : rest_(text) {}

  std::uint64_t number() {
    const std::string_view eight = bytes(8);
    std::uint64_t bits = 0;
    for (std::size_t byte = 0; byte < 8; ++byte)
      bits |= std::uint64_t{static_cast<unsigned char>(eight[byte])} << (8 * byte);
    return bits;
  }
  /// How many there are of what takes a byte at least.
  std::size_t count() {
    const std::uint64_t count = number();
    need(count <= rest_.size());
    return static_cast<std::size_t>(count);
  }
  std::string name() {
    const std::size_t end = rest_.find('\0');
    need(end != std::string_view::npos);
    std::string name(rest_.substr(0, end));
    rest_.remove_prefix(end + 1);
    return name;
  }
  std::string_view bytes(std::uint64_t length) {
    need(length <= rest_.size());
    const std::string_view taken = rest_.substr(0, static_cast<std::size_t>(length));
    rest_.remove_prefix(taken.size());
    return taken;
  }
  void end() const { need(rest_.empty()); }

 private:
  static void need(bool holds) {
    if (!holds) refusePack();
  }
  std::string_view rest_;
};

std::string compressed(const std::string& text) {
  z_stream stream{};
  if (deflateInit(&stream, kLevel) != Z_OK) throw std::bad_alloc();
  const std::unique_ptr<z_stream, int (*)(z_stream*)> ending(&stream, deflateEnd);
  deflateSetDictionary(&stream, bytesOf(kWords), kWordsBytes);
  std::string packed(kLengthBytes + deflateBound(&stream, text.size()), '\0');
  for (std::size_t byte = 0; byte < kLengthBytes; ++byte)
    packed[byte] = static_cast<char>((text.size() >> (8 * byte)) & 0xff);
  stream.next_in = const_cast<Bytef*>(bytesOf(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data()) + kLengthBytes;
  stream.avail_out = static_cast<uInt>(packed.size() - kLengthBytes);
  deflate(&stream, Z_FINISH);  // there is room for all of it
  packed.resize(packed.size() - stream.avail_out);
  return packed;
}

std::string uncompressed(std::string_view packed) {
  if (packed.size() < kLengthBytes) refusePack();
  std::size_t length = 0;
  for (std::size_t byte = 0; byte < kLengthBytes; ++byte)
    length |= std::size_t{static_cast<unsigned char>(packed[byte])} << (8 * byte);
  packed.remove_prefix(kLengthBytes);
  // Larger ones are not packed; and nothing is compressed so well that it takes more than this.
  if (length > kMostPackedBytes || packed.size() > 2 * kMostPackedBytes) refusePack();
  std::string text(length, '\0');
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) throw std::bad_alloc();
  const std::unique_ptr<z_stream, int (*)(z_stream*)> ending(&stream, inflateEnd);
  stream.next_in = const_cast<Bytef*>(bytesOf(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  stream.avail_out = static_cast<uInt>(length);
  int state = inflate(&stream, Z_FINISH);
  if (state == Z_NEED_DICT && inflateSetDictionary(&stream, bytesOf(kWords), kWordsBytes) == Z_OK)
    state = inflate(&stream, Z_FINISH);
  if (state != Z_STREAM_END || stream.avail_out != 0 || stream.avail_in != 0) refusePack();
  return text;
}

}  // namespace

std::optional<std::string> pack(const RunNumbers& numbers) {
  std::size_t bytes = 0;
  for (const auto& [name, blob] : numbers.series) bytes += name.size() + blob.size() + 9;
  for (const auto& [name, value] : numbers.values) bytes += name.size() + 9;
  if (bytes + 16 > kMostPackedBytes) return {};
  PackWriter text;
  text.number(numbers.series.size());
  text.number(numbers.values.size());
  for (const auto& [name, blob] : numbers.series) text.name(name);
  for (const auto& [name, value] : numbers.values) text.name(name);
  for (const auto& [name, blob] : numbers.series) text.number(blob.size());
  for (const auto& [name, blob] : numbers.series) text.bytes(blob);
  // In rows there is no -0: both are to have the same content.
  for (const auto& [name, value] : numbers.values)
    text.number(std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value));
  return compressed(text.text());
}

RunNumbers unpack(std::string_view packed) {
  const std::string text = uncompressed(packed);
  PackReader reader(text);
  std::vector<std::string> series(reader.count());
  std::vector<std::string> values(reader.count());
  for (std::string& name : series) name = reader.name();
  for (std::string& name : values) name = reader.name();
  std::vector<std::uint64_t> lengths;
  lengths.reserve(series.size());
  for (std::size_t i = 0; i < series.size(); ++i) lengths.push_back(reader.number());
  RunNumbers numbers;
  for (std::size_t i = 0; i < series.size(); ++i)
    numbers.series.insert_or_assign(std::move(series[i]), std::string(reader.bytes(lengths[i])));
  for (std::string& name : values)
    numbers.values.insert_or_assign(std::move(name), std::bit_cast<double>(reader.number()));
  reader.end();
  return numbers;
}

}  // namespace hopscope
