// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QTimer>
#include <QWidget>
#include <functional>

#include "ui/drawing/theme.h"

namespace hopscope {

/// An accent ring around the widget, or the part of one, that a lesson's step is about. Lies over
/// the window, lets every click through, and follows its target, which it scrolls into sight first.
class HighlightRing : public QWidget {
  Q_OBJECT

 public:
  explicit HighlightRing(QWidget* window);

  void setTheme(const Theme& theme);
  /// nullptr: no ring. `within`: only this much of the target, in its pixels; an empty rectangle
  /// while that is not seen.
  void setTarget(QWidget* target, std::function<QRect()> within = {});
  QWidget* target() const { return target_; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void bringIntoView();
  void follow();

  const Theme* theme_;
  QPointer<QWidget> target_;
  std::function<QRect()> within_;
  QTimer timer_;
  bool again_ = false;  ///< the target is to be brought into view once more
};

}  // namespace hopscope
