// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/study_documents.h"

#include <nlohmann/json.hpp>

#include "engine/design/design_json.h"
#include "engine/design/json_values.h"
#include "engine/study/study.h"

namespace hopscope {

namespace {

constexpr const char* kStudyLoad = "traffic.load";

Json documentOf(const std::string& name, const std::vector<Design>& designs) {
  Json json = {{"schema", kStudySchema}};
  if (!name.empty()) json["name"] = name;
  if (designs.size() == 1) {
    json["design"] = Json::parse(writeDesign(designs.front()));
  } else {
    json["designs"] = Json::array();
    for (const Design& design : designs)
      json["designs"].push_back(Json::parse(writeDesign(design)));
  }
  return json;
}

}  // namespace

std::string comparisonStudy(const std::string& name, const std::vector<Design>& designs) {
  Json json = documentOf(name, designs);
  json["axes"] = Json::array({{{"setting", kStudyLoad}, {"values", {0.1, 0.3, 0.5, 0.7, 0.9}}}});
  json["stop_rising"] = kStudyLoad;
  json["objectives"] = {{"accepted_load", "max"}, {"latency.mean", "min"}};
  return json.dump(2);
}

std::string curveStudy(const std::string& name, const std::vector<Design>& designs) {
  Json json = documentOf(name, designs);
  json["axes"] = Json::array({{{"setting", kStudyLoad}, {"range", {0.1, 0.9, 0.1}}}});
  json["stop_rising"] = kStudyLoad;
  return json.dump(2);
}

}  // namespace hopscope
