// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ranks/rank_chart.h"

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

#include "ui/drawing/focus_ring.h"
#include "ui/drawing/fonts.h"
#include "ui/drawing/rank_colours.h"
#include "ui/ranks/rank_words.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr double kRanksLeft = 46, kTimeAxis = 20, kJobStripe = 3;
constexpr double kLeastRankRow = 3, kMostRankRow = 20;  ///< px
constexpr double kNamedRow = 11;                        ///< px: a row with room for its number
constexpr double kName = 12;                            ///< px: of such a number
constexpr double kTop = 5;                   ///< px: of the first number, half stands above its row
constexpr double kLeastRange = 8;            ///< cycles
constexpr std::size_t kMostFlights = 1'500;  ///< lines that can still be told apart
constexpr double kTickRoom = 90;             ///< px between marks of the axis
constexpr double kWheelStep = 1.25;

/// 1, 2 or 5 times a power of ten: the least that is not below `least`.
double roundStep(double least) {
  const double power = std::pow(10, std::floor(std::log10(std::max(least, 1.0))));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= least) return factor * power;
  return 10 * power;
}

}  // namespace

RankChart::RankChart(QWidget* parent)
    : QWidget(parent), theme_(&Theme::light()), scroll_(new QScrollBar(Qt::Vertical, this)) {
  setObjectName(QStringLiteral("rankChart"));
  setAccessibleName(tr("What ranks did over time"));
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  scroll_->setFocusPolicy(Qt::NoFocus);
  connect(scroll_, &QScrollBar::valueChanged, this, &RankChart::changed);
  more_.setSingleShot(true);
  more_.setInterval(0);
  connect(&more_, &QTimer::timeout, this, [this] {
    rows_.takeMore(RankRows::kAtOnce);
    seenMore();
  });
}

void RankChart::setTheme(const Theme& theme) {
  theme_ = &theme;
  changed();
}

void RankChart::changed() {
  drawn_ = {};
  update();
}

void RankChart::setSeen(std::shared_ptr<const RankObservation> seen) {
  if (seen.get() == rows_.seen()) return;
  const RankObservation* before = rows_.seen();
  if (before == nullptr || !seen || seen->plan != before->plan) {
    showsAll_ = true;
    pointAt({});
  }
  rows_.take(std::move(seen), RankRows::kAtOnce);
  if (showsAll_) range_ = {0, whole()};
  updateScrolling();
  seenMore();
}

void RankChart::seeAll() {
  more_.stop();
  if (rows_.complete()) return;
  rows_.takeMore();
  seenMore();
}

/// The window answers between two looks.
void RankChart::seenMore() {
  if (!rows_.complete()) return more_.start();
  if (cursor_) emit pointedAt(wordsOf(*cursor_));
  changed();
  emit completed();
}

void RankChart::setLongest(Cycle end) {
  longest_ = end;
  if (showsAll_) showAll();
}

double RankChart::whole() const {
  return std::max(kLeastRange, static_cast<double>(std::max(rows_.end(), longest_)));
}

void RankChart::setMoment(std::optional<Cycle> moment) {
  if (moment == moment_) return;
  moment_ = moment;
  update();
}

void RankChart::setMessagesShown(bool shown) {
  messages_ = shown;
  changed();
}

void RankChart::showAll() {
  showsAll_ = true;
  range_ = {0, whole()};
  changed();
  emit rangeChanged();
}

void RankChart::showRange(Range range) {
  const double all = whole();
  const double length = std::clamp(range.to - range.from, kLeastRange, all);
  const double from = std::clamp(range.from, 0.0, all - length);
  range_ = {from, from + length};
  showsAll_ = length >= all;
  changed();
  emit rangeChanged();
}

void RankChart::zoom(double factor, double around) {
  const double from = around - (around - range_.from) * factor;
  showRange({from, from + (range_.to - range_.from) * factor});
}

RankChart::Frame RankChart::frameOf(const QSizeF& size, double scroll) const {
  Frame frame;
  frame.area = QRectF(kRanksLeft, kTop, std::max(20.0, size.width() - kRanksLeft - 2),
                      std::max(10.0, size.height() - kTimeAxis - kTop));
  if (rows_.count() > 0)
    frame.row = std::clamp(frame.area.height() / rows_.count(), kLeastRankRow, kMostRankRow);
  frame.scroll = scroll;
  return frame;
}

