// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/traces/trace_progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "engine/workload/collective.h"
#include "engine/workload/text_lines.h"
#include "engine/workload/traces/awake_ranks.h"
#include "engine/workload/traces/trace_matching.h"

namespace hopscope {
namespace {

/// How many messages of a pair with one tag have been sent, and how many receives posted.
struct MessageCount {
  std::uint64_t sent = 0, posted = 0;
};

/// A receive that was begun: it is done when more than `before` messages have been sent.
struct BegunReceive {
  const MessageCount* messages = nullptr;
  std::uint64_t before = 0;
  std::size_t operation = 0;

  bool done() const { return messages->sent > before; }
};

/// How far a rank has come.
struct RankProgress {
  std::size_t at = 0;                    ///< the operation that it is at
  std::optional<BegunReceive> receives;  ///< the blocking receive that it is at
  std::size_t heldBy = 0;                ///< the operation that has to be done before it goes on
  bool entered = false;                  ///< the collective that it is at
  std::unordered_multimap<std::uint32_t, BegunReceive> begun;  ///< by the number waited for
};

/// One collective of a group, while ranks are in it.
struct Meeting {
  std::uint32_t entered = 0, left = 0;
  bool rootEntered = false;
};

struct GroupMeetings {
  std::vector<std::uint64_t> reached;  ///< per member: how many it has left
  std::unordered_map<std::uint64_t, Meeting> meetings;
};

/// All but the root wait for it alone, and it waits for nobody.
bool waitForRoot(CollectivePurpose purpose) {
  return purpose == CollectivePurpose::broadcast || purpose == CollectivePurpose::scatter;
}
/// The root waits for all of them, and they for nobody.
bool sendToRoot(CollectivePurpose purpose) {
  return purpose == CollectivePurpose::reduce || purpose == CollectivePurpose::gather;
}

class ProgressWalk {
 public:
  explicit ProgressWalk(const std::vector<Operations>& ranks)
      : ranks_(ranks), progress_(ranks.size()), awake_(ranks.size()) {
    for (const CollectiveEntry& entry : collectives())
      purposes_.emplace(entry.collective.get(), entry.purpose);
  }

  void run() {
    while (const auto rank = awake_.take()) {
      RankProgress& own = progress_[*rank];
      while (own.at < ranks_[*rank].size() && step(*rank)) ++own.at;
    }
  }

  /// Ranks each of which waits for the next, and the last for the first.
  std::vector<std::uint32_t> circle() const {
    enum Seen : std::uint8_t { no, onPath, before };
    std::vector<Seen> seen(ranks_.size(), no);
    for (std::uint32_t first = 0; first < ranks_.size(); ++first) {
      std::vector<std::uint32_t> path;
      std::uint32_t rank = first;
      for (; isHeld(rank) && seen[rank] == no; rank = waitsFor(rank)) {
        seen[rank] = onPath;
        path.push_back(rank);
      }
      if (isHeld(rank) && seen[rank] == onPath)
        return {std::find(path.begin(), path.end(), rank), path.end()};
      for (const std::uint32_t each : path) seen[each] = before;
    }
    return {};
  }
  /// The operation that has to be done before a rank of the circle goes on.
  const Operation& heldBy(std::uint32_t rank) const { return ranks_[rank][progress_[rank].heldBy]; }
  std::size_t placeOf(std::uint32_t rank) const { return progress_[rank].heldBy; }
  /// Of a rank that is held: who has to do something.
  std::uint32_t waitsFor(std::uint32_t rank) const {
    const Operation& operation = heldBy(rank);
    if (operation.kind != OperationKind::collective) return operation.peer;
    const Group& group = operation.group;
    if (waitForRoot(purposes_.at(operation.collective))) return group.rank(operation.peer);
    const std::vector<std::uint64_t>& reached =
        groups_.at({group.first, group.count, group.stride}).reached;
    const std::uint64_t number = reached[group.indexOf(rank)];
    for (std::uint32_t place = 0; place < group.count; ++place) {
      const std::uint32_t other = group.rank(place);
      if (reached[place] < number || (reached[place] == number && !isIn(other, group)))
        return other;
    }
    return rank;
  }

 private:
  bool isHeld(std::uint32_t rank) const { return progress_[rank].at < ranks_[rank].size(); }
  /// In a collective of the group.
  bool isIn(std::uint32_t rank, const Group& group) const {
    const RankProgress& own = progress_[rank];
    return own.entered && ranks_[rank][own.at].group == group;
  }

  /// Whether the rank is done with the operation that it is at.
  bool step(std::uint32_t rank) {
    RankProgress& own = progress_[rank];
    const Operation& operation = ranks_[rank][own.at];
    switch (operation.kind) {
      case OperationKind::send:
      case OperationKind::sendLater:
        ++countOf(rank, operation.peer, operation).sent;
        if (isHeld(operation.peer)) awake_.add(operation.peer);
        return true;
      case OperationKind::receive:
        if (leavesOpen(operation)) return true;
        if (!own.receives) own.receives = post(rank, operation);
        if (!own.receives->done()) return wait(own, own.at);
        own.receives.reset();
        return true;
      case OperationKind::receiveLater:
        if (!leavesOpen(operation)) own.begun.emplace(operation.request, post(rank, operation));
        return true;
      case OperationKind::wait:
        return waitForAll(own, [&] { return own.begun.find(operation.request); });
      case OperationKind::waitAll:
        return waitForAll(own, [&] { return own.begun.begin(); });
      case OperationKind::collective:
        return meet(rank, operation);
      default:
        return true;
    }
  }

