// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/traces/chakra_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "engine/core/text.h"
#include "engine/workload/applications/entries.h"
#include "engine/workload/traces/collective_agreement.h"
#include "engine/workload/traces/goal_order.h"
#include "engine/workload/traces/proto_fields.h"
#include "engine/workload/traces/tit_collectives.h"
#include "engine/workload/traces/trace_partners.h"
#include "engine/workload/traces/trace_progress.h"

namespace hopscope {
namespace {

using trace::GoalNode;
using trace::ProtoFields;

constexpr double kPicosecondsPerMicrosecond = 1e6;
constexpr double kMostTag = kCollectiveTag - 1;
constexpr double kLongestMicroseconds = 1e12;
constexpr auto kMost = static_cast<double>(kMostBytes);

/// NodeType and CollectiveCommType of et_def.proto.
enum NodeType : std::uint64_t { kMetadata = 1, kCompute = 4, kSend = 5, kReceive = 6, kAll = 7 };
constexpr CollectivePurpose kPurposes[] = {
    CollectivePurpose::allReduce,     CollectivePurpose::reduce,
    CollectivePurpose::allGather,     CollectivePurpose::gather,
    CollectivePurpose::scatter,       CollectivePurpose::broadcast,
    CollectivePurpose::allToAll,      CollectivePurpose::reduceScatter,
    CollectivePurpose::reduceScatter, CollectivePurpose::barrier};

/// What a node says, as far as it is asked.
struct ChakraNode {
  std::uint64_t id = 0, type = 0, micros = 0;
  std::vector<std::uint64_t> after;
  std::optional<double> collective, bytes, source, destination, tag, operations, root;
  std::string_view group;
};

/// The number of an attribute, whichever of the kinds of numbers it is.
std::optional<double> numberOf(std::uint32_t field, std::uint64_t value) {
  const auto zigzag = [](std::uint64_t v) {
    return static_cast<double>(static_cast<std::int64_t>(v >> 1) ^
                               -static_cast<std::int64_t>(v & 1));
  };
  switch (field) {
    case 3:
      return std::bit_cast<double>(value);
    case 5:
      return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(value)));
    case 7:
    case 9:
    case 25:
      return static_cast<double>(static_cast<std::int64_t>(value));
    case 11:
    case 13:
    case 19:
    case 21:
    case 27:
      return static_cast<double>(value);
    case 15:
    case 17:
      return zigzag(value);
    case 23:
      return static_cast<double>(static_cast<std::int32_t>(value));
    default:
      return std::nullopt;
  }
}

std::string nodePath(std::uint32_t rank, std::uint64_t node) {
  return fmt::format("rank {}, node {}", rank, node);
}

/// False where the bytes are no attribute.
bool readAttribute(std::string_view bytes, ChakraNode& node) {
  std::string_view name, text;
  std::optional<double> number;
  ProtoFields fields(bytes);
  while (fields.next()) {
    if (fields.field() == 1 && fields.isBytes())
      name = fields.bytes();
    else if (fields.field() == 29 && fields.isBytes())
      text = fields.bytes();
    else if (!fields.isBytes())
      number = numberOf(fields.field(), fields.value());
  }
  if (name == "pg_name") {
    node.group = text;
    return !fields.broken();
  }
  const std::pair<const char*, std::optional<double>*> known[] = {{"comm_type", &node.collective},
                                                                  {"comm_size", &node.bytes},
                                                                  {"comm_src", &node.source},
                                                                  {"comm_dst", &node.destination},
                                                                  {"comm_tag", &node.tag},
                                                                  {"num_ops", &node.operations},
                                                                  {"root", &node.root},
                                                                  {"comm_root", &node.root}};
  for (const auto& [called, into] : known)
    if (name == called && number) *into = *number;
  return !fields.broken();
}

