// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/goal_quantities.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>

#include "ui/inspectors/network_names.h"
#include "ui/inspectors/split_bar.h"
#include "ui/shell/numbers.h"

namespace hopscope {

namespace {

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(GoalQuantities)
};

/// Of a large selection only so many parts are offered.
constexpr std::size_t kMostParts = 4;

template <double WindowSample::*Member>
double of(const WindowSample& window) {
  return window.*Member;
}

double powerOf(const WindowSample& window) {
  return window.power.total();
}

struct WholeRun {
  const char* name;
  WindowCondition::Quantity of;
  double scale;
  int decimals;
  const char* unit;
};

constexpr std::array<WholeRun, 12> kWholeRun{{
    {QT_TRANSLATE_NOOP("GoalQuantities", "Accepted load"), of<&WindowSample::acceptedLoad>, 1, 3,
     ""},
    {QT_TRANSLATE_NOOP("GoalQuantities", "Offered load"), of<&WindowSample::generatedLoad>, 1, 3,
     ""},
    {QT_TRANSLATE_NOOP("GoalQuantities", "Mean latency"), of<&WindowSample::latencyMean>, 1, 0,
     "cycles"},
    {QT_TRANSLATE_NOOP("GoalQuantities", "Median of the latency"), of<&WindowSample::latencyP50>, 1,
     0, "cycles"},
    {QT_TRANSLATE_NOOP("GoalQuantities", "95th percentile of the latency"),
     of<&WindowSample::latencyP95>, 1, 0, "cycles"},
    {QT_TRANSLATE_NOOP("GoalQuantities", "99th percentile of the latency"),
     of<&WindowSample::latencyP99>, 1, 0, "cycles"},
    {QT_TRANSLATE_NOOP("GoalQuantities", "Cache hits"), of<&WindowSample::hitRate>, 100, 1, "%"},
    {QT_TRANSLATE_NOOP("GoalQuantities", "Non-minimal packets"), of<&WindowSample::nonminimal>, 100,
     1, "%"},
    {QT_TRANSLATE_NOOP("GoalQuantities", "Hottest link"), of<&WindowSample::hottestChannel>, 100, 0,
     "%"},
    {QT_TRANSLATE_NOOP("GoalQuantities", "Packets under way"), of<&WindowSample::underWay>, 1, 0,
     ""},
    {QT_TRANSLATE_NOOP("GoalQuantities", "Power of all switches"), powerOf, 1, 1, "W"},
    {QT_TRANSLATE_NOOP("GoalQuantities", "Energy of a packet"), of<&WindowSample::energyPerPacket>,
     1, 1, "nJ"},
}};

template <double LatencyParts::*Part>
double shareOf(const WindowSample& window) {
  return window.split.*Part;
}

struct Share {
  double LatencyParts::*part;
  WindowCondition::Quantity of;
};

constexpr std::array<Share, 7> kShares{{
    {&LatencyParts::source, shareOf<&LatencyParts::source>},
    {&LatencyParts::lookup, shareOf<&LatencyParts::lookup>},
    {&LatencyParts::vcAllocation, shareOf<&LatencyParts::vcAllocation>},
    {&LatencyParts::switchAllocation, shareOf<&LatencyParts::switchAllocation>},
    {&LatencyParts::traversal, shareOf<&LatencyParts::traversal>},
    {&LatencyParts::serialization, shareOf<&LatencyParts::serialization>},
    {&LatencyParts::channel, shareOf<&LatencyParts::channel>},
}};

GoalQuantity ofPart(const QString& name, PartQuantity quantity, std::uint32_t part) {
  GoalQuantity out;
  out.name = name;
  out.of.part = part;
  out.of.ofPart = quantity;
  if (quantity == PartQuantity::buffered) return out;
  out.scale = 100;
  out.decimals = 1;
  out.unit = "%";
  return out;
}

QString valueText(const GoalQuantity& quantity, double value) {
  const QString number = realText(value * quantity.scale, quantity.decimals);
  return *quantity.unit == 0 ? number : withUnit(number, quantity.unit);
}

}  // namespace

std::vector<GoalQuantity> goalQuantities(const Topology& topology, const Parts& selection) {
  std::vector<GoalQuantity> all;
  all.reserve(kWholeRun.size() + kShares.size() + 4 * kMostParts);
  for (const WholeRun& each : kWholeRun) {
    GoalQuantity quantity{Texts::tr(each.name), {}, each.scale, each.decimals, each.unit};
    quantity.of.quantity = each.of;
    all.push_back(quantity);
  }
  for (const LatencyCause& cause : latencyCauses())
    for (const Share& share : kShares) {
      if (share.part != cause.part) continue;
      GoalQuantity quantity{Texts::tr("Share of the latency: %1").arg(cause.name), {}, 100, 1, "%"};
      quantity.of.quantity = share.of;
      all.push_back(quantity);
    }
  std::size_t left = kMostParts;
  for (auto router = selection.routers.begin(); router != selection.routers.end() && left > 0;
       ++router, --left) {
    if (*router >= topology.routerCount()) continue;
    const QString name = asTitle(routerName(topology, *router));
    all.push_back(
        ofPart(Texts::tr("%1: flits waiting").arg(name), PartQuantity::buffered, *router));
    all.push_back(ofPart(Texts::tr("%1: cache hits").arg(name), PartQuantity::hitRate, *router));
  }
  left = kMostParts;
  for (auto link = selection.links.begin(); link != selection.links.end() && left > 0;
       ++link, --left)
    for (const ChannelId channel : {2 * *link, 2 * *link + 1}) {
      if (channel >= topology.channelCount()) continue;
      all.push_back(
          ofPart(Texts::tr("%1: utilisation").arg(asTitle(channelName(topology, channel))),
                 PartQuantity::utilization, channel));
    }
  return all;
}

QString conditionSentence(const GoalQuantity& quantity, const WindowCondition& condition,
                          double value, const WindowSample& window) {
  const QString sentence = condition.above ? Texts::tr("%1: %2, above %3, in cycles %4 to %5.")
                                           : Texts::tr("%1: %2, below %3, in cycles %4 to %5.");
  return sentence.arg(quantity.name, valueText(quantity, value),
                      valueText(quantity, condition.limit), wholeText(window.end - window.length),
                      wholeText(window.end));
}

}  // namespace hopscope
