// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/circuits/channel_slots_table.h"

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
#include "ui/drawing/slot_colours.h"
#include "ui/words/numbers.h"
#include "ui/words/part_names.h"

namespace hopscope {

namespace {

constexpr double kNames = 88, kInset = 4, kShare = 46, kTableHead = 20, kTableRow = 18;
constexpr double kLeastCell = 7, kMostCell = 22, kNumberedCell = 16;
constexpr double kSilent = .25;  ///< of its colour: a circuit that has sent nothing

}  // namespace

ChannelSlotsTable::ChannelSlotsTable(QWidget* parent)
    : QWidget(parent),
      theme_(&Theme::light()),
      down_(new QScrollBar(Qt::Vertical, this)),
      along_(new QScrollBar(Qt::Horizontal, this)) {
  setObjectName(QStringLiteral("channelSlots"));
  setAccessibleName(tr("Slots of the channels out of a router"));
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  for (QScrollBar* each : {down_, along_}) {
    each->setFocusPolicy(Qt::NoFocus);
    connect(each, &QScrollBar::valueChanged, this, [this] { update(); });
  }
}

void ChannelSlotsTable::setTheme(const Theme& theme) {
  theme_ = &theme;
  update();
}

void ChannelSlotsTable::setRows(std::vector<ChannelSlotsRow> rows,
                                std::shared_ptr<const Topology> topology) {
  rows_ = std::move(rows);
  topology_ = std::move(topology);
  moveTo({});
  updateScrolling();
}

void ChannelSlotsTable::setDetail(std::shared_ptr<const ShiftedDetail> detail) {
  detail_ = std::move(detail);
  if (cursor_) moveTo(cursor_);
  update();
}

std::uint32_t ChannelSlotsTable::slotCount() const {
  return rows_.empty() ? 0 : static_cast<std::uint32_t>(rows_.front().owners.size());
}

QRectF ChannelSlotsTable::cells() const {
  const double right = down_->isVisible() ? down_->width() + 2.0 : 1.0;
  const double below = along_->isVisible() ? along_->height() + 2.0 : 0.0;
  return {kNames, kTableHead, std::max(10.0, width() - kNames - 2 * kShare - right),
          std::max(10.0, height() - kTableHead - below)};
}

double ChannelSlotsTable::cellWidth() const {
  return std::clamp(cells().width() / std::max(1U, slotCount()), kLeastCell, kMostCell);
}

void ChannelSlotsTable::updateScrolling() {
  const auto fit = [](QScrollBar* bar, double all, double seen, double step) {
    const int most = std::max(0, static_cast<int>(std::ceil(all - seen)));
    bar->setVisible(most > 0);
    bar->setRange(0, most);
    bar->setPageStep(static_cast<int>(seen));
    bar->setSingleStep(static_cast<int>(step));
  };
  fit(along_, kLeastCell * slotCount(), width() - kNames - 2 * kShare - 16, cellWidth());
  fit(down_, kTableRow * static_cast<double>(rows_.size()), cells().height(), kTableRow);
  const QRectF area = cells();
  down_->setGeometry(width() - down_->sizeHint().width(), static_cast<int>(area.top()),
                     down_->sizeHint().width(), static_cast<int>(area.height()));
  along_->setGeometry(static_cast<int>(area.left()), height() - along_->sizeHint().height(),
                      static_cast<int>(area.width()), along_->sizeHint().height());
  update();
}

void ChannelSlotsTable::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  updateScrolling();
}

QRectF ChannelSlotsTable::areaOf(const Place& place) const {
  const QRectF area = cells();
  return {area.left() + cellWidth() * place.slot - along_->value(),
          area.top() + kTableRow * static_cast<double>(place.row) - down_->value(), cellWidth(),
          kTableRow};
}

