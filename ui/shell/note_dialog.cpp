// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/note_dialog.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/shell/project_session.h"
#include "ui/widgets/labels.h"

namespace hopscope {

namespace {
constexpr int kPauseMilliseconds = 400;
}

NoteDialog::NoteDialog(ProjectSession& session, QWidget* parent)
    : QDialog(parent), session_(session) {
  setObjectName(QStringLiteral("noteDialog"));
  setWindowTitle(tr("Note"));
  resize(480, 360);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 16, 16, 16);
  column->setSpacing(8);
  title_ = new QLineEdit(this);
  title_->setObjectName(QStringLiteral("noteTitle"));
  title_->setAccessibleName(tr("Title of the note"));
  title_->setPlaceholderText(tr("Title"));
  title_->setFont(fontOf(TextRole::bold));
  column->addWidget(title_);
  text_ = new QPlainTextEdit(this);
  text_->setObjectName(QStringLiteral("noteText"));
  text_->setAccessibleName(tr("Text of the note"));
  text_->setPlaceholderText(tr("What was asked, what was found, what follows."));
  text_->setTabChangesFocus(true);
  column->addWidget(text_, 1);
  auto* hint = makeLabel(
      TextRole::hint, tr("Kept with the project. Reports include it unless it is unticked."), this);
  hint->setWordWrap(true);
  column->addWidget(hint);
  auto* foot = new QHBoxLayout;
  foot->setSpacing(8);
  auto* remove = new QPushButton(tr("Delete note"), this);
  remove->setObjectName(QStringLiteral("noteDelete"));
  remove->setAutoDefault(false);
  auto* close = new QPushButton(tr("Close"), this);
  close->setAutoDefault(false);
  foot->addWidget(remove);
  foot->addStretch();
  foot->addWidget(close);
  column->addLayout(foot);
  connect(remove, &QPushButton::clicked, this, [this] {
    keep();
    session_.removeNote(note_);
  });
  connect(close, &QPushButton::clicked, this, &QDialog::reject);
  later_.setSingleShot(true);
  later_.setInterval(kPauseMilliseconds);
  connect(&later_, &QTimer::timeout, this, &NoteDialog::keep);
  const auto typing = [this] {
    if (following_) return;
    waiting_ = true;
    later_.start();
  };
  connect(title_, &QLineEdit::textChanged, this, typing);
  connect(text_, &QPlainTextEdit::textChanged, this, typing);
  connect(&session_, &ProjectSession::aboutToKeep, this, &NoteDialog::keep);
  connect(&session_, &ProjectSession::contentsChanged, this, &NoteDialog::follow);
}

void NoteDialog::showNote(RowId note, bool fresh) {
  keep();
  note_ = note;
  goesOn_ = fresh;
  for (const StoredNote& each : session_.notes())
    if (each.id == note) take(each);
  show();
  raise();
  activateWindow();
  if (fresh) {
    title_->selectAll();
    title_->setFocus();
  } else {
    text_->setFocus();
  }
}

void NoteDialog::forget() {
  later_.stop();
  waiting_ = false;
  note_ = 0;
  hide();
}

StoredNote NoteDialog::typed() const {
  return {note_, title_->text().trimmed().toStdString(), text_->toPlainText().toStdString()};
}

void NoteDialog::keep() {
  later_.stop();
  if (!std::exchange(waiting_, false)) return;
  StoredNote note = typed();
  for (const StoredNote& present : session_.notes())
    if (present.id == note_ && note.title.empty()) note.title = present.title;
  session_.editNote(note, goesOn_);
  goesOn_ = true;
}

void NoteDialog::follow() {
  const auto& notes = session_.notes();
  const auto found = std::find_if(notes.begin(), notes.end(),
                                  [this](const StoredNote& each) { return each.id == note_; });
  if (found == notes.end()) {
    forget();
    return;
  }
  // A title that was wiped out is about to be typed anew.
  if (waiting_ || *found == typed() || title_->text().trimmed().isEmpty()) return;
  take(*found);
}

void NoteDialog::take(const StoredNote& note) {
  following_ = true;
  const QString title = QString::fromStdString(note.title);
  const QString text = QString::fromStdString(note.text);
  if (title_->text() != title) title_->setText(title);
  if (text_->toPlainText() != text) text_->setPlainText(text);
  following_ = false;
}

bool NoteDialog::event(QEvent* event) {
  if (event->type() == QEvent::WindowDeactivate) {
    keep();
    goesOn_ = false;
  }
  return QDialog::event(event);
}

void NoteDialog::done(int result) {
  keep();
  goesOn_ = false;
  QDialog::done(result);
}

}  // namespace hopscope
