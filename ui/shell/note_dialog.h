// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QTimer>

#include "projects/project.h"

class QLabel;
class QLineEdit;
class QPlainTextEdit;

namespace hopscope {

class ProjectSession;

/// A note of the project, to read and to write in. Stays open beside the work; what is typed is
/// kept after a moment, when the window is left, and before the project is saved.
class NoteDialog : public QDialog {
  Q_OBJECT

 public:
  NoteDialog(ProjectSession& session, QWidget* parent);

  /// Shows that note; `fresh`: with its title selected, to be typed over.
  void showNote(RowId note, bool fresh);
  /// Closes and keeps nothing: the project is another.
  void forget();

 protected:
  bool event(QEvent* event) override;
  void done(int result) override;

 private:
  /// Takes over what the project says of the note now; closes where it is gone.
  void follow();
  void take(const StoredNote& note);
  void keep();
  StoredNote typed() const;

  ProjectSession& session_;
  RowId note_ = 0;
  bool following_ = false;
  bool waiting_ = false;  ///< something typed is not kept yet
  bool goesOn_ = false;   ///< what is typed belongs to the last step
  QTimer later_;
  QLineEdit* title_;
  QPlainTextEdit* text_;
};

}  // namespace hopscope
