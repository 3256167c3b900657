// SPDX-License-Identifier: GPL-3.0-or-later
// A tag a word says what it is; then the numbers above the lines of fractions, those below, and the
// words that are neither. Bytes of one rank stand together, which compresses better than numbers
// one after the other. A part of format 10, and so never changed.
#include "projects/word_packing.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "projects/blob.h"

namespace hopscope {

namespace {

// Tags. A ratio may be some units in the last place off: what was multiplied once more was rounded
// once more.
constexpr unsigned kWhole = 0;   ///< the word itself
constexpr unsigned kRatio = 16;  ///< +- kMostOff
constexpr unsigned kNoNumber = 32;
constexpr unsigned kRaw = 33;
constexpr unsigned kStep = 64;  ///< added to a kWhole or kRatio: above stands what it grew by
constexpr int kMostOff = 4;

constexpr std::uint64_t kNanBits = 0x7ff8000000000000U;
constexpr std::uint64_t kMostAbove = std::uint64_t{1} << 40U;
constexpr std::uint64_t kMostBelow = std::uint64_t{1} << 22U;
constexpr std::uint64_t kMostCommon = std::uint64_t{1} << 20U;
/// With more bits than these in both, a fraction is no shorter than the number.
constexpr std::uint64_t kMostProduct = std::uint64_t{1} << 44U;

constexpr unsigned kVarintBits = 7;
constexpr std::uint64_t kVarintMask = 0x7f;
constexpr unsigned kMore = 0x80;

[[noreturn]] void refuse() {
  throw BlobError("its numbers cannot be unpacked");
}

struct Number {
  unsigned tag = kRaw;
  std::uint64_t above = 0, below = 1;

  bool isRatio() const { return tag >= kRatio - kMostOff && tag <= kRatio + kMostOff; }
};

std::uint64_t quotient(std::uint64_t above, std::uint64_t below) {
  return std::bit_cast<std::uint64_t>(static_cast<double>(above) / static_cast<double>(below));
}

/// The first convergent of its continued fraction that is the number, or next to it.
std::optional<Number> ratioOf(std::uint64_t word) {
  const auto value = std::bit_cast<double>(word);
  constexpr double kLeast = 1.0 / static_cast<double>(kMostBelow);
  if (!(value >= kLeast) || value >= static_cast<double>(kMostAbove)) return {};
  std::uint64_t above = 1, below = 0, aboveBefore = 0, belowBefore = 1;
  for (double rest = value;;) {
    const double whole = std::floor(rest);
    if (whole * static_cast<double>(above) >= static_cast<double>(kMostAbove) ||
        whole * static_cast<double>(below) >= static_cast<double>(kMostBelow))
      return {};
    const auto factor = static_cast<std::uint64_t>(whole);
    aboveBefore = std::exchange(above, factor * above + aboveBefore);
    belowBefore = std::exchange(below, factor * below + belowBefore);
    if (below >= kMostBelow || static_cast<double>(above) * static_cast<double>(below) >=
                                   static_cast<double>(kMostProduct))
      return {};
    if (above > 0) {
      const auto off = static_cast<std::int64_t>(word - quotient(above, below));
      if (off >= -kMostOff && off <= kMostOff)
        return Number{static_cast<unsigned>(static_cast<int>(kRatio) + static_cast<int>(off)),
                      above, below};
    }
    if (rest == whole) return {};
    rest = 1 / (rest - whole);
  }
}

Number numberOf(std::uint64_t word) {
  if (word < kMostAbove) return {kWhole, word, 1};
  if (word == kNanBits) return {kNoNumber, 0, 1};
  return ratioOf(word).value_or(Number{});
}

/// All over one number, where that is small: of a column it is then always the same.
void makeCommon(std::vector<Number>& numbers) {
  std::uint64_t common = 1;
  for (const Number& each : numbers) {
    if (!each.isRatio()) continue;
    common = std::lcm(common, each.below);
    if (common > kMostCommon) return;
  }
  for (const Number& each : numbers)
    if (each.isRatio() && each.above * (common / each.below) >= kMostAbove) return;
  for (Number& each : numbers) {
    if (!each.isRatio()) continue;
    each.above *= common / each.below;
    each.below = common;
  }
}

bool hasAbove(unsigned tag) {
  return tag != kNoNumber && tag != kRaw;
}

void putRanks(std::string& text, std::vector<std::uint64_t> numbers) {
  while (!numbers.empty()) {
    for (const std::uint64_t number : numbers)
      text += static_cast<char>((number & kVarintMask) | (number > kVarintMask ? kMore : 0));
    std::erase_if(numbers, [](std::uint64_t number) { return number <= kVarintMask; });
    for (std::uint64_t& number : numbers) number >>= kVarintBits;
  }
}

std::string_view takeBytes(std::string_view& text, std::size_t count) {
  if (count > text.size()) refuse();
  const std::string_view taken = text.substr(0, count);
  text.remove_prefix(count);
  return taken;
}

std::vector<std::uint64_t> takeRanks(std::string_view& text, std::size_t count) {
  std::vector<std::uint64_t> numbers(count);
  std::vector<std::size_t> open(count);
  std::iota(open.begin(), open.end(), std::size_t{0});
  for (unsigned shift = 0; !open.empty(); shift += kVarintBits) {
    if (shift >= 64) refuse();
    const std::string_view bytes = takeBytes(text, open.size());
    std::size_t left = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      const auto byte = static_cast<unsigned char>(bytes[i]);
      numbers[open[i]] |= (byte & kVarintMask) << shift;
      if ((byte & kMore) != 0) open[left++] = open[i];
    }
    open.resize(left);
  }
  return numbers;
}

}  // namespace

