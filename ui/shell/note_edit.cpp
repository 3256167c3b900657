// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/note_edit.h"

#include <utility>

#include "ui/shell/project_session.h"

namespace hopscope {

NoteEdit::NoteEdit(const QString& text, ProjectSession& session, std::optional<StoredNote> last,
                   std::optional<StoredNote> next, bool done, bool goesOn)
    : QUndoCommand(text),
      session_(session),
      last_(std::move(last)),
      next_(std::move(next)),
      done_(done),
      goesOn_(goesOn) {}

void NoteEdit::undo() {
  setObsolete(!session_.exchangeNote(next_, last_));
}

void NoteEdit::redo() {
  if (std::exchange(done_, false)) return;
  setObsolete(!session_.exchangeNote(last_, next_));
}

int NoteEdit::id() const {
  return 2;  // a DesignEdit's is 1
}

bool NoteEdit::mergeWith(const QUndoCommand* other) {
  const auto* later = dynamic_cast<const NoteEdit*>(other);
  if (later == nullptr || !later->goesOn_ || !later->next_ || !next_ || next_ != later->last_)
    return false;
  next_ = later->next_;
  if (last_) setText(later->text());
  if (last_ == next_) setObsolete(true);
  return true;
}

}  // namespace hopscope
