// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointF>
#include <QString>
#include <QUndoStack>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "engine/core/issue.h"
#include "engine/design/design.h"
#include "engine/topology/placement.h"
#include "engine/topology/topology.h"
#include "ui/document/arrange_edits.h"

namespace hopscope {

/// What an edit changed.
struct DesignChange {
  bool structure = false;  ///< topology: routers, terminals, links
  bool layout = false;     ///< positions only
  bool settings = false;   ///< anything else
  bool names = false;      ///< what parts are called, and with `structure` perhaps more
};

/// Parts of a network by dense id of the document's present topology.
struct Parts {
  std::set<RouterId> routers;
  std::set<TerminalId> terminals;
  std::set<LinkId> links;
  std::set<std::uint32_t> notes = {};  ///< by their place in the layout's list

  /// Nothing of the network itself.
  bool onlyNotes() const { return routers.empty() && terminals.empty() && links.empty(); }
  bool empty() const { return onlyNotes() && notes.empty(); }
  bool operator==(const Parts&) const = default;
};

/// The undoable design: the only writer of a Design. Each verb below is one undo step with a
/// readable name; views observe `changed`. A structural edit of a generated network turns it into a
/// drawn one within the same step.
class DesignDocument : public QObject {
  Q_OBJECT

 public:
  explicit DesignDocument(QObject* parent = nullptr);
  ~DesignDocument() override;

  const Design& design() const;
  /// The network; never null (an empty network while the topology has errors).
  std::shared_ptr<const Topology> topology() const;
  std::shared_ptr<const Placement> placement() const;
  const Issues& issues() const;  ///< of validate()
  QUndoStack& undoStack();

  /// Starts over with another design: clears the undo stack.
  void load(Design design);

  // One undo step each.
  void replaceDesign(const Design& design, const QString& stepName);  ///< generate, import
  void rename(const QString& name);
  void setValue(const std::string& path, const Value& value);  ///< merges with the step before
  void resetValue(const std::string& path);
  void setCacheGeometry(std::uint32_t entries, std::uint32_t ways);  ///< of forwarding caches
  void setOverride(const std::set<RouterId>& routers, const std::string& path, const Value& value);
  void resetOverrides(const std::set<RouterId>& routers);
  /// What is edited from now on is a step of its own, also where it goes on with the edit before:
  /// what was run or shown in between is a place to come back to.
  void beginEpisode();
  /// Other traffic from given cycles on; a step with the same non-empty `mergeKey` as the one
  /// before becomes one with it.
  void setPhases(std::vector<Phase> phases, const QString& stepName, const QString& mergeKey = {});
  void setLinkLatency(const std::set<LinkId>& links, Cycle latency);
  void setLinkBandwidth(const std::set<LinkId>& links, double bandwidth);  ///< flits a cycle
  /// What links of a drawing are to routing and buffers: "local" or "global". Links of a generated
  /// network have that of their place, and stay.
  void setLinkClass(const std::set<LinkId>& links, const std::string& linkClass);
  RouterId addRouter(QPointF place);
  TerminalId addTerminal(RouterId router, std::optional<QPointF> place = {});
  LinkId connectRouters(RouterId a, RouterId b);
  /// Calls one drawn router or terminal by a name; an empty one takes it away. Gives in words why
  /// that is not possible; empty: it was done.
  QString callPart(const Parts& part, const QString& name);
  void remove(const Parts& parts);  ///< with the links and terminals that hang on removed routers
  void move(const Parts& parts, QPointF by,
            bool dragging = false);  ///< a drag merges into one step
  Parts duplicate(const Parts& parts, QPointF by);
  /// Copies in `columns` and `rows`, the original being the first; gives all copies.
  Parts duplicateArray(const Parts& parts, int columns, int rows, QPointF step);
  void align(const Parts& parts, Alignment alignment);
  void spread(const Parts& parts, Spread spread);  ///< equal distances
  /// Links routers with each other; gives the new links, none where all are there already.
  std::set<LinkId> connectAll(const std::set<RouterId>& routers, LinkPattern pattern);
  /// Beside what lies there exactly so already, as after the last time; empty where it isn't ours.
  Parts paste(const QByteArray& json, QPointF at);
  QByteArray copy(const Parts& parts) const;  ///< JSON for the clipboard
  /// Where a link between routers bends, from its end a to its end b; none: it is as the family
  /// draws it. A drag merges into one step, which the first call without `dragging` ends.
  void bend(LinkId link, const std::vector<QPointF>& places, bool dragging = false);
  std::uint32_t addNote(QPointF place, const QString& text);  ///< gives its place in the list
  /// The groups that are drawn as one node each.
  void collapse(const std::set<std::int32_t>& groups);
  void writeNote(std::uint32_t note, const QString& text);  ///< an empty text deletes it
  void tidyUp();
  void resetLayout();  ///< back to the family's own layout

  // Selection is not undoable and survives settings edits.
  const Parts& selection() const;
  void select(const Parts& parts);

 signals:
  void loaded();  ///< another design was loaded; comes before `changed`
  void changed(const hopscope::DesignChange& change);
  void selectionChanged();

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace hopscope
