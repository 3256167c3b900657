// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/design_document.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "engine/design/catalogue.h"
#include "engine/design/link_bandwidths.h"
#include "engine/design/part_name_rules.h"
#include "engine/design/sections.h"
#include "ui/document/document_state.h"
#include "ui/document/network_fragment.h"
#include "ui/document/override_edits.h"
#include "ui/document/selection_names.h"
#include "ui/document/setting_edits.h"
#include "ui/document/setting_numbers.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"
#include "ui/words/setting_words.h"

namespace hopscope {

struct DesignDocument::Implementation {
  DocumentState state;
  QUndoStack stack;
  /// A drag is one session of moves of the same parts; a new session is a new undo step.
  int dragSession = 0;
  int episode = 0;  ///< edits of two are never merged
  Parts dragged;

  const Design& design() const { return state.present(); }
  const Topology& topology() const { return *state.topology(); }
  const Placement& placement() const { return *state.placement(); }

  Design drawn() const { return asDrawn(design(), topology(), placement()); }

  NetworkFragment fragment(const Design& from, const Parts& parts) const {
    NetworkFragment found = parts.onlyNotes()
                                ? NetworkFragment{}
                                : fragmentOf(from, topology(), placement(), state.ownIds(parts));
    for (const std::uint32_t note : parts.notes)
      if (note < from.layout.notes.size()) found.notes.push_back(from.layout.notes[note]);
    return found;
  }
  /// What was inserted; of the notes all from `firstNote` on.
  Parts partsAdded(const DrawnParts& added, std::size_t firstNote) const {
    Parts parts = state.denseIds(added);
    for (std::size_t note = firstNote; note < design().layout.notes.size(); ++note)
      parts.notes.insert(static_cast<std::uint32_t>(note));
    return parts;
  }

  bool push(const QString& text, DesignPatch patch, const QString& mergeKey = {}) {
    if (changesNothing(design(), patch)) return false;
    const QString key =
        mergeKey.isEmpty() ? mergeKey : QStringLiteral("%1 %2").arg(episode).arg(mergeKey);
    stack.push(new DesignEdit(text, std::move(patch), state, key));
    return true;
  }
  bool push(const QString& text, const Design& edited, const QString& mergeKey = {}) {
    return push(text, difference(design(), edited), mergeKey);
  }

