// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/highlight_ring.h"

#include <QPainter>
#include <utility>

namespace hopscope {

namespace {

constexpr int kGap = 3, kWidth = 2;
/// Docks, scroll bars and sections move a target without telling anyone else.
constexpr int kFollowMilliseconds = 100;

}  // namespace

HighlightRing::HighlightRing(QWidget* window) : QWidget(window), theme_(&Theme::light()) {
  setObjectName(QStringLiteral("highlightRing"));
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setAttribute(Qt::WA_NoSystemBackground);
  setFocusPolicy(Qt::NoFocus);
  timer_.setInterval(kFollowMilliseconds);
  connect(&timer_, &QTimer::timeout, this, &HighlightRing::follow);
  hide();
}

void HighlightRing::setTheme(const Theme& theme) {
  theme_ = &theme;
  update();
}

void HighlightRing::setTarget(QWidget* target, std::function<QRect()> within) {
  target_ = target;
  within_ = std::move(within);
  if (target == nullptr)
    timer_.stop();
  else
    timer_.start();
  follow();
}

void HighlightRing::follow() {
  QWidget* window = parentWidget();
  // What is scrolled out of its panel has no visible region.
  if (target_ == nullptr || !target_->isVisible() || target_->visibleRegion().isEmpty() ||
      target_->window() != window) {
    hide();
    return;
  }
  QRect seen = target_->visibleRegion().boundingRect();
  if (within_) seen &= within_();
  if (seen.isEmpty()) {
    hide();
    return;
  }
  const QRect there(target_->mapTo(window, seen.topLeft()), seen.size());
  const QRect wanted = there.adjusted(-kGap, -kGap, kGap, kGap).intersected(window->rect());
  if (geometry() != wanted) setGeometry(wanted);
  if (!isVisible()) show();
  raise();
}

void HighlightRing::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme_->color(Tone::accent), kWidth));
  painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);
}

}  // namespace hopscope
