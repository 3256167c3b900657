// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "engine/simulation/snapshot.h"
#include "ui/drawing/theme.h"

namespace hopscope {

/// A forwarding cache, set by way: the destination each line holds and its hits. Dark lines were
/// hit in this window, pale ones earlier; an outline marks lines filled in this window.
class CacheTable : public QWidget {
  Q_OBJECT

 public:
  explicit CacheTable(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void setCache(CacheDetail cache);
  const CacheDetail& cache() const { return cache_; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  double wayWidth() const;
  void paintLine(QPainter& painter, const QRectF& cell, const CacheLineDetail& line,
                 std::uint64_t mostHits) const;

  const Theme* theme_;
  CacheDetail cache_;
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
