// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <memory>
#include <vector>

#include "engine/simulation/results.h"
#include "ui/shell/health_check.h"

namespace hopscope {

class RunSession;

/// What a run shows to be wrong while it goes on: what addRunFindings says of its results so far,
/// looked for away from the window's thread whenever there are new ones. It judges once a quarter
/// of the measured interval is over: before that a network that fills looks like one that jams.
class LiveHealth : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  /// To be called whenever the run may have something new to say.
  void look(const RunSession& run);
  /// Remedies are those that can be made while the run goes on.
  const std::vector<Finding>& findings() const { return findings_; }

 signals:
  void changed();

 private:
  void take(std::vector<Finding> findings);

  std::vector<Finding> findings_;
  std::shared_ptr<const Results> judged_;
  int asked_ = 0;
};

}  // namespace hopscope
