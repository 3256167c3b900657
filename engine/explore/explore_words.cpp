// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/explore/explore_words.h"

#include "engine/explore/candidate_columns.h"
#include "engine/explore/explore_parameters.h"

namespace hopscope {

std::set<std::string> exploreWords() {
  std::set<std::string> words;
  for (const Parameter& parameter : exploreParameters())
    words.insert({parameter.label, parameter.help, parameter.unit});
  for (const PriceList& list : priceLists()) words.insert({list.label, list.source});
  for (const CandidateColumn& column : candidateColumns())
    words.insert({column.label, column.unit});
  words.erase("");
  return words;
}

}  // namespace hopscope
