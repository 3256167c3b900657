// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/undo_keys.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>

namespace hopscope {

UndoKeys::UndoKeys(QWidget* window) : QObject(window), window_(window) {
  qApp->installEventFilter(this);
}

bool UndoKeys::leavesItToDocument(const QWidget* field) const {
  if (field == nullptr || field->window() != window_) return false;
  // A spin box hands over every key as it is typed.
  if (qobject_cast<const QAbstractSpinBox*>(field) != nullptr ||
      qobject_cast<const QAbstractSpinBox*>(field->parentWidget()) != nullptr)
    return true;
  const auto* line = qobject_cast<const QLineEdit*>(field);
  return line != nullptr && !line->isModified();
}

bool UndoKeys::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::ShortcutOverride) return false;
  const auto* key = static_cast<QKeyEvent*>(event);
  if (!key->matches(QKeySequence::Undo) && !key->matches(QKeySequence::Redo)) return false;
  if (!leavesItToDocument(qobject_cast<QWidget*>(watched))) return false;
  event->ignore();
  return true;
}

}  // namespace hopscope
