// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <utility>

#include "engine/design/application_preview.h"
#include "ui/widgets/latest_job.h"

namespace hopscope {

/// Looks at the applications of a design, on any thread: traces and mappings may take a while.
struct ApplicationsJob : AsideJob {
  ApplicationsJob(Design of, std::shared_ptr<const Topology> on)
      : design(std::move(of)), topology(std::move(on)) {}
  void work() {
    if (stop.stop_requested()) return;
    Issues issues;  // said where it is run
    plan = previewApplications(design, topology, issues);
  }

  const Design design;
  const std::shared_ptr<const Topology> topology;
  std::shared_ptr<const ApplicationPlan> plan;  ///< null: none, or there is something wrong
};

}  // namespace hopscope
