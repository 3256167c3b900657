// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPoint>

class QMenu;
class QWidget;

namespace hopscope {

class Actions;
class CanvasPane;
struct DesignChange;
class ProjectSession;

/// Verbs on what is selected on the canvas: align, distribute, connect, copy as an array; and the
/// canvas' context menu.
class ArrangeFlows : public QObject {
  Q_OBJECT

 public:
  ArrangeFlows(ProjectSession& session, Actions& actions, CanvasPane& pane, QWidget* window);

  /// Whether the canvas may be edited; enables what fits the selection.
  void setEditing(bool editing);
  void documentShown();

  /// The same submenus in the menu bar and on the canvas.
  static void addArrangeMenus(QMenu* menu, const Actions& actions);

 private:
  void update();
  void onChanged(const DesignChange& change);
  void askForArray();
  void showMenu(QPoint globalPosition);

  ProjectSession& session_;
  Actions& actions_;
  CanvasPane& pane_;
  QWidget* window_;
  bool editing_ = false;
};

}  // namespace hopscope
