// SPDX-License-Identifier: GPL-3.0-or-later
// How ranks work through their programs.
#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/workload/endpoints.h"

namespace hopscope {
namespace {

/// What is meant to be a whole number of cycles is one, whichever way it was divided.
double cyclesOf(double picoseconds, double picosecondsPerCycle) {
  constexpr double kRounding = 1e-12;
  const double cycles = picoseconds / picosecondsPerCycle;
  const double whole = std::nearbyint(cycles);
  return std::abs(cycles - whole) <= kRounding * whole ? whole : cycles;
}

}  // namespace

Rank& Endpoints::rankOf(std::uint32_t id) {
  // Most have their terminal to themselves.
  if (Rank& only = ranks_[rankAt_[table_.terminal(id) - first_]]; only.id == id) return only;
  return *std::lower_bound(ranks_.begin(), ranks_.end(), id,
                           [](const Rank& rank, std::uint32_t sought) { return rank.id < sought; });
}

std::uint32_t Endpoints::globalRank(const Rank& rank, std::uint32_t inJob) const {
  return inJob == kAnyRank ? kAnyRank : table_.first(table_.job(rank.id)) + inJob;
}

/// What a rank spent time on is over.
void Endpoints::wake(Rank& rank, Cycle now) {
  const bool sends = rank.operation->kind == OperationKind::send ||
                     rank.operation->kind == OperationKind::sendLater;
  if (std::exchange(rank.blocked, false)) {
    const Cycle waited = now - rank.since;
    rank.times.communication += waited;
    const Cycle held = heldUp(interfaces_[rank.terminal], now);
    rank.path.interface += waited - held;
    rank.path.contention += held;
    if (waited > 0) keepSpan(rank, RankPhase::sending, rank.since, now);
    if (!sends && !perform(rank, now)) return;
  }
  if (rank.phase == RankPhase::sending && sends && !sendNow(rank, now)) return;
  run(rank, now);
}

/// Whether its interface takes one more; else the rank waits for that. Of that time, what the
/// interface is held up in is contention: see enqueue.
bool Endpoints::isAdmitted(Rank& rank, Cycle now) {
  Interface& interface = interfaces_[rank.terminal];
  if (interface.queued < plan_.endpoints.queue) return true;
  rank.phase = RankPhase::sending;
  rank.since = now;
  rank.path.contention -= heldUp(interface, now);
  rank.path.interface += heldUp(interface, now);
  rank.blocked = true;
  rank.nextBlocked = kNone;
  (interface.blocked == kNone ? interface.blocked : ranks_[interface.lastBlocked].nextBlocked) =
      rank.index;
  interface.lastBlocked = rank.index;
  return false;
}

void Endpoints::run(Rank& rank, Cycle now) {
  while (const Operation* const next = rank.script.next()) {
    rank.operation = next;
    const std::uint32_t call = next->ofCollective ? rank.script.collectives() : 0;
    if (call != rank.call) noteCall(rank, call, now);
    if (givesUp() || !perform(rank, now)) return;
  }
  rank.operation = &kNoOperation;
  if (isBeside(rank)) return endBeside(rank, now);
  if (rank.call != 0) noteCall(rank, 0, now);
  rank.phase = RankPhase::finished;
  rank.times.finished = now;
  --unfinished_;
}

/// Asked now and then only: within one cycle a large program may do a billion operations.
bool Endpoints::givesUp() {
  constexpr std::uint32_t kOften = 1024;
  if (++operations_ % kOften == 0 && stop_.stop_requested()) givenUp_ = true;
  return givenUp_;
}

/// A collective is over, or begins, or (0) something else than one.
void Endpoints::noteCall(Rank& rank, std::uint32_t call, Cycle now) {
  if (rank.call != 0)
    collectives_.add(rank.kind, home(rank).index, static_cast<std::uint64_t>(now - rank.callSince));
  rank.call = call;
  if (call == 0) return;
  rank.callSince = now;
  rank.kind = rank.script.collective(table_.job(rank.id));
}

/// Whether the rank goes on at once.
bool Endpoints::perform(Rank& rank, Cycle now) {
  const Operation& operation = *rank.operation;
  switch (operation.kind) {
    case OperationKind::compute:
      return compute(rank, operation.amount, now);
    case OperationKind::pass:
      return compute(rank, cyclesOf(operation.amount, plan_.picosecondsPerCycle), now);
    case OperationKind::work:
      return compute(rank, operation.amount * plan_.jobs[table_.job(rank.id)].cyclesPerOperation,
                     now);
    case OperationKind::send:
    case OperationKind::sendLater:
      return send(rank, now);
    case OperationKind::receive:
    case OperationKind::receiveLater:
      return receive(rank, now);
    case OperationKind::wait:
    case OperationKind::waitAll:
      return waitFor(rank, now);
    case OperationKind::mark:
      rank.iteration = operation.request;
      break;
    case OperationKind::predict:
      return tell(rank, MessageKind::predict, globalRank(rank, operation.peer), now);
    case OperationKind::flush:
      return tell(rank, MessageKind::flush, rank.id, now);
    case OperationKind::preload:
      return tell(rank, MessageKind::preload, rank.id, now, loadNumber(rank, operation.request));
    case OperationKind::collectiveLater:
      return begin(rank, now);
    case OperationKind::collective:  // Script makes others of it
      break;
  }
  return true;
}

/// Fractions of a cycle are kept for the next time.
bool Endpoints::compute(Rank& rank, double cycles, Cycle now) {
  double& unspent = home(rank).unspent;
  const double whole = std::floor(unspent + cycles);
  unspent += cycles - whole;
  if (whole < 1) return true;
  constexpr double kLongest = 1e15;  // beyond, nobody waits, and sums of cycles would not fit
  const auto spent = static_cast<Cycle>(std::min(whole, kLongest));
  rank.times.computation += spent;
  rank.path.computation += spent;
  spend(rank, now, spent, RankPhase::computing);
  return false;
}

bool Endpoints::send(Rank& rank, Cycle now) {
  const std::uint64_t bytes = rank.operation->bytes;
  const bool asks = bytes > plan_.endpoints.eager && !rank.operation->unasked;
  const Cycle overhead = plan_.endpoints.sendOverhead.of(asks ? 0 : bytes);
  if (overhead == 0) return sendNow(rank, now);
  rank.times.communication += overhead;
  rank.path.overhead += overhead;
  spend(rank, now, overhead, RankPhase::sending);
  return false;
}

bool Endpoints::sendNow(Rank& rank, Cycle now) {
  const Operation& operation = *rank.operation;
  const std::uint32_t to = globalRank(rank, operation.peer);
  const bool blocks = operation.kind == OperationKind::send;
  if (blocks && table_.terminal(rank.id) != table_.terminal(to) && !isAdmitted(rank, now))
    return false;
  Outgoing& pair = outgoing_.of(rank.id, to);
  Message* message = messages_.take();
  message->setPath(rank.path);
  message->source = rank.id;
  message->destination = to;
  message->bytes = static_cast<std::uint32_t>(operation.bytes);
  message->number = static_cast<std::uint32_t>(pair.messages++);
  message->tag = operation.tag;
  message->setOfCollective(operation.ofCollective);
  pair.bytes += operation.bytes;
  const bool asks = operation.bytes > plan_.endpoints.eager && !operation.unasked;
  message->setConfirmed(operation.confirmed);
  if (asks || operation.confirmed) {
    const std::uint32_t request = newRequest(rank, blocks ? kBlockingRequest : operation.request);
    requests_[request].peer = to;
    requests_[request].bytes = message->bytes;
    requests_[request].asks = asks;
    if (asks) message->setKind(MessageKind::request);
    message->sendRequest = request;
  }
  post(message, now);
  return !blocks || (!asks && !operation.confirmed) || waitFor(rank, now);
}

/// In turn with its messages: the interface hears of it when those before have gone.
bool Endpoints::tell(Rank& rank, MessageKind kind, std::uint32_t of, Cycle now,
                     std::uint32_t load) {
  if (!isAdmitted(rank, now)) return false;
  Message* message = messages_.take();
  message->source = rank.id;
  message->destination = of;
  message->bytes = load;
  message->setKind(kind);
  enqueue(message, now);
  return true;
}

/// The number of a program's circuits among those of all.
std::uint32_t Endpoints::loadNumber(const Rank& rank, std::uint32_t ofProgram) const {
  std::size_t before = 0;
  for (std::uint32_t job = 0; job < table_.job(rank.id); ++job)
    before += plan_.jobs[job].program->loads().size();
  return static_cast<std::uint32_t>(before) + ofProgram;
}

bool Endpoints::receive(Rank& rank, Cycle now) {
  const Operation& operation = *rank.operation;
  const bool blocks = operation.kind == OperationKind::receive;
  const std::uint32_t index = newRequest(rank, blocks ? kBlockingRequest : operation.request);
  MessageRequest& request = requests_[index];
  request.receives = true;
  request.ofCollective = operation.ofCollective;
  request.peer = globalRank(rank, operation.peer);
  request.tag = operation.tag;
  request.bytes = static_cast<std::uint32_t>(std::min(operation.bytes, kMostBytes));
  Rank& receiver = home(rank);
  const bool ofAny = request.peer == kAnyRank;
  if (ofAny && !keepsByRank_) keepByRank();
  Incoming* const pair = ofAny ? nullptr : &incoming_.of(request.peer, receiver.id);
  MessageRing& kept = keepsByRank_ ? receiver.unexpected : pair->unexpected;
  const auto isFit = [&](const Message& message) { return fits(request, message); };
  if (Message* const there = kept.take(isFit))
    take(index, there, now, true);
  else
    putPosted(ofAny ? receiver.posted : pair->posted, index);
  return !blocks || waitFor(rank, now);
}

bool Endpoints::isWaitedFor(const Rank& rank, const RequestGroup& group) {
  switch (rank.operation->kind) {
    case OperationKind::waitAll:
      return true;
    case OperationKind::wait:
      return group.number == rank.operation->request;
    default:
      return group.number == kBlockingRequest;
  }
}

/// Whether all the rank waits for has been done, and took no time to be taken in.
bool Endpoints::waitFor(Rank& rank, Cycle now) {
  rank.missing = 0;
  for (std::uint32_t i = rank.groups; i != kNone; i = groups_[i].next)
    if (isWaitedFor(rank, groups_[i])) rank.missing += groups_[i].open;
  if (rank.missing == 0) return settle(rank, now);
  rank.phase = RankPhase::waiting;
  rank.since = now;
  return false;
}

/// Takes in what was waited for; false where that takes time.
bool Endpoints::settle(Rank& rank, Cycle now) {
  Cycle overhead = 0;
  std::uint32_t before = kNone;
  for (std::uint32_t i = rank.groups; i != kNone;) {
    RequestGroup& group = groups_[i];
    const std::uint32_t next = group.next;
    if (!isWaitedFor(rank, group)) {
      before = i;
    } else {
      overhead += group.overhead;
      (before == kNone ? rank.groups : groups_[before].next) = next;
      group.next = freeGroups_;
      freeGroups_ = i;
    }
    i = next;
  }
  if (overhead == 0) return true;
  rank.times.communication += overhead;
  rank.path.overhead += overhead;
  spend(rank, now, overhead, RankPhase::receiving);
  return false;
}

/// The last thing that a rank waited for has been done.
void Endpoints::release(Rank& rank, Cycle now, const PathParts& path, Cycle sent) {
  const Cycle moving = now - std::clamp(sent, rank.since, now);
  rank.times.communication += moving;
  rank.times.waiting += now - rank.since - moving;
  keepSpan(rank, RankPhase::waiting, rank.since, now);
  if (isBeside(rank)) besideOf(rank).sent = sent;
  if (now > rank.since) rank.path = path;
  rank.phase = RankPhase::computing;
  if (settle(rank, now)) run(rank, now);
}

void Endpoints::spend(Rank& rank, Cycle now, Cycle cycles, RankPhase phase) {
  rank.phase = phase;
  keepSpan(rank, phase, now, now + cycles);
  note(now + cycles, kWake, rank.index);
}

/// What goes on beside a rank is none of its own stretches.
void Endpoints::keepSpan(const Rank& rank, RankPhase phase, Cycle from, Cycle to) {
  if (timeline_ != nullptr && !isBeside(rank)) timeline_->add(RankSpan{rank.id, phase, from, to});
}

StalledRank Endpoints::waitOf(const Rank& rank) const {
  StalledRank stalled;
  stalled.rank = table_.inJob(rank.id);
  stalled.peer = kAnyRank;
  if (rank.blocked) stalled.operation = sentence("waits until its interface has sent others");
  for (std::uint32_t i = rank.requests; i != kNone; i = requests_[i].next) {
    const MessageRequest& request = requests_[i];
    if (!isWaitedFor(rank, groups_[request.group])) continue;
    if (request.beside) {
      // One that computes, or takes in what came, waits for nobody.
      if (StalledRank inner = waitOf(doer(request.peer)); !inner.operation.empty())
        stalled = std::move(inner);
      else if (stalled.operation.empty())
        stalled.operation = sentence("waits for a collective that goes on beside it");
      continue;
    }
    if (request.peer != kAnyRank) stalled.peer = table_.inJob(request.peer);
    if (request.asks)
      stalled.eagerEnough = std::max(stalled.eagerEnough, std::uint64_t{request.bytes});
    if (!request.receives)
      stalled.operation = sentence("sends {} bytes to rank {}", request.bytes, stalled.peer);
    else if (request.ofCollective)
      stalled.operation = sentence("waits for rank {} in a collective", stalled.peer);
    else if (request.peer == kAnyRank)
      stalled.operation = sentence("receives from any rank");
    else
      stalled.operation = sentence("receives from rank {}", stalled.peer);
  }
  return stalled;
}

}  // namespace hopscope
