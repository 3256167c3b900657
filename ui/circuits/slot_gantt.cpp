// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/circuits/slot_gantt.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/circuits/circuit_words.h"
#include "ui/drawing/focus_ring.h"
#include "ui/drawing/fonts.h"
#include "ui/drawing/slot_colours.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr double kGanttLeft = 34, kGanttAxis = 18, kSlotsRow = 18, kSlotsGap = 4;
constexpr double kLeastRow = 9, kMostRow = 18;
constexpr double kFlush = 4;       ///< px: half of a wedge
constexpr double kTick = 4;        ///< px: a slot that was passed over
constexpr double kIdleShare = .2;  ///< of its colour: a circuit without data
constexpr std::size_t kFewestTurns = 4;

}  // namespace

SlotGantt::SlotGantt(QWidget* parent)
    : QWidget(parent), theme_(&Theme::light()), scroll_(new QScrollBar(Qt::Vertical, this)) {
  setObjectName(QStringLiteral("slotGantt"));
  setAccessibleName(tr("Turns of slots, link by link"));
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  scroll_->setFocusPolicy(Qt::NoFocus);
  connect(scroll_, &QScrollBar::valueChanged, this, [this] { update(); });
}

void SlotGantt::setTheme(const Theme& theme) {
  theme_ = &theme;
  update();
}

void SlotGantt::setDetail(std::shared_ptr<const CircuitDetail> detail) {
  if (detail == detail_) return;
  detail_ = std::move(detail);
  if (detail_) findFirst();
  if (cursor_ && (!detail_ || cursor_->turn >= detail_->turns.size() ||
                  (cursor_->output != kNone && cursor_->output >= detail_->ports)))
    moveTo({});
  else if (cursor_)
    moveTo(cursor_);
  updateScrolling();
  update();
}

QRectF SlotGantt::chart() const {
  const double right = scroll_->isVisible() ? scroll_->width() + 2.0 : 1.0;
  const double top = kSlotsRow + kSlotsGap;
  return {kGanttLeft, top, std::max(20.0, width() - kGanttLeft - right),
          std::max(10.0, height() - top - kGanttAxis)};
}

double SlotGantt::rowHeight() const {
  if (!detail_ || detail_->ports == 0) return kMostRow;
  return std::clamp(chart().height() / detail_->ports, kLeastRow, kMostRow);
}

void SlotGantt::updateScrolling() {
  const double all = detail_ ? rowHeight() * detail_->ports : 0;
  const int most = std::max(0, static_cast<int>(std::ceil(all - chart().height())));
  scroll_->setVisible(most > 0);
  scroll_->setRange(0, most);
  scroll_->setPageStep(static_cast<int>(chart().height()));
  scroll_->setSingleStep(static_cast<int>(rowHeight()));
  scroll_->setGeometry(width() - scroll_->sizeHint().width(), static_cast<int>(chart().top()),
                       scroll_->sizeHint().width(), static_cast<int>(chart().height()));
}

void SlotGantt::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  updateScrolling();
}

void SlotGantt::findFirst() {
  std::size_t timed = 0;
  first_ = 0;
  for (std::size_t turn = detail_->turns.size(); turn-- > 0 && timed < shownTurns_;)
    if (detail_->turns[turn].fate == SlotFate::used) {
      ++timed;
      first_ = turn;
    }
}

double SlotGantt::xOf(Cycle cycle) const {
  const SlotTurn& first = detail_->turns[firstTurn()];
  const Cycle last = std::max(first.begin + 1, detail_->turns.back().end);
  return chart().left() + chart().width() * static_cast<double>(cycle - first.begin) /
                              static_cast<double>(last - first.begin);
}

double SlotGantt::yOf(std::uint32_t output) const {
  return chart().top() + rowHeight() * output - scroll_->value();
}

