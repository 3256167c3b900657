// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/cache_map_painter.h"

#include <QFileInfo>
#include <QLocale>
#include <QObject>
#include <algorithm>
#include <cmath>

#include "ui/drawing/fonts.h"
#include "ui/drawing/heat_scale.h"
#include "ui/drawing/oklab.h"
#include "ui/drawing/picture_bytes.h"
#include "ui/drawing/save_bytes.h"
#include "ui/words/file_numbers.h"

namespace hopscope {

namespace {

constexpr double kLeft = 76, kTop = 6, kBelow = 40, kScale = 34, kRight = 6;
constexpr double kGap = 2;    ///< between cells
constexpr double kSide = 26;  ///< of a cell that is easily read
constexpr double kBarWidth = 180, kBarHeight = 10;
constexpr QChar kNoBreakSpace(0x00a0);

QString shareText(double share) {
  // What is nearly 1 is not shown as 1.
  const int digits = share > 0.9995 && share < 1 ? 2 : 1;
  return QLocale().toString(std::min(share * 100, share < 1 ? 99.99 : 100.0), 'f', digits);
}

QString number(std::uint32_t value) {
  return QLocale().toString(static_cast<qulonglong>(value));
}

}  // namespace

QSizeF CacheMapPainter::usualSize() const {
  const auto rows = static_cast<double>(study_->map.entries.size());
  const auto columns = static_cast<double>(study_->map.ways.size());
  return {kLeft + kRight + columns * 3 * kSide, kTop + kBelow + kScale + rows * kSide};
}

QRectF CacheMapPainter::grid(const QRectF& area) const {
  return area.adjusted(kLeft, kTop, -kRight, -(kBelow + kScale));
}

QRectF CacheMapPainter::cellOf(const QRectF& area, const CacheMapPlace& place) const {
  const QRectF all = grid(area);
  const double width = all.width() / static_cast<double>(study_->map.ways.size());
  const double height = all.height() / static_cast<double>(study_->map.entries.size());
  return {all.left() + static_cast<double>(place.ways) * width,
          all.bottom() - static_cast<double>(place.entries + 1) * height, width, height};
}

std::optional<CacheMapPlace> CacheMapPainter::placeAt(const QRectF& area, QPointF point) const {
  const QRectF all = grid(area);
  if (!all.contains(point) || study_->map.ways.empty() || study_->map.entries.empty()) return {};
  const auto along = [](double share, std::size_t count) {
    return std::min(count - 1, static_cast<std::size_t>(share * static_cast<double>(count)));
  };
  return CacheMapPlace{along((all.bottom() - point.y()) / all.height(), study_->map.entries.size()),
                       along((point.x() - all.left()) / all.width(), study_->map.ways.size())};
}

std::optional<CacheMapPlace> CacheMapPainter::own() const {
  if (!study_->cached) return {};
  const auto& e = study_->map.entries;
  const auto& w = study_->map.ways;
  const auto entries = std::find(e.begin(), e.end(), study_->entries);
  const auto ways = std::find(w.begin(), w.end(), study_->ways);
  if (entries == e.end() || ways == w.end()) return {};
  return CacheMapPlace{static_cast<std::size_t>(entries - e.begin()),
                       static_cast<std::size_t>(ways - w.begin())};
}

double CacheMapPainter::lowest() const {
  double low = 1;
  for (const auto& row : study_->map.cells)
    for (const auto& cell : row)
      if (cell && cell->lookups() > 0) low = std::min(low, cell->hitRate());
  // Whole tens of per cent; a map without differences has some range, too.
  return std::min(0.9, std::floor(low * 10) / 10);
}

void CacheMapPainter::paint(QPainter& painter, const QRectF& area, const Theme& theme,
                            std::optional<CacheMapPlace> selected,
                            std::optional<CacheMapPlace> hovered) const {
  const CacheMap& map = study_->map;
  if (map.entries.empty() || map.ways.empty()) return;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  const double low = lowest();
  const std::optional<CacheMapPlace> ours = own();
  const QRectF all = grid(area);
  const QFont plain = uiFont(11), bold = uiFont(11, true);
  const auto ring = [&](const QRectF& cell, Tone tone, double width) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.color(tone), width));
    painter.drawRoundedRect(cell, 3, 3);
  };
  for (std::size_t e = 0; e < map.entries.size(); ++e) {
    for (std::size_t w = 0; w < map.ways.size(); ++w) {
      const CacheMapPlace place{e, w};
      const QRectF cell = cellOf(area, place).adjusted(kGap, kGap, -kGap, -kGap);
      const auto& outcome = map.cells[e][w];
      painter.setFont(place == ours ? bold : plain);
      if (!outcome || outcome->lookups() == 0) {
        painter.setPen(theme.color(Tone::t3));
        painter.drawText(cell, Qt::AlignCenter, QStringLiteral("–"));
        continue;
      }
      const double rate = outcome->hitRate();
      const QColor fill = HeatScale::interpolate(theme, HeatRamp::hits, (rate - low) / (1 - low));
      painter.setPen(Qt::NoPen);
      painter.setBrush(fill);
      painter.drawRoundedRect(cell, 3, 3);
      painter.setPen(letterColor(fill));
      const QString text = shareText(rate);
      if (painter.fontMetrics().horizontalAdvance(text) <= cell.width())
        painter.drawText(cell, Qt::AlignCenter, text);
      if (place == hovered) ring(cell, Tone::t1, 1.4);
      if (place == ours) {
        // A gap shows that it is no recolouring.
        ring(cell.adjusted(2.5, 2.5, -2.5, -2.5), Tone::canvas, 1.5);
        ring(cell.adjusted(0.5, 0.5, -0.5, -0.5), Tone::t1, 1.5);
      }
      if (place == selected) ring(cell.adjusted(-1, -1, 1, 1), Tone::accent, 2.5);
    }
    const QRectF row = cellOf(area, {e, 0});
    painter.setFont(ours && ours->entries == e ? bold : plain);
    painter.setPen(theme.color(ours && ours->entries == e ? Tone::t1 : Tone::t2));
    painter.drawText(QRectF(area.left() + 18, row.top(), kLeft - 26, row.height()),
                     Qt::AlignRight | Qt::AlignVCenter, number(map.entries[e]));
  }
  for (std::size_t w = 0; w < map.ways.size(); ++w) {
    const QRectF column = cellOf(area, {0, w});
    painter.setFont(ours && ours->ways == w ? bold : plain);
    painter.setPen(theme.color(ours && ours->ways == w ? Tone::t1 : Tone::t2));
    painter.drawText(QRectF(column.left(), all.bottom() + 2, column.width(), 16), Qt::AlignCenter,
                     number(map.ways[w]));
  }
  painter.setFont(plain);
  painter.setPen(theme.color(Tone::t2));
  painter.drawText(QRectF(all.left(), all.bottom() + 18, all.width(), 18), Qt::AlignCenter,
                   QObject::tr("ways"));
  painter.save();
  painter.translate(area.left() + 8, all.center().y());
  painter.rotate(-90);
  painter.drawText(QRectF(-60, -9, 120, 18), Qt::AlignCenter, QObject::tr("entries"));
  painter.restore();
  paintScale(painter, QRectF(all.left(), area.bottom() - kScale + 8, all.width(), kScale - 10),
             theme);
  painter.restore();
}

