// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "engine/simulation/recording.h"
#include "engine/simulation/results.h"

namespace hopscope {

/// The parts of Results that stand as blobs: a 64-bit count, then that many records of 64-bit
/// little-endian fields in the order of the struct; reals as their IEEE 754 bits, so every value
/// comes back exactly.
std::string encode(const std::vector<double>& values);
std::string encode(const std::vector<HistogramBar>& bars);
std::string encode(const std::vector<RouterResult>& routers);
std::string encode(const std::vector<WindowSample>& windows);
std::string encode(const std::vector<std::uint64_t>& counts);
std::string encode(const std::vector<WaitingVc>& cycle);
std::string encode(const CacheTotals& totals);
/// Events: a count, then of each its two times, the length of its text in bytes and the text.
std::string encode(const std::vector<RunEvent>& events);
/// Applications: a count, then of each its name, its end, the numbers that
/// applicationStatistics() has in records, its ranks, and the texts of who waits for whom; counts
/// before lists and lengths before texts.
std::string encode(const std::vector<ApplicationResult>& applications);
/// Of collectives: a count, then of each its two names and the numbers that collectiveStatistics()
/// has.
std::string encode(const std::vector<CollectiveResult>& collectives);
/// Of time slots: a count, then of each its name and the numbers that slotStatistics() has.
std::string encode(const std::vector<SlotResult>& timeSlots);
/// A Recording: channels, routers, spans by their ends, then its bytes as they are.
std::string encode(const Recording& recording);

/// A blob that is not what `encode` writes.
class BlobError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The inverse. Throws BlobError.
void decode(std::string_view blob, std::vector<double>& values);
void decode(std::string_view blob, std::vector<HistogramBar>& bars);
void decode(std::string_view blob, std::vector<RouterResult>& routers);
void decode(std::string_view blob, std::vector<WindowSample>& windows);
void decode(std::string_view blob, std::vector<std::uint64_t>& counts);
void decode(std::string_view blob, std::vector<WaitingVc>& cycle);
void decode(std::string_view blob, CacheTotals& totals);
void decode(std::string_view blob, std::vector<RunEvent>& events);
void decode(std::string_view blob, std::vector<ApplicationResult>& applications);
void decode(std::string_view blob, std::vector<CollectiveResult>& collectives);
void decode(std::string_view blob, std::vector<SlotResult>& timeSlots);
void decode(std::string_view blob, Recording& recording);

}  // namespace hopscope
