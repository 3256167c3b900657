// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QObject>

class QDockWidget;
class QMainWindow;

namespace hopscope {

/// Of the columns of docks at both sides of a window, in pixels; 0: whatever it is.
struct ColumnWidths {
  int left = 0, right = 0;
};

/// Where a window's docks are. Their columns keep the widths that they were given, or dragged to: a
/// window that was small for a while takes of them, and gives it back once it has room again.
class DockLayout : public QObject {
  Q_OBJECT

 public:
  explicit DockLayout(QMainWindow& window);
  /// For docks that have just been placed above each other.
  void setColumns(const ColumnWidths& widths);
  QByteArray save() const;
  /// As it was saved; false where that can't be read.
  bool restore(const QByteArray& saved);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  /// The docks that are shown at a side, above each other or also beside each other.
  struct Column {
    QDockWidget* widest = nullptr;  ///< null: there is none
    int width = 0;
  };
  Column columnAt(Qt::DockWidgetArea side) const;
  void apply();
  void noteDragged();

  QMainWindow& window_;
  ColumnWidths widths_;
  ColumnWidths pressed_;  ///< as they were when the mouse was pressed between the docks
};

}  // namespace hopscope
