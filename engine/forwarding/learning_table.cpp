// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/learning_table.h"

namespace hopscope {

void LearningTable::learn(TerminalId source, PortIndex port) {
  if (const auto known = entries_.find(source); known != entries_.end()) {
    known->second->port = port;
    byAge_.splice(byAge_.begin(), byAge_, known->second);
    return;
  }
  if (full()) {
    if (overflow_ == TableOverflow::refuse) {
      ++refused_;
      return;
    }
    entries_.erase(byAge_.back().terminal);
    byAge_.pop_back();
    ++evicted_;
  }
  byAge_.push_front({source, port});
  entries_[source] = byAge_.begin();
  ++learned_;
}

std::optional<PortIndex> LearningTable::find(TerminalId destination) const {
  const auto known = entries_.find(destination);
  if (known == entries_.end()) return {};
  return known->second->port;
}

}  // namespace hopscope