QRectF SlotGantt::turnArea(std::size_t turn) const {
  const SlotTurn& each = detail_->turns[turn];
  const double x = xOf(each.begin);
  if (each.fate == SlotFate::used) return {x, 0, std::max(1.0, xOf(each.end) - x), kSlotsRow};
  // Ticks of one moment stand side by side before the turn that follows.
  std::size_t behind = 0;
  for (std::size_t next = turn + 1;
       next < detail_->turns.size() && detail_->turns[next].fate != SlotFate::used; ++next)
    ++behind;
  return {x - (static_cast<double>(behind) + 1) * (kTick + 1), 0, kTick, kSlotsRow};
}

void SlotGantt::paintSlots(QPainter& painter) const {
  const QColor ground = theme_->color(Tone::base);
  painter.setFont(uiFont(10));
  for (const bool ticks : {false, true})
    for (std::size_t turn = firstTurn(); turn < detail_->turns.size(); ++turn) {
      const SlotTurn& each = detail_->turns[turn];
      if ((each.fate != SlotFate::used) != ticks) continue;
      const QRectF area = turnArea(turn).adjusted(0, 2, 0, -2);
      if (area.left() < chart().left() - 1) continue;
      const QColor colour = slotColour(*theme_, each.slot, detail_->circuitSlots);
      if (each.fate == SlotFate::used) {
        painter.fillRect(area.adjusted(0, 0, -1, 0), colour);
        if (each.dataFrom > each.begin)
          painter.fillRect(
              QRectF(area.left(), area.top(), xOf(each.dataFrom) - area.left(), area.height()),
              theme_->color(Tone::t1));
        const QString name =
            each.slot < detail_->circuitSlots ? QString::number(each.slot) : tr("W");
        if (area.width() < painter.fontMetrics().horizontalAdvance(name) + 4) continue;
        painter.setPen(theme_->isDark() ? theme_->color(Tone::base) : Qt::white);
        painter.drawText(area, Qt::AlignCenter, name);
        continue;
      }
      painter.fillRect(area.adjusted(-1, 0, 1, 0), ground);
      if (each.fate == SlotFate::preempted)
        painter.fillRect(area, dimmed(colour, ground, .45));
      else
        painter.fillRect(area, skippedBrush(*theme_));
      painter.setPen(QPen(each.fate == SlotFate::preempted ? colour : theme_->color(Tone::t4), 1));
      painter.setBrush(Qt::NoBrush);
      painter.drawRect(area.adjusted(.5, .5, -.5, -.5));
    }
  paintFlushes(painter);
}

/// A wedge as on the timeline.
void SlotGantt::paintFlushes(QPainter& painter) const {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme_->color(Tone::base), 1));
  painter.setBrush(theme_->color(Tone::t1));
  for (std::size_t turn = firstTurn(); turn < detail_->turns.size(); ++turn) {
    if (detail_->turns[turn].flushed < 0) continue;
    const double x = std::min(xOf(detail_->turns[turn].flushed), chart().right());
    painter.drawPolygon(QPolygonF{{x - kFlush, 0}, {x + kFlush, 0}, {x, kFlush + 2}});
  }
  painter.restore();
}

