// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>

#include "ui/run/run_view.h"

class QLabel;

namespace hopscope {

class AllocationMatrix;
class ForwardingPage;
class LearntSection;
class PortTable;
class PanelSection;

/// One router of a run: name, findings, ports with utilisation and queues, its forwarding.
class RouterInspector : public QWidget {
  Q_OBJECT

 public:
  explicit RouterInspector(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void show(const RunView& view, RouterId router);

 signals:
  void linkClicked(hopscope::LinkId link);
  /// What other forwarding caches would do there (ForwardingPage).
  void otherCachesRequested(hopscope::RouterId router, hopscope::PortIndex port);

 private:
  void showPorts(const RunView& view);
  void showAllocations(const RunView& view);
  /// Its power in watts, the mean of the run so far; NaN where that is not known.
  double powerOf(const RunView& view);

  RouterId router_ = kNone;
  std::shared_ptr<const Topology> clockOf_;  ///< the run that frequencyGhz_ is of
  double frequencyGhz_ = 1;
  QLabel* name_;
  QLabel* chip_;
  QLabel* identity_;
  PanelSection* portSection_;
  PortTable* ports_;
  LearntSection* learnt_;
  PanelSection* allocationSection_;
  QLabel* allocationWords_;
  QLabel* channelsHead_;
  AllocationMatrix* channels_;
  QLabel* crossbarHead_;
  AllocationMatrix* crossbar_;
  ForwardingPage* forwarding_;
};

}  // namespace hopscope
