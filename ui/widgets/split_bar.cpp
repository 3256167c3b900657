// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/split_bar.h"

#include <QPainter>
#include <QStringList>
#include <cmath>
#include <utility>

#include "engine/simulation/parts_table.h"
#include "ui/widgets/labels.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr int kBar = 14, kGap = 8, kLine = 20, kSwatch = 10, kShareWidth = 48;

double totalOf(const std::vector<LatencyPart>& parts) {
  double total = 0;
  for (const LatencyPart& part : parts) total += part.cycles;
  return total;
}

}  // namespace

std::vector<LatencyCause> latencyCauses() {
  std::vector<LatencyCause> causes;
  for (const LatencyPartEntry& each : onScreen(kLatencyParts))
    causes.push_back({engineText(each.words.label), each.part, each.words.curve});
  return causes;
}

std::vector<LatencyPart> latencyParts(const LatencyParts& split) {
  std::vector<LatencyPart> parts;
  for (const LatencyCause& cause : latencyCauses())
    if (const double cycles = split.*cause.part; std::isfinite(cycles) && cycles > 0)
      parts.push_back({cause.name, cycles, cause.curve});
  return parts;
}

SplitBar::SplitBar(QWidget* parent) : QWidget(parent), theme_(&Theme::light()) {
  setAccessibleName(tr("Where the latency goes"));
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void SplitBar::setTheme(const Theme& theme) {
  theme_ = &theme;
  update();
}

void SplitBar::setParts(std::vector<LatencyPart> parts) {
  parts_ = std::move(parts);
  QStringList words;
  for (const LatencyPart& part : parts_)
    words << QStringLiteral("%1 %2").arg(part.name, withUnit(realText(part.cycles, 1), "cycles"));
  setAccessibleDescription(words.join(QStringLiteral(", ")));
  updateGeometry();
  update();
}

QSize SplitBar::sizeHint() const {
  return {200, kBar + kGap + kLine * static_cast<int>(parts_.size())};
}

QSize SplitBar::minimumSizeHint() const {
  return {120, sizeHint().height()};
}

void SplitBar::paintEvent(QPaintEvent* event) {
  static_cast<void>(event);
  const double total = totalOf(parts_);
  if (total <= 0) return;
  QPainter painter(this);
  painter.setFont(fontOf(TextRole::body));
  double x = 0, y = kBar + kGap;
  for (const LatencyPart& part : parts_) {
    const QColor color = theme_->curve(part.curve);
    const double end = x + width() * part.cycles / total;
    // Whole pixels, and one of ground between neighbours where there is room.
    const double left = std::round(x), right = std::round(end);
    painter.fillRect(
        QRectF(left, 0, std::max(1.0, right - left - (right - left > 3 ? 1 : 0)), kBar), color);
    x = end;
    painter.fillRect(QRectF(0, y + (kLine - kSwatch) / 2.0, kSwatch, kSwatch), color);
    painter.setPen(theme_->color(Tone::t2));
    painter.drawText(QRectF(kSwatch + 8, y, width(), kLine), Qt::AlignLeft | Qt::AlignVCenter,
                     part.name);
    painter.drawText(QRectF(0, y, width(), kLine), Qt::AlignRight | Qt::AlignVCenter,
                     percentText(part.cycles / total));
    painter.setPen(theme_->color(Tone::t1));
    painter.drawText(QRectF(0, y, width() - kShareWidth, kLine), Qt::AlignRight | Qt::AlignVCenter,
                     withUnit(realText(part.cycles, 1), "cycles"));
    y += kLine;
  }
}

}  // namespace hopscope
