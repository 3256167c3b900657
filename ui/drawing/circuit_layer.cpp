// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/circuit_layer.h"

#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "ui/drawing/fonts.h"
#include "ui/drawing/slot_colours.h"

namespace hopscope {

namespace {

constexpr double kThinnest = 1.6, kWholeTime = 16;  ///< px: of no time, and of all of it more
constexpr double kPale = .5;
constexpr double kAlongTime = 8;        ///< likewise, along a path
constexpr double kWidestBundle = 14;    ///< px: of all that share a link
constexpr int kPieces = 12;             ///< of a curved link
constexpr double kMatrixShare = .62;    ///< of the way to the terminals: half of its side
constexpr double kSmallestMatrix = 70;  ///< px
constexpr double kLeastMark = 3;        ///< px: of a circuit in a large matrix
constexpr double kNamedMatrix = 160;    ///< px: with a line of words

/// Towards the crossbar and out of it again, in one curve; `gap` stays free at both ends.
QPainterPath tubePath(const QPointF& from, const QPointF& middle, const QPointF& to, double gap) {
  const auto near = [gap](const QPointF& end, const QPointF& towards) {
    const QPointF way = towards - end;
    const double length = std::hypot(way.x(), way.y());
    return length > 0 ? end + way * std::min(.4, gap / length) : end;
  };
  QPainterPath path(near(from, middle));
  path.quadTo(middle, near(to, middle));
  return path;
}

/// The arrowhead of a tube that ends there.
void drawHead(QPainter& painter, const QPointF& before, const QPointF& end, double width,
              const QColor& colour) {
  const QPointF way = end - before;
  const double length = std::max(1e-6, std::hypot(way.x(), way.y()));
  const double head = width + 3;
  const QPointF ahead = way / length * head;
  const QPointF aside(-ahead.y() * .7, ahead.x() * .7);
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  painter.drawPolygon(
      QPolygonF{end + ahead * .4, end - ahead * .6 + aside, end - ahead * .6 - aside});
}

/// A channel on the screen, from its beginning, so many pixels beside the middle of its link.
QPolygonF alongChannel(const LinkCurve& link, bool back, double aside, const QTransform& view) {
  QPolygonF line;
  for (const double t : link.stops(kPieces)) {
    const QPointF way = view.map(link.at(t) + link.direction(t)) - view.map(link.at(t));
    const double length = std::max(1e-6, std::hypot(way.x(), way.y()));
    line << view.map(link.at(t)) + QPointF(-way.y(), way.x()) * (aside / length);
  }
  if (back) std::reverse(line.begin(), line.end());
  return line;
}

/// Along the links of their paths, side by side where they share one.
void drawPaths(QPainter& painter, const CircuitsShown& circuits, const NetworkGeometry& geometry,
               const QTransform& view, const Theme& theme) {
  const auto width = [](const CircuitTube& tube) {
    return kThinnest + kAlongTime * static_cast<double>(tube.share);
  };
  std::vector<double> room(geometry.links().size(), 0), taken(room.size(), 0);
  const auto each = [&](const auto& visit) {
    for (const CircuitTube& tube : circuits.tubes)
      for (std::size_t hop = 0; hop < tube.path.size(); ++hop)
        if (tube.path[hop] / 2 < geometry.links().size()) visit(tube, hop);
  };
  each([&](const CircuitTube& tube, std::size_t hop) { room[tube.path[hop] / 2] += width(tube); });
  struct Piece {
    QPolygonF line;
    QColor colour;
    double width;
    bool last;
  };
  std::vector<Piece> present;
  const auto draw = [&](const Piece& piece) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(piece.colour, piece.width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(piece.line);
    if (piece.last && piece.line.size() > 1)
      drawHead(painter, piece.line[piece.line.size() - 2], piece.line.back(), piece.width,
               piece.colour);
  };
  each([&](const CircuitTube& tube, std::size_t hop) {
    const LinkId link = tube.path[hop] / 2;
    // Links with many have them over each other rather than over other links.
    const double squeeze = std::min(1.0, kWidestBundle / room[link]);
    const double aside = squeeze * (taken[link] + (width(tube) - room[link]) / 2);
    taken[link] += width(tube);
    const bool turn = circuits.movesOn
                          ? (tube.slot + hop) % std::max(1U, circuits.circuitSlots) == circuits.slot
                          : tube.slot == circuits.slot;
    const QColor slot = slotColour(theme, tube.slot, circuits.circuitSlots);
    Piece piece{alongChannel(geometry.links()[link], tube.path[hop] % 2 != 0, aside, view),
                turn ? slot : dimmed(slot, theme.color(Tone::canvas), kPale),
                std::max(kThinnest, squeeze * width(tube)) + (turn ? 1 : 0),
                hop + 1 == tube.path.size()};
    if (turn)
      present.push_back(std::move(piece));
    else
      draw(piece);
  });
  for (const Piece& piece : present) draw(piece);
}

void drawTubes(QPainter& painter, const NetworkPicture& picture, const NetworkGeometry& geometry,
               const QTransform& view, const CanvasStyle& style, const Theme& theme, bool present) {
  const CircuitsShown& circuits = picture.heat.circuits;
  const QPointF middle = view.map(geometry.routers()[circuits.router]);
  for (const CircuitTube& tube : circuits.tubes) {
    if ((tube.slot == circuits.slot) != present || tube.from == tube.to ||
        std::max(tube.from, tube.to) >= geometry.terminals().size())
      continue;
    const QPainterPath path =
        tubePath(view.map(geometry.terminals()[tube.from]), middle,
                 view.map(geometry.terminals()[tube.to]), style.terminalDiameter / 2 + 3);
    const QColor slot = slotColour(theme, tube.slot, circuits.circuitSlots);
    const QColor colour =
        present || circuits.slot == kNone ? slot : dimmed(slot, theme.color(Tone::canvas), kPale);
    const double width = kThinnest + kWholeTime * static_cast<double>(tube.share);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.color(Tone::canvas), width + 2, Qt::SolidLine, Qt::FlatCap));
    painter.drawPath(path);
    painter.setPen(QPen(colour, width, Qt::SolidLine, Qt::FlatCap));
    painter.drawPath(path);
    drawHead(painter, path.pointAtPercent(.94), path.pointAtPercent(1), width, colour);
  }
}

}  // namespace

