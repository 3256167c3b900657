// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/packed_program.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <unordered_map>
#include <utility>

namespace hopscope {
namespace {

constexpr std::size_t kPackedBlock = 64;  ///< operations

/// Numbers of an operation that differ from what is expected of it.
enum Said : std::uint8_t {
  kSaysTag = 1,
  kSaysPeer = 2,
  kSaysRequest = 4,
  kSaysBytes = 8,
  kSaysWhole = 16,
  kSaysAmount = 32
};

/// Small ones of either sign are small.
std::uint64_t folded(std::int64_t number) {
  return static_cast<std::uint64_t>(number) << 1 ^ static_cast<std::uint64_t>(number >> 63);
}
std::int64_t unfolded(std::uint64_t number) {
  return static_cast<std::int64_t>(number >> 1) ^ -static_cast<std::int64_t>(number & 1);
}

void putPacked(std::vector<std::uint8_t>& into, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) into.push_back(static_cast<std::uint8_t>(number | 0x80));
  into.push_back(static_cast<std::uint8_t>(number));
}
std::uint64_t takePacked(const std::uint8_t*& from) {
  std::uint64_t number = 0;
  for (unsigned shift = 0;; shift += 7) {
    const std::uint8_t byte = *from++;
    number |= std::uint64_t{byte & 0x7fU} << shift;
    if (byte < 0x80) return number;
  }
}

std::int64_t wayBetween(std::uint32_t before, std::uint32_t now) {
  return static_cast<std::int32_t>(now - before);
}

/// Such as what a clock measures in whole picoseconds.
bool isWholeAmount(double amount) {
  constexpr double kMost = 9e15;
  return amount > 0 && amount <= kMost && amount == std::floor(amount);
}

std::uint8_t saidOf(const Operation& operation, std::uint32_t rank, const Operation& before) {
  unsigned said = 0;
  if (operation.tag != before.tag) said |= kSaysTag;
  if (operation.peer != rank) said |= kSaysPeer;
  if (operation.request != before.request) said |= kSaysRequest;
  if (operation.bytes != before.bytes) said |= kSaysBytes;
  if (isWholeAmount(operation.amount))
    said |= kSaysWhole;
  else if (std::bit_cast<std::uint64_t>(operation.amount) != 0)
    said |= kSaysAmount;
  return static_cast<std::uint8_t>(said);
}

}  // namespace

/// Their numbers, as they come up.
class PackedProgram::Shapes {
 public:
  explicit Shapes(std::vector<Shape>& all) : all_(all) {}

  std::uint32_t numberOf(const Shape& shape) {
    const auto [found, fresh] = numbers_.emplace(shape, static_cast<std::uint32_t>(all_.size()));
    if (fresh) all_.push_back(shape);
    return found->second;
  }

 private:
  struct Hash {
    std::size_t operator()(const Shape& shape) const {
      const std::uint64_t flags =
          (shape.ofCollective ? 1U : 0U) | (shape.unasked ? 2U : 0U) | (shape.confirmed ? 4U : 0U);
      std::uint64_t hash = static_cast<std::uint64_t>(shape.kind) | flags << 8 |
                           std::uint64_t{shape.has} << 16 | std::uint64_t{shape.group.first} << 32;
      for (const std::uint64_t more : {std::bit_cast<std::uint64_t>(shape.collective),
                                       std::uint64_t{shape.group.count} << 32 | shape.group.stride})
        hash = (hash ^ more) * 0x9e3779b97f4a7c15U;
      return static_cast<std::size_t>(hash ^ hash >> 32);
    }
  };

  std::vector<Shape>& all_;
  std::unordered_map<Shape, std::uint32_t, Hash> numbers_;
};

PackedProgram::PackedProgram(const std::vector<Operations>& ranks,
                             std::shared_ptr<const Collective> lives)
    : lives_(std::move(lives)) {
  Shapes shapes(shapes_);
  ranks_.reserve(ranks.size());
  for (std::uint32_t rank = 0; rank < ranks.size(); ++rank)
    ranks_.push_back(packed(ranks[rank], rank, shapes));
}

