// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>
#include <QWidget>

namespace hopscope {

/// What a canvas without a network says.
class EmptyCanvas : public QWidget {
  Q_OBJECT

 public:
  explicit EmptyCanvas(QWidget* canvas);

 signals:
  void generateRequested();
};

}  // namespace hopscope
