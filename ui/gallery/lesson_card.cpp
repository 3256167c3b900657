// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gallery/lesson_card.h"

#include <QFontMetrics>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <QToolTip>
#include <cmath>

#include "ui/drawing/fonts.h"
#include "ui/drawing/icons.h"

namespace hopscope {

namespace {
constexpr int kLeft = 39, kApart = 12, kRight = 13;  ///< px around title and time
}  // namespace

LessonCard::LessonCard(const LessonEntry& entry, QWidget* parent)
    : QAbstractButton(parent), theme_(&Theme::light()) {
  setObjectName(QStringLiteral("lesson:%1").arg(entry.number));
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::PointingHandCursor);
  setAttribute(Qt::WA_Hover);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setEntry(entry);
}

void LessonCard::setEntry(const LessonEntry& entry) {
  entry_ = entry;
  setText(entry.title);
  setToolTip(entry.why.toHtmlEscaped());
  if (entry.number == 0)
    setAccessibleName(entry.done ? tr("Own lesson, done: %1").arg(entry.title)
                                 : tr("Own lesson: %1").arg(entry.title));
  else
    setAccessibleName(entry.done ? tr("Lesson %1, done: %2").arg(entry.number).arg(entry.title)
                                 : tr("Lesson %1: %2").arg(entry.number).arg(entry.title));
  setAccessibleDescription(entry.why);
  update();
}

void LessonCard::setTheme(const Theme& theme) {
  theme_ = &theme;
  update();
}

QString LessonCard::time() const {
  return tr("%1 min").arg(QLocale().toString(entry_.minutes));
}

int LessonCard::wholeWidth() const {
  // Rounded down, as whole pixels are, a title would be cut for a part of one.
  const double title = QFontMetricsF(uiFont(12)).horizontalAdvance(text());
  return static_cast<int>(std::ceil(title)) + besideTitle();
}

int LessonCard::besideTitle() const {
  return kLeft + kApart + QFontMetrics(uiFont(11)).horizontalAdvance(time()) + kRight;
}

QString LessonCard::shownTitle() const {
  return QFontMetrics(uiFont(12)).elidedText(text(), Qt::ElideRight, width() - besideTitle());
}

bool LessonCard::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip || shownTitle() == text())
    return QAbstractButton::event(event);
  QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(),
                     QStringLiteral("<b>%1</b><br>%2").arg(text().toHtmlEscaped(), toolTip()),
                     this);
  return true;
}

void LessonCard::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const bool active = hasFocus() || underMouse();
  painter.setBrush(theme_->color(Tone::panel));
  painter.setPen(QPen(theme_->color(active ? Tone::accent : Tone::line), hasFocus() ? 2 : 1));
  const double inset = hasFocus() ? 1 : 0.5;
  painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), 6, 6);

  const QRectF mark(13, (height() - 18) / 2.0, 18, 18);
  if (entry_.done) {
    drawIcon(painter, QStringLiteral("ok"), mark, theme_->color(Tone::ok));
  } else if (entry_.number == 0) {
    drawIcon(painter, QStringLiteral("lesson"), mark, theme_->color(Tone::t2));
  } else {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme_->color(Tone::edge), 1));
    painter.drawEllipse(mark.adjusted(0.5, 0.5, -0.5, -0.5));
    painter.setPen(theme_->color(Tone::t2));
    painter.setFont(uiFont(11));
    painter.drawText(mark, Qt::AlignCenter, QLocale().toString(entry_.number));
  }
  painter.setFont(uiFont(11));
  painter.setPen(theme_->color(Tone::t3));
  const QRectF line(kLeft, 0, width() - kLeft - kRight, height());
  painter.drawText(line, Qt::AlignVCenter | Qt::AlignRight, time());
  painter.setFont(uiFont(12));
  painter.setPen(theme_->color(Tone::t1));
  painter.drawText(line, Qt::AlignVCenter, shownTitle());
}

void LessonCard::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    click();
    return;
  }
  QAbstractButton::keyPressEvent(event);
}

}  // namespace hopscope
