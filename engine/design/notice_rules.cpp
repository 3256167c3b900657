// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/notice_rules.h"

#include <algorithm>
#include <cmath>

namespace hopscope {

void checkCongestionPoints(const Setup& setup, const CongestionPoints& points,
                           const SettingsReader& reader) {
  const auto* switches = std::get_if<VctSwitches>(&setup.switches);
  if (switches == nullptr) return;
  const bool queueless =
      std::any_of(switches->kinds.begin(), switches->kinds.end(),
                  [](const SwitchSettings& kind) { return kind.outputBuffer == 0; });
  if (points.place == CongestionPoints::Place::outputs && queueless)
    reader.refuse("routing.sampling",
                  sentence("The queues at outputs are to be looked at, but there are switches that "
                           "have none."),
                  sentence("Set routing.sampling to inputs, or give switch.buffers.output room."));
  const double longest = setup.packetFlits * setup.flitBytes;
  if (points.noticeBytes > longest)
    reader.refuse("routing.notice_bytes",
                  sentence("A notice of {} bytes is longer than a packet of {}, and buffers need "
                           "not have room for it.",
                           points.noticeBytes, longest),
                  sentence("Set it to {} or less, or to 0.", longest));
}

}  // namespace hopscope
