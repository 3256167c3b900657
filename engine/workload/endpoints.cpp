// SPDX-License-Identifier: GPL-3.0-or-later
// When things happen, and how messages get on the cable. What they are matched with stands in
// matching.cpp, what ranks do in ranks.cpp.
#include "engine/workload/endpoints.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "engine/fabric/touch.h"

namespace hopscope {

Endpoints::Endpoints(const ApplicationPlan& plan, const RankTable& table, TerminalId first,
                     std::uint32_t count, bool wholeMessages, std::stop_token stop)
    : plan_(plan),
      table_(table),
      first_(first),
      wholeMessages_(wholeMessages),
      fetchesAhead_(table.count() >= kManyRanks),
      rankAt_(count, kNone),
      interfaces_(count),
      lengths_(plan.packets),
      aloneTimes_(plan.headTimes.get()),
      collectives_(0, 0),
      passed_(plan.jobs.size()),
      stop_(std::move(stop)) {
  for (std::uint32_t i = 0; i < count; ++i)
    interfaces_[i].routing = Rng(plan.seed, first + i, RandomPurpose::choice);
  const auto isHere = [&](TerminalId terminal) {
    return terminal >= first && terminal - first < count;
  };
  std::size_t here = 0;
  for (std::uint32_t id = 0; id < table.count(); ++id) here += isHere(table.terminal(id)) ? 1 : 0;
  ranks_.reserve(here);
  for (std::uint32_t id = 0; id < table.count(); ++id) {
    const TerminalId terminal = table.terminal(id);
    if (!isHere(terminal)) continue;
    const Job& job = plan.jobs[table.job(id)];
    Rank& rank = ranks_.emplace_back(Script(*job.program, table.inJob(id)));
    rank.index = rankCount_++;
    rank.id = id;
    rank.terminal = terminal - first;
    if (rankAt_[rank.terminal] == kNone) rankAt_[rank.terminal] = rank.index;
    rank.receives = job.program->receives(rank.script.rank());
    rank.path.start = job.start;
    note(job.start, kWake, rank.index);
  }
  unfinished_ = rankCount_;
  collectives_ = CollectiveRecord(rankCount_, mostCollectiveKinds(table.count()));
}

void Endpoints::offer(Cycle now, SourceQueues& queues) {
  if (refused_.empty() && events_.rests(now)) return;
  queues_ = &queues;
  retried_.swap(refused_);
  for (const Refused& each : retried_) {
    if (each.again <= now)
      transmit(each.terminal, now);
    else
      refused_.push_back(each);
  }
  retried_.clear();
  if (fetchesAhead_) fetchAhead(now);
  events_.handleUpTo(now, [this](Cycle time, unsigned kind, std::uint64_t what) {
    handle(time, static_cast<EventKind>(kind), what);
  });
}

void Endpoints::hear(const Delivery& delivery) {
  ++packetsHeard_;
  use_.last = delivery.at;
  auto* const message = std::bit_cast<Message*>(delivery.letter);
  if (--message->packetsToCome > 0) return;
  ++passed_[table_.job(message->source)].arrived;
  incoming_.prefetch(message->source, message->destination);
  if (fetchesAhead_) prefetchRank(message->destination);
  note(delivery.at + 1, kArrive, message);
}

void Endpoints::prefetch(std::uint64_t letter) const {
  // Of its line what is the receiver's by now: its sender may yet write what stands behind it.
  loadAhead(std::bit_cast<const Message*>(letter)->packetsToCome);
}

void Endpoints::touch() const {
  if (!fetchesAhead_) return;
  hopscope::touch(interfaces_);
  hopscope::touch(ranks_);
  hopscope::touch(groups_);
  hopscope::touch(requests_);
}

void Endpoints::leaveRoom() {
  const auto leave = [](auto& all) { all.reserve(all.size() + all.size() / 2); };
  leave(requests_);
  leave(groups_);
  events_.leaveRoom();
  messages_.leaveRoom();
  refused_.reserve(interfaces_.size());
  retried_.reserve(interfaces_.size());
}

/// Of the ranks that go on in the next two cycles.
void Endpoints::fetchAhead(Cycle now) const {
  events_.peek(now + 2, kWake, [this](std::uint64_t what) {
    const Rank& rank = doer(static_cast<std::uint32_t>(what));
    loadAhead(rank.script);
    loadAhead(rank.path);
    loadAhead(rank.phase);
    loadAhead(rank.times);
  });
  events_.peek(now + 1, kWake, [this](std::uint64_t what) {
    prefetchPairs(doer(static_cast<std::uint32_t>(what)));
  });
}

/// What a message changes of the rank that it is for.
void Endpoints::prefetchRank(std::uint32_t id) const {
  const Rank& first = ranks_[rankAt_[table_.terminal(id) - first_]];
  hopscope::prefetch(first.path);
  hopscope::prefetch(first.phase);
}

/// What a rank that goes on soon will look up.
void Endpoints::prefetchPairs(const Rank& rank) const {
  const auto fetch = [&](const Operation& operation) {
    if (operation.peer == kAnyRank) return;
    const std::uint32_t peer = globalRank(rank, operation.peer);
    if (operation.kind == OperationKind::send || operation.kind == OperationKind::sendLater)
      outgoing_.prefetch(rank.id, peer);
    else if (operation.kind == OperationKind::receive ||
             operation.kind == OperationKind::receiveLater)
      incoming_.prefetch(peer, rank.id);
  };
  fetch(*rank.operation);
  for (const Operation& operation : rank.script.ahead()) fetch(operation);
}

Cycle Endpoints::nextOffer(Cycle now) const {
  Cycle next = std::max(now, events_.next());
  for (const Refused& each : refused_) next = std::min(next, std::max(now, each.again));
  return next;
}

void Endpoints::forgetMessages() {
  for (Rank& rank : ranks_) {
    rank.unexpected = {};  // what nobody has asked for
    rank.requests = rank.groups = rank.posted = kNone;
  }
  beside_.clear();
  freeBeside_ = kNone;
  early_ = {};
  messages_.release();
  events_ = {};
  requests_ = std::vector<MessageRequest>();
  groups_ = std::vector<RequestGroup>();
  freeRequests_ = freeGroups_ = kNone;
  incoming_ = PairTable<Incoming>();
}

void Endpoints::note(Cycle time, EventKind kind, Message* message) {
  events_.note(time, kind, std::bit_cast<std::uint64_t>(message));
}

void Endpoints::handle(Cycle time, EventKind kind, std::uint64_t what) {
  switch (kind) {
    case kArrive:
      return arrive(std::bit_cast<Message*>(what), time);
    case kTransmit:
      return transmit(static_cast<std::uint32_t>(what), time);
    case kLeft:
      return left(std::bit_cast<Message*>(what), time);
    case kPost:
      return post(std::bit_cast<Message*>(what), time);
    case kWake:
      return wake(doer(static_cast<std::uint32_t>(what)), time);
    case kEventKinds:
      return;
  }
}

/// Only what is sent unasked and the data of rendezvous carry any bytes.
bool Endpoints::carries(const Message& message) {
  const MessageKind kind = message.kind();
  return kind == MessageKind::eager || kind == MessageKind::data;
}

std::uint64_t Endpoints::wireBytes(const Message& message) {
  return carries(message) ? message.bytes : 0;
}

/// Messages stay in their job.
PathParts Endpoints::pathOf(const Message& message) const {
  return message.path(plan_.jobs[table_.job(message.source)].start);
}

bool Endpoints::isLocal(const Message& message) const {
  return table_.terminal(message.source) == table_.terminal(message.destination);
}

/// Between ranks of one terminal: how long what a message carries keeps its sender.
Cycle Endpoints::localCycles(const Message& message) const {
  const auto bytes = static_cast<double>(wireBytes(message));
  return static_cast<Cycle>(std::ceil(bytes / plan_.endpoints.localBytesPerCycle));
}

/// Hands a message to the interface of its rank's terminal; one to the same terminal needs none.
void Endpoints::post(Message* message, Cycle now) {
  message->setTime(MessageTime::posted, now);
  if (isLocal(*message)) {
    const Cycle moved = now + localCycles(*message);
    if (message->kind() == MessageKind::data) note(moved, kLeft, message);
    note(moved + plan_.endpoints.localLatency, kArrive, message);
    return;
  }
  ++passed_[table_.job(message->source)].posted;
  const std::uint32_t from = table_.terminal(message->source) - first_;
  if (carries(*message)) {
    ++use_.messages;
    use_.bytes += message->bytes;
    if (!std::exchange(interfaces_[from].sent, true)) ++use_.senders;
  }
  enqueue(message, now);
}

/// For how long, since cycle 0, the network took nothing of an interface that had something.
Cycle Endpoints::heldUp(const Interface& interface, Cycle now) {
  return interface.held + (interface.due == Interface::kFree ? 0 : now - interface.due);
}

/// Has a message wait for its turn, unless nothing is before it.
void Endpoints::enqueue(Message* message, Cycle now) {
  const std::uint32_t from = table_.terminal(message->source) - first_;
  Interface& interface = interfaces_[from];
  interface.queue.push(message);
  ++interface.queued;
  if (!interface.scheduled && interface.freeAt <= now) {
    interface.scheduled = true;
    return transmit(from, now, false);
  }
  // Of the time that it will have waited, what the interface is held up in is contention: the
  // present count is taken away here, that at its turn added in transmit.
  message->addTime(MessageTime::contention, -heldUp(interface, now));
  message->addTime(MessageTime::interface, heldUp(interface, now));
  if (!std::exchange(interface.scheduled, true)) note(interface.freeAt, kTransmit, from);
}

/// Takes out the message at the front; the first rank that waits for room goes on.
Message* Endpoints::dequeue(std::uint32_t terminal, Cycle now) {
  Interface& interface = interfaces_[terminal];
  --interface.queued;
  if (const std::uint32_t next = interface.blocked;
      next != kNone && interface.queued < plan_.endpoints.queue) {
    interface.blocked = ranks_[next].nextBlocked;
    note(now, kWake, next);
  }
  Message* const first = interface.queue.pop();
  __builtin_prefetch(interface.queue.first);  // whose turn comes when this one has gone
  return first;
}

/// What stands in an interface's queue and is no message.
bool Endpoints::isCommand(const Message& message) {
  return message.kind() >= MessageKind::predict;
}

/// Tells the interface what commands stand at the front of its queue; false where nothing is left
/// behind.
bool Endpoints::obey(std::uint32_t terminal, Cycle now) {
  Interface& interface = interfaces_[terminal];
  while (!interface.queue.empty()) {
    Message* const message = interface.queue.first;
    if (!isCommand(*message)) return true;
    const MessageKind kind = message->kind();
    if (kind == MessageKind::predict)
      queues_->command(now, first_ + terminal, CircuitCommand::predict,
                       table_.terminal(message->destination));
    else if (kind == MessageKind::flush)
      queues_->command(now, first_ + terminal, CircuitCommand::flush, 0);
    else
      queues_->command(now, first_ + terminal, CircuitCommand::preload, message->bytes);
    MessagePool::give(dequeue(terminal, now), messages_);
  }
  interface.scheduled = false;
  return false;
}

/// Sends the next packet of the message at the front. `waited`: it was not its turn at once.
void Endpoints::transmit(std::uint32_t terminal, Cycle now, bool waited) {
  Interface& interface = interfaces_[terminal];
  if (isCommand(*interface.queue.first) && !obey(terminal, now)) return;
  Message& message = *interface.queue.first;
  const std::uint64_t bytes = wireBytes(message);
  if (!interface.begun) {
    interface.begun = true;
    if (waited) {
      message.addTime(MessageTime::contention, heldUp(interface, now));
      message.addTime(MessageTime::interface, now - message.posted() - heldUp(interface, now));
    }
    message.setTime(MessageTime::reached, now);
    interface.packetsLeft = message.packetsToCome = wholeMessages_ ? 1 : lengths_.of(bytes).packets;
  }
  const bool last = interface.packetsLeft == 1;
  const auto flits = wholeMessages_ ? static_cast<std::uint32_t>(lengths_.of(bytes).flits)
                     : last         ? lengths_.of(bytes).last
                                    : plan_.packets.flits;
  const NewPacket packet{first_ + terminal,  table_.terminal(message.destination),  flits, false,
                         plan_.trafficClass, std::bit_cast<std::uint64_t>(&message)};
  if (!queues_->enter(now, packet, interface.routing)) {
    refused_.push_back({terminal, queues_->notBefore(now, packet)});
    if (interface.due == Interface::kFree) interface.due = now;
    return;
  }
  interface.held = heldUp(interface, now);
  interface.due = Interface::kFree;
  ++packetsSent_;
  if (use_.first < 0) use_.first = now;
  interface.freeAt = now + static_cast<Cycle>(plan_.packets.cyclesFor(flits));
  if (last) {
    if (watch_ != nullptr) watch_->sent(message, packet.source, packet.destination, now);
    dequeue(terminal, now);
    interface.begun = false;
    if (message.kind() == MessageKind::data) note(interface.freeAt, kLeft, &message);
  } else {
    --interface.packetsLeft;
  }
  interface.scheduled = !interface.queue.empty();
  if (interface.scheduled) note(interface.freeAt, kTransmit, terminal);
}

/// The last flit of rendezvous data is on the cable, or all of it is out of its rank's hands: the
/// send is over.
void Endpoints::left(Message* message, Cycle now) {
  Rank* const rank = completed(message->sendRequest);
  if (rank == nullptr) return;
  PathParts path = pathOf(*message);
  const auto least =
      isLocal(*message)
          ? localCycles(*message)
          : static_cast<Cycle>(plan_.packets.cyclesFor(lengths_.of(message->bytes).flits));
  path.transfer += least;
  path.contention += now - message->reached() - least;
  release(*rank, now, path, message->posted());
}

}  // namespace hopscope
