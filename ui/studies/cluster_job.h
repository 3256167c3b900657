// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QTimer>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ui/studies/background_work.h"
#include "ui/studies/cluster_folder.h"
#include "ui/studies/command_process.h"

namespace hopscope {

/// A task of the job array, as `study status` tells it.
struct ClusterTask {
  std::uint32_t number = 0;
  QString state;  ///< Slurm's own word
  qint64 runs = 0, wanted = 0;

  bool done() const { return runs >= wanted; }
  bool hasEnded() const;
  bool underWay() const;
};

/// One study on a cluster: has the command line submit it and tell its tasks, and reads what they
/// have written, all beside the window's thread. What goes wrong is in the words of who refuses.
class ClusterJob : public QObject {
  Q_OBJECT

 public:
  explicit ClusterJob(QObject* parent = nullptr);
  ~ClusterJob() override;

  /// Another study, or none. A submission that is under way goes on, and tells its end.
  void setStudy(const ClusterFolder& folder, const PointsOwner& owner);
  const ClusterFolder& folder() const { return folder_; }
  const PointsOwner& owner() const { return owner_; }
  bool submitted() const { return folder_.submitted(); }
  /// What would be submitted now is what has not finished of a submission before.
  bool again() const { return heard_ ? !tasks_.empty() : submitted(); }
  bool submitting() const { return preparing_.running() || submission_.running(); }
  /// Submits it; where that was done before, what has not finished of it. `submitEnded` follows.
  void submit(const ClusterAsk& ask, const std::string& document, const StudyRows& rows);
  bool cancelling() const { return cancellation_.running(); }
  /// Something of it is under way, as far as is known.
  bool underWay() const;
  /// Ends what is under way; what has finished stays. `cancelEnded` follows.
  void cancel();
  /// The arguments with which the command line is asked to.
  QStringList arguments(const ClusterAsk& ask) const;
  /// Asks for the states of the tasks, and reads what they have written.
  void refresh();
  /// Refreshes every few seconds while it is watched and something is under way.
  void setWatched(bool watched);
  void setInterval(int milliseconds) { poll_.setInterval(milliseconds); }

  const std::vector<ClusterTask>& tasks() const { return tasks_; }
  bool allDone() const;
  const QString& job() const { return job_; }  ///< the number of the last one that was submitted
  /// What is wrong with what was asked last or read last; empty: nothing.
  const QString& problem() const { return problem_; }

 signals:
  void changed();  ///< the tasks, or what is wrong
  /// Rows, of which some may have been known.
  void arrived(const std::vector<hopscope::StudyRow>& rows);
  /// `problem`: why it was not submitted; empty: it was.
  void submitEnded(const QString& problem);
  /// Likewise: why nothing was ended.
  void cancelEnded(const QString& problem);

 private:
  void launch();
  void takeStatus(int exitCode, const QString& out, const QString& err);
  void read();
  void takeRows();

  ClusterFolder folder_;
  PointsOwner owner_;
  std::vector<ClusterTask> tasks_;
  bool heard_ = false;  ///< the command line has told of the tasks
  QString problem_, statusProblem_;
  std::map<QString, qint64> sizes_;  ///< of the files as they were read last
  QTimer poll_;
  bool watched_ = false;
  bool again_ = false;  ///< another refresh was asked for meanwhile
  QString program_, job_;
  QStringList arguments_;  ///< of the submission under way
  ClusterFolder submittingIn_, cancellingIn_;
  ClusterAsk asked_;
  CommandProcess submission_, status_, cancellation_;
  std::shared_ptr<QString> prepared_;
  std::shared_ptr<ClusterRows> rows_;
  bool stale_ = false;  ///< what is being read is of another study
  // The last, so that they have ended before what they write into is gone.
  BackgroundWork preparing_, reading_;
};

}  // namespace hopscope