std::optional<ChakraNode> readNode(std::string_view bytes) {
  ChakraNode node;
  ProtoFields fields(bytes);
  while (fields.next()) {
    switch (fields.field()) {
      case 1:
        node.id = fields.value();
        break;
      case 3:
        node.type = fields.value();
        break;
      case 4:
      case 5:
        if (!fields.isBytes()) {
          node.after.push_back(fields.value());
          break;
        }
        for (ProtoFields packed(fields.bytes()); packed.behind() > 0;) {
          const auto id = packed.number();
          if (!id) return std::nullopt;
          node.after.push_back(*id);
        }
        break;
      case 7:
        node.micros = fields.value();
        break;
      case 10:
        if (!fields.isBytes() || !readAttribute(fields.bytes(), node)) return std::nullopt;
        break;
      default:
        break;
    }
  }
  if (fields.broken()) return std::nullopt;
  return node;
}

/// GlobalMetadata has texts alone, a version and attributes; a node has numbers, too.
bool isMetadata(std::string_view message) {
  ProtoFields fields(message);
  while (fields.next())
    if (fields.field() > 2 || !fields.isBytes()) return false;
  return !fields.broken();
}

class ChakraReader {
 public:
  explicit ChakraReader(const std::vector<std::string_view>& files) : files_(files) {}

  ReadTrace read() && {
    begin();
    if (ranks_ > application::kMostRanks) {
      refuse(0,
             sentence("There are {} files, one a rank; {} ranks are the most.", ranks_,
                      application::kMostRanks),
             sentence("Take fewer."));
      return std::move(out_);
    }
    for (rank_ = 0; rank_ < ranks_ && !hasErrors(out_.issues); ++rank_) readFile(files_[rank_]);
    if (!hasErrors(out_.issues)) findGroups();
    for (rank_ = 0; rank_ < ranks_ && !hasErrors(out_.issues); ++rank_) putInOrder();
    const TracePlaces places{[this](const TracePlaces::See& see) {
                               ChakraReader again(files_);
                               again.see_ = &see;
                               again.begin();
                               for (std::uint32_t& rank = again.rank_; rank < ranks_; ++rank)
                                 again.readFile(files_[rank]);
                             },
                             nodePath};
    const auto add = [this](Issues found) {
      std::move(found.begin(), found.end(), std::back_inserter(out_.issues));
    };
    if (!hasErrors(out_.issues)) add(checkCollectives(out_.ranks));
    if (!hasErrors(out_.issues)) add(checkPartners(out_.ranks, places));
    if (!hasErrors(out_.issues)) add(checkProgress(out_.ranks, places));
    if (!hasErrors(out_.issues) && loose_ > 0)
      out_.issues.push_back(
          {Severity::warning,
           "",
           sentence("In {} ranks computation and collectives go on beside each other; here they go "
                    "on one after the other.",
                    loose_),
           {}});
    return std::move(out_);
  }

 private:
  void begin() {
    ranks_ = static_cast<std::uint32_t>(files_.size());
    out_.ranks.resize(ranks_);
    nodes_.resize(ranks_);
  }

  /// A collective of a rank, until its group is known.
  struct Pending {
    std::uint32_t node = 0;
    ChakraNode said;
  };
  struct OfRank {
    std::vector<GoalNode> nodes;
    std::vector<Pending> collectives;
  };

  void refuse(std::uint32_t rank, Sentence text, Sentence remedy) {
    out_.issues.push_back(
        {Severity::error, fmt::format("rank {}", rank), std::move(text), std::move(remedy)});
  }
  bool refuseNode(std::uint64_t node, Sentence text, Sentence remedy) {
    out_.issues.push_back(
        {Severity::error, nodePath(rank_, node), std::move(text), std::move(remedy)});
    return false;
  }
  void refuseBytes(std::size_t left) {
    refuse(rank_,
           sentence("Byte {} begins no node of a Chakra execution trace, schema 0.0.4.",
                    files_[rank_].size() - left),
           sentence("The file is cut off, or of another kind."));
  }

