// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/matrix_painter.h"

#include <QFontMetricsF>
#include <QPen>
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/drawing/canvas_labels.h"
#include "ui/drawing/canvas_style.h"
#include "ui/drawing/fonts.h"

namespace hopscope {

namespace {

constexpr int kEmpty = -2, kNoData = -1;
constexpr double kMargin = 16;      ///< px around a fitted matrix
constexpr double kLargestFit = 32;  ///< px a cell
constexpr double kGapAbove = 6;     ///< px: larger cells stand apart
constexpr int kLeastCell = 2;       ///< px: the colour of a single one is no longer read
constexpr double kIdRoom = 12;      ///< px a row needs for its router's id
constexpr double kLeastGroup = 6;   ///< px: smaller groups are not separated
constexpr double kRing = 2.2, kRingGap = 2;
constexpr double kLabelPad = 6;

/// What a link without a run shows, the ones one looks for on top.
constexpr std::array<Tone, 3> kDesignTones{Tone::t4, Tone::edge, Tone::accent};

QString fromWord() {
  return QObject::tr("from ↓");
}

QString toWord() {
  return QObject::tr("to →");
}

/// The first row at or below a pixel, within the matrix.
std::uint32_t rowAt(double pixel, double origin, double side, std::uint32_t count) {
  const double row = std::floor((pixel - origin) / side);
  return static_cast<std::uint32_t>(std::clamp(row, 0.0, double(count)));
}

}  // namespace

MatrixPainter::MatrixPainter(const Theme& theme) : theme_(&theme), scale_(theme) {}

void MatrixPainter::setTheme(const Theme& theme) {
  theme_ = &theme;
  scale_ = HeatScale(theme, entryOf(shown_).ramp);
}

void MatrixPainter::setNetwork(std::shared_ptr<const Topology> topology,
                               const Placement& placement) {
  topology_ = std::move(topology);
  matrix_ = topology_ ? NetworkMatrix(*topology_, placement) : NetworkMatrix();
  designLevel_.clear();
  if (!topology_) return;
  for (std::size_t i = 0; i < topology_->classes.size(); ++i) {
    const Tone tone = designTone(*topology_, static_cast<std::uint8_t>(i));
    const auto at = std::find(kDesignTones.begin(), kDesignTones.end(), tone);
    designLevel_.push_back(static_cast<Level>(at - kDesignTones.begin()));
  }
  const QFontMetricsF metrics(uiFont(11));
  std::uint32_t highest = 0;
  for (const std::uint32_t id : topology_->routerIds) highest = std::max(highest, id);
  idWidth_ = metrics.horizontalAdvance(QString::number(highest));
  groupWidth_ = 0;
  for (const NetworkMatrix::Group& group : matrix_.groups())
    groupWidth_ = std::max(groupWidth_, metrics.horizontalAdvance(group.label));
}

QString MatrixPainter::idText(std::uint32_t row) const {
  return QString::number(topology_->routerIds[matrix_.router(row)]);
}

QSizeF MatrixPainter::gutter() const {
  const double line = QFontMetricsF(uiFont(11)).height();
  const double width = idWidth_ + 2 * kLabelPad + (groupWidth_ > 0 ? groupWidth_ + kLabelPad : 0);
  // The words in the corner need their room, too: beside each other, where there is but one line.
  const QFontMetricsF words(uiFont(11));
  const double corner =
      words.horizontalAdvance(fromWord()) + words.horizontalAdvance(toWord()) + 3 * kLabelPad;
  return {std::max(width, groupWidth_ > 0 ? 48.0 : corner),
          line + 2 * kLabelPad + (groupWidth_ > 0 ? line + 2 : 0)};
}

QRectF MatrixPainter::field(const QRectF& device) const {
  const QSizeF room = gutter();
  return device.adjusted(room.width(), room.height(), 0, 0);
}

MatrixView MatrixPainter::fitted(const QRectF& device) const {
  const QRectF room = field(device).adjusted(0, 0, -kMargin, -kMargin);
  MatrixView view;
  const double count = std::max(1.0, double(matrix_.size()));
  view.side = std::clamp(std::min(room.width(), room.height()) / count, 0.001, kLargestFit);
  if (view.side >= kGapAbove) view.side = std::floor(view.side);
  const double spare = room.width() - view.side * count;
  view.origin = {std::round(room.left() + std::max(0.0, spare / 2)), std::round(room.top())};
  return view;
}

float MatrixPainter::shareOf(ChannelId channel, const NetworkHeat& heat) const {
  if (!entryOf(heat.quantity).ofRouters) return channelHeat(heat, channel);
  const LinkEnd& from = topology_->from(channel);
  return from.isTerminal ? std::nanf("") : routerHeat(heat, from.node);
}

ChannelId MatrixPainter::hottest(const NetworkMatrix::Cell& cell, const NetworkHeat& heat) const {
  ChannelId best = matrix_.channel(cell.first);
  float most = -1;
  for (std::uint32_t i = cell.first; i < cell.first + cell.count; ++i) {
    const ChannelId channel = matrix_.channel(i);
    const float busy = shareOf(channel, heat);
    if (busy > most) {
      most = busy;
      best = channel;
    }
  }
  return best;
}

MatrixPainter::Level MatrixPainter::levelOf(const NetworkMatrix::Cell& cell,
                                            const NetworkHeat& heat) const {
  if (heat.empty()) {
    Level level = 0;
    for (std::uint32_t i = cell.first; i < cell.first + cell.count; ++i)
      level = std::max(level, designLevel_[topology_->links[matrix_.channel(i) / 2].linkClass]);
    return level;
  }
  const ChannelId channel = hottest(cell, heat);
  const float busy = shareOf(channel, heat);
  if (heat.least > 0) {
    float most = -1;  // the filter is about how busy they are
    for (std::uint32_t i = cell.first; i < cell.first + cell.count; ++i)
      if (const ChannelId each = matrix_.channel(i); each < heat.channelUtilization.size())
        most = std::fmax(most, heat.channelUtilization[each]);
    if (!(most >= heat.least)) return kEmpty;
  }
  return std::isnan(busy) ? kNoData : static_cast<Level>(HeatScale::bucket(double(busy)));
}

QRgb MatrixPainter::colorOf(int level, bool heated) const {
  if (level == kEmpty) return qRgba(0, 0, 0, 0);
  if (level == kNoData) return scale_.noData().rgba();
  return heated ? scale_.colorOf(level).rgba()
                : theme_->color(kDesignTones[static_cast<std::size_t>(level)]).rgba();
}

QRectF MatrixPainter::cellRect(const MatrixView& view, std::uint32_t row,
                               std::uint32_t column) const {
  const double left = std::floor(view.origin.x() + column * view.side);
  const double top = std::floor(view.origin.y() + row * view.side);
  const double right = std::floor(view.origin.x() + (column + 1) * view.side);
  const double bottom = std::floor(view.origin.y() + (row + 1) * view.side);
  const double gap = view.side >= kGapAbove ? 1 : 0;
  return {left, top, std::max(1.0, right - left - gap), std::max(1.0, bottom - top - gap)};
}

void MatrixPainter::paint(QPainter& painter, const QRectF& device, const MatrixView& view,
                          const NetworkPicture& picture, const MatrixPlace& hover) {
  if (std::exchange(shown_, picture.heat.quantity) != picture.heat.quantity)
    scale_ = HeatScale(*theme_, entryOf(shown_).ramp);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.fillRect(device, theme_->color(Tone::canvas));
  if (topology_ && matrix_.size() > 0) {
    const QRectF inside = field(device);
    painter.save();
    painter.setClipRect(inside);
    paintBands(painter, inside, view, picture.marks);
    paintSeparators(painter, inside, view);
    paintCells(painter, inside, view, picture.heat);
    paintMarks(painter, inside, view, picture, hover);
    painter.restore();
    paintAxes(painter, device, view, picture.marks, hover);
  }
  painter.restore();
}

/// The matrix' own ground, and the rows and columns of selected routers on it.
void MatrixPainter::paintBands(QPainter& painter, const QRectF& field, const MatrixView& view,
                               const NetworkMarks& marks) const {
  const double count = matrix_.size();
  const QRectF all = QRectF(view.origin, QSizeF(view.side * count, view.side * count));
  painter.fillRect(all.intersected(field), theme_->color(Tone::panel));
  for (const RouterId router : marks.routers) {
    if (router >= matrix_.size()) continue;
    const std::uint32_t row = matrix_.rowOf(router);
    const QRectF cell = cellRect(view, row, row);
    const QColor band = theme_->color(Tone::accentSoft);
    painter.fillRect(QRectF(all.left(), cell.top(), all.width(), cell.height()), band);
    painter.fillRect(QRectF(cell.left(), all.top(), cell.width(), all.height()), band);
  }
  // A router has no channel to itself: the diagonal shows which way is which.
  QPen diagonal(theme_->color(Tone::line), std::max(1.0, view.side / 3));
  diagonal.setCapStyle(Qt::FlatCap);
  painter.setPen(diagonal);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.drawLine(all.topLeft(), all.bottomRight());
  painter.setRenderHint(QPainter::Antialiasing, false);
}

void MatrixPainter::paintCells(QPainter& painter, const QRectF& field, const MatrixView& view,
                               const NetworkHeat& heat) {
  const QRect area = field.toAlignedRect();
  const int width = area.width(), height = area.height();
  if (width <= 0 || height <= 0) return;
  if (image_.size() != area.size())
    image_ = QImage(area.size(), QImage::Format_ARGB32_Premultiplied);
  levels_.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), kEmpty);
  const std::uint32_t rows = matrix_.size();
  const std::uint32_t first = rowAt(area.top(), view.origin.y(), view.side, rows);
  const std::uint32_t last =
      std::min(rows, rowAt(area.bottom() + 1, view.origin.y(), view.side, rows) + 1);
  for (std::uint32_t row = first; row < last; ++row) {
    for (const auto* cell = matrix_.rowBegin(row); cell != matrix_.rowEnd(row); ++cell) {
      QRect place = cellRect(view, row, cell->column).toRect().translated(-area.topLeft());
      place.setSize(place.size().expandedTo(QSize(kLeastCell, kLeastCell)));
      place &= QRect(0, 0, width, height);
      if (place.isEmpty()) continue;
      const Level level = levelOf(*cell, heat);
      for (int y = place.top(); y <= place.bottom(); ++y) {
        Level* const line = levels_.data() + static_cast<std::ptrdiff_t>(y) * width;
        for (int x = place.left(); x <= place.right(); ++x) line[x] = std::max(line[x], level);
      }
    }
  }
  std::array<QRgb, HeatScale::kBuckets + 2> colors{};
  for (int level = kEmpty; level < HeatScale::kBuckets; ++level) {
    const bool known = !heat.empty() || level < static_cast<int>(kDesignTones.size());
    if (known) colors[static_cast<std::size_t>(level - kEmpty)] = colorOf(level, !heat.empty());
  }
  // No data is told by its pattern, too: where cells have room, every second pixel is left out.
  const bool hatched = view.side >= 3;
  for (int y = 0; y < height; ++y) {
    auto* line = reinterpret_cast<QRgb*>(image_.scanLine(y));
    const Level* levels = levels_.data() + static_cast<std::ptrdiff_t>(y) * width;
    for (int x = 0; x < width; ++x) {
      const bool left = hatched && levels[x] == kNoData && ((x + y) & 3) > 1;
      line[x] = left ? 0 : colors[static_cast<std::size_t>(levels[x] - kEmpty)];
    }
  }
  painter.drawImage(area.topLeft(), image_);
}

