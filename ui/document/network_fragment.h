// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QPointF>
#include <map>
#include <optional>
#include <vector>

#include "engine/design/design.h"
#include "engine/topology/placement.h"
#include "engine/topology/topology.h"
#include "ui/document/drawn_edits.h"

namespace hopscope {

/// A piece of a drawn network on its own, for copy, paste and duplicate.
struct NetworkFragment {
  struct Node {
    std::uint32_t id = 0;
    std::uint32_t router = 0;  ///< of a terminal: where it is plugged in
    std::string label;         ///< of a router
    Point place;
    Values overrides;  ///< of a router

    bool operator==(const Node&) const = default;
  };
  std::vector<Node> routers, terminals;
  std::vector<DrawnLink> links;
  std::map<std::uint32_t, std::vector<Point>> bends;  ///< by the id of a link
  std::vector<CanvasNote> notes;

  bool empty() const { return routers.empty() && terminals.empty() && notes.empty(); }
  bool operator==(const NetworkFragment&) const = default;
};

/// The named routers with their terminals, the named terminals, and the links between them.
/// `topology` and `placement` are those of `drawn`.
NetworkFragment fragmentOf(const Design& drawn, const Topology& topology,
                           const Placement& placement, const DrawnParts& parts);

/// The middle of the fragment's places.
QPointF middleOf(const NetworkFragment& fragment);

/// `by`, and as many steps of a grid aside as it takes until no part of the fragment that is moved
/// by it lies exactly over a part of its kind that is there, and, where there is room a few steps
/// aside, no router lies so near to one that both are drawn smaller.
QPointF shiftedClear(const NetworkFragment& fragment, const Placement& there, QPointF by);

/// Adds the fragment under fresh ids, moved by `by`. A terminal whose router is not part of it is
/// plugged into the router of that id, if there is one. A name that is taken gets a number. Gives
/// the new ids.
DrawnParts insertFragment(Design& drawn, const NetworkFragment& fragment, QPointF by);

/// JSON with the schema "hopscope.parts/1".
QByteArray toJson(const NetworkFragment& fragment);

/// Nothing where the text is not such a document; whatever refers to an absent router is left out.
std::optional<NetworkFragment> fragmentFromJson(const QByteArray& json);

}  // namespace hopscope
