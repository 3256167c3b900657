// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/plot_widget.h"

#include <qcustomplot.h>

#include <QApplication>
#include <QLabel>
#include <QLocale>
#include <QStackedLayout>
#include <QTimer>
#include <QVBoxLayout>
#include <cmath>
#include <functional>
#include <utility>

#include "ui/drawing/fonts.h"
#include "ui/drawing/plot_head.h"
#include "ui/drawing/plot_painting.h"

namespace hopscope {
namespace {

constexpr int kStill = 3;  // px that a pointer may move and still click

}  // namespace

/// The plot with its ways to zoom: the wheel on an axis, a drag over the data.
class PlotArea : public QCustomPlot {
 public:
  using QCustomPlot::QCustomPlot;
  bool zoomed = false;
  bool stale = false;  ///< it has another size than what was put into it
  std::function<void()> refill;
  std::function<void(std::optional<double>)> onHover;  ///< x under the pointer, or none

  /// A drag along one axis zooms that axis alone.
  void zoomInto(const QRect& rect) {
    QList<QCPAxis*> axes;
    if (rect.width() > kStill && 4 * rect.width() > rect.height()) axes << xAxis;
    if (rect.height() > kStill && 4 * rect.height() > rect.width()) axes << yAxis;
    if (axes.empty()) return;
    axisRect()->zoom(QRectF(rect), axes);
    zoomed = true;
    replot(QCustomPlot::rpQueuedReplot);
  }

 protected:
  /// Windows resize what is in them several times before any of it is seen.
  void resizeEvent(QResizeEvent* /*event*/) override {
    setViewport(rect());
    stale = true;
    update();
  }
  void paintEvent(QPaintEvent* event) override {
    freshen();
    QCustomPlot::paintEvent(event);
  }
  void mousePressEvent(QMouseEvent* event) override {
    freshen();
    QCustomPlot::mousePressEvent(event);
  }
  void mouseMoveEvent(QMouseEvent* event) override {
    freshen();
    QCustomPlot::mouseMoveEvent(event);
    const bool inside = axisRect()->rect().contains(event->position().toPoint());
    onHover(inside ? std::optional(xAxis->pixelToCoord(event->position().x())) : std::nullopt);
  }
  void leaveEvent(QEvent* event) override {
    QCustomPlot::leaveEvent(event);
    onHover({});
  }
  void wheelEvent(QWheelEvent* event) override {
    freshen();
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

 private:
  void freshen() {
    if (!std::exchange(stale, false)) return;
    refill();
    replot(QCustomPlot::rpQueuedRefresh);
  }
};

namespace {

/// Of the surface that it stands on: paper is not framed in grey.
Tone groundBelow(const QWidget& plot) {
  for (const QWidget* up = &plot; up != nullptr; up = up->parentWidget())
    if (const QVariant surface = up->property("surface"); surface.isValid())
      return surface == QStringLiteral("base") ? Tone::base : Tone::panel;
  return Tone::panel;
}

}  // namespace

struct PlotWidget::Implementation {
  PlotHead* head = nullptr;
  PlotArea* area = nullptr;
  QLabel* empty = nullptr;
  QStackedLayout* stack = nullptr;
  PlotPicture picture;
  PlotStyle style;
  QPointF pressed;
  QTimer click;                   ///< until it is certain that it is not one of two
  double clicked = 0;             ///< x
  bool secondClick = false;       ///< its release is to come
  QWidget* body = nullptr;        ///< shown in place of the plot
  std::optional<double> hovered;  ///< x under the pointer
  QCPItemStraightLine* line = nullptr;
  QCPItemText* lineText = nullptr;

  void show(bool keepRanges) {
    const bool any = hasPoints(picture);
    stack->setCurrentWidget(body != nullptr ? body : any ? static_cast<QWidget*>(area) : empty);
    if (!any || body != nullptr) return;
    fill(keepRanges);
    area->stale = false;
    area->replot(QCustomPlot::rpQueuedReplot);
  }

  void fill(bool keepRanges) {
    if (!hasPoints(picture)) return;
    style.ground = groundBelow(*area);  // it may stand elsewhere by now
    QLocale locale;                     // which the user may have changed
    locale.setNumberOptions(QLocale::OmitGroupSeparator);
    area->setLocale(locale);
    fillPlot(*area, picture, style, QSizeF(area->size()) - QSizeF(70, 48), keepRanges);
    line = nullptr;  // all items are new
    placeHovered();
  }

