// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/goal_quantities.h"

#include <QCoreApplication>
#include <map>

#include "engine/simulation/window_statistics.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"
#include "ui/words/part_names.h"

namespace hopscope {

namespace {

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(GoalQuantities)
};

/// Of a large selection only so many parts are offered.
constexpr std::size_t kMostParts = 4;

GoalQuantity ofWindow(const Statistic<WindowSample>& statistic) {
  GoalQuantity out;
  out.name = statistic.part == nullptr
                 ? engineText(statistic.label)
                 : Texts::tr("Share of the latency: %1").arg(engineText(statistic.part->label));
  out.of.quantity = statistic.value.number;
  out.scale = wordsOf(statistic.measure).scale;
  out.decimals = statistic.decimals;
  out.unit = wordsOf(statistic.measure).unit;
  return out;
}

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
  std::map<int, const Statistic<WindowSample>*> placed;
  for (const Statistic<WindowSample>& each : windowStatistics())
    if (each.goal > 0) placed[each.goal] = &each;
  for (const auto& [place, statistic] : placed) all.push_back(ofWindow(*statistic));
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
