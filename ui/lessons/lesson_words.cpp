// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lesson_words.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <vector>

namespace hopscope {

namespace {

constexpr std::string_view kBetween = " | ";
constexpr std::string_view kOfRun = " = ";

std::string trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin));
}

/// Without those that are empty.
std::vector<std::string> pieces(std::string_view text, std::string_view ends) {
  std::vector<std::string> all;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(ends), text.size());
    if (std::string piece = trimmed(text.substr(0, end)); !piece.empty())
      all.push_back(std::move(piece));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return all;
}

std::vector<std::string> cells(std::string_view line) {
  std::vector<std::string> all;
  for (;;) {
    const std::size_t bar = line.find('|');
    all.push_back(trimmed(line.substr(0, bar)));
    if (bar == std::string_view::npos) return all;
    line.remove_prefix(bar + 1);
  }
}

/// Words that can stand in a line of their own and are the same when they are read.
std::optional<std::string> plain(const LessonJson& json, std::string_view forbidden) {
  if (!json.is_string()) return std::nullopt;
  const auto& text = json.get_ref<const std::string&>();
  if (text.empty() || text != trimmed(text) || text.find('\n') != std::string::npos ||
      text.find_first_of(forbidden) != std::string::npos)
    return std::nullopt;
  return text;
}

/// Typed JSON; nothing where it is none.
std::optional<LessonJson> asJson(const std::string& words) {
  LessonJson json = LessonJson::parse(words, nullptr, false);
  if (json.is_discarded()) return std::nullopt;
  return json;
}

// Each adds a line for an element of a list; false where there is none for it.

bool addCondition(const LessonJson& element, std::string& lines) {
  const auto text = plain(element, ";");
  if (text) lines += *text;
  return text && text->front() != '[';
}

bool addAction(const LessonJson& element, std::string& lines) {
  if (!element.is_object() || element.size() != 1) return false;
  const std::string& verb = element.begin().key();
  const LessonJson& object = element.begin().value();
  if (verb == "run" && object == LessonJson(true)) {
    lines += "run";
    return true;
  }
  if (verb == "select") {
    const auto target = plain(object, "=");
    lines += "select " + target.value_or("");
    return target.has_value();
  }
  if (verb == "open") {
    lines += "open " + object.dump();
    return object.is_object();
  }
  if (verb != "set" || !object.is_object() || object.empty()) return false;
  bool first = true;
  for (const auto& [key, value] : object.items()) {
    const auto path = plain(key, "=[{ ");
    const auto text = value.is_string() ? plain(value, "") : value.dump();
    if (!path || !text) return false;
    lines += (first ? "" : "\n") + *path + " = " + *text;
    first = false;
  }
  return true;
}

bool addRow(const LessonJson& element, std::string& lines) {
  if (!element.is_object()) return false;
  std::size_t known = 0;
  for (const char* key : {"label", "value", "unit"}) {
    if (!element.contains(key)) continue;
    const auto text = plain(element[key], "|");
    // A row begins with a label, and what has a unit has a value.
    if (!text || (known == 0 && std::string_view(key) != "label")) return false;
    if (std::string_view(key) == "unit" && known != 2) return false;
    if (known == 0 && text->front() == '[') return false;
    lines += (known == 0 ? "" : std::string(kBetween)) + *text;
    ++known;
  }
  return known > 0 && known == element.size();
}

std::optional<std::string> columnWords(const LessonJson& list) {
  std::string words;
  for (const LessonJson& column : list) {
    if (!column.is_object() || !column.contains("title")) return std::nullopt;
    const auto title = plain(column["title"], "|=");
    const auto run = column.contains("run") ? plain(column["run"], "|=") : std::string();
    if (!title || !run || title->front() == '[' || column.size() != (run->empty() ? 1 : 2))
      return std::nullopt;
    words += (words.empty() ? "" : std::string(kBetween)) + *title +
             (run->empty() ? "" : std::string(kOfRun) + *run);
  }
  return words;
}

