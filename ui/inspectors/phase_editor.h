// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QWidget>
#include <string>
#include <vector>

#include "engine/core/parameter.h"
#include "ui/document/design_document.h"
#include "ui/drawing/theme.h"

namespace hopscope {

class PropertyGroups;
class PropertyRow;

/// The phases of a design: from which cycle on the traffic is another one, with pattern and load,
/// or parts fail or work again. They can be added, changed and removed; each is one undoable step
/// of the document.
class PhaseEditor : public QWidget {
  Q_OBJECT

 public:
  explicit PhaseEditor(QWidget* parent = nullptr);

  /// Shows the phases of the document as they are now.
  void refresh(DesignDocument* document, const Theme& theme);

 private:
  /// One setting of one phase; `path` is empty for its beginning.
  struct Entry {
    std::size_t phase;
    std::string path;
    PropertyRow* row;
  };

  std::vector<std::vector<Parameter>> shown() const;
  void rebuild(const std::vector<std::vector<Parameter>>& parameters);
  void showValues();
  void apply(const Entry& entry);
  void add();
  void remove(std::size_t phase);

  QPointer<DesignDocument> document_;
  const Theme* theme_;
  std::vector<Entry> entries_;
  PropertyGroups* groups_;
};

}  // namespace hopscope
