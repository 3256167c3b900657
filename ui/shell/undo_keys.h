// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace hopscope {

/// Leaves the keys for Undo and Redo to the window wherever a field has nothing of its own to take
/// back: what was committed belongs to the document, which undoes it as a step.
class UndoKeys : public QObject {
  Q_OBJECT

 public:
  /// Watches the fields of `window`, and lives with it.
  explicit UndoKeys(QWidget* window);

  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  bool leavesItToDocument(const QWidget* field) const;

  QWidget* window_;
};

}  // namespace hopscope