void MatrixPainter::paintSeparators(QPainter& painter, const QRectF& field,
                                    const MatrixView& view) const {
  const double length = view.side * matrix_.size();
  const QRectF all = QRectF(view.origin, QSizeF(length, length));
  const QColor line = theme_->color(Tone::edge);
  for (const NetworkMatrix::Group& group : matrix_.groups()) {
    if ((group.end - group.begin) * view.side < kLeastGroup || group.begin == 0) continue;
    QColor faint = line;
    faint.setAlphaF(0.45F);
    // On the pixel between two cells, where there is one.
    const double at = std::floor(group.begin * view.side) - (view.side >= kGapAbove ? 1 : 0);
    painter.fillRect(QRectF(std::floor(all.left()) + at, all.top(), 1, length), faint);
    painter.fillRect(QRectF(all.left(), std::floor(all.top()) + at, length, 1), faint);
  }
  painter.setPen(QPen(theme_->color(Tone::line), 1));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(all.adjusted(-1, -1, 0, 0).intersected(field.adjusted(-2, -2, 2, 2)));
}

void MatrixPainter::paintMarks(QPainter& painter, const QRectF& field, const MatrixView& view,
                               const NetworkPicture& picture, const MatrixPlace& hover) const {
  if (hover.row < matrix_.size() && hover.column < matrix_.size()) {
    QColor shade = theme_->color(Tone::t1);
    shade.setAlphaF(0.1F);
    const QRectF cell = cellRect(view, hover.row, hover.column);
    const double length = view.side * matrix_.size();
    const QRectF all = QRectF(view.origin, QSizeF(length, length)).intersected(field);
    painter.fillRect(QRectF(all.left(), cell.top(), all.width(), cell.height()), shade);
    painter.fillRect(QRectF(cell.left(), all.top(), cell.width(), cell.top() - all.top()), shade);
    painter.fillRect(QRectF(cell.left(), cell.bottom(), cell.width(), all.bottom() - cell.bottom()),
                     shade);
  }
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(Qt::NoBrush);
  const auto ring = [&](ChannelId channel, Tone tone) {
    const LinkEnd& from = topology_->from(channel);
    const LinkEnd& to = topology_->to(channel);
    if (from.isTerminal || to.isTerminal) return;
    const QRectF cell = cellRect(view, matrix_.rowOf(from.node), matrix_.rowOf(to.node));
    if (!cell.intersects(field)) return;
    // A cell of one pixel still needs a mark that is seen.
    const double middle = kRingGap + kRing / 2;
    painter.setPen(QPen(theme_->color(Tone::canvas), 2 * kRingGap));
    painter.drawRoundedRect(cell.adjusted(-kRingGap / 2, -kRingGap / 2, kRingGap / 2, kRingGap / 2),
                            1, 1);
    painter.setPen(QPen(theme_->color(tone), kRing));
    painter.drawRoundedRect(cell.adjusted(-middle, -middle, middle, middle), 2, 2);
  };
  constexpr std::size_t kMostRings = 2000;
  if (picture.marks.links.size() <= kMostRings)
    for (const LinkId link : picture.marks.links) {
      if (link >= topology_->linkCount()) continue;
      ring(2 * link, Tone::accent);
      ring(2 * link + 1, Tone::accent);
    }
  if (hover.row < matrix_.size() && hover.column < matrix_.size() &&
      matrix_.cell(hover.row, hover.column) != nullptr) {
    const QRectF cell = cellRect(view, hover.row, hover.column);
    painter.setPen(QPen(theme_->color(Tone::t1), 1.4));
    painter.drawRect(cell.adjusted(-.7, -.7, .7, .7));
  }
}

