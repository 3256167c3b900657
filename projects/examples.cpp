// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "engine/design/design_json.h"
#include "projects/embedded_files.h"
#include "projects/project.h"

namespace hopscope {

namespace {

// Everything here is built in and tested: what is missing is a programming error.
std::string_view embedded(const std::string& name) {
  for (const EmbeddedFile& file : embeddedFiles())
    if (file.name == name) return file.text;
  throw std::logic_error("no built-in file " + name);
}

Design readExample(const std::string& name) {
  ParsedDesign parsed = parseDesign(embedded(name));
  for (const Issue& issue : parsed.issues)
    if (issue.severity == Severity::error)
      throw std::logic_error("example " + name + ": " + describe(issue));
  return std::move(parsed.design);
}

std::vector<Example> readGallery() {
  std::vector<Example> gallery;
  for (const auto& entry : nlohmann::json::parse(embedded("gallery"))) {
    Example example;
    example.name = entry.at("name").get<std::string>();
    example.title = entry.at("title").get<std::string>();
    example.summary = entry.at("summary").get<std::string>();
    example.category = entry.at("category").get<std::string>();
    example.design = readExample(example.name);
    gallery.push_back(std::move(example));
  }
  return gallery;
}

}  // namespace

const std::vector<Example>& examples() {
  static const std::vector<Example> gallery = readGallery();
  return gallery;
}

}  // namespace hopscope
