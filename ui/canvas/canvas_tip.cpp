// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/canvas_tip.h"

#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "engine/simulation/parts_table.h"
#include "ui/document/link_settings.h"
#include "ui/drawing/ranks_shown.h"
#include "ui/widgets/labels.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"
#include "ui/words/part_names.h"
#include "ui/words/phase_words.h"
#include "ui/words/waiting_words.h"

namespace hopscope {

namespace {

constexpr int kAway = 16;  // pixels between the pointer and the note

float utilizationOf(const NetworkHeat& heat, ChannelId channel) {
  return channel < heat.channelUtilization.size() ? heat.channelUtilization[channel]
                                                  : std::numeric_limits<float>::quiet_NaN();
}

/// "Queue fill 34 %, 0 % the other way", where colours show something of links but utilisation.
QStringList quantityLines(const NetworkPicture& picture, ChannelId channel, ChannelId back) {
  const HeatQuantityEntry& shown = entryOf(picture.heat.quantity);
  if (!shown.ofQueues) return {};
  const float there = channelHeat(picture.heat, channel), other = channelHeat(picture.heat, back);
  if (std::isnan(there) && std::isnan(other)) return {};
  const auto words = [&](float share) {
    return std::isnan(share) ? QStringLiteral("–") : heatText(picture.heat, share);
  };
  return {QObject::tr("%1 %2, %3 the other way")
              .arg(QObject::tr(shown.label), words(there), words(other))};
}

/// Who waits longest in a router that is looked into, and for what.
QStringList waitingLines(const NetworkHeat& heat, RouterId router) {
  constexpr std::size_t kMost = 3;
  const auto inside = std::find_if(heat.inside.begin(), heat.inside.end(),
                                   [&](const RouterDetail& each) { return each.router == router; });
  if (inside == heat.inside.end()) return {};
  std::vector<WaitingHead> heads;
  for (const WaitingHead& head : inside->waiting)
    if (head.waited > 0) heads.push_back(head);
  std::stable_sort(heads.begin(), heads.end(),
                   [](const WaitingHead& a, const WaitingHead& b) { return a.waited > b.waited; });
  QStringList lines;
  for (std::size_t i = 0; i < std::min(kMost, heads.size()); ++i) {
    const WaitingHead& head = heads[i];
    const QString place = QObject::tr("port %1, VC %2").arg(head.input).arg(head.vc);
    const QString what =
        head.output == kNoPort
            ? waitingWords(head)
            : QObject::tr("to port %1: %2").arg(QString::number(head.output), waitingWords(head));
    lines << QObject::tr("%1 has waited %2, %3")
                 .arg(place, cyclesText(static_cast<double>(head.waited)), what);
  }
  return lines;
}

QStringList routerLines(const NetworkPicture& picture, RouterId router) {
  const Topology& topology = *picture.topology;
  int terminals = 0;
  ChannelId hottest = kNone;
  float most = -1;
  for (PortIndex port = 0; port < topology.radix(router); ++port) {
    const Port& here = topology.port(router, port);
    terminals += here.peer.isTerminal ? 1 : 0;
    const float busy = utilizationOf(picture.heat, here.out);
    if (busy > most) {
      most = busy;
      hottest = here.out;
    }
  }
  const int others = topology.radix(router) - terminals;
  QString ports = plural(terminals, "terminal", "terminals") + QStringLiteral(", ") +
                  plural(others, "link", "links");
  QStringList lines{asTitle(routerName(topology, router))};
  if (picture.heat.failedRouters.count(router) != 0)
    return lines << QObject::tr("failed: nothing new comes in, its terminals are silent");
  if (picture.heat.empty()) {
    if (const QString place = routerPlace(topology, router); !place.isEmpty()) lines << place;
    return lines << ports;
  }
  if (router < picture.heat.routerHitRate.size() && !std::isnan(picture.heat.routerHitRate[router]))
    ports += QStringLiteral(", hits %1")
                 .arg(percentText(static_cast<double>(picture.heat.routerHitRate[router])));
  lines << ports;
  if (const float share = routerHeat(picture.heat, router);
      picture.heat.quantity == HeatQuantity::power && !std::isnan(share))
    lines << QObject::tr("takes %1").arg(heatText(picture.heat, share));
  if (hottest != kNone)
    lines << QObject::tr("busiest output %1, to %2")
                 .arg(percentText(static_cast<double>(most)),
                      endName(topology, topology.to(hottest)));
  return lines << waitingLines(picture.heat, router);
}

/// "2 of 3 virtual channels to router 4 are paused", for each direction that is.
QStringList pauseLines(const NetworkPicture& picture, LinkId link) {
  QStringList lines;
  for (const ChannelPause& each : picture.heat.paused)
    if (each.channel / 2 == link)
      lines << QObject::tr("%1 of %2 virtual channels to %3 paused")
                   .arg(each.paused)
                   .arg(each.of)
                   .arg(endName(*picture.topology, picture.topology->to(each.channel)));
  return lines;
}

QStringList linkLines(const Design& design, const NetworkPicture& picture, LinkId link) {
  const Topology& topology = *picture.topology;
  const float there = utilizationOf(picture.heat, 2 * link);
  const float back = utilizationOf(picture.heat, 2 * link + 1);
  const ChannelId busier = back > there ? 2 * link + 1 : 2 * link;
  QStringList lines{asTitle(channelName(topology, busier))};
  QString kind = QString::fromStdString(topology.classOf(link).label);
  if (const QString latency = linkLatencyText(design, topology, link); !latency.isEmpty())
    kind += QObject::tr(", latency %1").arg(latency);
  if (const QString bandwidth = linkBandwidthText(design, topology, link); !bandwidth.isEmpty())
    kind += QObject::tr(", bandwidth %1").arg(bandwidth);
  lines << kind;
  if (picture.heat.failedLinks.count(link) != 0)
    lines << QObject::tr("failed: no new packet goes this way");
  else if (!picture.heat.empty() && !std::isnan(there))
    lines << QObject::tr("%1 busy, %2 the other way")
                 .arg(percentText(static_cast<double>(std::max(there, back))),
                      percentText(static_cast<double>(std::min(there, back))));
  if (picture.heat.failedLinks.count(link) == 0)
    lines << quantityLines(picture, busier, busier ^ 1u);
  return lines << pauseLines(picture, link);
}

/// How many links a bundle holds, and which of them is the hottest.
QStringList bundleLines(const NetworkPicture& picture, const CanvasMouse& mouse) {
  const Topology& topology = *picture.topology;
  QStringList lines{plural(static_cast<qint64>(mouse.bundle.size()), "link", "links")};
  const QString kind = QString::fromStdString(topology.classOf(mouse.link).label);
  if (!kind.isEmpty()) lines[0] = QObject::tr("%1, %2").arg(lines[0], kind);
  float most = -1;
  ChannelId hottest = kNone;
  for (const LinkId link : mouse.bundle)
    for (const ChannelId channel : {2 * link, 2 * link + 1})
      if (const float busy = utilizationOf(picture.heat, channel); busy > most) {
        most = busy;
        hottest = channel;
      }
  if (hottest == kNone) return lines << QObject::tr("drawn as one; zoom in to see each");
  lines << QObject::tr("the hottest %1 busy").arg(percentText(static_cast<double>(most)));
  return lines << channelName(topology, hottest);
}

/// "Rank 7 of npb_ft waits", or "Ranks of npb_ft: computes (3), waits (1)" of several.
QStringList rankLines(const NetworkHeat& heat, TerminalId terminal) {
  if (!heat.ranks || !heat.ranks->at(terminal)) return {};
  const RankCounts& counts = heat.ranks->terminals[terminal];
  const QString job = heat.ranks->jobNames.value(static_cast<int>(heat.ranks->jobs[terminal]));
  std::uint32_t all = 0;
  QStringList parts;
  for (std::size_t i = 0; i < kRankPhases; ++i) {
    all += counts.of[i];
    if (counts.of[i] > 0)
      parts << QObject::tr("%1 (%2)").arg(phaseWords(static_cast<RankPhase>(i))).arg(counts.of[i]);
  }
  if (all == 1)
    return {QObject::tr("rank %1 of %2 %3")
                .arg(QString::number(heat.ranks->inJob[terminal]), job,
                     phaseWords(*heat.ranks->at(terminal)))};
  return {QObject::tr("ranks of %1: %2").arg(job, parts.join(QStringLiteral(", ")))};
}

QStringList terminalLines(const NetworkPicture& picture, TerminalId terminal) {
  const Topology& topology = *picture.topology;
  const TerminalPlace& place = topology.terminals[terminal];
  QStringList lines{asTitle(terminalName(topology, terminal))};
  lines << QObject::tr("on %1, port %2").arg(routerName(topology, place.router)).arg(place.port);
  const float sends = utilizationOf(picture.heat, 2 * place.link);
  const float receives = utilizationOf(picture.heat, 2 * place.link + 1);
  if (!picture.heat.empty() && !std::isnan(sends))
    lines << QObject::tr("sends %1, receives %2")
                 .arg(percentText(static_cast<double>(sends)),
                      percentText(static_cast<double>(receives)));
  return lines << rankLines(picture.heat, terminal);
}

QStringList groupLines(const NetworkPicture& picture, const CanvasMouse& mouse) {
  const Topology& topology = *picture.topology;
  QString name = groupName(topology, mouse.group);
  for (const GroupShape& shape : picture.placement->groups)
    if (shape.group == mouse.group) name = asTitle(QString::fromStdString(shape.label));
  qint64 terminals = 0;
  for (const TerminalPlace& place : topology.terminals)
    terminals += topology.group[place.router] == mouse.group ? 1 : 0;
  QStringList lines{name};
  lines << plural(static_cast<qint64>(mouse.members.size()), "router", "routers") +
               QStringLiteral(", ") + plural(terminals, "terminal", "terminals");
  return lines << QObject::tr("double-click, or G, opens it");
}

/// The kind of a path, and its letters where it has some.
QString pathWords(PathKind path) {
  const PartWords& words = pathPart(path).words;
  const QString label = engineText(words.label), letters = engineText(words.said);
  return label == letters ? label : QStringLiteral("%1 (%2)").arg(label, letters);
}

QStringList packetLines(const NetworkPicture& picture, const MovingPacket& packet) {
  const Topology& topology = *picture.topology;
  if (packet.notice && packet.destination < topology.terminalCount())
    return {QObject::tr("Notice of congestion"),
            QObject::tr("to the switch of %1, %2 old")
                .arg(terminalName(topology, packet.destination),
                     cyclesText(static_cast<double>(packet.age)))};
  if (packet.source >= topology.terminalCount() || packet.destination >= topology.terminalCount())
    return {};
  QStringList lines{
      QObject::tr("Packet from %1 to %2")
          .arg(terminalName(topology, packet.source), terminalName(topology, packet.destination))};
  lines << QObject::tr("%1, %2, %3 old")
               .arg(plural(packet.flits, "flit", "flits"), pathWords(packet.path),
                    cyclesText(static_cast<double>(packet.age)));
  if (packet.intermediate < topology.routerCount())
    lines << QObject::tr("by way of %1").arg(routerName(topology, packet.intermediate));
  return lines << QObject::tr("click to follow it");
}

}  // namespace

QStringList tipLines(const Design& design, const NetworkPicture& picture,
                     const CanvasMouse& mouse) {
  if (!picture.topology) return {};
  if (mouse.packet) return packetLines(picture, *mouse.packet);
  if (!mouse.members.empty()) return groupLines(picture, mouse);
  if (mouse.router < picture.topology->routerCount()) return routerLines(picture, mouse.router);
  if (mouse.terminal < picture.topology->terminalCount())
    return terminalLines(picture, mouse.terminal);
  if (mouse.link < picture.topology->linkCount() && !mouse.bundle.empty())
    return bundleLines(picture, mouse);
  if (mouse.link < picture.topology->linkCount()) return linkLines(design, picture, mouse.link);
  return {};
}

CanvasTip::CanvasTip(QWidget* canvas)
    : QFrame(canvas),
      title_(makeLabel(TextRole::bold, {}, this)),
      text_(makeLabel(TextRole::secondary, {}, this)) {
  setObjectName(QStringLiteral("canvasTip"));
  setAttribute(Qt::WA_TransparentForMouseEvents);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(10, 6, 10, 6);
  column->setSpacing(1);
  column->addWidget(title_);
  column->addWidget(text_);
  hide();
}

void CanvasTip::paintEvent(QPaintEvent* event) {
  static_cast<void>(event);
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(palette().color(QPalette::Dark), 1));
  painter.setBrush(palette().color(QPalette::ToolTipBase));
  painter.drawRoundedRect(QRectF(rect()).adjusted(.5, .5, -.5, -.5), 4, 4);
}

void CanvasTip::showLines(const QStringList& lines, QPointF pixel) {
  title_->setText(lines.value(0));
  text_->setText(lines.mid(1).join(QLatin1Char('\n')));
  text_->setVisible(lines.size() > 1);
  ensurePolished();
  layout()->activate();
  const QSize size = sizeHint();
  const QSize room = parentWidget()->size();
  int x = static_cast<int>(pixel.x()) + kAway;
  int y = static_cast<int>(pixel.y()) + kAway;
  if (x + size.width() > room.width()) x = static_cast<int>(pixel.x()) - kAway - size.width();
  if (y + size.height() > room.height()) y = static_cast<int>(pixel.y()) - kAway - size.height();
  setGeometry(QRect(QPoint(std::max(x, 0), std::max(y, 0)), size));
  show();
  raise();
}

}  // namespace hopscope
