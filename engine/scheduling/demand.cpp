// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/scheduling/demand.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/core/decimal.h"
#include "engine/core/text.h"

namespace hopscope {
namespace {

/// All numbers of a demand add up to less.
constexpr std::int64_t kMostDemand = std::int64_t{1} << 53;
constexpr int kMostDecimals = 9;

struct Line {
  std::size_t number = 0;
  std::vector<Decimal> numbers;
};

bool isGap(char c) {
  return c == ',' || c == ';' || c == '\t' || c == ' ' || c == '\r';
}

Issue wrong(const std::string& file, std::size_t line, Sentence text, Sentence remedy = {}) {
  return {Severity::error, fmt::format("{}:{}", file, line), std::move(text), std::move(remedy)};
}

std::variant<Line, Issue> readLine(std::string_view text, std::size_t number,
                                   const std::string& file) {
  Line line{number, {}};
  text = text.substr(0, text.find('#'));
  for (std::size_t at = 0; at < text.size();) {
    if (isGap(text[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && !isGap(text[end])) ++end;
    const std::string word(text.substr(at, end - at));
    auto read = readDecimal(word);
    if (!read)
      return wrong(file, number, sentence("\"{}\" is no number.", clipped(word)),
                   sentence("Each line is a row of numbers of 0 or more."));
    if (read->digits < 0)
      return wrong(file, number, sentence("A demand of {} is below 0.", clipped(word)),
                   sentence("Give 0 where there is none."));
    // Trailing zeros are no decimals; those of 0 mean nothing at all.
    while (read->exponent < 0 && read->digits % 10 == 0) {
      read->exponent = read->digits == 0 ? 0 : read->exponent + 1;
      read->digits /= 10;
    }
    if (read->digits == 0) read->exponent = 0;
    if (read->exponent < -kMostDecimals)
      return wrong(file, number, sentence("{} has too many decimals.", clipped(word)),
                   sentence("At most nine are possible."));
    line.numbers.push_back(*read);
    if (line.numbers.size() > kMostDemandPorts)
      return wrong(file, number, sentence("The row has more than {} numbers.", kMostDemandPorts),
                   sentence("A crossbar of at most {} ports is possible.", kMostDemandPorts));
    at = end;
  }
  return line;
}

/// The number in units of 10^-decimals; nothing where it is too large.
std::optional<std::int64_t> scaled(const Decimal& number, int decimals) {
  std::int64_t value = number.digits;
  for (int i = number.exponent + decimals; i > 0 && value > 0; --i) {
    value *= 10;
    if (value > kMostDemand) return std::nullopt;
  }
  return value <= kMostDemand ? std::optional(value) : std::nullopt;
}

std::variant<Demand, Issue> assemble(const std::vector<Line>& lines, const std::string& file) {
  Demand demand;
  demand.ports = static_cast<std::uint32_t>(lines.size());
  for (const Line& line : lines) {
    if (line.numbers.size() != lines.size())
      return wrong(file, line.number,
                   sentence("Numbers in this row: {}; rows of the table: {}.", line.numbers.size(),
                            lines.size()),
                   sentence("A demand is square: a row and a column for each port."));
    for (const Decimal& number : line.numbers)
      demand.decimals = std::max(demand.decimals, -number.exponent);
  }
  demand.cells.reserve(lines.size() * lines.size());
  std::int64_t total = 0;
  for (const Line& line : lines)
    for (const Decimal& number : line.numbers) {
      const auto value = scaled(number, demand.decimals);
      if (value) total += *value;
      if (!value || total > kMostDemand)
        return wrong(file, line.number, sentence("The demand is too large."),
                     sentence("In units of the last decimal, all of it stays below 2^53."));
      demand.cells.push_back(*value);
    }
  return demand;
}

}  // namespace

std::int64_t Demand::total() const {
  std::int64_t sum = 0;
  for (const std::int64_t cell : cells) sum += cell;
  return sum;
}

std::int64_t Demand::largestSum() const {
  std::int64_t largest = 0;
  std::vector<std::int64_t> columns(ports, 0);
  for (std::uint32_t input = 0; input < ports; ++input) {
    std::int64_t row = 0;
    for (std::uint32_t output = 0; output < ports; ++output) {
      row += at(input, output);
      columns[output] += at(input, output);
    }
    largest = std::max(largest, row);
  }
  for (const std::int64_t column : columns) largest = std::max(largest, column);
  return largest;
}

std::uint64_t Demand::pairs() const {
  return static_cast<std::uint64_t>(
      std::count_if(cells.begin(), cells.end(), [](std::int64_t cell) { return cell > 0; }));
}

std::variant<Demand, Issue> readDemand(std::string_view text, const std::string& file) {
  std::vector<Line> lines;
  std::size_t number = 0;
  for (std::size_t at = 0; at < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    auto line = readLine(text.substr(at, end - at), number + 1, file);
    if (auto* issue = std::get_if<Issue>(&line)) return std::move(*issue);
    if (!std::get<Line>(line).numbers.empty()) lines.push_back(std::move(std::get<Line>(line)));
    if (lines.size() > kMostDemandPorts)
      return wrong(file, number + 1, sentence("The table has more than {} rows.", kMostDemandPorts),
                   sentence("A crossbar of at most {} ports is possible.", kMostDemandPorts));
    at = end + 1;
  }
  if (lines.empty())
    return Issue{Severity::error, file, sentence("The file has no numbers."),
                 sentence("Give a square table: what each port has for each port.")};
  return assemble(lines, file);
}

Demand stuffed(const Demand& demand) {
  Demand full = demand;
  const std::int64_t sum = demand.largestSum();
  std::vector<std::int64_t> rows(demand.ports, sum), columns(demand.ports, sum);  // still missing
  for (std::uint32_t input = 0; input < demand.ports; ++input)
    for (std::uint32_t output = 0; output < demand.ports; ++output) {
      rows[input] -= demand.at(input, output);
      columns[output] -= demand.at(input, output);
    }
  for (const bool demanded : {true, false})
    for (std::uint32_t input = 0; input < demand.ports; ++input)
      for (std::uint32_t output = 0; output < demand.ports; ++output) {
        if ((demand.at(input, output) > 0) != demanded) continue;
        const std::int64_t more = std::min(rows[input], columns[output]);
        full.at(input, output) += more;
        rows[input] -= more;
        columns[output] -= more;
      }
  return full;
}

}  // namespace hopscope
