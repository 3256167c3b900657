// SPDX-License-Identifier: GPL-3.0-or-later
// How messages find the receives that were posted for them.
#include <algorithm>

#include "engine/workload/endpoints.h"

namespace hopscope {

/// All of a message is there.
void Endpoints::arrive(Message* message, Cycle now) {
  const MessageKind kind = message->kind();
  Incoming& pair = incoming_.of(message->source, message->destination);
  if (!isLocal(*message)) {
    if (pair.alone.head < 0)
      pair.alone = plan_.headTimes->pair(table_.terminal(message->source),
                                         table_.terminal(message->destination));
    const Cycle alone = plan_.headTimes->alone(pair.alone, lengths_.of(wireBytes(*message)).flits);
    // Packets that part may be faster than one way alone lets them be.
    message->addTime(MessageTime::contention, std::max(Cycle{0}, now - message->reached() - alone));
  }
  if (watch_ != nullptr) watch_->arrived(*message, now);
  message->setTime(MessageTime::reached, now);
  if (timeline_ != nullptr) {
    const bool answer = kind == MessageKind::clear || kind == MessageKind::there;
    const MessageFlight flight{
        message->source, message->destination, message->bytes, message->posted(), now, answer};
    if (kind == MessageKind::request)
      timeline_->addRequest(flight);
    else if (wireBytes(*message) == message->bytes)
      timeline_->add(flight);
  }
  switch (kind) {
    case MessageKind::predict:
    case MessageKind::flush:
    case MessageKind::preload:
      break;  // they do not travel
    case MessageKind::there:
      complete(message->sendRequest, message, now);
      break;
    case MessageKind::eager:
      if (message->confirmed()) confirm(*message, now);
      [[fallthrough]];
    case MessageKind::request:
      order(pair, message, now);
      break;
    case MessageKind::clear:
      sendData(message, now);
      break;
    case MessageKind::data:
      complete(message->receiveRequest(), message, now);
      break;
  }
}

/// Tells the sender that its message is there.
void Endpoints::confirm(const Message& message, Cycle now) {
  Message* there = messages_.take();
  there->setKind(MessageKind::there);
  there->source = message.destination;
  there->destination = message.source;
  there->sendRequest = message.sendRequest;
  there->setPath(pathOf(message));
  post(there, now);
}

/// Messages of a pair are matched in the order in which they were sent.
void Endpoints::order(Incoming& pair, Message* message, Cycle now) {
  const std::uint32_t source = message->source, destination = message->destination;
  if (message->number != pair.next) {
    early_.push(message);
    ++pair.early;
    return;
  }
  ++pair.next;
  match(message, now);
  while (pair.early > 0) {
    Message *before = nullptr, *next = early_.first;
    while (next != nullptr && (next->source != source || next->destination != destination ||
                               next->number != pair.next)) {
      before = next;
      next = next->next;
    }
    if (next == nullptr) return;
    early_.remove(before, next);
    next->addTime(MessageTime::contention, now - next->reached());
    next->setTime(MessageTime::reached, now);
    --pair.early;
    ++pair.next;
    match(next, now);
  }
}

bool Endpoints::fits(const MessageRequest& request, const Message& message) const {
  return request.ofCollective == message.ofCollective() &&
         (request.peer == kAnyRank || request.peer == message.source) &&
         (request.tag == kAnyTag || request.tag == message.tag);
}

/// Gives a message to the first receive that fits, or keeps it until there is one.
void Endpoints::match(Message* message, Cycle now) {
  Rank& rank = rankOf(message->destination);
  std::uint32_t before = kNone;
  for (std::uint32_t i = rank.posted; i != kNone; before = i, i = requests_[i].nextPosted) {
    MessageRequest& request = requests_[i];
    if (!fits(request, *message)) continue;
    (before == kNone ? rank.posted : requests_[before].nextPosted) = request.nextPosted;
    if (rank.lastPosted == i) rank.lastPosted = before;
    take(i, message, now, false);
    return;
  }
  if (!rank.receives && !message->ofCollective() && message->kind() == MessageKind::eager)
    MessagePool::give(message, messages_);  // nobody will ever ask for it
  else
    rank.unexpected.push(message);
}

void Endpoints::noteMisfit(const MessageRequest& receive, const Message& message, Cycle now) {
  const Misfit misfit{now, message.destination, message.source, message.bytes, receive.bytes};
  if (!misfit_ || misfit < *misfit_) misfit_ = misfit;
}

/// `late`: the message was there before the receive.
void Endpoints::take(std::uint32_t request, Message* message, Cycle now, bool late) {
  MessageRequest& receive = requests_[request];
  if (message->bytes > receive.bytes) noteMisfit(receive, *message, now);
  receive.bytes = message->bytes;
  if (message->kind() == MessageKind::request) {
    clearToSend(request, message, now, late);
    return;
  }
  complete(request, message, now);
}

/// Answers a request of rendezvous. The interfaces do it: no rank spends time on it.
void Endpoints::clearToSend(std::uint32_t request, Message* message, Cycle now, bool late) {
  const EndpointSettings& endpoints = plan_.endpoints;
  Message* clear = messages_.take();
  clear->setKind(MessageKind::clear);
  clear->source = message->destination;
  clear->destination = message->source;
  clear->sendRequest = message->sendRequest;
  clear->setReceiveRequest(request);
  PathParts path = late ? doer(requests_[request].rank).path : pathOf(*message);
  MessagePool::give(message, messages_);
  const Cycle overhead = endpoints.receiveOverhead.of(0) + endpoints.sendOverhead.of(0);
  path.overhead += overhead;
  clear->setPath(path);
  if (overhead > 0)
    note(now + overhead, kPost, clear);
  else
    post(clear, now);
}

void Endpoints::sendData(Message* clear, Cycle now) {
  const EndpointSettings& endpoints = plan_.endpoints;
  const MessageRequest& send = requests_[clear->sendRequest];
  Message* data = messages_.take();
  data->setKind(MessageKind::data);
  data->source = clear->destination;
  data->destination = clear->source;
  data->bytes = static_cast<std::uint32_t>(send.bytes);
  data->sendRequest = clear->sendRequest;
  data->setReceiveRequest(clear->receiveRequest());
  PathParts path = pathOf(*clear);
  MessagePool::give(clear, messages_);
  const Cycle overhead = endpoints.receiveOverhead.of(0) + endpoints.sendOverhead.of(data->bytes);
  path.overhead += overhead;
  data->setPath(path);
  if (overhead > 0)
    note(now + overhead, kPost, data);
  else
    post(data, now);
}

/// What a rank began has been done; the rank, if it was the last thing that it waited for.
Rank* Endpoints::completed(std::uint32_t request) {
  MessageRequest& done = requests_[request];
  done.done = true;
  Rank& rank = doer(done.rank);
  if (rank.phase != RankPhase::waiting || !isWaitedFor(rank, done)) return nullptr;
  return --rank.missing == 0 ? &rank : nullptr;
}

/// What a rank began has been done, as this message is there, which is not needed any more.
void Endpoints::complete(std::uint32_t request, Message* message, Cycle now) {
  Rank* const rank = completed(request);
  if (rank == nullptr) return MessagePool::give(message, messages_);
  const PathParts path = pathOf(*message);
  const Cycle sent = message->posted();
  MessagePool::give(message, messages_);
  release(*rank, now, path, sent);
}

std::uint32_t Endpoints::newRequest(Rank& rank, std::uint32_t number) {
  if (freeRequests_ == kNone) {
    requests_.emplace_back();
    freeRequests_ = static_cast<std::uint32_t>(requests_.size() - 1);
  }
  const std::uint32_t index = freeRequests_;
  freeRequests_ = requests_[index].next;
  MessageRequest& request = requests_[index] = {};
  request.rank = rank.index;
  request.number = number;
  request.next = rank.requests;
  rank.requests = index;
  return index;
}

void Endpoints::freeRequest(std::uint32_t request) {
  requests_[request].next = freeRequests_;
  freeRequests_ = request;
}

}  // namespace hopscope
