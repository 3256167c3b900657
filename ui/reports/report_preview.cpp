// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/reports/report_preview.h"

#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

#include "ui/reports/report_paper.h"

namespace hopscope {

namespace {
constexpr int kMargin = 16;
constexpr int kWidest = 900;
}  // namespace

ReportPreview::ReportPreview(const Theme& theme, QWidget* parent)
    : QScrollArea(parent), theme_(theme), sheet_(new QWidget(this)) {
  setObjectName(QStringLiteral("reportPreview"));
  setAccessibleName(tr("Preview of the report"));
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
  setWidget(sheet_);
  sheet_->installEventFilter(this);
}

void ReportPreview::show(const ReportPaper& paper) {
  paper_ = &paper;
  drawn_.clear();
  setAccessibleDescription(paper.text());
  place();
  sheet_->update();
}

QRect ReportPreview::pageRect(int page) const {
  const int width = std::min(kWidest, viewport()->width() - 2 * kMargin);
  const QSizeF sheet = paper_->sheet();
  const int height = static_cast<int>(std::lround(width * sheet.height() / sheet.width()));
  return {(viewport()->width() - width) / 2, kMargin + page * (height + kMargin), width, height};
}

void ReportPreview::place() {
  if (paper_ == nullptr) return;
  sheet_->resize(viewport()->width(), pageRect(paper_->pages() - 1).bottom() + 1 + kMargin);
  verticalScrollBar()->setSingleStep(40);
}

void ReportPreview::resizeEvent(QResizeEvent* event) {
  QScrollArea::resizeEvent(event);
  drawn_.clear();
  place();
}

bool ReportPreview::eventFilter(QObject* watched, QEvent* event) {
  if (watched != sheet_ || event->type() != QEvent::Paint)
    return QScrollArea::eventFilter(watched, event);
  paintPages(static_cast<QPaintEvent*>(event)->rect());
  return true;
}

void ReportPreview::paintPages(const QRect& visible) {
  QPainter painter(sheet_);
  painter.fillRect(visible, theme_.color(Tone::raised));
  if (paper_ == nullptr) return;
  for (int page = 0; page < paper_->pages(); ++page) {
    const QRect rect = pageRect(page);
    if (!rect.intersects(visible)) continue;
    QPixmap& drawn = drawn_[page];
    if (drawn.isNull()) {
      const qreal ratio = devicePixelRatioF();
      drawn = QPixmap(rect.size() * ratio);
      drawn.setDevicePixelRatio(ratio);
      // Paper is white in the dark theme, too.
      drawn.fill(Theme::light().color(Tone::base));
      QPainter inside(&drawn);
      inside.setRenderHint(QPainter::Antialiasing);
      inside.scale(rect.width() / paper_->sheet().width(), rect.width() / paper_->sheet().width());
      paper_->paint(inside, page);
    }
    painter.drawPixmap(rect.topLeft(), drawn);
    painter.setPen(theme_.color(Tone::line));
    painter.drawRect(rect.adjusted(0, 0, -1, -1));
  }
}

}  // namespace hopscope
