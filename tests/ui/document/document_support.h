// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

#include "engine/design/design.h"
#include "ui/document/design_document.h"

namespace hopscope::test {

/// A Dragonfly with h = 1: 3 groups of 2 routers, one terminal each.
inline Design smallDragonfly() {
  Design design;
  design.name = "Small Dragonfly";
  design.settings["topology.kind"] = std::string("dragonfly");
  design.settings["topology.p"] = std::int64_t{1};
  design.settings["topology.a"] = std::int64_t{2};
  design.settings["topology.h"] = std::int64_t{1};
  design.settings["channels.local.latency"] = std::int64_t{7};
  design.settings["channels.global.latency"] = std::string("90 ns");
  return design;
}

inline Design mesh(std::int64_t side) {
  Design design;
  design.name = "Mesh";
  design.settings["topology.kind"] = std::string("mesh");
  design.settings["topology.dimensions"] = std::vector<std::int64_t>{side, side};
  return design;
}

/// Two connected routers with one terminal each, drawn by hand.
inline std::unique_ptr<DesignDocument> smallDrawing() {
  auto document = std::make_unique<DesignDocument>();
  const RouterId a = document->addRouter({0, 0});
  const RouterId b = document->addRouter({160, 0});
  document->addTerminal(a);
  document->addTerminal(b);
  document->connectRouters(a, b);
  return document;
}

}  // namespace hopscope::test
