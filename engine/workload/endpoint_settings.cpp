// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/endpoint_settings.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/core/text.h"
#include "engine/workload/text_lines.h"

namespace hopscope {
namespace {

/// Beyond, nobody means it.
constexpr double kLongestOverhead = 1e12;

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::string_view takeUntil(std::string_view& text, char end) {
  const std::size_t at = std::min(text.find(end), text.size());
  const std::string_view taken = text.substr(0, at);
  text.remove_prefix(std::min(at + 1, text.size()));
  return trimmed(taken);
}

}  // namespace

Cycle OverheadTable::of(std::uint64_t bytes) const {
  const Row* row = nullptr;
  for (const Row& each : rows_)
    if (each.from <= bytes) row = &each;
  if (row == nullptr) return 0;
  return static_cast<Cycle>(std::ceil(row->fixed + row->perByte * static_cast<double>(bytes)));
}

std::variant<OverheadTable, Issue> parseOverheads(std::string_view text, const std::string& path) {
  std::vector<OverheadTable::Row> rows;
  for (std::string_view rest = text; !trimmed(rest).empty();) {
    std::string_view row = takeUntil(rest, ';');
    const std::string_view whole = row;
    const auto from = numberIn<std::uint64_t>(takeUntil(row, ':'));
    const auto fixed = numberIn<double>(takeUntil(row, ':'));
    const auto perByte = row.empty() ? std::optional<double>(0) : numberIn<double>(trimmed(row));
    const auto fits = [](const std::optional<double>& time) {
      return time && *time >= 0 && *time <= kLongestOverhead;
    };
    if (!from || !fits(fixed) || !fits(perByte))
      return Issue{Severity::error, path,
                   sentence("\"{}\" is no row of overheads.", clipped(whole)),
                   sentence("Write size:fixed:per-byte in bytes and cycles, such as "
                            "\"0:120:0; 1024:300:0.1\".")};
    if (!rows.empty() && rows.back().from >= *from)
      return Issue{
          Severity::error, path,
          sentence("Sizes of overheads go up, but {} comes after {}.", *from, rows.back().from),
          sentence("Put the rows in the order of their sizes.")};
    rows.push_back({*from, *fixed, *perByte});
  }
  return OverheadTable(std::move(rows));
}

std::uint64_t Packets::payload() const {
  const double room = std::floor(flits * flitBytes) - header;
  return room < 1 ? 1 : static_cast<std::uint64_t>(room);
}

std::uint32_t Packets::count(std::uint64_t bytes) const {
  return bytes == 0 ? 1 : static_cast<std::uint32_t>((bytes - 1) / payload() + 1);
}

std::uint32_t Packets::lastFlits(std::uint64_t bytes) const {
  const std::uint64_t left = bytes - std::uint64_t{count(bytes) - 1} * payload();
  const double needed = std::ceil(static_cast<double>(left + header) / flitBytes);
  return static_cast<std::uint32_t>(std::clamp(needed, 1.0, static_cast<double>(flits)));
}

}  // namespace hopscope