void SlotGantt::paintLinks(QPainter& painter) const {
  const QRectF area = chart();
  const double row = rowHeight();
  painter.save();
  painter.setClipRect(QRectF(0, area.top(), width(), area.height()));
  painter.setFont(uiFont(row >= 11 ? 11 : 10));
  const int every = row >= 11 ? 1 : static_cast<int>(std::ceil(12 / row));
  const auto first = static_cast<std::uint32_t>(std::max(0.0, std::floor(scroll_->value() / row)));
  const QColor ground = theme_->color(Tone::base);
  for (std::uint32_t output = first; output < detail_->ports && yOf(output) < area.bottom();
       ++output) {
    const double y = yOf(output);
    painter.setPen(theme_->color(Tone::t2));
    if (output % static_cast<std::uint32_t>(every) == 0)
      painter.drawText(QRectF(0, y - 3, kGanttLeft - 6, row + 6), Qt::AlignVCenter | Qt::AlignRight,
                       QString::number(output));
    painter.setPen(QPen(theme_->color(Tone::line), 1));
    painter.drawLine(QPointF(area.left(), std::round(y + row) - .5),
                     QPointF(area.right(), std::round(y + row) - .5));
    for (std::size_t turn = firstTurn(); turn < detail_->turns.size(); ++turn) {
      const SlotTurn& each = detail_->turns[turn];
      const LinkTurn& link = detail_->link(turn, output);
      const bool worms = each.slot >= detail_->circuitSlots;
      if (each.fate != SlotFate::used || (link.input == kNone && link.flits == 0)) continue;
      const QRectF bar(xOf(each.begin), y + 1.5, std::max(1.0, xOf(each.end) - xOf(each.begin) - 1),
                       row - 3);
      const QColor colour = slotColour(*theme_, each.slot, detail_->circuitSlots);
      if (!worms) painter.fillRect(bar, dimmed(colour, ground, kIdleShare));
      const auto length = static_cast<double>(std::max<Cycle>(1, each.end - each.begin));
      const double share = std::min(1.0, link.flits / length);
      const double guard = static_cast<double>(each.dataFrom - each.begin) / length * bar.width();
      if (guard > 0)
        painter.fillRect(QRectF(bar.left(), bar.top(), std::min(guard, bar.width()), bar.height()),
                         theme_->color(Tone::t1));
      painter.fillRect(QRectF(bar.left() + guard, bar.top(),
                              std::min(bar.width() - guard, share * bar.width()), bar.height()),
                       colour);
    }
  }
  painter.restore();
}

void SlotGantt::paintAxis(QPainter& painter) const {
  const QRectF area = chart();
  painter.setPen(QPen(theme_->color(Tone::edge), 1));
  painter.drawLine(QPointF(area.left(), area.bottom() + .5),
                   QPointF(area.right(), area.bottom() + .5));
  painter.setFont(uiFont(11));
  painter.setPen(theme_->color(Tone::t2));
  const QRectF line(area.left(), area.bottom() + 3, area.width(), kGanttAxis - 3);
  painter.drawText(line, Qt::AlignLeft | Qt::AlignTop,
                   wholeText(detail_->turns[firstTurn()].begin));
  painter.drawText(line, Qt::AlignRight | Qt::AlignTop, wholeText(detail_->turns.back().end));
  painter.drawText(line, Qt::AlignHCenter | Qt::AlignTop, tr("time (cycles)"));
  painter.drawText(QRectF(0, 0, kGanttLeft - 6, kSlotsRow), Qt::AlignVCenter | Qt::AlignRight,
                   tr("slot"));
}

void SlotGantt::paintCursor(QPainter& painter) const {
  if (!cursor_ || cursor_->turn < firstTurn()) return;
  QRectF area = turnArea(cursor_->turn).adjusted(0, 1, 0, -1);
  if (cursor_->output != kNone) {
    if (detail_->turns[cursor_->turn].fate != SlotFate::used) area.setWidth(kTick);
    area.moveTop(yOf(cursor_->output));
    area.setHeight(rowHeight());
    if (!area.intersects(chart())) return;
  }
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme_->color(Tone::accent), 2));
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(area.adjusted(-1.5, -.5, .5, .5), 2, 2);
}

void SlotGantt::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), theme_->color(Tone::base));
  if (!detail_ || detail_->turns.empty()) {
    painter.setFont(uiFont(11));
    painter.setPen(theme_->color(Tone::t3));
    painter.drawText(rect().adjusted(12, 0, -12, 0), Qt::AlignCenter | Qt::TextWordWrap,
                     tr("Turns of slots appear here while the run goes on."));
  } else {
    paintLinks(painter);
    paintSlots(painter);
    paintAxis(painter);
    paintCursor(painter);
  }
  if (!hasFocus()) return;
  paintFocusRing(painter, rect(), *theme_);
}

