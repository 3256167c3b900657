// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>

#include "ui/drawing/panels_picture.h"
#include "ui/drawing/theme.h"

namespace hopscope {

/// Small multiples: panels in rows, on the same scales, with one legend. A click on a panel, or
/// Enter, asks to see it alone.
class PanelGrid : public QWidget {
  Q_OBJECT

 public:
  explicit PanelGrid(QWidget* parent = nullptr);
  ~PanelGrid() override;

  void setTheme(const Theme& theme);
  void setPicture(PanelsPicture picture);
  const PanelsPicture& picture() const;
  /// Shown while there is no panel.
  void setEmptyText(const QString& text);

  QSize sizeHint() const override { return {480, 300}; }
  QSize minimumSizeHint() const override { return {240, 150}; }

 signals:
  void activated(std::size_t panel);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

/// How many panels of about four to three stand side by side in a room of that shape.
int panelColumns(std::size_t panels, const QSizeF& room);

/// Writes all panels on one page on white; the format follows the name's ending: png, svg or pdf.
/// False and a message where that cannot be done.
bool exportPanels(const PanelsPicture& picture, const QString& file, QString* error);

}  // namespace hopscope
