// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/tree_view.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/drawing/fonts.h"

namespace hopscope {

namespace {

constexpr double kTreeMargin = 14, kVectorRow = 16, kVectorHead = 18;

/// The node of level `level + 1` above a port of `node`: digits below the level come from ports,
/// those above from children.
std::uint32_t parentOf(const TreeCase& tree, std::uint32_t level, std::uint32_t node,
                       std::uint32_t port) {
  std::uint32_t weight = 1;
  for (std::uint32_t i = 0; i < level; ++i) weight *= tree.width;
  const std::uint32_t low = node % weight, high = node / weight / tree.width;
  return low + weight * port + weight * tree.width * high;
}

QString bitsOf(std::uint64_t bits, std::uint32_t count) {
  QString text;
  for (std::uint32_t i = 0; i < count; ++i) text += QLatin1Char((bits >> i & 1) != 0 ? '1' : '0');
  return text;
}

}  // namespace

TreeView::TreeView(QWidget* parent) : QWidget(parent), theme_(&Theme::light()) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void TreeView::setTheme(const Theme& theme) {
  theme_ = &theme;
  update();
}

void TreeView::setStory(std::shared_ptr<const TreeStory> story) {
  story_ = std::move(story);
  places_ = story_
                ? std::make_unique<TreeScheduler>(treeOf(story_->tree), 1, TreeSchedulerSettings{})
                : nullptr;
  setDone(story_ ? story_->circuits.size() : 0);
}

void TreeView::setDone(std::size_t done) {
  done_ = done;
  setAccessibleDescription(story_ && done_ > 0 ? requestWords(*story_, done_ - 1) : QString());
  update();
}

std::uint32_t TreeView::nodes(std::uint32_t /*level*/) const {
  return story_->tree.terminals() / story_->tree.width;
}

/// The bit vectors stand below.
double TreeView::treeBottom() const {
  return height() - kVectorHead - kVectorRow * (story_->tree.levels - 1) - 20;
}

QPointF TreeView::switchPlace(std::uint32_t level, std::uint32_t node) const {
  const double across = width() - 2 * kTreeMargin;
  const double down = treeBottom() - 2 * kTreeMargin;
  return {kTreeMargin + across * (node + .5) / nodes(level),
          kTreeMargin + down * (1 - (level + 1.0) / story_->tree.levels)};
}

QPointF TreeView::terminalPlace(std::uint32_t terminal) const {
  const double across = width() - 2 * kTreeMargin;
  return {kTreeMargin + across * (terminal + .5) / story_->tree.terminals(),
          treeBottom() - kTreeMargin};
}

void TreeView::paintLinks(QPainter& painter) const {
  const TreeCase& tree = story_->tree;
  painter.setPen(QPen(theme_->color(Tone::line), 1));
  for (std::uint32_t level = 0; level + 1 < tree.levels; ++level)
    for (std::uint32_t node = 0; node < nodes(level); ++node)
      for (std::uint32_t port = 0; port < tree.width; ++port)
        painter.drawLine(switchPlace(level, node),
                         switchPlace(level + 1, parentOf(tree, level, node, port)));
  for (std::uint32_t terminal = 0; terminal < tree.terminals(); ++terminal)
    painter.drawLine(terminalPlace(terminal), switchPlace(0, terminal / tree.width));
}

void TreeView::paintCircuit(QPainter& painter, const TreeCircuit& circuit, const QPen& pen) const {
  painter.setPen(pen);
  QPointF up = terminalPlace(circuit.source), down = terminalPlace(circuit.destination);
  for (std::uint32_t level = 0; level <= circuit.hops; ++level) {
    const QPointF nextUp = switchPlace(level, places_->switchAt(circuit, level, false));
    const QPointF nextDown = switchPlace(level, places_->switchAt(circuit, level, true));
    painter.drawLine(up, nextUp);
    painter.drawLine(down, nextDown);
    up = nextUp;
    down = nextDown;
  }
}

/// As far as it came, and a cross where it did not go on.
void TreeView::paintBlocked(QPainter& painter, const TreeCircuit& circuit) const {
  const bool local = story_->view == TreeSchedulerSettings::View::local;
  const std::vector<TreeHop>& hops = story_->hops[done_ - 1];
  const bool atTop = local && (hops.empty() || hops.back().port != kNone);
  QPen pen(theme_->color(Tone::bad), 2.6, Qt::SolidLine, Qt::RoundCap);
  painter.setPen(pen);
  QPointF up = terminalPlace(circuit.source);
  for (std::uint32_t level = 0; level <= circuit.hops; ++level) {
    const QPointF next = switchPlace(level, places_->switchAt(circuit, level, false));
    painter.drawLine(up, next);
    up = next;
  }
  QPointF stop = up;
  if (atTop) {
    // Down from the top as far as channels were free.
    for (std::uint32_t level = circuit.hops; level-- > 0;) {
      const QPointF next = switchPlace(level, places_->switchAt(circuit, level, true));
      const bool taken = circuit.hops - level <= circuit.takenDown;
      pen.setStyle(taken ? Qt::SolidLine : Qt::DashLine);
      painter.setPen(pen);
      painter.drawLine(stop, taken ? next : (stop + next) / 2);
      stop = taken ? next : (stop + next) / 2;
      if (!taken) break;
    }
  }
  painter.setPen(QPen(theme_->color(Tone::bad), 2));
  painter.setBrush(theme_->color(Tone::base));
  painter.drawEllipse(stop, 7, 7);
  painter.drawLine(stop + QPointF(-3, -3), stop + QPointF(3, 3));
  painter.drawLine(stop + QPointF(-3, 3), stop + QPointF(3, -3));
}

void TreeView::paintSwitches(QPainter& painter) const {
  const TreeCase& tree = story_->tree;
  const double apart = (width() - 2 * kTreeMargin) / std::max(1U, nodes(0));
  const double side = std::clamp(apart * .5, 3.0, 14.0);
  painter.setPen(QPen(theme_->color(Tone::t2), 1));
  painter.setBrush(theme_->color(Tone::base));
  for (std::uint32_t level = 0; level < tree.levels; ++level)
    for (std::uint32_t node = 0; node < nodes(level); ++node) {
      const QPointF place = switchPlace(level, node);
      painter.drawRoundedRect(QRectF(place.x() - side / 2, place.y() - side / 2, side, side), 2, 2);
    }
  const double terminal =
      std::clamp((width() - 2 * kTreeMargin) / tree.terminals() * .35, 1.0, 4.0);
  painter.setPen(Qt::NoPen);
  for (std::uint32_t each = 0; each < tree.terminals(); ++each) {
    const bool granted = each < done_ && story_->circuits[each].granted;
    painter.setBrush(theme_->color(each >= done_ ? Tone::t4 : granted ? Tone::accent : Tone::bad));
    painter.drawEllipse(terminalPlace(each), terminal, terminal);
  }
}

void TreeView::paintVectors(QPainter& painter) const {
  if (done_ == 0) return;
  const std::vector<TreeHop>& hops = story_->hops[done_ - 1];
  const std::uint32_t width = story_->tree.width;
  double y = treeBottom() + 8;
  painter.setFont(uiFont(11));
  const QFontMetricsF metrics(painter.font());
  const double bits = std::max(64.0, metrics.horizontalAdvance(bitsOf(0, width)) + 18);
  const double first = 54;
  painter.setPen(theme_->color(Tone::t3));
  const QString heads[] = {
      tr("free up"), tr("free down"),
      story_->view == TreeSchedulerSettings::View::levelWise ? tr("both") : tr("seen")};
  for (int i = 0; i < 3; ++i)
    painter.drawText(QRectF(first + bits * i, y, bits, kVectorHead), Qt::AlignVCenter, heads[i]);
  painter.drawText(QRectF(first + bits * 3, y, 60, kVectorHead), Qt::AlignVCenter, tr("port"));
  y += kVectorHead;
  for (std::size_t level = 0; level < hops.size(); ++level, y += kVectorRow) {
    const TreeHop& hop = hops[level];
    painter.setPen(theme_->color(Tone::t2));
    painter.drawText(QRectF(6, y, first - 8, kVectorRow), Qt::AlignVCenter,
                     tr("level %1").arg(level));
    painter.setPen(theme_->color(Tone::t1));
    const bool local = story_->view == TreeSchedulerSettings::View::local;
    painter.drawText(QRectF(first, y, bits, kVectorRow), Qt::AlignVCenter,
                     bitsOf(hop.freeUp, width));
    painter.setPen(theme_->color(local ? Tone::t4 : Tone::t1));
    painter.drawText(QRectF(first + bits, y, bits, kVectorRow), Qt::AlignVCenter,
                     bitsOf(hop.freeDown, width));
    painter.setPen(theme_->color(hop.open == 0 ? Tone::bad : Tone::accentText));
    painter.drawText(QRectF(first + bits * 2, y, bits, kVectorRow), Qt::AlignVCenter,
                     bitsOf(hop.open, width));
    painter.drawText(QRectF(first + bits * 3, y, 60, kVectorRow), Qt::AlignVCenter,
                     hop.port == kNone ? tr("none") : QString::number(hop.port));
  }
}

void TreeView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), theme_->color(Tone::canvas));
  if (!story_) return;
  painter.setRenderHint(QPainter::Antialiasing);
  paintLinks(painter);
  QColor earlier = theme_->color(Tone::accent);
  earlier.setAlphaF(story_->tree.terminals() > 100 ? .25F : .45F);
  for (std::size_t i = 0; i < done_; ++i)
    if (story_->circuits[i].granted) paintCircuit(painter, story_->circuits[i], QPen(earlier, 1.6));
  if (done_ > 0) {
    const TreeCircuit& circuit = story_->circuits[done_ - 1];
    if (circuit.granted)
      paintCircuit(painter, circuit, QPen(theme_->curve(2), 3, Qt::SolidLine, Qt::RoundCap));
    else
      paintBlocked(painter, circuit);
  }
  paintSwitches(painter);
  paintVectors(painter);
}

}  // namespace hopscope
