// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <utility>

#include "projects/design_text.h"
#include "projects/project.h"
#include "ui/widgets/latest_job.h"

namespace hopscope {

/// Makes the text by which a project keeps a large design: for tens of thousands of drawn parts it
/// takes half a second, away from the window's thread.
struct KeepJob : AsideJob {
  KeepJob(RowId id, Design edited, std::uint64_t edits)
      : row(id), design(std::move(edited)), edit(edits) {}

  void work() {
    if (!stop.stop_requested()) text = toText(design);
  }

  RowId row;
  Design design;
  std::uint64_t edit;  ///< how many edits there had been
  DesignText text;
};

}  // namespace hopscope