  static bool leavesOpen(const Operation& operation) {
    return operation.peer == kAnyRank || operation.tag == kAnyTag;
  }
  BegunReceive post(std::uint32_t rank, const Operation& operation) {
    MessageCount& count = countOf(operation.peer, rank, operation);
    return {&count, count.posted++, progress_[rank].at};
  }
  static bool wait(RankProgress& own, std::size_t operation) {
    own.heldBy = operation;
    return false;
  }
  /// `next`: the next of those that are waited for. Where all of them end would take a walk over
  /// them, each time that the rank looks again.
  template <typename Next>
  static bool waitForAll(RankProgress& own, const Next& next) {
    for (auto each = next(); each != own.begun.end(); each = next()) {
      if (!each->second.done()) return wait(own, each->second.operation);
      own.begun.erase(each);
    }
    return true;
  }

  /// In a collective a rank waits for those at least whose data it needs: all, or the root.
  bool meet(std::uint32_t rank, const Operation& operation) {
    RankProgress& own = progress_[rank];
    GroupMeetings& all = meetingsOf(operation.group);
    const std::uint32_t place = operation.group.indexOf(rank);
    if (place == kNone) return true;
    Meeting& meeting = all.meetings[all.reached[place]];
    const bool isRoot = place == operation.peer;
    if (!std::exchange(own.entered, true)) {
      ++meeting.entered;
      meeting.rootEntered = meeting.rootEntered || isRoot;
      if (meeting.entered == operation.group.count || isRoot)
        for (std::uint32_t i = 0; i < operation.group.count; ++i)
          if (const std::uint32_t other = operation.group.rank(i);
              other != rank && other < ranks_.size() && progress_[other].entered)
            awake_.add(other);
    }
    const CollectivePurpose purpose = purposes_[operation.collective];
    const bool forRoot = waitForRoot(purpose);
    const bool passes = isRoot ? forRoot : sendToRoot(purpose);
    if (!passes && !(forRoot ? meeting.rootEntered : meeting.entered == operation.group.count))
      return wait(own, own.at);
    own.entered = false;
    if (++meeting.left == operation.group.count) all.meetings.erase(all.reached[place]);
    ++all.reached[place];
    return true;
  }
  GroupMeetings& meetingsOf(const Group& group) {
    GroupMeetings& all = groups_[{group.first, group.count, group.stride}];
    if (all.reached.empty()) all.reached.resize(group.count);
    return all;
  }
  MessageCount& countOf(std::uint32_t from, std::uint32_t to, const Operation& operation) {
    return counts_[{from, to, operation.tag, operation.ofCollective}];
  }

  const std::vector<Operations>& ranks_;
  std::vector<RankProgress> progress_;
  trace::AwakeRanks awake_;
  std::unordered_map<const Collective*, CollectivePurpose> purposes_;
  std::unordered_map<trace::MessageKey, MessageCount, trace::MessageKeyHash> counts_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, GroupMeetings> groups_;
};

/// Which operations of a rank are told apart in its file: those that do the same are done in order.
bool doTheSame(const Operation& a, const Operation& b) {
  return a.kind == b.kind && a.peer == b.peer && a.tag == b.tag &&
         a.ofCollective == b.ofCollective && a.group == b.group;
}

/// An operation that waits for ever: as the how manyth of those of its rank that do the same.
struct HeldOperation {
  std::uint32_t rank = 0;
  Operation operation;
  std::int64_t before = 0;
  std::string path;
};

void findHeld(std::vector<HeldOperation>& held, const TracePlaces& places) {
  places.readAgain([&](std::uint32_t rank, const Operation& operation, std::uint64_t place) {
    for (HeldOperation& each : held)
      if (each.rank == rank && doTheSame(each.operation, operation) && each.before-- == 0)
        each.path = places.pathOf(rank, place);
  });
}

Sentence heldWords(const HeldOperation& held, std::uint32_t waitsFor, const std::string& circle) {
  if (held.operation.kind == OperationKind::collective)
    return sentence(
        "Rank {} waits here for ever for rank {}, in a collective: ranks {} wait for each other in "
        "a "
        "circle.",
        held.rank, waitsFor, circle);
  return sentence(
      "Rank {} waits for ever for what it receives here from rank {}: ranks {} wait for each other "
      "in a circle.",
      held.rank, waitsFor, circle);
}

}  // namespace

Issues checkProgress(const std::vector<Operations>& ranks, const TracePlaces& places) {
  ProgressWalk walk(ranks);
  walk.run();
  const std::vector<std::uint32_t> circle = walk.circle();
  if (circle.empty()) return {};
  std::vector<HeldOperation> held;
  for (const std::uint32_t rank : circle) {
    if (held.size() >= kMostLineIssues) break;
    const auto at = ranks[rank].begin() + static_cast<std::ptrdiff_t>(walk.placeOf(rank));
    held.push_back({rank, *at,
                    std::count_if(ranks[rank].begin(), at,
                                  [&](const Operation& each) { return doTheSame(each, *at); }),
                    fmt::format("rank {}", rank)});
  }
  if (places.readAgain) findHeld(held, places);
  constexpr std::size_t kMostNamed = 8;
  const auto named =
      circle.begin() + static_cast<std::ptrdiff_t>(std::min(circle.size(), kMostNamed));
  const std::string names = fmt::format("{}{}", fmt::join(circle.begin(), named, ", "),
                                        named == circle.end() ? "" : ", …");
  Issues issues;
  for (const HeldOperation& each : held)
    issues.push_back({Severity::error, each.path, heldWords(each, walk.waitsFor(each.rank), names),
                      sentence("Let one of them send before it waits.")});
  return issues;
}

}  // namespace hopscope
