// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

#include "ui/widgets/labels.h"

namespace hopscope {

/// A line of plain words that ends in dots where there is no room for all of them, and stands
/// whole in its tool tip. It asks for the room of all, and takes any.
class ElidedLabel : public QLabel {
  Q_OBJECT

 public:
  ElidedLabel(TextRole role, const QString& text, QWidget* parent = nullptr);

  /// What is seen of the words.
  QString shownText() const;
  QSize minimumSizeHint() const override;

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace hopscope
