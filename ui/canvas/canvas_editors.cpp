// SPDX-License-Identifier: GPL-3.0-or-later
// What is written on the canvas itself: notes, and the names of parts.
#include <QApplication>
#include <algorithm>

#include "engine/topology/part_words.h"
#include "ui/canvas/name_editor.h"
#include "ui/canvas/network_canvas.h"
#include "ui/canvas/note_editor.h"
#include "ui/document/drawn_edits.h"
#include "ui/drawing/note_layer.h"

namespace hopscope {

namespace {

constexpr QSize kLeastEditor(220, 64);  // pixels

}  // namespace

void NetworkCanvas::editNote(std::uint32_t note, QPointF place) {
  if (!mayEdit()) return;
  settleEditors();
  const std::vector<CanvasNote>& notes = document_->placement()->notes;
  const bool known = note < notes.size();
  const CanvasNote before = known ? notes[note] : CanvasNote{};
  const QPointF at = known ? QPointF(before.place.x, before.place.y) : snapped(place);
  const QTransform transform = view_.transform();
  noteEditor_ = new NoteEditor(QString::fromStdString(before.text), this);
  noteEditor_->setFont(noteFont(transform));
  const QRect area = known ? noteRect(notes[note], transform).toAlignedRect()
                           : QRect(view_.toPixels(at).toPoint(), QSize());
  noteEditor_->setGeometry(QRect(area.topLeft(), area.size().expandedTo(kLeastEditor)));
  connect(noteEditor_, &NoteEditor::kept, this, [=, this](const QString& text) {
    if (!document_) return;
    // Another one has its number if a step was undone meanwhile.
    const std::vector<CanvasNote>& now = document_->placement()->notes;
    if (known && note < now.size() && now[note].text == before.text) {
      document_->writeNote(note, text);
    } else if (text.toStdString() == before.text) {
      return;
    } else if (const std::uint32_t added = document_->addNote(at, text); added != kNone) {
      document_->select({{}, {}, {}, {added}});
    }
  });
  connect(noteEditor_, &NoteEditor::closed, this, [this] {
    const bool answered = noteEditor_->hasFocus();  // or the focus has gone where the user wants it
    noteEditor_ = nullptr;
    if (toolKind_ == Tool::note) setTool(Tool::select);
    if (answered) setFocus();
  });
  noteEditor_->show();
  noteEditor_->setFocus();
}

bool NetworkCanvas::canNameSelection() const {
  if (!mayEdit() || !isDrawn(document_->design())) return false;
  const Parts& selection = document_->selection();
  return selection.routers.size() + selection.terminals.size() == 1 && selection.links.empty() &&
         selection.notes.empty();
}

bool NetworkCanvas::askForName() {
  if (!canNameSelection()) return false;
  if (nameEditor_) return true;
  const Parts& part = document_->selection();
  const Topology& topology = *document_->topology();
  const bool router = !part.routers.empty();
  const LinkEnd end{router ? *part.routers.begin() : *part.terminals.begin(), 0, !router};
  named_ = {router, router ? topology.routerIds[end.node] : topology.terminalIds[end.node]};
  if (const QPointF at = *placeOfNamed(); !QRectF(rect()).contains(view_.toPixels(at)))
    centerOn(at);
  nameEditor_ = new NameEditor(
      router ? tr("router %1").arg(named_.id) : tr("terminal %1").arg(named_.id),
      QString::fromStdString(givenName(topology, end)),
      [this](const QString& name) {
        const std::optional<Parts> now = partNamed();
        return now ? document_->callPart(*now, name) : QString();
      },
      this);
  connect(nameEditor_, &NameEditor::closed, this, [this] {
    const bool answered = nameEditor_->isAncestorOf(QApplication::focusWidget());
    nameEditor_ = nullptr;
    if (answered) setFocus();
  });
  nameEditor_->putAt(view_.toPixels(*placeOfNamed()).toPoint());
  nameEditor_->show();
  nameEditor_->setFocus();
  return true;
}

/// The part whose name is being written, wherever it is among the others by now.
std::optional<Parts> NetworkCanvas::partNamed() const {
  if (!document_) return {};
  const Topology& topology = *document_->topology();
  const auto& ids = named_.router ? topology.routerIds : topology.terminalIds;
  const auto found = std::find(ids.begin(), ids.end(), named_.id);
  if (found == ids.end()) return {};
  Parts part;
  (named_.router ? part.routers : part.terminals)
      .insert(static_cast<std::uint32_t>(found - ids.begin()));
  return part;
}

std::optional<QPointF> NetworkCanvas::placeOfNamed() const {
  const std::optional<Parts> part = partNamed();
  if (!part) return {};
  const Placement& placement = *document_->placement();
  const Point place = named_.router ? placement.routers[*part->routers.begin()]
                                    : placement.terminals[*part->terminals.begin()];
  return QPointF(place.x, place.y);
}

/// A step was done or undone below what is being written.
void NetworkCanvas::followNamed() {
  if (!nameEditor_) return;
  if (const std::optional<QPointF> place = placeOfNamed())
    nameEditor_->putAt(view_.toPixels(*place).toPoint());
  else
    nameEditor_->close();
}

void NetworkCanvas::settleEditors() {
  if (noteEditor_) noteEditor_->keep();
  if (nameEditor_) nameEditor_->settle();
}

}  // namespace hopscope
