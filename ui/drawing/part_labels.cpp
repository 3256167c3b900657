// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/part_labels.h"

#include <QFontMetricsF>
#include <QObject>
#include <set>
#include <utility>

#include "engine/topology/part_words.h"
#include "ui/drawing/label_font.h"

namespace hopscope {

namespace {

/// The beginning of a long name stands on the canvas; tips and tables have all of it.
constexpr qsizetype kLongestName = 28;
/// More selected things need no ids.
constexpr std::size_t kNamed = 12;
/// More names than can be read at once would only cost time.
constexpr std::size_t kMostNames = 400;
constexpr int kPixels = 11;
constexpr std::size_t kMostShunned = 64;

class PartLabels {
 public:
  PartLabels(std::vector<CanvasLabel>& labels, const LabelledPicture& drawn)
      : labels_(labels), drawn_(drawn), topology_(*drawn.picture.topology) {}

  void addAll() {
    const NetworkMarks& marks = drawn_.picture.marks;
    router(marks.hoverRouter, 3);
    terminal(marks.hoverTerminal, 3);
    std::set<RouterId> routers;
    std::set<TerminalId> terminals;
    if (marks.routers.size() + marks.terminals.size() <= kNamed) {
      routers = marks.routers;
      terminals = marks.terminals;
    }
    for (const RouterId r : routers)
      if (r != marks.hoverRouter) router(r, 0);
    for (const TerminalId t : terminals)
      if (t != marks.hoverTerminal) terminal(t, 0);
    if (drawn_.thumbnail) return;
    groups();
    if (!drawn_.style.routerOutline) return;  // too small to be told apart
    const std::size_t most = labels_.size() + kMostNames;
    for (RouterId r = 0; r < topology_.routerNames.size() && labels_.size() < most; ++r)
      if (!topology_.routerNames[r].empty() && routers.count(r) == 0 && r != marks.hoverRouter)
        router(r, 1);
    for (TerminalId t = 0; t < topology_.terminalNames.size() && labels_.size() < most; ++t)
      if (!topology_.terminalNames[t].empty() && terminals.count(t) == 0 &&
          t != marks.hoverTerminal)
        terminal(t, 0);
  }

 private:
  /// Where cards stand closer than their labels are wide, every second, fifth or tenth is named.
  void groups() {
    const std::vector<CollapsedNetwork::Node>& nodes = drawn_.collapse.nodes();
    if (nodes.empty()) return;
    const double needed =
        QFontMetricsF(labelFont(kPixels)).horizontalAdvance(nodes.back().label) + 12;
    const std::uint32_t every = labelStep(needed, drawn_.cards.spacing() * drawn_.style.scale);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const bool hovered = drawn_.picture.marks.hoverRouter == nodes[i].shown;
      if (i % every != 0 && !hovered) continue;
      add(drawn_.geometry.routers()[nodes[i].shown], 2 * drawn_.cards.reach(drawn_.style),
          nodes[i].label, hovered ? 3 : 2);
    }
  }

  void router(RouterId r, int rank) {
    if (r >= topology_.routerCount() || drawn_.collapse.nodeOf(r) != nullptr) return;
    add(drawn_.geometry.routers()[r], drawn_.style.routerSide + 10,
        wordsFor({r, 0, false}, QObject::tr("router %1").arg(topology_.routerIds[r])), rank,
        terminalsOf(r));
  }

  /// Where a router's terminals stand on the device: its name is beside it like they are.
  std::vector<QRectF> terminalsOf(RouterId r) const {
    std::vector<QRectF> shapes;
    const double side = drawn_.style.terminalDiameter + 2;
    if (drawn_.style.terminalDiameter <= 0) return shapes;
    for (PortIndex port = 0; port < topology_.radix(r) && shapes.size() < kMostShunned; ++port) {
      const LinkEnd& peer = topology_.port(r, port).peer;
      if (!peer.isTerminal || peer.node >= topology_.terminalCount()) continue;
      const QPointF place = drawn_.view.map(drawn_.geometry.terminals()[peer.node]);
      shapes.emplace_back(place - QPointF(side / 2, side / 2), QSizeF(side, side));
    }
    return shapes;
  }

  void terminal(TerminalId t, int rank) {
    if (t >= topology_.terminalCount() || drawn_.style.terminalDiameter <= 0) return;
    add(drawn_.geometry.terminals()[t], drawn_.style.terminalDiameter + 6,
        wordsFor({t, 0, true}, QObject::tr("terminal %1").arg(topology_.terminalIds[t])), rank);
  }

  QString wordsFor(const LinkEnd& end, const QString& otherwise) const {
    const QString name = QString::fromStdString(givenName(topology_, end));
    if (name.isEmpty()) return otherwise;
    return name.size() > kLongestName ? name.left(kLongestName - 1).trimmed() + QChar(0x2026)
                                      : name;
  }

  void add(const QPointF& place, double shape, const QString& text, int rank,
           std::vector<QRectF> shuns = {}) {
    CanvasLabel label;
    label.center = drawn_.view.map(place);
    if (!drawn_.device.contains(label.center)) return;
    label.text = text;
    label.pixels = kPixels;
    label.tone = Tone::t1;
    label.rank = rank;
    label.beside = QSizeF(shape, shape);
    label.shuns = std::move(shuns);
    labels_.push_back(std::move(label));
  }

  std::vector<CanvasLabel>& labels_;
  const LabelledPicture& drawn_;
  const Topology& topology_;
};

}  // namespace

void addPartLabels(std::vector<CanvasLabel>& labels, const LabelledPicture& drawn) {
  PartLabels(labels, drawn).addAll();
}

}  // namespace hopscope
