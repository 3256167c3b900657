// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QKeyEvent>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "engine/design/application_text.h"
#include "engine/design/design_json.h"
#include "tests/bench/stall_stage.h"
#include "ui/ranks/rank_chart.h"
#include "ui/ranks/ranks_panel.h"
#include "ui/shell/run_mode.h"

namespace hopscope {

/// The chart of ranks while they run, when all is over, zoomed to a few messages and back, and
/// moved.
inline std::vector<Stage> timelineStages() {
  const auto chart = [](MainWindow& window) -> RankChart& {
    return window.runMode().ranks().chart();
  };
  const auto toAndFro = [chart](MainWindow& window, int time) {
    wheel(chart(window), time % 120 < 60 ? 120 : -120);
  };
  const auto page = [](const char* name) {
    return [name](MainWindow& window) {
      window.findChild<QAbstractButton*>(QLatin1String(name))->click();
    };
  };
  return {
      {"is to run", toRun},
      {"runs to its end", [](MainWindow& window) { window.runMode().toggle(); },
       [](MainWindow&, int) {}, "rankChart",
       [](MainWindow& window) { return window.runMode().run().results().has_value(); }},
      {"all is there",
       [chart](MainWindow& window) {
         std::size_t messages = 0;
         for (const TimelinePart& part : chart(window).rows().seen()->parts)
           messages += part.flights.size();
         std::printf("There are %zu messages%s.\n", messages,
                     chart(window).rows().cut() ? ", and some that were not kept" : "");
       }},
      {"zoomed in and out", [](MainWindow&) {}, toAndFro, "rankChart"},
      {"a tenth is moved",
       [chart](MainWindow& window) {
         const double all = static_cast<double>(chart(window).rows().end());
         chart(window).showRange({0.4 * all, 0.5 * all});
       },
       [chart](MainWindow& window, int time) {
         const RankChart::Range range = chart(window).range();
         const double by = (time % 100 < 50 ? 0.02 : -0.02) * (range.to - range.from);
         chart(window).showRange({range.from + by, range.to + by});
       },
       "rankChart"},
      {"few messages are moved",
       [chart](MainWindow& window) {
         const double all = static_cast<double>(chart(window).rows().end());
         chart(window).showRange({0.5 * all, 0.5 * all + 100});
       },
       [chart](MainWindow& window, int time) {
         const RankChart::Range range = chart(window).range();
         const double by = (time % 100 < 50 ? 20 : -20);
         chart(window).showRange({range.from + by, range.to + by});
       },
       "rankChart"},
      {"a rank is walked along", [chart](MainWindow& window) { chart(window).showAll(); },
       [chart](MainWindow& window, int time) {
         QKeyEvent key(QEvent::KeyPress, time % 10 == 9 ? Qt::Key_Down : Qt::Key_Right,
                       Qt::NoModifier);
         QCoreApplication::sendEvent(&chart(window), &key);
       },
       "rankChart"},
      {"without messages", page("ranksShowMessages")},
      {"whole again", page("ranksWhole")},
      {"design", [](MainWindow& window) { window.setMode(MainWindow::Mode::design); }},
      {"run", [](MainWindow& window) { window.setMode(MainWindow::Mode::run); }},
  };
}

/// 1,024 ranks on a torus that send ten million messages to their neighbours.
inline bool writeRanks(const QString& file) {
  Design design;
  design.name = "Halo exchange";
  design.settings["topology.kind"] = std::string("torus");
  design.settings["topology.dimensions"] = std::vector<std::int64_t>{32, 32};
  design.settings["traffic.load"] = 0.0;
  design.settings["run.measure"] = std::int64_t{100'000'000};
  if (hasErrors(addApplication(design, "halo(ranks=1024 bytes=64 iterations=2450)"))) return false;
  std::ofstream(file.toStdString()) << writeDesign(design);
  return true;
}

}  // namespace hopscope
