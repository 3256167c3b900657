// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <vector>

#include "ui/document/part_search.h"
#include "ui/drawing/theme.h"

class QLabel;
class QLineEdit;
class QListWidget;

namespace hopscope {

class CanvasPane;

/// Finds routers, terminals, links and groups by name, as typed. Walking through the list shows
/// each; Enter selects it and closes, Esc puts the selection back.
class FindBox : public QFrame {
  Q_OBJECT

 public:
  explicit FindBox(CanvasPane& pane);

  void setTheme(const Theme& theme);
  void open();
  QLineEdit& field() { return *field_; }
  const std::vector<PartHit>& hits() const { return hits_; }
  /// Takes its place at the top of the pane.
  void place();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void search(const QString& text);
  void show(int row);
  void take();
  void giveUp();
  void close();

  CanvasPane& pane_;
  QLineEdit* field_;
  QListWidget* list_;
  QLabel* none_;
  QAction* glass_;
  std::vector<PartHit> hits_;
  Parts before_;
};

}  // namespace hopscope
