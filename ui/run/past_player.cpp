// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/past_player.h"

#include <algorithm>

#include "ui/run/playback.h"

namespace hopscope {

namespace {
/// A window is seen so long, in milliseconds: eight a second can be told apart.
constexpr int kWindowMilliseconds = 125;
}  // namespace

PastPlayer::PastPlayer(Playback& playback, QObject* parent) : QObject(parent), playback_(playback) {
  timer_.setInterval(kWindowMilliseconds);
  connect(&timer_, &QTimer::timeout, this, &PastPlayer::advance);
}

std::pair<Cycle, Cycle> PastPlayer::ends() const {
  const auto [first, last] = playback_.recordedEnds();
  if (!stretch_) return {first, last};
  return {std::clamp(stretch_->first, first, last), std::clamp(stretch_->second, first, last)};
}

bool PastPlayer::play() {
  if (!playback_.recorded()) return false;
  const auto [first, last] = ends();
  const bool within =
      playback_.inPast() && playback_.span().end >= first && playback_.span().end < last;
  if (!within) playback_.seek(first);
  timer_.start();
  emit moved();
  emit changed();
  return true;
}

void PastPlayer::pause() {
  if (!timer_.isActive()) return;
  timer_.stop();
  emit changed();
}

void PastPlayer::setLooping(bool looping) {
  looping_ = looping;
  emit changed();
}

void PastPlayer::setStretch(std::optional<std::pair<Cycle, Cycle>> stretch) {
  if (stretch && stretch->first > stretch->second) std::swap(stretch->first, stretch->second);
  stretch_ = stretch;
  emit changed();
}

void PastPlayer::advance() {
  // Somebody went back to now, or to another run.
  if (!playback_.inPast()) return pause();
  const auto [first, last] = ends();
  if (playback_.span().end < last) {
    playback_.step(1);
  } else if (looping_) {
    playback_.seek(first);
  } else {
    return pause();
  }
  emit moved();
}

}  // namespace hopscope
