// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/followed_journey.h"

namespace hopscope {

void takeJourney(const std::optional<Journey>& journey, FollowedPacket& followed) {
  followed.path.clear();
  followed.intermediate = kNone;
  followed.delivered = false;
  if (!journey || journey->source != followed.source || journey->birth < 0) return;
  followed.birth = journey->birth;
  followed.intermediate = journey->intermediate;
  followed.destination = journey->destination;
  followed.delivered = journey->delivered >= 0;
  if (journey->foundOn != kNone) followed.path.push_back(journey->foundOn);
  if (journey->foundOn == kNone && !journey->hops.empty())
    followed.path.push_back(journey->hops.front().in);
  for (const JourneyHop& hop : journey->hops) followed.path.push_back(hop.out);
}

}  // namespace hopscope
