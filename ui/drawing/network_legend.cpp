// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFontMetricsF>
#include <QObject>
#include <QPen>
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "ui/drawing/canvas_style.h"
#include "ui/drawing/fonts.h"
#include "ui/drawing/heat_scale.h"
#include "ui/drawing/network_painter.h"
#include "ui/drawing/oklab.h"
#include "ui/drawing/packet_swatches.h"
#include "ui/drawing/pause_layer.h"
#include "ui/drawing/rank_colours.h"
#include "ui/drawing/ranks_shown.h"
#include "ui/words/phase_words.h"

namespace hopscope {

namespace {

constexpr double kMargin = 12, kSwatch = 24, kGap = 14;
constexpr double kCell = 12;  ///< px: a cell of the matrix
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

QRectF cellSwatch(double x, double middle) {
  return {std::round(x), std::round(middle - kCell / 2), kCell, kCell};
}

void paintDesignLegend(QPainter& painter, const QRectF& rect, const Topology& topology,
                       const Theme& theme, LegendMarks marks) {
  const QFont font = uiFont(12);
  double x = write(painter, rect, rect.left() + kMargin, uiFont(12, true), theme.color(Tone::t1),
                   QObject::tr("Links")) +
             kGap;
  std::vector<std::size_t> counts(topology.classes.size());
  for (const Link& link : topology.links) ++counts[link.linkClass];
  // The links one looks for first: global, then local, then those of the terminals.
  std::vector<std::size_t> order;
  for (const LinkKind kind : {LinkKind::global, LinkKind::local, LinkKind::terminal}) {
    // Terminals have no place in the matrix.
    if (kind == LinkKind::terminal && marks == LegendMarks::cells) continue;
    for (std::size_t i = 0; i < topology.classes.size(); ++i) {
      if (topology.classes[i].kind == kind && counts[i] > 0) order.push_back(i);
    }
  }
  const double middle = rect.center().y();
  for (const std::size_t i : order) {
    const LinkClass& known = topology.classes[i];
    const QString name = QString::fromStdString(known.label.empty() ? known.name : known.label);
    QString text =
        QStringLiteral("%1, %2").arg(name, QLocale().toString(static_cast<qulonglong>(counts[i])));
    const double room = rect.right() - x - kSwatch - 6;
    if (textWidth(font, text) > room) text = name;
    if (textWidth(font, text) > room) break;
    const QColor color = theme.color(designTone(topology, static_cast<std::uint8_t>(i)));
    if (marks == LegendMarks::cells) {
      painter.fillRect(cellSwatch(x, middle), color);
      x = write(painter, rect, x + kCell + 6, font, theme.color(Tone::t2), text) + kGap;
      continue;
    }
    painter.setPen(QPen(color, 2));
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

/// The colours of the quantity's scale, standing on `bottom`, as links have them that `painted`
/// drew.
void paintRamp(QPainter& painter, double left, double bottom, double width, HeatQuantity quantity,
               const Theme& theme, const NetworkPainter* painted) {
  const HeatQuantityEntry& entry = entryOf(quantity);
  const HeatScale scale(theme, entry.ramp);
  const auto shown = [&](int bucket) {
    const double share = painted == nullptr || entry.ofRouters ? 1 : painted->presence(bucket);
    return share < 1 ? mix(theme.color(Tone::canvas), scale.colorOf(bucket), share)
                     : scale.colorOf(bucket);
  };
  const double step = width / HeatScale::kBuckets;
  painter.setRenderHint(QPainter::Antialiasing, false);
  for (int bucket = 0; bucket < HeatScale::kBuckets; ++bucket) {
    // The scale grows like the links do: width says the same as colour.
    const double height = 5 + 8.0 * bucket / (HeatScale::kBuckets - 1);
    const double from = std::round(left + bucket * step);
    painter.fillRect(
        QRectF(from, bottom - height, std::round(left + (bucket + 1) * step) - from, height),
        shown(bucket));
  }
  painter.setRenderHint(QPainter::Antialiasing);
}

/// What stands at the ends of a scale, and in its middle.
struct ScaleWords {
  QString low, middle, high;
};

ScaleWords scaleWords(const NetworkHeat& heat) {
  const QString full = QStringLiteral("100") + kNoBreakSpace + QLatin1Char('%');
  switch (heat.quantity) {
    case HeatQuantity::waiting:
      return {QStringLiteral("0"), QLocale().toString(heat.range.high / 2), heatText(heat, 1)};
    case HeatQuantity::creditsLeft:
      return {full, QStringLiteral("50"), QStringLiteral("0")};
    case HeatQuantity::power:
      return {heatText(heat, 0), {}, heatText(heat, 1)};
    case HeatQuantity::pathKind:
      return {QObject::tr("minimal"), {}, QObject::tr("other")};
    default:
      return {QStringLiteral("0"), QStringLiteral("50"), full};
  }
}

/// The scale between its two words in `row`, where that leaves it enough to tell colours apart.
bool paintShortScale(QPainter& painter, const QRectF& row, double left, double right,
                     const NetworkHeat& heat, const Theme& theme, const NetworkPainter* painted) {
  const QFont font = uiFont(11);
  const ScaleWords words = scaleWords(heat);
  constexpr double kBeside = 4, kLeast = 40, kMost = 72;
  const double from = left + textWidth(font, words.low) + kBeside;
  const double width = std::min(kMost, right - textWidth(font, words.high) - kBeside - from);
  if (width < kLeast) return false;
  write(painter, row, left, font, theme.color(Tone::t2), words.low);
  paintRamp(painter, from, row.center().y() + 6, width, heat.quantity, theme, painted);
  write(painter, row, from + width + kBeside, font, theme.color(Tone::t2), words.high);
  return true;
}

/// The scale with its words below; returns where it ends.
double paintScale(QPainter& painter, const QRectF& rect, double left, double width,
                  const NetworkHeat& heat, const Theme& theme, const NetworkPainter* painted) {
  const double bottom = rect.center().y() + 1;
  const ScaleWords words = scaleWords(heat);
  paintRamp(painter, left, bottom, width, heat.quantity, theme, painted);
  painter.setFont(uiFont(11));
  painter.setPen(theme.color(Tone::t2));
  const QRectF row(left, bottom + 1, width, 15);
  painter.drawText(row, Qt::AlignLeft | Qt::AlignTop, words.low);
  // The longer end leaves the middle its half of the rest.
  const QFont font = painter.font();
  const double end = std::max(textWidth(font, words.low), textWidth(font, words.high));
  if (end + 6 + textWidth(font, words.middle) / 2 <= width / 2)
    painter.drawText(row, Qt::AlignHCenter | Qt::AlignTop, words.middle);
  painter.drawText(row, Qt::AlignRight | Qt::AlignTop, words.high);
  return left + width;
}

/// What the marks of ranks mean, and the colours of jobs, in columns of two as far as there is
/// room; returns where they end.
double paintRanks(QPainter& painter, const QRectF& rect, double x, const RanksShown& ranks,
                  LegendMarks marks, const Theme& theme) {
  struct Item {
    QString words;
    std::optional<RankPhase> phase;
    int job = 0;
  };
  std::vector<Item> items;
  for (const RankPhase phase : {RankPhase::computing, RankPhase::waiting, RankPhase::sending,
                                RankPhase::receiving, RankPhase::finished})
    items.push_back({phaseWords(phase), phase, 0});
  if (marks != LegendMarks::cells && ranks.several())
    for (int job = 0; job < ranks.jobNames.size(); ++job)
      items.push_back({ranks.jobNames[job], std::nullopt, job});
  const QFont font = uiFont(11);
  constexpr double kMark = 10, kBeside = 5, kRow = 16;
  for (std::size_t first = 0; first < items.size(); first += 2) {
    const std::size_t end = std::min(first + 2, items.size());
    double wide = 0;
    for (std::size_t i = first; i < end; ++i)
      wide = std::max(wide, kMark + kBeside + textWidth(font, items[i].words));
    if (x + wide > rect.right()) return x;
    for (std::size_t i = first; i < end; ++i) {
      const Item& item = items[i];
      const QRectF row(rect.left(), rect.center().y() - (i == first ? kRow : 1), rect.width(),
                       kRow);
      const QRectF mark(std::round(x), std::round(row.center().y() - kMark / 2), kMark, kMark);
      if (!item.phase) {
        painter.setBrush(theme.color(Tone::base));
        painter.setPen(
            QPen(theme.curve(RanksShown::curveOf(static_cast<std::uint32_t>(item.job))), 2.2));
        painter.drawEllipse(mark.adjusted(1.1, 1.1, -1.1, -1.1));
      } else if (marks == LegendMarks::cells) {
        painter.fillRect(mark, rankMarkColour(theme, *item.phase));
      } else {
        paintRankMark(painter, mark, *item.phase, theme.color(Tone::t2), 1.4, theme);
      }
      write(painter, row, x + kMark + kBeside, font, theme.color(Tone::t2), item.words);
    }
    x += wide + kGap;
  }
  return x;
}

/// The colours of packets in words, where there is room; returns where they end.
double paintPackets(QPainter& painter, const QRectF& rect, double x, const NetworkPicture& picture,
                    const Theme& theme, bool& said) {
  const std::vector<PacketSwatch> swatches = packetSwatches(picture, theme);
  if (swatches.empty()) return x;
  said = x + swatchesWidth(swatches) <= rect.right();
  return said ? paintSwatches(painter, rect, x, swatches, theme) + kGap : x;
}

/// Whether it found room for what the colours of packets mean.
bool paintHeatLegend(QPainter& painter, const QRectF& rect, const NetworkPicture& picture,
                     const Theme& theme, LegendMarks marks, double besideTitle,
                     const NetworkPainter* painted) {
  if (marks == LegendMarks::cells) painted = nullptr;  // each cell stands alone
  const HeatQuantityEntry& shown = entryOf(picture.heat.quantity);
  bool said = marks == LegendMarks::cells ||
              (picture.heat.packets.empty() && picture.heat.circuits.tubes.empty());
  const double left = rect.left() + kMargin;
  const QFont bold = uiFont(12, true), small = uiFont(11);
  const QRectF upper(rect.left(), rect.center().y() - 16, rect.width(), 16);
  const QRectF lower(rect.left(), rect.center().y() - 1, rect.width(), 16);
  const QString title = QObject::tr(shown.label);
  double x = write(painter, upper, left, bold, theme.color(Tone::t1), title) + besideTitle;
  const QString& when = picture.heat.when;
  const QString below = when.isEmpty() ? QObject::tr(shown.what) : when;
  x = std::max(x, left + textWidth(small, below)) + kGap;
  if (picture.heat.quantity == HeatQuantity::ranks && picture.heat.ranks) {
    write(painter, lower, left, small, theme.color(when.isEmpty() ? Tone::t3 : Tone::accentText),
          below);
    paintRanks(painter, rect, x, *picture.heat.ranks, marks, theme);
    return true;
  }
  const double room = rect.right() - kMargin - x;
  // Its three numbers need so much.
  constexpr double kLeast = 96, kMost = 160;
  // A narrow canvas has room for one of them: the range, but for the time where that is not now.
  if (room < kLeast && when.isEmpty() &&
      paintShortScale(painter, lower, left, rect.right(), picture.heat, theme, painted))
    return said;
  write(painter, lower, left, small, theme.color(when.isEmpty() ? Tone::t3 : Tone::accentText),
        below);
  if (room < kLeast) return said;
  const QString none = QObject::tr("no data");
  const bool deadlock = marks != LegendMarks::cells && !picture.heat.waitCycle.empty();
  const QString failed = deadlock ? QObject::tr("wait in a cycle") : QObject::tr("failed");
  const bool anyFailed =
      deadlock || (marks != LegendMarks::cells &&
                   (!picture.heat.failedLinks.empty() || !picture.heat.failedRouters.empty()));
  const double besideNone = kGap + kSwatch + 6 + textWidth(small, none);
  const double besideFailed = anyFailed ? kGap + kSwatch + 6 + textWidth(small, failed) : 0;
  const bool pauses = marks != LegendMarks::cells && picture.heat.pauses;
  const QString paused = QObject::tr("paused");
  const double besidePaused = pauses ? kGap + kSwatch + 6 + textWidth(small, paused) : 0;
  // Rather a short scale than none for what has no data, and for what failed or is paused; of
  // these, the latter.
  const bool all = room + kMargin - besideNone - besideFailed - besidePaused >= kLeast;
  const bool toldOfNone = all || !(anyFailed || pauses);
  const double beside = (toldOfNone ? besideNone : 0) + besideFailed + besidePaused - kMargin;
  const double width = std::min(kMost, room - beside >= kLeast ? room - beside : room);
  x = paintScale(painter, rect, x, width, picture.heat, theme, painted) + kGap;

  const double middle = rect.center().y();
  if (!anyFailed && !pauses && x + kSwatch + 6 + textWidth(small, none) > rect.right()) return said;
  if (marks == LegendMarks::cells) {
    // The matrix shows them in diagonal stripes.
    const QRectF swatch = cellSwatch(x, middle);
    for (int row = 0; row < int(kCell); ++row)
      for (int column = 0; column < int(kCell); ++column)
        if (((row + column) & 3) < 2)
          painter.fillRect(QRectF(swatch.left() + column, swatch.top() + row, 1, 1),
                           theme.color(Tone::t4));
    write(painter, rect, x + kCell + 6, small, theme.color(Tone::t2), none);
    return said;
  }
  if (toldOfNone) {
    QPen dashed(theme.color(Tone::t4), kLinkWidth, Qt::SolidLine, Qt::FlatCap);
    dashed.setDashPattern({2 / kLinkWidth, 3 / kLinkWidth});
    painter.setPen(dashed);
    painter.drawLine(QPointF(x, middle), QPointF(x + kSwatch, middle));
    x = write(painter, rect, x + kSwatch + 6, small, theme.color(Tone::t2), none) + kGap;
  }

  if (anyFailed && x + kSwatch + 6 + textWidth(small, failed) <= rect.right()) {
    QPen dashes(theme.color(Tone::bad), deadlock ? 3 : 2, Qt::SolidLine, Qt::FlatCap);
    if (!deadlock) dashes.setDashPattern({3, 2});
    painter.setPen(dashes);
    painter.drawLine(QPointF(x, middle), QPointF(x + kSwatch, middle));
    x = write(painter, rect, x + kSwatch + 6, small, theme.color(Tone::t2), failed) + kGap;
  }

  if (pauses && x + kSwatch + 6 + textWidth(small, paused) <= rect.right()) {
    x = paintPausedSwatch(painter, x, middle, kSwatch, theme) + 6;
    x = write(painter, rect, x, small, theme.color(Tone::t2), paused) + kGap;
  }

  x = paintPackets(painter, rect, x, picture, theme, said);
  const auto& hits = picture.heat.routerHitRate;
  const bool cached = std::any_of(hits.begin(), hits.end(), [](float h) { return !std::isnan(h); });
  const QString words = QObject::tr("cache hits");
  if (!cached || shown.ofRouters || x + 20 + textWidth(small, words) > rect.right()) return said;
  const QRectF glyph(std::round(x), std::round(middle) - 6, 12, 12);
  painter.setPen(QPen(theme.color(Tone::t1), 1.4));
  painter.setBrush(theme.color(Tone::base));
  painter.drawRoundedRect(glyph, 2.5, 2.5);
  painter.fillRect(glyph.adjusted(3, 3, -3, -3),
                   mix(theme.color(Tone::base), theme.color(Tone::accent), 0.55));
  write(painter, rect, glyph.right() + 6, small, theme.color(Tone::t2), words);
  return said;
}

}  // namespace

double legendTitleWidth(const NetworkPicture& picture) {
  if (picture.heat.empty()) return 0;
  return textWidth(uiFont(12, true), QObject::tr(entryOf(picture.heat.quantity).label));
}

bool paintLegend(QPainter& painter, const QRectF& rect, const NetworkPicture& picture,
                 const Theme& theme, LegendMarks marks, double besideTitle,
                 const NetworkPainter* painted) {
  if (!picture.topology) return true;
  bool said = true;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  if (picture.heat.empty()) {
    paintDesignLegend(painter, rect, *picture.topology, theme, marks);
  } else {
    said = paintHeatLegend(painter, rect, picture, theme, marks, besideTitle, painted);
  }
  painter.restore();
  return said;
}

}  // namespace hopscope
