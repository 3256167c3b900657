// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/dragonfly_slots.h"

#include "engine/core/declare.h"

#include <algorithm>
#include <charconv>

namespace hopscope::routings {
namespace {

constexpr std::string_view kSeparators = " \t,;[]\"'";
/// By hop: locals taken * kGlobalCounts + globals taken.
constexpr unsigned kLocalHops = 4, kGlobalHops = 2, kGlobalCounts = kGlobalHops + 1;

}  // namespace

DragonflySlots::DragonflySlots(const std::vector<Slot>& order) {
  for (Taken taken = 0; taken <= order.size(); ++taken)
    for (Taken next = static_cast<Taken>(order.size()); next > taken; --next) {
      const Slot& slot = order[next - 1];
      (slot.global ? global_ : local_)[taken] = {VcMask{1} << slot.vc, next};
    }
}

std::optional<std::vector<DragonflySlots::Slot>> DragonflySlots::parse(std::string_view text) {
  std::vector<Slot> order;
  std::size_t at = text.find_first_not_of(kSeparators);
  while (at != std::string_view::npos) {
    const std::size_t end = std::min(text.find_first_of(kSeparators, at), text.size());
    const std::string_view word = text.substr(at, end - at);
    unsigned number = 0;
    const auto read = std::from_chars(word.data() + 1, word.data() + word.size(), number);
    const bool known = word.size() > 1 && (word[0] == 'L' || word[0] == 'G') &&
                       read.ec == std::errc{} && read.ptr == word.data() + word.size();
    if (!known || number >= kMaxVcs) return std::nullopt;
    const Slot slot{word[0] == 'G', static_cast<VcIndex>(number)};
    for (const Slot& other : order)
      if (other.global == slot.global && other.vc == slot.vc) return std::nullopt;
    order.push_back(slot);
    at = text.find_first_not_of(kSeparators, end);
  }
  if (order.empty() || order.size() >= 1u << kBits) return std::nullopt;
  return order;
}

std::optional<DragonflySlots> DragonflySlots::read(std::string_view text, const VcCounts& vcs) {
  if (text == "auto") return forCounts(vcs);
  if (text == "by_hop") return byHop();
  const auto order = parse(text);
  if (!order) return std::nullopt;
  return DragonflySlots(*order);
}

DragonflySlots DragonflySlots::forCounts(const VcCounts& vcs) {
  const bool twoGlobals = vcs.global >= 2;
  return DragonflySlots(*parse(twoGlobals && vcs.local >= 4   ? "L0 G0 L1 L2 G1 L3"
                               : twoGlobals && vcs.local >= 3 ? "L0 G0 L1 G1 L2"
                                                              : "L0 G0 L1"));
}

DragonflySlots DragonflySlots::byHop() {
  DragonflySlots slots;
  for (unsigned locals = 0; locals <= kLocalHops; ++locals)
    for (unsigned globals = 0; globals <= kGlobalHops; ++globals) {
      const Taken taken = locals * kGlobalCounts + globals;
      if (locals < kLocalHops) slots.local_[taken] = {VcMask{1} << locals, taken + kGlobalCounts};
      if (globals < kGlobalHops) slots.global_[taken] = {VcMask{1} << globals, taken + 1};
    }
  return slots;
}

std::optional<VcCounts> DragonflySlots::needed(const std::vector<std::string_view>& paths) const {
  VcCounts counts;
  for (const std::string_view path : paths) {
    Taken taken = 0;
    for (const char hop : path) {
      const Step& step = hop == 'g' ? global_[taken] : local_[taken];
      if (step.vcs == 0) return std::nullopt;
      unsigned& count = hop == 'g' ? counts.global : counts.local;
      while (step.vcs >> count != 0) ++count;
      taken = step.taken;
    }
  }
  return counts;
}

Parameter vcSlotsParameter(const char* help) {
  return declare::text("vc_slots", "Virtual-channel slots", "auto", help);
}

}  // namespace hopscope::routings
