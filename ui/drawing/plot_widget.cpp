// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/plot_widget.h"

#include <qcustomplot.h>

#include <QLabel>
#include <QStackedLayout>
#include <QVBoxLayout>
#include <cmath>
#include <functional>

#include "ui/drawing/fonts.h"
#include "ui/drawing/plot_head.h"
#include "ui/drawing/plot_painting.h"

namespace hopscope {

/// The plot with its keys to zoom: the wheel on an axis, a drag over the data.
class PlotArea : public QCustomPlot {
 public:
  using QCustomPlot::QCustomPlot;
  bool zoomed = false;
  std::function<void()> onResize;

 protected:
  void resizeEvent(QResizeEvent* event) override {
    QCustomPlot::resizeEvent(event);
    if (onResize) onResize();
  }
  void wheelEvent(QWheelEvent* event) override {
    const QRect frame = axisRect()->rect();
    const QPointF at = event->position();
    QCPAxis* axis = nullptr;
    if (at.y() > frame.bottom()) {
      axis = xAxis;
    } else if (at.x() < frame.left()) {
      axis = yAxis;
    }
    if (!axis) {
      // Over the data the wheel belongs to the panel around.
      event->ignore();
      return;
    }
    const double factor = std::pow(0.85, event->angleDelta().y() / 120.0);
    axis->scaleRange(factor, axis->pixelToCoord(axis == xAxis ? at.x() : at.y()));
    zoomed = true;
    replot(QCustomPlot::rpQueuedReplot);
    event->accept();
  }
};

struct PlotWidget::Implementation {
  PlotHead* head = nullptr;
  PlotArea* area = nullptr;
  QLabel* empty = nullptr;
  QStackedLayout* stack = nullptr;
  PlotPicture picture;
  PlotStyle style;
  QPointF pressed;

  void show(bool keepRanges) {
    const bool any = hasPoints(picture);
    stack->setCurrentWidget(any ? static_cast<QWidget*>(area) : empty);
    if (!any) return;
    fillPlot(*area, picture, style, QSizeF(area->size()) - QSizeF(70, 48), keepRanges);
    area->replot(QCustomPlot::rpQueuedReplot);
  }
};

PlotWidget::PlotWidget(QWidget* parent)
    : QWidget(parent), implementation_(std::make_unique<Implementation>()) {
  Implementation& d = *implementation_;
  d.style.theme = &Theme::light();
  d.head = new PlotHead(this);
  d.area = new PlotArea;
  d.area->setObjectName(QStringLiteral("plotArea"));
  d.empty = new QLabel;
  d.empty->setAlignment(Qt::AlignCenter);
  d.empty->setWordWrap(true);
  d.empty->setProperty("tone", "t3");
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(d.head);
  auto* holder = new QWidget;
  d.stack = new QStackedLayout(holder);
  d.stack->addWidget(d.empty);
  d.stack->addWidget(d.area);
  column->addWidget(holder, 1);
  holder->setMinimumSize(160, 130);

  // Plots below each other share their left edge.
  d.area->axisRect()->setMinimumMargins(QMargins(50, 8, 20, 0));
  d.area->setSelectionRectMode(QCP::srmZoom);
  d.area->setInteraction(QCP::iRangeZoom, false);
  d.area->axisRect()->setRangeZoomAxes(d.area->xAxis, d.area->yAxis);
  connect(d.area, &QCustomPlot::mousePress, this,
          [this](QMouseEvent* event) { implementation_->pressed = event->position(); });
  connect(d.area, &QCustomPlot::mouseRelease, this, [this](QMouseEvent* event) {
    Implementation& own = *implementation_;
    const QPointF moved = event->position() - own.pressed;
    if (event->button() != Qt::LeftButton) return;
    if (std::abs(moved.x()) > 3 || std::abs(moved.y()) > 3) {
      own.area->zoomed = true;
      return;
    }
    if (own.area->axisRect()->rect().contains(event->position().toPoint())) {
      emit clickedAt(own.area->xAxis->pixelToCoord(event->position().x()));
    }
  });
  connect(d.area, &QCustomPlot::mouseDoubleClick, this, [this] {
    implementation_->area->zoomed = false;
    implementation_->show(false);
  });
  // Titles depend on the room there is.
  d.area->onResize = [this] { implementation_->show(true); };
  setTheme(Theme::light());
}

PlotWidget::~PlotWidget() = default;

void PlotWidget::setTheme(const Theme& theme) {
  Implementation& d = *implementation_;
  d.style.theme = &theme;
  d.head->setTheme(theme);
  d.empty->setFont(uiFont(12));
  QColor fill = theme.color(Tone::accent);
  d.area->selectionRect()->setPen(QPen(fill, 1));
  fill.setAlphaF(0.1F);
  d.area->selectionRect()->setBrush(fill);
  d.show(d.area->zoomed);
}

void PlotWidget::setPicture(const PlotPicture& picture) {
  Implementation& d = *implementation_;
  d.picture = picture;
  d.head->setPicture(picture);
  setAccessibleName(picture.title);
  QStringList values;
  for (const PlotCurve& curve : picture.curves) {
    const QString value = currentValue(curve, picture.now);
    if (!curve.reference && !value.isEmpty()) values << curve.name + QLatin1Char(' ') + value;
  }
  setAccessibleDescription(values.join(QStringLiteral(", ")));
  // What is to come is another matter than what was zoomed into.
  if (!hasPoints(picture)) d.area->zoomed = false;
  d.show(d.area->zoomed);
}

const PlotPicture& PlotWidget::picture() const {
  return implementation_->picture;
}

void PlotWidget::setEmptyText(const QString& text) {
  implementation_->empty->setText(text);
}

}  // namespace hopscope
