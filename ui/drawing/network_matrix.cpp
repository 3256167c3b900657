// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/network_matrix.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace hopscope {

NetworkMatrix::NetworkMatrix(const Topology& topology, const Placement& placement) {
  const std::uint32_t count = topology.routerCount();
  routers_.resize(count);
  std::iota(routers_.begin(), routers_.end(), 0U);
  std::stable_sort(routers_.begin(), routers_.end(), [&](RouterId a, RouterId b) {
    return std::tie(topology.group[a], topology.position[a]) <
           std::tie(topology.group[b], topology.position[b]);
  });
  rows_.resize(count);
  for (std::uint32_t row = 0; row < count; ++row) rows_[routers_[row]] = row;

  struct Way {
    std::uint32_t row, column;
    ChannelId channel;
  };
  std::vector<Way> ways;
  ways.reserve(topology.channelCount());
  for (ChannelId channel = 0; channel < topology.channelCount(); ++channel) {
    const LinkEnd& from = topology.from(channel);
    const LinkEnd& to = topology.to(channel);
    if (from.isTerminal || to.isTerminal) continue;
    ways.push_back({rows_[from.node], rows_[to.node], channel});
  }
  std::sort(ways.begin(), ways.end(), [](const Way& a, const Way& b) {
    return std::tie(a.row, a.column, a.channel) < std::tie(b.row, b.column, b.channel);
  });
  firstCell_.assign(count + 1, 0);
  channels_.reserve(ways.size());
  std::uint32_t row = 0;
  for (const Way& way : ways) {
    while (row < way.row) firstCell_[++row] = static_cast<std::uint32_t>(cells_.size());
    const bool same = cells_.size() > firstCell_[row] && cells_.back().column == way.column;
    if (!same) cells_.push_back({way.column, static_cast<std::uint32_t>(channels_.size()), 0});
    ++cells_.back().count;
    channels_.push_back(way.channel);
  }
  while (row < count) firstCell_[++row] = static_cast<std::uint32_t>(cells_.size());

  std::map<std::int32_t, QString> labels;
  for (const GroupShape& shape : placement.groups)
    labels.emplace(shape.group, QString::fromStdString(shape.label));
  for (std::uint32_t at = 0; at < count;) {
    const std::int32_t group = topology.group[routers_[at]];
    Group next;
    next.begin = at;
    while (at < count && topology.group[routers_[at]] == group) ++at;
    next.end = at;
    const auto known = labels.find(group);
    next.label = known != labels.end() ? known->second : QString::number(group);
    groups_.push_back(next);
  }
  if (groups_.size() == 1) groups_.clear();
}

const NetworkMatrix::Cell* NetworkMatrix::cell(std::uint32_t row, std::uint32_t column) const {
  const Cell* const end = rowEnd(row);
  const Cell* const found =
      std::lower_bound(rowBegin(row), end, column,
                       [](const Cell& each, std::uint32_t wanted) { return each.column < wanted; });
  return found != end && found->column == column ? found : nullptr;
}

}  // namespace hopscope
