// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/design_edit.h"

#include <utility>

namespace hopscope {

DesignEdit::DesignEdit(const QString& text, DesignPatch patch, DesignHolder& holder,
                       QString mergeKey)
    : QUndoCommand(text),
      patch_(std::move(patch)),
      holder_(holder),
      mergeKey_(std::move(mergeKey)) {}

void DesignEdit::undo() {
  holder_.swapParts(patch_);
}

void DesignEdit::redo() {
  holder_.swapParts(patch_);
}

int DesignEdit::id() const {
  return mergeKey_.isEmpty() ? -1 : 1;  // a NoteEdit's is 2
}

bool DesignEdit::mergeWith(const QUndoCommand* other) {
  const auto* later = dynamic_cast<const DesignEdit*>(other);
  if (later == nullptr || later->mergeKey_ != mergeKey_) return false;
  join(patch_, later->patch_);
  setText(later->text());
  if (changesNothing(holder_.present(), patch_)) setObsolete(true);
  return true;
}

}  // namespace hopscope
