// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <QRectF>
#include <QString>
#include <QStringList>
#include <QTransform>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "engine/fabric/link_rate.h"
#include "engine/simulation/snapshot.h"
#include "engine/topology/placement.h"
#include "engine/topology/topology.h"
#include "ui/drawing/heat_quantity.h"
#include "ui/drawing/theme.h"

namespace hopscope {

class CollapsedNetwork;
class PlacedNetwork;
struct RanksShown;

/// The packet that is followed: which one, and the channels it has taken since it is.
struct FollowedPacket {
  TerminalId source = kNone;  ///< kNone: none is followed
  Cycle birth = -1;           ///< -1: the next one of its source
  std::vector<ChannelId> path;
  RouterId intermediate = kNone;  ///< by way of which it goes, or went; kNone: of none
  TerminalId destination = kNone;
  bool delivered = false;

  bool is(const MovingPacket& packet) const {
    return packet.source == source && packet.birth == birth && !packet.notice;
  }
};

/// A buffer in a cycle of buffers that wait for each other.
struct WaitingBuffer {
  ChannelId channel = kNone;  ///< into that buffer
  VcIndex vc = 0;
  std::uint32_t flits = 0, room = 0;  ///< in it; room 0: not known

  bool operator==(const WaitingBuffer&) const = default;
};

/// A circuit, from terminal to terminal.
struct CircuitTube {
  TerminalId from = kNone, to = kNone;
  std::uint32_t slot = 0;
  float share = 0;                   ///< of the time, 0..1
  std::vector<ChannelId> path = {};  ///< empty: through the one crossbar
};

/// Circuits that share time slots: of a crossbar, or along their paths.
struct CircuitsShown {
  RouterId router = kNone;
  std::uint32_t slot = kNone;  ///< whose turn it is
  std::uint32_t circuitSlots = 0;
  bool movesOn = false;            ///< the n-th channel of a path has its turn n slots later
  std::vector<CircuitTube> tubes;  ///< empty: none are shown
};

/// What the canvas shows of a running or finished simulation. Empty vectors: design mode.
struct NetworkHeat {
  std::vector<float> channelUtilization;  ///< per channel, 0..1; NaN: no data
  std::vector<float> routerHitRate;       ///< per router, 0..1; NaN: no cache, or no lookups yet
  std::vector<float> routerPower = {};    ///< per router, W; empty: not known
  /// What queues were asked for, per channel as queueValue() has it; empty: nothing yet.
  std::vector<float> channelQueues = {};
  HeatRange range = {};       ///< of channelQueues, where that is no share
  HeatRange powerRange = {};  ///< of routerPower
  std::vector<MovingPacket> packets;
  std::vector<std::uint32_t> packetSizes;  ///< flits, in order: all there are in the run
  QStringList packetClasses;  ///< by MovingPacket::trafficClass; empty: traffic is not mixed
  FollowedPacket followed;
  std::vector<RouterDetail> inside = {};  ///< routers that are near enough to look into
  QString when;  ///< "cycles 12,000 to 13,000" of a run's past; empty: now, or the whole run
  /// Parts that have failed.
  std::set<LinkId> failedLinks = {};
  std::set<RouterId> failedRouters = {};
  std::vector<ChannelPause> paused = {};  ///< channels that are
  /// A deadlock: each waits for the next one, and the last for the first. While it is shown,
  /// everything else is faded.
  std::vector<WaitingBuffer> waitCycle = {};
  CircuitsShown circuits = {};
  /// What the ranks of applications are at; null where none run, or that is not known.
  std::shared_ptr<const RanksShown> ranks = {};
  std::uint32_t packetPaths = 0;  ///< kinds of path seen in the run so far, a bit for each
  /// Links whose busier direction is below this are left out; 0: none are.
  float least = 0;
  /// What the colours tell; see channelHeat() and routerHeat().
  HeatQuantity quantity = HeatQuantity::utilization;
  HeatQuantity queuesOf = HeatQuantity::utilization;  ///< what channelQueues has
  QueuesSeen queuesSeen = QueuesSeen::kept;
  bool countsCredits = false;
  bool notices = false;  ///< packets were among them that are notices of congestion
  bool pauses = false;   ///< channels have been paused in this run

