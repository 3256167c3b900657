// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace hopscope {
namespace {

/// Words of a pattern and the place behind them.
struct Piece {
  std::string words;
  std::optional<std::size_t> argument;  ///< none behind the last words
  std::string_view spec;                ///< how English formats it: ":.3f"
};

/// Reads what stands between two braces: "", "1", ":.3f", "1:.3f".
bool readPlace(std::string_view place, std::size_t& next, Piece& piece) {
  const std::size_t colon = std::min(place.find(':'), place.size());
  piece.spec = place.substr(colon);
  if (colon == 0) {
    piece.argument = next++;
    return true;
  }
  std::size_t number = 0;
  const auto read = std::from_chars(place.data(), place.data() + colon, number);
  piece.argument = number;
  return read.ec == std::errc{} && read.ptr == place.data() + colon;
}

/// The pieces of a pattern; nothing where its braces are wrong.
std::optional<std::vector<Piece>> piecesOf(std::string_view pattern) {
  std::vector<Piece> pieces(1);
  std::size_t next = 0;
  for (std::size_t at = 0; at < pattern.size(); ++at) {
    const char c = pattern[at];
    const bool twice = at + 1 < pattern.size() && pattern[at + 1] == c;
    if ((c == '{' || c == '}') && twice) {
      pieces.back().words += c;
      ++at;
    } else if (c == '{') {
      const std::size_t end = pattern.find('}', at);
      if (end == std::string_view::npos ||
          !readPlace(pattern.substr(at + 1, end - at - 1), next, pieces.back()))
        return std::nullopt;
      pieces.emplace_back();
      at = end;
    } else if (c == '}') {
      return std::nullopt;
    } else {
      pieces.back().words += c;
    }
  }
  return pieces;
}

std::string withDecimalSign(std::string figure, const std::string& sign) {
  const std::size_t point = figure.find('.');
  return point == std::string::npos ? figure : figure.replace(point, 1, sign);
}

}  // namespace

Sentence Sentence::made(fmt::string_view pattern, fmt::format_args values,
                        const std::vector<Argument>& arguments) {
  Sentence result;
  result.english_ = fmt::vformat(pattern, values);
  result.pattern_ = std::string(pattern.data(), pattern.size());
  result.arguments_.resize(arguments.size());
  for (const Piece& piece : piecesOf(result.pattern_).value_or(std::vector<Piece>())) {
    if (!piece.argument) continue;
    Sentence& argument = result.arguments_.at(*piece.argument);
    const Argument& given = arguments[*piece.argument];
    if (given.nested != nullptr) {
      argument = *given.nested;
    } else {
      argument.english_ =
          fmt::vformat(fmt::format("{{{}{}}}", *piece.argument, piece.spec), values);
      argument.real_ = given.real;
    }
  }
  return result;
}

std::string Sentence::said(const Translate& translate, const std::string& decimalSign) const {
  if (real_) return withDecimalSign(english_, decimalSign);
  if (pattern_.empty()) return english_;
  const std::string words = row_ ? pattern_ : translate(pattern_);
  const auto pieces = piecesOf(words);
  if (!pieces || words.empty()) return english_;
  std::string result;
  for (const Piece& piece : *pieces) {
    result += piece.words;
    if (!piece.argument) continue;
    if (*piece.argument >= arguments_.size()) return english_;
    result += arguments_[*piece.argument].said(translate, decimalSign);
  }
  return result;
}

Sentence registryWords(const std::string& words) {
  Sentence result;
  result.english_ = result.pattern_ = words;
  return result;
}

Sentence joined(const std::vector<Sentence>& parts, const std::string& between) {
  Sentence result;
  for (const Sentence& part : parts) {
    if (&part != &parts.front()) {
      result.english_ += between;
      result.pattern_ += between;
    }
    result.english_ += part.english();
    result.pattern_ += "{}";
  }
  result.row_ = true;
  result.arguments_ = parts;
  return result;
}

}  // namespace hopscope

fmt::format_context::iterator fmt::formatter<hopscope::Sentence>::format(
    const hopscope::Sentence& sentence, fmt::format_context& context) const {
  return fmt::format_to(context.out(), "{}", sentence.english());
}
