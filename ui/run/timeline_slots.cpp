// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/timeline_slots.h"

#include <algorithm>
#include <cmath>

#include "engine/simulation/window_statistics.h"

namespace hopscope {

std::vector<TimelinePicture::Slots> slotLane(const std::vector<WindowSample>& windows,
                                             std::size_t stride) {
  std::vector<TimelinePicture::Slots> lane;
  const Statistic<WindowSample>* const parts[] = {
      &windowStatistic("slots.circuits"), &windowStatistic("slots.circuits_idle"),
      &windowStatistic("slots.worms"), &windowStatistic("slots.worms_idle")};
  const Statistic<WindowSample>& flushes = windowStatistic("flushes");
  for (std::size_t i = 0; i < windows.size(); i += stride) {
    const std::size_t end = std::min(i + stride, windows.size());
    TimelinePicture::Slots cell{
        windows[i].end - windows[i].length, windows[end - 1].end, {}, false};
    for (std::size_t part = 0; part < cell.parts.size(); ++part)
      for (std::size_t w = i; w < end; ++w)
        cell.parts[part] += parts[part]->of(windows[w]) / static_cast<double>(end - i);
    if (!std::isfinite(cell.parts.front())) return {};
    cell.flushed =
        std::any_of(windows.begin() + static_cast<std::ptrdiff_t>(i),
                    windows.begin() + static_cast<std::ptrdiff_t>(end),
                    [&flushes](const WindowSample& window) { return flushes.of(window) > 0; });
    lane.push_back(cell);
  }
  return lane;
}

}  // namespace hopscope
