// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/power_bars.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "ui/drawing/fonts.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr int kLegend = 24, kHeading = 24, kRow = 20, kGap = 6;
constexpr double kName = 228, kValue = 76, kBar = 12, kSwatch = 10;

}  // namespace

double PowerBar::total() const {
  return std::accumulate(parts.begin(), parts.end(), 0.0);
}

PowerBars::PowerBars(QWidget* parent) : QWidget(parent), theme_(&Theme::light()) {
  setObjectName(QStringLiteral("powerBars"));
  setAccessibleName(tr("Power by the organisation of tables"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void PowerBars::setTheme(const Theme& theme) {
  theme_ = &theme;
  update();
}

void PowerBars::setParts(std::vector<PowerPart> parts) {
  parts_ = std::move(parts);
  update();
}

void PowerBars::setBars(std::vector<PowerBar> bars, const char* unit) {
  bars_ = std::move(bars);
  unit_ = unit;
  QStringList words;
  for (const PowerBar& bar : bars_) words << bar.group + QStringLiteral(", ") + describe(bar);
  setAccessibleDescription(words.join(QStringLiteral("; ")));
  updateGeometry();
  update();
}

int PowerBars::topOf(std::size_t bar) const {
  int y = kLegend;
  for (std::size_t i = 0; i <= bar && i < bars_.size(); ++i) {
    if (i == 0 || bars_[i].group != bars_[i - 1].group) y += kHeading + (i > 0 ? kGap : 0);
    if (i < bar) y += kRow;
  }
  return y;
}

QSize PowerBars::sizeHint() const {
  return {460, bars_.empty() ? kLegend : topOf(bars_.size() - 1) + kRow + kGap};
}
QSize PowerBars::minimumSizeHint() const {
  return {360, sizeHint().height()};
}

QString PowerBars::valueText(double value) const {
  const int digits = value <= 0 ? 2 : 3 - static_cast<int>(std::floor(std::log10(value))) - 1;
  return withUnit(realText(value, std::clamp(digits, 0, 3)), unit_);
}

QString PowerBars::describe(const PowerBar& bar) const {
  QStringList words;
  for (std::size_t i = 0; i < bar.parts.size() && i < parts_.size(); ++i)
    words << QStringLiteral("%1 %2").arg(parts_[i].name, valueText(bar.parts[i]));
  return QStringLiteral("%1: %2 (%3)")
      .arg(bar.name, valueText(bar.total()), words.join(QStringLiteral(", ")));
}

bool PowerBars::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  for (std::size_t i = 0; i < bars_.size(); ++i) {
    const int top = topOf(i);
    if (help->y() < top || help->y() >= top + kRow) continue;
    QToolTip::showText(help->globalPos(), describe(bars_[i]), this);
    return true;
  }
  QToolTip::hideText();
  return true;
}

void PowerBars::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(uiFont(11));
  double x = 0;
  for (const PowerPart& part : parts_) {
    painter.fillRect(QRectF(x, (kLegend - kSwatch) / 2.0, kSwatch, kSwatch),
                     theme_->curve(part.curve));
    x += kSwatch + 6;
    const double width = painter.fontMetrics().horizontalAdvance(part.name) + 1;
    painter.setPen(theme_->color(Tone::t2));
    painter.drawText(QRectF(x, 0, width, kLegend), Qt::AlignVCenter, part.name);
    x += width + 14;
  }
  double most = 0;
  for (const PowerBar& bar : bars_) most = std::max(most, bar.total());
  const double room = std::max(40.0, width() - kName - kValue);
  for (std::size_t i = 0; i < bars_.size(); ++i) {
    const PowerBar& bar = bars_[i];
    const int top = topOf(i);
    if (i == 0 || bar.group != bars_[i - 1].group) {
      painter.setFont(uiFont(12, true));
      painter.setPen(theme_->color(Tone::t1));
      painter.drawText(QRectF(0, top - kHeading, width(), kHeading), Qt::AlignVCenter,
                       painter.fontMetrics().elidedText(bar.group, Qt::ElideRight, width()));
    }
    painter.setFont(uiFont(12, bar.marked));
    painter.setPen(theme_->color(bar.marked ? Tone::t1 : Tone::t2));
    painter.drawText(
        QRectF(0, top, kName - 8, kRow), Qt::AlignVCenter,
        painter.fontMetrics().elidedText(bar.name, Qt::ElideRight, static_cast<int>(kName - 8)));
    double left = kName;
    for (std::size_t part = 0; part < bar.parts.size() && part < parts_.size(); ++part) {
      const double wide = most > 0 ? room * bar.parts[part] / most : 0;
      painter.fillRect(QRectF(left, top + (kRow - kBar) / 2, wide, kBar),
                       theme_->curve(parts_[part].curve));
      left += wide;
    }
    painter.setPen(theme_->color(Tone::t1));
    painter.drawText(QRectF(left + 6, top, kValue - 6, kRow), Qt::AlignVCenter,
                     valueText(bar.total()));
  }
}

}  // namespace hopscope
