// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/timeline_strip.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QPolygonF>
#include <QPushButton>
#include <QToolButton>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/drawing/focus_ring.h"
#include "ui/drawing/fonts.h"
#include "ui/drawing/heat_scale.h"
#include "ui/drawing/icons.h"
#include "ui/drawing/slot_colours.h"
#include "ui/run/timeline_slots.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr double kLeft = 124, kRight = 144, kBandTop = 20, kBandHeight = 14, kHeatHeight = 14,
                 kSlotsHeight = 14, kWedge = 5;

/// Keys that go by many windows.
constexpr int kPage = 10;
constexpr int kTool = 24;        ///< pixels of a button
constexpr double kNearFlag = 6;  ///< pixels
/// Right of all words, and between those of the axis and others in its row, px.
constexpr double kEdge = 12, kBesideWords = 8;

/// A round step that leaves at most ten ticks.
double tickStep(double range) {
  const double raw = std::max(1.0, range / 8);
  const double decade = std::pow(10.0, std::floor(std::log10(raw)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * decade >= raw) return factor * decade;
  return 10 * decade;
}

}  // namespace

TimelineStrip::TimelineStrip(QWidget* parent)
    : QWidget(parent),
      theme_(&Theme::light()),
      back_(new QPushButton(this)),
      play_(new QToolButton(this)),
      loop_(new QToolButton(this)) {
  setAccessibleName(tr("Timeline"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  back_->setObjectName(QStringLiteral("backToLive"));
  back_->hide();
  connect(back_, &QPushButton::clicked, this, &TimelineStrip::liveRequested);
  int x = static_cast<int>(kLeft) - 2 * kTool - 3;
  for (QToolButton* each : {play_, loop_}) {
    each->setProperty("small", true);
    each->setGeometry(x, static_cast<int>(kBandTop + kBandHeight) - kTool, kTool, kTool);
    x += kTool + 1;
  }
  play_->setObjectName(QStringLiteral("playPast"));
  loop_->setObjectName(QStringLiteral("loopPast"));
  loop_->setCheckable(true);
  loop_->setAccessibleName(tr("Play again and again"));
  loop_->setToolTip(tr("Play again and again"));
  connect(play_, &QToolButton::clicked, this, &TimelineStrip::playToggled);
  connect(loop_, &QToolButton::clicked, this, &TimelineStrip::loopToggled);
  showButtons();
}

/// What is recorded can be played.
void TimelineStrip::showButtons() {
  const QString words = picture_.playing ? tr("Pause") : tr("Play the recorded windows");
  play_->setIcon(icon(picture_.playing ? QStringLiteral("pause") : QStringLiteral("run"), *theme_));
  play_->setAccessibleName(words);
  play_->setToolTip(words);
  loop_->setIcon(icon(QStringLiteral("loop"), *theme_));
  loop_->setChecked(picture_.looping);
  for (QToolButton* each : {play_, loop_}) each->setVisible(picture_.seekable);
}

void TimelineStrip::setTheme(const Theme& theme) {
  theme_ = &theme;
  showButtons();
  update();
}

void TimelineStrip::setPicture(TimelinePicture picture) {
  const bool resized = picture.slotLane.empty() != picture_.slotLane.empty();
  picture_ = std::move(picture);
  if (resized) updateGeometry();
  showButtons();
  const QString text = picture_.ended ? tr("Whole run") : tr("Back to live");
  if (back_->text() != text) {
    back_->setText(text);
    placeButton();
  }
  const bool hadFocus = back_->hasFocus();
  back_->setVisible(picture_.cursor.has_value());
  if (hadFocus && !picture_.cursor) setFocus();
  QString words = picture_.planned <= 0 ? QString()
                  : picture_.cursor     ? tr("looking at cycle %1 of %2")
                                          .arg(wholeText(*picture_.cursor), wholeText(picture_.now))
                                    : tr("cycle %1").arg(wholeText(picture_.now));
  // What the lane shows there, for who does not see it.
  if (picture_.cursor)
    if (const QString lane = slotLaneWords(picture_.slotLane, *picture_.cursor); !lane.isEmpty())
      words += QStringLiteral(". ") + lane;
  setAccessibleDescription(words);
  update();
}

bool TimelineStrip::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const double bottom = lanesBottom();
  const bool onSlots = !picture_.slotLane.empty() && help->pos().y() >= bottom - kSlotsHeight &&
                       help->pos().y() < bottom;
  const QString words =
      onSlots ? slotLaneWords(picture_.slotLane, cycleAt(help->pos().x())) : QString();
  if (words.isEmpty()) return QWidget::event(event);
  QToolTip::showText(help->globalPos(), words, this);
  return true;
}

QSize TimelineStrip::sizeHint() const {
  return {640, minimumSizeHint().height()};
}
QSize TimelineStrip::minimumSizeHint() const {
  return {320, picture_.slotLane.empty() ? 72 : 72 + static_cast<int>(kSlotsHeight) + 2};
}

QRectF TimelineStrip::chart() const {
  return {kLeft, 0, std::max(40.0, width() - kLeft - kRight), static_cast<double>(height())};
}

Cycle TimelineStrip::end() const {
  return std::max<Cycle>(1, std::max(picture_.planned, picture_.now));
}

double TimelineStrip::xOf(Cycle cycle) const {
  return chart().left() + chart().width() * static_cast<double>(cycle) / static_cast<double>(end());
}

void TimelineStrip::placeButton() {
  const QSize size(back_->sizeHint().width(), 28);
  back_->setGeometry(QRect(QPoint(width() - 12 - size.width(), 10), size));
}

void TimelineStrip::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  placeButton();
}

