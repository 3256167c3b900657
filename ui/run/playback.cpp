// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/playback.h"

#include <QObject>
#include <algorithm>
#include <cstddef>
#include <utility>

#include "ui/words/numbers.h"

namespace hopscope {

void Playback::follow(std::shared_ptr<const Recorder> recorder) {
  if (recorder && recorder == recorder_) return;
  recorder_ = std::move(recorder);
  recording_.reset();
  past_.reset();
}

void Playback::follow(std::shared_ptr<const Recording> recording, const Topology& topology) {
  recorder_.reset();
  recording_.reset();
  past_.reset();
  if (recording && recording->channels == topology.channelCount() &&
      recording->routers == topology.routerCount())
    recording_ = std::move(recording);
}

bool Playback::recorded() const {
  return look([](const Recording& recording) { return !recording.empty(); });
}

std::pair<Cycle, Cycle> Playback::recordedEnds() const {
  return look([](const Recording& recording) {
    return recording.empty()
               ? std::pair<Cycle, Cycle>()
               : std::pair<Cycle, Cycle>(recording.spans.front().end, recording.spans.back().end);
  });
}

void Playback::show(const Recording& recording, std::size_t span) {
  past_ = recording.spans[span];
  recording.utilization(span, heat_.channelUtilization);
  recording.hitRate(span, heat_.routerHitRate);
  heat_.queuesSeen = QueuesSeen::recorded;
  heat_.when = QObject::tr("cycles %1 to %2").arg(wholeText(past_->begin), wholeText(past_->end));
}

bool Playback::seek(Cycle cycle) {
  return look([&](const Recording& recording) {
    if (recording.empty()) return false;
    show(recording, recording.nearest(cycle));
    return true;
  });
}

bool Playback::step(int spans) {
  return look([&](const Recording& recording) {
    if (recording.empty()) return false;
    const auto count = static_cast<std::ptrdiff_t>(recording.spans.size());
    const std::ptrdiff_t from =
        past_ ? static_cast<std::ptrdiff_t>(recording.nearest(past_->end)) : count;
    const std::ptrdiff_t to = std::max<std::ptrdiff_t>(0, from + spans);
    if (to >= count)
      past_.reset();
    else
      show(recording, static_cast<std::size_t>(to));
    return true;
  });
}

std::vector<std::pair<double, double>> Playback::history(ChannelId channel) const {
  return look([&](const Recording& recording) {
    std::vector<std::pair<double, double>> out;
    if (channel >= recording.channels) return out;
    out.reserve(recording.spans.size());
    for (std::size_t i = 0; i < recording.spans.size(); ++i)
      out.emplace_back(static_cast<double>(recording.spans[i].end),
                       static_cast<double>(recording.utilization(i, channel)));
    return out;
  });
}

}  // namespace hopscope
