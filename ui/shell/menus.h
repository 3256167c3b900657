// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/drawing/theme.h"

class QActionGroup;
class QLabel;
class QMenu;
class QMenuBar;
class QPushButton;

namespace hopscope {

class Actions;
class Appearance;

/// The top of the window: logo, menus, and the document's title in the middle.
class MenuStrip : public QWidget {
  Q_OBJECT

 public:
  MenuStrip(Actions& actions, Appearance& appearance, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void setTitle(const QString& title);
  QMenu* recentMenu() const { return recent_; }
  QMenu* windowMenu() const { return window_; }

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void placeTitle();
  void addThemes(QMenu* menu, Actions& actions, Appearance& appearance);

  QMenuBar* bar_;
  QLabel* logo_;
  QPushButton* find_;
  QLabel* title_;
  QString fullTitle_;
  QMenu* recent_;
  QMenu* window_;
};

}  // namespace hopscope
