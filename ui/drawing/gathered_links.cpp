// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/gathered_links.h"

namespace hopscope {

namespace {

GatheredLinks::Box boxOf(const LinkCurve& curve) {
  const QRectF box = curve.box();
  return {static_cast<float>(box.left()), static_cast<float>(box.top()),
          static_cast<float>(box.right()), static_cast<float>(box.bottom())};
}

}  // namespace

GatheredLinks::GatheredLinks(const Topology& topology, const NetworkGeometry& geometry)
    : topology_(&topology), geometry_(&geometry) {
  boxes_.reserve(geometry.links().size());
  for (LinkId link = 0; link < geometry.links().size(); ++link) {
    boxes_.push_back(boxOf(geometry.links()[link]));
    if (topology.kindOf(link) != LinkKind::terminal) ++betweenRouters_;
  }
}

const GatheredLinks::Gathered& GatheredLinks::gathered(bool wholeGroups) {
  std::unique_ptr<Gathered>& made = made_.at(wholeGroups ? 1 : 0);
  if (!made) {
    made = std::make_unique<Gathered>();
    if (topology_ == nullptr) return *made;
    made->bundles = bundleLinks(*topology_, *geometry_, wholeGroups);
    made->boxes.reserve(made->bundles.bundles.size());
    for (const LinkBundles::Bundle& bundle : made->bundles.bundles)
      made->boxes.push_back(boxOf(bundle.curve));
  }
  return *made;
}

void GatheredLinks::gatherAll(const std::stop_token& stop) {
  if (betweenRouters_ <= kMostLinks) return;
  for (const bool wholeGroups : {false, true})
    if (!stop.stop_requested()) gathered(wholeGroups);
}

}  // namespace hopscope
