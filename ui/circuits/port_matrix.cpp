// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/circuits/port_matrix.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/drawing/focus_ring.h"
#include "ui/drawing/fonts.h"
#include "ui/drawing/oklab.h"

namespace hopscope {

namespace {

constexpr double kNumbersLeft = 32, kNumbersTop = 37, kEdge = 5;
constexpr double kLargestCell = 34;
constexpr double kOutlined = 6;        ///< px: a cell with room for an outline
constexpr double kWithText = 17;       ///< px: a cell with room for a word
constexpr double kLeastLabel = 26;     ///< px between numbers of columns
constexpr double kLeastMark = 3;       ///< px: a cell of a large matrix
constexpr std::size_t kSparse = 4096;  ///< more cells than this have no more room than their own
constexpr int kPageOfPorts = 10;

/// Every so many ports have a number.
std::uint32_t numberStep(double side) {
  std::uint32_t step = 1;
  for (const std::uint32_t factor : {1U, 2U, 4U, 5U, 8U, 10U, 16U, 20U, 32U, 64U, 128U, 256U}) {
    step = factor;
    if (factor * side >= kLeastLabel) break;
  }
  return step;
}

}  // namespace

PortMatrix::PortMatrix(QWidget* parent)
    : QWidget(parent), theme_(&Theme::light()), caption_(tr("input (row) to output (column)")) {
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void PortMatrix::setTheme(const Theme& theme) {
  theme_ = &theme;
  update();
}

void PortMatrix::setCells(MatrixCells cells) {
  const bool other = cells.ports != cells_.ports;
  if (cells == cells_) return;
  cells_ = std::move(cells);
  if (other) pointAt({});
  update();
}

void PortMatrix::refreshWords() {
  if (cursor_) pointAt(cursor_);
}

void PortMatrix::pointAt(std::optional<PortPair> place) {
  if (place && (place->input >= cells_.ports || place->output >= cells_.ports)) place.reset();
  cursor_ = place;
  const QString words = place && words_ ? words_(*place) : QString();
  setAccessibleDescription(words);
  update();
  emit pointedAt(words);
}

double PortMatrix::side() const {
  if (cells_.ports == 0) return 0;
  const double room = std::min(width() - kNumbersLeft - kEdge, height() - kNumbersTop - kEdge);
  return std::min(kLargestCell, std::max(8.0, room) / cells_.ports);
}

QRectF PortMatrix::grid() const {
  const double all = side() * cells_.ports;
  return {kNumbersLeft, kNumbersTop, all, all};
}

QRectF PortMatrix::cellArea(PortPair place) const {
  const double each = side();
  return {kNumbersLeft + each * place.output, kNumbersTop + each * place.input, each, each};
}

std::optional<PortPair> PortMatrix::placeAt(const QPointF& point) const {
  const QRectF area = grid();
  if (cells_.ports == 0 || !area.contains(point)) return {};
  const auto port = [this](double away) {
    return std::min(cells_.ports - 1, static_cast<std::uint32_t>(std::max(0.0, away / side())));
  };
  return PortPair{port(point.y() - area.top()), port(point.x() - area.left())};
}

void PortMatrix::paintNumbers(QPainter& painter) const {
  const QRectF area = grid();
  const std::uint32_t step = numberStep(side());
  painter.setFont(uiFont(11));
  painter.setPen(theme_->color(Tone::t2));
  std::uint32_t begin = 0;
  auto next = cells_.begins.begin();
  for (std::uint32_t port = 0; port < cells_.ports; ++port) {
    if (next != cells_.begins.end() && *next == port) begin = *next++;
    if ((port - begin) % step != 0) continue;
    const QString number = QString::number((port - begin) * cells_.perPort);
    const QRectF row = cellArea({port, 0}), column = cellArea({0, port});
    painter.drawText(QRectF(0, row.center().y() - 8, kNumbersLeft - 7, 16),
                     Qt::AlignRight | Qt::AlignVCenter, number);
    painter.drawText(QRectF(column.center().x() - 20, kNumbersTop - 21, 40, 14),
                     Qt::AlignHCenter | Qt::AlignBottom, number);
  }
  painter.setPen(QPen(theme_->color(Tone::t2), 1));
  for (const std::uint32_t port : cells_.begins) {
    const double at = std::round(side() * port) + .5;
    painter.drawLine(QPointF(area.left(), area.top() + at), QPointF(area.right(), area.top() + at));
    painter.drawLine(QPointF(area.left() + at, area.top()),
                     QPointF(area.left() + at, area.bottom()));
  }
  painter.setPen(theme_->color(Tone::t3));
  painter.drawText(QRectF(area.left(), 3, std::max(width() - area.left(), area.width()), 13),
                   Qt::AlignLeft | Qt::AlignTop, caption_);
}

void PortMatrix::paintMarks(QPainter& painter) const {
  const QColor colour = theme_->color(Tone::t2);
  const auto marked = [](const std::vector<bool>& marks, std::uint32_t port) {
    return port < marks.size() && marks[port];
  };
  for (std::uint32_t port = 0; port < cells_.ports; ++port) {
    const QRectF row = cellArea({port, 0}), column = cellArea({0, port});
    const double shrunk = side() > 4 ? 1 : 0;
    if (marked(cells_.inputsMarked, port))
      painter.fillRect(QRectF(kNumbersLeft - 5, row.top() + shrunk, 3, row.height() - shrunk),
                       colour);
    if (marked(cells_.outputsMarked, port))
      painter.fillRect(QRectF(column.left() + shrunk, kNumbersTop - 5, column.width() - shrunk, 3),
                       colour);
  }
}

/// Cells that can be told apart.
void PortMatrix::paintLarge(QPainter& painter) const {
  const QRectF area = grid();
  painter.setPen(QPen(theme_->color(Tone::line), 1));
  for (std::uint32_t port = 0; port <= cells_.ports; ++port) {
    const double at = std::round(side() * port) + .5;
    painter.drawLine(QPointF(area.left(), area.top() + at), QPointF(area.right(), area.top() + at));
    painter.drawLine(QPointF(area.left() + at, area.top()),
                     QPointF(area.left() + at, area.bottom()));
  }
  painter.setRenderHint(QPainter::Antialiasing);
  const double inset = side() > 12 ? 2 : 1;
  painter.setFont(uiFont(11));
  for (const MatrixCells::Cell& cell : cells_.cells) {
    const QRectF box = cellArea({cell.input, cell.output})
                           .adjusted(inset + .5, inset + .5, -inset + .5, -inset + .5);
    painter.setPen(cell.outline.isValid() ? QPen(cell.outline, 1.4) : QPen(Qt::NoPen));
    painter.setBrush(cell.fill.isValid() ? QBrush(cell.fill) : QBrush(Qt::NoBrush));
    painter.drawRoundedRect(box, 2, 2);
    if (cell.text.isEmpty() || side() < kWithText) continue;
    painter.setPen(cell.fill.isValid() ? letterColor(cell.fill) : theme_->color(Tone::t1));
    painter.drawText(box, Qt::AlignCenter, cell.text);
  }
  painter.setRenderHint(QPainter::Antialiasing, false);
}

/// Cells too small to be told apart by their outlines; what is there is seen, however small.
void PortMatrix::paintSmall(QPainter& painter) const {
  const QRectF area = grid();
  const double mark = std::max(cells_.cells.size() > kSparse ? 1.0 : kLeastMark, side());
  for (const MatrixCells::Cell& cell : cells_.cells) {
    const QColor colour = cell.fill.isValid() ? cell.fill : cell.outline;
    if (!colour.isValid()) continue;
    const QPointF middle = cellArea({cell.input, cell.output}).center();
    painter.fillRect(QRectF(middle.x() - mark / 2, middle.y() - mark / 2, mark, mark), colour);
  }
  painter.setPen(QPen(theme_->color(Tone::line), 1));
  painter.drawRect(area.adjusted(-.5, -.5, .5, .5));
}

void PortMatrix::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), theme_->color(Tone::base));
  if (cells_.ports > 0) {
    if (side() >= kOutlined)
      paintLarge(painter);
    else
      paintSmall(painter);
    paintNumbers(painter);
    paintMarks(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    if (cursor_) {
      QRectF area = cellArea(*cursor_);
      if (area.width() < 8) {
        // A cell this small is found by the lines that cross in it.
        painter.setPen(QPen(theme_->color(Tone::accent), 1));
        const QRectF all = grid();
        painter.drawLine(QPointF(all.left(), area.center().y()),
                         QPointF(all.right(), area.center().y()));
        painter.drawLine(QPointF(area.center().x(), all.top()),
                         QPointF(area.center().x(), all.bottom()));
        area = area.adjusted(-3, -3, 3, 3);
      }
      painter.setPen(QPen(theme_->color(Tone::accent), 2));
      painter.drawRoundedRect(area.adjusted(-.5, -.5, 1.5, 1.5), 3, 3);
    }
  }
  if (!hasFocus()) return;
  paintFocusRing(painter, rect(), *theme_);
}

