// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/circuit_text.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "engine/core/text.h"

namespace hopscope {
namespace {

constexpr std::size_t kMostConfigurations = 65'536;
constexpr std::uint64_t kMostCarried = 1'000'000'000'000;

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

std::optional<std::uint64_t> numberIn(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Reads one text of configurations.
class ConfigurationReader {
 public:
  ConfigurationReader(std::uint32_t ports, std::uint32_t slots, const std::string& path)
      : ports_(ports), slots_(slots), path_(path) {}
  /// Of pairs of terminals, whatever is there at a time.
  ConfigurationReader(std::uint32_t terminals, const std::string& path)
      : ports_(terminals), slots_(kMostConfigurations), path_(path), pairsAlone_(true) {}

  std::variant<std::vector<LoadedConfiguration>, Issue> read(std::string_view text) {
    if (trimmed(text).empty()) return std::vector<LoadedConfiguration>{};
    while (!issue_) {
      const std::size_t end = text.find(';');
      readOne(trimmed(text.substr(0, end)));
      if (end == std::string_view::npos) break;
      text.remove_prefix(end + 1);
    }
    if (!issue_) checkNumber();
    if (issue_) return *issue_;
    return std::move(all_);
  }

 private:
  void refuse(Sentence text, Sentence remedy) {
    if (!issue_) issue_ = Issue{Severity::error, path_, std::move(text), std::move(remedy)};
  }

  void readOne(std::string_view text) {
    std::uint64_t each = 0;
    if (const std::size_t star = text.find('*'); star != std::string_view::npos) {
      if (pairsAlone_)
        return refuse(
            sentence("\"{}\" tells a number of flits, which is not asked for.", clipped(text)),
            sentence("Leave out what stands behind the pairs, from \"*\" on."));
      const auto flits = numberIn(trimmed(text.substr(star + 1)));
      if (!flits || *flits == 0 || *flits > kMostCarried)
        return refuse(sentence("\"{}\" says no number of flits.", clipped(text)),
                      sentence("Write \"0>1 * 16\"."));
      each = *flits;
      text = trimmed(text.substr(0, star));
    }
    if (all_.size() >= kMostConfigurations)
      return refuse(sentence("There are more than {} configurations.", kMostConfigurations), {});
    if (text == "torus") {
      if (ports_ < 4)
        return refuse(sentence("A torus has neighbours from 4 ports on."),
                      sentence("Choose more ports."));
      for (std::vector<PortPair>& pairs : torusConfigurations(ports_)) add(std::move(pairs), each);
      return;
    }
    if (text == "rotation") {
      for (std::uint32_t step = 1; step < ports_; ++step) {
        std::vector<PortPair> pairs;
        addShift(step, pairs);
        add(std::move(pairs), each);
      }
      return;
    }
    std::vector<PortPair> pairs;
    while (!text.empty() && !issue_) {
      const std::size_t end = std::min(text.find_first_of(" \t\r\n,"), text.size());
      readPairs(text.substr(0, end), pairs);
      text = trimmed(text.substr(end == text.size() ? end : end + 1));
    }
    add(std::move(pairs), each);
  }

  void readPairs(std::string_view word, std::vector<PortPair>& pairs) {
    if (word.empty()) return;
    const Sentence remedy =
        sentence("Write \"0>3\", \"self+1\", \"self-1\", \"torus\" or \"rotation\".");
    if (word.substr(0, 4) == "self" && word.size() > 5 && (word[4] == '+' || word[4] == '-')) {
      const auto offset = numberIn(word.substr(5));
      if (!offset) return refuse(sentence("\"{}\" cannot be read.", clipped(word)), remedy);
      const auto step = static_cast<std::uint32_t>(*offset % ports_);
      return addShift(word[4] == '+' ? step : ports_ - step, pairs);
    }
    const std::size_t arrow = word.find('>');
    const auto input = numberIn(word.substr(0, arrow));
    const auto output =
        arrow == std::string_view::npos ? std::nullopt : numberIn(word.substr(arrow + 1));
    if (!input || !output || *input >= kNone || *output >= kNone)
      return refuse(sentence("\"{}\" cannot be read.", clipped(word)), remedy);
    pairs.push_back({static_cast<std::uint32_t>(*input), static_cast<std::uint32_t>(*output)});
  }

  void addShift(std::uint32_t step, std::vector<PortPair>& pairs) const {
    for (std::uint32_t input = 0; input < ports_; ++input)
      pairs.push_back({input, (input + step) % ports_});
  }

  void add(std::vector<PortPair> pairs, std::uint64_t each) {
    if (issue_) return;
    if (pairs.empty())
      return refuse(sentence("Configuration {} has no circuit.", all_.size()),
                    sentence("Remove it, or a \";\" too many."));
    Issues found = pairsAlone_ ? checkTerminals(pairs) : checkConfiguration(pairs, ports_, path_);
    if (!found.empty()) {
      issue_ = std::move(found.front());
      return;
    }
    const std::uint64_t flits = each * pairs.size();
    all_.push_back({std::move(pairs), flits});
  }

  Issues checkTerminals(const std::vector<PortPair>& pairs) const {
    for (const PortPair& pair : pairs)
      if (std::max(pair.input, pair.output) >= ports_)
        return {{Severity::error, path_,
                 sentence("There is no terminal {}: they are 0 to {}.",
                          std::max(pair.input, pair.output), ports_ - 1),
                 sentence("Name pairs of terminals that the network has.")}};
    return {};
  }

  void checkNumber() {
    if (all_.size() <= slots_) return;
    for (const LoadedConfiguration& each : all_)
      if (each.flits == 0)
        return refuse(
            sentence("There are {} configurations for {} slots.", all_.size(), slots_),
            sentence("Load {} at the most, or say how many flits each carries until the next one "
                     "takes its slot: \"0>1 * 16\".",
                     slots_));
    if (slots_ == 0)
      refuse(sentence("There is no slot to load a configuration into."),
             sentence("Allow slots of circuits (switch.slots)."));
  }

  std::uint32_t ports_, slots_;
  const std::string& path_;
  bool pairsAlone_ = false;
  std::vector<LoadedConfiguration> all_;
  std::optional<Issue> issue_;
};

}  // namespace

std::variant<std::vector<LoadedConfiguration>, Issue> parseConfigurations(std::string_view text,
                                                                          std::uint32_t ports,
                                                                          std::uint32_t slots,
                                                                          const std::string& path) {
  return ConfigurationReader(ports, slots, path).read(text);
}

std::variant<std::vector<PortPair>, Issue> parsePairs(std::string_view text,
                                                      std::uint32_t terminals,
                                                      const std::string& path) {
  auto read = ConfigurationReader(terminals, path).read(text);
  if (auto* issue = std::get_if<Issue>(&read)) return std::move(*issue);
  std::vector<PortPair> pairs;
  for (const LoadedConfiguration& each : std::get<std::vector<LoadedConfiguration>>(read))
    pairs.insert(pairs.end(), each.pairs.begin(), each.pairs.end());
  const auto key = [](const PortPair& pair) { return std::pair(pair.input, pair.output); };
  std::sort(pairs.begin(), pairs.end(),
            [&](const PortPair& a, const PortPair& b) { return key(a) < key(b); });
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

std::vector<std::vector<PortPair>> torusConfigurations(std::uint32_t ports) {
  std::uint32_t height = 1;
  for (std::uint32_t rows = 1; rows * rows <= ports; ++rows)
    if (ports % rows == 0) height = rows;
  const std::uint32_t width = ports / height;
  std::vector<std::vector<PortPair>> directions(4);
  for (std::uint32_t port = 0; port < ports; ++port) {
    const std::uint32_t x = port % width, y = port / width;
    directions[0].push_back({port, y * width + (x + 1) % width});
    directions[1].push_back({port, y * width + (x + width - 1) % width});
    directions[2].push_back({port, (y + 1) % height * width + x});
    directions[3].push_back({port, (y + height - 1) % height * width + x});
  }
  return directions;
}

}  // namespace hopscope
