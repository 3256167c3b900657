// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <functional>

#include "projects/project.h"
#include "ui/drawing/theme.h"

class QLabel;
class QLineEdit;
class QPoint;
class QMenu;
class QTreeWidget;
class QTreeWidgetItem;

namespace hopscope {

class ProjectSession;

/// The tree of the project: designs, runs, latency curves and notes, with what can be done to each,
/// and a field that filters it by names, tags and the words of notes.
class ProjectPanel : public QWidget {
  Q_OBJECT

 public:
  explicit ProjectPanel(ProjectSession& session, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// Builds the tree anew from the session.
  void refresh();
  QTreeWidget* tree() const { return tree_; }

 signals:
  void runChosen(hopscope::RowId run);
  void restoreRequested(hopscope::RowId run);  ///< its settings
  void compareRequested(const std::vector<hopscope::RowId>& runs);
  void curveChosen(hopscope::RowId curve);
  void noteChosen(hopscope::RowId note);
  void noteRequested();   ///< a new one
  void tableRequested();  ///< of all runs
  /// All differences of that design to the one shown.
  void differencesRequested(hopscope::RowId design);
  /// Something was deleted; `restore` brings it back.
  void removed(const QString& text, const std::function<void()>& restore);

 private:
  enum class Kind { none, design, run, curve, runs, allRuns, note, newNote };
  QTreeWidgetItem* group(const QString& title, const char* icon, std::size_t count);
  /// `words`: what the filter searches besides the name.
  void addItem(QTreeWidgetItem* parent, Kind kind, RowId id, const char* icon, const QString& name,
               const QString& right, const QString& words = {});
  void addCurves(QTreeWidgetItem& group);
  void addRuns();
  std::vector<std::size_t> runsListed() const;
  void addNotes();
  void filterChanged();
  void filter();
  void describeVariant(QTreeWidgetItem* item, const StoredDesign& design);
  void activate(QTreeWidgetItem* item);
  void renamed(QTreeWidgetItem* item);
  void renameRun(RowId id, const QString& name);
  void renameNote(RowId id, const QString& name);
  void showMenu(const QPoint& at);
  void addRunActions(QMenu& menu, RowId id);
  void removeCurrent();
  static Kind kindOf(const QTreeWidgetItem* item);
  static RowId idOf(const QTreeWidgetItem* item);
  /// The item as the tree is now, or nullptr: every change of the project builds the tree anew.
  QTreeWidgetItem* itemOf(Kind kind, RowId id) const;

  ProjectSession& session_;
  const Theme* theme_;
  QLineEdit* filter_;
  QLabel* nothing_;  ///< said where the filter leaves nothing
  QTreeWidget* tree_;
  bool filling_ = false;
};

}  // namespace hopscope
