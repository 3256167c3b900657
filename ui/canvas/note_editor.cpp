// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/note_editor.h"

#include <QKeyEvent>

namespace hopscope {

NoteEditor::NoteEditor(const QString& text, QWidget* canvas) : QPlainTextEdit(text, canvas) {
  setObjectName(QStringLiteral("noteEditor"));
  setAccessibleName(tr("Note"));
  setPlaceholderText(tr("Write a note. Ctrl+Enter keeps it."));
  setCursor(Qt::IBeamCursor);
  selectAll();
}

void NoteEditor::keep() {
  close(true);
}

void NoteEditor::close(bool keeping) {
  if (!open_) return;
  open_ = false;
  if (keeping) emit kept(toPlainText());
  emit closed();
  hide();
  deleteLater();
}

void NoteEditor::keyPressEvent(QKeyEvent* event) {
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (event->key() == Qt::Key_Escape)
    close(false);
  else if (enter && (event->modifiers() & Qt::ControlModifier) != 0)
    close(true);
  else
    QPlainTextEdit::keyPressEvent(event);
}

void NoteEditor::focusOutEvent(QFocusEvent* event) {
  QPlainTextEdit::focusOutEvent(event);
  // A menu over it or another window is no answer.
  if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason)
    close(true);
}

}  // namespace hopscope
