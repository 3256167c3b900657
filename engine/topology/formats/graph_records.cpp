// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/topology/formats/graph_records.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <map>
#include <unordered_set>
#include <utility>

#include "engine/core/ids.h"
#include "engine/core/text.h"
#include "engine/topology/formats/formats.h"
#include "engine/topology/generator.h"

namespace hopscope::formats {
namespace {

/// Cables of routers and of terminals, some of them as two edges.
constexpr std::size_t kMostEdges = kMaxFileLinks + kMaxTerminals;
constexpr double kFarthest = 1e9;
constexpr double kDrawnEdgeLength = 110;  // canvas units, for places on another scale

template <typename T>
std::optional<T> numberIn(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  T number{};
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || read.ec != std::errc{} || read.ptr != text.data() + text.size()) return {};
  return number;
}

/// The id in a name: "r7" with the letter r, or "7" alone.
std::optional<std::uint32_t> idIn(std::string_view name, char letter) {
  if (!name.empty() && name[0] == letter) name.remove_prefix(1);
  if (name.size() > 1 && name[0] == '0') return {};
  const auto id = numberIn<std::uint32_t>(name);
  if (!id || *id >= kNone || name.find_first_not_of("0123456789") != std::string_view::npos)
    return {};
  return id;
}

/// Turns records into a network; stops at the first thing wrong.
class Assembly {
 public:
  explicit Assembly(const GraphRecords& records) : records_(records) {}

  ReadNetwork run() && {
    network_.name = records_.name;
    if (auto issue = tell()) issues_ = {std::move(*issue)};  // no warning matters beside it
    return {std::move(network_), std::move(issues_)};
  }

 private:
  using Problem = std::optional<Issue>;
  struct Cable {
    std::optional<std::int64_t> latency;
    std::optional<double> bandwidth;
  };

  Problem tell() {
    if (auto issue = sortNodes()) return issue;
    if (routers_.empty())
      return Issue{Severity::error, "", sentence("The file has no routers."),
                   sentence("At least one is needed.")};
    nameRouters();
    if (auto issue = readEdges()) return issue;
    if (auto issue = plugTerminals()) return issue;
    if (auto issue = addCounted()) return issue;
    nameLinks();
    if (auto issue = placeNodes()) return issue;
    if (network_.routers.size() > kMaxRouters || network_.terminals.size() > kMaxTerminals)
      return tooLarge();
    if (unequal_ > 0)
      issues_.push_back(
          {Severity::warning, "",
           unequal_ == 1
               ? sentence("1 cable has another latency one way than the other.")
               : sentence("{} cables have another latency one way than the other.", unequal_),
           sentence("The longer one is used for both ways.")});
    tellBandwidths();
    return {};
  }

  void tellBandwidths() {
    if (unequalBandwidths_ > 0)
      issues_.push_back({Severity::warning, "",
                         unequalBandwidths_ == 1
                             ? sentence("1 cable has another bandwidth one way than the other.")
                             : sentence("{} cables have another bandwidth one way than the other.",
                                        unequalBandwidths_),
                         sentence("The lower one is used for both ways.")});
    if (strangeBandwidths_ > 0)
      issues_.push_back(
          {Severity::warning, "",
           strangeBandwidths_ == 1
               ? sentence("1 edge has a bandwidth that is no number of flits a cycle.")
               : sentence("{} edges have a bandwidth that is no number of flits a cycle.",
                          strangeBandwidths_),
           sentence("It is passed over. Possible are {} to 1.", kMinFileBandwidth)});
  }

  Issue tooLarge() const {
    return {Severity::error, "",
            sentence("The file has {} routers and {} terminals.", network_.routers.size(),
                     network_.terminals.size()),
            sentence("At most {} and {} are possible.", kMaxRouters, kMaxTerminals)};
  }

  Problem sortNodes() {
    for (std::uint32_t i = 0; i < records_.nodes.size(); ++i) {
      const GraphNode& node = records_.nodes[i];
      const bool terminal = node.kind == "terminal" || node.kind == "host";
      if (!terminal && !node.kind.empty() && node.kind != "router" && node.kind != "switch")
        return errorAt(node.line, sentence("\"{}\" is no kind of node here.", clipped(node.kind)),
                       sentence("A node is a router or a terminal."));
      explicitKinds_ = explicitKinds_ || !node.kind.empty();
      isTerminal_.push_back(terminal);
      (terminal ? terminals_ : routers_).push_back(i);
    }
    return {};
  }

