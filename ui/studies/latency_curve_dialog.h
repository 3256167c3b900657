// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QElapsedTimer>
#include <functional>

#include "engine/study/curve.h"
#include "ui/drawing/theme.h"
#include "ui/plots/run_plots.h"
#include "ui/studies/curve_worker.h"
#include "ui/studies/estimate_watch.h"

class QCheckBox;
class QDoubleSpinBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QTableWidget;

namespace hopscope {

/// Latency and accepted load against offered load, point by point; beside the window, never
/// blocking it. A finished (or cancelled) curve is handed over to be kept in the project.
class LatencyCurveDialog : public QDialog {
  Q_OBJECT

 public:
  explicit LatencyCurveDialog(QWidget* parent = nullptr);
  ~LatencyCurveDialog() override;

  /// Asked before a curve begins: false keeps it from that, and has said why.
  void setGate(std::function<bool()> gate) { gate_ = std::move(gate); }
  void setTheme(const Theme& theme);
  /// The design the next curve is computed of; `tag` is whatever tells its owner which one it is.
  void setDesign(const Design& design, qint64 tag = 0);
  /// Of that design, where it is known, else 0: the loads follow it until somebody chooses others.
  void setBound(double saturation);
  /// Shows a curve that the project keeps.
  void showStored(const Design& design, const std::vector<CurvePoint>& points);
  bool running() const { return worker_.running(); }
  const std::vector<CurvePoint>& points() const { return points_; }
  /// The design of the points shown, with as many replications as seeds were asked for.
  const Design& curveDesign() const { return curveDesign_; }
  std::string curveName() const;                 ///< what tells it from others
  qint64 curveTag() const { return curveTag_; }  ///< of that design
  void start();
  void cancel();
  /// One is computed, and has points that nothing has kept yet.
  bool wouldBeLost() const { return running() && !points_.empty(); }
  /// Ends it, and hands over the points there are before `window` closes; false where the user
  /// would rather not wait for that.
  bool keep(QWidget& window);
  /// Drops the points shown: another project is open.
  void forget();

 signals:
  /// Words for the status bar while a curve is computed; empty when it is done.
  void progressChanged(const QString& text);
  /// A curve with at least one point is complete or was cancelled.
  void curveFinished(const hopscope::Design& design,
                     const std::vector<hopscope::CurvePoint>& points);
  void exportRequested();

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QWidget* makeForm();
  QWidget* makeResults();
  void showPoints();
  void showEstimateNote();
  void setRunning(bool running);
  void showProgress(const CurveProgress& progress);
  void finish(bool cancelled, const QString& failure);
  void checkRange();
  void offerLoads();
  std::vector<double> loads() const;

  std::function<bool()> gate_;
  CurveWorker worker_;
  EstimateWatch estimate_;  ///< of the design of the points shown
  Design design_;           ///< the next curve's
  Design curveDesign_;      ///< of the points shown
  qint64 tag_ = 0, curveTag_ = 0;
  std::vector<CurvePoint> points_;
  double bound_ = 0;          ///< setBound()
  bool loadsChosen_ = false;  ///< by the user, or by a stored curve that is shown
  bool forgetting_ = false;   ///< drop what the cancelled curve still delivers
  QElapsedTimer clock_;
  QLabel* title_;
  QDoubleSpinBox* from_;
  QDoubleSpinBox* to_;
  QDoubleSpinBox* step_;
  QSpinBox* seeds_;
  QSpinBox* jobs_;
  QCheckBox* stopEarly_;
  QLabel* rangeNote_;
  QLabel* estimateNote_;
  QPushButton* start_;
  QPushButton* stop_;
  QPushButton* export_;
  QProgressBar* progress_;
  QLabel* status_;
  PlotWidget* latency_;
  PlotWidget* accepted_;
  QTableWidget* table_;
};

}  // namespace hopscope
