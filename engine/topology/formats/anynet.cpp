// SPDX-License-Identifier: GPL-3.0-or-later
// The network files of BookSim 2 (anynet.cpp of its sources says what they mean). A line names a
// router or a node and what it is connected to: "router 0 node 0 node 1 5 router 1 15". A number
// after an id is that channel's latency, 1 where there is none. Between routers it is the latency
// from the line's router to the other; the way back has the latency that another line gives it, or
// 1. A node's latency holds both ways. Naming a channel again starts anew with 1.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <utility>

#include "engine/core/ids.h"
#include "engine/core/text.h"
#include "engine/topology/formats/formats.h"
#include "engine/topology/generator.h"

namespace hopscope::formats {
namespace {

constexpr std::size_t kMostChannels = 2 * kMaxFileLinks;

class AnynetReader {
 public:
  ReadNetwork read(std::string_view text) {
    while (!text.empty() && !error_) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      ++line_;
      readLine(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (!error_ && routers_.empty())
      error_ = Issue{Severity::error, "", sentence("The file has no routers."),
                     sentence("At least one is needed.")};
    if (error_) return {{}, {std::move(*error_)}};
    return finish();
  }

 private:
  enum class Part : std::uint8_t { router, node };
  struct Plug {
    std::uint32_t router = 0;
    std::int64_t latency = 1;
  };

  void refuse(Sentence text, Sentence remedy) {
    if (!error_) error_ = errorAt(line_, std::move(text), std::move(remedy));
  }

  std::string_view nextWord() {
    const char* kBlank = " \t\r\v\f";
    rest_.remove_prefix(std::min(rest_.find_first_not_of(kBlank), rest_.size()));
    const std::string_view word = rest_.substr(0, rest_.find_first_of(kBlank));
    rest_.remove_prefix(word.size());
    return word;
  }

  std::optional<Part> partIn(std::string_view word) {
    if (word == "router") return Part::router;
    if (word == "node") return Part::node;
    return {};
  }

  std::optional<std::uint32_t> readId(Part part) {
    const std::string_view word = nextWord();
    std::uint32_t id = 0;
    const auto read = std::from_chars(word.data(), word.data() + word.size(), id);
    if (!word.empty() && read.ec == std::errc{} && read.ptr == word.data() + word.size() &&
        id < kNone)
      return id;
    const char* name = part == Part::router ? "router" : "node";
    refuse(word.empty() ? sentence("The line ends after \"{}\".", name)
                        : sentence("\"{}\" is no number of a {}.", clipped(word), name),
           sentence("After \"{}\" stands its number, from 0 on.", name));
    return {};
  }

  void readLine(std::string_view line) {
    rest_ = line;
    const std::string_view first = nextWord();
    if (first.empty()) return;
    const auto head = partIn(first);
    if (!head)
      return refuse(sentence("The line begins with \"{}\".", clipped(first)),
                    sentence("A line begins with router or node."));
    const auto id = readId(*head);
    if (!id) return;
    if (*head == Part::router) addRouter(*id);
    bool connected = false;
    std::int64_t* latency = nullptr;  // what a number would change
    std::int64_t least = 0;
    for (std::string_view word = nextWord(); !word.empty() && !error_; word = nextWord()) {
      if (const auto part = partIn(word)) {
        const auto other = readId(*part);
        if (!other) return;
        latency = connect(*head, *id, *part, *other);
        least = *head == Part::router && *part == Part::router ? 1 : 0;
        connected = true;
      } else if (latency != nullptr) {
        readLatency(word, least, *latency);
        latency = nullptr;
      } else {
        return refuse(
            sentence("\"{}\" is not expected here.", clipped(word)),
            sentence("A connection is router or node, a number, and its latency if need be."));
      }
    }
    if (!error_ && *head == Part::node && !connected)
      refuse(sentence("Node {} is connected to no router.", *id),
             sentence("Name its router, as in \"node 0 router 0\"."));
  }

  void readLatency(std::string_view word, std::int64_t least, std::int64_t& latency) {
    std::int64_t number = -1;
    const auto read = std::from_chars(word.data(), word.data() + word.size(), number);
    if (read.ec == std::errc{} && read.ptr == word.data() + word.size() && number >= least &&
        number <= kMaxFileLatency)
      latency = number;
    else
      refuse(sentence("The latency \"{}\" is not possible.", clipped(word)),
             sentence("A latency is a whole number of cycles, {} to {}.", least, kMaxFileLatency));
  }

  void addRouter(std::uint32_t id) {
    routers_.insert(id);
    if (routers_.size() > kMaxRouters)
      refuse(sentence("The file has more routers than a network can have."),
             sentence("At most {} are possible.", kMaxRouters));
  }

  /// The latency of the channel between them, or nullptr with an issue.
  std::int64_t* connect(Part head, std::uint32_t id, Part part, std::uint32_t other) {
    if (part == Part::router) addRouter(other);
    if (head == Part::node && part == Part::node) {
      refuse(sentence("Node {} is connected to node {}.", id, other),
             sentence("A node is connected to a router."));
      return nullptr;
    }
    if (head == Part::router && part == Part::router) return connectRouters(id, other);
    const std::uint32_t node = head == Part::node ? id : other;
    const std::uint32_t router = head == Part::node ? other : id;
    const auto [it, isNew] = nodes_.try_emplace(node, Plug{router, 1});
    if (it->second.router != router) {
      refuse(sentence("Node {} is connected to router {} and to router {}.", node,
                      it->second.router, router),
             sentence("A node has one router."));
      return nullptr;
    }
    if (isNew && nodes_.size() > kMaxTerminals)
      refuse(sentence("The file has more nodes than a network can have."),
             sentence("At most {} are possible.", kMaxTerminals));
    it->second.latency = 1;
    return &it->second.latency;
  }

  std::int64_t* connectRouters(std::uint32_t from, std::uint32_t to) {
    if (from == to) {
      refuse(sentence("Router {} is connected to itself.", from),
             sentence("Connect two different routers."));
      return nullptr;
    }
    if (channels_.size() > kMostChannels)
      refuse(sentence("The file has more channels than a network can have."),
             sentence("At most {} are possible.", kMostChannels));
    channels_.try_emplace({to, from}, 1);
    std::int64_t& latency = channels_[{from, to}];
    latency = 1;
    return &latency;
  }

  ReadNetwork finish() const {
    ReadNetwork result;
    for (const std::uint32_t id : routers_) result.network.routers.push_back({id, {}, {}});
    for (const auto& [id, plug] : nodes_)
      result.network.terminals.push_back({id, plug.router, plug.latency, {}});
    std::size_t unequal = 0;
    std::uint32_t next = 0;
    for (const auto& [ends, latency] : channels_) {
      if (ends.first > ends.second) continue;
      const std::int64_t back = channels_.at({ends.second, ends.first});
      unequal += back != latency ? 1 : 0;
      result.network.links.push_back(
          {next++, ends.first, ends.second, false, std::max(latency, back)});
    }
    if (unequal > 0)
      result.issues.push_back({Severity::warning, "",
                               unequal == 1
                                   ? sentence("1 cable has another latency one way than the other; "
                                              "in BookSim a latency holds for one way.")
                                   : sentence("{} cables have another latency one way than the "
                                              "other; in BookSim a latency holds for one way.",
                                              unequal),
                               sentence("The longer one is used for both ways.")});
    return result;
  }

  std::optional<Issue> error_;
  std::size_t line_ = 0;
  std::string_view rest_;  ///< of the line
  std::set<std::uint32_t> routers_;
  std::map<std::uint32_t, Plug> nodes_;
  /// By from and to; there is always the way back too.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::int64_t> channels_;
};

}  // namespace

ReadNetwork readAnynet(std::string_view text) {
  return AnynetReader().read(text);
}

/// BookSim counts routers and nodes from 0, and stops where one is left out: ids are the order in
/// which they stand.
WrittenNetwork writeAnynet(const NetworkFile& network) {
  std::map<std::uint32_t, std::size_t> index;
  for (const auto& router : network.routers) index.emplace(router.id, index.size());
  std::vector<std::string> lines(network.routers.size());
  for (std::size_t i = 0; i < lines.size(); ++i) lines[i] = fmt::format("router {}", i);
  for (std::size_t t = 0; t < network.terminals.size(); ++t)
    lines[index.at(network.terminals[t].router)] +=
        fmt::format(" node {} {}", t, network.terminals[t].latency.value_or(1));
  std::set<std::pair<std::size_t, std::size_t>> known;
  for (const auto& link : network.links) {
    const std::size_t from = index.at(link.from);
    const std::size_t to = index.at(link.to);
    if (!known.insert(std::minmax(from, to)).second)
      return {{},
              {{Severity::error, "",
                sentence("Routers {} and {} are connected by several links; BookSim's anynet "
                         "has room for one.",
                         link.from, link.to),
                sentence("Export the network as GraphML or DOT, or without parallel links.")}}};
    const std::int64_t latency = link.latency.value_or(1);
    lines[from] += fmt::format(" router {} {}", to, latency);
    lines[to] += fmt::format(" router {} {}", from, latency);
  }
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return {std::move(text), {}};
}

}  // namespace hopscope::formats
