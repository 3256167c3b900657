// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/packet_key.h"

#include <QEvent>
#include <QPainter>
#include <QStringList>
#include <algorithm>
#include <cmath>
#include <utility>

namespace hopscope {

namespace {

constexpr int kMargin = 12, kPad = 8, kRow = 18;  // pixels

}  // namespace

PacketKey::PacketKey(QWidget& canvas) : QWidget(&canvas), canvas_(canvas), theme_(&Theme::light()) {
  setObjectName(QStringLiteral("packetKey"));
  setAttribute(Qt::WA_TransparentForMouseEvents);
  canvas.installEventFilter(this);
  hide();
}

void PacketKey::say(std::vector<PacketSwatch> swatches, const Theme& theme) {
  if (swatches == swatches_ && theme_ == &theme) return;
  swatches_ = std::move(swatches);
  theme_ = &theme;
  QStringList words;
  for (const PacketSwatch& swatch : swatches_)
    if (!swatch.words.isEmpty()) words << swatch.words;
  setAccessibleName(tr("Colours of packets: %1").arg(words.join(QStringLiteral(", "))));
  arrange();
  setVisible(!swatches_.empty());
  update();
}

/// The narrower the canvas is, the more rows there are.
void PacketKey::arrange() {
  const double most = canvas_.width() - 2 * (kMargin + kPad);
  rows_.clear();
  std::vector<PacketSwatch> piece;  // a text with the dots before it
  for (const PacketSwatch& swatch : swatches_) {
    piece.push_back(swatch);
    if (swatch.words.isEmpty()) continue;
    std::vector<PacketSwatch> longer = rows_.empty() ? std::vector<PacketSwatch>() : rows_.back();
    longer.insert(longer.end(), piece.begin(), piece.end());
    if (rows_.empty() || swatchesWidth(longer) > most)
      rows_.push_back(piece);
    else
      rows_.back() = std::move(longer);
    piece.clear();
  }
  double width = 0;
  for (const auto& row : rows_) width = std::max(width, swatchesWidth(row));
  const QSize size(static_cast<int>(std::ceil(std::min(width, most))) + 2 * kPad,
                   static_cast<int>(rows_.size()) * kRow + kPad);
  setGeometry(QRect(QPoint(kMargin, canvas_.height() - kMargin - size.height()), size));
}

void PacketKey::paintEvent(QPaintEvent* event) {
  static_cast<void>(event);
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(theme_->color(Tone::line));
  painter.setBrush(theme_->color(Tone::panel));
  painter.drawRoundedRect(QRectF(rect()).adjusted(.5, .5, -.5, -.5), 4, 4);
  QRectF line(kPad, kPad / 2.0, width() - 2 * kPad, kRow);
  for (const auto& row : rows_) {
    paintSwatches(painter, line, line.left(), row, *theme_);
    line.translate(0, kRow);
  }
}

bool PacketKey::eventFilter(QObject* watched, QEvent* event) {
  if (watched == &canvas_ && event->type() == QEvent::Resize) arrange();
  return QWidget::eventFilter(watched, event);
}

}  // namespace hopscope
