// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspectors/learnt_rows.h"

#include <QObject>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/drawing/fonts.h"
#include "ui/words/numbers.h"
#include "ui/words/part_names.h"

namespace hopscope {

namespace {

using What = LearntFact::What;

constexpr int kRow = 18;
constexpr double kMeter = 56, kGap = 8;

QString portText(const Topology& topology, RouterId router, std::uint32_t port) {
  if (port >= topology.radix(router)) return {};
  const LinkEnd& peer = topology.port(router, static_cast<PortIndex>(port)).peer;
  return QObject::tr("port %1, %2").arg(port).arg(endName(topology, peer));
}

QString holdsText(double share) {
  return share >= 1  ? QObject::tr("in force")
         : share > 0 ? QObject::tr("in part")
                     : QObject::tr("paused");
}

LearntRow rowOf(const LearntFact& fact, const Topology& topology, RouterId router, Cycle now) {
  const auto whole = [&] { return wholeText(std::llround(fact.value)); };
  const QString port = fact.of == kNone ? QString() : portText(topology, router, fact.of);
  switch (fact.what) {
    case What::level:
      return {QObject::tr("Level"), whole()};
    case What::attemptsInVain:
      return {QObject::tr("Attempts in vain so far"), whole()};
    case What::intervalEnd:
      return {QObject::tr("The interval ends in"),
              cyclesText(std::max(0.0, fact.value - static_cast<double>(now)))};
    case What::congestedGlobal:
      return {port,
              fact.value > 0 ? QObject::tr("congested") : QObject::tr("free"),
              {},
              fact.value > 0};
    case What::probability:
      return {port, percentText(fact.value), fact.value};
    case What::rulesHold:
      return {port, holdsText(fact.value), {}, fact.value < 1};
    case What::feedback:
    case What::groupCounter:
      break;
  }
  return {};
}

struct BlockOf {
  const char* head;
  std::vector<What> kinds;
};

/// In the order of the panel.
const std::vector<BlockOf>& blockKinds() {
  static const std::vector<BlockOf> kinds{
      {QT_TRANSLATE_NOOP("QObject", "How far away packets go"),
       {What::level, What::attemptsInVain, What::intervalEnd}},
      {QT_TRANSLATE_NOOP("QObject", "Reported congested, by port"), {What::congestedGlobal}},
      {QT_TRANSLATE_NOOP("QObject", "Probability of the minimal path, by port"),
       {What::probability}},
      {QT_TRANSLATE_NOOP("QObject", "Rules that send by a port"), {What::rulesHold}},
  };
  return kinds;
}

}  // namespace

std::vector<LearntBlock> learntBlocks(const std::vector<LearntFact>& facts,
                                      const Topology& topology, RouterId router, Cycle now) {
  std::vector<LearntBlock> blocks;
  for (const BlockOf& kind : blockKinds()) {
    LearntBlock block{QObject::tr(kind.head), {}};
    for (const LearntFact& fact : facts)
      if (std::find(kind.kinds.begin(), kind.kinds.end(), fact.what) != kind.kinds.end())
        block.rows.push_back(rowOf(fact, topology, router, now));
    if (!block.rows.empty()) blocks.push_back(std::move(block));
  }
  // The latest feedback stands with the probability of its port.
  for (const LearntFact& fact : facts) {
    if (fact.what != What::feedback || fact.value <= 0) continue;
    const QString port = portText(topology, router, fact.of);
    for (LearntBlock& block : blocks)
      for (LearntRow& row : block.rows)
        if (row.name == port && row.share)
          row.name = QObject::tr("%1, feedback %2").arg(port, wholeText(std::llround(fact.value)));
  }
  return blocks;
}

std::optional<PlotPicture> learntCounters(const std::vector<LearntFact>& facts) {
  PlotCurve packets;
  packets.name = QObject::tr("packets");
  packets.shape = PlotShape::bars;
  packets.number = 4;
  double most = 0;
  for (const LearntFact& fact : facts) {
    if (fact.what != What::groupCounter) continue;
    packets.x.push_back(fact.of);
    packets.y.push_back(fact.value);
    most = std::max(most, fact.value);
  }
  if (packets.x.empty()) return std::nullopt;
  PlotPicture picture;
  picture.title = QObject::tr("Packets counted, by group");
  picture.xTitle = QObject::tr("offset of the group");
  picture.yTitle = QObject::tr("packets");
  picture.yMin = 0;
  // The axis keeps still while the counters tremble.
  picture.yMax = std::max(4.0, std::pow(2, std::ceil(std::log2(std::max(1.0, most)))));
  picture.xMin = packets.x.front() - 0.6;
  picture.xMax = packets.x.back() + 0.6;
  picture.curves.push_back(std::move(packets));
  return picture;
}

LearntList::LearntList(QWidget* parent) : RowsWidget(kRow, parent) {}

QString LearntList::wordsOf(const LearntRow& row) const {
  return QStringLiteral("%1: %2").arg(row.name, row.value);
}

void LearntList::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setFont(uiFont(12));
  for (std::size_t i = 0; i < rows().size(); ++i) {
    const LearntRow& row = rows()[i];
    const double y = static_cast<double>(i) * kRow;
    const double value = painter.fontMetrics().horizontalAdvance(row.value) + 1.0;
    double right = width() - value - kGap;
    if (row.share) {
      // The bars stand below each other, whatever the numbers are.
      const double numbers = painter.fontMetrics().horizontalAdvance(percentText(1)) + kGap;
      const QRectF track(width() - numbers - kMeter, y + 7, kMeter, 4);
      painter.setRenderHint(QPainter::Antialiasing);
      painter.setPen(Qt::NoPen);
      painter.setBrush(theme().color(Tone::raised));
      painter.drawRoundedRect(track, 2, 2);
      painter.setBrush(theme().color(Tone::accent));
      if (*row.share > 0)
        painter.drawRoundedRect(QRectF(track.topLeft(), QSizeF(kMeter * *row.share, 4)), 2, 2);
      right = track.left() - kGap;
    }
    painter.setPen(theme().color(Tone::t1));
    painter.drawText(
        QRectF(0, y, right, kRow), Qt::AlignVCenter | Qt::AlignLeft,
        painter.fontMetrics().elidedText(row.name, Qt::ElideRight, static_cast<int>(right)));
    painter.setPen(theme().color(row.warns ? Tone::warn : Tone::t1));
    painter.drawText(QRectF(width() - value, y, value, kRow), Qt::AlignVCenter | Qt::AlignRight,
                     row.value);
  }
}

}  // namespace hopscope