void drawCircuitTubes(QPainter& painter, const NetworkPicture& picture,
                      const NetworkGeometry& geometry, const QTransform& view,
                      const CanvasStyle& style, const Theme& theme) {
  const CircuitsShown& circuits = picture.heat.circuits;
  if (circuits.tubes.empty() || circuits.router >= geometry.routers().size()) return;
  const bool along = !circuits.tubes.front().path.empty();
  if (circuits.tubes.size() > (along ? kMostChosenTubes : kMostTubes)) return;
  painter.setRenderHint(QPainter::Antialiasing);
  if (along) return drawPaths(painter, circuits, geometry, view, theme);
  for (const bool present : {false, true})
    drawTubes(painter, picture, geometry, view, style, theme, present);
}

void drawCircuitMatrix(QPainter& painter, const NetworkPicture& picture,
                       const NetworkGeometry& geometry, const QTransform& view,
                       const Theme& theme) {
  const CircuitsShown& circuits = picture.heat.circuits;
  if (circuits.tubes.size() <= kMostTubes || !circuits.tubes.front().path.empty() ||
      circuits.router >= geometry.routers().size())
    return;
  painter.setRenderHint(QPainter::Antialiasing);
  const QPointF middle = view.map(geometry.routers()[circuits.router]);
  double reach = 1e9;
  for (const QPointF& terminal : geometry.terminals()) {
    const QPointF way = view.map(terminal) - middle;
    reach = std::min(reach, std::hypot(way.x(), way.y()));
  }
  const double side = 2 * kMatrixShare * reach;
  const auto ports = static_cast<int>(geometry.terminals().size());
  if (side < kSmallestMatrix || ports == 0) return;
  QRectF area(0, 0, side, side);
  area.moveCenter(middle);
  const bool selected = picture.marks.routers.count(circuits.router) > 0;
  painter.setPen(QPen(theme.color(selected ? Tone::accent : Tone::edge), selected ? 2.2 : 1));
  painter.setBrush(theme.color(Tone::base));
  painter.drawRect(area.adjusted(-4, -4, 4, 4));
  const double cell = side / ports, mark = std::max(kLeastMark, cell);
  for (const bool present : {false, true})
    for (const CircuitTube& tube : circuits.tubes) {
      if ((tube.slot == circuits.slot) != present ||
          std::max(tube.from, tube.to) >= static_cast<TerminalId>(ports))
        continue;
      const QColor slot = slotColour(theme, tube.slot, circuits.circuitSlots);
      const QPointF at = area.topLeft() + QPointF(tube.to + .5, tube.from + .5) * cell;
      painter.fillRect(
          QRectF(at.x() - mark / 2, at.y() - mark / 2, mark, mark),
          present || circuits.slot == kNone ? slot : dimmed(slot, theme.color(Tone::base), kPale));
    }
  if (side < kNamedMatrix) return;
  const QString words =
      QObject::tr("%1 circuits")
          .arg(QLocale().toString(static_cast<qulonglong>(circuits.tubes.size())));
  painter.setFont(uiFont(11));
  QRectF line(0, 0, painter.fontMetrics().horizontalAdvance(words) + 12, 17);
  line.moveCenter(QPointF(middle.x(), area.bottom() + 14));
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.color(Tone::canvas));
  painter.drawRect(line);
  painter.setPen(theme.color(Tone::t2));
  painter.drawText(line, Qt::AlignCenter, words);
}

}  // namespace hopscope
