// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/crew.h"

#include <algorithm>

namespace hopscope {

unsigned coresHere() {
  return std::max(1u, std::thread::hardware_concurrency());
}

Crew::Crew(unsigned threads) {
  for (unsigned i = 1; i < threads; ++i) others_.emplace_back([this] { work(); });
}

Crew::~Crew() {
  leaving_ = true;
  ++round_;
  round_.notify_all();
}

void Crew::run(std::uint32_t count, Call call, void* context) {
  count_ = count;
  call_ = call;
  context_ = context;
  next_ = 0;
  busy_ = static_cast<unsigned>(others_.size());
  ++round_;
  round_.notify_all();
  takeTasks();
  for (unsigned left = busy_; left != 0; left = busy_) busy_.wait(left);
}

void Crew::takeTasks() {
  for (std::uint32_t i = next_++; i < count_; i = next_++) call_(context_, i);
}

void Crew::work() {
  std::uint32_t seen = 0;
  while (true) {
    round_.wait(seen);
    ++seen;
    if (leaving_) return;
    takeTasks();
    if (--busy_ == 0) busy_.notify_one();
  }
}

}  // namespace hopscope
