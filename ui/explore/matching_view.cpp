// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/matching_view.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <utility>

#include "ui/drawing/fonts.h"

namespace hopscope {

namespace {

using Kind = MatchingFrame::Kind;

constexpr double kViewLeft = 44, kViewTop = 26, kViewRight = 44, kViewBottom = 40;
constexpr double kInset = 8;        ///< of the masks at both ends
constexpr double kWithNumber = 15;  ///< px between ports with room for a number
/// Masks of more ports are not written.
constexpr std::uint32_t kMostBits = 16;

}  // namespace

MatchingView::MatchingView(QWidget* parent) : QWidget(parent), theme_(&Theme::light()) {
  setObjectName(QStringLiteral("matchingView"));
  setAccessibleName(tr("The unfolded graph"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void MatchingView::setTheme(const Theme& theme) {
  theme_ = &theme;
  update();
}

void MatchingView::setStory(std::shared_ptr<const MatchingStory> story) {
  story_ = std::move(story);
  setFrame(0);
}

void MatchingView::setFrame(std::size_t frame) {
  frame_ = frame;
  setAccessibleDescription(story_ && frame_ < story_->frames.size()
                               ? frameWords(*story_, story_->frames[frame_])
                               : QString());
  update();
}

/// As many as the longest search of the story had, so that nothing jumps.
std::size_t MatchingView::stages() const {
  std::size_t most = 2;
  for (const MatchingStep& step : story_->steps) most = std::max(most, step.reached.size());
  return most;
}

QPointF MatchingView::placeOf(std::size_t stage, std::uint32_t port) const {
  const double across = std::max(1.0, width() - kViewLeft - kViewRight);
  const double down = std::max(1.0, height() - kViewTop - kViewBottom);
  return {kViewLeft + across * static_cast<double>(stage) / static_cast<double>(stages() - 1),
          kViewTop + down * (port + .5) / story_->ports};
}

void MatchingView::paintEdges(QPainter& painter) const {
  const MatchingFrame& frame = story_->frames[frame_];
  const MatchingStep& step = story_->steps[frame.step];
  const std::vector<std::uint32_t>& pairs = story_->matchingAt(frame);
  const std::size_t reached = frame.kind == Kind::forward ? frame.stage : step.reached.size() - 1;
  QColor quiet = theme_->color(Tone::t4);
  quiet.setAlphaF(.6F);
  const QPen idle(quiet, 1);
  const QPen active(theme_->color(Tone::accent), 1.2);
  for (const bool lively : {false, true})
    for (std::size_t stage = 0; stage + 1 < stages(); ++stage)
      for (std::uint32_t input = 0; input < story_->ports; ++input) {
        const auto draw = [&](std::uint32_t output, bool pair) {
          const std::uint32_t from = stage % 2 == 0 ? input : output;
          const std::uint32_t to = stage % 2 == 0 ? output : input;
          const bool isActive = stage < reached && bitAt(step.reached[stage].data(), from);
          if (isActive != lively) return;
          QPen pen = isActive ? active : idle;
          if (pair) pen.setWidthF(2.4);
          painter.setPen(pen);
          painter.drawLine(placeOf(stage, from), placeOf(stage + 1, to));
        };
        if (stage % 2 == 1) {
          if (pairs[input] != kNone) draw(pairs[input], true);
          continue;
        }
        forEachBit(story_->requests.row(input), story_->requests.words(),
                   [&](std::uint32_t output) {
                     if (pairs[input] != output) draw(output, false);
                   });
      }
}

void MatchingView::paintPath(QPainter& painter) const {
  const MatchingFrame& frame = story_->frames[frame_];
  const std::vector<std::uint32_t>& path = story_->steps[frame.step].path;
  if (frame.kind != Kind::back && frame.kind != Kind::flip) return;
  const std::size_t from = frame.kind == Kind::flip ? 0 : frame.stage;
  for (std::size_t stage = from; stage + 1 < path.size(); ++stage) {
    // Once it is flipped, what was a request is a pair.
    const bool pair = (stage % 2 == 1) != (frame.kind == Kind::flip);
    QPen pen(theme_->curve(2), pair ? 4 : 2.4, Qt::SolidLine, Qt::RoundCap);
    if (!pair && frame.kind == Kind::flip) pen.setDashPattern({2, 2});
    painter.setPen(pen);
    painter.drawLine(placeOf(stage, path[stage]), placeOf(stage + 1, path[stage + 1]));
  }
}

void MatchingView::paintPorts(QPainter& painter) const {
  const MatchingFrame& frame = story_->frames[frame_];
  const MatchingStep& step = story_->steps[frame.step];
  const std::vector<std::uint32_t>& pairs = story_->matchingAt(frame);
  std::vector<bool> taken(story_->ports, false);
  for (const std::uint32_t output : pairs)
    if (output != kNone) taken[output] = true;
  const double apart = placeOf(0, 1).y() - placeOf(0, 0).y();
  const double radius = std::clamp(apart * .38, 2.0, 9.0);
  const std::size_t reached = frame.kind == Kind::forward ? frame.stage : step.reached.size() - 1;
  painter.setFont(uiFont(10));
  for (std::size_t stage = 0; stage < stages(); ++stage)
    for (std::uint32_t port = 0; port < story_->ports; ++port) {
      const QPointF place = placeOf(stage, port);
      const bool lit = stage <= reached && bitAt(step.reached[stage].data(), port);
      const bool onPath = (frame.kind == Kind::back || frame.kind == Kind::flip) &&
                          stage < step.path.size() && step.path[stage] == port &&
                          (frame.kind == Kind::flip || stage >= frame.stage);
      const bool free = stage % 2 == 0 ? pairs[port] == kNone : !taken[port];
      painter.setBrush(theme_->color(onPath ? Tone::warnSoft
                                     : lit  ? Tone::accentSoft
                                            : Tone::base));
      painter.setPen(QPen(onPath ? theme_->curve(2) : theme_->color(lit ? Tone::accent : Tone::t4),
                          lit || onPath ? 1.8 : 1));
      painter.drawEllipse(place, radius, radius);
      // A ring around those without a pair.
      if (free && radius > 4) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme_->color(Tone::ok), 1));
        painter.drawEllipse(place, radius + 2.5, radius + 2.5);
      }
      if (apart < kWithNumber) continue;
      painter.setPen(theme_->color(Tone::t1));
      painter.drawText(QRectF(place.x() - 12, place.y() - 8, 24, 16), Qt::AlignCenter,
                       QString::number(port));
    }
}

void MatchingView::paintMasks(QPainter& painter) const {
  const MatchingFrame& frame = story_->frames[frame_];
  const MatchingStep& step = story_->steps[frame.step];
  const std::size_t reached = frame.kind == Kind::forward ? frame.stage : step.reached.size() - 1;
  painter.setFont(uiFont(11));
  const double column = placeOf(1, 0).x() - placeOf(0, 0).x();
  for (std::size_t stage = 0; stage < stages(); ++stage) {
    const double x = placeOf(stage, 0).x();
    const bool first = stage == 0, last = stage + 1 == stages();
    const QString name = stage % 2 == 0 ? tr("inputs") : tr("outputs");
    painter.setPen(theme_->color(Tone::t2));
    if (painter.fontMetrics().horizontalAdvance(name) < column || first || last)
      painter.drawText(QRectF(x - 42, 2, 84, 18), Qt::AlignCenter, name);
    if (stage > reached || story_->ports > kMostBits) continue;
    QString bits;
    for (std::uint32_t port = 0; port < story_->ports; ++port) {
      if (port > 0 && port % 4 == 0) bits += QLatin1Char(' ');
      bits += QLatin1Char(bitAt(step.reached[stage].data(), port) ? '1' : '0');
    }
    const double wide = painter.fontMetrics().horizontalAdvance(bits);
    if (wide > column - 4 && stages() > 2) {
      // In two lines, else not at all.
      const auto half = bits.size() / 2;
      if (wide / 2 > column - 4) continue;
      bits = bits.left(half).trimmed() + QLatin1Char('\n') + bits.mid(half).trimmed();
    }
    const QRectF foot(std::clamp(x - 90, kInset, width() - 180.0 - kInset),
                      height() - kViewBottom + 8, 180, 32);
    painter.setPen(theme_->color(Tone::accentText));
    painter.drawText(foot,
                     (first  ? Qt::AlignLeft
                      : last ? Qt::AlignRight
                             : Qt::AlignHCenter) |
                         Qt::AlignTop,
                     bits);
  }
}

void MatchingView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), theme_->color(Tone::canvas));
  if (!story_ || frame_ >= story_->frames.size()) return;
  painter.setRenderHint(QPainter::Antialiasing);
  paintEdges(painter);
  paintPath(painter);
  paintPorts(painter);
  paintMasks(painter);
}

}  // namespace hopscope
