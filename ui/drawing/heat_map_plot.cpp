// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/heat_map_plot.h"

#include <qcustomplot.h>

#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QStackedLayout>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/drawing/fonts.h"
#include "ui/drawing/heat_map_painting.h"

namespace hopscope {

namespace {

/// What is beside and below the cells.
constexpr QSizeF kBesideCells{190, 52};

}  // namespace

struct HeatMapPlot::Implementation {
  HeatMapPlot* owner = nullptr;
  QCustomPlot* plot = nullptr;
  QWidget* shown = nullptr;
  QLabel* note = nullptr;
  QLabel* empty = nullptr;
  QStackedLayout* stack = nullptr;
  HeatMapPicture picture;
  PlotStyle style;
  std::optional<Place> current, hovered;
  QCPItemRect* ring = nullptr;
  QCPItemText* tip = nullptr;

  std::size_t numberOf(const Place& place) const {
    return place.row * static_cast<std::size_t>(picture.columns.size()) + place.column;
  }

  void fill() {
    note->setText(picture.note);
    note->setVisible(!picture.note.isEmpty());
    stack->setCurrentWidget(picture.isEmpty() ? static_cast<QWidget*>(empty) : shown);
    ring = nullptr;
    tip = nullptr;
    if (picture.isEmpty()) return;
    QLocale locale;
    locale.setNumberOptions(QLocale::OmitGroupSeparator);
    plot->setLocale(locale);
    fillHeatMap(*plot, picture, style, QSizeF(plot->size()) - kBesideCells);
    const Theme& theme = *style.theme;
    ring = new QCPItemRect(plot);
    ring->setLayer(QStringLiteral("overlay"));
    ring->setBrush(Qt::NoBrush);
    ring->setClipToAxisRect(false);
    tip = new QCPItemText(plot);
    tip->setLayer(QStringLiteral("overlay"));
    tip->setFont(uiFont(11));
    tip->setColor(theme.color(Tone::t1));
    tip->setBrush(theme.color(Tone::base));
    tip->setPen(QPen(theme.color(Tone::edge), 1));
    tip->setPadding(QMargins(8, 6, 8, 6));
    tip->setTextAlignment(Qt::AlignLeft);
    tip->setClipToAxisRect(false);
    tip->position->setType(QCPItemPosition::ptAbsolute);
    showPlace();
  }

  void showPlace() {
    if (ring == nullptr) return;
    const std::optional<Place> place = hovered ? hovered : current;
    const bool told = hovered || (current && owner->hasFocus());
    ring->setVisible(place.has_value());
    tip->setVisible(told);
    if (place) {
      const Theme& theme = *style.theme;
      const auto x = static_cast<double>(place->column), y = static_cast<double>(place->row);
      ring->topLeft->setCoords(x - 0.5, y + 0.5);
      ring->bottomRight->setCoords(x + 0.5, y - 0.5);
      ring->setPen(QPen(theme.color(hovered && hovered != current ? Tone::t1 : Tone::accent), 2));
      tip->setText(cellWords(picture, place->column, place->row));
      // Beside the cell, on the side that has room.
      const double px = plot->xAxis->coordToPixel(x), py = plot->yAxis->coordToPixel(y);
      const bool left = px > plot->width() / 2.0, above = py > plot->height() / 2.0;
      tip->setPositionAlignment((left ? Qt::AlignRight : Qt::AlignLeft) |
                                (above ? Qt::AlignBottom : Qt::AlignTop));
      tip->position->setCoords(px + (left ? -14 : 14), py + (above ? -12 : 12));
    }
    plot->layer(QStringLiteral("overlay"))->replot();
  }

  std::optional<Place> placeAt(const QPointF& at) const {
    if (picture.isEmpty() || !plot->axisRect()->rect().contains(at.toPoint())) return {};
    const auto along = [](double value, qsizetype count) {
      return static_cast<std::size_t>(
          std::clamp(std::lround(value), 0L, static_cast<long>(count) - 1));
    };
    return Place{along(plot->xAxis->pixelToCoord(at.x()), picture.columns.size()),
                 along(plot->yAxis->pixelToCoord(at.y()), picture.rows.size())};
  }

