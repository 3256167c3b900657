// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QUndoCommand>

#include "ui/document/design_patch.h"

namespace hopscope {

/// Who owns the design an edit works on.
class DesignHolder {
 public:
  DesignHolder() = default;
  DesignHolder(const DesignHolder&) = delete;
  DesignHolder& operator=(const DesignHolder&) = delete;
  virtual ~DesignHolder() = default;

  virtual const Design& present() const = 0;
  /// Swaps the patch with the design and tells the views.
  virtual void swapParts(DesignPatch& patch) = 0;
};

/// One undoable step: it keeps the parts of the design that are not in force at the moment, and
/// both undo and redo swap them with those that are.
class DesignEdit : public QUndoCommand {
 public:
  /// Steps with the same non-empty `mergeKey` in a row become one.
  DesignEdit(const QString& text, DesignPatch patch, DesignHolder& holder, QString mergeKey);

  void undo() override;
  void redo() override;
  int id() const override;
  bool mergeWith(const QUndoCommand* other) override;

 private:
  DesignPatch patch_;
  DesignHolder& holder_;
  QString mergeKey_;
};

}  // namespace hopscope
