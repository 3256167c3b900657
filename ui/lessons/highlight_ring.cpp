// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/highlight_ring.h"

#include <QPainter>
#include <QScrollArea>
#include <utility>

namespace hopscope {

namespace {

constexpr int kGap = 3, kWidth = 2;
constexpr int kRoomAround = 60;  // where it is scrolled to
/// Docks, scroll bars and sections move a target without telling anyone else.
constexpr int kFollowMilliseconds = 100;

}  // namespace

HighlightRing::HighlightRing(QWidget* window) : QWidget(window), theme_(&Theme::light()) {
  setObjectName(QStringLiteral("highlightRing"));
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setAttribute(Qt::WA_NoSystemBackground);
  setFocusPolicy(Qt::NoFocus);
  timer_.setInterval(kFollowMilliseconds);
  connect(&timer_, &QTimer::timeout, this, [this] {
    if (std::exchange(again_, false) && target_ != nullptr) bringIntoView();
    follow();
  });
  hide();
}

void HighlightRing::setTheme(const Theme& theme) {
  theme_ = &theme;
  update();
}

void HighlightRing::setTarget(QWidget* target, std::function<QRect()> within) {
  const bool another = target != nullptr && target != target_;
  target_ = target;
  within_ = std::move(within);
  if (target == nullptr)
    timer_.stop();
  else
    timer_.start();
  if (another) {
    bringIntoView();
    // A panel that came up for it has its size a little later.
    again_ = true;
  }
  follow();
}

void HighlightRing::bringIntoView() {
  for (QWidget* up = target_->parentWidget(); up != nullptr; up = up->parentWidget())
    if (auto* scroll = qobject_cast<QScrollArea*>(up))
      scroll->ensureWidgetVisible(target_, 0, kRoomAround);
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