  void hover(std::optional<Place> place) {
    if (place == hovered) return;
    hovered = place;
    showPlace();
  }
};

HeatMapPlot::HeatMapPlot(QWidget* parent)
    : QWidget(parent), implementation_(std::make_unique<Implementation>()) {
  Implementation& d = *implementation_;
  d.owner = this;
  d.style.theme = &Theme::light();
  setFocusPolicy(Qt::StrongFocus);
  d.stack = new QStackedLayout(this);
  d.empty = new QLabel(this);
  d.empty->setAlignment(Qt::AlignCenter);
  d.empty->setWordWrap(true);
  d.empty->setProperty("tone", "t3");
  d.shown = new QWidget(this);
  auto* column = new QVBoxLayout(d.shown);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(2);
  d.plot = new QCustomPlot(d.shown);
  d.plot->setFocusPolicy(Qt::NoFocus);
  d.plot->setMouseTracking(true);
  d.plot->installEventFilter(this);
  d.plot->axisRect()->setMinimumMargins(QMargins(50, 8, 8, 0));
  // What follows the pointer is drawn without the cells.
  d.plot->layer(QStringLiteral("overlay"))->setMode(QCPLayer::lmBuffered);
  column->addWidget(d.plot, 1);
  d.note = new QLabel(d.shown);
  d.note->setObjectName(QStringLiteral("heatMapNote"));
  d.note->setWordWrap(true);
  d.note->setProperty("tone", "t2");
  column->addWidget(d.note);
  d.stack->addWidget(d.empty);
  d.stack->addWidget(d.shown);
  setTheme(Theme::light());
}

HeatMapPlot::~HeatMapPlot() = default;

void HeatMapPlot::setTheme(const Theme& theme) {
  implementation_->style.theme = &theme;
  implementation_->note->setFont(uiFont(11));
  implementation_->fill();
}

void HeatMapPlot::setPicture(HeatMapPicture picture) {
  Implementation& d = *implementation_;
  const bool same = d.picture.columns == picture.columns && d.picture.rows == picture.rows;
  d.picture = std::move(picture);
  if (!same) {
    d.current.reset();
    d.hovered.reset();
  }
  setAccessibleName(d.picture.title);
  d.fill();
}

const HeatMapPicture& HeatMapPlot::picture() const {
  return implementation_->picture;
}

void HeatMapPlot::setEmptyText(const QString& text) {
  implementation_->empty->setText(text);
}

std::optional<HeatMapPlot::Place> HeatMapPlot::current() const {
  return implementation_->current;
}

void HeatMapPlot::setCurrent(std::optional<Place> place) {
  Implementation& d = *implementation_;
  d.current = place;
  setAccessibleDescription(place ? cellWords(d.picture, place->column, place->row)
                                       .replace(QLatin1Char('\n'), QStringLiteral(", "))
                                 : QString());
  d.showPlace();
  if (place) emit chosen(d.numberOf(*place));
}

bool HeatMapPlot::eventFilter(QObject* watched, QEvent* event) {
  Implementation& d = *implementation_;
  if (watched != d.plot) return QWidget::eventFilter(watched, event);
  const auto at = [&] { return d.placeAt(static_cast<QMouseEvent*>(event)->position()); };
  switch (event->type()) {
    case QEvent::MouseMove:
      d.hover(at());
      break;
    case QEvent::Leave:
      d.hover({});
      break;
    case QEvent::MouseButtonPress:
      setFocus(Qt::MouseFocusReason);
      if (const auto place = at()) setCurrent(place);
      return true;
    case QEvent::MouseButtonDblClick:
      if (const auto place = at()) emit activated(d.numberOf(*place));
      return true;
    case QEvent::Resize:
      // After the plot has its size.
      QMetaObject::invokeMethod(
          this, [this] { implementation_->fill(); }, Qt::QueuedConnection);
      break;
    default:
      break;
  }
  return QWidget::eventFilter(watched, event);
}

void HeatMapPlot::keyPressEvent(QKeyEvent* event) {
  Implementation& d = *implementation_;
  const auto columns = static_cast<std::size_t>(d.picture.columns.size()),
             rows = static_cast<std::size_t>(d.picture.rows.size());
  if (d.picture.isEmpty()) return QWidget::keyPressEvent(event);
  d.hovered.reset();
  Place place = d.current.value_or(Place{0, rows - 1});
  switch (event->key()) {
    case Qt::Key_Left:
      if (d.current && place.column > 0) --place.column;
      break;
    case Qt::Key_Right:
      if (d.current && place.column + 1 < columns) ++place.column;
      break;
    case Qt::Key_Up:
      if (d.current && place.row + 1 < rows) ++place.row;
      break;
    case Qt::Key_Down:
      if (d.current && place.row > 0) --place.row;
      break;
    case Qt::Key_Home:
      place.column = 0;
      break;
    case Qt::Key_End:
      place.column = columns - 1;
      break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (d.current) emit activated(d.numberOf(place));
      return;
    default:
      return QWidget::keyPressEvent(event);
  }
  setCurrent(place);
}

void HeatMapPlot::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  if (!implementation_->current && !implementation_->picture.isEmpty())
    implementation_->current =
        Place{0, static_cast<std::size_t>(implementation_->picture.rows.size()) - 1};
  implementation_->showPlace();
}

void HeatMapPlot::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  implementation_->showPlace();
}

}  // namespace hopscope
