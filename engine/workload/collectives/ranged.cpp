// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/collectives/ranged.h"

namespace hopscope::collective {
namespace {

std::uint64_t cutAt(const CollectiveCall& call, std::uint32_t blocks, std::uint32_t block) {
  return call.bytes * block / blocks;
}

}  // namespace

CollectiveStep Ranged::step(const CollectiveCall& call, std::uint32_t index) const {
  const Move m = move(call, index);
  return {m.to,
          m.from,
          m.to == kNone ? 0 : bytesOf(call, m.sent),
          m.from == kNone ? 0 : bytesOf(call, m.received),
          m.reduces,
          m.waits};
}

void Ranged::blocks(const CollectiveCall& call, std::uint32_t index,
                    std::vector<std::uint32_t>& out) const {
  const Move m = move(call, index);
  const std::uint32_t all = blockCount(call);
  if (m.to == kNone) return;
  for (std::uint32_t i = 0; i < m.sent.count; ++i) out.push_back((m.sent.first + i) % all);
}

std::uint64_t Ranged::blockBytes(const CollectiveCall& call, std::uint32_t block) const {
  const std::uint32_t all = blockCount(call);
  if (size_ == BlockSize::cut) return cutAt(call, all, block + 1) - cutAt(call, all, block);
  return size_ == BlockSize::each ? call.bytes : 0;
}

std::uint64_t Ranged::bytesOf(const CollectiveCall& call, BlockRange range) const {
  if (size_ == BlockSize::none) return 0;
  if (size_ == BlockSize::each) return call.bytes * range.count;
  const std::uint32_t all = blockCount(call);
  const std::uint32_t end = range.first + range.count;
  if (end <= all) return cutAt(call, all, end) - cutAt(call, all, range.first);
  return call.bytes - cutAt(call, all, range.first) + cutAt(call, all, end - all);
}

}  // namespace hopscope::collective
