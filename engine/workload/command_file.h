// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/core/bit_matrix.h"
#include "engine/core/ids.h"
#include "engine/core/issue.h"
#include "engine/workload/program.h"

namespace hopscope {

// clang-format off
/// What the processing elements of a network do, as text: one command a line, "#" before a comment.
///
///     # hopscope commands 1
///     pe *                      whose commands follow: all, one (3), a range (4-7) or a list (0,2,5)
///     send BYTES TO             TO: a number, or self+k or self-k modulo the elements
///     bsend BYTES TO            the same; goes on when it has arrived
///     recv FROM                 FROM: likewise, or *
///     bcast BYTES               a send to each other element, in ascending order
///     wait TIME                 cycles, or with a unit: 90 ns
///     barrier
///     phase N
///     repeat N … end
///     flush                     circuits that the element has are not needed any more
///     predict TO                there will be messages to that one
///     preload SLOT CIRCUITS     these take the slot: 0>3 1>2, self+1, or none. A file that is read
///                               from a folder may name another there (preload_files.h)
///
/// Switches without circuits pass over flush, predict and preload. Source: Ding 2006, section 5, names the
/// commands; the grammar is Hopscope's.
// clang-format on
enum class CommandKind : std::uint8_t {
  send,
  blockingSend,
  receive,
  broadcast,
  wait,
  barrier,
  phase,
  flush,
  predict,
  preload,
  repeat,
};

inline constexpr std::string_view kCommandsHeader = "# hopscope commands 1";

/// Whether a text says that it is one.
bool looksLikeCommands(std::string_view text);
/// Of a preload: the slot is left empty.
inline constexpr const char* kNoCircuits = "none";

/// One command of the elements that its list belongs to.
struct Command {
  CommandKind kind = CommandKind::send;
  bool fromSelf = false;  ///< `peer` comes on top of the element's own number, modulo the elements
  bool hasUnit = false;   ///< of a wait: `amount` is in picoseconds, else in cycles
  /// Of a receive kNone: any; of a repetition the list it repeats; of a preload the number of its
  /// circuits (CommandFile::loads).
  std::uint32_t peer = kNone;
  /// Bytes, time, the phase's number, how often; of a receive its line: whole but for times.
  double amount = 0;

  bool operator==(const Command&) const = default;
};

/// Commands one after the other. Those that are repeated stand in a list of their own.
struct CommandList {
  std::vector<Command> commands;
  /// Operations before each command, repetitions with all they come to; empty where each command is
  /// one operation. A broadcast is one for each other element.
  std::vector<std::uint64_t> before;
  std::uint64_t operations = 0;
  bool receives = false;  ///< there is a "recv" among them
};

/// A file that has been read, for a number of elements. Repetitions stay what they are, and what
/// several elements do is kept once, so that the memory taken is a multiple of the file's size: per
/// "pe" a list, a bit for each element and a fraction of a number.
class CommandFile {
 public:
  Issues issues;  ///< paths are "line 12"; with an error among them nothing else is of use

  explicit CommandFile(std::uint32_t elements)
      : words_(wordsFor(elements)), operations_(elements, 0), receives_(elements, 0) {}

  /// Whether there is any "flush", "predict" or "preload".
  bool tellsOfCircuits() const { return tellsOfCircuits_; }
  /// Whether there is any "predict".
  bool predicts() const { return predicts_; }
  /// The circuits that are loaded, each once.
  const std::vector<CircuitLoad>& loads() const { return loads_; }
  std::uint32_t elements() const { return static_cast<std::uint32_t>(operations_.size()); }
  /// Whether an element has any "recv".
  bool receives(std::uint32_t element) const { return receives_[element] != 0; }
  /// What an element does, an operation each with repetitions written out: how many there are; and
  /// visit(command, peer) for those in [from, to), `to` at most so many. The peer is a number.
  std::uint64_t operations(std::uint32_t element) const { return operations_[element]; }
  template <typename Visit>
  void forEach(std::uint32_t element, std::uint64_t from, std::uint64_t to, Visit&& visit) const {
    // The last mark behind which the first of them stands.
    std::size_t mark = 0;
    for (std::size_t end = (parts_.size() + kMarkEvery - 1) / kMarkEvery; mark + 1 < end;) {
      const std::size_t middle = (mark + end) / 2;
      (beforeMark(middle, element) <= from ? mark : end) = middle;
    }
    std::uint64_t before = parts_.empty() ? to : beforeMark(mark, element);
    for (std::size_t i = mark * kMarkEvery; before < to && i < parts_.size(); ++i) {
      const Part& part = parts_[i];
      if (!bitAt(sets_.data() + std::size_t{part.set} * words_, element)) continue;
      const std::uint64_t end = before + lists_[part.list].operations;
      if (end > from)
        forEachOf(part.list, element, std::max(from, before) - before, std::min(to, end) - before,
                  visit);
      before = end;
    }
  }