void WordWriter::column(std::span<const std::uint64_t> words) {
  std::vector<Number> numbers;
  numbers.reserve(words.size());
  for (const std::uint64_t word : words) numbers.push_back(numberOf(word));
  makeCommon(numbers);
  std::uint64_t last = 0;
  std::size_t present = 0;
  bool growing = true;
  for (const Number& each : numbers) {
    if (!hasAbove(each.tag)) continue;
    growing = growing && each.above >= last;
    last = each.above;
    ++present;
  }
  constexpr std::size_t kFew = 2;  // what they grow by says no more than they do
  growing = growing && present > kFew;
  last = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const Number& each = numbers[i];
    const bool step = growing && hasAbove(each.tag);
    tags_ += static_cast<char>(each.tag + (step ? kStep : 0));
    if (each.tag == kRaw) raw_.push_back(words[i]);
    if (hasAbove(each.tag))
      above_.push_back(step ? each.above - std::exchange(last, each.above) : each.above);
    if (each.isRatio()) below_.push_back(each.below);
  }
}

std::string WordWriter::text() const {
  std::string text = tags_;
  putRanks(text, above_);
  putRanks(text, below_);
  for (unsigned shift = 0; shift < 64; shift += 8)
    for (const std::uint64_t word : raw_) text += static_cast<char>((word >> shift) & 0xff);
  return text;
}

WordReader::WordReader(std::string_view& text, std::size_t count) : tags_(takeBytes(text, count)) {
  std::size_t above = 0, below = 0, raw = 0;
  for (const char each : tags_) {
    const Number number{static_cast<unsigned char>(each) & ~kStep, 0, 1};
    if (!number.isRatio() && number.tag != kWhole && number.tag != kNoNumber && number.tag != kRaw)
      refuse();
    above += hasAbove(number.tag) ? 1 : 0;
    below += number.isRatio() ? 1 : 0;
    raw += number.tag == kRaw ? 1 : 0;
  }
  above_ = takeRanks(text, above);
  below_ = takeRanks(text, below);
  raw_.assign(raw, 0);
  for (unsigned shift = 0; shift < 64; shift += 8)
    for (std::size_t i = 0; const char byte : takeBytes(text, raw))
      raw_[i++] |= std::uint64_t{static_cast<unsigned char>(byte)} << shift;
}

void WordReader::column(std::span<std::uint64_t> words) {
  if (words.size() > tags_.size() - tag_) refuse();
  std::uint64_t last = 0;
  for (std::uint64_t& word : words) {
    const auto tag = static_cast<unsigned char>(tags_[tag_++]);
    Number number{tag & ~kStep, 0, 1};
    if (number.tag == kNoNumber) {
      word = kNanBits;
    } else if (number.tag == kRaw) {
      word = raw_[nextRaw_++];
    } else {
      number.above = above_[nextAbove_++];
      if ((tag & kStep) != 0) last = number.above += last;
      word = number.above;
      if (!number.isRatio()) continue;
      word = quotient(number.above, below_[nextBelow_++]) +
             (std::uint64_t{number.tag} - std::uint64_t{kRatio});
    }
  }
}

void putVarint(std::string& text, std::uint64_t number) {
  for (; number > kVarintMask; number >>= kVarintBits)
    text += static_cast<char>((number & kVarintMask) | kMore);
  text += static_cast<char>(number);
}

std::uint64_t takeVarint(std::string_view& text) {
  std::uint64_t number = 0;
  for (unsigned shift = 0; shift < 64; shift += kVarintBits) {
    const auto byte = static_cast<unsigned char>(takeBytes(text, 1).front());
    number |= (byte & kVarintMask) << shift;
    if ((byte & kMore) == 0) return number;
  }
  refuse();
}

}  // namespace hopscope
