// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "engine/explore/candidate_columns.h"

namespace hopscope {

/// Which candidates no other one is better than in some objective and as good in all: in their
/// order. One of which an objective is not known is not compared, and never among them.
std::vector<std::size_t> paretoFront(const std::vector<Candidate>& candidates,
                                     const std::vector<const CandidateColumn*>& objectives);

/// The same of plain numbers, a row each, all the smaller the better; a row with NaN is not
/// compared.
std::vector<std::size_t> undominated(const std::vector<std::vector<double>>& rows);

}  // namespace hopscope
