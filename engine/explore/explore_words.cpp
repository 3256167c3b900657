// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/explore/explore_words.h"

#include "engine/explore/candidate_columns.h"
#include "engine/explore/explore_parameters.h"
#include "engine/models/model.h"

namespace hopscope {

namespace {

void addWords(const std::vector<Parameter>& parameters, std::set<std::string>& words) {
  for (const Parameter& parameter : parameters) {
    words.insert({parameter.label, parameter.help, parameter.unit});
    for (const ParameterChoice& choice : parameter.choices) words.insert(choice.label);
  }
}

}  // namespace

std::set<std::string> exploreWords() {
  std::set<std::string> words;
  addWords(exploreParameters(), words);
  for (const Model& model : models()) {
    words.insert({model.label, model.help});
    addWords(model.parameters, words);
    for (const ModelOutput& output : model.outputs) words.insert({output.label, output.unit});
  }
  for (const PriceList& list : priceLists()) words.insert({list.label, list.source});
  for (const CandidateColumn& column : candidateColumns())
    words.insert({column.label, column.unit});
  words.erase("");
  return words;
}

}  // namespace hopscope
