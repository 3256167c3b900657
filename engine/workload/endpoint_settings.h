// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/core/ids.h"
#include "engine/core/issue.h"

namespace hopscope {

/// What a rank spends on a message of some size: the row of the largest size that is not above it.
/// SimGrid's factors for overheads (smpi/os, smpi/or) are such tables.
class OverheadTable {
 public:
  struct Row {
    std::uint64_t from = 0;  ///< bytes
    double fixed = 0;        ///< cycles
    double perByte = 0;      ///< cycles

    bool operator==(const Row&) const = default;
  };

  OverheadTable() = default;
  /// Rows in ascending order of size.
  explicit OverheadTable(std::vector<Row> rows) : rows_(std::move(rows)) {}

  /// In whole cycles, rounded up.
  Cycle of(std::uint64_t bytes) const;
  bool operator==(const OverheadTable&) const = default;

 private:
  std::vector<Row> rows_;
};

/// Reads "size:fixed:per-byte" rows with ";" in between, sizes in bytes and times in cycles:
/// "0:120:0; 1024:300:0.1". An empty text is a table of zeros.
std::variant<OverheadTable, Issue> parseOverheads(std::string_view text, const std::string& path);

/// How ranks and the interfaces of their terminals handle messages.
struct EndpointSettings {
  std::uint64_t eager = 65'536;  ///< larger messages are sent by rendezvous, bytes
  OverheadTable sendOverhead, receiveOverhead;
  std::uint32_t header = 0;        ///< of each packet, bytes
  double localBytesPerCycle = 25;  ///< between ranks of one terminal
  Cycle localLatency = 1;          ///< at least 1
  std::uint32_t queue = 1024;      ///< messages with an interface, until blocking sends wait

  bool operator==(const EndpointSettings&) const = default;
};

/// How messages become packets.
struct Packets {
  std::uint32_t flits = 1;  ///< of the longest
  double flitBytes = 25;
  std::uint32_t header = 0;         ///< of each, bytes
  std::uint32_t flitsPerCycle = 1;  ///< that a terminal hands over to its interface

  /// Cycles until a terminal has handed over so many flits.
  std::uint64_t cyclesFor(std::uint64_t all) const {
    return flitsPerCycle == 1 ? all : (all + flitsPerCycle - 1) / flitsPerCycle;
  }
  /// Bytes of a message in a packet of the full length; at least 1.
  std::uint64_t payload() const;
  std::uint32_t count(std::uint64_t bytes) const;
  /// Of the last one: as long as what is left.
  std::uint32_t lastFlits(std::uint64_t bytes) const;
  std::uint64_t allFlits(std::uint64_t bytes) const {
    return std::uint64_t{count(bytes) - 1} * flits + lastFlits(bytes);
  }
};

}  // namespace hopscope
