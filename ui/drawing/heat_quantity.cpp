// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/heat_quantity.h"

#include <QObject>
#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/drawing/network_painter.h"
#include "ui/drawing/ranks_shown.h"
#include "ui/words/energy_words.h"
#include "ui/words/numbers.h"
#include "ui/words/phase_words.h"

namespace hopscope {

namespace {

constexpr float kNone01 = std::numeric_limits<float>::quiet_NaN();

/// The next of 1, 2 and 5 times a power of ten.
double niceAbove(double value) {
  if (!(value > 0)) return 1;
  const double unit = std::pow(10.0, std::floor(std::log10(value)));
  for (const double digit : {1.0, 2.0, 5.0})
    if (digit * unit >= value * (1 - 1e-9)) return digit * unit;
  return 10 * unit;
}

bool anyKnown(const std::vector<float>& values) {
  return std::any_of(values.begin(), values.end(), [](float value) { return !std::isnan(value); });
}

QString whyNoQueues(QueuesSeen seen) {
  switch (seen) {
    case QueuesSeen::yes:
      return {};
    case QueuesSeen::never:
      return QObject::tr("Switches with circuits have no such queues.");
    case QueuesSeen::ranEmpty:
      return QObject::tr(
          "The run is over, and shown by its measured interval. Choose a moment on the timeline, "
          "then Look inside.");
    case QueuesSeen::recorded:
      return QObject::tr("Queues are not recorded, but can be had again: Look inside.");
    case QueuesSeen::kept:
      return QObject::tr(
          "Queues are not kept with a run. In Run mode, choose a moment on its timeline, then Look "
          "inside.");
  }
  return {};
}

}  // namespace

const std::array<HeatQuantityEntry, kHeatQuantities>& heatQuantities() {
  static constexpr std::array<HeatQuantityEntry, kHeatQuantities> kEntries{{
      {HeatQuantity::utilization, "utilization", QT_TRANSLATE_NOOP("QObject", "Link utilisation"),
       QT_TRANSLATE_NOOP("QObject", "share of link rate"),
       QT_TRANSLATE_NOOP("QObject", "How much of its time a link carries flits."), HeatRamp::heat,
       false, false},
      {HeatQuantity::queueFill, "queue_fill", QT_TRANSLATE_NOOP("QObject", "Queue fill"),
       QT_TRANSLATE_NOOP("QObject", "of the buffer behind"),
       QT_TRANSLATE_NOOP("QObject", "How full the buffer is that a link leads into."),
       HeatRamp::heat, false, true},
      {HeatQuantity::waiting, "waiting", QT_TRANSLATE_NOOP("QObject", "Waiting time"),
       QT_TRANSLATE_NOOP("QObject", "of the oldest head"),
       QT_TRANSLATE_NOOP(
           "QObject",
           "How long ago the packet came here that is at the front of a buffer behind "
           "a link: of the one that has been here longest."),
       HeatRamp::heat, false, true},
      {HeatQuantity::creditsLeft, "credits_left", QT_TRANSLATE_NOOP("QObject", "Credits left"),
       QT_TRANSLATE_NOOP("QObject", "of the buffer behind"),
       QT_TRANSLATE_NOOP("QObject", "How much room the sender of a link knows to be free."),
       HeatRamp::heat, false, true},
      {HeatQuantity::cacheHits, "cache_hits", QT_TRANSLATE_NOOP("QObject", "Cache hits"),
       QT_TRANSLATE_NOOP("QObject", "share of lookups"),
       QT_TRANSLATE_NOOP("QObject", "How many lookups a router's forwarding caches answer."),
       HeatRamp::hits, true, false},
      {HeatQuantity::power, "power", QT_TRANSLATE_NOOP("QObject", "Power"),
       QT_TRANSLATE_NOOP("QObject", "of each router"),
       QT_TRANSLATE_NOOP("QObject", "What a router takes, its ports and tables included."),
       HeatRamp::heat, true, false},
      {HeatQuantity::pathKind, "path_kind", QT_TRANSLATE_NOOP("QObject", "Kind of path"),
       QT_TRANSLATE_NOOP("QObject", "of flits on a link"),
       QT_TRANSLATE_NOOP("QObject",
                         "What share of the flits on a link, and behind it, is on a path that is "
                         "not minimal."),
       HeatRamp::paths, false, true},
      {HeatQuantity::ranks, "ranks", QT_TRANSLATE_NOOP("QObject", "Ranks"),
       QT_TRANSLATE_NOOP("QObject", "what they are at"),
       QT_TRANSLATE_NOOP("QObject",
                         "What the ranks of applications at each terminal do. Where terminals are "
                         "too small to be drawn, a router has the colour of what most of its ranks "
                         "do."),
       HeatRamp::ranks, true, false},
  }};
  return kEntries;
}

const HeatQuantityEntry& entryOf(HeatQuantity quantity) {
  return heatQuantities()[static_cast<std::size_t>(quantity)];
}

std::optional<HeatQuantity> heatQuantityOf(const std::string& name) {
  for (const HeatQuantityEntry& entry : heatQuantities())
    if (name == entry.name) return entry.quantity;
  return {};
}

float HeatRange::share(double value) const {
  if (std::isnan(value)) return kNone01;
  return static_cast<float>(std::clamp((value - low) / (high - low), 0.0, 1.0));
}

QString whyNotShown(HeatQuantity quantity, const NetworkHeat& heat) {
  if (entryOf(quantity).ofQueues) {
    if (QString why = whyNoQueues(heat.queuesSeen); !why.isEmpty()) return why;
    if (quantity == HeatQuantity::creditsLeft && !heat.countsCredits)
      return QObject::tr("This run's receivers tell of room by pauses, not by credits.");
  }
  if (quantity == HeatQuantity::cacheHits && !anyKnown(heat.routerHitRate))
    return QObject::tr("No forwarding cache was asked for a route.");
  if (quantity == HeatQuantity::power && !anyKnown(heat.routerPower))
    return heat.when.isEmpty() ? QObject::tr("What its routers take is not known of this run.")
                               : QObject::tr("The power of single moments is not recorded.");
  if (quantity == HeatQuantity::ranks && !heat.ranks)
    return QObject::tr("No application runs here, or what its ranks do is not known.");
  if (quantity == HeatQuantity::ranks && !heat.ranks->known)
    return QObject::tr("What ranks did is not kept, but can be had again: Look inside.");
  return {};
}

void showQuantity(NetworkHeat& heat, HeatQuantity wanted) {
  heat.quantity = whyNotShown(wanted, heat).isEmpty() ? wanted : HeatQuantity::utilization;
}

float channelHeat(const NetworkHeat& heat, ChannelId channel) {
  const HeatQuantityEntry& entry = entryOf(heat.quantity);
  if (entry.ofRouters) return kNone01;
  if (!entry.ofQueues)
    return channel < heat.channelUtilization.size() ? heat.channelUtilization[channel] : kNone01;
  if (heat.queuesOf != heat.quantity || channel >= heat.channelQueues.size()) return kNone01;
  const float value = heat.channelQueues[channel];
  return heat.quantity == HeatQuantity::waiting ? heat.range.share(double(value)) : value;
}

float routerHeat(const NetworkHeat& heat, RouterId router) {
  if (heat.quantity == HeatQuantity::cacheHits && router < heat.routerHitRate.size())
    return heat.routerHitRate[router];
  if (heat.quantity == HeatQuantity::power && router < heat.routerPower.size())
    return heat.powerRange.share(double(heat.routerPower[router]));
  if (heat.quantity == HeatQuantity::ranks && heat.ranks && router < heat.ranks->routers.size())
    if (const auto most = heat.ranks->routers[router].most()) return rankPlace(*most);
  return kNone01;
}

QString heatText(const NetworkHeat& heat, float share) {
  const double place = double(share);
  switch (heat.quantity) {
    case HeatQuantity::waiting:
      return cyclesText(place * heat.range.high);
    case HeatQuantity::creditsLeft:
      return percentText(1 - place);
    case HeatQuantity::power:
      return powerText(heat.powerRange.low + place * (heat.powerRange.high - heat.powerRange.low));
    case HeatQuantity::ranks:
      return phaseWords(rankPhaseAt(share));
    default:
      return percentText(place);
  }
}

float queueValue(const ChannelQueue& queue, HeatQuantity quantity) {
  const auto of = [](std::uint32_t part, std::uint32_t whole) {
    return whole == 0 ? kNone01 : std::min(1.0F, float(part) / float(whole));
  };
  switch (quantity) {
    case HeatQuantity::queueFill:
      return of(queue.flits, queue.room);
    case HeatQuantity::waiting:
      return queue.room == 0 ? kNone01 : float(std::max<Cycle>(0, queue.waited));
    case HeatQuantity::creditsLeft:  // none left is hot
      return of(queue.taken, queue.room);
    case HeatQuantity::pathKind:
      return of(queue.nonminimal, queue.seen);
    default:
      return kNone01;
  }
}

HeatRange fromNought(const std::vector<float>& values, const HeatRange& before) {
  float most = 0;
  for (const float value : values) most = std::fmax(most, value);
  constexpr double kFilled = 0.4, kLeast = 10;
  if (double(most) <= before.high && double(most) >= kFilled * before.high) return before;
  return {0, std::max(kLeast, niceAbove(double(most)))};
}

HeatRange around(const std::vector<float>& values, const HeatRange& before) {
  float least = kNone01, most = kNone01;
  for (const float value : values) {
    least = std::fmin(least, value);
    most = std::fmax(most, value);
  }
  if (std::isnan(most)) return before;
  constexpr double kFilled = 0.4, kLeastSpread = 0.02;
  const double low = double(least), high = double(most);
  const bool known = before.low > 0 || before.high > 1;
  if (known && low >= before.low && high <= before.high &&
      high - low >= kFilled * (before.high - before.low))
    return before;
  // Where all are alike, no difference shall be made of it.
  const double spread = std::max(high - low, kLeastSpread * high);
  const double step = niceAbove(spread / 4);
  if (!(step > 0)) return {0, 1};
  HeatRange range{std::floor(low / step + 1e-9) * step, std::ceil(high / step - 1e-9) * step};
  if (range.high - range.low < spread || !(range.high > range.low))
    range.high = range.low + 4 * step;
  return range;
}

}  // namespace hopscope
