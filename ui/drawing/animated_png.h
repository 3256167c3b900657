// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QImage>
#include <QSize>

namespace hopscope {

/// Puts pictures one after the other into one animated PNG, which browsers play without end and
/// other programs show the first picture of (Animated PNG, W3C PNG third edition).
class AnimatedPng {
 public:
  explicit AnimatedPng(int millisecondsPerFrame) : delay_(millisecondsPerFrame) {}

  /// All frames have the size of the first.
  void add(const QImage& frame);
  int frames() const { return frames_; }
  /// The file; empty without a frame.
  QByteArray finish() const;

 private:
  void addControl(const QSize& size);

  int delay_;
  int frames_ = 0;
  quint32 sequence_ = 0;
  QByteArray header_;  ///< the first frame's
  QByteArray body_;    ///< frame controls and data
};

}  // namespace hopscope
