// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/cache_map_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <utility>

#include "ui/drawing/focus_ring.h"
#include "ui/words/numbers.h"

namespace hopscope {

CacheMapView::CacheMapView(QWidget* parent) : QWidget(parent), theme_(&Theme::light()) {
  setObjectName(QStringLiteral("cacheMap"));
  setAccessibleName(tr("Hit rates by entries and ways"));
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
}

void CacheMapView::setTheme(const Theme& theme) {
  theme_ = &theme;
  update();
}

void CacheMapView::setStudy(CacheStudy study) {
  study_ = std::move(study);
  hovered_.reset();
  chosen_ = CacheMapPainter(study_).own();
  update();
  emit shownChanged();
}

QRectF CacheMapView::cellOf(const CacheMapPlace& place) const {
  return CacheMapPainter(study_).cellOf(rect(), place);
}

QSize CacheMapView::sizeHint() const {
  return CacheMapPainter(study_).usualSize().toSize().expandedTo(minimumSizeHint());
}
QSize CacheMapView::minimumSizeHint() const {
  return {400, 320};
}

bool CacheMapView::exists(const CacheMapPlace& place) const {
  return study_.map.cells[place.entries][place.ways].has_value();
}

std::optional<CacheMapPlace> CacheMapView::placeAt(QPointF point) const {
  const auto place = CacheMapPainter(study_).placeAt(rect(), point);
  return place && exists(*place) ? place : std::nullopt;
}

void CacheMapView::hover(std::optional<CacheMapPlace> place) {
  if (place == hovered_) return;
  hovered_ = place;
  update();
  emit shownChanged();
}

void CacheMapView::choose(std::optional<CacheMapPlace> place) {
  hovered_.reset();
  chosen_ = place;
  update();
  emit shownChanged();
}

void CacheMapView::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  if (const auto place = placeAt(event->position())) choose(place);
}

void CacheMapView::mouseMoveEvent(QMouseEvent* event) {
  hover(placeAt(event->position()));
}

void CacheMapView::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  hover({});
}

/// Arrows walk to the next geometry there is that way; Home goes to the design's own.
void CacheMapView::keyPressEvent(QKeyEvent* event) {
  const CacheMap& map = study_.map;
  int right = 0, up = 0;
  switch (event->key()) {
    case Qt::Key_Left:
      right = -1;
      break;
    case Qt::Key_Right:
      right = 1;
      break;
    case Qt::Key_Up:
      up = 1;
      break;
    case Qt::Key_Down:
      up = -1;
      break;
    case Qt::Key_Home:
      choose(CacheMapPainter(study_).own());
      return;
    default:
      QWidget::keyPressEvent(event);
      return;
  }
  if (map.cells.empty()) return;
  if (!chosen_) {
    for (std::size_t e = 0; e < map.entries.size(); ++e)
      for (std::size_t w = 0; w < map.ways.size(); ++w)
        if (!chosen_ && exists({e, w})) choose(CacheMapPlace{e, w});
    return;
  }
  auto entries = static_cast<std::ptrdiff_t>(chosen_->entries);
  auto ways = static_cast<std::ptrdiff_t>(chosen_->ways);
  while (true) {
    entries += up;
    ways += right;
    if (entries < 0 || ways < 0 || entries >= std::ssize(map.entries) ||
        ways >= std::ssize(map.ways))
      return;
    const CacheMapPlace next{static_cast<std::size_t>(entries), static_cast<std::size_t>(ways)};
    if (!exists(next)) continue;
    choose(next);
    return;
  }
}

void CacheMapView::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  update();
}
void CacheMapView::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  update();
}

void CacheMapView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  CacheMapPainter(study_).paint(painter, rect(), *theme_, chosen_, hovered_);
  if (!hasFocus()) return;
  paintFocusRing(painter, rect(), *theme_);
}

}  // namespace hopscope
