// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/rank_rows.h"

#include <algorithm>
#include <utility>

#include "engine/traffic/traffic_source.h"

namespace hopscope {

bool RankRows::take(std::shared_ptr<const RankObservation> seen, std::size_t most) {
  if (seen == seen_) return complete_ || takeMore(most);
  const bool goesOn = seen && seen_ && seen->plan == seen_->plan && seen->now >= seen_->now &&
                      seen->parts.size() == seen_->parts.size();
  if (!goesOn) {
    spans_.assign(seen ? seen->ranks.size() : 0, {});
    spansTaken_.assign(seen ? seen->parts.size() : 0, 0);
    flightsTaken_ = spansTaken_;
    firstPosted_.assign(spansTaken_.size(), {});
    first_.assign(spansTaken_.size(), kNoCycle);
    longest_ = 0;
  }
  seen_ = std::move(seen);
  return takeMore(most);
}

bool RankRows::takeMore(std::size_t most) {
  complete_ = false;
  for (std::size_t part = 0; seen_ && part < seen_->parts.size(); ++part) {
    const TimelinePart& all = seen_->parts[part];
    for (std::size_t& i = spansTaken_[part]; i < all.spans.size(); ++i) {
      if (most-- == 0) return false;
      spans_[all.spans[i].rank].push_back(static_cast<std::uint32_t>(i));
    }
    for (std::size_t& i = flightsTaken_[part]; i < all.flights.size(); ++i) {
      if (most-- == 0) return false;
      const MessageFlight flight = all.flights[i];
      longest_ = std::max(longest_, flight.arrived - flight.posted);
      first_[part] = std::min(first_[part], flight.posted);
      if (i % FlightList::kPiece != FlightList::kPiece - 1) continue;
      firstPosted_[part].push_back(std::exchange(first_[part], kNoCycle));
    }
  }
  return complete_ = true;
}

std::uint32_t RankRows::count() const {
  return seen_ ? static_cast<std::uint32_t>(seen_->ranks.size()) : 0;
}

bool RankRows::cut() const {
  return seen_ && std::any_of(seen_->parts.begin(), seen_->parts.end(),
                              [](const TimelinePart& part) { return part.cut; });
}

/// A wait is recorded when it is over.
bool RankRows::isOpen(std::uint32_t rank) const {
  const RankNow& now = seen_->ranks[rank];
  return now.phase == RankPhase::waiting && now.since < seen_->now && !cut();
}

std::size_t RankRows::spans(std::uint32_t rank) const {
  return seen_ ? spans_[rank].size() + (isOpen(rank) ? 1 : 0) : 0;
}

RankSpan RankRows::span(std::uint32_t rank, std::size_t index) const {
  if (index >= spans_[rank].size())
    return {rank, RankPhase::waiting, seen_->ranks[rank].since, seen_->now};
  RankSpan span = seen_->parts[seen_->partOf[rank]].spans[spans_[rank][index]];
  span.to = std::min(span.to, seen_->now);
  return span;
}

std::size_t RankRows::after(std::uint32_t rank, Cycle cycle) const {
  if (!seen_ || seen_->parts.empty()) return spans(rank);
  const SpanList& all = seen_->parts[seen_->partOf[rank]].spans;
  const auto& own = spans_[rank];
  const auto first = std::partition_point(own.begin(), own.end(),
                                          [&](std::uint32_t at) { return all[at].to <= cycle; });
  return static_cast<std::size_t>(first - own.begin());
}

std::size_t RankRows::afterFrom(std::uint32_t rank, Cycle cycle, std::size_t hint) const {
  if (!seen_ || seen_->parts.empty()) return spans(rank);
  const SpanList& all = seen_->parts[seen_->partOf[rank]].spans;
  const auto& own = spans_[rank];
  const auto isOver = [&](std::uint32_t at) { return all[at].to <= cycle; };
  std::size_t low = std::min(hint, own.size()), step = 1;
  while (low + step <= own.size() && isOver(own[low + step - 1])) {
    low += step;
    step *= 2;
  }
  const auto first = own.begin() + static_cast<std::ptrdiff_t>(low);
  const auto last = own.begin() + static_cast<std::ptrdiff_t>(std::min(low + step - 1, own.size()));
  return static_cast<std::size_t>(std::partition_point(first, last, isOver) - own.begin());
}

std::optional<RankSpan> RankRows::at(std::uint32_t rank, Cycle cycle) const {
  const std::size_t index = after(rank, cycle);
  if (index >= spans(rank)) return {};
  const RankSpan found = span(rank, index);
  if (cycle < found.from || cycle >= found.to) return {};
  return found;
}

std::optional<RankPhase> RankRows::phaseAt(std::uint32_t rank, Cycle cycle) const {
  if (!seen_ || seen_->parts.empty() || cycle > seen_->now) return {};
  const RankPhase now = seen_->ranks[rank].phase;
  if (cycle == seen_->now) return now;
  if (const std::optional<RankSpan> found = at(rank, cycle)) return found->phase;
  // Between what takes time, and before all of it, it computes.
  if (after(rank, cycle) < spans(rank)) return RankPhase::computing;
  return cut() || !complete_ ? std::nullopt : std::optional(now);
}

std::size_t arrivedBy(const FlightList& messages, Cycle cycle) {
  std::size_t low = 0, high = messages.size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (messages[middle].arrived <= cycle)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

}  // namespace hopscope
