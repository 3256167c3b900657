// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QTimer>
#include <atomic>
#include <memory>
#include <optional>
#include <stop_token>

#include "projects/project.h"

namespace hopscope {

/// Repeats a kept run with the design as it was run and its own seed, off the window's thread. One
/// at a time; destroying it cancels.
class ExactRerun : public QObject {
  Q_OBJECT

 public:
  explicit ExactRerun(QObject* parent = nullptr);
  ~ExactRerun() override;

  void start(const StoredRun& run);
  void cancel();
  bool running() const { return progress_ != nullptr; }
  const StoredRun& original() const { return original_; }

 signals:
  void progressed(double fraction);
  void finished(const hopscope::Results& results);
  void failed(const QString& reason);
  void cancelled();

 private:
  StoredRun original_;
  std::shared_ptr<std::atomic<double>> progress_;  ///< of the run under way
  std::stop_source stop_;
  QTimer timer_;
};

/// The design that repeats a run: as it was run, with the seed of its results.
Design repeatable(const StoredRun& run);

/// Did both runs see the same? Everything that was measured is compared to the last bit; only the
/// time on the clock and the version of the engine may differ.
bool sameOutcome(const Results& a, const Results& b);

}  // namespace hopscope
