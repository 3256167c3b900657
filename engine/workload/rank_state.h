// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "engine/workload/message.h"
#include "engine/workload/program.h"
#include "engine/workload/rank_phase.h"
#include "engine/workload/rank_times.h"

namespace hopscope {

/// Something a rank has begun and not yet waited for.
struct Request {
  std::uint32_t next = kNone;        ///< of the same rank, or of those that are free
  std::uint32_t nextPosted = kNone;  ///< of the rank's receives that have got nothing yet
  std::uint32_t rank = 0;            ///< its place in the part
  std::uint32_t number = 0;          ///< Operation::request
  std::uint32_t peer = 0;            ///< rank of all jobs, or kAnyRank
  std::int32_t tag = 0;
  std::uint64_t bytes = 0;  ///< that fit; once matched, of the message
  bool receives = false, ofCollective = false;
  bool done = false;
};

/// One rank of an application.
struct Rank {
  Rank(const Program& program, std::uint32_t inJob) : script(program, inJob) {}

  Script script;
  Operation operation;  ///< that it is at
  PathParts path;       ///< up to now, or until it began to wait
  RankTimes times;
  double unspent = 0;                                ///< of a cycle of computation, 0 to 1
  Cycle since = 0;                                   ///< when it began to wait
  std::uint32_t id = 0;                              ///< among the ranks of all jobs
  std::uint32_t terminal = 0;                        ///< its place in the part
  std::uint32_t missing = 0;                         ///< requests that are waited for and not done
  std::uint32_t requests = kNone;                    ///< what it has begun
  std::uint32_t posted = kNone, lastPosted = kNone;  ///< receives that have got nothing yet
  std::uint32_t iteration = 0;                       ///< Operation::mark
  std::uint32_t call = 0;                            ///< Script::collectives() in one, else 0
  Cycle callSince = 0;                               ///< when it began that
  CollectiveKind kind;                               ///< of it
  std::uint32_t nextBlocked = kNone;                 ///< behind it, for its interface
  MessageQueue unexpected;                           ///< messages nobody has asked for yet
  RankPhase phase = RankPhase::computing;
  bool blocked = false;  ///< it waits for its interface, which has enough messages
  bool receives = true;  ///< Program::receives
};

}  // namespace hopscope