  void endDrag() {
    ++dragSession;
    dragged = {};
  }
  MovedParts moved(const std::set<std::uint32_t>& parts, const std::vector<std::uint32_t>& ids,
                   const std::vector<Point>& places, QPointF by) const;
  std::set<TerminalId> terminalsMovedWith(const Parts& parts) const;
  void moveAlong(DesignPatch& patch, const Parts& parts, QPointF by) const;
  void shift(const Parts& parts, const Shifts& shifts, const QString& step);
  /// One step: `name` of these links, which a drawn one has itself and others by an override,
  /// unless their class has the same.
  template <typename Number>
  void setOfLinks(const std::set<LinkId>& links, const std::string& name, Number value,
                  std::optional<Number> DrawnLink::*own, const QString& step);
};

template <typename Number>
void DesignDocument::Implementation::setOfLinks(const std::set<LinkId>& links,
                                                const std::string& name, Number value,
                                                std::optional<Number> DrawnLink::*own,
                                                const QString& step) {
  Design edited = design();
  std::map<std::string, bool> classes;  ///< which have this value: their settings are many to read
  const auto isOfClass = [&](const std::string& linkClass) {
    const auto [known, isNew] = classes.emplace(linkClass, false);
    if (isNew) {
      const std::optional<Value> usual = valueOfClass(edited, linkClass, name);
      known->second = usual && sameValue(*usual, Value(value));
    }
    return known->second;
  };
  if (isDrawn(edited)) {
    const std::set<std::uint32_t> ids = state.ownIds({{}, {}, links}).links;
    for (DrawnLink& link : edited.drawn.links)
      if (ids.count(link.id) != 0)
        link.*own = isOfClass(link.linkClass) ? std::optional<Number>() : value;
    // One from before it was drawn would win.
    OverridesById overrides = overridesById(edited.overrides);
    bool left = false;
    for (const std::uint32_t id : ids)
      if (const auto it = overrides.links.find(id); it != overrides.links.end())
        left = it->second.erase(name) != 0 || left;
    if (left) edited.overrides = overridesFrom(overrides);
  } else {
    OverridesById overrides = overridesById(edited.overrides);
    for (const LinkId link : links) {
      if (link >= topology().linkCount()) continue;
      Values& values = overrides.links[topology().linkIds[link]];
      if (isOfClass(topology().classOf(link).name))
        values.erase(name);
      else
        values.insert_or_assign(name, Value(value));
    }
    edited.overrides = overridesFrom(overrides);
  }
  QString key = QString::fromStdString(name);
  for (const LinkId link : links) key += QStringLiteral(" %1").arg(link);
  push(step, edited, key);
}

MovedParts DesignDocument::Implementation::moved(const std::set<std::uint32_t>& parts,
                                                 const std::vector<std::uint32_t>& ids,
                                                 const std::vector<Point>& places,
                                                 QPointF by) const {
  MovedParts result;
  for (const std::uint32_t part : parts)
    result[ids[part]] = Point{places[part].x + by.x(), places[part].y + by.y()};
  return result;
}

/// The named terminals and those of named routers; a drawn terminal without a place of its own
/// follows its router anyway.
std::set<TerminalId> DesignDocument::Implementation::terminalsMovedWith(const Parts& parts) const {
  std::set<TerminalId> terminals = parts.terminals;
  for (const RouterId router : parts.routers)
    for (PortIndex port = 0; port < topology().radix(router); ++port) {
      const LinkEnd& peer = topology().port(router, port).peer;
      if (!peer.isTerminal) continue;
      const bool follows = isDrawn(design()) &&
                           design().layout.terminals.count(topology().terminalIds[peer.node]) == 0;
      if (!follows) terminals.insert(peer.node);
    }
  return terminals;
}

/// Notes, and the bends of links whose both ends move.
void DesignDocument::Implementation::moveAlong(DesignPatch& patch, const Parts& parts,
                                               QPointF by) const {
  const auto moved = [by](Point place) { return Point{place.x + by.x(), place.y + by.y()}; };
  if (!parts.notes.empty()) {
    patch.notes = design().layout.notes;
    for (const std::uint32_t note : parts.notes)
      if (note < patch.notes->size()) {
        Point& place = (*patch.notes)[note].place;
        place = moved(place);
      }
  }
  for (const auto& [link, places] : placement().bends) {
    const Link& cable = topology().links[link];
    if (parts.routers.count(cable.a.node) == 0 || parts.routers.count(cable.b.node) == 0) continue;
    std::vector<Point>& own = patch.bends[topology().linkIds[link]];
    for (const Point& place : places) own.push_back(moved(place));
  }
}

void DesignDocument::Implementation::shift(const Parts& parts, const Shifts& shifts,
                                           const QString& step) {
  DesignPatch patch;
  for (const auto& [router, by] : shifts.routers) {
    const Point& from = placement().routers[router];
    patch.routerPlaces[topology().routerIds[router]] = Point{from.x + by.x(), from.y + by.y()};
  }
  const std::set<TerminalId> moving = terminalsMovedWith(parts);
  for (const auto& [terminal, by] : shifts.terminals) {
    if (moving.count(terminal) == 0) continue;
    const Point& from = placement().terminals[terminal];
    patch.terminalPlaces[topology().terminalIds[terminal]] =
        Point{from.x + by.x(), from.y + by.y()};
  }
  endDrag();
  if (!patch.empty()) push(step, std::move(patch));
}

DesignDocument::DesignDocument(QObject* parent)
    : QObject(parent), implementation_(std::make_unique<Implementation>()) {
  implementation_->state.onChange = [this](const DesignChange& change) { emit changed(change); };
  implementation_->state.onSelection = [this] { emit selectionChanged(); };
}

DesignDocument::~DesignDocument() = default;

const Design& DesignDocument::design() const {
  return implementation_->design();
}

std::shared_ptr<const Topology> DesignDocument::topology() const {
  return implementation_->state.topology();
}

std::shared_ptr<const Placement> DesignDocument::placement() const {
  return implementation_->state.placement();
}

const Issues& DesignDocument::issues() const {
  return implementation_->state.issues();
}

QUndoStack& DesignDocument::undoStack() {
  return implementation_->stack;
}

const Parts& DesignDocument::selection() const {
  return implementation_->state.selection();
}

void DesignDocument::select(const Parts& parts) {
  if (implementation_->state.select(parts)) emit selectionChanged();
}

void DesignDocument::load(Design design) {
  implementation_->endDrag();
  implementation_->stack.clear();
  emit loaded();
  implementation_->state.replace(std::move(design));
}

void DesignDocument::replaceDesign(const Design& design, const QString& stepName) {
  select({});
  implementation_->push(stepName, design);
}

void DesignDocument::beginEpisode() {
  ++implementation_->episode;
}

void DesignDocument::rename(const QString& name) {
  Design edited = design();
  edited.name = name.toStdString();
  implementation_->push(tr("Rename to “%1”").arg(name), edited);
}

void DesignDocument::setValue(const std::string& path, const Value& value) {
  Design edited = design();
  setSetting(edited, path, value);
  // The classes of a mix are one value, but each of their fields is edited by itself.
  const QString key =
      path == kTrafficParts ? QString() : QStringLiteral("set ") + QString::fromStdString(path);
  implementation_->push(settingStepName(findParameter(edited, path), path, value), edited, key);
}

void DesignDocument::setPhases(std::vector<Phase> phases, const QString& stepName,
                               const QString& mergeKey) {
  Design edited = design();
  edited.phases = std::move(phases);
  implementation_->push(stepName, edited, mergeKey);
}

void DesignDocument::resetValue(const std::string& path) {
  const std::optional<Parameter> parameter = findParameter(design(), path);
  const QString label = inSentence(engineText(parameter ? parameter->label : path));
  Design edited = design();
  resetSetting(edited, path);
  implementation_->push(tr("Reset %1").arg(label), edited);
}

void DesignDocument::setCacheGeometry(std::uint32_t entries, std::uint32_t ways) {
  Design edited = design();
  setSetting(edited, "forwarding.cache.entries", std::int64_t{entries});
  setSetting(edited, "forwarding.cache.ways", std::int64_t{ways});
  implementation_->push(tr("Set caches to %1 entries in %2 ways").arg(entries).arg(ways), edited);
}

void DesignDocument::setOverride(const std::set<RouterId>& routers, const std::string& path,
                                 const Value& value) {
  const std::optional<Parameter> parameter = findParameter(design(), path);
  const bool isDefault = parameter && effectiveValue(design(), path) == value;
  OverridesById overrides = overridesById(design().overrides);
  QString key = QStringLiteral("override %1").arg(QString::fromStdString(path));
  for (const std::uint32_t id : implementation_->state.ownIds({routers, {}, {}}).routers) {
    if (isDefault)
      overrides.routers[id].erase(path);
    else
      overrides.routers[id].insert_or_assign(path, value);
    key += QStringLiteral(" %1").arg(id);
  }
  DesignPatch patch;
  patch.overrides = overridesFrom(overrides);
  const QString where = namesOf(*topology(), {routers, {}, {}});
  implementation_->push(tr("%1 for %2").arg(settingStepName(parameter, path, value), where),
                        std::move(patch), key);
}

void DesignDocument::resetOverrides(const std::set<RouterId>& routers) {
  OverridesById overrides = overridesById(design().overrides);
  bool any = false;
  for (const std::uint32_t id : implementation_->state.ownIds({routers, {}, {}}).routers)
    any = overrides.routers.erase(id) != 0 || any;
  if (!any) return;
  DesignPatch patch;
  patch.overrides = overridesFrom(overrides);
  implementation_->push(tr("Reset overrides of %1").arg(namesOf(*topology(), {routers, {}, {}})),
                        std::move(patch));
}

void DesignDocument::setLinkLatency(const std::set<LinkId>& links, Cycle latency) {
  implementation_->setOfLinks(
      links, "latency", latency, &DrawnLink::latency,
      tr("Set latency of %1 to %2 cycles").arg(namesOf(*topology(), {{}, {}, links})).arg(latency));
}

void DesignDocument::setLinkBandwidth(const std::set<LinkId>& links, double bandwidth) {
  implementation_->setOfLinks(links, "bandwidth", bandwidth, &DrawnLink::bandwidth,
                              tr("Set bandwidth of %1 to %2")
                                  .arg(namesOf(*topology(), {{}, {}, links}),
                                       settingText(bandwidthParameter(), bandwidth)));
}

void DesignDocument::setLinkClass(const std::set<LinkId>& links, const std::string& linkClass) {
  if (!isDrawn(design())) return;
  Design edited = design();
  const std::set<std::uint32_t> own = implementation_->state.ownIds({{}, {}, links}).links;
  for (DrawnLink& link : edited.drawn.links)
    if (own.count(link.id) != 0) link.linkClass = linkClass;
  implementation_->push(linkClass == "global" ? tr("Make links global") : tr("Make links local"),
                        edited);
}

RouterId DesignDocument::addRouter(QPointF place) {
  Design edited = implementation_->drawn();
  const std::uint32_t id = freshId(edited.drawn.routers);
  edited.drawn.routers.push_back({id, {}});
  edited.layout.routers[id] = {place.x(), place.y()};
  implementation_->push(tr("Add router"), edited);
  const Parts added = implementation_->state.denseIds({{id}, {}, {}});
  return added.routers.empty() ? kNone : *added.routers.begin();
}

TerminalId DesignDocument::addTerminal(RouterId router, std::optional<QPointF> place) {
  if (router >= topology()->routerCount()) return kNone;
  const std::uint32_t routerId = topology()->routerIds[router];
  Design edited = implementation_->drawn();
  const std::uint32_t id = freshId(edited.drawn.terminals);
  edited.drawn.terminals.push_back({id, routerId});
  if (place) edited.layout.terminals[id] = {place->x(), place->y()};
  implementation_->push(tr("Add terminal to router %1").arg(routerId), edited);
  const Parts added = implementation_->state.denseIds({{}, {id}, {}});
  return added.terminals.empty() ? kNone : *added.terminals.begin();
}

LinkId DesignDocument::connectRouters(RouterId a, RouterId b) {
  if (a == b || a >= topology()->routerCount() || b >= topology()->routerCount()) return kNone;
  Design edited = implementation_->drawn();
  DrawnLink link;
  link.id = freshId(edited.drawn.links);
  link.from = topology()->routerIds[a];
  link.to = topology()->routerIds[b];
  edited.drawn.links.push_back(link);
  implementation_->push(tr("Connect router %1 to router %2").arg(link.from).arg(link.to), edited);
  const Parts added = implementation_->state.denseIds({{}, {}, {link.id}});
  return added.links.empty() ? kNone : *added.links.begin();
}

QString DesignDocument::callPart(const Parts& part, const QString& name) {
  const DrawnParts own = implementation_->state.ownIds(part);
  if (!isDrawn(design()) || own.routers.size() + own.terminals.size() != 1)
    return tr("A router or terminal of a drawn network can have a name.");
  const std::string label = name.trimmed().toStdString();
  if (const std::optional<Issue> problem = problemOfName(label)) return issueText(*problem);
  Design edited = design();
  const auto call = [&label](auto& parts, const std::set<std::uint32_t>& ids) {
    for (auto& each : parts)
      if (ids.count(each.id) != 0) each.label = label;
  };
  call(edited.drawn.routers, own.routers);
  call(edited.drawn.terminals, own.terminals);
  const QString whom = own.routers.empty() ? tr("terminal %1").arg(*own.terminals.begin())
                                           : tr("router %1").arg(*own.routers.begin());
  implementation_->push(label.empty() ? tr("Take the name of %1 away").arg(whom)
                                      : tr("Call %1 “%2”").arg(whom, name.trimmed()),
                        edited);
  return {};
}

void DesignDocument::remove(const Parts& parts) {
  if (parts.empty()) return;
  DrawnParts own = implementation_->state.ownIds(parts);
  for (const LinkId link : parts.links)  // a terminal lives and dies with its cable
    if (link < topology()->linkCount() && topology()->links[link].a.isTerminal)
      own.terminals.insert(topology()->terminalIds[topology()->links[link].a.node]);
  Design edited = parts.onlyNotes() ? design() : implementation_->drawn();
  if (!parts.onlyNotes()) removeParts(edited, own);
  std::vector<CanvasNote> left;
  for (std::uint32_t note = 0; note < edited.layout.notes.size(); ++note)
    if (parts.notes.count(note) == 0) left.push_back(edited.layout.notes[note]);
  edited.layout.notes = std::move(left);
  if (!parts.notes.empty()) {  // the others move up in the list
    Parts kept = selection();
    kept.notes.clear();
    select(kept);
  }
  implementation_->push(tr("Delete %1").arg(namesOf(*topology(), parts)), edited);
}

void DesignDocument::move(const Parts& parts, QPointF by, bool dragging) {
  Implementation& d = *implementation_;
  if (!dragging || parts != d.dragged) {
    const bool endsDrag = !dragging && parts == d.dragged;
    if (!endsDrag) ++d.dragSession;
  }
  d.dragged = parts;
  if (!by.isNull()) {
    DesignPatch patch;
    patch.routerPlaces = d.moved(parts.routers, d.topology().routerIds, d.placement().routers, by);
    patch.terminalPlaces =
        d.moved(d.terminalsMovedWith(parts), d.topology().terminalIds, d.placement().terminals, by);
    d.moveAlong(patch, parts, by);
    d.push(
        tr("Move %1").arg(namesOf(d.topology(), {parts.routers, parts.terminals, {}, parts.notes})),
        std::move(patch), QStringLiteral("move %1").arg(d.dragSession));
  }
  if (!dragging) d.endDrag();
}

QByteArray DesignDocument::copy(const Parts& parts) const {
  const Implementation& d = *implementation_;
  return toJson(d.fragment(d.drawn(), parts));
}

void DesignDocument::bend(LinkId link, const std::vector<QPointF>& places, bool dragging) {
  Implementation& d = *implementation_;
  if (link >= topology()->linkCount() || topology()->links[link].a.isTerminal) return;
  const Parts bent{{}, {}, {link}};
  if (!dragging || d.dragged != bent) {
    if (dragging || d.dragged != bent) ++d.dragSession;
  }
  d.dragged = bent;
  DesignPatch patch;
  std::vector<Point>& own = patch.bends[topology()->linkIds[link]];
  for (const QPointF& place : places) own.push_back({place.x(), place.y()});
  const QString name = namesOf(*topology(), bent);
  d.push(places.empty() ? tr("Straighten %1").arg(name) : tr("Bend %1").arg(name), std::move(patch),
         QStringLiteral("bend %1").arg(d.dragSession));
  if (!dragging) d.endDrag();
}

std::uint32_t DesignDocument::addNote(QPointF place, const QString& text) {
  if (text.trimmed().isEmpty()) return kNone;
  DesignPatch patch;
  patch.notes = design().layout.notes;
  patch.notes->push_back({{place.x(), place.y()}, text.trimmed().toStdString()});
  implementation_->push(tr("Write a note"), std::move(patch));
  return static_cast<std::uint32_t>(design().layout.notes.size() - 1);
}

void DesignDocument::collapse(const std::set<std::int32_t>& groups) {
  const std::set<std::int32_t>& before = design().layout.collapsed;
  const bool more = !std::includes(before.begin(), before.end(), groups.begin(), groups.end());
  DesignPatch patch;
  patch.collapsed = groups;
  implementation_->push(more ? tr("Collapse groups") : tr("Expand groups"), std::move(patch));
}

void DesignDocument::writeNote(std::uint32_t note, const QString& text) {
  if (note >= design().layout.notes.size()) return;
  if (text.trimmed().isEmpty()) {
    remove({{}, {}, {}, {note}});
    return;
  }
  DesignPatch patch;
  patch.notes = design().layout.notes;
  (*patch.notes)[note].text = text.trimmed().toStdString();
  implementation_->push(tr("Change a note"), std::move(patch));
}

Parts DesignDocument::duplicate(const Parts& parts, QPointF by) {
  Implementation& d = *implementation_;
  Design edited = parts.onlyNotes() ? design() : d.drawn();
  const NetworkFragment fragment = d.fragment(edited, parts);
  const std::size_t notes = edited.layout.notes.size();
  const DrawnParts added = insertFragment(edited, fragment, by);
  if (!d.push(tr("Duplicate %1").arg(namesOf(d.topology(), parts)), edited)) return {};
  return d.partsAdded(added, notes);
}

Parts DesignDocument::duplicateArray(const Parts& parts, int columns, int rows, QPointF step) {
  Implementation& d = *implementation_;
  if (columns < 1 || rows < 1 || parts.empty()) return {};
  Design edited = d.drawn();
  const std::size_t notes = edited.layout.notes.size();
  const NetworkFragment fragment = d.fragment(edited, parts);
  DrawnParts all;
  for (int row = 0; row < rows; ++row)
    for (int column = row == 0 ? 1 : 0; column < columns; ++column) {
      const DrawnParts added =
          insertFragment(edited, fragment, {step.x() * column, step.y() * row});
      all.routers.insert(added.routers.begin(), added.routers.end());
      all.terminals.insert(added.terminals.begin(), added.terminals.end());
      all.links.insert(added.links.begin(), added.links.end());
    }
  const QString name =
      tr("Array of %1, %2 by %3").arg(namesOf(d.topology(), parts)).arg(columns).arg(rows);
  if (!d.push(name, edited)) return {};
  return d.partsAdded(all, notes);
}

void DesignDocument::align(const Parts& parts, Alignment alignment) {
  Implementation& d = *implementation_;
  d.shift(parts,
          alignmentShifts(d.topology(), d.placement(), parts.routers, parts.terminals, alignment),
          tr("Align %1").arg(namesOf(d.topology(), {parts.routers, parts.terminals, {}})));
}

void DesignDocument::spread(const Parts& parts, Spread spread) {
  Implementation& d = *implementation_;
  d.shift(parts, spreadShifts(d.topology(), d.placement(), parts.routers, parts.terminals, spread),
          tr("Distribute %1").arg(namesOf(d.topology(), {parts.routers, parts.terminals, {}})));
}

std::set<LinkId> DesignDocument::connectAll(const std::set<RouterId>& routers,
                                            LinkPattern pattern) {
  Implementation& d = *implementation_;
  const auto pairs = patternPairs(d.topology(), d.placement(), routers, pattern);
  if (pairs.empty()) return {};
  Design edited = d.drawn();
  DrawnParts added;
  std::uint32_t next = freshId(edited.drawn.links);
  for (const auto& [a, b] : pairs) {
    DrawnLink link;
    link.id = next++;
    link.from = d.topology().routerIds[a];
    link.to = d.topology().routerIds[b];
    edited.drawn.links.push_back(link);
    added.links.insert(link.id);
  }
  const QString what = namesOf(d.topology(), {routers, {}, {}});
  d.push(pattern == LinkPattern::fullMesh ? tr("Connect %1 as a full mesh").arg(what)
         : pattern == LinkPattern::ring   ? tr("Connect %1 as a ring").arg(what)
                                          : tr("Connect %1 as a tree").arg(what),
         edited);
  return d.state.denseIds(added).links;
}

Parts DesignDocument::paste(const QByteArray& json, QPointF at) {
  Implementation& d = *implementation_;
  const std::optional<NetworkFragment> fragment = fragmentFromJson(json);
  if (!fragment || fragment->empty()) return {};
  const bool onlyNotes = fragment->routers.empty() && fragment->terminals.empty();
  Design edited = onlyNotes ? design() : d.drawn();
  const std::size_t notes = edited.layout.notes.size();
  const DrawnParts added = insertFragment(
      edited, *fragment, shiftedClear(*fragment, d.placement(), at - middleOf(*fragment)));
  const auto count =
      added.routers.size() + added.terminals.size() + edited.layout.notes.size() - notes;
  if (count == 0) return {};
  d.push(count == 1 ? tr("Paste one part")
                    : tr("Paste %1 parts").arg(wholeText(static_cast<qint64>(count))),
         edited);
  return d.partsAdded(added, notes);
}

void DesignDocument::tidyUp() {
  const Topology& network = implementation_->topology();
  const Placement tidy = hopscope::tidyUp(network);
  DesignPatch patch;
  patch.layout.emplace().notes = design().layout.notes;
  for (RouterId router = 0; router < network.routerCount(); ++router)
    patch.layout->routers[network.routerIds[router]] = tidy.routers[router];
  for (TerminalId terminal = 0; terminal < network.terminalCount(); ++terminal)
    patch.layout->terminals[network.terminalIds[terminal]] = tidy.terminals[terminal];
  implementation_->push(tr("Tidy up"), std::move(patch));
}

void DesignDocument::resetLayout() {
  DesignPatch patch;
  patch.layout.emplace().notes = design().layout.notes;
  implementation_->push(tr("Reset layout"), std::move(patch));
}

}  // namespace hopscope
