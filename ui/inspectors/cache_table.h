// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>

#include "engine/simulation/snapshot.h"
#include "ui/drawing/theme.h"

namespace hopscope {

/// A forwarding cache, set by way: the destination each line holds and its hits, below them its
/// output port (an adaptive routing's line may have several) and its place in the set's order of
/// use. Dark lines were hit in this window, pale
/// ones earlier; an outline marks lines filled in this window. The set of one lookup is lit, with
/// the line that was hit, or filled and in whose place.
class CacheTable : public QWidget {
  Q_OBJECT

 public:
  explicit CacheTable(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void setCache(CacheDetail cache);
  const CacheDetail& cache() const { return cache_; }
  /// The lookup whose set is lit; nothing: none.
  void setLit(std::optional<LookupRecord> record);
  const std::optional<LookupRecord>& lit() const { return lit_; }
  /// How far below the top of the widget it is, in pixels.
  int topOf(std::uint32_t set) const;
  static int rowHeight();
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  double wayWidth() const;
  void paintLine(QPainter& painter, const QRectF& cell, const CacheLineDetail& line,
                 std::uint64_t mostHits, const LookupRecord* lit) const;

  const Theme* theme_;
  CacheDetail cache_;
  std::optional<LookupRecord> lit_;
};

/// The row of swatches that explains the table.
class CacheLegend : public QWidget {
  Q_OBJECT

 public:
  explicit CacheLegend(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  const Theme* theme_;
};

}  // namespace hopscope