void ChannelSlotsTable::paintHead(QPainter& painter) const {
  const QRectF area = cells();
  painter.setFont(uiFont(10));
  const std::uint32_t now = detail_ ? detail_->slot() : kNone;
  const auto every = static_cast<std::uint32_t>(std::ceil(kNumberedCell / cellWidth()));
  painter.save();
  painter.setClipRect(QRectF(area.left(), 0, area.width(), height()));
  for (std::uint32_t slot = 0; slot < slotCount(); ++slot) {
    const QRectF column = areaOf({0, slot});
    if (column.right() < area.left() || column.left() > area.right()) continue;
    if (slot == now)
      painter.fillRect(QRectF(column.left(), 1, column.width() - 1, kTableHead - 2),
                       theme_->color(Tone::accentSoft));
    // Numbers beside that of the present slot give way to it.
    const bool crowded = now != kNone && slot != now &&
                         std::abs(column.left() - areaOf({0, now}).left()) < kNumberedCell;
    if (crowded || (slot % every != 0 && slot != now)) continue;
    painter.setPen(theme_->color(slot == now ? Tone::accentText : Tone::t2));
    const double wide = std::max(column.width(), kNumberedCell + 4);
    painter.drawText(QRectF(column.center().x() - wide / 2, 0, wide, kTableHead), Qt::AlignCenter,
                     QString::number(slot));
  }
  painter.restore();
  painter.setPen(theme_->color(Tone::t2));
  painter.drawText(QRectF(kInset, 0, kNames - kInset, kTableHead), Qt::AlignVCenter | Qt::AlignLeft,
                   tr("to, in slot"));
  const QRectF share(area.right() + 2, 0, kShare - 4, kTableHead);
  painter.drawText(share, Qt::AlignVCenter | Qt::AlignRight, tr("circuits"));
  painter.drawText(share.translated(kShare, 0), Qt::AlignVCenter | Qt::AlignRight, tr("others"));
}

/// How much of its time the channel carried either, since cycle 0.
void ChannelSlotsTable::paintShares(QPainter& painter, std::size_t row, double top) const {
  if (!detail_ || detail_->now == 0) return;
  const ChannelId channel = rows_[row].channel;
  if (channel >= detail_->onChannel.size()) return;
  const std::uint64_t effort =
      channel < detail_->effort.size() ? detail_->effort[channel] : std::uint64_t{0};
  const auto cycles = static_cast<double>(detail_->now);
  const double right = cells().right() + 2;
  const auto number = [&](int column, double share, bool known) {
    painter.setPen(theme_->color(known ? Tone::t1 : Tone::t4));
    painter.drawText(QRectF(right + kShare * column, top, kShare - 4, kTableRow),
                     Qt::AlignVCenter | Qt::AlignRight,
                     known ? percentText(share) : realText(std::nan(""), 0));
  };
  painter.setFont(uiFont(11));
  number(0, static_cast<double>(detail_->onChannel[channel] - effort) / cycles, true);
  number(1, static_cast<double>(effort) / cycles, detail_->bestEffort);
}

void ChannelSlotsTable::paintRow(QPainter& painter, std::size_t row) const {
  const QRectF area = cells();
  const double top = areaOf({row, 0}).top();
  painter.setFont(uiFont(11));
  painter.setPen(theme_->color(Tone::t1));
  painter.drawText(
      QRectF(kInset, top, kNames - kInset, kTableRow), Qt::AlignVCenter | Qt::AlignLeft,
      painter.fontMetrics().elidedText(endName(*topology_, topology_->to(rows_[row].channel)),
                                       Qt::ElideRight, static_cast<int>(kNames - kInset - 6)));
  paintShares(painter, row, top);
  painter.save();
  painter.setClipRect(area, Qt::IntersectClip);
  painter.setFont(uiFont(10));
  // Either all cells have the number of their terminal, or none.
  const QString widest = QString::number(topology_->terminalIds.back());
  const bool numbered = cellWidth() >= painter.fontMetrics().horizontalAdvance(widest) + 3;
  for (std::uint32_t slot = 0; slot < slotCount(); ++slot) {
    const QRectF cell = areaOf({row, slot}).adjusted(0, 1, -1, -1);
    if (cell.right() < area.left() || cell.left() > area.right()) continue;
    const std::uint32_t entry = rows_[row].owners[slot];
    if (entry == kNone || !detail_) {
      painter.fillRect(cell, theme_->color(Tone::raised));
      if (detail_ && detail_->bestEffort && rows_[row].channel < detail_->effort.size() &&
          detail_->effort[rows_[row].channel] > 0)
        painter.fillRect(cell, skippedBrush(*theme_));
      continue;
    }
    const PlannedCircuit& circuit = (*detail_->planned)[entry];
    const std::uint32_t pair = firstOfPair(*detail_->planned, entry);
    const bool sends = pair >= detail_->sent.size() || detail_->sent[pair] > 0;
    const QColor colour = slotColour(*theme_, circuit.slot, detail_->slotCount);
    painter.fillRect(cell, sends ? colour : dimmed(colour, theme_->color(Tone::base), kSilent));
    if (!numbered) continue;
    const QString name = QString::number(topology_->terminalIds[circuit.source]);
    painter.setPen(!sends             ? theme_->color(Tone::t1)
                   : theme_->isDark() ? theme_->color(Tone::base)
                                      : Qt::white);
    painter.drawText(cell, Qt::AlignCenter, name);
  }
  painter.restore();
}