  /// Ids from the names if every one has its own; else counted.
  std::vector<std::uint32_t> idsOf(const std::vector<std::uint32_t>& nodes, char letter,
                                   bool& counted) const {
    std::vector<std::uint32_t> ids;
    std::unordered_set<std::uint32_t> taken;
    counted = false;
    for (const std::uint32_t node : nodes) {
      const auto id = idIn(records_.nodes[node].name, letter);
      counted = counted || !id || !taken.insert(*id).second;
      ids.push_back(counted ? 0 : *id);
    }
    for (std::uint32_t i = 0; counted && i < ids.size(); ++i) ids[i] = i;
    return ids;
  }

  void nameRouters() {
    bool counted = false;
    const auto ids = idsOf(routers_, 'r', counted);
    idOf_.assign(records_.nodes.size(), 0);
    for (std::size_t i = 0; i < routers_.size(); ++i) {
      idOf_[routers_[i]] = ids[i];
      network_.routers.push_back({ids[i], labelOf(routers_[i], counted), {}});
    }
  }

  /// Where ids are counted, the node's own name would be lost.
  std::string labelOf(std::uint32_t node, bool counted) const {
    const GraphNode& record = records_.nodes[node];
    return record.label.empty() && counted ? record.name : record.label;
  }

  Problem readEdges() {
    plug_.assign(records_.nodes.size(), kNone);
    plugCable_.resize(records_.nodes.size());
    for (std::uint32_t i = 0; i < records_.edges.size(); ++i) {
      const GraphEdge& edge = records_.edges[i];
      Cable cable{{}, bandwidthOf(edge)};
      if (!edge.latency.empty()) {
        // Other programs write whole numbers as 5.0 too.
        const auto number = numberIn<double>(edge.latency);
        const bool terminal = isTerminal_[edge.from] || isTerminal_[edge.to];
        const std::int64_t least = terminal ? 0 : 1;
        if (!number || *number != std::floor(*number) || !(*number >= static_cast<double>(least)) ||
            !(*number <= static_cast<double>(kMaxFileLatency)))
          return errorAt(
              edge.line, sentence("The latency \"{}\" is not possible.", clipped(edge.latency)),
              sentence("A latency is a whole number of cycles, {} to {}.", least, kMaxFileLatency));
        cable.latency = static_cast<std::int64_t>(*number);
      }
      if (auto issue = readEdge(edge, i, cable)) return issue;
    }
    return {};
  }

  /// Other programs have bandwidths of other units: what can be none here is passed over.
  std::optional<double> bandwidthOf(const GraphEdge& edge) {
    if (edge.bandwidth.empty()) return {};
    const auto number = numberIn<double>(edge.bandwidth);
    if (number && *number >= kMinFileBandwidth && *number <= 1) return number;
    ++strangeBandwidths_;
    return {};
  }

  Problem readEdge(const GraphEdge& edge, std::uint32_t index, const Cable& cable) {
    const bool fromTerminal = isTerminal_[edge.from];
    const bool toTerminal = isTerminal_[edge.to];
    if (edge.from == edge.to)
      return errorAt(edge.line, sentence("\"{}\" is connected to itself.", nameOf(edge.from)),
                     sentence("Connect two different nodes."));
    if (fromTerminal && toTerminal)
      return errorAt(edge.line,
                     sentence("The terminals \"{}\" and \"{}\" are connected to each other.",
                              nameOf(edge.from), nameOf(edge.to)),
                     sentence("A terminal is connected to a router."));
    if (fromTerminal || toTerminal) {
      const std::uint32_t terminal = fromTerminal ? edge.from : edge.to;
      const std::uint32_t router = fromTerminal ? edge.to : edge.from;
      if (plug_[terminal] != kNone && (plug_[terminal] != router || !edge.directed))
        return errorAt(edge.line, sentence("Terminal \"{}\" has a second link.", nameOf(terminal)),
                       sentence("A terminal has one, to its router."));
      plug_[terminal] = router;
      keepWorse(plugCable_[terminal].latency, plugCable_[terminal].bandwidth, cable);
      return {};
    }
    const std::string& linkClass = edge.linkClass;
    if (!linkClass.empty() && linkClass != "local" && linkClass != "global")
      return errorAt(edge.line, sentence("\"{}\" is no class of link.", clipped(linkClass)),
                     sentence("Allowed: local or global."));
    if (edge.directed) {
      // The way back of a cable that came by before?
      auto& back = waiting_[{edge.to, edge.from}];
      if (!back.empty()) {
        keepWorse(network_.links[back.back()].latency, network_.links[back.back()].bandwidth,
                  cable);
        back.pop_back();
        return {};
      }
      waiting_[{edge.from, edge.to}].push_back(network_.links.size());
    }
    edgeOf_.push_back(index);
    network_.links.push_back({0, idOf_[edge.from], idOf_[edge.to], linkClass == "global",
                              cable.latency, cable.bandwidth});
    return {};
  }

