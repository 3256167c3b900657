// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>
#include <QStringList>
#include <vector>

#include "engine/simulation/results.h"
#include "ui/drawing/theme.h"
#include "ui/ranks/time_bars.h"

namespace hopscope {

/// What the time of applications went into: each one's completion against the ideal, its critical
/// path by causes, and rank by rank computing, communicating and waiting.
class RankTimesView : public QScrollArea {
  Q_OBJECT

 public:
  explicit RankTimesView(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void setApplications(const std::vector<ApplicationResult>& applications,
                       const std::vector<CollectiveResult>& collectives = {});
  /// The words above an application's bars.
  static QString headOf(const ApplicationResult& application);

 private:
  /// What is said of an application.
  struct Shown {
    QString head;
    QString background;  ///< communication beside computation; empty where there was none
    QStringList stalled, collectives;
    std::vector<TimeBar> path, ranks;  ///< of the path: one, or none
    bool operator==(const Shown&) const = default;
  };
  std::vector<Shown> shownOf(const std::vector<ApplicationResult>& applications,
                             const std::vector<CollectiveResult>& collectives) const;
  void showBars();

  const Theme* theme_;
  std::vector<ApplicationResult> applications_;
  std::vector<CollectiveResult> collectives_;
  std::vector<Shown> shown_;
};

}  // namespace hopscope
