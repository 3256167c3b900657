// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <functional>
#include <vector>

#include "projects/project.h"
#include "ui/drawing/theme.h"
#include "ui/studies/exact_rerun.h"

class QMainWindow;

namespace hopscope {

class Dock;
class MessageBar;
class ProjectSession;
class RunsTable;

/// The dock of kept runs: keeps its table in step with the project, writes names and tags down,
/// deletes with a way back, and repeats runs exactly.
class KeptRuns : public QObject {
  Q_OBJECT

 public:
  KeptRuns(ProjectSession& session, MessageBar& messages, QMainWindow& window);

  Dock* dock() const { return dock_; }
  RunsTable& table() const { return *table_; }
  void setTheme(const Theme& theme);
  /// Another project or another design of it is shown.
  void documentShown();
  /// Stops what is under way: the project is going away.
  void forget();
  void runAgain(RowId run);

 signals:
  void runChosen(hopscope::RowId run);
  void compareRequested(const std::vector<hopscope::RowId>& runs);
  /// Something was deleted; `restore` brings it back.
  void removed(const QString& text, const std::function<void()>& restore);

 private:
  void refresh();
  void refreshDesign();
  void remove(const std::vector<RowId>& runs);
  void showDifferences(RowId run);
  void keepRepeated(const Results& results);

  static constexpr const char* kAgainKey = "again";

  ProjectSession& session_;
  MessageBar& messages_;
  QMainWindow& window_;
  const Theme* theme_;
  RunsTable* table_;
  Dock* dock_;
  ExactRerun rerun_;
  bool forgetting_ = false;
};

/// What to say of a run of that name that was repeated, as it compares with the kept one.
QString repeatedWords(const QString& name, const StoredRun& kept, const Results& again);

}  // namespace hopscope
