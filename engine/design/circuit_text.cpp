// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/circuit_text.h"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <optional>
#include <utility>

#include "engine/core/text.h"

namespace hopscope {
namespace {

constexpr std::size_t kMostConfigurations = 65'536;
constexpr std::uint64_t kMostCarried = 1'000'000'000'000;
/// Of all configurations together: as many as of the largest crossbar they may have.
constexpr std::uint64_t kMostLoadedPairs = 1 << 26;
/// Terminals that a refusal lists.
constexpr std::size_t kListedIds = 12;

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

/// Finds terminals by their ids, which drawn networks choose.
class IdIndex {
 public:
  explicit IdIndex(const std::vector<std::uint32_t>& ids) : ids_(ids) {}

  std::optional<std::uint32_t> find(std::uint64_t id) {
    if (id < ids_.size() && ids_[id] == id) return static_cast<std::uint32_t>(id);
    if (order_.empty()) {
      order_.resize(ids_.size());
      std::iota(order_.begin(), order_.end(), 0U);
      std::sort(order_.begin(), order_.end(),
                [&](std::uint32_t a, std::uint32_t b) { return ids_[a] < ids_[b]; });
    }
    const auto at =
        std::lower_bound(order_.begin(), order_.end(), id,
                         [&](std::uint32_t place, std::uint64_t of) { return ids_[place] < of; });
    if (at == order_.end() || ids_[*at] != id) return std::nullopt;
    return *at;
  }

  Sentence isNone(std::uint64_t id) const {
    const auto [least, most] = std::minmax_element(ids_.begin(), ids_.end());
    if (*most - *least + 1 == ids_.size())
      return sentence("There is no terminal {}: they are {} to {}.", id, *least, *most);
    std::string listed;
    for (std::size_t i = 0; i < std::min(ids_.size(), kListedIds); ++i)
      listed += (i == 0 ? "" : ", ") + std::to_string(ids_[i]);
    if (ids_.size() > kListedIds) listed += ", …";
    return sentence("There is no terminal {}: they are {}.", id, listed);
  }

 private:
  const std::vector<std::uint32_t>& ids_;
  std::vector<std::uint32_t> order_;  ///< places by id; empty until one is not at its own
};

/// Reads one text of configurations.
class ConfigurationReader {
 public:
  ConfigurationReader(std::uint32_t ports, std::uint32_t slots, const std::string& path)
      : ports_(ports), slots_(slots), path_(path) {}
  /// Of pairs of terminals with these ids, whatever is there at a time.
  ConfigurationReader(const std::vector<std::uint32_t>& ids, const std::string& path)
      : ports_(static_cast<std::uint32_t>(ids.size())),
        slots_(kMostConfigurations),
        path_(path),
        index_(ids) {}

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
      if (index_)
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
      if (!hasRoomFor(std::uint64_t{4} * ports_)) return;
      for (std::vector<PortPair>& pairs : torusConfigurations(ports_)) add(std::move(pairs), each);
      return;
    }
    if (text == "rotation") {
      for (std::uint32_t step = 1; step < ports_ && !issue_; ++step) {
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
    if (!hasRoomFor(1)) return;
    if (!index_) {
      pairs.push_back({static_cast<std::uint32_t>(*input), static_cast<std::uint32_t>(*output)});
      return;
    }
    const auto from = index_->find(*input), to = index_->find(*output);
    if (!from || !to)
      return refuse(index_->isNone(from ? *output : *input),
                    sentence("Name pairs of terminals that the network has."));
    pairs.push_back({*from, *to});
  }

  /// Refused where so many pairs more are too many, before memory is asked for them.
  bool hasRoomFor(std::uint64_t more) {
    const std::uint64_t most = index_ ? kMostNamedPairs : kMostLoadedPairs;
    named_ += more;
    if (named_ <= most) return true;
    if (index_)
      refuse(sentence("The text names more than {} pairs of terminals.", most),
             sentence("Name fewer, or write \"all\"."));
    else
      refuse(sentence("The text names more than {} pairs of ports.", most),
             sentence("Name fewer."));
    return false;
  }

  void addShift(std::uint32_t step, std::vector<PortPair>& pairs) {
    if (!hasRoomFor(ports_)) return;
    for (std::uint32_t input = 0; input < ports_; ++input)
      pairs.push_back({input, (input + step) % ports_});
  }

  void add(std::vector<PortPair> pairs, std::uint64_t each) {
    if (issue_) return;
    if (pairs.empty())
      return refuse(sentence("Configuration {} has no circuit.", all_.size()),
                    sentence("Remove it, or a \";\" too many."));
    if (!index_) {
      Issues found = checkConfiguration(pairs, ports_, path_);
      if (!found.empty()) {
        issue_ = std::move(found.front());
        return;
      }
    }
    const std::uint64_t flits = each * pairs.size();
    all_.push_back({std::move(pairs), flits});
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
  std::optional<IdIndex> index_;  ///< of pairs of terminals
  std::uint64_t named_ = 0;       ///< pairs of all configurations so far
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
                                                      const std::vector<std::uint32_t>& ids,
                                                      const std::string& path) {
  auto read = ConfigurationReader(ids, path).read(text);
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