RankChart::Frame RankChart::frame() const {
  // Axes that are compared are equally long, whoever has to be scrolled.
  const double bar = longest_ > 0 || scroll_->isVisibleTo(this) ? scroll_->sizeHint().width() : 0;
  return frameOf({width() - bar, static_cast<double>(height())}, scroll_->value());
}

double RankChart::xOf(const Frame& frame, double cycle) const {
  return frame.area.left() + frame.area.width() * (cycle - range_.from) / (range_.to - range_.from);
}

double RankChart::yOf(const Frame& frame, std::uint32_t rank) const {
  return frame.area.top() + frame.row * rank - frame.scroll;
}

QPointF RankChart::pointOf(const Place& place) const {
  const Frame now = frame();
  return {xOf(now, static_cast<double>(place.cycle)), yOf(now, place.rank) + now.row / 2};
}

std::optional<RankChart::Place> RankChart::placeAt(const QPointF& point) const {
  const Frame now = frame();
  if (rows_.count() == 0 || point.y() < now.area.top() || point.y() >= now.area.bottom() ||
      point.x() > now.area.right())
    return {};
  const auto rank = static_cast<std::uint32_t>((point.y() - now.area.top() + now.scroll) / now.row);
  if (rank >= rows_.count()) return {};
  const double share = std::max(0.0, point.x() - now.area.left()) / now.area.width();
  return Place{rank, static_cast<Cycle>(range_.from + share * (range_.to - range_.from))};
}

QString RankChart::wordsOf(const Place& place) const {
  const RankObservation& seen = *rows_.seen();
  if (const std::optional<RankSpan> span = rows_.at(place.rank, place.cycle))
    return spanWords(seen, *span);
  const RankNow& own = seen.ranks[place.rank];
  const std::size_t spans = rows_.spans(place.rank);
  if (own.phase == RankPhase::finished &&
      (spans == 0 || rows_.span(place.rank, spans - 1).to <= place.cycle))
    return tr("%1 has finished.").arg(rankName(seen, place.rank));
  return tr("%1 at cycle %2: between two steps.")
      .arg(rankName(seen, place.rank), wholeText(place.cycle));
}

void RankChart::pointAt(std::optional<Place> place) {
  if (place && place->rank >= rows_.count()) place.reset();
  if (place == cursor_) return;
  cursor_ = place;
  const QString words = place ? wordsOf(*place) : QString();
  setAccessibleDescription(words);
  update();
  emit pointedAt(words);
}

void RankChart::keepInSight(const Place& place) {
  const Frame now = frame();
  const double top = now.row * place.rank;
  if (top < now.scroll)
    scroll_->setValue(static_cast<int>(top));
  else if (top + now.row > now.scroll + now.area.height())
    scroll_->setValue(static_cast<int>(std::ceil(top + now.row - now.area.height())));
  const auto cycle = static_cast<double>(place.cycle);
  if (cycle >= range_.from && cycle < range_.to) return;
  const double length = range_.to - range_.from;
  showRange({cycle - length / 2, cycle + length / 2});
}

void RankChart::updateScrolling() {
  const Frame now = frameOf(size(), 0);
  const int most =
      std::max(0, static_cast<int>(std::ceil(now.row * rows_.count() - now.area.height())));
  scroll_->setVisible(most > 0);
  scroll_->setRange(0, most);
  scroll_->setPageStep(static_cast<int>(now.area.height()));
  scroll_->setSingleStep(static_cast<int>(std::ceil(now.row)));
  scroll_->setGeometry(width() - scroll_->sizeHint().width(), 0, scroll_->sizeHint().width(),
                       static_cast<int>(now.area.bottom()));
}

void RankChart::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  updateScrolling();
  changed();
}

