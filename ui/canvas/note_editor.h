// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

namespace hopscope {

/// Writes a note where it stands: Ctrl+Enter or a click elsewhere keeps it, Esc gives it up.
class NoteEditor : public QPlainTextEdit {
  Q_OBJECT

 public:
  NoteEditor(const QString& text, QWidget* canvas);

  /// Keeps what is written; once only.
  void keep();

 signals:
  void kept(const QString& text);
  void closed();  ///< after `kept`, or without it

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  void close(bool keeping);

  bool open_ = true;
};

}  // namespace hopscope
