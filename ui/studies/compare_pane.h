// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "projects/project.h"
#include "ui/canvas/network_canvas.h"
#include "ui/document/design_document.h"
#include "ui/drawing/theme.h"
#include "ui/run/playback.h"

class QLabel;

namespace hopscope {

/// One of the runs compared: who it is, how it ended, and its network in heat.
class ComparePane : public QWidget {
  Q_OBJECT

 public:
  /// `number` from 1: its letter and curve.
  ComparePane(int number, const Theme& theme, QWidget* parent = nullptr);
  ~ComparePane() override;

  void setTheme(const Theme& theme);
  /// `name`: what the run is called wherever it is told of.
  void show(const StoredRun& run, const QString& name);
  /// What it was like around that cycle, where that was recorded; nothing: the measured interval.
  /// The span that is shown then.
  std::optional<RecordedSpan> seek(std::optional<Cycle> cycle);
  /// The scale of its routers' power, which it shares with the others.
  void setPowerRange(const HeatRange& range);
  /// Where its recording ends; 0 without one.
  Cycle recordedUntil() const;
  NetworkCanvas& canvas() { return *canvas_; }
  DesignDocument& document() { return document_; }

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  /// A channel counts as idle whose rate is recorded as 0: less than 0.2 %.
  /// `completion`: of applications, in words; empty: none is told.
  void showFigures(const QString& when, const QString& completion, double accepted,
                   const std::vector<float>& rates);
  void placeFigures();
  void elideWords();

  int number_;
  DesignDocument document_;
  Design shown_;
  std::vector<RunEvent> events_;  ///< of the run
  NetworkHeat measured_;
  std::vector<WindowSample> windows_;
  double acceptedInAll_ = 0;
  std::shared_ptr<const Recording> recording_;
  Playback playback_;
  QString name_, detail_, completion_, inBrief_;
  QLabel* badge_;
  QLabel* title_;
  QLabel* words_;
  QLabel* chip_;
  NetworkCanvas* canvas_;
  QWidget* figures_;
  QLabel* when_;        ///< of what time the figures are
  QWidget* completed_;  ///< that figure, with its name
  QLabel* completionValue_;
  QLabel* accepted_;
  QLabel* hottest_;
  QLabel* idle_;
  QLabel* brief_;  ///< the same in one line, where there is no room for figures_
};

/// What a kept run's links carried over its measured interval, as a canvas shows it.
NetworkHeat heatOf(const Results& results, const Topology& topology, const Design& design);

}  // namespace hopscope
