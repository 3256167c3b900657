// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>

#include "ui/drawing/theme.h"

class QMenu;

namespace hopscope {

/// A button with words and a chevron that opens a menu.
class MenuButton : public QPushButton {
  Q_OBJECT

 public:
  explicit MenuButton(const char* objectName, QWidget* parent = nullptr);

  /// Takes no possession of the menu.
  void setChoices(QMenu* menu);
  QMenu* choices() const { return menu_; }
  void setTheme(const Theme& theme);

 private:
  QMenu* menu_ = nullptr;
};

}  // namespace hopscope
