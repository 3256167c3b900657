// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/catalogue_words.h"

#include "engine/design/catalogue.h"
#include "engine/simulation/window_statistics.h"

namespace hopscope {

namespace {

void add(const Parameter& parameter, std::set<std::string>& words) {
  words.insert({parameter.label, parameter.help, parameter.unit});
  for (const auto* list : {&parameter.choices, &parameter.keywords})
    for (const ParameterChoice& choice : *list) words.insert(choice.label);
}

void addSections(const Design& design, std::set<std::string>& words) {
  for (const Section& section : sections(design)) {
    words.insert({section.label, section.help});
    for (const Parameter& parameter : section.parameters) add(parameter, words);
  }
}

/// A design in which that item of a group is chosen, where it can be.
Design choosing(const std::string& group, const std::string& item) {
  Design design;
  for (const char* choice : {".kind", ".algorithm", ".pattern", ".model"})
    if (findParameter(design, group + choice)) design.settings[group + choice] = item;
  return design;
}

}  // namespace

std::set<std::string> catalogueWords() {
  std::set<std::string> words;
  for (const CatalogueGroup& group : catalogue()) {
    words.insert(group.label);
    for (const CatalogueGroup::Item& item : group.items) {
      words.insert({item.label, item.help});
      for (const Parameter& parameter : item.parameters) add(parameter, words);
      // What a section holds depends on what is chosen.
      addSections(choosing(group.name, item.name), words);
    }
  }
  words.merge(statisticWords());
  words.erase("");
  return words;
}

}  // namespace hopscope
