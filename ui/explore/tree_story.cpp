// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/tree_story.h"

#include <QObject>
#include <QStringList>
#include <algorithm>
#include <numeric>
#include <utility>
#include <variant>

#include "engine/core/rng.h"
#include "engine/figures/computation.h"

namespace hopscope {

namespace {

using View = TreeSchedulerSettings::View;

std::vector<TerminalId> permutationOf(const TreeCase& tree) {
  std::vector<TerminalId> order(tree.terminals());
  std::iota(order.begin(), order.end(), 0);
  Rng rng(tree.permutation, tree.width, RandomPurpose::pattern);
  for (std::uint32_t i = tree.terminals(); i > 1; --i) std::swap(order[i - 1], order[rng.below(i)]);
  return order;
}

/// What the scheduler, as it was before that request, had to choose from hop by hop.
std::vector<TreeHop> hopsOf(const TreeScheduler& before, const TreeCircuit& circuit, View view,
                            TreeSchedulerSettings::Turn turn) {
  std::vector<TreeHop> hops;
  // One that did not get up stopped at a hop at which nothing was open.
  const bool arrived = turn == TreeSchedulerSettings::Turn::top
                           ? circuit.hops + 1U == before.levels()
                           : before.switchAt(circuit, circuit.hops, false) ==
                                 before.switchAt(circuit, circuit.hops, true);
  const std::uint32_t count = circuit.hops + (arrived ? 0U : 1U);
  for (std::uint32_t level = 0; level < count; ++level) {
    TreeHop hop;
    hop.up = before.switchAt(circuit, level, false);
    hop.down = before.switchAt(circuit, level, true);
    for (std::uint32_t port = 0; port < before.portsUp(level); ++port) {
      const std::uint64_t bit = std::uint64_t{1} << port;
      if (!before.isTaken(circuit.slot, level, hop.up, port, false)) hop.freeUp |= bit;
      if (!before.isTaken(circuit.slot, level, hop.down, port, true)) hop.freeDown |= bit;
    }
    hop.open = view == View::levelWise ? hop.freeUp & hop.freeDown : hop.freeUp;
    if (level < circuit.hops) hop.port = circuit.ports[level];
    hops.push_back(hop);
  }
  return hops;
}

QString viewName(View view) {
  return view == View::levelWise ? QStringLiteral("level_wise") : QStringLiteral("local");
}

}  // namespace

std::uint32_t TreeCase::terminals() const {
  std::uint32_t count = 1;
  for (std::uint32_t level = 0; level < levels; ++level) count *= width;
  return count;
}

TreeStructure treeOf(const TreeCase& tree) {
  TreeStructure structure;
  structure.m.assign(tree.levels, tree.width);
  structure.w = structure.m;
  structure.w.front() = 1;
  structure.arity = tree.width;
  return structure;
}

std::uint32_t TreeStory::grantedOf(std::size_t count) const {
  const auto end = circuits.begin() + static_cast<std::ptrdiff_t>(std::min(count, circuits.size()));
  return static_cast<std::uint32_t>(std::count_if(
      circuits.begin(), end, [](const TreeCircuit& circuit) { return circuit.granted; }));
}

TreeStory tellTree(const TreeCase& tree, View view) {
  TreeStory story;
  story.tree = tree;
  story.view = view;
  TreeSchedulerSettings settings = tree.settings;
  settings.view = view;
  TreeScheduler scheduler(treeOf(tree), 1, settings);
  const std::vector<TerminalId> order = permutationOf(tree);
  for (TerminalId source = 0; source < order.size(); ++source) {
    const TreeScheduler before = scheduler;
    story.circuits.push_back(scheduler.schedule(0, source, order[source]));
    story.hops.push_back(hopsOf(before, story.circuits.back(), view, settings.turn));
  }
  story.granted = story.grantedOf(story.circuits.size());
  return story;
}

QString requestWords(const TreeStory& story, std::size_t request) {
  const TreeCircuit& circuit = story.circuits[request];
  const QString who =
      QObject::tr("Terminal %1 to terminal %2").arg(circuit.source).arg(circuit.destination);
  if (circuit.granted && circuit.hops == 0)
    return QObject::tr("%1: granted within their switch.").arg(who);
  if (circuit.granted) {
    QStringList ports;
    for (std::uint32_t level = 0; level < circuit.hops; ++level)
      ports << QString::number(circuit.ports[level]);
    return QObject::tr("%1: granted; ports up: %2.").arg(who, ports.join(QStringLiteral(", ")));
  }
  const std::vector<TreeHop>& hops = story.hops[request];
  if (!hops.empty() && hops.back().port == kNone) {
    const auto level = static_cast<int>(hops.size()) - 1;
    return story.view == View::levelWise
               ? QObject::tr("%1: blocked at level %2, no port is free both up and down.")
                     .arg(who)
                     .arg(level)
               : QObject::tr("%1: blocked at level %2, no port up is free.").arg(who).arg(level);
  }
  return QObject::tr("%1: reached level %2, but a channel down is taken.")
      .arg(who)
      .arg(circuit.hops);
}

TreeShares sharesOf(const TreeCase& tree, View view, int permutations) {
  const auto number = [](std::uint64_t value) { return std::to_string(value); };
  using Ports = TreeSchedulerSettings::Ports;
  using Turn = TreeSchedulerSettings::Turn;
  const Inputs inputs{{"levels", number(tree.levels)},
                      {"width", number(tree.width)},
                      {"scheduler", viewName(view).toStdString()},
                      {"ports", tree.settings.ports == Ports::random ? "random" : "first"},
                      {"turn", tree.settings.turn == Turn::top ? "top" : "nearest"},
                      {"release", tree.settings.releaseOnFailure ? "true" : "false"},
                      {"trials", number(static_cast<std::uint64_t>(permutations))},
                      {"seed", number(tree.permutation)}};
  const std::optional<Computation> computation = findComputation("tree.permutations");
  if (!computation) return {};
  const auto prepared = computation->prepare(inputs);
  const auto* work = std::get_if<Work>(&prepared);
  if (work == nullptr) return {};
  const Numbers numbers = (*work)({}).points.front().numbers;
  return {numbers[0].value, numbers[1].value, numbers[2].value};
}

}  // namespace hopscope
