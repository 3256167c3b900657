// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/workload/program.h"
#include "engine/workload/traces/trace_format.h"

/// What writers of traces share: a program as the sends, receives and waits it comes to.
namespace hopscope::trace {

/// Something that was begun and not waited for yet.
struct Begun {
  std::uint32_t request;
  std::size_t as;  ///< what the writer calls it
};

/// Takes out of `begun` what `operation`, a wait, waits for, in the order in which it began.
inline std::vector<Begun> takeWaitedFor(const Operation& operation, std::vector<Begun>& begun) {
  std::vector<Begun> taken, left;
  for (const Begun& each : begun)
    (operation.kind == OperationKind::waitAll || each.request == operation.request ? taken : left)
        .push_back(each);
  begun = std::move(left);
  return taken;
}

/// The tag that keeps messages of collectives apart.
inline std::int32_t tagOf(const Operation& operation) {
  if (!operation.ofCollective) return operation.tag;
  return operation.tag == 0 ? kCollectiveTag : kBegunTag + 1 + (operation.tag - 1) % kBegunTags;
}

/// What a program has that others may take otherwise.
struct TagUse {
  bool any = false, collectives = false;
  bool beside = false;  ///< collectives that go on by themselves

  void see(const Operation& operation) {
    any = any || (operation.tag == kAnyTag && !operation.ofCollective);
    collectives = collectives || operation.ofCollective;
    beside = beside || operation.kind == OperationKind::collectiveLater;
  }
};

/// What no format but a file of commands can say.
inline Issue circuitsLeftOut() {
  return {Severity::warning, "",
          sentence("What is said of circuits (predict, flush, preload) is left out."),
          sentence("Export the commands to keep it.")};
}

inline Issue confirmationsLeftOut() {
  return {Severity::warning, "",
          sentence("Sends that wait until they have arrived go on when they have left."),
          sentence("Export the commands to keep it.")};
}

/// Of a program that has both receives with any tag and collectives.
inline Issue anyTagMeetsCollectives() {
  return {Severity::warning,
          "",
          sentence("Collectives are written as messages with tag {}: in other programs receives "
                   "with any tag may take them.",
                   kCollectiveTag),
          {}};
}

/// Of a program whose collectives go on beside what their ranks do.
inline Issue collectivesAtOnce() {
  return {Severity::warning,
          "",
          sentence("Collectives that go on beside what ranks do are written as ones that are "
                   "waited for at once."),
          {}};
}

/// Calls `use` with each operation of a rank, collectives in their steps, and `useBegun` with each
/// step of those that the rank only begins, which come themselves before.
template <typename Use, typename UseBegun>
void forEachOperation(const Program& program, std::uint32_t rank, Use&& use, UseBegun&& useBegun) {
  Script script(program, rank), beside(rank);
  while (const Operation* const operation = script.next()) {
    use(*operation);
    if (operation->kind != OperationKind::collectiveLater) continue;
    beside.restart(*operation, rank);
    while (const Operation* const step = beside.next()) useBegun(*step);
    useBegun(Operation::waitAll());
  }
}

}  // namespace hopscope::trace
