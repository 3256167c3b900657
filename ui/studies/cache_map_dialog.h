// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QTimer>
#include <atomic>
#include <memory>
#include <stop_token>

#include "engine/design/design.h"
#include "engine/study/cache_study.h"
#include "engine/topology/topology.h"
#include "ui/drawing/theme.h"

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace hopscope {

class CacheMapView;

/// What if the forwarding caches were larger: hit rates of every geometry over the lookups of one
/// run, simulated again beside the window and never blocking it.
class CacheMapDialog : public QDialog {
  Q_OBJECT

 public:
  explicit CacheMapDialog(QWidget* parent = nullptr);
  ~CacheMapDialog() override;

  void setTheme(const Theme& theme);
  /// Asks about a run's router, and one of its ports (kNoPort: all), and begins at once.
  void ask(const Design& design, std::shared_ptr<const Topology> topology, RouterId router,
           PortIndex port);
  bool running() const { return job_ != nullptr; }
  const CacheMapView& view() const { return *view_; }

 signals:
  /// Both are to be set in the design, for the caches of that router (kNone: of all).
  void geometryChosen(std::uint32_t entries, std::uint32_t ways, hopscope::RouterId router);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  /// However it is closed, nothing is computed for it any more.
  void done(int result) override;

 private:
  /// What the window and the thread share.
  struct Job {
    std::stop_source stop;
    std::atomic<double> share = 0;
  };

  QWidget* makeForm();
  QWidget* makeResult();
  void start();
  void finish(CacheStudy study);
  void setRunning(bool running);
  void showCell();
  void showNotes();
  void save();

  Design design_;
  std::shared_ptr<const Topology> topology_;
  RouterId router_ = kNone;
  RouterId studied_ = kNone;  ///< kNone: all
  std::shared_ptr<Job> job_;  ///< the one under way
  QTimer timer_;
  QLabel* title_;
  QComboBox* scope_;
  QSpinBox* from_;
  QSpinBox* cycles_;
  QLabel* notes_;
  CacheMapView* view_;
  QLabel* empty_;
  QLabel* cellTitle_;
  QLabel* cellText_;
  QLabel* status_;
  QProgressBar* progress_;
  QPushButton* export_;
  QPushButton* compute_;
  QPushButton* close_;
  QPushButton* use_;
};

}  // namespace hopscope
