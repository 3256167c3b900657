// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>

#include "ui/drawing/theme.h"
#include "ui/explore/tree_story.h"

namespace hopscope {

/// A tree with the circuits that a scheduler has granted so far, and the request at hand: its way,
/// where it is blocked, and the bit vectors of each of its hops.
class TreeView : public QWidget {
  Q_OBJECT

 public:
  explicit TreeView(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void setStory(std::shared_ptr<const TreeStory> story);
  /// So many requests are done; the last of them is at hand.
  void setDone(std::size_t done);
  QSize sizeHint() const override { return {420, 360}; }
  QSize minimumSizeHint() const override { return {240, 220}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QPointF switchPlace(std::uint32_t level, std::uint32_t node) const;
  QPointF terminalPlace(std::uint32_t terminal) const;
  std::uint32_t nodes(std::uint32_t level) const;
  void paintLinks(QPainter& painter) const;
  void paintCircuit(QPainter& painter, const TreeCircuit& circuit, const QPen& pen) const;
  void paintBlocked(QPainter& painter, const TreeCircuit& circuit) const;
  void paintSwitches(QPainter& painter) const;
  void paintVectors(QPainter& painter) const;
  double treeBottom() const;

  const Theme* theme_;
  std::shared_ptr<const TreeStory> story_;
  std::unique_ptr<TreeScheduler> places_;  ///< knows which switches a circuit passes
  std::size_t done_ = 0;
};

}  // namespace hopscope