  void hover(std::optional<double> x) {
    if (x == hovered) return;
    hovered = x;
    head->setPicture(picture, hovered);
    placeHovered();
    area->replot(QCustomPlot::rpQueuedReplot);
  }

  /// A quiet line under the pointer with its place on the x axis.
  void placeHovered() {
    if (line == nullptr) {
      const Theme& theme = *style.theme;
      line = new QCPItemStraightLine(area);
      line->setPen(QPen(theme.color(Tone::t3), 1));
      lineText = new QCPItemText(area);
      lineText->setFont(uiFont(11));
      lineText->setColor(theme.color(Tone::t1));
      lineText->setBrush(theme.color(Tone::raised));
      lineText->setPadding(QMargins(5, 2, 5, 4));
      // Above the axis' own labels, of which nothing may show through.
      lineText->setLayer(QStringLiteral("overlay"));
      // On the axis, where it hides no data.
      lineText->setClipToAxisRect(false);
      lineText->setPositionAlignment(Qt::AlignTop | Qt::AlignHCenter);
      lineText->position->setTypeX(QCPItemPosition::ptPlotCoords);
      lineText->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    }
    line->setVisible(hovered.has_value());
    lineText->setVisible(hovered.has_value());
    if (hovered) {
      line->point1->setCoords(*hovered, 1);
      line->point2->setCoords(*hovered, 2);
      const QCPRange range = area->xAxis->range();
      lineText->position->setCoords(*hovered, 1.02);
      lineText->setText(QLocale().toString(*hovered, 'f', range.size() > 20 ? 0 : 2));
    }
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
  // A low one is read worse than a high one, but better than one that is cropped.
  holder->setMinimumSize(160, 72);

  // Plots below each other share their left edge.
  d.area->axisRect()->setMinimumMargins(QMargins(50, 8, 20, 0));
  d.area->setSelectionRectMode(QCP::srmCustom);
  connect(d.area->selectionRect(), &QCPSelectionRect::accepted, this,
          [this](const QRect& rect) { implementation_->area->zoomInto(rect.normalized()); });
  d.area->setInteraction(QCP::iRangeZoom, false);
  d.area->axisRect()->setRangeZoomAxes(d.area->xAxis, d.area->yAxis);
  connect(d.area, &QCustomPlot::mousePress, this, [this](QMouseEvent* event) {
    implementation_->pressed = event->position();
    implementation_->secondClick = false;
  });
  connect(d.area, &QCustomPlot::mouseRelease, this, [this](QMouseEvent* event) {
    Implementation& own = *implementation_;
    const QPointF moved = event->position() - own.pressed;
    if (event->button() != Qt::LeftButton || moved.manhattanLength() > kStill) return;
    if (std::exchange(own.secondClick, false)) return;
    if (!own.area->axisRect()->rect().contains(event->position().toPoint())) return;
    own.clicked = own.area->xAxis->pixelToCoord(event->position().x());
    // The first click of two, which undo the zoom, goes nowhere.
    if (own.area->zoomed)
      own.click.start(QApplication::doubleClickInterval());
    else
      emit clickedAt(own.clicked);
  });
  d.click.setSingleShot(true);
  connect(&d.click, &QTimer::timeout, this, [this] { emit clickedAt(implementation_->clicked); });
  connect(d.area, &QCustomPlot::mouseDoubleClick, this, [this] {
    implementation_->click.stop();
    implementation_->secondClick = true;
    implementation_->area->zoomed = false;
    implementation_->show(false);
  });
  d.area->setMouseTracking(true);
  d.area->onHover = [this](std::optional<double> x) { implementation_->hover(x); };
  // Titles, and the room that words of marks need above the curves, depend on the room there is.
  d.area->refill = [this] { implementation_->fill(implementation_->area->zoomed); };
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
  d.head->setPicture(picture, d.hovered);
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

void PlotWidget::setTitleMenu(QMenu* menu) {
  implementation_->head->setMenu(menu);
}

void PlotWidget::setBody(QWidget* body) {
  Implementation& d = *implementation_;
  if (body != nullptr && d.stack->indexOf(body) < 0) d.stack->addWidget(body);
  d.body = body;
  d.show(d.area->zoomed);
}

std::optional<double> PlotWidget::hovered() const {
  return implementation_->hovered;
}

}  // namespace hopscope
