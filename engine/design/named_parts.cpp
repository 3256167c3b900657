// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/named_parts.h"

#include <fmt/format.h>

#include "engine/core/ids.h"

namespace hopscope {

IndexOfId indexOf(const std::vector<std::uint32_t>& ids) {
  IndexOfId index;
  index.reserve(ids.size());
  for (std::uint32_t i = 0; i < ids.size(); ++i)
    if (ids[i] != kNone) index.emplace(ids[i], i);
  return index;
}

std::vector<std::uint32_t> named(const std::vector<std::uint32_t>& ids, const IndexOfId& index,
                                 const std::string& place, const Sentence& what, Issues& issues) {
  std::vector<std::uint32_t> dense;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (const auto found = index.find(ids[i]); found != index.end()) {
      dense.push_back(found->second);
      continue;
    }
    issues.push_back({Severity::error, fmt::format("{}[{}]", place, i),
                      sentence("The network has no {} {}.", what, ids[i]),
                      sentence("Remove it from the list, or name another {}.", what)});
  }
  return dense;
}

}  // namespace hopscope
