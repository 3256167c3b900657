// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <map>
#include <string>
#include <vector>

#include "engine/core/ids.h"

namespace hopscope {

/// A moment of a run that somebody gave a name.
struct Bookmark {
  Cycle at = 0;
  QString name;

  bool operator==(const Bookmark&) const = default;
};

/// The bookmarks of a project. A run is repeated exactly by its design, so they belong to the hash
/// of that: what stands at a cycle of one run of it stands there in all.
class Bookmarks {
 public:
  /// Reads what write() wrote; what cannot be read is left out.
  static Bookmarks read(const std::string& text);
  std::string write() const;

  /// Of runs of that design, the earliest first.
  const std::vector<Bookmark>& of(const std::string& designHash) const;
  /// Names the moment, anew where it has a name.
  void add(const std::string& designHash, const Bookmark& bookmark);
  void remove(const std::string& designHash, Cycle at);
  /// A run was changed from `from` on: what was before it is the same in the design it has now.
  void carry(const std::string& before, const std::string& after, Cycle from);

 private:
  std::map<std::string, std::vector<Bookmark>> all_;
};

}  // namespace hopscope
