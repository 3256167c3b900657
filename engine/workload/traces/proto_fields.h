// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace hopscope::trace {

/// The fields of a message of Protocol Buffers, one after the other, in place: the wire format is
/// numbers of seven bits a byte, and stretches of bytes with their lengths (Protocol Buffers
/// documentation, Encoding). Nothing is kept, so whatever the bytes are, memory is bounded.
class ProtoFields {
 public:
  explicit ProtoFields(std::string_view bytes) : left_(bytes) {}

  /// Goes to the next field; false at the end, and where the bytes are none.
  bool next() {
    if (left_.empty() || broken_) return false;
    const auto key = number();
    if (!key || *key >> 3 == 0 || *key >> 32 != 0) return fail();
    field_ = static_cast<std::uint32_t>(*key >> 3);
    bytes_ = {};
    value_ = 0;
    switch (*key & 7) {
      case 0:
        return take(number());
      case 1:
        return take(fixed(8));
      case 2: {
        const auto length = number();
        if (!length || *length > left_.size()) return fail();
        bytes_ = left_.substr(0, static_cast<std::size_t>(*length));
        left_.remove_prefix(bytes_.size());
        isBytes_ = true;
        return true;
      }
      case 5:
        return take(fixed(4));
      default:
        return fail();  // groups, which are no more
    }
  }
  bool broken() const { return broken_; }

  std::uint32_t field() const { return field_; }
  bool isBytes() const { return isBytes_; }
  std::string_view bytes() const { return bytes_; }    ///< of a field with a length
  std::uint64_t value() const { return value_; }       ///< of any other, as its bits are
  std::size_t behind() const { return left_.size(); }  ///< bytes that are left

  void skip(std::size_t bytes) { left_.remove_prefix(bytes); }  ///< no more than are left
  /// A number at the front of what is left; nothing where there is none.
  std::optional<std::uint64_t> number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && !left_.empty(); shift += 7) {
      const auto byte = static_cast<std::uint8_t>(left_.front());
      left_.remove_prefix(1);
      value |= std::uint64_t{byte & 0x7fU} << shift;
      if (byte < 0x80) return value;
    }
    return std::nullopt;
  }

 private:
  std::optional<std::uint64_t> fixed(std::size_t length) {
    if (left_.size() < length) return std::nullopt;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < length; ++i)
      value |= std::uint64_t{static_cast<std::uint8_t>(left_[i])} << (8 * i);
    left_.remove_prefix(length);
    return value;
  }
  bool take(std::optional<std::uint64_t> value) {
    if (!value) return fail();
    value_ = *value;
    isBytes_ = false;
    return true;
  }
  bool fail() {
    broken_ = true;
    return false;
  }

  std::string_view left_, bytes_;
  std::uint64_t value_ = 0;
  std::uint32_t field_ = 0;
  bool isBytes_ = false, broken_ = false;
};

}  // namespace hopscope::trace
