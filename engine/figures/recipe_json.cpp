// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/core/text.h"
#include "engine/design/json_screen.h"
#include "engine/figures/computation.h"
#include "engine/figures/recipe.h"

namespace hopscope {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kSchema = "hopscope.recipe/1";

/// An object of the document with its place; says what is missing, of another kind, or unknown.
class Reader {
 public:
  Reader(const Json& json, std::string path, Issues& issues)
      : json_(json), path_(std::move(path)), issues_(issues) {
    if (!json.is_object()) refuse("", sentence("An object is needed here."));
  }

  std::string at(const std::string& key) const {
    if (key.empty()) return path_.empty() ? "recipe" : path_;
    return path_.empty() ? key : path_ + '.' + key;
  }
  void refuse(const std::string& key, Sentence text, Sentence remedy = {}) const {
    issues_.push_back({Severity::error, at(key), std::move(text), std::move(remedy)});
  }

  /// The member of that name, or nullptr; from now on the name is known here.
  const Json* find(const std::string& key) {
    known_.push_back(key);
    if (!json_.is_object()) return nullptr;
    const auto found = json_.find(key);
    return found == json_.end() ? nullptr : &*found;
  }

  std::string text(const std::string& key, bool needed = false) {
    const Json* member = find(key);
    if (member != nullptr && member->is_string() && !member->get<std::string>().empty())
      return member->get<std::string>();
    if (member != nullptr || needed) refuse(key, sentence("Words are needed here."));
    return {};
  }
  std::optional<double> number(const std::string& key) {
    const Json* member = find(key);
    if (member == nullptr) return std::nullopt;
    if (member->is_number()) return member->get<double>();
    refuse(key, sentence("A number is needed here."));
    return std::nullopt;
  }
  bool flag(const std::string& key) {
    const Json* member = find(key);
    if (member != nullptr && !member->is_boolean())
      refuse(key, sentence("Allowed: true or false."));
    return member != nullptr && member->is_boolean() && member->get<bool>();
  }
  /// The index of the word among `words`, the first where it is absent.
  std::size_t word(const std::string& key, const std::vector<std::string>& words) {
    const Json* member = find(key);
    for (std::size_t i = 0; i < words.size(); ++i)
      if (member == nullptr || (member->is_string() && member->get<std::string>() == words[i]))
        return i;
    refuse(key, sentence("This word is not known here."),
           sentence("Allowed: {}.", fmt::join(words, ", ")));
    return 0;
  }
  /// A list, empty where it is absent.
  const Json& list(const std::string& key, bool needed = false) {
    static const Json none = Json::array();
    const Json* member = find(key);
    if (member != nullptr && member->is_array() && !(needed && member->empty())) return *member;
    if (member != nullptr || needed) refuse(key, sentence("A list is needed here."));
    return none;
  }
  /// Names and values; numbers, words, true and false, and lists of whole numbers.
  Inputs inputs(const std::string& key) {
    const Json* member = find(key);
    Inputs result;
    if (member == nullptr) return result;
    if (!member->is_object()) {
      refuse(key, sentence("An object with names and values is needed here."));
      return result;
    }
    for (const auto& [name, value] : member->items())
      if (auto typed = asTyped(value))
        result.emplace_back(name, std::move(*typed));
      else
        refuse(fmt::format("{}.{}", key, name),
               sentence("A number, a word or a list of numbers is needed here."));
    return result;
  }

  /// Refuses members that nobody asked for.
  void onlyKnown() {
    if (!json_.is_object()) return;
    for (const auto& [key, value] : json_.items())
      if (std::find(known_.begin(), known_.end(), key) == known_.end()) {
        const std::string nearest = nearestName(key, known_);
        refuse(clipped(key), sentence("There is no such key here."),
               nearest.empty() ? sentence("Known: {}.", fmt::join(known_, ", "))
                               : sentence("Did you mean \"{}\"?", nearest));
      }
  }

  static std::optional<std::string> asTyped(const Json& value) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_number() || value.is_boolean()) return value.dump();
    if (!value.is_array()) return std::nullopt;
    for (const Json& item : value)
      if (!item.is_number_integer()) return std::nullopt;
    return value.dump();
  }

 private:
  const Json& json_;
  std::string path_;
  Issues& issues_;
  std::vector<std::string> known_;
};

std::string member(const std::string& path, std::size_t index) {
  return fmt::format("{}[{}]", path, index);
}

