// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>
#include <vector>

#include "engine/simulation/results.h"
#include "ui/drawing/theme.h"

namespace hopscope {

/// A bar of parts side by side, with the words about it.
struct TimeBar {
  struct Part {
    QString name;
    double cycles = 0;
    QColor colour;
    bool operator==(const Part&) const = default;
  };
  QString name;
  std::vector<Part> parts;
  double whole = 0;  ///< cycles of a full bar
  bool operator==(const TimeBar&) const = default;
};

/// What the time of applications went into: each one's completion against the ideal, its critical
/// path by causes, and rank by rank computing, communicating and waiting.
class RankTimesView : public QScrollArea {
  Q_OBJECT

 public:
  explicit RankTimesView(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// `now`: of a run that goes on; else 0.
  void setApplications(const std::vector<ApplicationResult>& applications, Cycle now);
  /// The words above an application's bars.
  static QString headOf(const ApplicationResult& application);

 private:
  void showBars();

  const Theme* theme_;
  std::vector<ApplicationResult> applications_;
  Cycle now_ = 0;
};

}  // namespace hopscope