Cycle TimelineStrip::cycleAt(double x) const {
  const double share = std::clamp((x - chart().left()) / chart().width(), 0.0, 1.0);
  return static_cast<Cycle>(std::llround(share * static_cast<double>(end())));
}

/// A stretch from where the mouse was pressed; none where it has hardly moved.
void TimelineStrip::markTo(double x) {
  constexpr double kLeast = 4;  // pixels
  if (std::abs(x - xOf(*marking_)) < kLeast)
    emit stretchMarked({});
  else
    emit stretchMarked(std::pair(*marking_, cycleAt(x)));
}

void TimelineStrip::markEnd(bool first) {
  const Cycle here = picture_.cursor.value_or(picture_.now);
  const std::pair<Cycle, Cycle> before =
      picture_.stretch.value_or(std::pair(Cycle(0), picture_.now));
  emit stretchMarked(first ? std::pair(here, std::max(here, before.second))
                           : std::pair(std::min(here, before.first), here));
}

void TimelineStrip::contextMenuEvent(QContextMenuEvent* event) {
  if (picture_.planned <= 0) return;
  const bool byMouse = event->reason() == QContextMenuEvent::Mouse;
  const double x = event->pos().x();
  const Cycle at = byMouse && x >= chart().left() - kNearFlag
                       ? std::min(cycleAt(x), picture_.now)
                       : picture_.cursor.value_or(picture_.now);
  QMenu menu(this);
  menu.addAction(tr("Bookmark cycle %1…").arg(wholeText(at)), this,
                 [this, at] { emit bookmarkWanted(at); });
  if (picture_.stretch)
    menu.addAction(
        tr("Play all again, not only cycles %1 to %2")
            .arg(wholeText(picture_.stretch->first), wholeText(picture_.stretch->second)),
        this, [this] { emit stretchMarked({}); });
  bool any = false;
  for (const TimelinePicture::Flag& flag : picture_.flags) {
    if (!flag.bookmark) continue;
    if (!std::exchange(any, true)) menu.addSeparator();
    QMenu* own = menu.addMenu(QStringLiteral("%1, %2").arg(flag.text, wholeText(flag.at)));
    own->addAction(tr("Go to it"), this, [this, cycle = flag.at] { emit seekRequested(cycle); });
    own->addAction(tr("Rename…"), this, [this, cycle = flag.at] { emit bookmarkWanted(cycle); });
    own->addAction(tr("Delete"), this, [this, cycle = flag.at] { emit bookmarkRemoved(cycle); });
  }
  menu.exec(event->globalPos());
}

void TimelineStrip::seekTo(double x) {
  const Cycle cycle = cycleAt(x);
  // Beyond the newest window there is only now.
  if (cycle >= picture_.now)
    emit liveRequested();
  else
    emit seekRequested(cycle);
}

void TimelineStrip::mousePressEvent(QMouseEvent* event) {
  const double x = event->position().x();
  if (event->button() != Qt::LeftButton || !picture_.seekable || x < chart().left() - 6 ||
      x > chart().right() + 6)
    return;
  if ((event->modifiers() & Qt::ShiftModifier) != 0) {
    marking_ = cycleAt(x);
    return;
  }
  dragging_ = true;
  seekTo(x);
}

void TimelineStrip::mouseMoveEvent(QMouseEvent* event) {
  const double x = event->position().x();
  const bool over = picture_.seekable && x >= chart().left() - 6 && x <= chart().right() + 6;
  setCursor(over || dragging_ ? Qt::SplitHCursor : Qt::ArrowCursor);
  if (dragging_) seekTo(x);
  if (marking_) markTo(x);
}

