// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace hopscope {

/// A choice of a run whose name is cut within where the tool bar has no room for all of it: names
/// of runs begin alike.
class RunPicker : public QComboBox {
  Q_OBJECT

 public:
  using QComboBox::QComboBox;

  /// The chosen name as it is drawn.
  QString drawnText() const;
  /// The list is as wide as its names, which may well end with what tells them apart.
  void showPopup() override;

 protected:
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace hopscope
