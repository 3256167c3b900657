// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/heat_meter.h"

#include <algorithm>
#include <cmath>

#include "engine/design/catalogue.h"
#include "engine/design/link_bandwidths.h"
#include "engine/simulation/parts_table.h"

namespace hopscope {

namespace {

/// What the newest of a row of pictures counts in their mean.
constexpr float kNewest = 0.25F;

double frequencyOf(const Design& design) {
  return realAt(effectiveSettings(design), "clock.frequency_ghz");
}

}  // namespace

void HeatMeter::reset(const Topology& topology, const Design& design) {
  rates_.reset(topology.channelCount(), topology.routerCount(), bandwidthsOf(design, topology));
  seen_ = QueuesSeen::yes;
  countsCredits_ = true;
  frequencyGhz_ = frequencyOf(design);
  power_.clear();
  queues_.clear();
  range_ = powerRange_ = {};
}

void HeatMeter::show(HeatQuantity quantity) {
  if (quantity == quantity_) return;
  quantity_ = quantity;
  queues_.clear();
  range_ = {};
}

void HeatMeter::add(const Snapshot& snapshot, bool resting) {
  rates_.add(snapshot);
  countsCredits_ = snapshot.countsCredits;
  seen_ = snapshot.hasQueues ? QueuesSeen::yes : QueuesSeen::never;
  addPower(snapshot);
  addQueues(snapshot, resting);
}

/// In the mean since the run began, as the inspector says it.
void HeatMeter::addPower(const Snapshot& snapshot) {
  power_.clear();
  if (snapshot.cycle < RateMeter::kFirst) return;
  for (const double nanojoules : snapshot.routerEnergy)
    power_.push_back(
        static_cast<float>(nanojoules * frequencyGhz_ / static_cast<double>(snapshot.cycle)));
  powerRange_ = around(power_, powerRange_);
}

void HeatMeter::addQueues(const Snapshot& snapshot, bool resting) {
  if (!wantsQueues() || snapshot.queues.empty()) return;
  const bool anew = resting || queues_.size() != snapshot.queues.size();
  queues_.resize(snapshot.queues.size());
  for (std::size_t c = 0; c < queues_.size(); ++c) {
    const float value = queueValue(snapshot.queues[c], quantity_);
    float& kept = queues_[c];
    // Nothing on a link says nothing of the paths there: what was stays.
    if (anew || std::isnan(kept))
      kept = value;
    else if (!std::isnan(value))
      kept += kNewest * (value - kept);
  }
  if (quantity_ == HeatQuantity::waiting) range_ = fromNought(queues_, range_);
}

void HeatMeter::fill(NetworkHeat& heat) const {
  rates_.utilization(heat.channelUtilization);
  rates_.hitRate(heat.routerHitRate);
  heat.routerPower = power_;
  heat.powerRange = powerRange_;
  heat.queuesOf = quantity_;
  heat.channelQueues = queues_;
  heat.queuesSeen = seen_;
  heat.countsCredits = countsCredits_;
  heat.range = range_;
}

void takeMoving(const Snapshot& snapshot, NetworkHeat& heat) {
  heat.packets = snapshot.packets;
  heat.inside = snapshot.near;
  // Grants are known of the router that is watched.
  if (snapshot.router)
    for (RouterDetail& each : heat.inside)
      if (each.router == snapshot.router->router) each.allocation = snapshot.router->allocation;
  for (const MovingPacket& packet : heat.packets) {
    heat.notices = heat.notices || packet.notice;
    if (!packet.notice) heat.packetPaths |= 1u << pathPart(packet.path).kind();
  }
  heat.paused = snapshot.paused;
  heat.pauses = snapshot.pauses > 0;
  if (heat.packetClasses.size() == static_cast<qsizetype>(snapshot.trafficClasses.size())) return;
  heat.packetClasses.clear();
  for (const std::string& name : snapshot.trafficClasses)
    heat.packetClasses << QString::fromStdString(name);
}

void takeInside(const NetworkHeat& from, NetworkHeat& into) {
  into.packets = from.packets;
  into.packetSizes = from.packetSizes;
  into.packetPaths = from.packetPaths;
  into.packetClasses = from.packetClasses;
  into.notices = from.notices;
  into.paused = from.paused;
  into.pauses = from.pauses;
  into.inside = from.inside;
  into.ranks = from.ranks;
  into.queuesOf = from.queuesOf;
  into.channelQueues = from.channelQueues;
  into.queuesSeen = from.queuesSeen;
  into.countsCredits = from.countsCredits;
  into.range = from.range;
}

std::vector<float> measuredPower(const Results& results, const Design& design) {
  std::vector<float> watts;
  if (results.measuredCycles <= 0) return watts;
  const double perCycle = frequencyOf(design) / static_cast<double>(results.measuredCycles);
  for (const RouterResult& router : results.routers)
    watts.push_back(static_cast<float>(router.energy.total() * perCycle));
  return watts;
}

}  // namespace hopscope
