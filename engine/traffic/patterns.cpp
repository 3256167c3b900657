// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/traffic/entries.h"

namespace hopscope {

const std::vector<TrafficClass>& TrafficPattern::classes() const {
  static const std::vector<TrafficClass> kOne;
  return kOne;
}

const Registry<TrafficEntry>& trafficPatterns() {
  static const Registry<TrafficEntry> registry({
      patterns::uniform(),
      patterns::bitComplement(),
      patterns::bitReverse(),
      patterns::transpose(),
      patterns::shuffle(),
      patterns::tornado(),
      patterns::neighbour(),
      patterns::hotSpot(),
      patterns::permutation(),
      patterns::adversarial(),
      patterns::adversarialConsecutive(),
      patterns::adversarialLocal(),
      patterns::allToAll(),
      patterns::mix(),
  });
  return registry;
}

}  // namespace hopscope
