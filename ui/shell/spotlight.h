// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>
#include <QWidget>
#include <functional>

namespace hopscope {

/// Darkens a view but for a circle: around what is selected, else around the pointer. It hears no
/// mouse: whatever is below is pressed as ever.
class Spotlight : public QWidget {
  Q_OBJECT

 public:
  /// `selected`: where what is selected lies on the view, in its pixels; empty where nothing is.
  Spotlight(QWidget& view, std::function<QRect()> selected);

  void setOn(bool on);
  bool isOn() const { return on_; }
  /// The circle, in the view's pixels.
  QRectF circle() const;

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QWidget& view_;
  std::function<QRect()> selected_;
  QPoint pointer_;
  bool on_ = false;
};

}  // namespace hopscope