void PortMatrix::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) pointAt(placeAt(event->position()));
}

void PortMatrix::mouseDoubleClickEvent(QMouseEvent* event) {
  const std::optional<PortPair> place = placeAt(event->position());
  if (event->button() == Qt::LeftButton && place) emit activated(*place);
}

void PortMatrix::keyPressEvent(QKeyEvent* event) {
  if (cells_.ports == 0) return QWidget::keyPressEvent(event);
  const bool first = !cursor_;
  PortPair place = cursor_.value_or(PortPair{0, 0});
  const auto step = [&](std::uint32_t& port, int by) {
    if (first) return;
    const int last = static_cast<int>(cells_.ports) - 1;
    port = static_cast<std::uint32_t>(std::clamp(static_cast<int>(port) + by, 0, last));
  };
  switch (event->key()) {
    case Qt::Key_Left:
      step(place.output, -1);
      break;
    case Qt::Key_Right:
      step(place.output, 1);
      break;
    case Qt::Key_Up:
      step(place.input, -1);
      break;
    case Qt::Key_Down:
      step(place.input, 1);
      break;
    case Qt::Key_PageUp:
      step(place.input, -kPageOfPorts);
      break;
    case Qt::Key_PageDown:
      step(place.input, kPageOfPorts);
      break;
    case Qt::Key_Home:
      place = {0, 0};
      break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (!first) emit activated(place);
      return;
    case Qt::Key_Space: {
      // The next cell in which there is something.
      const auto after = [&](const MatrixCells::Cell& cell) {
        return cell.input > place.input ||
               (cell.input == place.input && cell.output > place.output);
      };
      const auto next = std::find_if(cells_.cells.begin(), cells_.cells.end(), after);
      const auto to = next != cells_.cells.end() ? next : cells_.cells.begin();
      if (to != cells_.cells.end()) place = {to->input, to->output};
      break;
    }
    default:
      return QWidget::keyPressEvent(event);
  }
  pointAt(place);
}

bool PortMatrix::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const std::optional<PortPair> place = placeAt(help->pos());
  QToolTip::showText(help->globalPos(), place && words_ ? words_(*place) : QString(), this);
  return true;
}

}  // namespace hopscope
