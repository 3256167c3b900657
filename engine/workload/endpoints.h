// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <stop_token>
#include <vector>

#include "engine/core/rng.h"
#include "engine/traffic/traffic_source.h"
#include "engine/workload/application_plan.h"
#include "engine/workload/collective_use.h"
#include "engine/workload/event_wheel.h"
#include "engine/workload/head_times.h"
#include "engine/workload/message_lengths.h"
#include "engine/workload/message_watch.h"
#include "engine/workload/outcome.h"
#include "engine/workload/pair_table.h"
#include "engine/workload/rank_state.h"
#include "engine/workload/timeline.h"

namespace hopscope {

/// The ranks and interfaces of the terminals of one part of a network. Ranks do what their programs
/// say; interfaces send messages packet by packet at the rate of the cable, one after the other.
/// What arrives in a cycle is there for a rank in the next one. Messages of a pair of ranks are
/// matched in the order in which they were sent, in whatever order they arrive (MPI 4.0, 3.5).
/// Nothing is allocated once there have been as many messages at a time as ever, or, once it has
/// left room, half as many again.
class Endpoints final : public TrafficSource {
 public:
  /// Of terminals [first, first + count). `wholeMessages`: a message goes as one packet. Ranks do
  /// nothing more soon after `stop` is requested.
  Endpoints(const ApplicationPlan& plan, const RankTable& table, TerminalId first,
            std::uint32_t count, bool wholeMessages = false, std::stop_token stop = {});
  Endpoints(const Endpoints&) = delete;
  Endpoints& operator=(const Endpoints&) = delete;

  void offer(Cycle now, SourceQueues& queues) override;
  void hear(const Delivery& delivery) override;
  void prefetch(std::uint64_t letter) const override;
  bool prefetches() const override { return fetchesAhead_; }
  void touch() const override;
  void leaveRoom() override;
  Cycle nextOffer(Cycle now) const override;

  /// Writes what happens into `timeline`, from now on, which lives as long.
  void record(TimelinePart& timeline) { timeline_ = &timeline; }
  /// Gives back the memory for messages and requests, once all ranks have finished and nothing is
  /// under way: what there is to tell of them stays.
  void forgetMessages();
  /// Tells of messages from now on; null: nobody.
  void watch(MessageWatch* watch) { watch_ = watch; }

  std::uint32_t unfinished() const { return unfinished_; }  ///< ranks
  /// Nothing will happen unless a packet arrives.
  bool quiet() const { return events_.empty() && refused_.empty(); }
  /// Its ranks were stopped amid what they did.
  bool givenUp() const { return givenUp_; }
  std::uint64_t packetsSent() const { return packetsSent_; }
  std::uint64_t packetsHeard() const { return packetsHeard_; }
  /// Messages of a job that its ranks have handed to its interfaces, and such that have arrived at
  /// its terminals: whole messages, also of protocols.
  std::uint64_t posted(std::uint32_t job) const { return passed_[job].posted; }
  std::uint64_t arrived(std::uint32_t job) const { return passed_[job].arrived; }
  /// What its terminals have sent over the network, but for messages of protocols.
  const NetworkUse& networkUse() const { return use_; }
  const std::vector<Rank>& ranks() const { return ranks_; }
  /// What a rank that waits does, and whose move it is.
  StalledRank waitOf(const Rank& rank) const;
  /// Calls see(source, destination, {messages, bytes}) for what its ranks have sent.
  template <typename See>
  void forEachPair(const See& see) const {
    outgoing_.forEach([&](std::uint32_t source, std::uint32_t destination, const Outgoing& sent) {
      see(MatrixEntry{source, destination, sent.messages, sent.bytes});
    });
  }
  /// What its ranks spent in collectives that are over.
  CollectiveTimes collectives() const { return collectives_.times(); }
  /// What a rank had in collectives that went on beside its program; null where it began none.
  const BesideTimes* beside(const Rank& rank) const {
    return rank.beside == kNone ? nullptr : &besideTimes_[rank.beside];
  }
  /// The first message that a receive had too little room for, if there was one.
  const std::optional<Misfit>& misfit() const { return misfit_; }

