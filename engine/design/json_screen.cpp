// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/json_screen.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "engine/core/text.h"

namespace hopscope {
namespace {

constexpr std::size_t kDeepest = 16;

/// "line 3, column 7" of the last character of a text.
std::string placeOf(std::string_view before) {
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t lineStart = before.rfind('\n') + 1;  // npos + 1 is 0
  return fmt::format("line {}, column {}", line,
                     std::max<std::size_t>(1, before.size() - lineStart));
}

/// Counts depth and keys as they pass by; stops at the first thing wrong.
class Screen : public nlohmann::json::json_sax_t {
 public:
  explicit Screen(std::string_view text) : text_(text) {}

  const Issues& issues() const { return issues_; }

  bool null() override { return element(); }
  bool boolean(bool) override { return element(); }
  bool number_integer(nlohmann::json::number_integer_t) override { return element(); }
  bool number_unsigned(nlohmann::json::number_unsigned_t) override { return element(); }
  bool number_float(nlohmann::json::number_float_t, const std::string&) override {
    return element();
  }
  bool string(std::string&) override { return element(); }
  bool binary(nlohmann::json::binary_t&) override { return element(); }

  bool start_object(std::size_t) override { return enter(true); }
  bool end_object() override { return leave(); }
  bool start_array(std::size_t) override { return enter(false); }
  bool end_array() override { return leave(); }

  bool key(std::string& name) override {
    Level& level = levels_.back();
    level.key = name;
    if (level.keys.insert(name).second) return true;
    std::string where = path();
    if (name.empty()) where += where.empty() ? "\"\"" : ".\"\"";
    return refuse(where, sentence("\"{}\" stands twice in the same object.", clipped(name)),
                  sentence("Keep one of the two."));
  }

  bool parse_error(std::size_t position, const std::string& token,
                   const nlohmann::json::exception& exception) override {
    const std::string what = exception.what();
    const auto says = [&what](const char* part) { return what.find(part) != std::string::npos; };
    const bool isTooLarge = says("out_of_range");
    // The position is that of the last character read: of a number, its end.
    std::size_t end = std::clamp<std::size_t>(position, 1, text_.size());
    if (isTooLarge && token.size() < end) end -= token.size() - 1;
    const std::string where = placeOf(text_.substr(0, end));
    if (says("UTF-8"))
      return refuse(where, sentence("The text is not UTF-8."),
                    sentence("Save the file with UTF-8 encoding."));
    if (isTooLarge)
      return refuse(where, sentence("The number {} is too large.", clipped(token)), {});
    if (says("; expected end of input"))
      return refuse(where,
                    sentence("The document has ended before this: \"{}\" follows its end.",
                             characterAt(end - 1)),
                    sentence("Keep one document in a file."));
    // The reader takes a byte of 0 for the end.
    if (position <= text_.size() && !text_.empty() && text_[end - 1] == '\0')
      return refuse(where, sentence("A byte of 0 stands here: this is no text."), {});
    if (position > text_.size() || says("unexpected end of input"))
      return refuse(where, sentence("The document ends in the middle."),
                    sentence("It may have been cut off; use a complete copy."));
    return refuse(where,
                  sentence("This is not JSON: \"{}\" is not expected here.", characterAt(end - 1)),
                  {});
  }

 private:
  struct Level {
    bool isObject = false;
    std::size_t index = 0;  ///< of the present element of an array
    std::string key;        ///< of the present member of an object
    std::set<std::string> keys;
  };

  /// The character of UTF-8 at a position.
  std::string characterAt(std::size_t position) const {
    std::size_t end = position + 1;
    while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xc0u) == 0x80u) ++end;
    return clipped(text_.substr(position, end - position));
  }

  std::string path() const {
    std::string result;
    for (const Level& level : levels_) {
      if (!level.isObject) {
        result += fmt::format("[{}]", level.index);
      } else if (!level.key.empty()) {
        if (!result.empty()) result += '.';
        result += clipped(level.key);
      }
    }
    return result;
  }

  bool enter(bool isObject) {
    if (levels_.size() >= kDeepest)
      return refuse(path(), sentence("The document is nested more than {} deep.", kDeepest),
                    sentence("No part of a design is."));
    levels_.push_back({isObject, 0, {}, {}});
    return true;
  }

  bool leave() {
    levels_.pop_back();
    return element();
  }

  bool element() {
    if (!levels_.empty() && !levels_.back().isObject) ++levels_.back().index;
    return true;
  }

  bool refuse(const std::string& where, Sentence text, Sentence remedy) {
    issues_.push_back({Severity::error, where, std::move(text), std::move(remedy)});
    return false;
  }

  std::string_view text_;
  std::vector<Level> levels_;
  Issues issues_;
};

}  // namespace

Issues screenJson(std::string_view text) {
  if (text.size() > kMaxDocumentBytes)
    return {{Severity::error, "",
             sentence("The document is larger than {} MB.", kMaxDocumentBytes >> 20)}};
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    return {{Severity::error, "", sentence("The document is empty.")}};
  Screen screen(text);
  nlohmann::json::sax_parse(text, &screen);
  // The parser takes one for the end of the text, whatever comes after it.
  const std::size_t zero = text.find('\0');
  if (screen.issues().empty() && zero != std::string_view::npos)
    return {{Severity::error, placeOf(text.substr(0, zero + 1)),
             sentence("This is not JSON: a zero byte is not expected here.")}};
  return screen.issues();
}

}  // namespace hopscope
