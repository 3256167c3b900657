// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/packet_swatches.h"

#include <QFontMetricsF>
#include <QLocale>
#include <QObject>
#include <QPen>
#include <QPolygonF>
#include <algorithm>
#include <cstddef>

#include "engine/simulation/parts_table.h"
#include "ui/drawing/fonts.h"
#include "ui/drawing/heat_scale.h"
#include "ui/drawing/slot_colours.h"
#include "ui/words/engine_text.h"

namespace hopscope {

namespace {

constexpr double kGap = 14, kDot = 9, kBeside = 6;

double wordsWidth(const PacketSwatch& swatch) {
  return swatch.words.isEmpty() ? 0 : QFontMetricsF(uiFont(11)).horizontalAdvance(swatch.words);
}

void addPackets(const NetworkPicture& picture, const Theme& theme,
                std::vector<PacketSwatch>& swatches) {
  const auto four = [&](const QString& words, bool aged) {
    const HeatScale scale(theme);
    for (int i = 0; i < 4; ++i)
      swatches.push_back(
          {aged ? scale.color((i + .5) / 4) : theme.curve(i + 1), i == 3 ? words : QString()});
  };
  switch (picture.packetColour) {
    case PacketColour::source:
      four(QObject::tr("packets by source"), false);
      break;
    case PacketColour::destination:
      four(QObject::tr("packets by destination"), false);
      break;
    case PacketColour::age:
      four(QObject::tr("packet age, to %1 cycles")
               .arg(QLocale().toString(ageRange(picture.heat.packets))),
           true);
      break;
    case PacketColour::size:
      for (std::size_t i = 0; i < picture.heat.packetSizes.size(); ++i) {
        const std::uint32_t flits = picture.heat.packetSizes[i];
        swatches.push_back({theme.curve(static_cast<int>(i) + 1),
                            flits == 1 ? QObject::tr("1 flit")
                                       : QObject::tr("%1 flits").arg(QLocale().toString(flits))});
      }
      break;
    case PacketColour::path:
      for (const PathPartEntry& each : kPathParts)
        if (each.path == PathKind::minimal || (picture.heat.packetPaths >> each.kind() & 1) != 0)
          swatches.push_back({theme.curve(each.words.curve), engineText(each.words.label)});
      break;
    case PacketColour::trafficClass:
      for (int i = 0; i < picture.heat.packetClasses.size(); ++i) {
        const QString& name = picture.heat.packetClasses[i];
        if (i < Theme::kCurves)
          swatches.push_back({theme.curve(i + 1), name});
        else  // of one colour
          swatches[static_cast<std::size_t>(i % Theme::kCurves)].words +=
              QStringLiteral(", ") + name;
      }
      break;
  }
  if (picture.heat.notices)
    swatches.push_back({theme.color(Tone::t1), QObject::tr("notices of congestion"), true});
}

/// A colour for each slot that circuits may have.
void addCircuits(const CircuitsShown& circuits, const Theme& theme,
                 std::vector<PacketSwatch>& swatches) {
  const std::uint32_t colours =
      std::min(circuits.circuitSlots, static_cast<std::uint32_t>(Theme::kCurves));
  for (std::uint32_t slot = 0; slot < colours; ++slot)
    swatches.push_back({slotColour(theme, slot, circuits.circuitSlots),
                        slot + 1 < colours ? QString()
                        : slot == 0        ? QObject::tr("circuits")
                                           : QObject::tr("circuits in slots 0 to %1")
                                          .arg(QLocale().toString(circuits.circuitSlots - 1))});
}

}  // namespace

std::vector<PacketSwatch> packetSwatches(const NetworkPicture& picture, const Theme& theme) {
  std::vector<PacketSwatch> swatches;
  if (!picture.heat.packets.empty()) addPackets(picture, theme, swatches);
  if (!picture.heat.circuits.tubes.empty()) addCircuits(picture.heat.circuits, theme, swatches);
  return swatches;
}

void paintNotice(QPainter& painter, const QPointF& center, double radius, const Theme& theme) {
  const double reach = 1.3 * radius;  // a square on its corner covers what a disc does
  const QPolygonF square{center + QPointF(0, -reach), center + QPointF(reach, 0),
                         center + QPointF(0, reach), center + QPointF(-reach, 0)};
  painter.setBrush(theme.color(Tone::base));
  for (const bool halo : {true, false}) {
    painter.setPen(QPen(theme.color(halo ? Tone::canvas : Tone::t1), halo ? 3.6 : 1.6,
                        Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.drawPolygon(square);
  }
}

double swatchesWidth(const std::vector<PacketSwatch>& swatches) {
  double width = 0;
  for (const PacketSwatch& swatch : swatches)
    width += kDot + (swatch.words.isEmpty() ? 0 : kBeside - 3 + wordsWidth(swatch) + kGap);
  return width - kGap;
}

double paintSwatches(QPainter& painter, const QRectF& rect, double x,
                     const std::vector<PacketSwatch>& swatches, const Theme& theme) {
  painter.setFont(uiFont(11));
  for (const PacketSwatch& swatch : swatches) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(swatch.color);
    if (swatch.notice)
      paintNotice(painter, QPointF(x + 3, rect.center().y()), 3.2, theme);
    else
      painter.drawEllipse(QPointF(x + 3, rect.center().y()), 3, 3);
    x += kDot;
    if (swatch.words.isEmpty()) continue;
    x += kBeside - 3;
    painter.setPen(theme.color(Tone::t2));
    const double width = wordsWidth(swatch);
    painter.drawText(QRectF(x, rect.top(), width + 1, rect.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, swatch.words);
    x += width + kGap;
  }
  return x - kGap;
}

}  // namespace hopscope