  void readFile(std::string_view bytes) {
    std::unordered_map<std::uint64_t, std::uint32_t> numbers;
    std::vector<std::pair<std::uint64_t, std::vector<std::uint64_t>>> after;  ///< of the ids
    ProtoFields file(bytes);
    for (bool first = true; file.behind() > 0; first = false) {
      const std::size_t at = file.behind();
      const auto length = file.number();
      if (!length || *length > file.behind()) return refuseBytes(at);
      const std::string_view message =
          bytes.substr(bytes.size() - file.behind(), static_cast<std::size_t>(*length));
      file.skip(message.size());
      if (first && isMetadata(message)) continue;
      const auto node = readNode(message);
      if (!node) return refuseBytes(at);
      if (++operations_ > kMostTraceOperations)
        return refuse(rank_,
                      sentence("Up to here there are more than {} nodes.", kMostTraceOperations),
                      sentence("Take a shorter stretch of the trace."));
      OfRank& own = nodes_[rank_];
      if (!numbers.emplace(node->id, static_cast<std::uint32_t>(own.nodes.size())).second)
        return refuse(rank_, sentence("There are two nodes {}.", node->id),
                      sentence("Give each an id of its own."));
      after.emplace_back(node->id, node->after);
      if (!add(*node)) return;
    }
    for (std::size_t i = 0; i < after.size(); ++i)
      for (const std::uint64_t id : after[i].second) {
        const auto found = numbers.find(id);
        if (found == numbers.end()) {
          refuseNode(after[i].first,
                     sentence("This node waits for node {}, which is not there.", id),
                     sentence("The file is cut off."));
          return;
        }
        nodes_[rank_].nodes[i].after.push_back(found->second);
      }
  }

  /// False where the node cannot be, which is said then.
  bool add(const ChakraNode& node) {
    OfRank& own = nodes_[rank_];
    GoalNode made;
    switch (node.type) {
      case kSend:
      case kReceive: {
        const auto peer = node.type == kSend ? node.destination : node.source;
        const auto to = whole(peer, ranks_ - 1.0), size = whole(node.bytes, kMost);
        if (peer && *peer >= ranks_)
          return refuseNode(node.id, sentence("There is no rank {}.", *peer),
                            sentence("Give a file for each rank: here are {}.", ranks_));
        if (node.bytes && *node.bytes > kMost) return refuseSize(node);
        if (!to || !size) return refuseMessage(node);
        const auto said = whole(node.tag ? node.tag : 0.0, kMostTag);
        if (!said) return refuseTag(node);
        const auto tag = static_cast<std::int32_t>(*said);
        made.operation = node.type == kSend
                             ? Operation::sendLater(static_cast<std::uint32_t>(*to), *size, tag)
                             : Operation::receiveLater(static_cast<std::uint32_t>(*to), *size, tag);
        break;
      }
      case kAll: {
        const auto purpose = whole(node.collective, static_cast<double>(std::size(kPurposes)) - 1);
        const bool barrier = purpose && kPurposes[*purpose] == CollectivePurpose::barrier;
        if (!barrier && node.bytes && *node.bytes > kMost) return refuseSize(node);
        if (!purpose || (!barrier && !whole(node.bytes, kMost))) return refuseMessage(node);
        own.collectives.push_back({static_cast<std::uint32_t>(own.nodes.size()), node});
        groups_[std::string(node.group)].push_back(rank_);
        break;
      }
      default: {
        const auto micros = static_cast<double>(node.micros);
        if (micros > kLongestMicroseconds)
          return refuseNode(node.id, sentence("{} microseconds are too long.", node.micros),
                            sentence("Take at most {:.0e}.", kLongestMicroseconds));
        const double operations = node.operations.value_or(0);
        made.operation =
            node.type == kCompute && node.micros == 0 && operations > 0 && operations < 1e18
                ? Operation::work(operations)
                : Operation::pass(node.type == kMetadata ? 0 : micros * kPicosecondsPerMicrosecond);
      }
    }
    if (see_ != nullptr) (*see_)(rank_, made.operation, node.id);
    own.nodes.push_back(std::move(made));
    return true;
  }

