// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>

#include "engine/study/cache_study.h"
#include "ui/drawing/cache_map_painter.h"
#include "ui/drawing/theme.h"

namespace hopscope {

/// The map of a study to point at: a click or the arrow keys choose a geometry.
class CacheMapView : public QWidget {
  Q_OBJECT

 public:
  explicit CacheMapView(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// The design's own geometry is chosen at first.
  void setStudy(CacheStudy study);
  const CacheStudy& study() const { return study_; }
  /// The geometry the pointer is on, or the chosen one.
  std::optional<CacheMapPlace> shown() const { return hovered_ ? hovered_ : chosen_; }
  std::optional<CacheMapPlace> chosen() const { return chosen_; }
  /// Where its cell is, in this widget's pixels.
  QRectF cellOf(const CacheMapPlace& place) const;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  void shownChanged();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  /// The cell at a point, where there is a cache of that geometry.
  std::optional<CacheMapPlace> placeAt(QPointF point) const;
  bool exists(const CacheMapPlace& place) const;
  void hover(std::optional<CacheMapPlace> place);
  void choose(std::optional<CacheMapPlace> place);

  const Theme* theme_;
  CacheStudy study_;
  std::optional<CacheMapPlace> chosen_, hovered_;
};

}  // namespace hopscope