  /// Of a cable that two edges describe.
  void keepWorse(std::optional<std::int64_t>& latency, std::optional<double>& bandwidth,
                 const Cable& other) {
    if (latency && other.latency && *latency != *other.latency) ++unequal_;
    if (other.latency) latency = std::max(latency.value_or(*other.latency), *other.latency);
    if (bandwidth && other.bandwidth && *bandwidth != *other.bandwidth) ++unequalBandwidths_;
    if (other.bandwidth)
      bandwidth = std::min(bandwidth.value_or(*other.bandwidth), *other.bandwidth);
  }

  Problem plugTerminals() {
    bool counted = false;
    const auto ids = idsOf(terminals_, 't', counted);
    for (std::size_t i = 0; i < terminals_.size(); ++i) {
      const std::uint32_t node = terminals_[i];
      if (plug_[node] == kNone)
        return errorAt(records_.nodes[node].line,
                       sentence("Terminal \"{}\" is connected to no router.", nameOf(node)),
                       sentence("A terminal has one link, to its router."));
      network_.terminals.push_back({ids[i],
                                    idOf_[plug_[node]],
                                    plugCable_[node].latency,
                                    {},
                                    labelOf(node, counted),
                                    plugCable_[node].bandwidth});
    }
    return {};
  }

  /// Terminals that routers only count, or one each where the file has none at all.
  Problem addCounted() {
    std::uint32_t next = 0;
    for (const auto& terminal : network_.terminals) next = std::max(next, terminal.id + 1);
    bool any = !network_.terminals.empty();
    for (const std::uint32_t node : routers_) {
      const std::string& text = records_.nodes[node].terminals;
      if (text.empty()) continue;
      const auto count = numberIn<std::uint64_t>(text);
      if (!count || *count > kMaxTerminals - network_.terminals.size())
        return errorAt(records_.nodes[node].line,
                       sentence("\"{}\" is no number of terminals.", clipped(text)),
                       sentence("0 to {} are possible.", kMaxTerminals));
      any = true;
      for (std::uint64_t i = 0; i < *count; ++i)
        network_.terminals.push_back({next++, idOf_[node], {}, {}});
    }
    if (any) return {};
    for (const std::uint32_t node : routers_)
      network_.terminals.push_back({next++, idOf_[node], {}, {}});
    issues_.push_back({Severity::warning, "",
                       sentence("The file has no terminals, so every router was given one."),
                       sentence("In a file, terminals are nodes of the kind \"terminal\".")});
    return {};
  }

  void nameLinks() {
    std::unordered_set<std::uint32_t> taken;
    bool counted = false;
    for (std::size_t i = 0; i < network_.links.size(); ++i) {
      const auto id = idIn(records_.edges[edgeOf_[i]].id, 'e');
      counted = counted || !id || !taken.insert(*id).second;
      network_.links[i].id = counted ? 0 : *id;
    }
    for (std::uint32_t i = 0; counted && i < network_.links.size(); ++i) network_.links[i].id = i;
  }

  Problem placeOf(const GraphNode& node, std::optional<Point>& place) const {
    if (node.x.empty() && node.y.empty()) return {};
    const auto x = numberIn<double>(node.x);
    const auto y = numberIn<double>(node.y);
    if (!x || !y || !(std::abs(*x) <= kFarthest) || !(std::abs(*y) <= kFarthest))
      return errorAt(node.line,
                     sentence("\"{}\" has no place that can be read.", clipped(node.name)),
                     sentence("A place is two numbers, x and y."));
    place = Point{*x, *y};
    return {};
  }

  Problem placeNodes() {
    for (std::size_t i = 0; i < routers_.size(); ++i)
      if (auto issue = placeOf(records_.nodes[routers_[i]], network_.routers[i].place))
        return issue;
    for (std::size_t i = 0; i < terminals_.size(); ++i)
      if (auto issue = placeOf(records_.nodes[terminals_[i]], network_.terminals[i].place))
        return issue;
    if (!explicitKinds_) scalePlaces();
    return {};
  }