  bool empty() const { return channelUtilization.empty(); }
};

/// What is marked on the canvas, by dense id.
struct NetworkMarks {
  std::set<RouterId> routers;
  std::set<TerminalId> terminals;
  std::set<LinkId> links;
  RouterId hoverRouter = kNone;
  TerminalId hoverTerminal = kNone;
  LinkId hoverLink = kNone;
  std::set<std::uint32_t> notes = {};
  std::uint32_t hoverNote = kNone;
  std::int32_t hoverGroup = -1;  ///< a collapsed one
  /// All but what is marked, and what it is connected to, is faded.
  bool focus = false;
};

/// What the colour of a moving packet tells.
enum class PacketColour { source, destination, age, size, path, trafficClass };

/// Everything one picture of a network needs; a value, shared by canvas, export and command line.
struct NetworkPicture {
  std::shared_ptr<const Topology> topology;
  std::shared_ptr<const Placement> placement;
  NetworkHeat heat;
  NetworkMarks marks;
  PacketColour packetColour = PacketColour::source;
  bool names = true;  ///< of groups, and of what is marked
  /// Per link: slower ones are drawn thinner; empty: all are full.
  std::vector<LinkRate> linkRates = {};
};

/// Paints networks in one theme onto any QPainter: all links in one layer in 16 colour buckets,
/// hottest last. Keeps a spatial index of the last topology and placement for picking.
class NetworkPainter {
 public:
  explicit NetworkPainter(const Theme& theme);
  ~NetworkPainter();

  void setTheme(const Theme& theme);
  /// Replaces what is drawn. Geometry is rebuilt only where topology or placement changed.
  void setPicture(NetworkPicture picture);
  /// The same of a network that was worked out elsewhere; of one that is still being worked on,
  /// which is PlacedNetwork(), only the ground is painted and nothing is found.
  void setPicture(NetworkPicture picture, std::shared_ptr<PlacedNetwork> placed);
  /// Replaces only the heat, cheaply (25 times a second).
  void setHeat(NetworkHeat heat);
  void setMarks(NetworkMarks marks);
  void setPacketColour(PacketColour colour);
  const NetworkPicture& picture() const;
  /// Dots every `step` canvas units behind the network in design mode; 0: none.
  void setDotGrid(double step);

  /// The part of the canvas the network covers, labels included; canvas units.
  QRectF bounds() const;
  /// Pixels that cards of collapsed groups may reach out of that at a scale: they do not shrink
  /// with the canvas. 0 where nothing is collapsed.
  double cardReach(double scale) const;
  /// The same of routers, which are larger than what `bounds` leaves around them when near.
  double routerReach(double scale) const;
  /// Paints what falls into `device` (pixels) under `view` (canvas units to pixels). `moving`: no
  /// antialiasing. Background included.
  void paint(QPainter& painter, const QRectF& device, const QTransform& view, bool moving = false);

  /// What lies at a place in canvas units, within `tolerance` canvas units of its shape as it was
  /// painted last (of its centre before that).
  RouterId routerAt(const QPointF& place, double tolerance) const;
  TerminalId terminalAt(const QPointF& place, double tolerance) const;
  LinkId linkAt(const QPointF& place, double tolerance) const;
  /// The moving packet nearest to a place in canvas units, within `tolerance` canvas units of its
  /// shape as it was painted last.
  std::optional<MovingPacket> packetAt(const QPointF& place, double tolerance) const;
  /// The note on top there, as painted last, by its place in the list.
  std::uint32_t noteAt(const QPointF& place) const;
  /// The group there: a collapsed one by its node, another that may be collapsed by its ground; -1:
  /// none.
  std::int32_t collapsedAt(const QPointF& place, double tolerance) const;
  std::int32_t groundAt(const QPointF& place) const;
  /// What is drawn as collapsed groups.
  const CollapsedNetwork& collapsed() const;
  /// Where a router, or the middle of a link, was painted last, in pixels; nothing where it is not
  /// drawn by itself, as in a collapsed group.
  std::optional<QRectF> routerArea(RouterId router) const;
  std::optional<QPointF> linkMiddle(LinkId link) const;
  /// The routers whose buffers there is room to show, as painted last; none where there are very
  /// many.
  std::vector<RouterId> nearRouters() const;
  /// How much of its colour a link of that bucket of the scale has, as painted last: less than all
  /// where very many lines cover each other and those that are hardly used stand back.
  double presence(int bucket) const;
  /// The links that are painted as one line with this one, itself among them.
  std::vector<LinkId> bundleOf(LinkId link) const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

/// Where the scale of packets' ages ends, in cycles: the oldest, rounded up to 1, 2 or 5 and
/// noughts.
Cycle ageRange(const std::vector<MovingPacket>& packets);

/// What carries the colours of a legend: links, or the cells of the matrix view.
enum class LegendMarks { lines, cells };

/// The room that a legend needs for the name of its quantity, px; 0 in design mode.
double legendTitleWidth(const NetworkPicture& picture);

/// Paints the legend bar: in design mode the link classes with their counts, else the heat scale
/// with its quantity and range, a "no data" swatch and (beside links) the cache-hit swatch.
/// `besideTitle`: px that are left free behind the name of the quantity; `painted`: that painted
/// the picture, so that the scale has the colours of its links. Whether there was room for what the
/// colours of packets mean.
bool paintLegend(QPainter& painter, const QRectF& rect, const NetworkPicture& picture,
                 const Theme& theme, LegendMarks marks = LegendMarks::lines, double besideTitle = 0,
                 const NetworkPainter* painted = nullptr);

}  // namespace hopscope
