// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/scheduling/tree_scheduler.h"

#include <bit>

namespace hopscope {
namespace {

std::uint32_t nodesAt(const TreeStructure& tree, std::size_t level) {
  std::uint32_t count = 1;
  for (std::size_t i = 0; i < tree.m.size(); ++i) count *= i < level ? tree.w[i] : tree.m[i];
  return count;
}

/// The terminals up and down, then for each level but the top its switches, up and down.
std::vector<std::uint32_t> groupsOf(const TreeStructure& tree) {
  std::vector<std::uint32_t> groups(2, nodesAt(tree, 0));
  for (std::size_t level = 0; level + 1 < tree.m.size(); ++level)
    groups.insert(groups.end(), std::size_t{2} * nodesAt(tree, level + 1), tree.w[level + 1]);
  return groups;
}

/// The n-th bit that is set, from 0.
std::uint32_t nthBit(std::uint64_t word, std::uint32_t n) {
  for (; n > 0; --n) word &= word - 1;
  return static_cast<std::uint32_t>(std::countr_zero(word));
}

}  // namespace

TreeScheduler::TreeScheduler(const TreeStructure& tree, std::uint32_t slotCount,
                             const TreeSchedulerSettings& settings)
    : settings_(settings),
      m_(tree.m),
      w_(tree.w),
      terminals_(nodesAt(tree, 0)),
      channels_(slotCount, groupsOf(tree)),
      rng_(settings.seed, 0, RandomPurpose::routing) {
  std::uint32_t next = 2;
  for (std::size_t level = 0; level < tree.m.size(); ++level) {
    firstGroup_.push_back(next);
    next += 2 * nodesAt(tree, level + 1);
  }
}

bool TreeScheduler::chooseUp(const TreeCircuit& circuit, std::uint32_t level, const Place& up,
                             const Place& down, std::uint32_t& port) {
  const std::uint32_t slot = circuit.slot;
  const std::uint32_t ports = w_[level + 1];
  const std::uint64_t* const busyUp = channels_.busy(slot, group(level, up.node(), false));
  const std::uint64_t* const busyDown = channels_.busy(slot, group(level, down.node(), true));
  const bool both = settings_.view == TreeSchedulerSettings::View::levelWise;
  const auto openIn = [&](std::uint32_t w) {
    std::uint64_t open = ~(busyUp[w] | (both ? busyDown[w] : 0));
    if (ports - w * 64 < 64) open &= (std::uint64_t{1} << (ports % 64)) - 1;
    return open;
  };
  const std::uint32_t words = wordsFor(ports);
  if (settings_.ports == TreeSchedulerSettings::Ports::ofDestination) {
    port = circuit.destination / up.weight % ports;
    if ((openIn(port / 64) >> (port % 64) & 1U) != 0) return true;
  }
  if (settings_.ports != TreeSchedulerSettings::Ports::random) {
    for (std::uint32_t w = 0; w < words; ++w)
      if (const std::uint64_t open = openIn(w); open != 0) {
        port = w * 64 + static_cast<std::uint32_t>(std::countr_zero(open));
        return true;
      }
    return false;
  }
  std::uint32_t count = 0;
  for (std::uint32_t w = 0; w < words; ++w)
    count += static_cast<std::uint32_t>(std::popcount(openIn(w)));
  if (count == 0) return false;
  std::uint32_t drawn = rng_.below(count);
  for (std::uint32_t w = 0;; ++w) {
    const std::uint64_t open = openIn(w);
    const auto here = static_cast<std::uint32_t>(std::popcount(open));
    if (drawn < here) {
      port = w * 64 + nthBit(open, drawn);
      return true;
    }
    drawn -= here;
  }
}

TreeCircuit TreeScheduler::schedule(std::uint32_t slot, TerminalId source, TerminalId destination) {
  TreeCircuit circuit;
  circuit.source = source;
  circuit.destination = destination;
  circuit.slot = slot;
  if (channels_.isBusy(slot, kTerminalsUp, source) ||
      channels_.isBusy(slot, kTerminalsDown, destination))
    return circuit;
  channels_.take(slot, kTerminalsUp, source);
  channels_.take(slot, kTerminalsDown, destination);
  circuit.takesTerminals = true;

  const bool top = settings_.turn == TreeSchedulerSettings::Turn::top;
  Place up{0, source / m_[0]}, down{0, destination / m_[0]};
  std::array<std::uint32_t, kMostTreeLevels> downGroup;
  std::uint32_t level = 0;
  bool open = true;
  for (; level + 1 < levels() && (top || up.high != down.high); ++level) {
    std::uint32_t port = 0;
    open = chooseUp(circuit, level, up, down, port);
    if (!open) break;
    const std::uint32_t groupDown = group(level, down.node(), true);
    channels_.take(slot, group(level, up.node(), false), port);
    if (settings_.view == TreeSchedulerSettings::View::levelWise)
      channels_.take(slot, groupDown, port);
    downGroup[level] = groupDown;
    circuit.ports[level] = static_cast<std::uint16_t>(port);
    climb(up, level, port);
    climb(down, level, port);
  }
  circuit.takenUp = static_cast<std::uint8_t>(level);
  circuit.hops = circuit.takenUp;
  if (settings_.view == TreeSchedulerSettings::View::levelWise) {
    circuit.takenDown = circuit.takenUp;
  } else if (open) {
    // Down from the top; what is taken is counted from there.
    for (std::uint32_t below = level; below-- > 0;) {
      if (channels_.isBusy(slot, downGroup[below], circuit.ports[below])) {
        open = false;
        break;
      }
      channels_.take(slot, downGroup[below], circuit.ports[below]);
      ++circuit.takenDown;
    }
  }
  circuit.granted = open;
  if (!open && settings_.releaseOnFailure) {
    release(circuit);
    circuit.takesTerminals = false;
    circuit.takenUp = circuit.takenDown = 0;
  }
  return circuit;
}

void TreeScheduler::release(const TreeCircuit& circuit) {
  forEachTaken(circuit, [&](std::uint32_t ofGroup, std::uint32_t channel) {
    channels_.release(circuit.slot, ofGroup, channel);
  });
}

std::uint32_t TreeScheduler::switchAt(const TreeCircuit& circuit, std::uint32_t level,
                                      bool down) const {
  Place place{0, (down ? circuit.destination : circuit.source) / m_[0]};
  for (std::uint32_t below = 0; below < level; ++below) climb(place, below, circuit.ports[below]);
  return place.node();
}

}  // namespace hopscope
