// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QTimer>
#include <QWidget>

#include "ui/drawing/theme.h"

namespace hopscope {

/// An accent ring around the widget that a lesson's step is about. Lies over the window, lets
/// every click through, and follows its target.
class HighlightRing : public QWidget {
  Q_OBJECT

 public:
  explicit HighlightRing(QWidget* window);

  void setTheme(const Theme& theme);
  /// nullptr: no ring.
  void setTarget(QWidget* target);
  QWidget* target() const { return target_; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void follow();

  const Theme* theme_;
  QPointer<QWidget> target_;
  QTimer timer_;
};

}  // namespace hopscope
