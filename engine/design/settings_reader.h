// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/core/issue.h"
#include "engine/core/units.h"
#include "engine/design/sections.h"

namespace hopscope {

/// Reads checked settings in the engine's units. What a unit hides from the check of the document
/// (a duration below one cycle, a buffer below one flit) is found here.
class SettingsReader {
 public:
  /// `settings` holds a value of the right type for every declared path. `places` says where a
  /// setting stands in the document, if not at its own path. All references outlive the reader.
  SettingsReader(const std::vector<Section>& sections, const Values& settings, const Clock& clock,
                 const std::map<std::string, std::string>& places, Issues& issues)
      : sections_(sections), settings_(settings), clock_(clock), places_(places), issues_(issues) {}

  std::int64_t integer(const std::string& path) const { return integerAt(settings_, path); }
  double real(const std::string& path) const { return realAt(settings_, path); }
  bool boolean(const std::string& path) const { return std::get<bool>(settings_.at(path)); }
  const std::string& text(const std::string& path) const { return textAt(settings_, path); }
  Cycle cycles(const std::string& path) const;
  std::uint32_t flits(const std::string& path, Rounding rounding) const;
  Picoseconds picoseconds(const std::string& path) const;

  void refuse(const std::string& path, Sentence text, Sentence remedy) const;
  void warn(const std::string& path, Sentence text, Sentence remedy) const;

 private:
  std::string place(const std::string& path) const;
  /// Checks a converted value against the declared range; passes on what was `found` before.
  std::int64_t checked(const std::string& path, std::int64_t value, const char* unit,
                       Issues found) const;

  const std::vector<Section>& sections_;
  const Values& settings_;
  const Clock& clock_;
  const std::map<std::string, std::string>& places_;
  Issues& issues_;
};

}  // namespace hopscope