void TimelineStrip::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  dragging_ = false;
  if (marking_) markTo(event->position().x());
  marking_.reset();
}

void TimelineStrip::keyPressEvent(QKeyEvent* event) {
  if (!picture_.seekable) return QWidget::keyPressEvent(event);
  switch (event->key()) {
    case Qt::Key_Left:
      return emit stepRequested(-1);
    case Qt::Key_Right:
      return emit stepRequested(1);
    case Qt::Key_PageUp:
      return emit stepRequested(-kPage);
    case Qt::Key_PageDown:
      return emit stepRequested(kPage);
    case Qt::Key_BracketLeft:
      return markEnd(true);
    case Qt::Key_BracketRight:
      return markEnd(false);
    case Qt::Key_Delete:
      return emit stretchMarked({});
    case Qt::Key_Home:
      return emit seekRequested(0);
    case Qt::Key_End:
      return emit liveRequested();
    default:
      QWidget::keyPressEvent(event);
  }
}

void TimelineStrip::paintBands(QPainter& painter) const {
  const QRectF area = chart();
  // Of an application's run nobody knows the end: the axis may have yet to reach that of the
  // warm-up.
  const double warmupEnd = std::min(xOf(picture_.warmup), area.right());
  const double measureEnd = std::max(warmupEnd, xOf(picture_.planned));
  const QRectF warmup(area.left(), kBandTop, warmupEnd - area.left(), kBandHeight);
  const QRectF measure(warmupEnd, kBandTop, measureEnd - warmupEnd, kBandHeight);
  const QRectF drain(measureEnd, kBandTop, area.right() - measureEnd, kBandHeight);
  painter.fillRect(warmup, theme_->color(Tone::raised));
  painter.fillRect(measure, theme_->color(Tone::accentSoft));
  if (drain.width() >= 1) painter.fillRect(drain, theme_->color(Tone::raised));
  painter.setFont(uiFont(11));
  const auto label = [&](const QRectF& band, Tone tone, const QString& text) {
    if (painter.fontMetrics().horizontalAdvance(text) + 12 > band.width()) return;
    painter.setPen(theme_->color(tone));
    painter.drawText(band.adjusted(6, 0, -6, 0), Qt::AlignVCenter | Qt::AlignLeft, text);
  };
  label(warmup, Tone::t2, tr("warm-up"));
  label(measure, Tone::accentText, tr("measuring"));
  label(drain, Tone::t2, tr("drain"));
}

void TimelineStrip::paintHeat(QPainter& painter) const {
  const HeatScale scale(*theme_);
  const double top = kBandTop + kBandHeight + 2;
  int lastPixel = -1;
  double hottest = 0;
  for (const TimelinePicture::Heat& window : picture_.heat) {
    const double x0 = xOf(window.begin), x1 = xOf(window.end);
    const int pixel = static_cast<int>(x0);
    // Several windows in one pixel: the hottest of them is what counts.
    hottest = pixel == lastPixel ? std::max(hottest, window.hottest) : window.hottest;
    lastPixel = pixel;
    painter.fillRect(QRectF(x0, top, std::max(1.0, x1 - x0), kHeatHeight), scale.color(hottest));
  }
  painter.setPen(QPen(theme_->color(Tone::line), 1));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(QRectF(chart().left() - 0.5, top - 0.5, chart().width() + 1, kHeatHeight + 1));
}

/// In each window a stack of what its time went to, and a wedge on top where circuits were flushed.
void TimelineStrip::paintSlots(QPainter& painter) const {
  if (picture_.slotLane.empty()) return;
  const double top = kBandTop + kBandHeight + kHeatHeight + 4;
  const QColor ground = theme_->color(Tone::base), circuits = theme_->curve(1),
               worms = theme_->color(Tone::t3);
  const std::array<QColor, 4> colours{circuits, dimmed(circuits, ground, .25), worms,
                                      dimmed(worms, ground, .25)};
  painter.fillRect(QRectF(chart().left(), top, chart().width(), kSlotsHeight), ground);
  for (const TimelinePicture::Slots& cell : picture_.slotLane) {
    const double x = xOf(cell.begin), width = std::max(1.0, xOf(cell.end) - x);
    double bottom = top + kSlotsHeight;
    for (std::size_t part = 0; part < colours.size(); ++part) {
      const double height = kSlotsHeight * std::clamp(cell.parts[part], 0.0, 1.0);
      painter.fillRect(QRectF(x, bottom - height, width, height), colours[part]);
      bottom -= height;
    }
    if (!cell.flushed) continue;
    const double middle = x + width / 2;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(ground, 1));
    painter.setBrush(theme_->color(Tone::t1));
    painter.drawPolygon(
        QPolygonF{{middle - kWedge, top}, {middle + kWedge, top}, {middle, top + kWedge + 1}});
    painter.setRenderHint(QPainter::Antialiasing, false);
  }
  painter.setPen(QPen(theme_->color(Tone::line), 1));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(QRectF(chart().left() - 0.5, top - 0.5, chart().width() + 1, kSlotsHeight + 1));
}

