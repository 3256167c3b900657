// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspectors/allocation_matrix.h"

#include <QHelpEvent>
#include <QPainter>
#include <QResizeEvent>
#include <QStringList>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/drawing/fonts.h"

namespace hopscope {

namespace {

constexpr int kHead = 18;  ///< px: the numbers at the left and above
constexpr double kLargest = 26, kSmallest = 12;
constexpr double kReadable = 15;  ///< px: a cell with room for a number
/// Routers with more ports show only those that take part.
constexpr PortIndex kMostPorts = 16;

/// The virtual channels of requests for one cell, in few letters.
QString channelsText(const std::vector<const AllocationRequest*>& asked) {
  QString text = QString::number(asked.front()->inputVc);
  if (asked.size() > 1) text += QLatin1Char('+');
  return text;
}

}  // namespace

QString allocationWords(const AllocationRequest& request) {
  const QString asked = QObject::tr("Input %1, VC %2 asks for output %3")
                            .arg(QString::number(request.input), QString::number(request.inputVc),
                                 QString::number(request.output));
  if (!request.granted) return QObject::tr("%1: in vain this cycle").arg(asked);
  return request.outputVc == AllocationRequest::kAnyVc
             ? QObject::tr("%1: granted").arg(asked)
             : QObject::tr("%1: granted, VC %2 there").arg(asked).arg(request.outputVc);
}

AllocationMatrix::AllocationMatrix(QWidget* parent) : QWidget(parent), theme_(&Theme::light()) {
  setAccessibleName(tr("Requests and grants"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void AllocationMatrix::setTheme(const Theme& theme) {
  theme_ = &theme;
  update();
}

void AllocationMatrix::setRequests(std::vector<AllocationRequest> requests, PortIndex ports) {
  std::vector<PortIndex> inputs, outputs;
  if (ports <= kMostPorts) {
    for (PortIndex p = 0; p < ports; ++p) inputs.push_back(p);
    outputs = inputs;
  } else {
    for (const AllocationRequest& request : requests) {
      inputs.push_back(request.input);
      outputs.push_back(request.output);
    }
    for (std::vector<PortIndex>* each : {&inputs, &outputs}) {
      std::sort(each->begin(), each->end());
      each->erase(std::unique(each->begin(), each->end()), each->end());
    }
  }
  if (requests == requests_ && inputs == inputs_ && outputs == outputs_) return;
  requests_ = std::move(requests);
  inputs_ = std::move(inputs);
  outputs_ = std::move(outputs);
  QStringList words;
  for (const AllocationRequest& request : requests_) words << allocationWords(request);
  setAccessibleDescription(words.join(QStringLiteral("; ")));
  updateGeometry();
  update();
}

double AllocationMatrix::cellSide() const {
  const double columns = std::max<double>(1, static_cast<double>(outputs_.size()));
  return std::clamp((width() - kHead) / columns, kSmallest, kLargest);
}

QSize AllocationMatrix::sizeHint() const {
  return {300, kHead + static_cast<int>(cellSide() * static_cast<double>(inputs_.size())) + 1};
}

QRectF AllocationMatrix::cellAt(std::size_t row, std::size_t column) const {
  const double side = cellSide();
  return {kHead + side * static_cast<double>(column), kHead + side * static_cast<double>(row), side,
          side};
}

/// The cells' side follows the width, and the height the cells.
void AllocationMatrix::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (event->size().width() != event->oldSize().width()) updateGeometry();
}

void AllocationMatrix::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const double side = cellSide();
  const double right = kHead + side * static_cast<double>(outputs_.size());
  const double bottom = kHead + side * static_cast<double>(inputs_.size());
  painter.setFont(uiFont(11));
  painter.setPen(theme_->color(Tone::t2));
  for (std::size_t i = 0; i < inputs_.size(); ++i)
    painter.drawText(QRectF(0, cellAt(i, 0).top(), kHead - 4, side),
                     Qt::AlignRight | Qt::AlignVCenter, QString::number(inputs_[i]));
  for (std::size_t i = 0; i < outputs_.size(); ++i)
    painter.drawText(QRectF(cellAt(0, i).left() - 4, 0, side + 8, kHead - 3),
                     Qt::AlignHCenter | Qt::AlignBottom, QString::number(outputs_[i]));
  painter.setPen(QPen(theme_->color(Tone::line), 1));
  for (std::size_t i = 0; i <= inputs_.size(); ++i) {
    const double y = std::round(cellAt(i, 0).top()) + .5;
    painter.drawLine(QPointF(kHead, y), QPointF(right, y));
  }
  for (std::size_t i = 0; i <= outputs_.size(); ++i) {
    const double x = std::round(cellAt(0, i).left()) + .5;
    painter.drawLine(QPointF(x, kHead), QPointF(x, bottom));
  }
  painter.setRenderHint(QPainter::Antialiasing);
  for (std::size_t row = 0; row < inputs_.size(); ++row)
    for (std::size_t column = 0; column < outputs_.size(); ++column) {
      std::vector<const AllocationRequest*> asked;
      for (const AllocationRequest& request : requests_) {
        if (request.input != inputs_[row] || request.output != outputs_[column]) continue;
        // The one that was granted is named first.
        asked.insert(request.granted ? asked.begin() : asked.end(), &request);
      }
      if (asked.empty()) continue;
      const bool granted = asked.front()->granted;
      const QRectF box = cellAt(row, column).adjusted(2.5, 2.5, -1.5, -1.5);
      painter.setPen(QPen(theme_->color(granted ? Tone::accent : Tone::t3), 1.4));
      painter.setBrush(granted ? QBrush(theme_->color(Tone::accent)) : QBrush(Qt::NoBrush));
      painter.drawRoundedRect(box, 2, 2);
      if (side < kReadable) continue;
      painter.setPen(theme_->color(granted ? Tone::onAccent : Tone::t1));
      painter.drawText(box, Qt::AlignCenter, channelsText(asked));
    }
}

bool AllocationMatrix::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  QStringList words;
  for (const AllocationRequest& request : requests_) {
    const auto placeIn = [](const std::vector<PortIndex>& ports, PortIndex port) {
      return static_cast<std::size_t>(std::find(ports.begin(), ports.end(), port) - ports.begin());
    };
    if (cellAt(placeIn(inputs_, request.input), placeIn(outputs_, request.output))
            .contains(help->pos()))
      words << allocationWords(request);
  }
  if (words.isEmpty())
    QToolTip::hideText();
  else
    QToolTip::showText(help->globalPos(), words.join(QLatin1Char('\n')), this);
  return true;
}

}  // namespace hopscope
