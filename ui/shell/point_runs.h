// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <vector>

#include "engine/design/design.h"
#include "projects/project.h"
#include "ui/studies/background_work.h"

namespace hopscope {

class MessageBar;
class ProjectSession;

/// Points of studies as runs of the project. One that was kept whole is there; another is simulated
/// again, which comes to the same numbers, and is kept.
class PointRuns : public QObject {
  Q_OBJECT

 public:
  PointRuns(ProjectSession& session, MessageBar& messages, QObject* parent = nullptr);
  ~PointRuns() override;

  /// Sees to a run of each of these designs, as they are run; `ready` follows. Those that are
  /// simulated get the tag where it is not empty. One at a time.
  void see(const std::vector<Design>& designs, const QString& tag);
  /// Another project is coming.
  void forget();
  bool busy() const { return work_.running(); }

 signals:
  /// In the order of the designs.
  void ready(const std::vector<hopscope::RowId>& runs);

 private:
  struct Asked {
    std::string hash;
    RowId run = 0;  ///< 0: not there yet
  };
  RowId keptRunOf(const std::string& hash) const;
  void finish(bool stopped, const QString& failure);
  void tell();

  ProjectSession& session_;
  MessageBar& messages_;
  BackgroundWork work_;
  std::vector<Asked> asked_;
  std::shared_ptr<std::vector<StoredRun>> arrived_;  ///< of what is simulated now
};

}  // namespace hopscope
