// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <QWidget>
#include <utility>
#include <vector>

#include "ui/drawing/theme.h"

namespace hopscope {

/// A small picture of rows of one height, in the colours of a theme. Whoever cannot see it hears
/// the words of its rows.
template <typename Row>
class RowsWidget : public QWidget {
 public:
  void setTheme(const Theme& theme) {
    theme_ = &theme;
    update();
  }
  void setRows(std::vector<Row> rows) {
    if (rows == rows_) return;
    const bool resized = rows.size() != rows_.size();
    rows_ = std::move(rows);
    QStringList words;
    for (const Row& row : rows_) words << wordsOf(row);
    setAccessibleDescription(words.join(QStringLiteral("; ")));
    if (resized) updateGeometry();
    update();
  }
  const std::vector<Row>& rows() const { return rows_; }
  QSize sizeHint() const override { return {300, rowHeight_ * static_cast<int>(rows_.size())}; }
  QSize minimumSizeHint() const override { return {240, sizeHint().height()}; }

 protected:
  RowsWidget(int rowHeight, QWidget* parent)
      : QWidget(parent), rowHeight_(rowHeight), theme_(&Theme::light()) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  }
  virtual QString wordsOf(const Row& row) const = 0;
  const Theme& theme() const { return *theme_; }

 private:
  int rowHeight_;
  const Theme* theme_;
  std::vector<Row> rows_;
};

}  // namespace hopscope