void ChannelSlotsTable::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), theme_->color(Tone::base));
  if (topology_ && !rows_.empty()) {
    paintHead(painter);
    const QRectF area = cells();
    painter.save();
    painter.setClipRect(QRectF(0, area.top(), width(), area.height()));
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      const double top = areaOf({row, 0}).top();
      if (top + kTableRow >= area.top() && top <= area.bottom()) paintRow(painter, row);
    }
    if (cursor_) {
      painter.setRenderHint(QPainter::Antialiasing);
      painter.setPen(QPen(theme_->color(Tone::accent), 2));
      painter.setBrush(Qt::NoBrush);
      painter.drawRoundedRect(areaOf(*cursor_).adjusted(-1, 0, 0, 0), 2, 2);
    }
    painter.restore();
  }
  if (!hasFocus()) return;
  paintFocusRing(painter, rect(), *theme_);
}

std::optional<ChannelSlotsTable::Place> ChannelSlotsTable::placeAt(const QPointF& point) const {
  const QRectF area = cells();
  if (!area.contains(point) || rows_.empty()) return {};
  const auto row = static_cast<std::size_t>((point.y() - area.top() + down_->value()) / kTableRow);
  const auto slot =
      static_cast<std::uint32_t>((point.x() - area.left() + along_->value()) / cellWidth());
  if (row >= rows_.size() || slot >= slotCount()) return {};
  return Place{row, slot};
}

QString ChannelSlotsTable::wordsOf(const Place& place) const {
  if (!detail_ || !topology_) return {};
  return slotOwnerWords(*topology_, *detail_, rows_[place.row], place.slot);
}

void ChannelSlotsTable::moveTo(std::optional<Place> place) {
  if (place && (place->row >= rows_.size() || place->slot >= slotCount())) place.reset();
  const bool moved = place != cursor_;
  cursor_ = place;
  const QString words = place ? wordsOf(*place) : QString();
  setAccessibleDescription(words);
  if (place && moved) {
    const QRectF area = cells(), cell = areaOf(*place);
    const auto show = [](QScrollBar* bar, double before, double behind) {
      if (before < 0) bar->setValue(bar->value() + static_cast<int>(std::floor(before)));
      if (behind > 0) bar->setValue(bar->value() + static_cast<int>(std::ceil(behind)));
    };
    show(down_, cell.top() - area.top(), cell.bottom() - area.bottom());
    show(along_, cell.left() - area.left(), cell.right() - area.right());
  }
  update();
  emit pointedAt(words);
}

void ChannelSlotsTable::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) moveTo(placeAt(event->position()));
}

void ChannelSlotsTable::mouseDoubleClickEvent(QMouseEvent* event) {
  mousePressEvent(event);
  if (event->button() == Qt::LeftButton) choose();
}

void ChannelSlotsTable::choose() {
  if (!cursor_) return;
  const std::uint32_t entry = rows_[cursor_->row].owners[cursor_->slot];
  if (entry != kNone) emit chosen(entry);
}

void ChannelSlotsTable::wheelEvent(QWheelEvent* event) {
  QScrollBar* const bar =
      event->modifiers().testFlag(Qt::ShiftModifier) || !down_->isVisible() ? along_ : down_;
  if (bar->isVisible())
    QCoreApplication::sendEvent(bar, event);
  else
    QWidget::wheelEvent(event);
}

void ChannelSlotsTable::keyPressEvent(QKeyEvent* event) {
  if (rows_.empty() || slotCount() == 0) return QWidget::keyPressEvent(event);
  Place place = cursor_.value_or(Place{0, 0});
  const bool first = !cursor_;
  switch (event->key()) {
    case Qt::Key_Left:
      if (!first && place.slot > 0) --place.slot;
      break;
    case Qt::Key_Right:
      if (!first) place.slot = std::min(slotCount() - 1, place.slot + 1);
      break;
    case Qt::Key_Up:
      if (!first && place.row > 0) --place.row;
      break;
    case Qt::Key_Down:
      if (!first) place.row = std::min(rows_.size() - 1, place.row + 1);
      break;
    case Qt::Key_Home:
      place.slot = 0;
      break;
    case Qt::Key_End:
      place.slot = slotCount() - 1;
      break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      return choose();
    default:
      return QWidget::keyPressEvent(event);
  }
  moveTo(place);
}

bool ChannelSlotsTable::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const auto place = placeAt(help->pos());  // without words a tip goes
  QToolTip::showText(help->globalPos(), place ? wordsOf(*place) : QString(), this);
  return true;
}

}  // namespace hopscope
