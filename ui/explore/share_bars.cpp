// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/share_bars.h"

#include <QPainter>
#include <QStringList>
#include <utility>

#include "ui/drawing/fonts.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr int kShareRow = 22, kShareAxis = 18;
constexpr double kNames = 92, kValues = 148;

QString rangeText(const ShareBar& bar) {
  return QObject::tr("%1 (%2 to %3)")
      .arg(percentText(bar.mean / 100, 1), realText(bar.least, 0), realText(bar.most, 0));
}

}  // namespace

ShareBars::ShareBars(QWidget* parent) : QWidget(parent), theme_(&Theme::light()) {
  setObjectName(QStringLiteral("shareBars"));
  setAccessibleName(tr("Granted requests"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ShareBars::setTheme(const Theme& theme) {
  theme_ = &theme;
  update();
}

void ShareBars::setBars(std::vector<ShareBar> bars) {
  if (bars == bars_) return;
  const bool resized = bars.size() != bars_.size();
  bars_ = std::move(bars);
  QStringList words;
  for (const ShareBar& bar : bars_) words << tr("%1: %2").arg(bar.name, rangeText(bar));
  setAccessibleDescription(words.join(QStringLiteral("; ")));
  if (resized) updateGeometry();
  update();
}

QSize ShareBars::sizeHint() const {
  return {360, kShareRow * static_cast<int>(bars_.size()) + kShareAxis};
}

void ShareBars::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const double across = width() - kNames - kValues;
  const double bottom = kShareRow * static_cast<double>(bars_.size());
  painter.setFont(uiFont(11));
  for (const int percent : {0, 25, 50, 75, 100}) {
    const double x = kNames + across * percent / 100;
    painter.setPen(QPen(theme_->color(percent == 0 ? Tone::edge : Tone::line), 1));
    painter.drawLine(QPointF(x, 0), QPointF(x, bottom));
    painter.setPen(theme_->color(Tone::t2));
    painter.drawText(QRectF(x - 30, bottom + 2, 60, kShareAxis - 2),
                     Qt::AlignHCenter | Qt::AlignTop, percentText(percent / 100.0));
  }
  painter.setRenderHint(QPainter::Antialiasing);
  for (std::size_t i = 0; i < bars_.size(); ++i) {
    const ShareBar& bar = bars_[i];
    const double top = kShareRow * static_cast<double>(i);
    painter.setFont(uiFont(12));
    painter.setPen(theme_->color(Tone::t1));
    painter.drawText(QRectF(0, top, kNames - 8, kShareRow), Qt::AlignVCenter, bar.name);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme_->curve(bar.curve));
    painter.drawRoundedRect(QRectF(kNames, top + 5, across * bar.mean / 100, kShareRow - 10), 2, 2);
    const double from = kNames + across * bar.least / 100, to = kNames + across * bar.most / 100;
    painter.setPen(QPen(theme_->color(Tone::t1), 1.2));
    painter.drawLine(QPointF(from, top + kShareRow / 2.0), QPointF(to, top + kShareRow / 2.0));
    for (const double x : {from, to})
      painter.drawLine(QPointF(x, top + 6), QPointF(x, top + kShareRow - 6));
    painter.setFont(uiFont(11));
    painter.setPen(theme_->color(Tone::t2));
    painter.drawText(QRectF(width() - kValues + 8, top, kValues - 8, kShareRow), Qt::AlignVCenter,
                     rangeText(bar));
  }
}

}  // namespace hopscope
