// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/link_bundles.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace hopscope {

namespace {

/// Fewer groups than this are tiers or rows: their routers are told apart by place.
constexpr std::uint32_t kFewGroups = 24;

struct Ordered {
  std::vector<RouterId> routers;      ///< group by group
  std::vector<std::uint32_t> starts;  ///< where groups begin, and the end
};

Ordered byGroup(const Topology& topology) {
  Ordered order;
  order.routers.resize(topology.routerCount());
  std::iota(order.routers.begin(), order.routers.end(), 0U);
  std::stable_sort(order.routers.begin(), order.routers.end(), [&](RouterId a, RouterId b) {
    return std::tie(topology.group[a], topology.position[a]) <
           std::tie(topology.group[b], topology.position[b]);
  });
  for (std::uint32_t i = 0; i < order.routers.size(); ++i)
    if (i == 0 || topology.group[order.routers[i]] != topology.group[order.routers[i - 1]])
      order.starts.push_back(i);
  order.starts.push_back(static_cast<std::uint32_t>(order.routers.size()));
  return order;
}

/// Adds a member's bends, in the bundle's direction; none are left where not all have as many.
void addBends(std::vector<QPointF>& sum, const std::vector<QPointF>& bends, bool forward,
              bool first) {
  if (first) sum.assign(bends.size(), QPointF());
  if (sum.size() != bends.size()) {
    sum.clear();
    return;
  }
  for (std::size_t i = 0; i < bends.size(); ++i)
    sum[i] += bends[forward ? i : bends.size() - 1 - i];
}

}  // namespace

double LinkBundles::width(std::uint32_t count) {
  return std::min(2 + 2 * std::log2(std::max(1.0, double(count))), 12.0);
}

std::vector<std::uint32_t> clustersOf(const Topology& topology) {
  const Ordered order = byGroup(topology);
  std::vector<std::uint32_t> clusters(topology.routerCount());
  const auto groups = static_cast<std::uint32_t>(order.starts.size() - 1);
  if (groups >= kFewGroups) {
    const std::uint32_t merged = (groups + kMostClusters - 1) / kMostClusters;
    for (std::uint32_t group = 0; group < groups; ++group)
      for (std::uint32_t i = order.starts[group]; i < order.starts[group + 1]; ++i)
        clusters[order.routers[i]] = group / merged;
    return clusters;
  }
  std::uint32_t next = 0;
  const std::uint32_t most = kMostClusters / std::max(groups, 1U);
  for (std::uint32_t group = 0; group < groups; ++group) {
    const std::uint32_t begin = order.starts[group], size = order.starts[group + 1] - begin;
    const std::uint32_t parts = std::min(size, most);
    for (std::uint32_t i = 0; i < size; ++i)
      clusters[order.routers[begin + i]] =
          next + static_cast<std::uint32_t>(std::uint64_t{i} * parts / size);
    next += parts;
  }
  return clusters;
}

LinkBundles bundleLinks(const Topology& topology, const NetworkGeometry& geometry,
                        bool wholeGroups) {
  LinkBundles result;
  result.bundleOf.assign(topology.linkCount(), kNone);
  const std::vector<std::uint32_t> clusters = clustersOf(topology);
  const auto& curves = geometry.links();
  struct Member {
    std::uint64_t pair;
    LinkId link;
  };
  std::vector<Member> members;
  for (LinkId link = 0; link < curves.size(); ++link) {
    const Link& known = topology.links[link];
    if (known.a.isTerminal || known.b.isTerminal) continue;
    if (wholeGroups && topology.group[known.a.node] == topology.group[known.b.node]) continue;
    const std::uint32_t a = clusters[known.a.node], b = clusters[known.b.node];
    if (a == b) {
      result.bundleOf[link] = static_cast<std::uint32_t>(result.bundles.size());
      result.bundles.push_back(
          {curves[link], static_cast<std::uint32_t>(result.members.size()), 1, known.linkClass});
      result.members.push_back(link);
      continue;
    }
    members.push_back({(std::uint64_t{std::min(a, b)} << 32) | std::max(a, b), link});
  }
  std::sort(members.begin(), members.end(), [](const Member& a, const Member& b) {
    return std::tie(a.pair, a.link) < std::tie(b.pair, b.link);
  });
  for (std::size_t at = 0; at < members.size();) {
    const std::uint64_t pair = members[at].pair;
    LinkBundles::Bundle bundle;
    bundle.first = static_cast<std::uint32_t>(result.members.size());
    bundle.linkClass = topology.links[members[at].link].linkClass;
    QPointF from, to;
    for (; at < members.size() && members[at].pair == pair; ++at) {
      const LinkId link = members[at].link;
      const bool forward = clusters[topology.links[link].a.node] == pair >> 32;
      from += forward ? curves[link].a : curves[link].b;
      to += forward ? curves[link].b : curves[link].a;
      addBends(bundle.curve.bends, curves[link].bends, forward, bundle.count == 0);
      result.bundleOf[link] = static_cast<std::uint32_t>(result.bundles.size());
      result.members.push_back(link);
      ++bundle.count;
    }
    if (bundle.count == 1) {
      bundle.curve = curves[result.members.back()];
    } else {
      // From the middle of the members' ends in one cluster to that in the other.
      bundle.curve.a = from / double(bundle.count);
      bundle.curve.b = to / double(bundle.count);
      bundle.curve.control = (bundle.curve.a + bundle.curve.b) / 2;
      for (QPointF& bend : bundle.curve.bends) bend /= double(bundle.count);
    }
    result.bundles.push_back(bundle);
  }
  return result;
}

}  // namespace hopscope
