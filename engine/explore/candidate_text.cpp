// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/explore/candidate_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/core/csv.h"
#include "engine/design/json_values.h"
#include "engine/explore/candidate_columns.h"

namespace hopscope {
namespace {

bool isOnFront(const CandidateTable& table, std::size_t row) {
  return std::binary_search(table.front.begin(), table.front.end(), row);
}

Json cablesOf(const Candidate& candidate) {
  Json list = Json::array();
  for (const ClassCables& cables : candidate.cables)
    list.push_back({{"class", cables.linkClass},
                    {"cables", cables.count},
                    {"optical", cables.lengths.optical},
                    {"metres", cables.lengths.metres}});
  return list;
}

Json parametersOf(const Candidate& candidate) {
  Json json = Json::object();
  for (const Parameter& parameter : candidate.family->parameters)
    json[parameter.name] = toJson(candidate.parameters.at(parameter.name));
  return json;
}

}  // namespace

std::string candidatesCsv(const CandidateTable& table) {
  std::string text = "row,family,network,pareto";
  for (const CandidateColumn& column : candidateColumns()) text += ',' + csvCell(column.name);
  text += '\n';
  for (const std::size_t row : table.rows) {
    const Candidate& candidate = table.candidates[row];
    text += std::to_string(row) + ',' + candidate.family->name + ',' + csvCell(nameOf(candidate)) +
            (isOnFront(table, row) ? ",1" : ",0");
    for (const CandidateColumn& column : candidateColumns()) {
      const auto value = column.value(candidate);
      text += ',';
      if (value) text += csvCell(*value);
    }
    text += '\n';
  }
  return text;
}

std::string candidatesJson(const ExploreRequest& request, const CandidateTable& table) {
  Json json;
  Json asked = {{"schema", kExploreSchema}};
  if (!request.name.empty()) asked["name"] = request.name;
  for (const Generator* family : request.families) asked["families"].push_back(family->name);
  for (const auto& [path, value] : request.values) put(asked, path, toJson(value));
  json["request"] = std::move(asked);
  json["candidates"] = Json::array();
  for (const std::size_t row : table.rows) {
    const Candidate& candidate = table.candidates[row];
    Json each = {{"row", row},
                 {"family", candidate.family->name},
                 {"parameters", parametersOf(candidate)},
                 {"pareto", isOnFront(table, row)}};
    for (const CandidateColumn& column : candidateColumns()) {
      const auto value = column.value(candidate);
      each[column.name] = value ? Json(*value) : Json(nullptr);
    }
    each["throughput_is_upper_bound"] = candidate.evenly;
    each["distance_is_lower_bound"] = candidate.nearest;
    each["cables_by_class"] = cablesOf(candidate);
    json["candidates"].push_back(std::move(each));
  }
  return json.dump(2) + '\n';
}

}  // namespace hopscope