std::uint32_t MatrixPainter::groupStep(double needed, const MatrixView& view) const {
  const std::vector<NetworkMatrix::Group>& groups = matrix_.groups();
  const auto collide = [&](std::size_t every) {
    for (std::size_t i = every; i < groups.size(); i += every) {
      const NetworkMatrix::Group &one = groups[i - every], &next = groups[i];
      const double apart = (next.begin + next.end - one.begin - one.end) / 2.0;
      if (apart * view.side < needed) return true;
    }
    return false;
  };
  std::uint32_t every = 1;
  while (collide(every)) every = labelStep(every + 1, 1);
  return every;
}

void MatrixPainter::paintAxes(QPainter& painter, const QRectF& device, const MatrixView& view,
                              const NetworkMarks& marks, const MatrixPlace& hover) const {
  const QSizeF room = gutter();
  const QRectF inside = field(device);
  const QFont font = uiFont(11), bold = uiFont(11, true);
  const QFontMetricsF metrics(font);
  const QColor ground = theme_->color(Tone::canvas);
  const QRectF left(device.left(), inside.top(), room.width(), inside.height());
  const QRectF top(inside.left(), device.top(), inside.width(), room.height());
  painter.fillRect(left, ground);
  painter.fillRect(top, ground);
  const std::uint32_t count = matrix_.size();
  const double line = metrics.height();
  const double idTop = top.bottom() - kLabelPad - line;
  // Beside the matrix, where it stands in the middle.
  const double rowEnd = std::clamp(view.origin.x(), left.right(), inside.right()) - kLabelPad;

  const bool grouped = !matrix_.groups().empty();
  const bool rowsHaveIds = view.side >= kIdRoom || !grouped;
  /// One label at the middle of a stretch of both axes. False where it was off the screen.
  const auto write = [&](double at, const QString& text, bool group, bool row, const QFont& face,
                         Tone tone) {
    painter.setFont(face);
    painter.setPen(theme_->color(tone));
    if (row) {
      const double y = view.origin.y() + at * view.side;
      if (y < inside.top() || y > inside.bottom()) return;
      const double right = rowEnd - (group && rowsHaveIds ? idWidth_ + kLabelPad : 0);
      const double from = std::max(y - line / 2, inside.top() - 2);
      painter.drawText(QRectF(left.left(), from, right - left.left(), line),
                       Qt::AlignRight | Qt::AlignVCenter, text);
      return;
    }
    const double x = view.origin.x() + at * view.side;
    if (x < inside.left() || x > inside.right()) return;
    const double width = QFontMetricsF(face).horizontalAdvance(text) + 2;
    painter.drawText(QRectF(x - width / 2, group ? top.top() + kLabelPad : idTop, width, line),
                     Qt::AlignCenter, text);
  };
  const auto isHovered = [&](bool row, std::uint32_t at) {
    return at == (row ? hover.row : hover.column);
  };
  for (const bool row : {true, false}) {
    const double needed = row ? line : idWidth_ + 8;
    // Ids where every one has room; without groups, where every tenth or so has.
    const bool all = view.side >= (row ? kIdRoom : needed);
    const bool some = !grouped || (view.side >= kIdRoom && !row);
    const std::uint32_t stride = all ? 1 : labelStep(needed, view.side);
    if (all || some)
      for (std::uint32_t at = 0; at < count; at += stride)
        if (!isHovered(row, at)) write(at + .5, idText(at), false, row, font, Tone::t2);
    if (!grouped) continue;
    const std::uint32_t every = groupStep(row ? line : groupWidth_ + 8, view);
    for (std::size_t i = 0; i < matrix_.groups().size(); i += every) {
      const NetworkMatrix::Group& group = matrix_.groups()[i];
      write((group.begin + group.end) / 2.0, group.label, true, row, font, Tone::t2);
    }
  }
  /// Ids that matter stand out, over whatever was there.
  const auto stress = [&](std::uint32_t at, bool row, Tone tone) {
    const QString text = idText(at);
    const double width = QFontMetricsF(bold).horizontalAdvance(text) + 4;
    const double x = view.origin.x() + (at + .5) * view.side;
    const double y = view.origin.y() + (at + .5) * view.side;
    const QRectF box = row ? QRectF(rowEnd - width, y - line / 2, width + 2, line)
                           : QRectF(x - width / 2, idTop, width, line);
    if (row ? y < inside.top() || y > inside.bottom() : x < inside.left()) return;
    // No part of a neighbour's id is left half seen.
    painter.fillRect(row ? box : box.adjusted(-idWidth_ / 2 - 2, 0, idWidth_ / 2 + 2, 0), ground);
    write(at + .5, text, false, row, bold, tone);
  };
  constexpr std::size_t kNamed = 12;
  if (marks.routers.size() <= kNamed)
    for (const RouterId router : marks.routers)
      if (router < count)
        for (const bool row : {true, false}) stress(matrix_.rowOf(router), row, Tone::accentText);
  if (hover.row < count) stress(hover.row, true, Tone::t1);
  if (hover.column < count) stress(hover.column, false, Tone::t1);

  const QRectF corner(device.topLeft(), room);
  painter.fillRect(corner, ground);
  painter.setFont(font);
  painter.setPen(theme_->color(Tone::t3));
  const QRectF words = corner.adjusted(kLabelPad, kLabelPad, -kLabelPad, -kLabelPad);
  painter.drawText(words, Qt::AlignRight | Qt::AlignTop, toWord());
  painter.drawText(words, Qt::AlignLeft | Qt::AlignBottom, fromWord());
}