  static std::optional<std::uint64_t> whole(const std::optional<double>& value, double most) {
    if (!value || !(*value >= 0) || *value > most || *value != std::floor(*value))
      return std::nullopt;
    return static_cast<std::uint64_t>(*value);
  }
  bool refuseTag(const ChakraNode& node) {
    refuse(rank_, sentence("In node {} comm_tag is {:.15g}.", node.id, *node.tag),
           sentence("Tags are whole numbers from 0 to {:.15g}.", kMostTag));
    return false;
  }
  bool refuseSize(const ChakraNode& node) {
    return refuseNode(node.id, sentence("A message of {} bytes is too large.", *node.bytes),
                      sentence("{} bytes are the most.", kMostBytes));
  }
  bool refuseMessage(const ChakraNode& node) {
    refuse(rank_,
           sentence("Of the communication in node {} the kind, the size or the other rank of {} "
                    "ranks is missing or beyond.",
                    node.id, ranks_),
           sentence("Its attributes are comm_type, comm_size (up to {} bytes), comm_src and "
                    "comm_dst; give a file for each rank.",
                    kMostBytes));
    return false;
  }

  /// The ranks of each process group, which have to be evenly spaced.
  void findGroups() {
    std::map<std::string, Group> found;
    for (auto& [name, ranks] : groups_) {
      ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
      Group group{ranks.front(), static_cast<std::uint32_t>(ranks.size()),
                  ranks.size() > 1 ? ranks[1] - ranks[0] : 1};
      for (std::uint32_t i = 0; i < ranks.size(); ++i)
        if (group.rank(i) != ranks[i])
          return refuse(
              ranks[i],
              sentence("The ranks of process group \"{}\" are not evenly spaced.", clipped(name)),
              sentence("Groups are rows, columns or all of the ranks."));
      found[name] = group;
    }
    for (OfRank& own : nodes_)
      for (const Pending& each : own.collectives) {
        const Group group = found[std::string(each.said.group)];
        const CollectivePurpose purpose = kPurposes[*whole(each.said.collective, 9)];
        std::uint64_t bytes = whole(each.said.bytes, kMost).value_or(0);
        if (purpose == CollectivePurpose::allToAll) bytes /= group.count;
        const auto root =
            static_cast<std::uint32_t>(whole(each.said.root, group.count - 1.0).value_or(0));
        own.nodes[each.node].operation = Operation::all(
            *trace::usualCollective(purpose, bytes, group.count).collective, group, bytes, root);
      }
  }

  /// The id of a node of this rank's file, which could be read. Seldom asked for, so none is kept.
  std::uint64_t idOf(std::uint32_t number) const {
    const std::string_view bytes = files_[rank_];
    ProtoFields file(bytes);
    for (bool first = true;; first = false) {
      const auto length = static_cast<std::size_t>(file.number().value_or(0));
      const std::string_view message = bytes.substr(bytes.size() - file.behind(), length);
      file.skip(length);
      if (first && isMetadata(message)) continue;
      if (number-- == 0) return readNode(message).value_or(ChakraNode{}).id;
    }
  }

  void putInOrder() {
    trace::GoalOrder order = trace::inOrder(nodes_[rank_].nodes);
    if (order.circle) {
      refuseNode(idOf(*order.circle),
                 sentence("Nodes wait for each other in a circle, this one among them."),
                 sentence("Remove one of the dependencies."));
      return;
    }
    loose_ += order.loose ? 1 : 0;
    out_.ranks[rank_] = std::move(order.operations);
    nodes_[rank_] = {};
  }

  const std::vector<std::string_view>& files_;
  const TracePlaces::See* see_ = nullptr;  ///< who hears of operations
  ReadTrace out_;
  std::vector<OfRank> nodes_;
  std::map<std::string, std::vector<std::uint32_t>> groups_;  ///< ranks, ascending
  std::uint32_t ranks_ = 0, rank_ = 0, loose_ = 0;
  std::size_t operations_ = 0;
};

}  // namespace

bool looksLikeChakra(std::string_view bytes) {
  ProtoFields file(bytes);
  const auto length = file.number();
  if (!length || *length == 0 || *length > file.behind()) return false;
  return isMetadata(bytes.substr(bytes.size() - file.behind(), static_cast<std::size_t>(*length)));
}

ReadTrace readChakra(const std::vector<std::string_view>& files) {
  return ChakraReader(files).read();
}

}  // namespace hopscope
