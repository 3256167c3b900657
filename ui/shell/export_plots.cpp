// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/export_plots.h"

#include <QObject>
#include <algorithm>

#include "ui/words/engine_text.h"

namespace hopscope {

std::vector<ExportPlot> exportPlots(const ExportContent& content) {
  std::vector<ExportPlot> plots;
  if (content.run) {
    RunPlots run = *content.run;
    for (const PlotOverTime* plot : usualFirst(&PlotOverTime::usualFile))
      plots.push_back({engineText(plot->file), run.of(*plot), plot->usualFile});
  }
  if (content.results) {
    plots.push_back({QObject::tr("histogram"), histogramPlot(content.results->histogram), false});
    plots.push_back({QObject::tr("cumulative"), cumulativePlot(content.results->histogram), false});
    const auto& topology = content.picture.topology;
    const std::vector<double>& utilization = content.results->channelUtilization;
    if (topology && utilization.size() == topology->channelCount())
      plots.push_back({QObject::tr("per-router"),
                       fairnessPlot(*topology, {utilization.begin(), utilization.end()}), false});
  }
  if (!content.curve.empty()) {
    CurvePlots curve = curvePlots(content.curve);
    plots.push_back({QObject::tr("latency-curve"), std::move(curve.latency), true,
                     QObject::tr("Latency curve")});
    plots.push_back({QObject::tr("accepted-curve"), std::move(curve.accepted), true,
                     QObject::tr("Accepted load curve")});
  }
  plots.erase(std::remove_if(plots.begin(), plots.end(),
                             [](const ExportPlot& plot) { return plot.picture.curves.empty(); }),
              plots.end());
  return plots;
}

}  // namespace hopscope