MatrixPlace MatrixPainter::placeAt(const QPointF& pixel, const QRectF& device,
                                   const MatrixView& view) const {
  if (!field(device).contains(pixel)) return {};
  const double column = std::floor((pixel.x() - view.origin.x()) / view.side);
  const double row = std::floor((pixel.y() - view.origin.y()) / view.side);
  const double count = matrix_.size();
  if (row < 0 || column < 0 || row >= count || column >= count) return {};
  return {static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column)};
}

const NetworkMatrix::Cell* MatrixPainter::cellAt(MatrixPlace& place, const MatrixView& view,
                                                 const NetworkHeat& heat) const {
  if (place.row >= matrix_.size() || place.column >= matrix_.size()) return nullptr;
  if (view.side >= 3) {
    const NetworkMatrix::Cell* cell = matrix_.cell(place.row, place.column);
    return cell != nullptr && levelOf(*cell, heat) != kEmpty ? cell : nullptr;
  }
  // Small cells: whatever lies within two pixels of the pointer.
  const auto reach = static_cast<std::uint32_t>(std::ceil(2 / view.side));
  const std::uint32_t top = place.row > reach ? place.row - reach : 0;
  const std::uint32_t left = place.column > reach ? place.column - reach : 0;
  const std::uint32_t bottom = std::min(place.row + reach, matrix_.size() - 1);
  const std::uint32_t right = std::min(place.column + reach, matrix_.size() - 1);
  const NetworkMatrix::Cell* best = nullptr;
  MatrixPlace found = place;
  Level most = kEmpty;
  for (std::uint32_t row = top; row <= bottom; ++row) {
    const auto* cell = std::lower_bound(
        matrix_.rowBegin(row), matrix_.rowEnd(row), left,
        [](const NetworkMatrix::Cell& each, std::uint32_t wanted) { return each.column < wanted; });
    for (; cell != matrix_.rowEnd(row) && cell->column <= right; ++cell) {
      const Level level = levelOf(*cell, heat);
      if (level <= most) continue;
      most = level;
      best = cell;
      found = {row, cell->column};
    }
  }
  place = found;
  return best;
}

}  // namespace hopscope
