// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/topology/topology.h"

namespace hopscope {

/// Which channels packets wait for while they hold another, as bits: for each pair of sets of
/// virtual channels (held, wanted) that occurs, one plane with a row for every router input and a
/// bit for every output. `add` may be called by several threads at once.
class WaitTable {
 public:
  explicit WaitTable(const Topology& topology);

  /// A packet that came in at `input` on one of `held` may wait for one of `wanted` of `output`.
  void add(RouterId router, PortIndex input, VcMask held, PortIndex output, VcMask wanted) {
    std::atomic<std::uint64_t>* plane = planeOf(held, wanted);
    if (plane == nullptr) return;
    std::atomic<std::uint64_t>& word = plane[wordOf(router, input, output)];
    const std::uint64_t bit = std::uint64_t{1} << (output % 64u);
    if ((word.load(std::memory_order_relaxed) & bit) == 0)
      word.fetch_or(bit, std::memory_order_relaxed);
  }

  /// True once a plane more would not have fitted into memory: then waits are missing.
  bool overflowed() const { return overflowed_; }

 private:
  friend class WaitGraph;
  using Plane = std::unique_ptr<std::atomic<std::uint64_t>[]>;
  struct Kind {
    VcMask held = 0, wanted = 0;
    Plane bits;
  };
  static constexpr std::size_t kMostKinds = 1024;

  std::size_t wordOf(RouterId router, PortIndex input, PortIndex output) const {
    return firstWord_[router] + std::size_t{input} * words_[router] + output / 64u;
  }
  std::atomic<std::uint64_t>* planeOf(VcMask held, VcMask wanted) {
    const std::size_t count = count_.load(std::memory_order_acquire);
    for (std::size_t k = 0; k < count; ++k)
      if (kinds_[k].held == held && kinds_[k].wanted == wanted) return kinds_[k].bits.get();
    return newPlane(held, wanted);
  }
  std::atomic<std::uint64_t>* newPlane(VcMask held, VcMask wanted);

  const Topology& topology_;
  std::vector<std::size_t> firstWord_;  ///< per router
  std::vector<std::uint16_t> words_;    ///< per router: of a row
  std::size_t planeWords_ = 0;
  std::mutex mutex_;
  std::atomic<std::size_t> count_{0};
  std::array<Kind, kMostKinds> kinds_;
  std::atomic<bool> overflowed_{false};
};

/// The graph of a WaitTable. Virtual channels that always stand together are one node: an atom of a
/// channel. Node = channel * atoms + atom.
class WaitGraph {
 public:
  explicit WaitGraph(const WaitTable& table);

  std::uint32_t nodes() const { return table_.topology_.channelCount() * atoms(); }
  std::uint32_t atoms() const { return static_cast<std::uint32_t>(atoms_.size()); }
  ChannelId channel(std::uint32_t node) const { return node / atoms(); }
  /// The lowest virtual channel of the node.
  VcIndex vc(std::uint32_t node) const {
    return static_cast<VcIndex>(std::countr_zero(atoms_[node % atoms()]));
  }
  VcMask atom(std::uint32_t index) const { return atoms_[index]; }
  /// The virtual channels of the node.
  VcMask atomOf(std::uint32_t node) const { return atoms_[node % atoms()]; }

  /// Dependencies between single virtual channels.
  std::uint64_t dependencies() const;

  /// Calls `act(successor)` for each node that `node` may wait for.
  template <typename Act>
  void forEachSuccessor(std::uint32_t node, Act&& act) const {
    const ChannelId from = channel(node);
    const LinkEnd& end = table_.topology_.to(from);
    if (end.isTerminal) return;
    const Port* ports = &table_.topology_.ports[table_.topology_.firstPort[end.node]];
    for (std::uint32_t wanted = 0; wanted < atoms(); ++wanted) {
      const auto& planes = planes_[(node % atoms()) * atoms() + wanted];
      if (planes.empty()) continue;
      const std::size_t first = table_.wordOf(end.node, end.port, 0);
      for (unsigned w = 0; w < table_.words_[end.node]; ++w)
        for (std::uint64_t bits = word(planes, first + w); bits != 0; bits &= bits - 1)
          act(ports[w * 64u + static_cast<unsigned>(std::countr_zero(bits))].out * atoms() +
              wanted);
    }
  }

 private:
  using Planes = std::vector<const std::atomic<std::uint64_t>*>;

  static std::uint64_t word(const Planes& planes, std::size_t at) {
    std::uint64_t bits = 0;
    for (const auto* plane : planes) bits |= plane[at].load(std::memory_order_relaxed);
    return bits;
  }

  const WaitTable& table_;
  std::vector<VcMask> atoms_;
  std::vector<Planes> planes_;  ///< by atom held and atom wanted
};

}  // namespace hopscope
