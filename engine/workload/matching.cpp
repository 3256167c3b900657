// SPDX-License-Identifier: GPL-3.0-or-later
// How messages find the receives that were posted for them.
#include <algorithm>

#include "engine/workload/endpoints.h"

namespace hopscope {
namespace {

/// A new one, in a place that is free.
template <typename T>
std::uint32_t takeFree(std::vector<T>& all, std::uint32_t& free) {
  if (free == kNone) {
    all.emplace_back();
    return static_cast<std::uint32_t>(all.size() - 1);
  }
  const std::uint32_t index = free;
  free = all[index].next;
  all[index] = {};
  return index;
}

}  // namespace

/// All of a message is there.
void Endpoints::arrive(Message* message, Cycle now) {
  const MessageKind kind = message->kind();
  Incoming& pair = incoming_.of(message->source, message->destination);
  if (!isLocal(*message)) {
    if (pair.alone.head < 0)
      pair.alone = plan_.headTimes->pair(table_.terminal(message->source),
                                         table_.terminal(message->destination));
    const Cycle alone = aloneTimes_.of(pair.alone, lengths_.of(wireBytes(*message)).flits);
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
  if (message->number != pair.next) {
    early_.push(message);
    ++pair.early;
    return;
  }
  const std::uint32_t source = message->source, destination = message->destination;
  const bool overtaken = pair.early > 0;
  ++pair.next;
  match(pair, message, now);
  if (overtaken) orderEarly(source, destination, now);
}

/// The next ones of a pair, which have been there for long.
void Endpoints::orderEarly(std::uint32_t source, std::uint32_t destination, Cycle now) {
  while (true) {
    Incoming& pair = incoming_.of(source, destination);  // others may have come to the table
    if (pair.early == 0) return;
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
    match(pair, next, now);
  }
}

bool Endpoints::fits(const MessageRequest& request, const Message& message) const {
  return request.ofCollective == message.ofCollective() &&
         (request.peer == kAnyRank || request.peer == message.source) &&
         (request.tag == kAnyTag || request.tag == message.tag);
}

/// Gives a message to the first receive that fits, or keeps it until there is one.
void Endpoints::match(Incoming& pair, Message* message, Cycle now) {
  Rank& rank = rankOf(message->destination);
  const Posted ofPair = firstThatFits(pair.posted, *message);
  const Posted ofAny = firstThatFits(rank.posted, *message);
  const auto isBefore = [this](const Posted& a, const Posted& b) {
    if (a.request == kNone || b.request == kNone) return a.request != kNone;
    return static_cast<std::int32_t>(requests_[a.request].order - requests_[b.request].order) < 0;
  };
  if (isBefore(ofPair, ofAny)) {
    takePosted(pair.posted, ofPair);
    take(ofPair.request, message, now, false);
  } else if (ofAny.request != kNone) {
    takePosted(rank.posted, ofAny);
    take(ofAny.request, message, now, false);
  } else if (!rank.receives && !message->ofCollective() && message->kind() == MessageKind::eager) {
    MessagePool::give(message, messages_);  // nobody will ever ask for it
  } else {
    keep(pair, rank, message);
  }
}

/// Until a receive comes that fits. Most say from whom, so messages stand by pairs, and nobody goes
/// through those of others; once a rank of this part has received from any, those of a rank stand
/// together, as they came.
void Endpoints::keep(Incoming& pair, Rank& rank, Message* message) {
  message->number = kept_++;
  (keepsByRank_ ? rank.unexpected : pair.unexpected).push(message);
}

void Endpoints::keepByRank() {
  keepsByRank_ = true;
  std::vector<Message*> all;
  incoming_.changeAll([&all](Incoming& pair) {
    while (Message* const message = pair.unexpected.take([](const Message&) { return true; }))
      all.push_back(message);
  });
  std::sort(all.begin(), all.end(), [](const Message* a, const Message* b) {
    return static_cast<std::int32_t>(a->number - b->number) < 0;
  });
  for (Message* const message : all) rankOf(message->destination).unexpected.push(message);
}

/// Puts a receive that has got nothing at the end of a ring.
void Endpoints::putPosted(std::uint32_t& last, std::uint32_t request) {
  if (last == kNone) {
    requests_[request].nextPosted = request;
  } else {
    requests_[request].nextPosted = requests_[last].nextPosted;
    requests_[last].nextPosted = request;
  }
  last = request;
}

/// The first receive of a ring that a message fits into, and the one before it.
Endpoints::Posted Endpoints::firstThatFits(std::uint32_t last, const Message& message) const {
  if (last == kNone) return {};
  for (std::uint32_t before = last;;) {
    const std::uint32_t request = requests_[before].nextPosted;
    if (fits(requests_[request], message)) return {request, before};
    if (request == last) return {};
    before = request;
  }
}

void Endpoints::takePosted(std::uint32_t& last, const Posted& posted) {
  requests_[posted.before].nextPosted = requests_[posted.request].nextPosted;
  if (last == posted.request) last = posted.before == posted.request ? kNone : posted.before;
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
  data->bytes = send.bytes;
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
  const MessageRequest& done = requests_[request];
  RequestGroup& group = groups_[done.group];
  Rank& rank = doer(done.rank);
  if (done.receives) group.overhead += plan_.endpoints.receiveOverhead.of(done.bytes);
  --group.open;
  freeRequest(rank, request);
  if (rank.phase != RankPhase::waiting || !isWaitedFor(rank, group)) return nullptr;
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
  if (rank.groups == kNone || groups_[rank.groups].number != number) {
    const std::uint32_t group = takeFree(groups_, freeGroups_);
    groups_[group].number = number;
    groups_[group].next = rank.groups;
    rank.groups = group;
  }
  ++groups_[rank.groups].open;
  const std::uint32_t index = takeFree(requests_, freeRequests_);
  MessageRequest& request = requests_[index];
  request.rank = rank.index;
  request.group = rank.groups;
  request.order = begun_++;
  request.next = rank.requests;
  if (rank.requests != kNone) requests_[rank.requests].later = index;
  rank.requests = index;
  return index;
}

void Endpoints::freeRequest(Rank& rank, std::uint32_t index) {
  MessageRequest& request = requests_[index];
  (request.later == kNone ? rank.requests : requests_[request.later].next) = request.next;
  if (request.next != kNone) requests_[request.next].later = request.later;
  request.next = freeRequests_;
  freeRequests_ = index;
}

}  // namespace hopscope
