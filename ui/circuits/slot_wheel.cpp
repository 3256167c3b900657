// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/circuits/slot_wheel.h"

#include <QHelpEvent>
#include <QPainter>
#include <QPainterPath>
#include <QStringList>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/drawing/fonts.h"
#include "ui/drawing/slot_colours.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr double kHub = .36;          ///< of the radius: the hole in the middle
constexpr double kEmpty = .22;        ///< how much of its colour a slot has that moved nothing
constexpr double kPreempted = .38;    ///< likewise where it is preempted
constexpr double kNamedDegrees = 16;  ///< a sector with room for a name

/// A piece of a ring; degrees clockwise from the top.
QPainterPath piece(const QPointF& centre, double inner, double outer, double from, double span) {
  const QRectF rim(centre.x() - outer, centre.y() - outer, 2 * outer, 2 * outer);
  const QRectF hub(centre.x() - inner, centre.y() - inner, 2 * inner, 2 * inner);
  QPainterPath path;
  path.arcMoveTo(rim, 90 - from);
  path.arcTo(rim, 90 - from, -span);
  path.arcTo(hub, 90 - from - span, span);
  path.closeSubpath();
  return path;
}

QPointF onCircle(const QPointF& centre, double radius, double degrees) {
  const double angle = (degrees - 90) * M_PI / 180;
  return centre + radius * QPointF(std::cos(angle), std::sin(angle));
}

}  // namespace

QString slotWords(const SlotsShown& shown, std::uint32_t slot) {
  const SlotShown& each = shown.all[slot];
  QStringList parts;
  if (each.circuits) parts << plural(*each.circuits, "circuit", "circuits");
  const Cycle time = each.used + each.idle;
  parts << plural(static_cast<qint64>(each.turns), "turn", "turns") +
               (time > 0 ? QObject::tr(", %1 of their time with data")
                               .arg(percentText(static_cast<double>(each.used) /
                                                static_cast<double>(time)))
                         : QString());
  if (each.skipped > 0)
    parts << QObject::tr("skipped %1")
                 .arg(plural(static_cast<qint64>(each.skipped), "time", "times"));
  if (each.preempted > 0)
    parts << QObject::tr("preempted %1")
                 .arg(plural(static_cast<qint64>(each.preempted), "time", "times"));
  return QObject::tr("%1: %2").arg(slotName(slot, shown.circuitSlots),
                                   parts.join(QStringLiteral("; ")));
}

SlotWheel::SlotWheel(QWidget* parent) : QWidget(parent), theme_(&Theme::light()) {
  setObjectName(QStringLiteral("slotWheel"));
  setAccessibleName(tr("Time slots"));
}

void SlotWheel::setTheme(const Theme& theme) {
  theme_ = &theme;
  update();
}

void SlotWheel::setShown(SlotsShown shown) {
  if (shown == shown_) return;
  shown_ = std::move(shown);
  QStringList words;
  for (std::uint32_t slot = 0; slot < std::min<std::size_t>(shown_.all.size(), 16); ++slot)
    words << slotWords(shown_, slot);
  setAccessibleDescription(words.join(QStringLiteral(". ")));
  update();
}

double SlotWheel::round() const {
  double sum = 0;
  for (const SlotShown& each : shown_.all) sum += each.length;
  return sum;
}

SlotWheel::Sector SlotWheel::sectorOf(std::uint32_t slot) const {
  const double all = round();
  double before = 0;
  for (std::uint32_t i = 0; i < slot; ++i) before += shown_.all[i].length;
  if (all <= 0) return {};
  return {360 * before / all, 360 * shown_.all[slot].length / all};
}

