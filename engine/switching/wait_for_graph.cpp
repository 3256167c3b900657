// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/wait_for_graph.h"

#include <algorithm>

namespace hopscope {

void WaitForGraph::begin(std::size_t buffers) {
  stands_.assign(buffers, 0);
  waiting_.clear();
  first_.clear();
  alternatives_.clear();
}

void WaitForGraph::leaveRoom() {
  waiting_.reserve(waiting_.size() * 3 / 2);
  first_.reserve(first_.size() * 3 / 2);
  alternatives_.reserve(alternatives_.size() * 3 / 2);
}

void WaitForGraph::wait(std::uint32_t buffer) {
  stands_[buffer] = 1;
  waiting_.push_back(buffer);
  first_.push_back(static_cast<std::uint32_t>(alternatives_.size()));
}

void WaitForGraph::orFor(std::uint32_t holder, std::uint32_t room) {
  alternatives_.push_back({holder, room});
}

void WaitForGraph::goesOn() {
  stands_[waiting_.back()] = 0;
  alternatives_.resize(first_.back());
  waiting_.pop_back();
  first_.pop_back();
}

bool WaitForGraph::mayGoOn(std::size_t waiting) const {
  const std::size_t last = waiting + 1 < first_.size() ? first_[waiting + 1] : alternatives_.size();
  for (std::size_t i = first_[waiting]; i < last; ++i)
    if (!stands(alternatives_[i].holder) && !stands(alternatives_[i].room)) return true;
  return first_[waiting] == last;  // of what it waits for nothing is known
}

std::size_t WaitForGraph::settle() {
  // Chains of waiting packets run either way through the numbers of buffers.
  std::size_t left = waiting_.size();
  for (std::size_t before = left + 1; left != 0 && left != before;) {
    before = left;
    const auto look = [&](std::size_t i) {
      if (stands_[waiting_[i]] == 0 || !mayGoOn(i)) return;
      stands_[waiting_[i]] = 0;
      --left;
    };
    for (std::size_t i = 0; i < waiting_.size(); ++i) look(i);
    for (std::size_t i = waiting_.size(); i-- > 0;) look(i);
  }
  return left;
}

std::uint32_t WaitForGraph::next(std::size_t waiting) const {
  // Who holds a virtual channel for ever waits for room behind it, too: so does who wants it.
  std::size_t i = first_[waiting];
  while (!stands(alternatives_[i].room)) ++i;
  return alternatives_[i].room;
}

std::vector<std::uint32_t> WaitForGraph::cycle() const {
  // Who follows packets that stand, from one to the next, comes back to one of them.
  std::vector<std::size_t> placeOf(stands_.size(), waiting_.size());
  for (std::size_t i = 0; i < waiting_.size(); ++i) placeOf[waiting_[i]] = i;
  std::vector<std::uint32_t> walk;
  std::vector<std::uint8_t> seen(stands_.size(), 0);
  std::uint32_t at = *std::find_if(waiting_.begin(), waiting_.end(),
                                   [this](std::uint32_t buffer) { return stands(buffer); });
  for (; seen[at] == 0; at = next(placeOf[at])) {
    seen[at] = 1;
    walk.push_back(at);
  }
  return {std::find(walk.begin(), walk.end(), at), walk.end()};
}

}  // namespace hopscope
