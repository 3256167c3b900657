// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>

#include "ui/drawing/theme.h"
#include "ui/explore/matching_frames.h"

namespace hopscope {

/// The graph of requests and pairs unfolded stage by stage, as a step of the matching walks
/// through it: what is reached forwards, the path backwards, and its pairs once they are changed.
/// Below each stage stands its mask.
class MatchingView : public QWidget {
  Q_OBJECT

 public:
  explicit MatchingView(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void setStory(std::shared_ptr<const MatchingStory> story);
  void setFrame(std::size_t frame);
  QSize sizeHint() const override { return {640, 360}; }
  QSize minimumSizeHint() const override { return {320, 200}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QPointF placeOf(std::size_t stage, std::uint32_t port) const;
  std::size_t stages() const;
  void paintEdges(QPainter& painter) const;
  void paintPath(QPainter& painter) const;
  void paintPorts(QPainter& painter) const;
  void paintMasks(QPainter& painter) const;

  const Theme* theme_;
  std::shared_ptr<const MatchingStory> story_;
  std::size_t frame_ = 0;
};

}  // namespace hopscope
