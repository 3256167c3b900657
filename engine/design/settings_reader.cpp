// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/settings_reader.h"

#include "engine/core/text.h"

namespace hopscope {

Cycle SettingsReader::cycles(const std::string& path) const {
  Issues found;
  const Cycle value = toCycles(settings_.at(path), clock_, place(path), found);
  return checked(path, value, "cycles", std::move(found));
}

std::uint32_t SettingsReader::flits(const std::string& path, Rounding rounding) const {
  Issues found;
  const std::int64_t value = toFlits(settings_.at(path), clock_, rounding, place(path), found);
  return static_cast<std::uint32_t>(checked(path, value, "flits", std::move(found)));
}

Picoseconds SettingsReader::picoseconds(const std::string& path) const {
  Issues found;
  const Picoseconds value = toPicoseconds(settings_.at(path), clock_, place(path), found);
  const double cycles = static_cast<double>(value) / clock_.picosecondsPerCycle();
  checked(path, static_cast<std::int64_t>(cycles), "cycles", std::move(found));
  return value;
}

void SettingsReader::refuse(const std::string& path, Sentence text, Sentence remedy) const {
  issues_.push_back({Severity::error, place(path), std::move(text), std::move(remedy)});
}

void SettingsReader::warn(const std::string& path, Sentence text, Sentence remedy) const {
  issues_.push_back({Severity::warning, place(path), std::move(text), std::move(remedy)});
}

std::string SettingsReader::place(const std::string& path) const {
  const auto found = places_.find(path);
  return found == places_.end() ? path : found->second;
}

std::int64_t SettingsReader::checked(const std::string& path, std::int64_t value, const char* unit,
                                     Issues found) const {
  const Parameter* parameter = find(sections_, path);
  std::optional<Issue> issue;
  if (parameter != nullptr && !hasErrors(found)) issue = check(*parameter, value, place(path));
  if (!issue) {
    issues_.insert(issues_.end(), found.begin(), found.end());
    return value;
  }
  // What was rounded on the way is of no interest any more.
  if (const auto* text = std::get_if<std::string>(&settings_.at(path)))
    issue->text = sentence("{} cannot be \"{}\", which is {} {}.", registryWords(parameter->label),
                           clipped(*text), value, registryWords(unit));
  issues_.push_back(std::move(*issue));
  return value;
}

}  // namespace hopscope