double TimelineStrip::lanesBottom() const {
  return kBandTop + kBandHeight + kHeatHeight + 3 +
         (picture_.slotLane.empty() ? 0 : kSlotsHeight + 2);
}

QString TimelineStrip::rightWords() const {
  if (picture_.cursor) return tr("at cycle %1").arg(wholeText(*picture_.cursor));
  return picture_.window > 0 ? tr("%1-cycle windows").arg(wholeText(picture_.window)) : QString();
}

QRectF TimelineStrip::wordsRoom(const QFontMetrics& metrics) const {
  const double words = metrics.horizontalAdvance(rightWords()) + 1;
  return {width() - kEdge - words, lanesBottom() + 3, words, 16};
}

void TimelineStrip::paintAxis(QPainter& painter) const {
  painter.setFont(uiFont(11));
  painter.setPen(theme_->color(Tone::t2));
  const double y = lanesBottom();
  const auto last = static_cast<double>(end());
  const double step = tickStep(last);
  const int ticks = static_cast<int>(last * 1.0001 / step);
  // What is said at the right end of this row keeps its room.
  const double room = wordsRoom(painter.fontMetrics()).left() - kBesideWords;
  for (int i = 0; i <= ticks; ++i) {
    const double tick = i * step;
    const double x = xOf(static_cast<Cycle>(tick));
    painter.drawLine(QPointF(x, y), QPointF(x, y + 3));
    const QString text = compactText(tick);
    const double half = painter.fontMetrics().horizontalAdvance(text) / 2.0 + 1;
    if (const double middle = std::min(x, room - half); middle > x - half)
      painter.drawText(QRectF(middle - half, y + 3, 2 * half, 16), Qt::AlignHCenter | Qt::AlignTop,
                       text);
  }
}

/// A flag for what happened, a ribbon for what has a name.
void TimelineStrip::paintFlag(QPainter& painter, const TimelinePicture::Flag& flag,
                              double x) const {
  const QColor ink = theme_->color(flag.bookmark ? Tone::accentText : Tone::t1);
  painter.setPen(QPen(ink, 1));
  painter.drawLine(QPointF(x, 5), QPointF(x, lanesBottom()));
  painter.setPen(Qt::NoPen);
  painter.setBrush(ink);
  if (flag.bookmark)
    painter.drawPolygon(QPolygonF{{x - 4, 2}, {x + 4, 2}, {x + 4, 13}, {x, 9.5}, {x - 4, 13}});
  else
    painter.drawPolygon(QPolygonF{{x, 5}, {x + 8, 5}, {x + 6, 8.5}, {x + 8, 12}, {x, 12}});
}

/// What alone is played lies between two brackets.
void TimelineStrip::paintStretch(QPainter& painter) const {
  if (!picture_.stretch) return;
  const double from = xOf(picture_.stretch->first), to = xOf(picture_.stretch->second);
  const double top = kBandTop + kBandHeight, bottom = lanesBottom();
  painter.setPen(QPen(theme_->color(Tone::accentText), 2));
  for (const auto& [x, inwards] : {std::pair(from, 4.0), std::pair(to, -4.0)}) {
    painter.drawLine(QPointF(x, top), QPointF(x, bottom));
    painter.drawLine(QPointF(x, top), QPointF(x + inwards, top));
    painter.drawLine(QPointF(x, bottom), QPointF(x + inwards, bottom));
  }
}

