// SPDX-License-Identifier: GPL-3.0-or-later
// Kept runs that are compared.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <utility>

#include "engine/study/batch.h"
#include "projects/stored_run.h"
#include "tests/ui/shell/window_support.h"
#include "ui/shell/project_session.h"

namespace hopscope::test {

/// What ran for real, kept in the project.
inline RowId keepRunOf(MainWindow& window, const Design& design) {
  Results results;
  runBatch({design}, 1, {},
           {[&](std::size_t, Results made) {
              results = std::move(made);
              return std::size_t{1};
            },
            {}});
  return window.session().addRun(makeRun(design, results, 0));
}

inline Design smallMesh(const char* name, double load, std::int64_t buffer) {
  Design design = meshDesign();
  design.name = name;
  design.settings["traffic.load"] = load;
  design.settings["switch.buffers.local"] = buffer;
  design.settings["run.measure"] = std::int64_t{2000};
  return design;
}

inline std::unique_ptr<MainWindow> windowWithRuns(int count) {
  auto window = openWindow();
  openExample(*window, QStringLiteral("mesh-transpose"));
  const std::array<const char*, 7> names{
      "Small buffers", "Large buffers", "Larger buffers", "Fourth", "Fifth", "Sixth", "Seventh"};
  for (int i = 0; i < count; ++i)
    keepRunOf(*window, smallMesh(names.at(static_cast<std::size_t>(i)), 0.2, 16 << i));
  return window;
}

}  // namespace hopscope::test