void CacheMapPainter::paintScale(QPainter& painter, const QRectF& bar, const Theme& theme) const {
  const double low = lowest();
  const double width = std::min(kBarWidth, bar.width() * 0.35);
  painter.setFont(uiFont(11));
  painter.setPen(theme.color(Tone::t2));
  const QString begin = QLocale().toString(low * 100, 'f', 0) + kNoBreakSpace + QLatin1Char('%');
  const QString end = QObject::tr("100 % hits").replace(QLatin1Char(' '), kNoBreakSpace);
  double x = bar.left();
  const auto write = [&](const QString& text) {
    const double wide = painter.fontMetrics().horizontalAdvance(text) + 1;
    painter.setPen(theme.color(Tone::t2));
    painter.drawText(QRectF(x, bar.top(), wide, bar.height()), Qt::AlignVCenter, text);
    x += wide + 8;
  };
  write(begin);
  const int steps = static_cast<int>(width / 3);
  const double top = bar.center().y() - kBarHeight / 2;
  for (int i = 0; i < steps; ++i)
    painter.fillRect(QRectF(x + 3 * i, top, 3, kBarHeight),
                     HeatScale::interpolate(theme, HeatRamp::hits, (i + 0.5) / steps));
  x += 3 * steps + 8;
  write(end);
  if (!own()) return;
  x += 12;
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.color(Tone::t1), 1.5));
  painter.drawRoundedRect(QRectF(x + 1, bar.center().y() - 6, 18, 12), 3, 3);
  x += 26;
  write(QObject::tr("this design"));
}

bool exportCacheMap(const CacheStudy& study, const QString& file, QString* error) {
  const FileNumbers numbers;
  constexpr double kMargin = 12, kPngScale = 3;
  const QString ending = QFileInfo(file).suffix().toLower();
  const CacheMapPainter map(study);
  const QSizeF size = map.usualSize() + QSizeF(2 * kMargin, 2 * kMargin);
  const QString title = QObject::tr("Hit rates by entries and ways");
  const auto paint = [&](QPainter& painter) {
    const QRectF all(QPointF(), size);
    painter.fillRect(all, Theme::light().color(Tone::base));
    map.paint(painter, all.adjusted(kMargin, kMargin, -kMargin, -kMargin), Theme::light());
  };
  QByteArray content;
  if (ending == QLatin1String("csv"))
    content = QByteArray::fromStdString(csvOf(study.map));
  else if (ending == QLatin1String("png"))
    content = pngBytes(size, kPngScale, paint);
  else if (ending == QLatin1String("svg"))
    content = svgBytes(size, title, paint);
  else if (ending == QLatin1String("pdf"))
    content = pdfBytes(size, title, paint);
  else
    return refuseEnding(file, error);
  return saveBytes(file, content, QObject::tr("The map"), error);
}

}  // namespace hopscope