 private:
  /// In the order in which they happen within a cycle, the same for any division into parts.
  enum EventKind : std::uint8_t { kArrive, kTransmit, kLeft, kPost, kWake, kEventKinds };
  /// What puts the messages of a terminal on its cable.
  struct Interface {
    static constexpr Cycle kFree = -1;  ///< nothing of it was refused

    MessageQueue queue;
    Rng routing;
    Cycle freeAt = 0;                                    ///< of the packet before
    Cycle held = 0;                                      ///< cycles that packets were refused for
    Cycle due = kFree;                                   ///< when one was refused first that waits
    std::uint32_t queued = 0;                            ///< messages
    std::uint32_t packetsLeft = 0;                       ///< of the first message, once begun
    std::uint32_t blocked = kNone, lastBlocked = kNone;  ///< ranks that wait for room
    bool begun = false;      ///< the first message's first packet has gone
    bool scheduled = false;  ///< it will be looked after
    bool sent = false;       ///< anything so far
  };
  struct Outgoing {
    std::uint64_t messages = 0, bytes = 0;
  };
  struct Incoming {
    std::uint32_t next = 0;        ///< number of the message to be matched
    std::uint32_t early = 0;       ///< messages that have overtaken it
    HeadTimes::Pair alone;         ///< once asked
    std::uint32_t posted = kNone;  ///< receives that have got nothing yet: the last of a ring
    MessageRing unexpected;        ///< see keep
  };
  /// A receive in a ring.
  struct Posted {
    std::uint32_t request = kNone, before = kNone;
  };

  static constexpr std::uint32_t kManyRanks = 256;

  // endpoints.cpp: events and interfaces
  void fetchAhead(Cycle now) const;
  void prefetchRank(std::uint32_t id) const;
  void prefetchPairs(const Rank& rank) const;
  void note(Cycle time, EventKind kind, Message* message);
  void note(Cycle time, EventKind kind, std::uint32_t index) { events_.note(time, kind, index); }
  void handle(Cycle time, EventKind kind, std::uint64_t what);
  void post(Message* message, Cycle now);
  void enqueue(Message* message, Cycle now);
  static Cycle heldUp(const Interface& interface, Cycle now);
  Message* dequeue(std::uint32_t terminal, Cycle now);
  static bool isCommand(const Message& message);
  bool obey(std::uint32_t terminal, Cycle now);
  void transmit(std::uint32_t terminal, Cycle now, bool waited = true);
  void left(Message* message, Cycle now);
  static bool carries(const Message& message);
  static std::uint64_t wireBytes(const Message& message);
  PathParts pathOf(const Message& message) const;
  bool isLocal(const Message& message) const;
  Cycle localCycles(const Message& message) const;

  // matching.cpp: messages and requests
  void arrive(Message* message, Cycle now);
  void confirm(const Message& message, Cycle now);
  void order(Incoming& pair, Message* message, Cycle now);
  void orderEarly(std::uint32_t source, std::uint32_t destination, Cycle now);
  void match(Incoming& pair, Message* message, Cycle now);
  void keep(Incoming& pair, Rank& rank, Message* message);
  void keepByRank();
  void putPosted(std::uint32_t& last, std::uint32_t request);
  Posted firstThatFits(std::uint32_t last, const Message& message) const;
  void takePosted(std::uint32_t& last, const Posted& posted);
  bool fits(const MessageRequest& request, const Message& message) const;
  void noteMisfit(const MessageRequest& receive, const Message& message, Cycle now);
  void take(std::uint32_t request, Message* message, Cycle now, bool late);
  void clearToSend(std::uint32_t request, Message* message, Cycle now, bool late);
  void sendData(Message* clear, Cycle now);
  Rank* completed(std::uint32_t request);
  void complete(std::uint32_t request, Message* message, Cycle now);
  std::uint32_t newRequest(Rank& rank, std::uint32_t number);
  void freeRequest(Rank& rank, std::uint32_t request);

