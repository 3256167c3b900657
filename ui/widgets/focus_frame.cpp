// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/focus_frame.h"

#include <QAbstractScrollArea>
#include <QApplication>
#include <QFocusEvent>
#include <QPainter>
#include <QPlainTextEdit>
#include <QRegion>

namespace hopscope {

namespace {

constexpr int kWidth = 2;                 // px
const char* const kByKey = "focusByKey";  // of a widget: how the focus came to it last

/// Lies over the edge of its parent, and lets all else be seen and pressed.
class EdgeRing : public QWidget {
 public:
  explicit EdgeRing(QWidget* around) : QWidget(around) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    around->installEventFilter(this);
    cover();
    raise();
    show();
  }

  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() == QEvent::Resize) cover();
    return QWidget::eventFilter(watched, event);
  }

 protected:
  void paintEvent(QPaintEvent* event) override {
    static_cast<void>(event);
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Highlight));
  }

 private:
  void cover() {
    setGeometry(parentWidget()->rect());
    const QRect inside = rect().adjusted(kWidth, kWidth, -kWidth, -kWidth);
    setMask(QRegion(rect()).subtracted(inside));  // so that what scrolls below needs no repainting
  }
};

/// Those that draw no ring themselves: fields that are written into have a border.
bool needsRing(const QWidget& widget) {
  return qobject_cast<const QAbstractScrollArea*>(&widget) != nullptr &&
         qobject_cast<const QPlainTextEdit*>(&widget) == nullptr;
}

bool isByKey(Qt::FocusReason reason) {
  return reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason ||
         reason == Qt::ShortcutFocusReason;
}

bool isMenu(Qt::FocusReason reason) {
  return reason == Qt::PopupFocusReason || reason == Qt::MenuBarFocusReason;
}

/// The focus comes back to where it was, or goes for a while: to a menu, or another window.
bool isPassing(Qt::FocusReason reason) {
  return reason == Qt::ActiveWindowFocusReason || isMenu(reason);
}

}  // namespace

FocusFrame::FocusFrame(QObject* parent) : QObject(parent) {}

void FocusFrame::install() {
  static QPointer<FocusFrame> frame;
  if (frame) return;
  frame = new FocusFrame(qApp);
  qApp->installEventFilter(frame);
}

bool FocusFrame::eventFilter(QObject* watched, QEvent* event) {
  const bool in = event->type() == QEvent::FocusIn, out = event->type() == QEvent::FocusOut;
  if (!in && !out) return false;
  auto* widget = qobject_cast<QWidget*>(watched);
  if (widget == nullptr) return false;
  const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
  const QWidget* ringed = ring_ ? ring_->parentWidget() : nullptr;
  if (out) {
    // Beside a menu it stays. Not beside another window: meanwhile the focus may be moved here,
    // which nobody is told before it comes back.
    if (ringed == widget && !isMenu(reason)) delete ring_;
    return false;
  }
  if (ringed != nullptr && ringed != widget) delete ring_;
  if (!needsRing(*widget)) return false;
  if (!isPassing(reason)) widget->setProperty(kByKey, isByKey(reason));
  if (!widget->property(kByKey).toBool())
    delete ring_;
  else if (!ring_)
    ring_ = new EdgeRing(widget);
  return false;
}

}  // namespace hopscope
