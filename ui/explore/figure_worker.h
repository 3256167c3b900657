// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "engine/figures/figure.h"

namespace hopscope {

/// What became of a recipe.
struct FigureOutcome {
  std::shared_ptr<const MadeFigure> figure;  ///< absent where it failed
  QString failure;
};

/// Makes figures one after the other off the window's thread. Progress waits in a slot that a timer
/// empties, so no signal ever crosses threads. Destroying it cancels and waits.
class FigureWorker : public QObject {
  Q_OBJECT

 public:
  explicit FigureWorker(QObject* parent = nullptr);
  ~FigureWorker() override;

  /// Recipes of recipes(); they live as long as the program.
  void start(std::vector<const Recipe*> recipes, bool quick);
  /// Ends early and keeps what is finished; `finished` follows.
  void cancel();
  bool running() const { return thread_.joinable(); }

 signals:
  void arrived(const hopscope::Recipe* recipe, const hopscope::FigureOutcome& outcome);
  /// `share` of the points of the figure under way, 0 to 1; `done` figures of `all`.
  void progressed(const hopscope::Recipe* recipe, double share, int done, int all);
  void finished(bool cancelled);

 private:
  struct Slot;
  void pull();

  std::shared_ptr<Slot> slot_;
  QTimer timer_;
  std::jthread thread_;
};

}  // namespace hopscope
