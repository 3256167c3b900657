// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <stop_token>
#include <utility>

#include "ui/drawing/placed_network.h"
#include "ui/widgets/latest_job.h"

namespace hopscope {

/// Works out where everything of a large network lies, away from the window's thread.
struct PlacingJob : AsideJob {
  PlacingJob(std::shared_ptr<const Topology> network, std::shared_ptr<const Placement> places)
      : topology(std::move(network)), placement(std::move(places)) {}

  void work() {
    const std::stop_token token = stop.get_token();
    if (token.stop_requested()) return;
    placed = std::make_shared<PlacedNetwork>(topology, placement);
    placed->links.gatherAll(token);
  }

  /// As in the picture that it is for.
  std::shared_ptr<const Topology> topology;
  std::shared_ptr<const Placement> placement;
  std::shared_ptr<PlacedNetwork> placed;
};

}  // namespace hopscope