std::optional<SlotGantt::Place> SlotGantt::placeAt(const QPointF& point) const {
  if (!detail_ || detail_->turns.empty() || point.x() < chart().left()) return {};
  Place place;
  const bool onSlots = point.y() < kSlotsRow;
  if (!onSlots) {
    if (point.y() < chart().top() || point.y() >= chart().bottom()) return {};
    place.output =
        static_cast<std::uint32_t>((point.y() - chart().top() + scroll_->value()) / rowHeight());
    if (place.output >= detail_->ports) return {};
  }
  // Ticks lie on the turns.
  for (std::size_t turn = firstTurn(); onSlots && turn < detail_->turns.size(); ++turn) {
    const QRectF area = turnArea(turn).adjusted(-1, 0, 1, 0);
    if (detail_->turns[turn].fate == SlotFate::used || !area.contains(point)) continue;
    place.turn = turn;
    return place;
  }
  for (std::size_t turn = firstTurn(); turn < detail_->turns.size(); ++turn) {
    const QRectF area = turnArea(turn);
    if (detail_->turns[turn].fate != SlotFate::used || point.x() < area.left() ||
        point.x() >= area.right())
      continue;
    place.turn = turn;
    return place;
  }
  return {};
}

QString SlotGantt::wordsOf(const Place& place) const {
  return place.output == kNone ? turnWords(*detail_, place.turn)
                               : linkTurnWords(*detail_, place.turn, place.output);
}

void SlotGantt::moveTo(std::optional<Place> place) {
  cursor_ = place;
  const QString words = place ? wordsOf(*place) : QString();
  setAccessibleDescription(words);
  if (place && place->output != kNone && scroll_->isVisible()) {
    const double row = rowHeight();
    const auto top = static_cast<int>(row * place->output);
    if (top < scroll_->value()) scroll_->setValue(top);
    const int least = static_cast<int>(std::ceil(top + row - chart().height()));
    if (least > scroll_->value()) scroll_->setValue(least);
  }
  update();
  emit pointedAt(words);
}

void SlotGantt::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) moveTo(placeAt(event->position()));
}

void SlotGantt::wheelEvent(QWheelEvent* event) {
  if (scroll_->isVisible())
    QCoreApplication::sendEvent(scroll_, event);
  else
    QWidget::wheelEvent(event);
}

void SlotGantt::keyPressEvent(QKeyEvent* event) {
  if (!detail_ || detail_->turns.empty()) return QWidget::keyPressEvent(event);
  const std::size_t last = detail_->turns.size() - 1;
  Place place = cursor_.value_or(Place{last, kNone});
  const bool first = !cursor_;
  switch (event->key()) {
    case Qt::Key_Left:
      if (!first && place.turn > firstTurn()) --place.turn;
      break;
    case Qt::Key_Right:
      if (!first) place.turn = std::min(last, place.turn + 1);
      break;
    case Qt::Key_Up:
      if (!first && place.output != kNone)
        place.output = place.output == 0 ? kNone : place.output - 1;
      break;
    case Qt::Key_Down:
      if (!first)
        place.output = place.output == kNone ? 0 : std::min(detail_->ports - 1, place.output + 1);
      break;
    case Qt::Key_Home:
      place.turn = firstTurn();
      break;
    case Qt::Key_End:
      place.turn = last;
      break;
    case Qt::Key_Plus:
      shownTurns_ = std::max(kFewestTurns, shownTurns_ / 2);
      break;
    case Qt::Key_Minus:
      shownTurns_ = std::min<std::size_t>(64, shownTurns_ * 2);
      break;
    default:
      return QWidget::keyPressEvent(event);
  }
  findFirst();
  moveTo(place);
}

bool SlotGantt::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const auto place = placeAt(help->pos());  // without words a tip goes
  QToolTip::showText(help->globalPos(), place ? wordsOf(*place) : QString(), this);
  return true;
}

}  // namespace hopscope
