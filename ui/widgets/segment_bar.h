// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QButtonGroup;
class QHBoxLayout;
class QToolButton;

namespace hopscope {

/// Buttons side by side of which one is pressed.
class SegmentBar : public QFrame {
  Q_OBJECT

 public:
  explicit SegmentBar(QWidget* parent = nullptr);

  /// `id` becomes the button's object name.
  QToolButton* add(const QString& text, const char* id, const QString& tip);

 private:
  QHBoxLayout* row_;
  QButtonGroup* group_;
};

}  // namespace hopscope
