// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "engine/core/ids.h"
#include "engine/simulation/parts_table.h"

namespace hopscope {

/// What the numbers of a statistic are.
enum class Measure : std::uint8_t {
  number,
  load,        ///< flits per terminal and cycle
  share,       ///< 0..1; in per cent on the screen
  cycles,      ///< of simulated time
  packets,     ///< how many
  watts,       ///< of all routers
  nanojoules,  ///< of a packet, or of all routers
  seconds      ///< of the wall clock: no two runs have the same
};

/// How a measure is written and shown.
struct MeasureWords {
  const char* unit;    ///< on the screen, behind the number; empty: none
  const char* suffix;  ///< of a window's column in CSV; empty: none
  double scale;        ///< of the number on the screen
};
const MeasureWords& wordsOf(Measure measure);

/// What several runs of a design say together. What does not exist (NaN) is passed over unless
/// stated.
enum class Pooling : std::uint8_t {
  first,         ///< all have the same: that of the first
  mean,          ///< of those runs that have it
  wholeMean,     ///< of all: none where one is missing, as parts would not add up
  weightedMean,  ///< by `with`; 0 where nothing weighs
  halfWidth,     ///< of the 95 % interval of `with` by Student's t
  sum,
  least,
  most,
  again  ///< `with`, of what is pooled
};

/// Where a project keeps it. What is not `later` is as old as the project's formats: new
/// statistics need no new format.
enum class Keeping : std::uint8_t {
  no,      ///< follows from others
  record,  ///< in the records of format 1, in the order of the table
  column,  ///< in a column of its own
  /// Under its own name: a window's or a router's as a series, a real number of a run as one of its
  /// values, a count of a run exactly, as a series of one.
  later
};

/// Where JSON has it: of a run's results in this order, with what is no statistic in between.
enum class InJson : std::uint8_t { no, first, afterClasses, afterTables };

/// On the screen, a figure stands where it says something.
enum class Presence : std::uint8_t { always, known, aboveZero };

/// A member of a record, through the structs it is a part of.
template <typename Record, typename Value>
struct MemberOf {
  const Value& (*get)(const Record&);
  Value& (*at)(Record&);
};

/// A value of a record: a member, or a number that follows from members.
template <typename Record>
struct StatisticValue {
  /// The value as a real number; NaN where there is none.
  double (*number)(const Record&) = nullptr;
  std::variant<std::monostate, MemberOf<Record, double>, MemberOf<Record, std::uint64_t>,
               MemberOf<Record, Cycle>, MemberOf<Record, std::optional<std::uint64_t>>>
      member;
};

template <auto first, auto... rest, typename Record>
constexpr auto& memberAt(Record& record) {
  if constexpr (sizeof...(rest) == 0)
    return record.*first;
  else
    return memberAt<rest...>(record.*first);
}

/// The member at the end of a path of members, of Record first.
template <typename Record, auto... path>
StatisticValue<Record> member() {
  using Kind = std::remove_reference_t<decltype(memberAt<path...>(std::declval<Record&>()))>;
  const auto number = [](const Record& record) {
    const Kind& value = memberAt<path...>(record);
    if constexpr (std::is_same_v<Kind, std::optional<std::uint64_t>>)
      return value ? static_cast<double>(*value) : std::numeric_limits<double>::quiet_NaN();
    else
      return static_cast<double>(value);
  };
  return {number, MemberOf<Record, Kind>{
                      [](const Record& record) -> const Kind& { return memberAt<path...>(record); },
                      [](Record& record) -> Kind& { return memberAt<path...>(record); }}};
}

/// One number that a record of results has, and all that is to be known about it. Its row in
/// window_statistics.cpp or run_statistics.cpp is the only place that says so.
template <typename Record>
struct Statistic {
  std::string name;  ///< in JSON; a point where one value is a part of another
  StatisticValue<Record> value;
  Measure measure = Measure::number;
  Pooling pooling = Pooling::mean;
  double (*with)(const Record&) = nullptr;  ///< see Pooling
  Keeping keeping = Keeping::later;
  std::string kept = {};  ///< its name in a project, where it is not made of `name`
  InJson json = InJson::first;
  /// Its place in the rows of tables (sweeps, classes) as CSV; 0: none. Tables of windows have all.
  int column = 0;
  std::string header = {};  ///< of the column, where it is not made of `name`

  // On the screen, of windows.
  const char* label = "";
  int goal = 0;                       ///< its place among what a run may be waited for; 0: none
  int figure = 0;                     ///< its place among the figures of a window; 0: none
  const char* figureLabel = nullptr;  ///< where it is another
  Presence presence = Presence::always;
  int decimals = 0;
  const PartWords* part = nullptr;  ///< the part of a whole that it is

  bool isMember() const { return value.member.index() > 0; }
  /// A member that counts, and is kept exactly.
  bool isCount() const {
    return std::holds_alternative<MemberOf<Record, std::uint64_t>>(value.member) ||
           std::holds_alternative<MemberOf<Record, std::optional<std::uint64_t>>>(value.member);
  }
  double of(const Record& record) const { return value.number(record); }
};

/// A row for each part of a table of parts: `row` with the part's name, member and place.
template <const auto& parts, auto whole, typename Record, std::size_t... each>
void addParts(std::vector<Statistic<Record>>& rows, const Statistic<Record>& row,
              std::index_sequence<each...> /*all*/) {
  const auto add = [&](std::size_t index, const StatisticValue<Record>& value) {
    const PartWords& words = parts[index].words;
    Statistic<Record> one = row;
    one.name += std::string(".") + words.name;
    if (!row.header.empty()) one.header += std::string("_") + words.name;
    if (!row.kept.empty()) one.kept += std::string("_") + words.name;
    if (row.column > 0) one.column += static_cast<int>(index);
    if (row.goal > 0) one.goal += words.place;
    one.value = value;
    one.part = &words;
    rows.push_back(std::move(one));
  };
  (add(each, member<Record, whole, parts[each].part>()), ...);
}

template <const auto& parts, auto whole, typename Record>
void addParts(std::vector<Statistic<Record>>& rows, const Statistic<Record>& row) {
  addParts<parts, whole>(rows, row, std::make_index_sequence<parts.size()>());
}

/// `name` with `mark` for its points.
inline std::string flatName(std::string name, char mark = '_') {
  for (char& character : name)
    if (character == '.') character = mark;
  return name;
}

/// Calls see(value) with the value as it is, whatever its type.
template <typename Record, typename See>
void seeValue(const Statistic<Record>& statistic, const Record& record, const See& see) {
  std::visit(
      [&](const auto& member) {
        if constexpr (std::is_same_v<std::decay_t<decltype(member)>, std::monostate>)
          see(statistic.value.number(record));
        else
          see(member.get(record));
      },
      statistic.value.member);
}

/// Calls fill(value&) with the member to be filled; not at all where there is none.
template <typename Record, typename Fill>
void fillValue(const Statistic<Record>& statistic, Record& record, const Fill& fill) {
  std::visit(
      [&](const auto& member) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(member)>, std::monostate>)
          fill(member.at(record));
      },
      statistic.value.member);
}

}  // namespace hopscope
