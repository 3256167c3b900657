// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTest>
#include <functional>

#include "ui/drawing/heat_map_plot.h"
#include "ui/plots/parallel_plot.h"
#include "ui/studies/study_page.h"

namespace hopscope::test {

/// A study of three axes, run and read in its several ways; each is saved under its name.
inline void showManyPoints(StudyPage& page, const std::function<void(const char*)>& save) {
  page.openDocument(R"({"schema": "hopscope.study/1", "name": "Small meshes, three axes",
    "design": {"schema": "hopscope.design/1", "name": "Mesh",
               "topology": {"kind": "mesh", "dimensions": [4, 4]},
               "run": {"warmup": 500, "measure": 1500}},
    "axes": [{"setting": "routing.algorithm", "values": ["dimension_order", "o1turn", "valiant"]},
             {"setting": "traffic.packet_flits", "values": [1, 2, 4, 8, 16]},
             {"setting": "traffic.load", "range": [0.1, 0.9, 0.1]}],
    "columns": {"share": "accepted_load / offered_load"}})");
  page.run();
  if (!QTest::qWaitFor([&] { return !page.running(); }, 300'000)) qFatal("a study does not end");
  page.drawMap("traffic.load", "traffic.packet_flits", "latency.mean");
  save("study-map");
  auto* map = page.findChild<HeatMapPlot*>();
  map->setFocus();
  for (int i = 0; i < 3; ++i) QTest::keyClick(map, Qt::Key_Right);
  QTest::keyClick(map, Qt::Key_Down);
  save("study-map-cell");
  page.drawPanels("traffic.load", "latency.mean", "traffic.packet_flits");
  save("study-panels");
  page.drawParallel("latency.mean");
  save("study-parallel");
  page.findChild<ParallelPlot*>()->setFocus();
  page.setRanges({{"traffic.load", {0.3, 0.6}}, {"accepted_load", {0.25, 0.7}}});
  QTest::qWait(300);
  save("study-parallel-ranges");
  page.setRanges({});
  page.drawCurves("traffic.load", "latency.mean");
}

}  // namespace hopscope::test
