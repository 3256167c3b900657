// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QWidget>
#include <set>

#include "ui/document/design_document.h"
#include "ui/drawing/theme.h"

namespace hopscope {

class PropertyRow;

/// The latency and bandwidth of the selected links, and their class where they are drawn.
class LinkProperties : public QWidget {
  Q_OBJECT

 public:
  explicit LinkProperties(QWidget* parent = nullptr);

  /// Shows the selected links of the document; hides itself where none can be changed.
  void refresh(DesignDocument* document, const Theme& theme);

 private:
  void makeRows();

  PropertyRow* latency_ = nullptr;
  PropertyRow* bandwidth_ = nullptr;
  PropertyRow* class_ = nullptr;
  QPointer<DesignDocument> document_;
  std::set<LinkId> shownFor_;
  const Theme* theme_ = nullptr;
};

}  // namespace hopscope
