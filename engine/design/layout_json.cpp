// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/layout_json.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "engine/core/text.h"
#include "engine/design/json_values.h"

namespace hopscope {
namespace {

std::optional<std::uint32_t> idOf(const std::string& key) {
  std::uint32_t id = 0;
  const auto read = std::from_chars(key.data(), key.data() + key.size(), id);
  if (read.ec != std::errc{} || read.ptr != key.data() + key.size()) return std::nullopt;
  return id;
}

std::optional<Point> pointOf(const Json& json) {
  constexpr double kFarthest = 1e9;
  if (!json.is_array() || json.size() != 2 || !json[0].is_number() || !json[1].is_number())
    return std::nullopt;
  const Point point{json[0].get<double>(), json[1].get<double>()};
  if (!(std::abs(point.x) <= kFarthest && std::abs(point.y) <= kFarthest)) return std::nullopt;
  return point;
}

class LayoutReader {
 public:
  LayoutReader(DesignLayout& layout, Issues& issues) : layout_(layout), issues_(issues) {}

  void read(const Json& json) {
    if (!checkKeys(json, "layout", {"positions", "terminals", "bends", "notes", "collapsed"},
                   issues_))
      return;
    for (const auto& [key, member] : json.items()) {
      if (key == "positions")
        readPlaces(member, "layout.positions", layout_.routers);
      else if (key == "terminals")
        readPlaces(member, "layout.terminals", layout_.terminals);
      else if (key == "bends")
        readBends(member);
      else if (key == "notes")
        readNotes(member);
      else
        readCollapsed(member);
    }
  }

 private:
  void refuse(const std::string& path, Sentence text, Sentence remedy) {
    issues_.push_back({Severity::error, path, std::move(text), std::move(remedy)});
  }

  void readPlaces(const Json& json, const std::string& path,
                  std::map<std::uint32_t, Point>& places) {
    if (!checkObject(json, path, issues_)) return;
    for (const auto& [key, member] : json.items()) {
      const std::string at = fmt::format("{}.{}", path, clipped(key));
      const std::optional<std::uint32_t> read = idOf(key);
      if (!read || places.count(*read) != 0) {
        refuse(at, sentence("Places stand under the id of a router or terminal, each once."), {});
        continue;
      }
      const std::uint32_t id = *read;
      const auto point = pointOf(member);
      if (point)
        places.emplace(id, *point);
      else
        refuse(at, sentence("A place is a list of two numbers."),
               sentence("Write it as [120, 80]."));
    }
  }

  void readBends(const Json& json) {
    constexpr std::size_t kMostBends = 100;
    if (!checkObject(json, "layout.bends", issues_)) return;
    for (const auto& [key, member] : json.items()) {
      const std::string at = fmt::format("layout.bends.{}", clipped(key));
      const std::optional<std::uint32_t> id = idOf(key);
      if (!id || layout_.bends.count(*id) != 0) {
        refuse(at, sentence("Bends stand under the id of a link, each once."), {});
        continue;
      }
      std::vector<Point> places;
      if (member.is_array() && member.size() <= kMostBends)
        for (const Json& each : member)
          if (const auto place = pointOf(each)) places.push_back(*place);
      if (places.empty() || places.size() != member.size())
        refuse(at, sentence("Bends are a list of 1 to {} places.", kMostBends),
               sentence("Write them as [[120, 80], [160, 80]]."));
      else
        layout_.bends.emplace(*id, std::move(places));
    }
  }

  void readNotes(const Json& json) {
    constexpr std::size_t kMostNotes = 1000, kLongestNote = 4000;
    if (!json.is_array() || json.size() > kMostNotes) {
      refuse("layout.notes", sentence("Notes are a list of at most {}.", kMostNotes), {});
      return;
    }
    for (std::size_t i = 0; i < json.size(); ++i) {
      const std::string at = fmt::format("layout.notes[{}]", i);
      if (!checkKeys(json[i], at, {"at", "text"}, issues_)) continue;
      const auto place = json[i].contains("at") ? pointOf(json[i]["at"]) : std::nullopt;
      const auto text = json[i].find("text");
      const bool written = text != json[i].end() && text->is_string() &&
                           !text->get_ref<const std::string&>().empty() &&
                           text->get_ref<const std::string&>().size() <= kLongestNote;
      if (place && written)
        layout_.notes.push_back({*place, text->get<std::string>()});
      else
        refuse(at, sentence("A note has a place and 1 to {} letters.", kLongestNote),
               sentence("Write it as {{\"at\": [120, 80], \"text\": \"Core\"}}."));
    }
  }

  void readCollapsed(const Json& json) {
    constexpr std::size_t kMostGroups = 100'000;
    bool right = json.is_array() && json.size() <= kMostGroups;
    if (right)
      for (const Json& each : json) {
        right = right && each.is_number_integer() && each >= 0 &&
                each <= std::numeric_limits<std::int32_t>::max();
        if (right) layout_.collapsed.insert(each.get<std::int32_t>());
      }
    if (!right)
      refuse("layout.collapsed",
             sentence("Collapsed groups are a list of at most {} numbers of groups, from 0 on.",
                      kMostGroups),
             sentence("Write them as [0, 3]."));
  }

  DesignLayout& layout_;
  Issues& issues_;
};

}  // namespace

void readLayout(const Json& json, DesignLayout& layout, Issues& issues) {
  LayoutReader(layout, issues).read(json);
}

}  // namespace hopscope
