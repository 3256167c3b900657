// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/critical_chain.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace hopscope {

namespace {

/// Goes back from the end of an application.
class ChainWalk {
 public:
  ChainWalk(const RankRows& rows, std::uint32_t job, std::size_t most)
      : rows_(rows), seen_(*rows.seen()), job_(job), most_(most) {}

  CriticalChain walk(const std::stop_token& stop) {
    CriticalChain chain;
    const Cycle start = seen_.plan->jobs[job_].start;
    const std::optional<std::uint32_t> last = lastRank();
    if (!last) return chain;
    rank_ = *last;
    at_ = endOf(rank_);
    while (at_ > start && chain.steps.size() < most_) {
      if (stop.stop_requested()) return {};
      const Cycle before = at_;
      goBack(chain.steps, start);
      if (at_ >= before && chain.steps.empty()) break;
      if (at_ >= before && ++stuck_ > 8) break;  // messages that take no time
      if (at_ < before) stuck_ = 0;
    }
    chain.whole = at_ <= start;
    std::reverse(chain.steps.begin(), chain.steps.end());
    return chain;
  }

 private:
  using Found = std::optional<MessageFlight>;

  Cycle endOf(std::uint32_t rank) const {
    const std::size_t spans = rows_.spans(rank);
    return spans == 0 ? 0 : rows_.span(rank, spans - 1).to;
  }

  std::optional<std::uint32_t> lastRank() const {
    std::optional<std::uint32_t> last;
    for (std::uint32_t rank = 0; rank < seen_.ranks.size(); ++rank)
      if (seen_.ranks[rank].job == job_ && (!last || endOf(rank) > endOf(*last))) last = rank;
    return last;
  }

  void add(std::vector<ChainStep>& steps, const ChainStep& step) {
    if (step.until > step.from) steps.push_back(step);
    at_ = std::min(at_, step.from);
  }

  /// From what the rank does until `at_` to the message that it waited for before.
  void goBack(std::vector<ChainStep>& steps, Cycle start) {
    if (const std::optional<RankSpan> busy = rows_.at(rank_, at_);
        seen_.ranks[rank_].beside && isEager(steps) && busy && busy->from < at_)
      return goBackBeside(*busy, steps);
    const std::optional<RankSpan> wait = waitBefore(rank_, at_);
    if (!wait) {
      add(steps, {rank_, rank_, false, 0, start, at_});
      return;
    }
    add(steps, {rank_, rank_, false, 0, wait->to, at_});
    Found flight = arrivalBefore(rank_, wait->from, wait->to, false);
    // A send by rendezvous is over some time after it was told that the other side is ready; a
    // collective beside the rank, after its last message has been taken in.
    if (flight && flight->arrived < wait->to)
      if (Found ready = arrivalBefore(rank_, wait->from, wait->to, true);
          ready && (!seen_.ranks[rank_].beside || letsLeave(*ready, wait->to)))
        flight = ready;
    if (!flight) {
      // It waited for its own interface.
      add(steps, {rank_, rank_, false, 0, wait->from, wait->to});
      return;
    }
    // Until all of its own message has left, or the other one has been taken in.
    add(steps, {rank_, rank_, false, 0, flight->arrived, wait->to});
    follow(flight, steps);
  }

  /// It goes back along a message that its sender's rank, or a collective of it, had sent; the rest
  /// may be sent by interfaces, in the midst of anything.
  bool isEager(const std::vector<ChainStep>& steps) const {
    return !steps.empty() && steps.back().isMessage && steps.back().bytes > 0 &&
           steps.back().bytes <= seen_.plan->endpoints.eager;
  }

  /// A rank sends between two things it does; in the midst of one, a collective does that goes on
  /// beside it: because of the message that came before, or else the rank began it.
  void goBackBeside(const RankSpan& busy, std::vector<ChainStep>& steps) {
    const EndpointSettings& endpoints = seen_.plan->endpoints;
    const Cycle sending = endpoints.sendOverhead.of(steps.back().bytes);
    const Found flight = at_ == busy.from + sending
                             ? std::nullopt
                             : takenInBefore(busy.from - sending, at_ - sending);
    add(steps, {rank_, rank_, false, 0, flight ? flight->arrived : busy.from, at_});
    follow(flight, steps);
  }

  /// The message that the rank, or a collective of it, had taken in at `by`, which takes as long as
  /// that one's size says; else, where it took in several or reduced, the last to arrive of those
  /// that were taken in after `after`.
  Found takenInBefore(Cycle after, Cycle by) {
    const FlightList& all = seen_.parts[seen_.partOf[rank_]].flights;
    const Cycle longest = longestReceive();
    Found last;
    for (std::size_t i = arrivedBy(all, by); i-- > 0;) {
      const MessageFlight& each = all[i];
      if (each.arrived + longest < (last ? by : after + 1)) break;
      if (each.destination != rank_) continue;
      const Cycle taken = each.arrived + seen_.plan->endpoints.receiveOverhead.of(each.bytes);
      if (taken == by) return each;
      if (!last && taken > after && taken < by) last = each;
    }
    return last;
  }

