// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/ids.h"
#include "engine/switching/observation.h"

namespace hopscope {

struct NetworkHeat;

/// What the colours of a network tell.
enum class HeatQuantity : std::uint8_t {
  utilization,
  queueFill,
  waiting,
  creditsLeft,
  cacheHits,
  power,
  pathKind,
  ranks,
};
inline constexpr std::size_t kHeatQuantities = 8;

/// One meaning for each colour: `heat` from idle to bad, `hits` in the teal of the fills of
/// routers, `paths` between the colours that minimal and other packets have; `ranks` is no scale
/// but has the colours of what ranks are at, one beside the other.
enum class HeatRamp : std::uint8_t { heat, hits, paths, ranks };

/// Why the queues of a run can, or cannot, be seen at the moment shown.
enum class QueuesSeen : std::uint8_t {
  yes,
  never,     ///< its switches have none
  ranEmpty,  ///< the run is over, and they are empty
  recorded,  ///< of the past only rates are recorded
  kept,      ///< of a kept run likewise
};

struct HeatQuantityEntry {
  HeatQuantity quantity;
  const char* name;   ///< in files
  const char* label;  ///< on the screen, to be translated, as the two below
  const char* what;   ///< a few words below it
  const char* help;   ///< one sentence
  HeatRamp ramp;
  bool ofRouters;  ///< or of terminals; else of channels
  bool ofQueues;   ///< seen in queues at a moment
};

/// In the order of the menu; each stands at its own number.
const std::array<HeatQuantityEntry, kHeatQuantities>& heatQuantities();
const HeatQuantityEntry& entryOf(HeatQuantity quantity);
std::optional<HeatQuantity> heatQuantityOf(const std::string& name);

/// What the two ends of a scale stand for, in the quantity's unit.
struct HeatRange {
  double low = 0, high = 1;

  bool operator==(const HeatRange&) const = default;
  /// 0..1 along it; NaN stays.
  float share(double value) const;
};

/// Why a quantity cannot be shown of this, in a sentence; empty where it can.
QString whyNotShown(HeatQuantity quantity, const NetworkHeat& heat);
/// Shows `wanted`, or the utilisation where there is no such thing.
void showQuantity(NetworkHeat& heat, HeatQuantity wanted);

/// The place of a channel, or of a router, on the scale of what is shown, 0..1; NaN: no data, or
/// it is no quantity of such a part.
float channelHeat(const NetworkHeat& heat, ChannelId channel);
float routerHeat(const NetworkHeat& heat, RouterId router);
/// A place on that scale as a number with its unit.
QString heatText(const NetworkHeat& heat, float share);

/// A quantity of queues per channel, as channelHeat has it but for `waiting`, which is in cycles.
float queueValue(const ChannelQueue& queue, HeatQuantity quantity);

/// A range from 0 that holds all values: 1, 2 or 5 and noughts. It stays while they fill two fifths
/// of it.
HeatRange fromNought(const std::vector<float>& values, const HeatRange& before);
/// One that tells values apart which lie close together.
HeatRange around(const std::vector<float>& values, const HeatRange& before);

}  // namespace hopscope