RecipeAxis readAxis(const Json& json, const std::string& path, Issues& issues) {
  Reader reader(json, path, issues);
  RecipeAxis axis;
  axis.name = reader.text("name", true);
  for (const Json& value : reader.list("values"))
    if (auto typed = Reader::asTyped(value))
      axis.steps.push_back({{axis.name, std::move(*typed)}});
    else
      reader.refuse("values", sentence("Numbers, words or lists of numbers are needed here."));
  const Json& points = reader.list("points");
  for (std::size_t i = 0; i < points.size(); ++i) {
    // A point is an object of its own; `of` only gives it the name that inputs() asks for.
    const Json of = {{"point", points[i]}};
    axis.steps.push_back(Reader(of, reader.at(member("points", i)), issues).inputs("point"));
  }
  const auto from = reader.number("from");
  const auto to = reader.number("to");
  const auto step = reader.number("step");
  if (from || to || step) {
    const double steps = from && to && step && *step > 0 ? (*to - *from) / *step : -1;
    if (steps < 0 || steps > 10'000)
      reader.refuse("step",
                    sentence("An axis from a first to a last number needs a step between them."),
                    sentence("Give from, to and step; at most 10,000 steps."));
    else
      for (int i = 0; i <= static_cast<int>(std::floor(steps + 1e-9)); ++i)
        axis.steps.push_back({{axis.name, fmt::format("{:.12g}", *from + i * *step)}});
  }
  if (axis.steps.empty()) reader.refuse("", sentence("The axis has no values."));
  reader.onlyKnown();
  return axis;
}

std::vector<RecipeAxis> readAxes(Reader& reader, Issues& issues) {
  std::vector<RecipeAxis> axes;
  const Json& list = reader.list("axes");
  for (std::size_t i = 0; i < list.size(); ++i)
    axes.push_back(readAxis(list[i], member(reader.at("axes"), i), issues));
  return axes;
}

RecipePart readPart(const Json& json, const std::string& path, Issues& issues) {
  Reader reader(json, path, issues);
  RecipePart part;
  part.name = reader.text("name");
  part.compute = reader.text("compute", true);
  part.inputs = reader.inputs("inputs");
  part.axes = readAxes(reader, issues);
  if (const Json* quick = reader.find("quick")) {
    Reader inner(*quick, reader.at("quick"), issues);
    part.quickInputs = inner.inputs("inputs");
    part.quickAxes = readAxes(inner, issues);
    inner.onlyKnown();
  }
  reader.onlyKnown();
  if (!part.compute.empty() && !findComputation(part.compute)) {
    std::vector<std::string> names;
    for (const Computation& each : computations()) names.push_back(each.name);
    for (const Model& each : models()) names.push_back("model." + each.name);
    const std::string nearest = nearestName(part.compute, names);
    reader.refuse("compute", sentence("There is no such computation."),
                  nearest.empty() ? sentence("\"hopscope-cli model\" lists the models.")
                                  : sentence("Did you mean \"{}\"?", nearest));
  }
  return part;
}

Tolerance readTolerance(Reader& reader) {
  Tolerance tolerance;
  int given = 0;
  const auto read = [&](const char* key, Tolerance::Kind kind) {
    if (const auto amount = reader.number(key)) {
      if (*amount < 0) reader.refuse(key, sentence("A tolerance is not below 0."));
      tolerance = {kind, *amount};
      ++given;
    }
  };
  read("absolute", Tolerance::Kind::absolute);
  read("relative", Tolerance::Kind::relative);
  read("sigma", Tolerance::Kind::sigma);
  if (given > 1)
    reader.refuse("", sentence("One tolerance is enough: absolute, relative or sigma."));
  return tolerance;
}

/// One entry of `expected`: a check, or one for each of its `values`.
void readExpected(const Json& json, const std::string& path, Recipe& recipe, Issues& issues) {
  Reader reader(json, path, issues);
  Check check;
  check.place = path;
  check.part = reader.text("part");
  check.quantity = reader.text("quantity", true);
  check.at = reader.inputs("at");
  const Json& limits = reader.list("where");
  for (std::size_t i = 0; i < limits.size(); ++i) {
    Reader inner(limits[i], member(reader.at("where"), i), issues);
    check.where.push_back(
        {inner.text("name", true), inner.number("at_least"), inner.number("at_most")});
    inner.onlyKnown();
  }
  check.compare =
      static_cast<Check::Compare>(reader.word("compare", {"value", "difference", "ratio"}));
  check.to = reader.inputs("to");
  check.along = reader.text("along");
  const bool other = !check.to.empty() || !check.along.empty();
  if (other != (check.compare != Check::Compare::value))
    reader.refuse("compare",
                  sentence("A difference or a ratio needs \"to\" or \"along\", and only they do."));
  check.value = reader.number("value");
  check.tolerance = readTolerance(reader);
  check.above = reader.number("above");
  check.below = reader.number("below");
  check.atLeast = reader.number("at_least");
  check.atMost = reader.number("at_most");
  check.printed = reader.number("printed");
  check.says = reader.text("says");
  check.reason = reader.text("reason");
  check.sourceErrs = reader.flag("source_errs");
  if ((check.printed || check.sourceErrs) && check.reason.empty())
    reader.refuse("reason", sentence("Where the source has another number, the reason is needed."));
  const std::size_t mode = reader.word("mode", {"both", "quick", "full"});
  check.inQuick = mode != 2;
  check.inFull = mode != 1;
  const std::string each = reader.text("each");
  const Json& values = reader.list("values");
  reader.onlyKnown();
  const bool limited = check.above || check.below || check.atLeast || check.atMost;
  if (values.empty() != each.empty())
    reader.refuse("each", sentence("\"each\" names the input of the pairs in \"values\"."));
  if (static_cast<int>(check.value.has_value()) + static_cast<int>(limited) +
          static_cast<int>(!values.empty()) !=
      1)
    reader.refuse("", sentence("A check has a value, values or limits."),
                  sentence("Limits: above, below, at_least, at_most."));
  if (values.empty()) {
    recipe.expected.push_back(check);
    return;
  }
  for (const Json& pair : values) {
    if (!pair.is_array() || pair.size() != 2 || !Reader::asTyped(pair[0]) || !pair[1].is_number()) {
      reader.refuse("values",
                    sentence("Pairs of an input and a number are needed here: [[11, 19.0], …]."));
      return;
    }
    Check one = check;
    one.at.emplace_back(each, *Reader::asTyped(pair[0]));
    one.value = pair[1].get<double>();
    recipe.expected.push_back(std::move(one));
  }
}

RecipePlot readPlot(const Json& json, Issues& issues) {
  Reader reader(json, "plot", issues);
  RecipePlot plot;
  plot.part = reader.text("part");
  plot.x = reader.text("x", true);
  for (const Json& name : reader.list("quantities", true))
    if (name.is_string())
      plot.quantities.push_back(name.get<std::string>());
    else
      reader.refuse("quantities", sentence("Names of outputs are needed here."));
  plot.xTitle = reader.text("x_title", true);
  plot.yTitle = reader.text("y_title", true);
  plot.logX = reader.flag("log_x");
  plot.logY = reader.flag("log_y");
  reader.onlyKnown();
  return plot;
}

/// Names that must mean something in the recipe itself: parts and outputs.
void checkNames(const Recipe& recipe, Issues& issues) {
  const auto refuse = [&](const std::string& path, const Sentence& text) {
    issues.push_back({Severity::error, path, text});
  };
  std::set<std::string> parts;
  for (const RecipePart& part : recipe.parts)
    if (!parts.insert(part.name).second) refuse("parts", sentence("Parts need different names."));
  const auto hasOutput = [&](const std::string& name, const std::string& quantity) {
    for (const RecipePart& part : recipe.parts) {
      if (!name.empty() && part.name != name) continue;
      const auto computation = findComputation(part.compute);
      if (!computation) return true;  // said before
      for (const ModelOutput& output : computation->outputs)
        if (output.name == quantity) return true;
      return false;
    }
    return false;
  };
  for (const Check& check : recipe.expected) {
    if (check.part.empty() && recipe.parts.size() > 1)
      refuse(check.place + ".part", sentence("The recipe has several parts: which one is meant?"));
    else if (!hasOutput(check.part, check.quantity))
      refuse(check.place + ".quantity",
             sentence("The computation gives no \"{}\".", clipped(check.quantity)));
  }
  if (recipe.plot)
    for (const std::string& quantity : recipe.plot->quantities)
      if (!hasOutput(recipe.plot->part, quantity))
        refuse("plot.quantities", sentence("The computation gives no \"{}\".", clipped(quantity)));
}

Recipe readRecipe(const Json& json, Issues& issues) {
  Reader reader(json, "", issues);
  Recipe recipe;
  if (reader.text("schema", true) != kSchema)
    reader.refuse("schema", sentence("This is no recipe that is known here."),
                  sentence("Write \"{}\".", kSchema));
  for (const Json& id : reader.list("ids", true))
    if (id.is_string() && id.get<std::string>().find('/') == 3)
      recipe.ids.push_back(id.get<std::string>());
    else
      reader.refuse("ids", sentence("Ids are needed here, such as \"000/R-51\"."));
  recipe.title = reader.text("title", true);
  recipe.source = reader.text("source", true);
  recipe.tag = static_cast<RecipeTag>(reader.word("tag", {"stated", "derived", "proposed"}));
  recipe.errata = reader.text("errata");
  const Json& parts = reader.list("parts", true);
  for (std::size_t i = 0; i < parts.size(); ++i)
    recipe.parts.push_back(readPart(parts[i], member("parts", i), issues));
  const Json& expected = reader.list("expected", true);
  for (std::size_t i = 0; i < expected.size(); ++i)
    readExpected(expected[i], member("expected", i), recipe, issues);
  if (const Json* plot = reader.find("plot")) recipe.plot = readPlot(*plot, issues);
  reader.onlyKnown();
  if (issues.empty()) checkNames(recipe, issues);
  return recipe;
}

}  // namespace

ParsedRecipe parseRecipe(std::string_view json) {
  ParsedRecipe parsed;
  parsed.issues = screenJson(json);
  if (!parsed.issues.empty()) return parsed;
  const Json document = Json::parse(json, nullptr, false);
  if (document.is_discarded())
    parsed.issues.push_back({Severity::error, "recipe", sentence("This is not JSON.")});
  else
    parsed.recipe = readRecipe(document, parsed.issues);
  return parsed;
}

std::string_view nameOf(RecipeTag tag) {
  switch (tag) {
    case RecipeTag::stated:
      return "stated";
    case RecipeTag::derived:
      return "derived";
    case RecipeTag::proposed:
      break;
  }
  return "proposed";
}

}  // namespace hopscope
