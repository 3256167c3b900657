// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "engine/explore/explore.h"

namespace hopscope {

/// Candidates as files have them. `rows` are the numbers of those to write, in this order: a row
/// keeps its number, by which it is opened; `front` are those on the Pareto front, ascending.
struct CandidateTable {
  const std::vector<Candidate>& candidates;
  const std::vector<std::size_t>& rows;
  const std::vector<std::size_t>& front;
};

/// A line per candidate: number, family, parameters, front, then all columns; an unknown number is
/// empty.
std::string candidatesCsv(const CandidateTable& table);

/// The request in full, and the candidates with their cables by class.
std::string candidatesJson(const ExploreRequest& request, const CandidateTable& table);

}  // namespace hopscope
