// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "ui/drawing/heat_map_picture.h"
#include "ui/drawing/theme.h"

namespace hopscope {

/// A heat map to look at: what a cell says stands beside the pointer, and of the chosen one, which
/// a click or the arrow keys choose; Enter or a double click shows its points alone.
class HeatMapPlot : public QWidget {
  Q_OBJECT

 public:
  explicit HeatMapPlot(QWidget* parent = nullptr);
  ~HeatMapPlot() override;

  void setTheme(const Theme& theme);
  void setPicture(HeatMapPicture picture);
  const HeatMapPicture& picture() const;
  /// Shown while there is no cell.
  void setEmptyText(const QString& text);
  struct Place {
    std::size_t column = 0, row = 0;
    bool operator==(const Place&) const = default;
  };
  std::optional<Place> current() const;
  void setCurrent(std::optional<Place> place);

  QSize sizeHint() const override { return {480, 300}; }
  QSize minimumSizeHint() const override { return {240, 150}; }

 signals:
  /// The number of the cell in the picture.
  void chosen(std::size_t cell);
  void activated(std::size_t cell);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace hopscope