std::optional<std::string> lineByLine(const LessonJson& list,
                                      bool (*add)(const LessonJson&, std::string&)) {
  std::string lines;
  for (const LessonJson& element : list) {
    if (!lines.empty()) lines += '\n';
    if (!add(element, lines)) return std::nullopt;
  }
  return lines;
}

/// What stands behind an = may be a number, a list, or words.
LessonJson valueOf(const std::string& words) {
  return asJson(words).value_or(LessonJson(words));
}

LessonJson actionsOf(const std::string& words) {
  LessonJson list = LessonJson::array();
  bool setting = false;  // the last element is of settings that go on
  for (const std::string& line : pieces(words, "\n")) {
    const std::size_t equals = line.find('=');
    const bool opens = line.rfind("open ", 0) == 0;
    if (line == "run") {
      list.push_back({{"run", true}});
    } else if (opens) {
      list.push_back({{"open", valueOf(line.substr(5))}});
    } else if (line.rfind("select ", 0) == 0) {
      list.push_back({{"select", trimmed(line.substr(7))}});
    } else {
      const std::string path = trimmed(std::string_view(line).substr(0, equals));
      const std::string text =
          equals == std::string::npos ? std::string() : trimmed(line.substr(equals + 1));
      if (!setting || list.back()["set"].contains(path))
        list.push_back({{"set", LessonJson::object()}});
      list.back()["set"][path] = valueOf(text);
      setting = true;
      continue;
    }
    setting = false;
  }
  return list;
}

LessonJson rowsOf(const std::string& words) {
  LessonJson list = LessonJson::array();
  for (const std::string& line : pieces(words, "\n")) {
    const std::vector<std::string> parts = cells(line);
    LessonJson row{{"label", parts[0]}, {"value", parts.size() > 1 ? parts[1] : std::string()}};
    if (parts.size() > 2) row["unit"] = parts[2];
    if (parts.size() > 3) row["a fourth part"] = parts[3];
    list.push_back(std::move(row));
  }
  return list;
}

LessonJson columnsOf(const std::string& words) {
  LessonJson list = LessonJson::array();
  for (const std::string& cell : cells(words)) {
    const std::size_t equals = cell.find('=');
    LessonJson column{{"title", trimmed(std::string_view(cell).substr(0, equals))}};
    if (equals != std::string::npos) column["run"] = trimmed(cell.substr(equals + 1));
    list.push_back(std::move(column));
  }
  return list;
}

}  // namespace

std::string wordsOf(LessonWords kind, const LessonJson& part) {
  if (part.is_null()) return {};
  std::optional<std::string> words;
  if (kind == LessonWords::text && part.is_string()) words = part.get<std::string>();
  if (part.is_array()) {
    if (kind == LessonWords::conditions) words = lineByLine(part, addCondition);
    if (kind == LessonWords::actions) words = lineByLine(part, addAction);
    if (kind == LessonWords::rows) words = lineByLine(part, addRow);
    if (kind == LessonWords::columns) words = columnWords(part);
  }
  return words ? *words : part.dump(-1, ' ', false, LessonJson::error_handler_t::replace);
}

LessonJson partOf(LessonWords kind, const std::string& words) {
  if (words.find_first_not_of(" \t\r\n") == std::string::npos) return nullptr;
  if (kind == LessonWords::text) return words;
  if (kind == LessonWords::number) return valueOf(trimmed(words));
  if (trimmed(words).front() == '[')
    if (auto json = asJson(words)) return *json;
  switch (kind) {
    case LessonWords::conditions:
      return pieces(words, "\n;");
    case LessonWords::actions:
      return actionsOf(words);
    case LessonWords::columns:
      return columnsOf(words);
    case LessonWords::rows:
      return rowsOf(words);
    default:
      return words;
  }
}

}  // namespace hopscope
