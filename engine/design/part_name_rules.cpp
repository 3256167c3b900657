// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/part_name_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "engine/core/text.h"

namespace hopscope {
namespace {

/// Control characters, ends of lines, and what turns the direction of the words that follow.
bool isControl(std::string_view character) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(character[at]); };
  if (character.size() == 1) return byte(0) < 0x20 || byte(0) == 0x7f;
  if (character.size() == 2) return byte(0) == 0xc2 && byte(1) < 0xa0;
  if (character.size() != 3 || byte(0) != 0xe2) return false;
  return (byte(1) == 0x80 && byte(2) >= 0xa8 && byte(2) <= 0xae) ||
         (byte(1) == 0x81 && byte(2) >= 0xa6 && byte(2) <= 0xa9);
}

}  // namespace

std::optional<Issue> problemOfName(std::string_view name) {
  const std::vector<std::string_view> characters = charactersOf(name);
  if (std::any_of(characters.begin(), characters.end(), isControl))
    return Issue{Severity::error, "", sentence("The name holds a control character."),
                 sentence("A name is one line of letters, digits, signs and spaces.")};
  if (characters.size() > kLongestGivenName)
    return Issue{Severity::error, "", sentence("The name has {} characters.", characters.size()),
                 sentence("At most {} are possible.", kLongestGivenName)};
  return {};
}

std::string asGivenName(std::string_view text) {
  std::string name;
  std::size_t count = 0;
  for (const std::string_view character : charactersOf(text)) {
    if (count++ == kLongestGivenName) break;
    name += isControl(character) ? std::string_view(" ") : character;
  }
  const std::size_t first = name.find_first_not_of(' ');
  if (first == std::string::npos) return {};
  return name.substr(first, name.find_last_not_of(' ') + 1 - first);
}

Issues checkNames(const DrawnNetwork& drawn) {
  Issues issues;
  const auto check = [&](const auto& parts, const char* list) {
    for (std::size_t i = 0; i < parts.size(); ++i)
      if (auto issue = problemOfName(parts[i].label)) {
        issue->path = fmt::format("topology.{}[{}].label", list, i);
        issues.push_back(std::move(*issue));
      }
  };
  check(drawn.routers, "routers");
  check(drawn.terminals, "terminals");
  return issues;
}

}  // namespace hopscope
