// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "engine/figures/figure.h"

namespace hopscope {
namespace {

std::optional<double> numberIn(const std::string& text) {
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc{} || read.ptr != text.data() + text.size()) return std::nullopt;
  return value;
}

/// "8" and "8.0" are one value.
bool same(const std::string& a, const std::string& b) {
  if (a == b) return true;
  const auto left = numberIn(a);
  const auto right = numberIn(b);
  return left && right && *left == *right;
}

bool includes(const Inputs& inputs, const Inputs& wanted) {
  return std::all_of(wanted.begin(), wanted.end(), [&](const TypedValue& each) {
    const std::string* text = inputNamed(inputs, each.first);
    return text != nullptr && same(*text, each.second);
  });
}

bool within(const Inputs& inputs, const std::vector<Where>& limits) {
  return std::all_of(limits.begin(), limits.end(), [&](const Where& where) {
    const std::string* text = inputNamed(inputs, where.name);
    const auto value = text == nullptr ? std::nullopt : numberIn(*text);
    return value && (!where.atLeast || *value >= *where.atLeast) &&
           (!where.atMost || *value <= *where.atMost);
  });
}

/// The inputs of a row that tell it from the others.
std::string placeOf(const FigureTable& table, const FigureRow& row) {
  std::string place;
  for (const std::string& axis : table.axes)
    if (const std::string* text = inputNamed(row.inputs, axis))
      place += fmt::format("{}{} = {}", place.empty() ? "" : ", ", axis, *text);
  return place;
}

/// The row with the inputs of `row`, but those of `to`.
const FigureRow* counterpart(const FigureTable& table, const FigureRow& row, const Inputs& to) {
  Inputs wanted;
  for (const auto& [name, text] : row.inputs) {
    const std::string* other = inputNamed(to, name);
    wanted.emplace_back(name, other == nullptr ? text : *other);
  }
  wanted.insert(wanted.end(), to.begin(), to.end());
  for (const FigureRow& each : table.rows)
    if (includes(each.inputs, wanted)) return &each;
  return nullptr;
}

/// The row before `row` on an axis: equal in all other inputs.
const FigureRow* before(const FigureTable& table, const FigureRow& row, const std::string& axis) {
  const FigureRow* previous = nullptr;
  for (const FigureRow& each : table.rows) {
    if (&each == &row) return previous;
    Inputs rest;
    for (const TypedValue& input : row.inputs)
      if (input.first != axis) rest.push_back(input);
    if (includes(each.inputs, rest)) previous = &each;
  }
  return nullptr;
}

const FigureTable* findTable(const std::vector<FigureTable>& tables, const std::string& part) {
  if (part.empty()) return tables.empty() ? nullptr : &tables.front();
  for (const FigureTable& table : tables)
    if (table.part == part) return &table;
  return nullptr;
}

std::string shown(double value) {
  return fmt::format("{:.6g}", value);
}

std::string limitsOf(const Check& check) {
  std::string text;
  const auto add = [&text](const char* word, const std::optional<double>& limit) {
    if (limit) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", word, shown(*limit));
  };
  add("above", check.above);
  add("below", check.below);
  add("at least", check.atLeast);
  add("at most", check.atMost);
  if (check.value) {
    const double slackHere = check.tolerance.amount;
    switch (check.tolerance.kind) {
      case Tolerance::Kind::absolute:
        text += fmt::format("{} ± {}", shown(*check.value), shown(slackHere));
        break;
      case Tolerance::Kind::relative:
        text += fmt::format("{} ± {} %", shown(*check.value), shown(100 * slackHere));
        break;
      case Tolerance::Kind::sigma:
        text += fmt::format("{} ± {} standard errors", shown(*check.value), shown(slackHere));
        break;
    }
  }
  return text;
}

/// By how much a number misses what is wanted; 0 where it does not, infinite where it is none.
double miss(const Check& check, double ours, double error) {
  if (!std::isfinite(ours)) return INFINITY;
  double worst = 0;
  const auto beyond = [&worst](bool broken, double distance) {
    if (broken) worst = std::max(worst, std::max(distance, 1e-300));
  };
  if (check.value) {
    const double distance = std::abs(ours - *check.value);
    const double allowed = slack(check.tolerance, *check.value, error);
    beyond(distance > allowed, distance - allowed);
  }
  if (check.above) beyond(!(ours > *check.above), *check.above - ours);
  if (check.below) beyond(!(ours < *check.below), ours - *check.below);
  if (check.atLeast) beyond(!(ours >= *check.atLeast), *check.atLeast - ours);
  if (check.atMost) beyond(!(ours <= *check.atMost), ours - *check.atMost);
  return worst;
}

std::string comparison(const Check& check) {
  std::string against;
  for (const auto& [name, text] : check.to)
    against += fmt::format("{}{} = {}", against.empty() ? "" : ", ", name, text);
  if (!check.along.empty()) against = "the " + check.along + " before";
  if (check.compare == Check::Compare::difference) return ", less that at " + against;
  return check.compare == Check::Compare::ratio ? ", as a multiple of that at " + against : "";
}

}  // namespace

