// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFontMetricsF>
#include <QLocale>
#include <QPen>
#include <algorithm>
#include <cmath>

#include "ui/drawing/canvas_style.h"
#include "ui/drawing/fonts.h"
#include "ui/drawing/heat_scale.h"
#include "ui/drawing/network_painter.h"
#include "ui/drawing/oklab.h"

namespace hopscope {

namespace {

constexpr double kMargin = 12, kSwatch = 24, kGap = 14;
constexpr QChar kNoBreakSpace(0x00a0);

double textWidth(const QFont& font, const QString& text) {
  return QFontMetricsF(font).horizontalAdvance(text);
}

/// Writes `text` at x, in the middle of `rect`'s height, and returns where it ends.
double write(QPainter& painter, const QRectF& rect, double x, const QFont& font,
             const QColor& color, const QString& text) {
  painter.setFont(font);
  painter.setPen(color);
  const double width = textWidth(font, text);
  painter.drawText(QRectF(x, rect.top(), width + 1, rect.height()),
                   Qt::AlignLeft | Qt::AlignVCenter, text);
  return x + width;
}

void paintDesignLegend(QPainter& painter, const QRectF& rect, const Topology& topology,
                       const Theme& theme) {
  const QFont font = uiFont(12);
  double x = write(painter, rect, rect.left() + kMargin, uiFont(12, true), theme.color(Tone::t1),
                   QStringLiteral("Links")) +
             kGap;
  std::vector<std::size_t> counts(topology.classes.size());
  for (const Link& link : topology.links) ++counts[link.linkClass];
  // The links one looks for first: global, then local, then those of the terminals.
  std::vector<std::size_t> order;
  for (const LinkKind kind : {LinkKind::global, LinkKind::local, LinkKind::terminal}) {
    for (std::size_t i = 0; i < topology.classes.size(); ++i) {
      if (topology.classes[i].kind == kind && counts[i] > 0) order.push_back(i);
    }
  }
  const double middle = rect.center().y();
  for (const std::size_t i : order) {
    const LinkClass& known = topology.classes[i];
    const QString text = QStringLiteral("%1, %2").arg(
        QString::fromStdString(known.label.empty() ? known.name : known.label),
        QLocale().toString(static_cast<qulonglong>(counts[i])));
    if (x + kSwatch + 6 + textWidth(font, text) > rect.right()) break;
    painter.setPen(QPen(theme.color(designTone(topology, static_cast<std::uint8_t>(i))), 2));
    const bool terminal = known.kind == LinkKind::terminal;
    painter.drawLine(QPointF(x, middle), QPointF(x + kSwatch - (terminal ? 6 : 0), middle));
    if (terminal) {
      painter.setPen(QPen(theme.color(Tone::t2), 1.4));
      painter.setBrush(theme.color(Tone::base));
      painter.drawEllipse(QPointF(x + kSwatch - 3.5, middle), 2.8, 2.8);
    }
    x = write(painter, rect, x + kSwatch + 6, font, theme.color(Tone::t2), text) + kGap;
  }
}

/// The scale with its numbers; returns where it ends.
double paintScale(QPainter& painter, const QRectF& rect, double left, double width,
                  const Theme& theme) {
  const HeatScale scale(theme);
  const double step = width / HeatScale::kBuckets;
  const double bottom = rect.center().y() + 1;
  painter.setRenderHint(QPainter::Antialiasing, false);
  for (int bucket = 0; bucket < HeatScale::kBuckets; ++bucket) {
    // The scale grows like the links do: width says the same as colour.
    const double height = 5 + 8.0 * bucket / (HeatScale::kBuckets - 1);
    const double from = std::round(left + bucket * step);
    painter.fillRect(
        QRectF(from, bottom - height, std::round(left + (bucket + 1) * step) - from, height),
        scale.colorOf(bucket));
  }
  painter.setRenderHint(QPainter::Antialiasing);
  const QFont font = uiFont(11);
  painter.setFont(font);
  painter.setPen(theme.color(Tone::t2));
  const QRectF row(left, bottom + 1, width, 15);
  painter.drawText(row, Qt::AlignLeft | Qt::AlignTop, QStringLiteral("0"));
  painter.drawText(row, Qt::AlignHCenter | Qt::AlignTop, QStringLiteral("50"));
  painter.drawText(row, Qt::AlignRight | Qt::AlignTop,
                   QStringLiteral("100") + kNoBreakSpace + QLatin1Char('%'));
  return left + width;
}

void paintHeatLegend(QPainter& painter, const QRectF& rect, const NetworkPicture& picture,
                     const Theme& theme) {
  const double left = rect.left() + kMargin;
  const QFont bold = uiFont(12, true), small = uiFont(11);
  const QRectF upper(rect.left(), rect.center().y() - 16, rect.width(), 16);
  const QRectF lower(rect.left(), rect.center().y() - 1, rect.width(), 16);
  const QString title = QStringLiteral("Link utilisation");
  double x = write(painter, upper, left, bold, theme.color(Tone::t1), title);
  const QString& when = picture.heat.when;
  const QString below = when.isEmpty() ? QStringLiteral("share of link rate") : when;
  write(painter, lower, left, small, theme.color(when.isEmpty() ? Tone::t3 : Tone::accentText),
        below);
  x = std::max(x, left + textWidth(small, below)) + kGap;
  const double room = rect.right() - kMargin - x;
  // Its three numbers need so much.
  if (room < 96) return;
  x = paintScale(painter, rect, x, std::min(160.0, room), theme) + kGap;

  const double middle = rect.center().y();
  const QString none = QStringLiteral("no data");
  if (x + kSwatch + 6 + textWidth(small, none) > rect.right()) return;
  QPen dashed(theme.color(Tone::t4), kLinkWidth, Qt::SolidLine, Qt::FlatCap);
  dashed.setDashPattern({2 / kLinkWidth, 3 / kLinkWidth});
  painter.setPen(dashed);
  painter.drawLine(QPointF(x, middle), QPointF(x + kSwatch, middle));
  x = write(painter, rect, x + kSwatch + 6, small, theme.color(Tone::t2), none) + kGap;

  const auto& hits = picture.heat.routerHitRate;
  const bool cached = std::any_of(hits.begin(), hits.end(), [](float h) { return !std::isnan(h); });
  const QString words = QStringLiteral("cache hits");
  if (!cached || x + 20 + textWidth(small, words) > rect.right()) return;
  const QRectF glyph(std::round(x), std::round(middle) - 6, 12, 12);
  painter.setPen(QPen(theme.color(Tone::t1), 1.4));
  painter.setBrush(theme.color(Tone::base));
  painter.drawRoundedRect(glyph, 2.5, 2.5);
  painter.fillRect(glyph.adjusted(3, 3, -3, -3),
                   mix(theme.color(Tone::base), theme.color(Tone::accent), 0.55));
  write(painter, rect, glyph.right() + 6, small, theme.color(Tone::t2), words);
}

}  // namespace

void paintLegend(QPainter& painter, const QRectF& rect, const NetworkPicture& picture,
                 const Theme& theme) {
  if (!picture.topology) return;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  if (picture.heat.empty()) {
    paintDesignLegend(painter, rect, *picture.topology, theme);
  } else {
    paintHeatLegend(painter, rect, picture, theme);
  }
  painter.restore();
}

}  // namespace hopscope
