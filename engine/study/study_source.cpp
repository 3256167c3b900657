// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/study_source.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "engine/study/study_html.h"

namespace hopscope {

std::string studyDocumentIn(std::string text) {
  if (auto document = studyInHtml(text)) return *std::move(document);
  const auto json = nlohmann::ordered_json::parse(text, nullptr, false);
  // A study itself says what it is.
  if (!json.is_object() || json.contains("schema")) return text;
  const auto study = json.find(kStudyMember);
  return study == json.end() ? text : study->dump();
}

}  // namespace hopscope