void SlotWheel::paintSector(QPainter& painter, std::uint32_t slot, const QRectF& rim) const {
  const SlotShown& each = shown_.all[slot];
  const auto [from, whole] = sectorOf(slot);
  if (whole <= 0) return;
  const double gap = whole > 6 && shown_.all.size() > 1 ? 1.4 : 0;
  const double begin = from + gap / 2, span = whole - gap;
  const QPointF centre = rim.center();
  const double outer = rim.width() / 2, inner = outer * kHub;
  const QColor ground = theme_->color(Tone::panel);
  const QColor colour = slotColour(*theme_, slot, shown_.circuitSlots);
  const bool preempted = each.latest == SlotFate::preempted;
  painter.setPen(Qt::NoPen);
  painter.fillPath(piece(centre, inner, outer, begin, span),
                   dimmed(colour, ground, each.latest == SlotFate::skipped ? .08 : kEmpty));
  const Cycle time = each.used + each.idle;
  if (each.latest == SlotFate::skipped) {
    painter.fillPath(piece(centre, inner, outer, begin, span), skippedBrush(*theme_));
  } else if (time > 0) {
    // As much of the area as of the time.
    const double share = static_cast<double>(each.used) / static_cast<double>(time);
    const double reach = std::sqrt(outer * outer - share * (outer * outer - inner * inner));
    painter.fillPath(piece(centre, reach, outer, begin, span),
                     preempted ? dimmed(colour, ground, kPreempted) : colour);
  }
  if (shown_.guard > 0 && each.length > 0)
    painter.fillPath(
        piece(centre, inner, outer, begin, span * std::min(1.0, shown_.guard / each.length)),
        theme_->color(Tone::t1));
  if (slot == shown_.current) {
    painter.setPen(QPen(theme_->color(Tone::t1), 1.6));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(piece(centre, inner, outer + 1.5, begin, span));
  }
  if (whole < kNamedDegrees) return;
  const QString name = each.worms ? tr("W") : QString::number(slot);
  const QPointF at = onCircle(centre, (outer + inner) / 2, from + whole / 2);
  painter.setFont(uiFont(11, slot == shown_.current));
  const QFontMetricsF metrics(painter.font());
  QRectF box(0, 0, metrics.horizontalAdvance(name) + 8, 15);
  box.moveCenter(at);
  painter.setPen(Qt::NoPen);
  painter.setBrush(ground);
  painter.drawRoundedRect(box, 4, 4);
  painter.setPen(
      theme_->color(preempted || each.latest == SlotFate::skipped ? Tone::t3 : Tone::t1));
  painter.drawText(box, Qt::AlignCenter, name);
}

void SlotWheel::paintHand(QPainter& painter, const QRectF& rim) const {
  if (shown_.current >= shown_.all.size()) return;
  const auto [from, span] = sectorOf(shown_.current);
  const double length = std::max(1.0, shown_.all[shown_.current].length);
  const double at = from + span * std::clamp(shown_.since / length, 0.0, 1.0);
  const double outer = rim.width() / 2;
  const QColor accent = theme_->color(Tone::accent);
  painter.setPen(QPen(accent, 2, Qt::SolidLine, Qt::RoundCap));
  painter.drawLine(onCircle(rim.center(), outer * kHub - 2, at),
                   onCircle(rim.center(), outer + 4, at));
  painter.setPen(Qt::NoPen);
  painter.setBrush(accent);
  painter.drawEllipse(onCircle(rim.center(), outer + 4, at), 3, 3);
}

void SlotWheel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const double side = std::min(width(), height()) - 16.0;
  QRectF rim(0, 0, side, side);
  rim.moveCenter(QRectF(rect()).center());
  if (round() <= 0) return;
  for (std::uint32_t slot = 0; slot < shown_.all.size(); ++slot)
    if (slot != shown_.current) paintSector(painter, slot, rim);
  if (shown_.current < shown_.all.size()) paintSector(painter, shown_.current, rim);
  paintHand(painter, rim);
  painter.setPen(theme_->color(Tone::t2));
  painter.setFont(uiFont(10));
  const QRectF hub(rim.center() - QPointF(side * kHub / 2, 8), QSizeF(side * kHub, 16));
  if (shown_.current < shown_.all.size())
    painter.drawText(hub, Qt::AlignCenter,
                     tr("%1/%2").arg(wholeText(std::llround(shown_.since)),
                                     wholeText(std::llround(shown_.all[shown_.current].length))));
}

bool SlotWheel::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const QPointF away = QPointF(help->pos()) - QRectF(rect()).center();
  double degrees = std::atan2(away.y(), away.x()) * 180 / M_PI + 90;
  if (degrees < 0) degrees += 360;
  for (std::uint32_t slot = 0; slot < shown_.all.size(); ++slot) {
    const auto [from, span] = sectorOf(slot);
    if (degrees < from || degrees >= from + span) continue;
    QToolTip::showText(help->globalPos(), slotWords(shown_, slot), this);
    return true;
  }
  QToolTip::hideText();
  return true;
}

}  // namespace hopscope
