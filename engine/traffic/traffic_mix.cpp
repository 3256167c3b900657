// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/traffic/traffic_mix.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <system_error>

#include "engine/core/registry.h"
#include "engine/core/text.h"

namespace hopscope {
namespace {

constexpr double kLargestShare = 1e15;  ///< so that all of them add up to a number

Sentence asWritten() {
  return sentence(
      "Write it as \"web = 0.7 uniform; bulk = 0.3 hot_spot(share=0.5 targets=[0 5])\".");
}

bool isBlank(char c) {
  return c == ' ' || c == '\t' || c == ',';
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && isBlank(text.front())) text.remove_prefix(1);
  while (!text.empty() && isBlank(text.back())) text.remove_suffix(1);
  return text;
}

/// Takes what stands before the first of `ends` outside of brackets from the front of `text`.
std::string_view takeUntil(std::string_view& text, std::string_view ends) {
  std::size_t at = 0;
  int depth = 0;
  for (; at < text.size(); ++at) {
    if (depth == 0 && ends.find(text[at]) != std::string_view::npos) break;
    depth += text[at] == '[' ? 1 : text[at] == ']' ? -1 : 0;
  }
  const std::string_view taken = text.substr(0, at);
  text.remove_prefix(at);
  return taken;
}

template <typename Number>
std::optional<Number> readNumber(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Reads one class after the other.
class MixReader {
 public:
  ReadMix read(std::string_view text) {
    for (std::string_view rest = text; !trimmed(rest).empty();) {
      readPart(trimmed(takeUntil(rest, ";")));
      if (!rest.empty()) rest.remove_prefix(1);
    }
    if (mix_.parts.empty())
      refuse("traffic.parts", sentence("The mix has no classes."), sentence("Add one."));
    else if (mix_.parts.size() > kMostClasses)
      refuse("traffic.parts",
             sentence("The mix has {} classes; {} are the most.", mix_.parts.size(), kMostClasses),
             sentence("Remove some."));
    return std::move(mix_);
  }

 private:
  void refuse(std::string path, Sentence text, Sentence remedy) {
    mix_.issues.push_back({Severity::error, std::move(path), std::move(text), std::move(remedy)});
  }

  void readPart(std::string_view text) {
    const std::string place = mixPlace(mix_.parts.size());
    MixPart& part = mix_.parts.emplace_back();
    part.name = usualClassName(mix_.parts.size() - 1);
    if (const std::size_t equals = text.find('=');
        equals != std::string_view::npos && equals < text.find('(')) {
      part.name = std::string(trimmed(text.substr(0, equals)));
      text = trimmed(text.substr(equals + 1));
    }
    checkName(part, place);
    const std::string_view share = takeUntil(text, " \t,");
    if (const auto number = readNumber<double>(share)) {
      part.share = *number;
      if (!(part.share > 0 && part.share <= kLargestShare))
        refuse(place + ".share", sentence("A share cannot be {}.", clipped(std::string(share))),
               sentence("Shares are above 0. Only how they compare to each other counts."));
    } else {
      refuse(place,
             sentence("The share of \"{}\" cannot be read: \"{}\".", clipped(part.name),
                      clipped(std::string(share))),
             asWritten());
      return;
    }
    text = trimmed(text);
    part.pattern = std::string(trimmed(takeUntil(text, " \t,(")));
    readPattern(part, text, place);
  }

  void checkName(const MixPart& part, const std::string& place) {
    if (!isClassName(part.name))
      refuse(place + ".name", sentence("A class cannot be called \"{}\".", clipped(part.name)),
             classNameRule());
    for (const MixPart& other : mix_.parts)
      if (&other != &part && other.name == part.name)
        refuse(place + ".name", sentence("Two classes are called \"{}\".", clipped(part.name)),
               sentence("Give each a name of its own."));
  }

  void readPattern(MixPart& part, std::string_view text, const std::string& place) {
    const TrafficEntry* entry = trafficPatterns().find(part.pattern);
    if (entry == nullptr) {
      std::vector<std::string> names;
      for (const TrafficEntry& each : trafficPatterns())
        if (each.mixes) names.push_back(each.name);
      const std::string near = nearestName(part.pattern, names);
      refuse(place + ".pattern",
             sentence("There is no traffic pattern \"{}\".", clipped(part.pattern)),
             near.empty() ? Sentence() : sentence("Did you mean \"{}\"?", near));
    } else if (!entry->mixes) {
      refuse(place + ".pattern",
             sentence("{} cannot be a class of a mix.", registryWords(entry->label)),
             sentence("Choose another pattern for this class."));
    }
    text = trimmed(text);
    if (!text.empty() && text.front() == '(') {
      text.remove_prefix(1);
      std::string_view values = takeUntil(text, ")");
      if (text.empty()) return refuse(place, sentence("A bracket is not closed."), asWritten());
      text = trimmed(text.substr(1));
      while (!trimmed(values).empty() && entry != nullptr) {
        values = trimmed(values);
        const std::string_view name = trimmed(takeUntil(values, "="));
        if (!values.empty()) values.remove_prefix(1);
        values = trimmed(values);
        readValue(part, *entry, name, takeUntil(values, " \t,"), place);
      }
    }
    if (text.empty()) return;
    const std::string_view flits = takeUntil(text, " \t,");
    const auto number = readNumber<std::uint32_t>(flits);
    if (trimmed(text) != "flits")
      refuse(place, sentence("\"{}{}\" cannot be read.", flits, text), asWritten());
    else if (!number || *number < 1 || *number > kLongestClassPacket)
      refuse(place + ".flits", sentence("A packet size cannot be {}.", flits),
             sentence("Allowed: whole numbers from 1 to {} flits.", kLongestClassPacket));
    else
      part.flits = *number;
  }

  void readValue(MixPart& part, const TrafficEntry& entry, std::string_view name,
                 std::string_view text, const std::string& place) {
    const std::string path = fmt::format("{}.pattern.{}", place, name);
    const auto declared =
        std::find_if(entry.parameters.begin(), entry.parameters.end(),
                     [&](const Parameter& parameter) { return parameter.name == name; });
    if (declared == entry.parameters.end())
      return refuse(path, sentence("{} has no setting \"{}\".", registryWords(entry.label), name),
                    {});
    auto value = parseValue(*declared, text, path);
    if (auto* issue = std::get_if<Issue>(&value))
      mix_.issues.push_back(std::move(*issue));
    else
      part.values[declared->name] = std::get<Value>(std::move(value));
  }

  ReadMix mix_;
};

/// The text as parseMix reads it: without blanks where it is no list.
std::string valueText(const Value& value) {
  std::string text = toText(value);
  std::erase(text, ',');
  return text;
}

/// Draws a class for each packet, then its destination.
class Mix final : public TrafficPattern {
 public:
  explicit Mix(std::vector<TrafficClass> classes) : classes_(std::move(classes)) {
    double whole = 0;
    for (const TrafficClass& each : classes_) whole += each.share;
    for (TrafficClass& each : classes_) each.share /= whole;
  }

  const std::vector<TrafficClass>& classes() const override { return classes_; }

  bool silent(TerminalId terminal) const override {
    return std::all_of(classes_.begin(), classes_.end(), [terminal](const TrafficClass& each) {
      return each.pattern->silent(terminal);
    });
  }

  TerminalId destination(TerminalId source, Rng& rng) const override {
    double rest = rng.unit();
    for (const TrafficClass& each : classes_)
      if ((rest -= each.share) < 0) return each.pattern->destination(source, rng);
    return classes_.back().pattern->destination(source, rng);
  }

  void destinations(TerminalId source, std::vector<DestinationShare>& out) const override {
    const std::size_t first = out.size();
    double sent = 0;
    for (const TrafficClass& each : classes_) {
      const std::size_t before = out.size();
      each.pattern->destinations(source, out);
      for (std::size_t i = before; i < out.size(); ++i) out[i].share *= each.share;
      if (out.size() > before) sent += each.share;
    }
    // Classes that send nothing from here leave the others all of it.
    for (std::size_t i = first; i < out.size(); ++i) out[i].share /= sent;
  }

 private:
  std::vector<TrafficClass> classes_;
};

}  // namespace

std::string usualClassName(std::size_t index) {
  return fmt::format("class {}", index + 1);
}

bool isClassName(std::string_view name) {
  return !name.empty() && charactersOf(name).size() <= kLongestClassName && trimmed(name) == name &&
         name.find_first_of("=;()[]\n\r") == std::string_view::npos;
}

Sentence classNameRule() {
  return sentence("Names have 1 to {} characters, none of them = ; ( ) [ ].", kLongestClassName);
}

std::string mixPlace(std::size_t index) {
  return fmt::format("traffic.parts[{}]", index);
}

ReadMix parseMix(std::string_view text) {
  return MixReader().read(text);
}

std::string mixText(const std::vector<MixPart>& parts) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const MixPart& part = parts[i];
    if (i > 0) text += "; ";
    if (part.name != usualClassName(i)) text += part.name + " = ";
    text += fmt::format("{} {}", part.share, part.pattern);
    if (!part.values.empty()) {
      std::string values;
      for (const auto& [name, value] : part.values)
        values += fmt::format("{}{}={}", values.empty() ? "" : " ", name, valueText(value));
      text += fmt::format("({})", values);
    }
    if (part.flits != 0) text += fmt::format(" {} flits", part.flits);
  }
  return text;
}

std::unique_ptr<TrafficPattern> mixOf(std::vector<TrafficClass> classes) {
  return std::make_unique<Mix>(std::move(classes));
}

}  // namespace hopscope