  // ranks.cpp: programs
  void wake(Rank& rank, Cycle now);
  void noteCall(Rank& rank, std::uint32_t call, Cycle now);
  void run(Rank& rank, Cycle now);
  bool givesUp();
  bool perform(Rank& rank, Cycle now);
  bool compute(Rank& rank, double cycles, Cycle now);
  bool send(Rank& rank, Cycle now);
  bool sendNow(Rank& rank, Cycle now);
  bool tell(Rank& rank, MessageKind kind, std::uint32_t of, Cycle now, std::uint32_t load = 0);
  std::uint32_t loadNumber(const Rank& rank, std::uint32_t ofProgram) const;
  bool isAdmitted(Rank& rank, Cycle now);
  bool receive(Rank& rank, Cycle now);
  bool waitFor(Rank& rank, Cycle now);
  bool settle(Rank& rank, Cycle now);
  void release(Rank& rank, Cycle now, const PathParts& path, Cycle sent);
  static bool isWaitedFor(const Rank& rank, const RequestGroup& group);
  void spend(Rank& rank, Cycle now, Cycle cycles, RankPhase phase);
  void keepSpan(const Rank& rank, RankPhase phase, Cycle from, Cycle to);
  std::uint32_t globalRank(const Rank& rank, std::uint32_t inJob) const;
  Rank& rankOf(std::uint32_t id);

  // beside_collectives.cpp: collectives that go on beside the program of their rank
  bool begin(Rank& rank, Cycle now);
  bool isBeside(const Rank& rank) const { return rank.index >= rankCount_; }
  BesideCollective& besideOf(const Rank& self) { return beside_[self.index - rankCount_]; }
  /// The rank or collective of that place.
  Rank& doer(std::uint32_t index) {
    return index < rankCount_ ? ranks_[index] : beside_[index - rankCount_].self;
  }
  const Rank& doer(std::uint32_t index) const {
    return index < rankCount_ ? ranks_[index] : beside_[index - rankCount_].self;
  }
  /// The rank itself, or the one that began the collective.
  Rank& home(Rank& rank) { return isBeside(rank) ? ranks_[besideOf(rank).rank] : rank; }
  void endBeside(Rank& self, Cycle now);

  const ApplicationPlan& plan_;
  const RankTable& table_;
  TerminalId first_;
  bool wholeMessages_;
  bool fetchesAhead_;                    ///< there are more ranks than the nearest caches hold
  std::vector<Rank> ranks_;              ///< in the order of their ids
  std::deque<BesideCollective> beside_;  ///< what is begun beside them does not move
  std::uint32_t rankCount_ = 0, freeBeside_ = kNone;
  std::vector<BesideTimes> besideTimes_;  ///< of the ranks that have begun any
  std::vector<std::uint32_t> rankAt_;     ///< the first rank of each terminal
  std::vector<Interface> interfaces_;
  MessageLengths lengths_;
  AloneTimes aloneTimes_;
  EventWheel<kEventKinds> events_;  ///< of messages, or of terminals or ranks by their places
  /// An interface whose packet found no room, and when it may.
  struct Refused {
    std::uint32_t terminal = 0;
    Cycle again = 0;
  };
  std::vector<Refused> refused_, retried_;
  std::vector<MessageRequest> requests_;
  std::vector<RequestGroup> groups_;
  std::uint32_t freeRequests_ = kNone, freeGroups_ = kNone;
  std::uint32_t begun_ = 0;  ///< requests
  MessagePool messages_;
  MessageQueue early_;        ///< messages that have overtaken others
  bool keepsByRank_ = false;  ///< see keep
  std::uint32_t kept_ = 0;    ///< messages that nobody had asked for
  PairTable<Outgoing> outgoing_;
  PairTable<Incoming> incoming_;
  SourceQueues* queues_ = nullptr;    ///< while it offers
  TimelinePart* timeline_ = nullptr;  ///< where one is wanted
  MessageWatch* watch_ = nullptr;     ///< likewise
  CollectiveRecord collectives_;
  std::uint64_t packetsSent_ = 0, packetsHeard_ = 0;
  struct Passed {
    std::uint64_t posted = 0, arrived = 0;
  };
  std::vector<Passed> passed_;  ///< per job
  NetworkUse use_;
  std::uint32_t unfinished_ = 0;
  std::uint32_t operations_ = 0;  ///< begun, modulo 2^32
  std::stop_token stop_;
  bool givenUp_ = false;
  std::optional<Misfit> misfit_;
};

}  // namespace hopscope
