// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/miss_classifier.h"

#include <algorithm>

namespace hopscope {
namespace {

constexpr std::uint32_t kUnseen = 0xffffffffu;
constexpr std::uint32_t kDropped = 0xfffffffeu;

}  // namespace

MissClassifier::MissClassifier(std::uint32_t entries, std::uint32_t keys)
    : entries_(entries), keys_(keys), holdsAll_(keys != 0 && keys <= entries) {
  if (holdsAll_) seen_.resize(keys);
  if (keys == 0 || holdsAll_) return;
  next_.resize(keys + std::size_t{1});
  previous_.resize(keys + std::size_t{1});
  clear();
}

void MissClassifier::clear() {
  seen_.assign(seen_.size(), false);
  if (next_.empty()) return;
  const auto head = static_cast<std::uint32_t>(next_.size() - 1);
  std::fill(next_.begin(), next_.end(), kUnseen);
  next_[head] = previous_[head] = head;
  resident_ = 0;
}

void MissClassifier::unlink(std::uint32_t key) {
  next_[previous_[key]] = next_[key];
  previous_[next_[key]] = previous_[key];
}

void MissClassifier::pushFront(std::uint32_t key) {
  const auto head = static_cast<std::uint32_t>(next_.size() - 1);
  next_[key] = next_[head];
  previous_[key] = head;
  previous_[next_[head]] = key;
  next_[head] = key;
}

MissCause MissClassifier::see(std::uint32_t key) {
  if (seen_[key]) return MissCause::conflict;
  seen_[key] = true;
  return MissCause::compulsory;
}

MissCause MissClassifier::use(std::uint32_t key) {
  const std::uint32_t link = next_[key];
  if (link < kDropped) {
    unlink(key);
    pushFront(key);
    return MissCause::conflict;
  }
  if (resident_ == entries_) {
    const std::uint32_t oldest = previous_[next_.size() - 1];
    unlink(oldest);
    next_[oldest] = kDropped;
  } else {
    ++resident_;
  }
  pushFront(key);
  return link == kUnseen ? MissCause::compulsory : MissCause::capacity;
}

}  // namespace hopscope
