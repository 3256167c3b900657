// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/network_preview.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <utility>

#include "ui/drawing/fit_view.h"
#include "ui/widgets/labels.h"

namespace hopscope {

namespace {

constexpr double kLegend = 28;  // pixels below the picture
constexpr double kPreviewMargin = 12;
constexpr double kLargest = 1.2;

}  // namespace

NetworkPreview::NetworkPreview(const Theme& theme, QWidget* parent)
    : QWidget(parent), theme_(theme), painter_(theme) {
  setMinimumSize(320, 200);
  setAccessibleName(tr("Preview"));
}

void NetworkPreview::showNetwork(std::shared_ptr<const Topology> topology,
                                 std::shared_ptr<const Placement> placement) {
  note_.clear();
  setAccessibleDescription({});
  NetworkPicture picture;
  picture.topology = std::move(topology);
  picture.placement = std::move(placement);
  painter_.setPicture(std::move(picture));
  update();
}

void NetworkPreview::showNote(const QString& note) {
  note_ = note;
  setAccessibleDescription(note);
  update();
}

void NetworkPreview::paintEvent(QPaintEvent* event) {
  static_cast<void>(event);
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF frame = QRectF(rect()).adjusted(.5, .5, -.5, -kLegend - .5);
  QPainterPath shape;
  shape.addRoundedRect(frame, 6, 6);
  painter.fillPath(shape, theme_.color(Tone::canvas));
  if (note_.isEmpty() && painter_.picture().topology) {
    painter.save();
    painter.setClipPath(shape);
    QTransform view = fitView(painter_.bounds(), frame, kPreviewMargin);
    if (view.m11() > kLargest) {
      const QPointF shift = frame.center() - painter_.bounds().center() * kLargest;
      view = QTransform(kLargest, 0, 0, kLargest, shift.x(), shift.y());
    }
    painter_.paint(painter, frame, view);
    painter.restore();
    paintLegend(painter, QRectF(-12, height() - kLegend + 4, width() + 12, kLegend - 4),
                painter_.picture(), theme_);
  } else {
    painter.setFont(fontOf(TextRole::body));
    painter.setPen(theme_.color(Tone::t2));
    painter.drawText(frame.adjusted(40, 0, -40, 0), Qt::AlignCenter | Qt::TextWordWrap, note_);
  }
  painter.setPen(QPen(theme_.color(Tone::line), 1));
  painter.setBrush(Qt::NoBrush);
  painter.drawPath(shape);
}

}  // namespace hopscope
