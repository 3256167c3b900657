// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/simulation/results.h"
#include "ui/shell/health_check.h"

namespace hopscope {

class RunSession;

/// What a run shows to be wrong, and what to try against it: diagnoseRun() of its results so far,
/// looked for away from the window's thread whenever there are new ones, and of its results. While
/// it goes on, or where it was stopped, it is judged once a quarter of the measured interval is
/// over: before that a network that fills looks like one that jams.
class LiveHealth : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  /// To be called whenever the run may have something new to say.
  void look(const RunSession& run);
  /// The same of a kept run.
  void lookAt(const Design& design, std::shared_ptr<const Topology> topology,
              const Results& results);
  /// Remedies of a run that goes on are those that can be made then.
  const std::vector<Finding>& findings() const { return findings_; }

 signals:
  void changed();

 private:
  void judge(const Design& design, std::shared_ptr<const Topology> topology,
             std::shared_ptr<const Results> results, bool goesOn);
  void take(std::vector<Finding> findings);

  /// What was found out to be worth a try, by the setting that the finding is about: it takes
  /// longer than to judge a run again.
  struct Known {
    std::string design;  ///< its hash
    std::map<std::string, std::vector<Remedy>> tries;
  };

  std::vector<Finding> findings_;
  Known known_;
  std::shared_ptr<const Results> judged_;
  int asked_ = 0;
  bool over_ = false;  ///< the results are judged
};

}  // namespace hopscope