/// Stretches as long as they are; where many share a pixel, what the rank was at in its middle.
void RankChart::paintRow(QPainter& painter, const Frame& frame, std::uint32_t rank) const {
  const double y = yOf(frame, rank), high = frame.row > 5 ? frame.row - 1 : frame.row;
  const double perPixel = (range_.to - range_.from) / frame.area.width();
  std::size_t index = rows_.after(rank, static_cast<Cycle>(range_.from));
  const std::size_t count = rows_.spans(rank);
  double free = frame.area.left();  // what is to the left of it has been drawn
  while (index < count) {
    const RankSpan span = rows_.span(rank, index);
    if (static_cast<double>(span.from) >= range_.to) break;
    const double from = std::max(free, xOf(frame, static_cast<double>(span.from)));
    const double to = std::min(frame.area.right(), xOf(frame, static_cast<double>(span.to)));
    if (to - free < 1) {
      // The pixel belongs to the stretch in its middle; on with what comes after it.
      const double middle = range_.from + (free + .5 - frame.area.left()) * perPixel;
      const std::size_t there = rows_.afterFrom(rank, static_cast<Cycle>(middle), index);
      const std::size_t next =
          rows_.afterFrom(rank, static_cast<Cycle>(middle + perPixel / 2), there);
      if (there < count)
        if (const RankSpan most = rows_.span(rank, there); most.from <= static_cast<Cycle>(middle))
          painter.fillRect(QRectF(free, y, 1, high), rankColour(*theme_, most.phase));
      free += 1;
      index = std::max(next, index + 1);
      continue;
    }
    painter.fillRect(QRectF(from, y, to - from, high), rankColour(*theme_, span.phase));
    free = to;
    ++index;
  }
}

void RankChart::paintRows(QPainter& painter, const Frame& frame) const {
  const RankObservation& seen = *rows_.seen();
  const bool several = seen.plan->jobs.size() > 1;
  painter.save();
  painter.setClipRect(frame.area.adjusted(-kRanksLeft, 0, 0, 0));
  painter.fillRect(frame.area, theme_->color(Tone::panel));
  const auto first = static_cast<std::uint32_t>(std::max(0.0, frame.scroll / frame.row));
  for (std::uint32_t rank = first; rank < rows_.count() && yOf(frame, rank) < frame.area.bottom();
       ++rank) {
    paintRow(painter, frame, rank);
    if (several)
      painter.fillRect(
          QRectF(frame.area.left() - kJobStripe - 2, yOf(frame, rank), kJobStripe, frame.row),
          theme_->curve(static_cast<int>(seen.ranks[rank].job) + 1));
  }
  painter.restore();
  paintNames(painter, frame);
}

void RankChart::paintNames(QPainter& painter, const Frame& frame) const {
  const RankObservation& seen = *rows_.seen();
  const auto every = static_cast<std::uint32_t>(std::ceil(kNamedRow / frame.row));
  painter.setFont(uiFont(10));
  painter.setPen(theme_->color(Tone::t2));
  const auto first = static_cast<std::uint32_t>(std::max(0.0, frame.scroll / frame.row));
  for (std::uint32_t rank = first; rank < rows_.count() && yOf(frame, rank) < frame.area.bottom();
       ++rank) {
    if (seen.ranks[rank].inJob % every != 0) continue;
    const QRectF name(0, yOf(frame, rank) + std::min(0.0, frame.row - kName) / 2,
                      frame.area.left() - kJobStripe - 6, std::max(kName, frame.row));
    // What is scrolled half away would have half a number.
    if (name.top() < 0 || name.bottom() > frame.area.bottom() + kName / 4) continue;
    painter.drawText(name, Qt::AlignRight | Qt::AlignVCenter,
                     QString::number(seen.ranks[rank].inJob));
  }
}

/// False where there are more than can be told apart; then none are drawn.
bool RankChart::paintFlights(QPainter& painter, const Frame& frame) const {
  std::vector<QLineF> lines;
  const bool all =
      rows_.flights(static_cast<Cycle>(range_.from), static_cast<Cycle>(std::ceil(range_.to)),
                    kMostFlights, [&](const MessageFlight& flight) {
                      lines.emplace_back(xOf(frame, static_cast<double>(flight.posted)),
                                         yOf(frame, flight.source) + frame.row / 2,
                                         xOf(frame, static_cast<double>(flight.arrived)),
                                         yOf(frame, flight.destination) + frame.row / 2);
                    });
  if (!all) return false;
  painter.save();
  painter.setClipRect(frame.area);
  painter.setRenderHint(QPainter::Antialiasing);
  QColor ink = theme_->color(Tone::t1);
  ink.setAlphaF(lines.size() > 200 ? .35F : .7F);
  painter.setPen(QPen(ink, 1));
  for (const QLineF& line : lines) painter.drawLine(line);
  painter.restore();
  return true;
}

