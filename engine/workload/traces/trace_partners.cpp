// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/traces/trace_partners.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <utility>

#include "engine/workload/program.h"
#include "engine/workload/text_lines.h"

namespace hopscope {
namespace {

/// A message as one of its two ranks tells of it.
struct Half {
  std::uint32_t from, to;
  std::int32_t tag;
  bool ofCollective;
  bool receives;
  std::uint64_t bytes;

  auto pair() const { return std::tuple(to, from, ofCollective, tag); }
};

bool isSend(const Operation& operation) {
  return operation.kind == OperationKind::send || operation.kind == OperationKind::sendLater;
}
bool isReceive(const Operation& operation) {
  return operation.kind == OperationKind::receive || operation.kind == OperationKind::receiveLater;
}

bool takesAnything(const Operation& operation) {
  return isReceive(operation) && (operation.peer == kAnyRank || operation.tag == kAnyTag);
}

/// What is wrong with a message: the `ordinal`-th with its ranks and tag, from 0 on, that is sent
/// or received.
struct WrongMessage {
  Half half;
  std::uint64_t ordinal;
  Issue issue;
  bool misfit = false;  ///< by its size, and found by that: files may have another order
  bool found = false;

  std::uint32_t rank() const { return half.receives ? half.to : half.from; }
};
using WrongMessages = std::vector<WrongMessage>;

WrongMessage wrongMessage(const Half& half, std::ptrdiff_t ordinal, Sentence text) {
  WrongMessage wrong{half, static_cast<std::uint64_t>(ordinal), {}};
  wrong.issue = {
      Severity::error, fmt::format("rank {}", wrong.rank()), std::move(text),
      sentence("Give each send a receive with its tag that has room for it: the trace may be cut "
               "off, or two of different runs mixed.")};
  return wrong;
}

/// The messages of one pair with one tag, in order: the sends before the receives.
void checkPair(const Half* first, const Half* last, WrongMessages& all) {
  const Half* const receive =
      std::find_if(first, last, [](const Half& half) { return half.receives; });
  const auto sends = receive - first, receives = last - receive;
  const std::uint32_t from = first->from, to = first->to;
  if (sends > receives)
    all.push_back(wrongMessage(
        *first, receives,
        sends == 1
            ? sentence("Rank {} sends a message with tag {} to rank {}, which receives none.", from,
                       first->tag, to)
            : sentence("Rank {} sends {} messages with tag {} to rank {}, which receives {}.", from,
                       sends, first->tag, to, receives)));
  if (receives > sends)
    all.push_back(wrongMessage(
        *receive, sends,
        receives == 1
            ? sentence("Rank {} receives a message with tag {} from rank {}, which sends none.", to,
                       receive->tag, from)
            : sentence("Rank {} receives {} messages with tag {} from rank {}, which sends {}.", to,
                       receives, receive->tag, from, sends)));
  for (std::ptrdiff_t i = 0; i < std::min(sends, receives); ++i) {
    if (receive[i].bytes >= first[i].bytes) continue;
    all.push_back(
        wrongMessage(receive[i], 0,
                     sentence("Rank {} receives {} bytes of a message of {} bytes from rank {}.",
                              to, receive[i].bytes, first[i].bytes, from)));
    all.back().misfit = true;
    return;
  }
}

/// Puts places into the paths of what is wrong.
void findPlaces(WrongMessages& all, const TracePlaces& places) {
  places.readAgain([&](std::uint32_t rank, const Operation& each, std::uint64_t place) {
    for (WrongMessage& wrong : all) {
      const Half& half = wrong.half;
      if (wrong.found || wrong.rank() != rank || each.tag != half.tag ||
          each.ofCollective != half.ofCollective ||
          each.peer != (half.receives ? half.from : half.to) ||
          !(half.receives ? isReceive(each) : isSend(each)) ||
          (wrong.misfit && each.bytes != half.bytes) || wrong.ordinal-- > 0)
        continue;
      wrong.found = true;
      wrong.issue.path = places.pathOf(rank, place);
    }
  });
}

}  // namespace

Issues checkPartners(const std::vector<Operations>& ranks, const TracePlaces& places) {
  std::vector<Half> halves;
  const auto open = [&](std::uint32_t rank) {
    return std::any_of(ranks[rank].begin(), ranks[rank].end(), takesAnything);
  };
  std::vector<bool> opens(ranks.size());
  for (std::uint32_t rank = 0; rank < ranks.size(); ++rank) opens[rank] = open(rank);
  for (std::uint32_t rank = 0; rank < ranks.size(); ++rank) {
    const auto add = [&](const Operation& each) {
      const bool sends = isSend(each), receives = isReceive(each);
      if ((!sends && !receives) || opens[sends ? each.peer : rank]) return;
      halves.push_back({sends ? rank : each.peer, sends ? each.peer : rank, each.tag,
                        each.ofCollective, receives, each.bytes});
    };
    Script beside(rank);
    Operation step;
    for (const Operation& each : ranks[rank]) {
      add(each);
      if (each.kind != OperationKind::collectiveLater) continue;
      beside.restart(each, rank);
      while (beside.next(step)) add(step);
    }
  }
  std::stable_sort(halves.begin(), halves.end(), [](const Half& a, const Half& b) {
    return std::pair(a.pair(), a.receives) < std::pair(b.pair(), b.receives);
  });
  WrongMessages wrong;
  const Half* const end = halves.data() + halves.size();
  for (const Half* first = halves.data(); first != end && wrong.size() < kMostLineIssues;) {
    const Half* last =
        std::find_if(first, end, [&](const Half& half) { return half.pair() != first->pair(); });
    checkPair(first, last, wrong);
    first = last;
  }
  if (!wrong.empty() && places.readAgain) findPlaces(wrong, places);
  Issues issues;
  issues.reserve(wrong.size());
  for (WrongMessage& each : wrong) issues.push_back(std::move(each.issue));
  return issues;
}

std::string linePath(std::uint32_t /*rank*/, std::uint64_t line) {
  return fmt::format("line {}", line);
}

}  // namespace hopscope
