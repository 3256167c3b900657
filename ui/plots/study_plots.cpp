// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/study_plots.h"

#include <QObject>
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "engine/simulation/parts_table.h"
#include "ui/words/engine_text.h"

namespace hopscope {

namespace {

/// Intervals of more points would cover each other.
constexpr std::size_t kMostIntervals = 120;

void placeInTime(PlotPicture& picture, const Transient& transient, const QString& change) {
  picture.xTitle = QObject::tr("generated (cycles from the change)");
  picture.yMin = 0;
  if (transient.bins.empty()) return;
  picture.xMin = static_cast<double>(transient.bins.front().time);
  picture.xMax = static_cast<double>(transient.bins.back().time + transient.bin);
  picture.marks.push_back({0, change, 0});
}

/// The first of the curves of a stack is filled down to zero, each other one down to the one
/// before.
void addToStack(PlotPicture& picture, PlotCurve curve) {
  if (picture.curves.empty()) {
    curve.filled = true;
  } else {
    curve.stacked = true;
    const std::vector<double>& below = picture.curves.back().y;
    for (std::size_t i = 0; i < curve.y.size(); ++i) curve.y[i] += below[i];
  }
  picture.curves.push_back(std::move(curve));
}

}  // namespace

TransientPlots transientPlots(const Transient& transient, const QString& change) {
  TransientPlots plots;
  plots.latency.title = QObject::tr("Latency");
  plots.latency.yTitle = QObject::tr("latency (cycles)");
  placeInTime(plots.latency, transient, change);
  const auto length = static_cast<double>(transient.bin);
  PlotCurve mean;
  mean.name = QObject::tr("mean");
  const bool intervals = transient.bins.size() <= kMostIntervals;
  for (const TransientBin& bin : transient.bins) {
    // In the middle of its bin.
    mean.x.push_back(static_cast<double>(bin.time) + length / 2);
    mean.y.push_back(bin.latency.mean);
    if (intervals) mean.errors.push_back(1.96 * bin.latency.error);
  }
  if (std::all_of(mean.errors.begin(), mean.errors.end(), [](double each) { return each == 0; }))
    mean.errors.clear();
  if (!mean.x.empty()) plots.latency.curves.push_back(std::move(mean));

  plots.paths.title = QObject::tr("Kinds of path");
  plots.paths.yTitle = QObject::tr("% of the packets");
  placeInTime(plots.paths, transient, change);
  plots.paths.yMax = 100;
  for (const PathPartEntry& each : onScreen(kPathParts)) {
    PlotCurve share;
    share.name = engineText(each.words.label);
    share.number = each.words.curve;
    bool any = false;
    for (const TransientBin& bin : transient.bins) {
      share.x.push_back(static_cast<double>(bin.time) + length / 2);
      share.y.push_back(100 * bin.paths.*each.part);
      any = any || share.y.back() > 0;
    }
    if (any) addToStack(plots.paths, std::move(share));
  }
  return plots;
}

PlotPicture sharesPlot(const GroupShares& shares, bool ofTerminals) {
  PlotPicture picture;
  picture.title = QObject::tr("Accepted load");
  picture.xTitle = ofTerminals ? QObject::tr("terminal") : QObject::tr("router");
  picture.yTitle = QObject::tr("flits/terminal/cycle");
  picture.yMin = 0;
  if (shares.members.empty()) return picture;
  PlotCurve accepted;
  accepted.name = QObject::tr("accepted");
  accepted.number = 3;
  accepted.shape = PlotShape::bars;
  double sum = 0, most = 0;
  for (const GroupMember& member : shares.members) {
    accepted.x.push_back(member.id);
    accepted.y.push_back(member.accepted.mean);
    sum += member.accepted.mean;
    most = std::max(most, member.accepted.mean);
  }
  PlotCurve mean;
  mean.name = QObject::tr("mean");
  mean.reference = true;
  const double level = sum / static_cast<double>(shares.members.size());
  picture.xMin = accepted.x.front() - 0.6;
  picture.xMax = accepted.x.back() + 0.6;
  mean.x = {*picture.xMin, *picture.xMax};
  mean.y = {level, level};
  picture.yMax = most > 0 ? 1.2 * most : 1;
  picture.curves = {std::move(accepted), std::move(mean)};
  return picture;
}

}  // namespace hopscope
