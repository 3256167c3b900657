// SPDX-License-Identifier: GPL-3.0-or-later
// A pack: the length of what is compressed, 24 bits; a byte that says how that is made up; and
// that.
// - Made up as kWords, since format 10: how many series and how many values there are, the names of
//   all, each with a NUL behind it, of each series how many records it has of how many words
//   (projects/word_packing.h), or 0 and its length in bytes, the series that are bytes, and the
//   words of the others and the values, field by field. Numbers are varints.
// - Made up as kBytes, in format 9: the same with numbers of 64 bits, a length of each series, and
//   series and values as they stand in projects/blob.h. Those are read, and no longer written.
#include "projects/run_pack.h"

#include <zlib.h>

#include <bit>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "projects/blob.h"
#include "projects/word_packing.h"

namespace hopscope {

namespace {

constexpr std::size_t kLengthBytes = 3;
constexpr unsigned char kBytes = 0, kWords = 2;
constexpr std::size_t kWordBytes = 8;
/// A word is at most so much longer where it is told by its tag and no more.
constexpr std::size_t kMostTextBytes = 2 * kMostPackedBytes;
constexpr int kLevel = 6;

// What packs are compressed with beforehand, so that names cost next to nothing. A part of format
// 9, and so never changed: what has another name by now is packed all the same.
constexpr char kDictionary[] =
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
constexpr std::size_t kDictionaryBytes = sizeof kDictionary - 1;

const Bytef* bytesOf(const char* text) {
  return reinterpret_cast<const Bytef*>(text);
}

[[noreturn]] void refusePack() {
  throw BlobError("its numbers cannot be unpacked");
}

/// Takes what stands in a pack of format 9, never more than is there.
class ByteReader {
 public:
  explicit ByteReader(std::string_view text) : rest_(text) {}

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

std::uint64_t wordAt(std::string_view bytes, std::size_t index) {
  std::uint64_t word = 0;
  for (std::size_t byte = 0; byte < kWordBytes; ++byte)
    word |= std::uint64_t{static_cast<unsigned char>(bytes[kWordBytes * index + byte])}
            << (8 * byte);
  return word;
}

void putWord(std::string& bytes, std::uint64_t word) {
  for (unsigned shift = 0; shift < 64; shift += 8)
    bytes += static_cast<char>((word >> shift) & 0xff);
}

/// A series as it is in most blobs: a number of records, of so many words each.
struct Shape {
  std::size_t records = 0, words = 0;
};

/// Nothing where it is made up otherwise.
std::optional<Shape> shapeOf(std::string_view blob) {
  if (blob.size() <= kWordBytes || blob.size() % kWordBytes != 0) return {};
  const std::uint64_t records = wordAt(blob, 0);
  const std::size_t words = blob.size() / kWordBytes - 1;
  if (records == 0 || records > words || words % records != 0) return {};
  return Shape{static_cast<std::size_t>(records), words / static_cast<std::size_t>(records)};
}

std::string compressed(const std::string& text) {
  z_stream stream{};
  if (deflateInit(&stream, kLevel) != Z_OK) throw std::bad_alloc();
  const std::unique_ptr<z_stream, int (*)(z_stream*)> ending(&stream, deflateEnd);
  deflateSetDictionary(&stream, bytesOf(kDictionary), kDictionaryBytes);
  std::string packed(kLengthBytes + 1 + deflateBound(&stream, text.size()), '\0');
  for (std::size_t byte = 0; byte < kLengthBytes; ++byte)
    packed[byte] = static_cast<char>((text.size() >> (8 * byte)) & 0xff);
  packed[kLengthBytes] = static_cast<char>(kWords);
  stream.next_in = const_cast<Bytef*>(bytesOf(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data()) + kLengthBytes + 1;
  stream.avail_out = static_cast<uInt>(packed.size() - kLengthBytes - 1);
  deflate(&stream, Z_FINISH);  // there is room for all of it
  packed.resize(packed.size() - stream.avail_out);
  return packed;
}

std::string uncompressed(std::string_view packed) {
  std::size_t length = 0;
  for (std::size_t byte = 0; byte < kLengthBytes; ++byte)
    length |= std::size_t{static_cast<unsigned char>(packed[byte])} << (8 * byte);
  packed.remove_prefix(kLengthBytes + 1);
  // Larger ones are not packed; and nothing is compressed so well that it takes more than this.
  if (length > kMostTextBytes || packed.size() > 2 * kMostTextBytes) refusePack();
  std::string text(length, '\0');
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) throw std::bad_alloc();
  const std::unique_ptr<z_stream, int (*)(z_stream*)> ending(&stream, inflateEnd);
  stream.next_in = const_cast<Bytef*>(bytesOf(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  stream.avail_out = static_cast<uInt>(length);
  int state = inflate(&stream, Z_FINISH);
  if (state == Z_NEED_DICT &&
      inflateSetDictionary(&stream, bytesOf(kDictionary), kDictionaryBytes) == Z_OK)
    state = inflate(&stream, Z_FINISH);
  if (state != Z_STREAM_END || stream.avail_out != 0 || stream.avail_in != 0) refusePack();
  return text;
}

RunNumbers readBytes(std::string_view text) {
  ByteReader reader(text);
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

/// Takes what pack() has put, never more than is there.
class PackedWords {
 public:
  explicit PackedWords(std::string_view text) : rest_(text) {}

  RunNumbers read() {
    std::vector<std::string> series(count()), values(count());
    for (std::string& name : series) name = takeName();
    for (std::string& name : values) name = takeName();
    std::vector<Shape> shapes;
    shapes.reserve(series.size());
    for (std::size_t i = 0; i < series.size(); ++i) {
      const Shape& shape = shapes.emplace_back(Shape{size(), size()});
      // Records of nothing would take time and room, and none of the bytes that there are.
      if (shape.records > 0 && shape.words == 0) refusePack();
      // Of a series of bytes, its length.
      grow(shape.records == 0 ? shape.words : kWordBytes * (1 + shape.records * shape.words));
      if (shape.records > 0) words_ += shape.records * shape.words;
    }
    grow(kWordBytes * values.size());
    RunNumbers numbers;
    for (std::size_t i = 0; i < series.size(); ++i)
      if (shapes[i].records == 0) numbers.series[series[i]] = takeBytes(shapes[i].words);
    WordReader words(rest_, words_ + values.size());
    if (!rest_.empty()) refusePack();
    for (std::size_t i = 0; i < series.size(); ++i)
      if (shapes[i].records > 0) numbers.series[series[i]] = records(words, shapes[i]);
    for (const std::string& name : values) {
      std::uint64_t word = 0;
      words.column({&word, 1});
      numbers.values[name] = std::bit_cast<double>(word);
    }
    return numbers;
  }

 private:
  static std::string records(WordReader& words, const Shape& shape) {
    std::vector<std::uint64_t> all(shape.records * shape.words), column(shape.records);
    for (std::size_t field = 0; field < shape.words; ++field) {
      words.column(column);
      for (std::size_t i = 0; i < column.size(); ++i) all[i * shape.words + field] = column[i];
    }
    std::string blob;
    blob.reserve(kWordBytes * (1 + all.size()));
    putWord(blob, shape.records);
    for (const std::uint64_t word : all) putWord(blob, word);
    return blob;
  }
  /// How many there are of what takes a byte at least.
  std::size_t count() {
    const std::uint64_t count = takeVarint(rest_);
    if (count > rest_.size()) refusePack();
    return static_cast<std::size_t>(count);
  }
  /// So that no product of two of them is too large.
  std::size_t size() {
    const std::uint64_t size = takeVarint(rest_);
    if (size > kMostPackedBytes) refusePack();
    return static_cast<std::size_t>(size);
  }
  void grow(std::size_t bytes) {
    if (bytes > kMostPackedBytes - bytes_) refusePack();
    bytes_ += bytes;
  }
  std::string takeName() {
    const std::size_t end = rest_.find('\0');
    if (end == std::string_view::npos) refusePack();
    std::string name(rest_.substr(0, end));
    rest_.remove_prefix(end + 1);
    return name;
  }
  std::string takeBytes(std::size_t length) {
    if (length > rest_.size()) refusePack();
    std::string bytes(rest_.substr(0, length));
    rest_.remove_prefix(length);
    return bytes;
  }

  std::string_view rest_;
  std::size_t bytes_ = 0;  ///< of all that is to come
  std::size_t words_ = 0;
};

void putColumns(WordWriter& words, std::string_view blob, const Shape& shape) {
  std::vector<std::uint64_t> column(shape.records);
  for (std::size_t field = 0; field < shape.words; ++field) {
    for (std::size_t i = 0; i < column.size(); ++i)
      column[i] = wordAt(blob, 1 + i * shape.words + field);
    words.column(column);
  }
}

}  // namespace

std::optional<std::string> pack(const RunNumbers& numbers) {
  std::size_t bytes = 0;
  for (const auto& [name, blob] : numbers.series) bytes += name.size() + blob.size() + 9;
  for (const auto& [name, value] : numbers.values) bytes += name.size() + 9;
  if (bytes + 16 > kMostPackedBytes) return {};
  std::string text, plain;
  WordWriter words;
  putVarint(text, numbers.series.size());
  putVarint(text, numbers.values.size());
  for (const auto& [name, blob] : numbers.series) text.append(name).push_back('\0');
  for (const auto& [name, value] : numbers.values) text.append(name).push_back('\0');
  for (const auto& [name, blob] : numbers.series) {
    const auto shape = shapeOf(blob);
    putVarint(text, shape ? shape->records : 0);
    putVarint(text, shape ? shape->words : blob.size());
    if (shape)
      putColumns(words, blob, *shape);
    else
      plain += blob;
  }
  for (const auto& [name, value] : numbers.values) {
    // In rows there is no -0: both are to have the same content.
    const auto word = std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value);
    words.column({&word, 1});
  }
  return compressed(text + plain + words.text());
}

RunNumbers unpack(std::string_view packed) {
  if (packed.size() <= kLengthBytes) refusePack();
  const auto madeUp = static_cast<unsigned char>(packed[kLengthBytes]);
  if (madeUp != kBytes && madeUp != kWords) refusePack();
  const std::string text = uncompressed(packed);
  return madeUp == kBytes ? readBytes(text) : PackedWords(text).read();
}

}  // namespace hopscope
