// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

#include "engine/design/design.h"
#include "engine/simulation/results.h"
#include "engine/topology/placement.h"
#include "engine/topology/topology.h"

class QApplication;

namespace hopscope {
struct NetworkPicture;
}

namespace hopscope::cli {

/// What fonts and painters need, without a display. Made only by commands that draw.
class OffscreenApplication {
 public:
  OffscreenApplication();
  ~OffscreenApplication();
  OffscreenApplication(const OffscreenApplication&) = delete;
  OffscreenApplication& operator=(const OffscreenApplication&) = delete;

 private:
  std::unique_ptr<QApplication> application_;
};

/// Where the parts of a design stand.
std::shared_ptr<const Placement> placementFor(const Design& design, const Topology& topology);

/// A network with the utilisation of its channels and the hit rate of its caches over the run.
NetworkPicture heatPicture(std::shared_ptr<const Topology> topology,
                           std::shared_ptr<const Placement> placement, const Results& results);

}  // namespace hopscope::cli
