// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/column_scroll.h"

#include <QEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <algorithm>

#include "ui/widgets/screen_room.h"

namespace hopscope {

namespace {

class FittedScroll : public QScrollArea {
 public:
  using QScrollArea::QScrollArea;

  QSize minimumSizeHint() const override {
    const int bar = verticalScrollBar()->sizeHint().width();
    return {widget()->minimumSizeHint().width() + bar, QScrollArea::minimumSizeHint().height()};
  }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (watched == widget() && event->type() == QEvent::LayoutRequest) updateGeometry();
    return QScrollArea::eventFilter(watched, event);
  }
};

void beColumn(QScrollArea& scroll, QWidget* content) {
  scroll.setFrameShape(QFrame::NoFrame);
  scroll.setFocusPolicy(Qt::NoFocus);  // what lies in it has it
  scroll.setWidgetResizable(true);
  scroll.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  if (content != nullptr) scroll.setWidget(content);
}

}  // namespace

QScrollArea* columnScroll(QWidget* content, QWidget* parent) {
  auto* scroll = new QScrollArea(parent);
  beColumn(*scroll, content);
  return scroll;
}

QScrollArea* fittedScroll(QWidget* content, QWidget* parent) {
  auto* scroll = new FittedScroll(parent);
  beColumn(*scroll, content);
  return scroll;
}

void openUnscrolled(const QScrollArea& scroll, QWidget& dialog) {
  const QSize more = scroll.widget()->sizeHint() - scroll.sizeHint();
  const QSize whole = dialog.sizeHint() + QSize(0, std::max(0, more.height()));
  dialog.resize(whole.boundedTo(screenRoom(dialog)));
}

}  // namespace hopscope
