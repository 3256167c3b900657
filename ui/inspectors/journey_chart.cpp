// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspectors/journey_chart.h"

#include <QPainter>
#include <QStringList>
#include <algorithm>

#include "engine/simulation/parts_table.h"
#include "ui/drawing/fonts.h"
#include "ui/widgets/split_bar.h"
#include "ui/words/numbers.h"
#include "ui/words/part_names.h"

namespace hopscope {

namespace {

constexpr int kRow = 20;
constexpr double kName = 84, kNumber = 40, kBar = 10;

/// The curve of a cause, which is its colour everywhere.
int curveOf(double LatencyParts::*part) {
  for (const LatencyCause& cause : latencyCauses())
    if (cause.part == part) return cause.curve;
  return 1;
}

}  // namespace

Cycle JourneyRow::cycles() const {
  Cycle sum = 0;
  for (const auto& [curve, cycles] : parts) sum += cycles;
  return sum;
}

std::vector<JourneyRow> journeyRows(const Journey& journey, const Topology& topology) {
  std::vector<JourneyRow> rows;
  Cycle tail = 0;
  if (journey.unseen > 0)
    rows.push_back({QObject::tr("Before"), 0, {{JourneyRow::kUnknown, journey.unseen}}});
  for (std::size_t i = 0; i < journey.hops.size(); ++i) {
    const JourneyHop& hop = journey.hops[i];
    JourneyRow row;
    row.name = asTitle(endName(topology, topology.from(hop.out)));
    const bool first = i == 0 && journey.foundOn == kNone;
    row.begin = first ? 0 : hop.arrival - journey.birth;
    const auto add = [&](double LatencyParts::*part, std::uint64_t cycles) {
      if (cycles > 0) row.parts.emplace_back(curveOf(part), static_cast<Cycle>(cycles));
    };
    // In the order a packet meets them. At first there may be a queue and the terminal's interface,
    // then the wire to the first router, where there may be a queue, too.
    LatencySplit rest = hop.spent;
    if (first) {
      const auto wire = static_cast<std::uint64_t>(hop.wire);
      const auto early = static_cast<std::uint64_t>(hop.arrival - journey.birth) - wire;
      const std::uint64_t queued = std::min(early, rest.source);
      add(&LatencyParts::source, queued);
      add(&LatencyParts::traversal, early - queued);
      add(&LatencyParts::channel, wire);
      rest.source -= queued;
      rest.traversal -= early - queued;
      rest.channel -= wire;
    }
    for (const LatencyPartEntry& each : onScreen(kLatencyParts))
      if (each.part != &LatencyParts::serialization) add(each.part, rest.*each.counted);
    tail += static_cast<Cycle>(hop.spent.serialization);
    rows.push_back(std::move(row));
  }
  if (journey.delivered >= 0)
    rows.push_back({QObject::tr("Tail"),
                    journey.delivered - journey.birth - tail,
                    {{curveOf(&LatencyParts::serialization), tail}}});
  return rows;
}

Journey untilNow(Journey journey, Cycle now) {
  if (journey.delivered >= 0) return journey;
  journey.unseen = std::min(journey.unseen, now - journey.birth);
  if (journey.hops.empty()) return journey;
  for (JourneyHop& hop : journey.hops) hop.spent.serialization = 0;
  JourneyHop& last = journey.hops.back();
  const bool first = journey.hops.size() == 1 && journey.foundOn == kNone;
  const Cycle end = (first ? journey.birth : last.arrival) + static_cast<Cycle>(last.spent.total());
  auto toCome = static_cast<std::uint64_t>(std::max<Cycle>(0, end - now));
  for (std::uint64_t LatencySplit::*part : {&LatencySplit::channel, &LatencySplit::traversal}) {
    const std::uint64_t cut = std::min(last.spent.*part, toCome);
    last.spent.*part -= cut;
    toCome -= cut;
  }
  return journey;
}

JourneyChart::JourneyChart(QWidget* parent) : RowsWidget(kRow, parent) {
  setAccessibleName(tr("Journey of a packet"));
}

QString JourneyChart::wordsOf(const JourneyRow& row) const {
  return row.name + QLatin1Char(' ') + cyclesText(static_cast<double>(row.cycles()));
}

void JourneyChart::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  Cycle end = 1;
  for (const JourneyRow& row : rows()) end = std::max(end, row.begin + row.cycles());
  const double scale = (width() - kName - kNumber) / static_cast<double>(end);
  painter.setFont(uiFont(11));
  for (std::size_t i = 0; i < rows().size(); ++i) {
    const JourneyRow& row = rows()[i];
    const double y = static_cast<double>(i) * kRow;
    painter.setPen(theme().color(Tone::t1));
    painter.drawText(
        QRectF(0, y, kName - 4, kRow), Qt::AlignVCenter | Qt::AlignLeft,
        painter.fontMetrics().elidedText(row.name, Qt::ElideRight, static_cast<int>(kName - 4)));
    painter.drawText(QRectF(width() - kNumber, y, kNumber, kRow), Qt::AlignVCenter | Qt::AlignRight,
                     wholeText(row.cycles()));
    painter.fillRect(QRectF(kName, y + kRow - 1, width() - kName - kNumber, 1),
                     theme().color(Tone::line));
    double x = kName + scale * static_cast<double>(row.begin);
    for (const auto& [curve, cycles] : row.parts) {
      const double length = scale * static_cast<double>(cycles);
      painter.fillRect(
          QRectF(x, y + (kRow - kBar) / 2, std::max(1.0, length), kBar),
          curve == JourneyRow::kUnknown ? theme().color(Tone::t4) : theme().curve(curve));
      x += length;
    }
  }
}

}  // namespace hopscope
