// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/traces/trace_partners.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
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
            ? sentence("Rank {} sends this message with tag {} to rank {}, which receives none.",
                       from, first->tag, to)
            : sentence("Rank {} sends {} messages with tag {} to rank {}, which receives {}.", from,
                       sends, first->tag, to, receives)));
  if (receives > sends)
    all.push_back(wrongMessage(
        *receive, sends,
        receives == 1
            ? sentence("Rank {} receives this message with tag {} from rank {}, which sends none.",
                       to, receive->tag, from)
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

/// All messages to one rank.
void checkRank(Half* first, Half* end, WrongMessages& all) {
  std::stable_sort(first, end, [](const Half& a, const Half& b) {
    return std::pair(a.pair(), a.receives) < std::pair(b.pair(), b.receives);
  });
  while (first != end && all.size() < kMostLineIssues) {
    Half* const last =
        std::find_if(first, end, [&](const Half& half) { return half.pair() != first->pair(); });
    checkPair(first, last, all);
    first = last;
  }
}

/// Finds out at a glance that nothing is wrong, as it mostly is: as many sends as receives of each
/// pair and tag, none of them larger than any room.
class PartnerCount {
 public:
  /// Of the messages to one rank; false where one has to look.
  bool fit(const Half* first, const Half* end) {
    const std::size_t places = std::bit_ceil(static_cast<std::size_t>(end - first) * 3 / 2 + 1);
    slots_.assign(places, {});
    for (const Half* half = first; half != end; ++half) {
      Slot& slot = find(*half);
      if (half->receives) {
        --slot.more;
        slot.room = std::min(slot.room, half->bytes);
      } else {
        ++slot.more;
        slot.largest = std::max(slot.largest, half->bytes);
      }
    }
    return std::all_of(slots_.begin(), slots_.end(), [](const Slot& slot) {
      return slot.more == 0 && slot.largest <= slot.room;
    });
  }

 private:
  struct Slot {
    std::uint64_t key = 0;  ///< 0: empty
    std::uint64_t largest = 0, room = kAnySize;
    std::int64_t more = 0;  ///< sends than receives
  };

  Slot& find(const Half& half) {
    const std::uint64_t key = (std::uint64_t{half.from} + 1) << 33 |
                              std::uint64_t{half.ofCollective} << 32 |
                              static_cast<std::uint32_t>(half.tag);
    const std::size_t mask = slots_.size() - 1;
    auto at = static_cast<std::size_t>((key * 0x9e3779b97f4a7c15U) >> 32) & mask;
    while (slots_[at].key != 0 && slots_[at].key != key) at = (at + 1) & mask;
    slots_[at].key = key;
    return slots_[at];
  }

  std::vector<Slot> slots_;
};

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

/// Of a rank that receives from any rank, or with any tag, who meets whom shows when it runs. But
/// each message needs a receive, and where all are sorted by size, each has to fit.
void checkOpenRank(std::vector<Half>::iterator first, std::vector<Half>::iterator last,
                   WrongMessages& all) {
  const auto receive =
      std::stable_partition(first, last, [](const Half& half) { return !half.receives; });
  const auto sends = receive - first, receives = last - receive;
  const std::uint32_t rank = first->to;
  if (sends > receives)
    all.push_back(wrongMessage(
        *first, 0,
        sentence("Rank {} receives {} messages, and {} are sent to it, this one among them.", rank,
                 receives, sends)));
  if (receives > sends)
    all.push_back(wrongMessage(
        *receive, 0,
        sentence("Rank {} receives {} messages, this one among them, and {} are sent to it.", rank,
                 receives, sends)));
  const auto larger = [](const Half& a, const Half& b) { return a.bytes > b.bytes; };
  std::stable_sort(first, receive, larger);
  std::stable_sort(receive, last, larger);
  for (std::ptrdiff_t i = 0; i < std::min(sends, receives); ++i) {
    if (receive[i].bytes >= first[i].bytes) continue;
    all.push_back(wrongMessage(
        first[i], 0,
        sentence("Rank {} sends {} bytes to rank {}, which has no receive left with room for more "
                 "than {}.",
                 first[i].from, first[i].bytes, rank, receive[i].bytes)));
    all.back().misfit = true;
    return;
  }
}

}  // namespace

Issues checkPartners(const std::vector<Operations>& ranks, const TracePlaces& places) {
  // Of ranks that take from any, or with any tag.
  std::vector<bool> opens(ranks.size());
  for (std::uint32_t rank = 0; rank < ranks.size(); ++rank)
    opens[rank] = std::any_of(ranks[rank].begin(), ranks[rank].end(), takesAnything);
  // By the rank that receives, each as the files have them.
  const auto forEachHalf = [&](bool ofOpen, const auto& see) {
    for (std::uint32_t rank = 0; rank < ranks.size(); ++rank) {
      const auto add = [&](const Operation& each) {
        const bool sends = isSend(each), receives = isReceive(each);
        if ((!sends && !receives) || opens[sends ? each.peer : rank] != ofOpen) return;
        see(Half{sends ? rank : each.peer, sends ? each.peer : rank, each.tag, each.ofCollective,
                 receives, each.bytes});
      };
      Script beside(rank);
      for (const Operation& each : ranks[rank]) {
        add(each);
        if (each.kind != OperationKind::collectiveLater) continue;
        beside.restart(each, rank);
        while (const Operation* const step = beside.next()) add(*step);
      }
    }
  };
  std::vector<std::size_t> behind(ranks.size() + 1, 0);
  forEachHalf(false, [&](const Half& half) { ++behind[half.to + 1]; });
  std::partial_sum(behind.begin(), behind.end(), behind.begin());
  std::vector<Half> halves(behind.back());
  forEachHalf(false, [&](const Half& half) { halves[behind[half.to]++] = half; });

  WrongMessages wrong;
  PartnerCount count;
  for (Half *first = halves.data(), *end = first; first != halves.data() + halves.size();
       first = end) {
    end = halves.data() + behind[first->to];
    if (count.fit(first, end)) continue;
    checkRank(first, end, wrong);
    if (wrong.size() >= kMostLineIssues) break;
  }
  std::vector<Half> openHalves;
  if (std::find(opens.begin(), opens.end(), true) != opens.end())
    forEachHalf(true, [&](const Half& half) { openHalves.push_back(half); });
  const auto receiver = [](const Half& half) { return std::pair(half.to, half.ofCollective); };
  std::stable_sort(openHalves.begin(), openHalves.end(),
                   [&](const Half& a, const Half& b) { return receiver(a) < receiver(b); });
  for (auto first = openHalves.begin(); first != openHalves.end();) {
    if (wrong.size() >= kMostLineIssues) break;
    const auto last = std::find_if(first, openHalves.end(), [&](const Half& half) {
      return receiver(half) != receiver(*first);
    });
    checkOpenRank(first, last, wrong);
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

std::string rankLinePath(std::uint32_t rank, std::uint64_t line) {
  return rank == kNone ? linePath(rank, line) : fmt::format("line {}, rank {}", line, rank);
}

}  // namespace hopscope
