// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/run_view.h"

#include <algorithm>
#include <cmath>

namespace hopscope {

std::vector<std::pair<ChannelId, float>> hottestChannels(const NetworkHeat& heat,
                                                         std::size_t most) {
  std::vector<std::pair<ChannelId, float>> busy;
  const std::vector<float>& values = heat.channelUtilization;
  for (std::size_t c = 0; c < values.size(); ++c)
    if (std::isfinite(values[c])) busy.emplace_back(static_cast<ChannelId>(c), values[c]);
  const auto count = static_cast<std::ptrdiff_t>(std::min(most, busy.size()));
  std::partial_sort(busy.begin(), busy.begin() + count, busy.end(),
                    [](const auto& a, const auto& b) {
                      return a.second != b.second ? a.second > b.second : a.first < b.first;
                    });
  busy.resize(static_cast<std::size_t>(count));
  return busy;
}

}  // namespace hopscope
