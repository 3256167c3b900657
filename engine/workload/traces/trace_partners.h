// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/core/issue.h"
#include "engine/workload/operation.h"

namespace hopscope {

/// How a trace that was read tells where its operations stand: read once more, it calls see(rank,
/// operation, place) for each send and receive in the order of the file.
struct TracePlaces {
  using See = std::function<void(std::uint32_t, const Operation&, std::uint64_t place)>;
  std::function<void(const See& see)> readAgain;
  std::string (*pathOf)(std::uint32_t rank, std::uint64_t place) = nullptr;
};

/// Sends that nobody receives, receives of what nobody sends, and messages that do not fit. The
/// paths are those of the first operation of its kind that is too many or does not fit, or "rank 3"
/// where no place is known of it; places are asked for only where something is wrong. Of ranks that
/// receive from any rank, or with any tag, that alone is said which is wrong whoever meets whom;
/// the rest shows when it runs.
Issues checkPartners(const std::vector<Operations>& ranks, const TracePlaces& places = {});

/// Places that are lines.
std::string linePath(std::uint32_t rank, std::uint64_t line);
/// "line 4, rank 1", for words that do not name the rank; "line 4" of kNone.
std::string rankLinePath(std::uint32_t rank, std::uint64_t line);

}  // namespace hopscope
