// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ranks/time_bars.h"

#include <QHelpEvent>
#include <QPainter>
#include <QResizeEvent>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/drawing/fonts.h"
#include "ui/drawing/rank_colours.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr double kBarName = 66, kBarLegend = 18;
constexpr std::size_t kMostRead = 64;

}  // namespace

TimeBars::TimeBars(const char* name, QWidget* parent) : QWidget(parent), theme_(&Theme::light()) {
  setObjectName(QLatin1String(name));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void TimeBars::setBars(const Theme& theme, std::vector<TimeBar> bars) {
  theme_ = &theme;
  bars_ = std::move(bars);
  QStringList words;
  // A reader of the screen gets the first ones; the results of a run have all.
  for (std::size_t i = 0; i < bars_.size() && i < kMostRead; ++i) words << wordsOf(bars_[i]);
  setAccessibleDescription(words.join(QStringLiteral("; ")));
  updateGeometry();
  update();
}

QSize TimeBars::sizeHint() const {
  return {240, static_cast<int>(std::ceil(kBarLegend * legendRows() +
                                          row() * static_cast<double>(bars_.size()))) +
                   4};
}

void TimeBars::paintEvent(QPaintEvent* event) {
  QPainter painter(this);
  if (bars_.empty()) return;
  paintLegend(painter);
  painter.setFont(uiFont(row() > 12 ? 11 : 10));
  const auto every = static_cast<std::size_t>(std::ceil(12 / row()));
  for (std::size_t i = 0; i < bars_.size(); ++i) {
    const QRectF area = barArea(i);
    if (area.bottom() + row() < event->rect().top()) continue;
    if (area.top() - row() > event->rect().bottom()) break;
    painter.fillRect(area, theme_->color(Tone::line));
    double left = area.left();
    for (const TimeBar::Part& part : bars_[i].parts) {
      const double wide = bars_[i].whole > 0 ? area.width() * part.cycles / bars_[i].whole : 0;
      painter.fillRect(QRectF(left, area.top(), wide, area.height()), part.colour);
      left += wide;
    }
    if (i % every != 0) continue;
    painter.setPen(theme_->color(Tone::t2));
    painter.drawText(QRectF(0, area.center().y() - 7, kBarName - 8, 14),
                     Qt::AlignRight | Qt::AlignVCenter, bars_[i].name);
  }
}

bool TimeBars::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  for (std::size_t i = 0; i < bars_.size(); ++i)
    if (std::abs(barArea(i).center().y() - help->pos().y()) <= row() / 2) {
      QToolTip::showText(help->globalPos(), wordsOf(bars_[i]), this);
      return true;
    }
  QToolTip::hideText();
  return true;
}

void TimeBars::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (event->oldSize().width() != event->size().width()) updateGeometry();
}

double TimeBars::row() const {
  return bars_.size() <= 32 ? 17 : bars_.size() <= 256 ? 6 : 3;
}

QRectF TimeBars::barArea(std::size_t i) const {
  const double gap = row() > 5 ? row() / 6 : 0;
  return {kBarName, kBarLegend * legendRows() + row() * static_cast<double>(i) + gap,
          std::max(10.0, width() - kBarName - 2), row() - 2 * gap};
}

int TimeBars::layLegend(const std::function<void(QPointF, const TimeBar::Part&)>& place) const {
  const QFontMetricsF metrics(uiFont(11));
  double x = 0;
  int rows = 1;
  for (const TimeBar::Part& part : bars_.front().parts) {
    const double wide = 18 + metrics.horizontalAdvance(part.name) + 12;
    if (x > 0 && x + wide > width()) {
      x = 0;
      ++rows;
    }
    place(QPointF(x, kBarLegend * (rows - 1)), part);
    x += wide;
  }
  return rows;
}

int TimeBars::legendRows() const {
  return bars_.empty() ? 0 : layLegend([](QPointF, const TimeBar::Part&) {});
}

void TimeBars::paintLegend(QPainter& painter) const {
  painter.setFont(uiFont(11));
  layLegend([&](QPointF at, const TimeBar::Part& part) {
    painter.fillRect(QRectF(at.x(), at.y() + 3, 12, 10), part.colour);
    painter.setPen(theme_->color(Tone::t2));
    painter.drawText(QRectF(at.x() + 18, at.y(), width(), 16), Qt::AlignLeft | Qt::AlignVCenter,
                     part.name);
  });
}

QString TimeBars::wordsOf(const TimeBar& bar) {
  QStringList parts;
  for (const TimeBar::Part& part : bar.parts)
    parts << QObject::tr("%1: %2 (%3)")
                 .arg(part.name, cyclesText(part.cycles),
                      percentText(bar.whole > 0 ? part.cycles / bar.whole : 0, 1));
  return QStringLiteral("%1 – %2").arg(bar.name, parts.join(QStringLiteral(", ")));
}

TimeBar pathBar(const Theme& theme, const ApplicationResult& application) {
  const CriticalPath& path = application.path;
  return {
      QObject::tr("path"),
      {{QObject::tr("computation"), path.computation, rankColour(theme, RankPhase::computing)},
       {QObject::tr("overhead"), path.overhead, theme.color(Tone::t3)},
       {QObject::tr("own interface busy"), path.interface, rankColour(theme, RankPhase::receiving)},
       {QObject::tr("transfer"), path.transfer, rankColour(theme, RankPhase::sending)},
       {QObject::tr("contention"), path.contention, theme.color(Tone::bad)}},
      application.completion};
}

}  // namespace hopscope
