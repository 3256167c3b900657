// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/explore/candidate.h"

namespace hopscope {

/// What one would rather have.
enum class Wanted : std::uint8_t { neither, less, more };

/// A number that is told of every candidate. Tables, files, plots and objectives iterate these.
struct CandidateColumn {
  std::string name;   ///< in files: "cost"
  std::string label;  ///< on the screen
  std::string unit;
  Wanted wanted = Wanted::neither;
  /// Nothing where no formula is known.
  std::optional<double> (*value)(const Candidate&) = nullptr;
  /// Is the value the most it can be, and what the network itself comes to may be less? nullptr:
  /// of no candidate.
  bool (*atMost)(const Candidate&) = nullptr;
  /// The least it can be, and the network itself may come to more? nullptr: of no candidate.
  bool (*atLeast)(const Candidate&) = nullptr;

  /// "≤ " or "≥ " before such a value; else nothing.
  const char* sign(const Candidate& candidate) const {
    if (atMost != nullptr && atMost(candidate)) return "≤ ";
    return atLeast != nullptr && atLeast(candidate) ? "≥ " : "";
  }
};

const std::vector<CandidateColumn>& candidateColumns();

/// The column of that name, or nullptr.
const CandidateColumn* findCandidateColumn(std::string_view name);

}  // namespace hopscope