  /// Another program's places may be on any scale: links become as long as ours are.
  void scalePlaces() {
    std::map<std::uint32_t, Point> places;
    for (const auto& router : network_.routers)
      if (router.place) places[router.id] = *router.place;
    double length = 0;
    std::size_t links = 0;
    for (const auto& link : network_.links) {
      const auto a = places.find(link.from);
      const auto b = places.find(link.to);
      if (a == places.end() || b == places.end()) continue;
      length += std::hypot(a->second.x - b->second.x, a->second.y - b->second.y);
      ++links;
    }
    if (links == 0 || !(length > 0)) return;
    const double scale = kDrawnEdgeLength * static_cast<double>(links) / length;
    for (auto& router : network_.routers) {
      if (!router.place) continue;
      const Point scaled{router.place->x * scale, router.place->y * scale};
      router.place.reset();
      if (std::abs(scaled.x) <= kFarthest && std::abs(scaled.y) <= kFarthest) router.place = scaled;
    }
  }

  std::string nameOf(std::uint32_t node) const { return clipped(records_.nodes[node].name); }

  const GraphRecords& records_;
  NetworkFile network_;
  Issues issues_;
  bool explicitKinds_ = false;
  std::size_t unequal_ = 0, unequalBandwidths_ = 0, strangeBandwidths_ = 0;
  std::vector<bool> isTerminal_;                    ///< per node
  std::vector<std::uint32_t> routers_, terminals_;  ///< nodes
  std::vector<std::uint32_t> idOf_;                 ///< per node: the router's id
  std::vector<std::uint32_t> plug_;                 ///< per node: router node of a terminal
  std::vector<Cable> plugCable_;                    ///< per node
  std::vector<std::uint32_t> edgeOf_;               ///< per link: the record it came from
  /// Links of directed edges without their way back, by its ends.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::size_t>> waiting_;
};

}  // namespace

Attribute attributeNamed(std::string_view name) {
  static constexpr std::array<std::pair<std::string_view, Attribute>, 9> kNames = {{
      {"kind", Attribute::kind},
      {"label", Attribute::label},
      {"x", Attribute::x},
      {"y", Attribute::y},
      {"terminals", Attribute::terminals},
      {"id", Attribute::id},
      {"class", Attribute::linkClass},
      {"latency", Attribute::latency},
      {"bandwidth", Attribute::bandwidth},
  }};
  for (const auto& [known, attribute] : kNames)
    if (std::equal(name.begin(), name.end(), known.begin(), known.end(),
                   [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; }))
      return attribute;
  return Attribute::none;
}

void GraphNode::set(Attribute attribute, std::string_view value) {
  switch (attribute) {
    case Attribute::kind:
      kind = value;
      break;
    case Attribute::label:
      label = value;
      break;
    case Attribute::x:
      x = value;
      break;
    case Attribute::y:
      y = value;
      break;
    case Attribute::terminals:
      terminals = value;
      break;
    default:
      break;
  }
}

void GraphEdge::set(Attribute attribute, std::string_view value) {
  switch (attribute) {
    case Attribute::id:
      id = value;
      break;
    case Attribute::linkClass:
      linkClass = value;
      break;
    case Attribute::latency:
      latency = value;
      break;
    case Attribute::bandwidth:
      bandwidth = value;
      break;
    default:
      break;
  }
}

std::uint32_t GraphRecords::node(std::string_view nodeName, std::size_t line) {
  const auto [it, isNew] =
      index_.try_emplace(std::string(nodeName), static_cast<std::uint32_t>(nodes.size()));
  if (isNew) {
    nodes.emplace_back();
    nodes.back().name = nodeName;
    nodes.back().line = line;
  }
  return it->second;
}

std::optional<Issue> GraphRecords::tooMany(std::size_t line) const {
  if (nodes.size() > kMaxRouters + kMaxTerminals)
    return errorAt(line, sentence("The file has more nodes than a network can have."),
                   sentence("At most {} are possible.", kMaxRouters + kMaxTerminals));
  if (edges.size() > kMostEdges)
    return errorAt(line, sentence("The file has more edges than a network can have."),
                   sentence("At most {} are possible.", kMostEdges));
  return {};
}

ReadNetwork assemble(const GraphRecords& records) {
  return Assembly(records).run();
}

}  // namespace hopscope::formats
