// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/ids.h"
#include "engine/core/issue.h"

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
///     preload SLOT FILE         for other programs: here switch.preload says what is loaded
///
/// Switches without circuits pass over flush and predict. Source: Ding 2006, section 5, names the
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
};

inline constexpr const char* kCommandsHeader = "# hopscope commands 1";

/// One command of one element.
struct Command {
  CommandKind kind = CommandKind::send;
  std::uint32_t peer = kNone;  ///< of a receive kNone: any
  std::uint64_t bytes = 0;     ///< of a phase or a preload its number
  double cycles = 0;           ///< of a wait that is told in cycles
  double picoseconds = 0;      ///< of one that is told in a unit of time
  std::uint32_t line = 0;      ///< of the file, from 1
  std::uint32_t text = kNone;  ///< of a preload: index into CommandFile::texts

  bool operator==(const Command&) const = default;
};

/// A file that has been read, for a number of elements; repetitions are there one after the other.
struct CommandFile {
  std::vector<std::vector<Command>> elements;
  std::vector<std::string> texts;  ///< names of files
  Issues issues;                   ///< paths are "line 12"
};

/// All elements together may have this many commands.
inline constexpr std::uint64_t kMostCommands = 50'000'000;

/// Reads a text for `elements` elements.
CommandFile parseCommands(std::string_view text, std::uint32_t elements);

}  // namespace hopscope
