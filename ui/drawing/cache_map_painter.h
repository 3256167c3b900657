// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <QString>
#include <cstddef>
#include <optional>

#include "engine/study/cache_study.h"
#include "ui/drawing/theme.h"

namespace hopscope {

/// A geometry of a CacheMap by its places in `entries` and `ways`.
struct CacheMapPlace {
  std::size_t entries = 0, ways = 0;

  bool operator==(const CacheMapPlace&) const = default;
};

/// Hit rates of a CacheStudy as coloured cells: ways from left to right, entries from bottom to
/// top, the share written where it fits, the design's own geometry ringed; below, the scale.
class CacheMapPainter {
 public:
  /// The study has to outlive the painter.
  explicit CacheMapPainter(const CacheStudy& study) : study_(&study) {}

  void paint(QPainter& painter, const QRectF& area, const Theme& theme,
             std::optional<CacheMapPlace> selected = {},
             std::optional<CacheMapPlace> hovered = {}) const;
  /// The cell at a point of that area.
  std::optional<CacheMapPlace> placeAt(const QRectF& area, QPointF point) const;
  QRectF cellOf(const QRectF& area, const CacheMapPlace& place) const;
  /// The design's own, where it has one and the map does.
  std::optional<CacheMapPlace> own() const;
  /// A size that every cell can be read in.
  QSizeF usualSize() const;

 private:
  QRectF grid(const QRectF& area) const;
  void paintScale(QPainter& painter, const QRectF& bar, const Theme& theme) const;
  /// Where the colours begin; they end at 1.
  double lowest() const;

  const CacheStudy* study_;
};

/// Writes the map as a light picture, .png, .svg or .pdf, or as its numbers, .csv. False and a
/// sentence on failure.
bool exportCacheMap(const CacheStudy& study, const QString& file, QString* error);

}  // namespace hopscope
