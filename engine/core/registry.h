// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/parameter.h"

namespace hopscope {

/// What every registered thing tells about itself.
struct Entry {
  std::string name;    ///< as it stands in files: "dragonfly"
  std::string label;   ///< as it stands on the screen: "Dragonfly"
  std::string help;    ///< one or two sentences
  std::string source;  ///< author, year, section
  std::vector<Parameter> parameters;
};

/// An explicit, ordered list of named things (a static library would drop self-registration).
/// T derives from Entry.
template <typename T>
class Registry {
 public:
  explicit Registry(std::vector<T> entries) : entries_(std::move(entries)) {}

  /// For tests: entries move when one is added.
  void add(T entry) { entries_.push_back(std::move(entry)); }
  void removeLast() { entries_.pop_back(); }

  const std::vector<T>& entries() const { return entries_; }
  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }

  /// The entry of that name, or nullptr.
  const T* find(std::string_view name) const {
    for (const T& entry : entries_)
      if (entry.name == name) return &entry;
    return nullptr;
  }

 private:
  std::vector<T> entries_;
};

/// The known name most like `typed`, or empty when none is near (edit distance above 3).
std::string nearestName(std::string_view typed, const std::vector<std::string>& known);

}  // namespace hopscope