void RankChart::paintAxis(QPainter& painter, const Frame& frame) const {
  painter.setPen(QPen(theme_->color(Tone::edge), 1));
  painter.drawLine(QPointF(frame.area.left(), frame.area.bottom() + .5),
                   QPointF(frame.area.right(), frame.area.bottom() + .5));
  painter.setFont(uiFont(11));
  const double step =
      roundStep((range_.to - range_.from) * kTickRoom / std::max(1.0, frame.area.width()));
  double taken = 0;
  const auto last = static_cast<qint64>(std::floor(range_.to / step));
  for (auto tick = static_cast<qint64>(std::ceil(range_.from / step)); tick <= last; ++tick) {
    const double cycle = static_cast<double>(tick) * step;
    const double x = xOf(frame, cycle);
    painter.setPen(QPen(theme_->color(Tone::edge), 1));
    painter.drawLine(QPointF(x, frame.area.bottom()), QPointF(x, frame.area.bottom() + 3));
    const QString words = wholeText(static_cast<qint64>(cycle));
    const double wide = painter.fontMetrics().horizontalAdvance(words);
    const double left = std::clamp(x - wide / 2, frame.area.left(), frame.area.right() - wide);
    if (left < taken) continue;
    taken = left + wide + 8;
    painter.setPen(theme_->color(Tone::t2));
    painter.drawText(QRectF(left, frame.area.bottom() + 4, wide + 1, kTimeAxis - 4),
                     Qt::AlignLeft | Qt::AlignTop, words);
  }
  painter.setPen(theme_->color(Tone::t3));
  painter.drawText(QRectF(0, frame.area.bottom() + 4, kRanksLeft - 6, kTimeAxis - 4),
                   Qt::AlignRight | Qt::AlignTop, tr("cycles"));
}

void RankChart::paintChart(QPainter& painter, const QSizeF& size) const {
  const Frame whole = frameOf(size, 0);
  painter.fillRect(QRectF({}, size), theme_->color(Tone::base));
  if (rows_.count() == 0) return;
  paintRows(painter, whole);
  if (messages_) paintFlights(painter, whole);
  paintAxis(painter, whole);
}

void RankChart::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  if (rows_.count() == 0 || rows_.seen()->parts.empty()) {
    painter.fillRect(rect(), theme_->color(Tone::base));
    painter.setFont(uiFont(11));
    painter.setPen(theme_->color(Tone::t3));
    painter.drawText(rect().adjusted(12, 0, -12, 0), Qt::AlignCenter | Qt::TextWordWrap,
                     tr("What ranks do appears here while the run goes on."));
  } else {
    const Frame now = frame();
    if (drawn_.isNull()) {
      drawn_ = QPixmap(size() * devicePixelRatioF());
      drawn_.setDevicePixelRatio(devicePixelRatioF());
      QPainter onto(&drawn_);
      onto.fillRect(rect(), theme_->color(Tone::base));
      paintRows(onto, now);
      const bool was = leftOut_;
      leftOut_ = messages_ && !paintFlights(onto, now);
      paintAxis(onto, now);
      if (was != leftOut_)
        QMetaObject::invokeMethod(this, &RankChart::rangeChanged, Qt::QueuedConnection);
    }
    painter.drawPixmap(0, 0, drawn_);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(now.area.adjusted(-3, 0, 3, 0));
    if (moment_) {
      const double x = xOf(now, static_cast<double>(*moment_));
      painter.setPen(QPen(theme_->color(Tone::bad), 1.5));
      painter.drawLine(QPointF(x, now.area.top()), QPointF(x, now.area.bottom()));
    }
    if (cursor_) {
      QRectF area(xOf(now, static_cast<double>(cursor_->cycle)) - 2, yOf(now, cursor_->rank), 4,
                  now.row);
      if (const auto span = rows_.at(cursor_->rank, cursor_->cycle)) {
        area.setLeft(std::max(now.area.left(), xOf(now, static_cast<double>(span->from))));
        area.setRight(std::min(now.area.right(), xOf(now, static_cast<double>(span->to))));
      }
      painter.setPen(QPen(theme_->color(Tone::t1), 1.5));
      painter.setBrush(Qt::NoBrush);
      painter.drawRoundedRect(area.adjusted(-1, -.5, 1, .5), 2, 2);
    }
    painter.setClipping(false);
  }
  if (!hasFocus()) return;
  paintFocusRing(painter, rect(), *theme_);
}

