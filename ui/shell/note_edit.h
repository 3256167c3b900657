// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QUndoCommand>
#include <optional>

#include "projects/project.h"

namespace hopscope {

class ProjectSession;

/// A note of the project begun, written in or deleted. Every design has its own history, so a note
/// may have changed since in another's: a step that no longer fits is dropped and changes nothing.
class NoteEdit : public QUndoCommand {
 public:
  /// `done`: the project has `next` already. `goesOn`: becomes one step with the one before, where
  /// that is about the same note.
  NoteEdit(const QString& text, ProjectSession& session, std::optional<StoredNote> last,
           std::optional<StoredNote> next, bool done, bool goesOn);

  void undo() override;
  void redo() override;
  int id() const override;
  bool mergeWith(const QUndoCommand* other) override;

 private:
  ProjectSession& session_;
  std::optional<StoredNote> last_, next_;
  bool done_, goesOn_;
};

}  // namespace hopscope