PackedProgram::PackedRank PackedProgram::packed(const Operations& all, std::uint32_t rank,
                                                Shapes& shapes) {
  PackedRank made;
  Operation before;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i % kPackedBlock == 0) {
      before = {};
      made.blocks.push_back(static_cast<std::uint32_t>(made.bytes.size()));
    }
    const Operation& each = all[i];
    const std::uint8_t said = saidOf(each, rank, before);
    putPacked(made.bytes, shapes.numberOf({each.kind, each.ofCollective, each.unasked,
                                           each.confirmed, said, each.collective, each.group}));
    if ((said & kSaysTag) != 0)
      putPacked(made.bytes, folded(std::int64_t{each.tag} - std::int64_t{before.tag}));
    if ((said & kSaysPeer) != 0) putPacked(made.bytes, folded(wayBetween(rank, each.peer)));
    if ((said & kSaysRequest) != 0)
      putPacked(made.bytes, folded(wayBetween(before.request, each.request)));
    if ((said & kSaysBytes) != 0) putPacked(made.bytes, each.bytes + 1);  // kAnySize is all ones
    if ((said & kSaysWhole) != 0) putPacked(made.bytes, static_cast<std::uint64_t>(each.amount));
    if ((said & kSaysAmount) != 0) {
      const auto bits = std::bit_cast<std::uint64_t>(each.amount);
      for (unsigned shift = 0; shift < 64; shift += 8)
        made.bytes.push_back(static_cast<std::uint8_t>(bits >> shift));
    }
    before = each;
  }
  made.bytes.shrink_to_fit();
  made.blocks.shrink_to_fit();
  return made;
}

bool PackedProgram::block(std::uint32_t rank, std::uint64_t block, Operations& out) const {
  const PackedRank& own = ranks_[rank];
  if (block >= own.blocks.size()) return false;
  const bool last = block + 1 == own.blocks.size();
  const std::uint8_t* at = own.bytes.data() + own.blocks[block];
  const std::uint8_t* const end =
      own.bytes.data() + (last ? own.bytes.size() : own.blocks[block + 1]);
  Operation each;
  while (at != end) {
    const Shape& shape = shapes_[takePacked(at)];
    each.kind = shape.kind;
    each.ofCollective = shape.ofCollective;
    each.unasked = shape.unasked;
    each.confirmed = shape.confirmed;
    each.collective = shape.collective;
    each.group = shape.group;
    if ((shape.has & kSaysTag) != 0)
      each.tag = static_cast<std::int32_t>(each.tag + unfolded(takePacked(at)));
    each.peer = rank;
    if ((shape.has & kSaysPeer) != 0)
      each.peer += static_cast<std::uint32_t>(unfolded(takePacked(at)));
    if ((shape.has & kSaysRequest) != 0)
      each.request += static_cast<std::uint32_t>(unfolded(takePacked(at)));
    if ((shape.has & kSaysBytes) != 0) each.bytes = takePacked(at) - 1;
    each.amount = 0;
    if ((shape.has & kSaysWhole) != 0) each.amount = static_cast<double>(takePacked(at));
    if ((shape.has & kSaysAmount) != 0) {
      std::uint64_t bits = 0;
      for (unsigned shift = 0; shift < 64; shift += 8) bits |= std::uint64_t{*at++} << shift;
      each.amount = std::bit_cast<double>(bits);
    }
    out.push_back(each);
  }
  return true;
}

std::size_t PackedProgram::bytes() const {
  std::size_t all = shapes_.capacity() * sizeof(Shape) + ranks_.capacity() * sizeof(PackedRank);
  for (const PackedRank& rank : ranks_)
    all += rank.bytes.capacity() + rank.blocks.capacity() * sizeof(std::uint32_t);
  return all;
}

}  // namespace hopscope
