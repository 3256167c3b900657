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

bool takesAnything(const Operation& operation) {
  const bool receives =
      operation.kind == OperationKind::receive || operation.kind == OperationKind::receiveLater;
  return receives && (operation.peer == kAnyRank || operation.tag == kAnyTag);
}

Issue wrongPair(const Half& half, Sentence text) {
  return {Severity::error, fmt::format("rank {}", half.receives ? half.to : half.from),
          std::move(text), sentence("The trace is cut off, or two of different runs were mixed.")};
}

/// The messages of one pair with one tag, in order: the sends before the receives.
void checkPair(const Half* first, const Half* last, Issues& issues) {
  const Half* const receive =
      std::find_if(first, last, [](const Half& half) { return half.receives; });
  const auto sends = receive - first, receives = last - receive;
  if (sends > receives)
    issues.push_back(wrongPair(
        *first, sentence("It sends {} messages with tag {} to rank {}, which receives {}.", sends,
                         first->tag, first->to, receives)));
  if (receives > sends)
    issues.push_back(wrongPair(
        *receive, sentence("It receives {} messages with tag {} from rank {}, which sends {}.",
                           receives, receive->tag, receive->from, sends)));
  for (std::ptrdiff_t i = 0; i < std::min(sends, receives); ++i) {
    if (receive[i].bytes >= first[i].bytes) continue;
    issues.push_back(
        wrongPair(receive[i], sentence("It receives {} bytes of a message of {} bytes "
                                       "from rank {}.",
                                       receive[i].bytes, first[i].bytes, receive[i].from)));
    return;
  }
}

}  // namespace

Issues checkPartners(const std::vector<Operations>& ranks) {
  std::vector<Half> halves;
  const auto open = [&](std::uint32_t rank) {
    return std::any_of(ranks[rank].begin(), ranks[rank].end(), takesAnything);
  };
  std::vector<bool> opens(ranks.size());
  for (std::uint32_t rank = 0; rank < ranks.size(); ++rank) opens[rank] = open(rank);
  for (std::uint32_t rank = 0; rank < ranks.size(); ++rank) {
    const auto add = [&](const Operation& each) {
      const bool sends = each.kind == OperationKind::send || each.kind == OperationKind::sendLater;
      const bool receives =
          each.kind == OperationKind::receive || each.kind == OperationKind::receiveLater;
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
  Issues issues;
  const Half* const end = halves.data() + halves.size();
  for (const Half* first = halves.data(); first != end && issues.size() < kMostLineIssues;) {
    const Half* last =
        std::find_if(first, end, [&](const Half& half) { return half.pair() != first->pair(); });
    checkPair(first, last, issues);
    first = last;
  }
  return issues;
}

}  // namespace hopscope
