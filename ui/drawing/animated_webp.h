// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QImage>
#include <QSize>
#include <memory>

namespace hopscope {

/// Puts pictures one after the other into one animated WebP, without loss, which browsers and
/// slides play without end.
class AnimatedWebp {
 public:
  explicit AnimatedWebp(int millisecondsPerFrame);
  ~AnimatedWebp();

  /// All frames have the size of the first, at most 16,383 pixels a side. False where the picture
  /// could not be taken; then the file is none.
  bool add(const QImage& frame);
  int frames() const { return frames_; }
  /// The file; empty without a frame, or where one could not be taken.
  QByteArray finish();

 private:
  struct Encoder;
  std::unique_ptr<Encoder> encoder_;
  QSize size_;
  int delay_;
  int frames_ = 0;
  bool failed_ = false;
};

}  // namespace hopscope
