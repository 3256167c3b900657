// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/timeline_slots.h"

#include <QObject>
#include <algorithm>
#include <cmath>

#include "engine/simulation/window_statistics.h"
#include "ui/words/numbers.h"

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

QString slotLaneWords(const std::vector<TimelinePicture::Slots>& lane, Cycle cycle) {
  // The cursor stands at the end of the window that is looked at.
  const auto at =
      std::find_if(lane.begin(), lane.end(), [cycle](const TimelinePicture::Slots& cell) {
        return cell.begin < cycle && cycle <= cell.end;
      });
  if (at == lane.end()) return {};
  const double none = std::max(0.0, 1 - at->parts[0] - at->parts[1] - at->parts[2] - at->parts[3]);
  QString words =
      QObject::tr(
          "Slots from cycle %1 to %2: %3 circuits with data, %4 without; %5 worms, %6 their "
          "slot without any; %7 none.")
          .arg(wholeText(at->begin), wholeText(at->end), percentText(at->parts[0]),
               percentText(at->parts[1]), percentText(at->parts[2]), percentText(at->parts[3]),
               percentText(none));
  if (at->flushed) words += QLatin1Char(' ') + QObject::tr("Circuits were flushed by command.");
  return words;
}

}  // namespace hopscope