void TimelineStrip::paintFlags(QPainter& painter) const {
  painter.setFont(uiFont(11));
  const double head = xOf(picture_.cursor.value_or(picture_.now));
  double taken = 0;  // by the words before
  for (std::size_t i = 0; i < picture_.flags.size(); ++i) {
    const TimelinePicture::Flag& flag = picture_.flags[i];
    if (flag.at > end()) break;
    const double x = std::round(xOf(flag.at)) + 0.5;
    paintFlag(painter, flag, x);
    // Words have the room up to the next flag or the playhead; else they stand on the left.
    double right = i + 1 < picture_.flags.size() ? xOf(picture_.flags[i + 1].at) : width();
    double left = taken;
    if (head > x)
      right = std::min(right, head - 8);
    else
      left = std::max(left, head + 8);
    const double words = painter.fontMetrics().horizontalAdvance(flag.text) + 4;
    const bool fits = x + 12 + words <= right;
    if (fits || x - 6 - words >= left) {
      const double from = fits ? x + 12 : x - 6 - words;
      painter.setPen(theme_->color(Tone::t2));
      painter.drawText(QRectF(from, 1, words, 15), Qt::AlignVCenter | Qt::AlignLeft, flag.text);
      taken = fits ? from + words : x + 8;
    } else {
      taken = x + 8;
    }
  }
}

void TimelineStrip::paintPlayhead(QPainter& painter) const {
  const double bottom = lanesBottom() + 3;
  if (picture_.cursor) {
    const double now = xOf(picture_.now);
    painter.setPen(QPen(theme_->color(Tone::t2), 1));
    painter.drawLine(QPointF(now, kBandTop - 4), QPointF(now, bottom));
  }
  const double x = xOf(picture_.cursor.value_or(std::min(picture_.now, end())));
  const QColor accent = theme_->color(Tone::accent);
  painter.setPen(QPen(accent, 2));
  painter.drawLine(QPointF(x, kBandTop - 4), QPointF(x, bottom));
  painter.setPen(Qt::NoPen);
  painter.setBrush(accent);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.drawPolygon(QPolygonF{{x - 6, kBandTop - 14},
                                {x + 6, kBandTop - 14},
                                {x + 6, kBandTop - 8},
                                {x, kBandTop - 2},
                                {x - 6, kBandTop - 8}});
  if (hasFocus()) paintFocusRing(painter, QRectF(x - 10, kBandTop - 18, 20, 20), *theme_);
}

void TimelineStrip::paintLive(QPainter& painter) const {
  const QRectF chip(width() - 12 - 60, kBandTop - 4, 60, 24);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme_->color(Tone::accent), 1));
  painter.setBrush(theme_->color(Tone::accentSoft));
  painter.drawRoundedRect(chip.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme_->color(Tone::accent));
  painter.drawEllipse(QPointF(chip.left() + 14, chip.center().y()), 3, 3);
  painter.setFont(uiFont(12));
  painter.setPen(theme_->color(Tone::accentText));
  painter.drawText(chip.adjusted(22, 0, 0, 0), Qt::AlignVCenter, tr("Live"));
}

void TimelineStrip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), theme_->color(Tone::panel));
  painter.fillRect(QRect(0, 0, width(), 1), theme_->color(Tone::line));

  painter.setFont(uiFont(12, true));
  painter.setPen(theme_->color(Tone::t1));
  painter.drawText(QRectF(12, kBandTop - 1, kLeft - 16, 16), Qt::AlignVCenter, tr("Timeline"));
  const QFont small = uiFont(11);
  painter.setFont(small);
  if (picture_.planned <= 0) {
    // Rows of nothing need no names.
    painter.setPen(theme_->color(Tone::t3));
    painter.drawText(QRectF(kLeft, kBandTop - 1, width() - kLeft - 12, 16), Qt::AlignVCenter,
                     tr("The run appears here once it has started."));
    if (hasFocus()) paintFocusRing(painter, rect(), *theme_);
    return;
  }
  painter.setPen(theme_->color(Tone::t2));
  painter.drawText(QRectF(12, kBandTop + 16, kLeft - 16, 14), Qt::AlignVCenter, tr("Hottest link"));
  if (!picture_.slotLane.empty())
    painter.drawText(QRectF(12, kBandTop + 32, kLeft - 16, 14), Qt::AlignVCenter, tr("Slots"));
  painter.drawText(QRectF(12, lanesBottom() + 3, kLeft - 16, 16), Qt::AlignVCenter, tr("Cycle"));

  paintBands(painter);
  paintHeat(painter);
  paintSlots(painter);
  paintAxis(painter);
  paintStretch(painter);
  paintFlags(painter);
  paintPlayhead(painter);

  painter.setFont(small);
  painter.setPen(theme_->color(Tone::t2));
  painter.drawText(wordsRoom(painter.fontMetrics()), Qt::AlignVCenter | Qt::AlignRight,
                   rightWords());
  if (picture_.live && !picture_.cursor) paintLive(painter);
}

}  // namespace hopscope
