// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/document_state.h"

#include <unordered_map>
#include <utility>

#include "engine/design/compile.h"
#include "engine/design/design_placement.h"
#include "engine/design/drawn_topology.h"

namespace hopscope {

namespace {

std::shared_ptr<const Topology> emptyNetwork() {
  TopologyBuilder builder(kDrawnKind, {}, {{"terminal", "terminal", LinkKind::terminal}});
  return std::make_shared<const Topology>(builder.build());
}

std::set<std::uint32_t> dense(const std::set<std::uint32_t>& own,
                              const std::vector<std::uint32_t>& ids) {
  std::set<std::uint32_t> found;
  if (own.empty()) return found;
  for (std::uint32_t i = 0; i < ids.size(); ++i)
    if (own.count(ids[i]) != 0) found.insert(i);
  return found;
}

}  // namespace

DocumentState::DocumentState() {
  design_.settings["topology.kind"] = std::string(kDrawnKind);
  rebuild({true, true, true});
}

void DocumentState::swapParts(DesignPatch& patch) {
  const DrawnParts selected = ownIds(selection_);
  const Parts cables = [this] {  // the selected terminal cables, by terminal
    Parts parts;
    for (const LinkId link : selection_.links)
      if (topology_->links[link].a.isTerminal)
        parts.terminals.insert(topology_->links[link].a.node);
    return parts;
  }();
  const DrawnParts selectedCables = ownIds(cables);

  const DesignChange change = exchange(design_, patch);
  rebuild(change);

  Parts kept = selection_;
  if (change.structure) {
    kept = denseIds(selected);
    for (const TerminalId terminal : denseIds(selectedCables).terminals)
      kept.links.insert(topology_->terminals[terminal].link);
  }
  kept.notes = selection_.notes;
  kept.notes.erase(kept.notes.lower_bound(static_cast<std::uint32_t>(design_.layout.notes.size())),
                   kept.notes.end());
  const bool selectionMoved = std::exchange(selection_, kept) != kept;
  if (onChange) onChange(change);
  if (selectionMoved && onSelection) onSelection();
}

void DocumentState::replace(Design design) {
  design_ = std::move(design);
  const bool selectionGone = !std::exchange(selection_, {}).empty();
  rebuild({true, true, true});
  if (onChange) onChange({true, true, true});
  if (selectionGone && onSelection) onSelection();
}

void DocumentState::rebuild(const DesignChange& change) {
  if (change.structure || change.settings || change.names) issues_.reset();
  if (change.structure) {
    Issues issues;
    topology_ = buildTopology(design_, issues);
    networkBuilt_ = topology_ != nullptr;
    if (!networkBuilt_) topology_ = emptyNetwork();
    family_ = std::make_shared<const Placement>(place(*topology_));
  } else if (change.names && networkBuilt_) {
    auto renamed = std::make_shared<Topology>(*topology_);
    giveNames(*renamed, design_.drawn);
    topology_ = std::move(renamed);
  }
  if (change.structure || change.layout)
    placement_ =
        std::make_shared<const Placement>(placementOf(*topology_, design_.layout, *family_));
}

const Issues& DocumentState::issues() const {
  if (!issues_) issues_ = networkBuilt_ ? validate(design_, topology_) : validate(design_);
  return *issues_;
}

bool DocumentState::select(Parts parts) {
  const auto drop = [](std::set<std::uint32_t>& ids, std::uint32_t count) {
    ids.erase(ids.lower_bound(count), ids.end());
  };
  drop(parts.routers, topology_->routerCount());
  drop(parts.terminals, topology_->terminalCount());
  drop(parts.links, topology_->linkCount());
  drop(parts.notes, static_cast<std::uint32_t>(design_.layout.notes.size()));
  if (parts == selection_) return false;
  selection_ = std::move(parts);
  return true;
}

DrawnParts DocumentState::ownIds(const Parts& parts) const {
  DrawnParts own;
  for (const RouterId router : parts.routers)
    if (router < topology_->routerCount()) own.routers.insert(topology_->routerIds[router]);
  for (const TerminalId terminal : parts.terminals)
    if (terminal < topology_->terminalCount())
      own.terminals.insert(topology_->terminalIds[terminal]);
  for (const LinkId link : parts.links)
    if (link < topology_->linkCount() && !topology_->links[link].a.isTerminal)
      own.links.insert(topology_->linkIds[link]);
  return own;
}

Parts DocumentState::denseIds(const DrawnParts& parts) const {
  Parts found;
  found.routers = dense(parts.routers, topology_->routerIds);
  found.terminals = dense(parts.terminals, topology_->terminalIds);
  if (!parts.links.empty())
    for (LinkId link = 0; link < topology_->linkCount(); ++link)
      if (!topology_->links[link].a.isTerminal && parts.links.count(topology_->linkIds[link]) != 0)
        found.links.insert(link);
  return found;
}

}  // namespace hopscope