  std::size_t parts() const { return parts_.size(); }  ///< "pe" and what follows
  /// Calls visit(command, peer, times) for what an element does, each command once however often
  /// it is repeated; of a broadcast without its peers. Until it returns false: false then.
  template <typename Visit>
  bool forEachCommand(std::uint32_t element, Visit&& visit) const {
    for (const Part& part : parts_)
      if (bitAt(sets_.data() + std::size_t{part.set} * words_, element) &&
          !forEachCommandOf(part.list, element, 1, visit))
        return false;
    return true;
  }

 private:
  friend class CommandReader;

  /// A list, and whose it is.
  struct Part {
    std::uint32_t list = 0;
    std::uint32_t set = 0;
  };
  static constexpr std::size_t kMarkEvery = 64;  ///< parts

  std::uint64_t beforeMark(std::size_t mark, std::uint32_t element) const {
    return marks_[mark * operations_.size() + element];
  }
  std::uint32_t peerOf(const Command& command, std::uint32_t element) const {
    return command.fromSelf
               ? static_cast<std::uint32_t>((std::uint64_t{element} + command.peer) % elements())
               : command.peer;
  }
  template <typename Visit>
  void forEachOf(std::uint32_t which, std::uint32_t element, std::uint64_t from, std::uint64_t to,
                 Visit& visit) const {
    const CommandList& list = lists_[which];
    const auto behind = std::upper_bound(list.before.begin(), list.before.end(), from);
    std::size_t i =
        list.before.empty() ? from : static_cast<std::size_t>(behind - list.before.begin()) - 1;
    for (std::uint64_t at = list.before.empty() ? from : list.before[i]; at < to; ++i) {
      const Command& command = list.commands[i];
      const std::uint64_t first = from > at ? from - at : 0;
      const std::uint64_t end = operationsOf(command);
      const std::uint64_t last = std::min(to - at, end);
      at += end;
      if (command.kind == CommandKind::repeat) {
        const std::uint64_t each = lists_[command.peer].operations;
        for (std::uint64_t done = first; done < last;) {
          const std::uint64_t within = done % each;
          const std::uint64_t taken = std::min(each - within, last - done);
          forEachOf(command.peer, element, within, within + taken, visit);
          done += taken;
        }
      } else if (command.kind == CommandKind::broadcast) {
        for (std::uint64_t to64 = first; to64 < last; ++to64) {
          const auto other = static_cast<std::uint32_t>(to64);
          visit(command, other < element ? other : other + 1);
        }
      } else {
        visit(command, peerOf(command, element));
      }
    }
  }
  template <typename Visit>
  bool forEachCommandOf(std::uint32_t which, std::uint32_t element, double times,
                        Visit& visit) const {
    for (const Command& command : lists_[which].commands) {
      const bool goesOn =
          command.kind == CommandKind::repeat
              ? forEachCommandOf(command.peer, element, times * command.amount, visit)
              : visit(command, peerOf(command, element), times);
      if (!goesOn) return false;
    }
    return true;
  }
  std::uint64_t operationsOf(const Command& command) const;

  std::uint32_t words_;  ///< for a bit of each element
  std::vector<CommandList> lists_;
  std::vector<Part> parts_;           ///< in the order of the file
  std::vector<std::uint64_t> sets_;   ///< of elements, a bit each
  std::vector<std::uint64_t> marks_;  ///< every so many parts and per element: operations before
  std::vector<std::uint64_t> operations_;  ///< per element
  std::vector<std::uint8_t> receives_;     ///< per element
  std::vector<CircuitLoad> loads_;
  bool tellsOfCircuits_ = false, predicts_ = false;
};

/// All elements together may have this many commands, repetitions counted as often as they go.
inline constexpr std::uint64_t kMostCommands = 100'000'000;

/// Reads a text for `elements` elements, at least one.
CommandFile parseCommands(std::string_view text, std::uint32_t elements);

}  // namespace hopscope
