// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/export_plots.h"

#include <QObject>
#include <algorithm>

namespace hopscope {

std::vector<ExportPlot> exportPlots(const ExportContent& content) {
  std::vector<ExportPlot> plots;
  if (content.run) {
    const RunPlots& run = *content.run;
    plots = {{QObject::tr("latency"), run.latency, true},
             {QObject::tr("accepted-load"), run.accepted, true},
             {QObject::tr("cache-hits"), run.hitRate, true},
             {QObject::tr("percentiles"), run.percentiles, false},
             {QObject::tr("where-cycles-go"), run.split, false},
             {QObject::tr("non-minimal"), run.nonminimal, false},
             {QObject::tr("under-way"), run.underWay, false},
             {QObject::tr("power"), run.power, false},
             {QObject::tr("energy"), run.energy, false}};
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
