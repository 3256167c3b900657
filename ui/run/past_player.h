// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <optional>
#include <utility>

#include "engine/core/ids.h"

namespace hopscope {

class Playback;

/// Plays the recorded windows of a run one after the other, once or again and again; all of them,
/// or those of a stretch.
class PastPlayer : public QObject {
  Q_OBJECT

 public:
  PastPlayer(Playback& playback, QObject* parent = nullptr);

  bool playing() const { return timer_.isActive(); }
  /// Begins where one looks, or at the beginning where that is the end or now. False where nothing
  /// is recorded.
  bool play();
  void pause();
  void setLooping(bool looping);
  bool looping() const { return looping_; }
  /// Plays no more than the windows that end within [first, second]; nothing: all.
  void setStretch(std::optional<std::pair<Cycle, Cycle>> stretch);
  const std::optional<std::pair<Cycle, Cycle>>& stretch() const { return stretch_; }

 signals:
  void moved();    ///< another window is looked at
  void changed();  ///< it plays or not, again and again or once, another stretch

 private:
  void advance();
  std::pair<Cycle, Cycle> ends() const;

  Playback& playback_;
  QTimer timer_;
  bool looping_ = false;
  std::optional<std::pair<Cycle, Cycle>> stretch_;
};

}  // namespace hopscope