  /// What it takes at most to take in a message that arrived.
  Cycle longestReceive() {
    if (longestReceive_) return *longestReceive_;
    Cycle longest = 0;
    for (const TimelinePart& part : seen_.parts)
      for (std::size_t i = 0; i < part.flights.size(); ++i)
        longest =
            std::max(longest, seen_.plan->endpoints.receiveOverhead.of(part.flights[i].bytes));
    return *(longestReceive_ = longest);
  }

  void follow(Found flight, std::vector<ChainStep>& steps) {
    while (flight && steps.size() < most_) {
      add(steps, {flight->source, flight->destination, true, flight->bytes, flight->posted,
                  flight->arrived});
      rank_ = flight->source;
      flight = causeOf(*flight, steps);
    }
  }

  /// From the arrival of a message of the protocol until an interface has so many bytes to send.
  Cycle answering(std::uint32_t bytes) const {
    const EndpointSettings& endpoints = seen_.plan->endpoints;
    return endpoints.receiveOverhead.of(0) + endpoints.sendOverhead.of(bytes);
  }

  /// Whether data that `ready` asked for was still on its way when the wait ended: what leaves then
  /// arrives no earlier.
  bool letsLeave(const MessageFlight& ready, Cycle waited) const {
    bool found = false;
    rows_.flights(waited - 1, waited, std::numeric_limits<std::size_t>::max(),
                  [&](const MessageFlight& data) {
                    found = found ||
                            (data.source == ready.destination && data.destination == ready.source &&
                             data.bytes > seen_.plan->endpoints.eager &&
                             data.posted == ready.arrived + answering(data.bytes));
                  });
    return found;
  }

  /// The message that had the interface send this one; nothing: its rank did.
  Found causeOf(const MessageFlight& flight, std::vector<ChainStep>& steps) {
    const Cycle answers = answering(flight.bytes);
    Found cause;
    if (flight.bytes > seen_.plan->endpoints.eager) {
      // Data of rendezvous: the other side was ready.
      cause = exactly(&TimelinePart::flights, flight, flight.posted - answers, 0);
    } else if (flight.bytes == 0) {
      // That it is ready, as soon as it was asked; or that the message is there.
      cause = exactly(&TimelinePart::requests, flight, flight.posted - answers, {});
      if (!cause) cause = exactly(&TimelinePart::flights, flight, flight.posted, {});
    }
    if (cause) add(steps, {flight.source, flight.source, false, 0, cause->arrived, flight.posted});
    return cause;
  }

  /// Waits that took no time hold nothing up.
  std::optional<RankSpan> waitBefore(std::uint32_t rank, Cycle at) const {
    const std::size_t spans = rows_.spans(rank);
    for (std::size_t i = std::min(spans, rows_.after(rank, at)); i-- > 0;) {
      const RankSpan span = rows_.span(rank, i);
      if (span.phase == RankPhase::waiting && span.from < span.to && span.to <= at) return span;
    }
    return {};
  }

  using List = FlightList TimelinePart::*;

  /// The last message to a rank that arrived in (after, by]; of those without bytes alone.
  Found arrivalBefore(std::uint32_t rank, Cycle after, Cycle by, bool withoutBytes) const {
    const FlightList& all = seen_.parts[seen_.partOf[rank]].flights;
    for (std::size_t i = arrivedBy(all, by); i-- > 0 && all[i].arrived > after;)
      if (all[i].destination == rank && (!withoutBytes || all[i].bytes == 0)) return all[i];
    return {};
  }

  /// The message back from where `flight` goes that arrived in that very cycle.
  Found exactly(List list, const MessageFlight& flight, Cycle arrived,
                std::optional<std::uint32_t> bytes) const {
    const FlightList& all = seen_.parts[seen_.partOf[flight.source]].*list;
    for (std::size_t i = arrivedBy(all, arrived); i-- > 0 && all[i].arrived == arrived;)
      if (all[i].destination == flight.source && all[i].source == flight.destination &&
          (!bytes || all[i].bytes == *bytes))
        return all[i];
    return {};
  }

  const RankRows& rows_;
  const RankObservation& seen_;
  std::uint32_t job_;
  std::size_t most_;
  std::uint32_t rank_ = 0;
  Cycle at_ = 0;
  int stuck_ = 0;
  std::optional<Cycle> longestReceive_;
};

}  // namespace

CriticalChain criticalChain(const RankRows& rows, std::uint32_t job, std::size_t most,
                            const std::stop_token& stop) {
  const RankObservation* seen = rows.seen();
  if (seen == nullptr || rows.cut() || !rows.complete() || seen->parts.empty() ||
      job >= seen->plan->jobs.size())
    return {};
  return ChainWalk(rows, job, most).walk(stop);
}

void countTwins(const RankObservation& seen, CriticalChain& chain) {
  for (ChainStep& step : chain.steps) {
    if (!step.isMessage) continue;
    step.twins = 0;
    const TimelinePart& part = seen.parts[seen.partOf[step.to]];
    for (const FlightList* all : {&part.flights, &part.requests}) {
      const std::size_t end = arrivedBy(*all, step.until - 1);
      for (std::size_t i = arrivedBy(*all, step.from); i < end; ++i) {
        const MessageFlight& each = (*all)[i];
        step.twins += each.source == step.rank && each.destination == step.to &&
                              each.bytes == step.bytes && each.posted == step.from
                          ? 1
                          : 0;
      }
    }
  }
}

}  // namespace hopscope
