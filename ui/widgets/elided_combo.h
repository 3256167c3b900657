// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace hopscope {

/// A choice whose words end in dots where they are wider than it, and stand whole in its tool tip.
class ElidedCombo : public QComboBox {
  Q_OBJECT

 public:
  using QComboBox::QComboBox;

  /// What is seen of the words chosen.
  QString shownText() const;

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace hopscope