const std::string* inputNamed(const Inputs& inputs, const std::string& name) {
  for (const auto& [key, text] : inputs)
    if (key == name) return &text;
  return nullptr;
}

double slack(const Tolerance& tolerance, double value, double error) {
  // Decimal fractions are not exact: 0.1 + 0.2 may miss 0.3 by that much.
  const double rounding = 1e-12 * std::abs(value);
  if (tolerance.kind == Tolerance::Kind::relative)
    return tolerance.amount * std::abs(value) + rounding;
  if (tolerance.kind == Tolerance::Kind::sigma) return tolerance.amount * error + rounding;
  return tolerance.amount + rounding;
}

Selected select(const Check& check, const std::vector<FigureTable>& tables) {
  Selected selected;
  const FigureTable* table = findTable(tables, check.part);
  if (table == nullptr) return selected;
  std::size_t column = 0;
  while (column < table->outputs.size() && table->outputs[column].name != check.quantity) ++column;
  if (column == table->outputs.size()) return selected;
  selected.output = &table->outputs[column];
  for (const FigureRow& row : table->rows) {
    if (!includes(row.inputs, check.at) || !within(row.inputs, check.where)) continue;
    Measured ours = row.numbers[column];
    if (check.compare != Check::Compare::value) {
      const FigureRow* other = check.along.empty() ? counterpart(*table, row, check.to)
                                                   : before(*table, row, check.along);
      if (other == nullptr) continue;  // the first of an axis has none before it
      const Measured there = other->numbers[column];
      if (check.compare == Check::Compare::difference)
        ours = {ours.value - there.value, std::hypot(ours.error, there.error)};
      else
        ours = {ours.value / there.value,
                std::hypot(ours.error / there.value,
                           ours.value * there.error / (there.value * there.value))};
    }
    selected.numbers.push_back(ours.value);
    selected.errors.push_back(ours.error);
    selected.places.push_back(placeOf(*table, row));
    selected.rows.push_back(&row);
  }
  return selected;
}

FigureFinding judge(const Check& check, const std::vector<FigureTable>& tables) {
  FigureFinding finding;
  finding.wanted = limitsOf(check);
  const Selected selected = select(check, tables);
  if (selected.output == nullptr || selected.numbers.empty()) {
    finding.what = check.quantity;
    finding.ours = NAN;
    finding.asPrinted = false;
    finding.reason = fmt::format("{}: no point is selected.", check.place);
    return finding;
  }
  std::size_t worst = 0;
  double worstMiss = -1;
  for (std::size_t i = 0; i < selected.numbers.size(); ++i) {
    const double missed = miss(check, selected.numbers[i], selected.errors[i]);
    if (missed > worstMiss) worst = i, worstMiss = missed;
  }
  const std::string place =
      selected.numbers.size() > 1
          ? fmt::format("{} points, worst at {}", selected.numbers.size(), selected.places[worst])
          : selected.places[worst];
  finding.what = selected.output->label + comparison(check) + (place.empty() ? "" : ": " + place);
  finding.unit = check.compare == Check::Compare::ratio ? "" : selected.output->unit;
  finding.ours = selected.numbers[worst];
  finding.agrees = worstMiss == 0;
  finding.printed = check.says;
  if (finding.printed.empty() && check.printed) finding.printed = shown(*check.printed);
  const bool meetsPrinted =
      !check.printed || std::abs(finding.ours - *check.printed) <=
                            slack(check.tolerance, *check.printed, selected.errors[worst]);
  finding.asPrinted = finding.agrees && meetsPrinted && !check.sourceErrs;
  // Of a number that nothing else is wanted for than the source's, the reason says why ours misses.
  const bool saysWhy = !check.reason.empty() && !check.sourceErrs && !check.printed;
  if (!finding.agrees)
    finding.reason = fmt::format("Wanted {}.{}{}", finding.wanted, saysWhy ? " " : "",
                                 saysWhy ? check.reason : "");
  else if (!finding.asPrinted)
    finding.reason = check.reason;
  return finding;
}

}  // namespace hopscope
