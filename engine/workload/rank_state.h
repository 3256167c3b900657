// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <utility>

#include "engine/workload/message.h"
#include "engine/workload/program.h"
#include "engine/workload/rank_phase.h"
#include "engine/workload/rank_times.h"

namespace hopscope {

/// Something a rank has begun and that is not done.
struct MessageRequest {
  std::uint32_t next = kNone;   ///< of the same rank, the one before; or of those that are free
  std::uint32_t later = kNone;  ///< of the same rank, the one behind
  std::uint32_t nextPosted = kNone;  ///< in the ring of receives that it stands in
  std::uint32_t order = 0;           ///< among all of the part, as they were begun
  std::uint32_t rank = 0;            ///< its place in the part
  std::uint32_t group = kNone;
  std::uint32_t peer = 0;  ///< rank of all jobs, or kAnyRank
  std::int32_t tag = 0;
  std::uint32_t bytes = 0;  ///< that fit; once matched, of the message; no message is larger
  bool receives = false, ofCollective = false;
  bool asks = false;    ///< of a send: whether it may, as it is above EndpointSettings::eager
  bool beside = false;  ///< a collective that goes on beside the program: `peer` is its place
};
static_assert(sizeof(MessageRequest) == 40);

/// What a rank has begun under one number and not yet waited for, so that nobody goes through what
/// is done. Those that follow each other: there may be several of a number.
struct RequestGroup {
  std::uint32_t next = kNone;  ///< of the same rank, or of those that are free
  std::uint32_t number = 0;    ///< Operation::request
  std::uint32_t open = 0;      ///< requests that are not done
  Cycle overhead = 0;          ///< of the messages that were received
};

/// What a rank is at before it begins.
inline const Operation kNoOperation;

/// One rank of an application, or a collective that goes on beside its program. A part has very
/// many: it is four lines of the cache.
struct alignas(64) Rank {
  explicit Rank(Script does) : script(std::move(does)) {}

  Script script;

  const Operation* operation = &kNoOperation;  ///< that it is at
  /// Up to now, or until it began to wait; while it is blocked, without what it waits for.
  PathParts path;
  Cycle since = 0;  ///< when it began to wait

  std::uint32_t id = 0;               ///< among the ranks of all jobs
  std::uint32_t terminal = 0;         ///< its place in the part
  std::uint32_t index = 0;            ///< its own place there
  std::uint32_t beside = kNone;       ///< of its record of such collectives
  std::uint32_t missing = 0;          ///< requests that are waited for and not done
  std::uint32_t requests = kNone;     ///< that are not done, the latest first
  std::uint32_t groups = kNone;       ///< of all that it has not yet waited for
  std::uint32_t posted = kNone;       ///< receives from any source: the last
  std::uint32_t iteration = 0;        ///< Operation::mark
  std::uint32_t call = 0;             ///< Script::collectives() in one, else 0
  std::uint32_t nextBlocked = kNone;  ///< behind it, for its interface
  RankPhase phase = RankPhase::computing;
  bool blocked = false;    ///< it waits for its interface, which has enough messages
  bool receives = true;    ///< Program::receives
  double unspent = 0;      ///< of a cycle of computation, 0 to 1
  MessageRing unexpected;  ///< see Endpoints::keep

  RankTimes times;
  Cycle callSince = 0;  ///< when it began `call`
  CollectiveKind kind;  ///< of that
};
static_assert(sizeof(Rank) == 256);

/// A collective that goes on beside the program of the rank that began it, by steps of its own. Its
/// messages are that rank's.
struct BesideCollective {
  Rank self = Rank(Script(0));
  std::uint32_t rank = 0;      ///< the place of the rank
  std::uint32_t request = 0;   ///< that the rank waits for
  std::uint32_t next = kNone;  ///< of those that are free
  Cycle sent = 0;              ///< when the last message that it waited for was posted
};

/// What came of those of one rank.
struct BesideTimes {
  std::uint32_t underWay = 0;
  Cycle since = 0;    ///< when there was none before
  Cycle waited = 0;   ///< up to when what the rank waits for them has been counted
  Cycle cycles = 0;   ///< with any of them under way
  Cycle exposed = 0;  ///< in which the rank waited for one
};

}  // namespace hopscope
