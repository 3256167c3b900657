// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/settings_reader.h"

namespace hopscope {

Cycle SettingsReader::cycles(const std::string& path) const {
  const Cycle value = toCycles(settings_.at(path), clock_, place(path), issues_);
  checkRange(path, value);
  return value;
}

std::uint32_t SettingsReader::flits(const std::string& path, Rounding rounding) const {
  const std::int64_t value = toFlits(settings_.at(path), clock_, rounding, place(path), issues_);
  checkRange(path, value);
  return static_cast<std::uint32_t>(value);
}

Picoseconds SettingsReader::picoseconds(const std::string& path) const {
  const Picoseconds value = toPicoseconds(settings_.at(path), clock_, place(path), issues_);
  checkRange(path,
             static_cast<std::int64_t>(static_cast<double>(value) / clock_.picosecondsPerCycle()));
  return value;
}

void SettingsReader::refuse(const std::string& path, std::string text, std::string remedy) const {
  issues_.push_back({Severity::error, place(path), std::move(text), std::move(remedy)});
}

std::string SettingsReader::place(const std::string& path) const {
  const auto found = places_.find(path);
  return found == places_.end() ? path : found->second;
}

void SettingsReader::checkRange(const std::string& path, std::int64_t value) const {
  const Parameter* parameter = find(sections_, path);
  if (parameter == nullptr) return;
  if (auto issue = check(*parameter, value, place(path))) issues_.push_back(std::move(*issue));
}

}  // namespace hopscope