void RankChart::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  pressed_ = event->position();
  pressedRange_ = range_;
  pressedScroll_ = scroll_->value();
  dragged_ = false;
}

void RankChart::mouseMoveEvent(QMouseEvent* event) {
  if (!pressed_) return;
  const QPointF by = event->position() - *pressed_;
  if (!dragged_ && by.manhattanLength() < 4) return;
  dragged_ = true;
  const double cycles = by.x() * (pressedRange_.to - pressedRange_.from) / frame().area.width();
  scroll_->setValue(pressedScroll_ - static_cast<int>(by.y()));
  if (!showsAll_) showRange({pressedRange_.from - cycles, pressedRange_.to - cycles});
}

void RankChart::mouseReleaseEvent(QMouseEvent* event) {
  const bool clicked = pressed_ && !dragged_;
  pressed_.reset();
  if (event->button() != Qt::LeftButton || !clicked) return;
  pointAt(placeAt(event->position()));
  if (cursor_) emit rankChosen(cursor_->rank);
}

void RankChart::mouseDoubleClickEvent(QMouseEvent* event) {
  const std::optional<Place> place = placeAt(event->position());
  if (event->button() == Qt::LeftButton && place) emit seekRequested(place->cycle);
}

void RankChart::wheelEvent(QWheelEvent* event) {
  if (rows_.count() == 0 || event->angleDelta().y() == 0) return event->ignore();
  const Frame now = frame();
  const double share =
      std::clamp((event->position().x() - now.area.left()) / now.area.width(), 0.0, 1.0);
  zoom(std::pow(kWheelStep, -event->angleDelta().y() / 120.0),
       range_.from + share * (range_.to - range_.from));
  event->accept();
}

void RankChart::walk(int spans) {
  const std::uint32_t rank = cursor_->rank;
  const std::size_t count = rows_.spans(rank);
  if (count == 0) return;
  const auto at =
      static_cast<std::ptrdiff_t>(std::min(rows_.after(rank, cursor_->cycle), count - 1));
  const auto next =
      std::clamp<std::ptrdiff_t>(at + spans, 0, static_cast<std::ptrdiff_t>(count) - 1);
  pointAt(Place{rank, rows_.span(rank, static_cast<std::size_t>(next)).from});
}

void RankChart::keyPressEvent(QKeyEvent* event) {
  if (rows_.count() == 0) return QWidget::keyPressEvent(event);
  const double middle =
      cursor_ ? static_cast<double>(cursor_->cycle) : (range_.from + range_.to) / 2;
  switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      return zoom(1 / kWheelStep, middle);
    case Qt::Key_Minus:
      return zoom(kWheelStep, middle);
    case Qt::Key_0:
      return showAll();
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (cursor_) emit rankChosen(cursor_->rank);
      return;
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Left:
    case Qt::Key_Right:
      break;
    default:
      return QWidget::keyPressEvent(event);
  }
  if (!cursor_) {
    pointAt(Place{0, static_cast<Cycle>(range_.from)});
  } else if (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down) {
    const bool up = event->key() == Qt::Key_Up;
    const std::uint32_t last = rows_.count() - 1;
    pointAt(
        Place{up ? cursor_->rank - (cursor_->rank > 0 ? 1 : 0) : std::min(last, cursor_->rank + 1),
              cursor_->cycle});
  } else {
    walk(event->key() == Qt::Key_Left ? -1 : 1);
  }
  if (cursor_) keepInSight(*cursor_);
}

void RankChart::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  update();
}

void RankChart::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  update();
}

bool RankChart::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const auto place = placeAt(help->pos());  // without words a tip goes
  QToolTip::showText(help->globalPos(), place ? wordsOf(*place) : QString(), this);
  return true;
}

}  // namespace hopscope
