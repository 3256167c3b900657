// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <functional>
#include <memory>
#include <vector>

#include "engine/simulation/results.h"
#include "engine/topology/topology.h"
#include "engine/workload/critical_chain.h"
#include "ui/ranks/chain_finder.h"
#include "ui/ranks/path_tracer.h"

class QComboBox;
class QLabel;
class QListWidget;
class QProgressBar;
class QPushButton;
class QTableWidget;

namespace hopscope {

/// The critical path of an application piece by piece: what a rank did, and which message came
/// next. Once the run has been repeated for it, with the links that its messages took. Choosing a
/// piece or a link leads there.
class CriticalPathView : public QWidget {
  Q_OBJECT

 public:
  explicit CriticalPathView(QWidget* parent = nullptr);

  /// What was recorded, and what came of it; the chain of an application is looked for once it is
  /// done, beside the window where that takes long. `rows` is read in this call alone.
  void setRows(const RankRows& rows, const std::vector<ApplicationResult>& applications,
               std::shared_ptr<const Topology> topology);
  /// What repeats the run that is shown, to follow its messages.
  void setDesign(std::function<Design()> design) { design_ = std::move(design); }
  const CriticalChain& chain() const { return chain_; }
  /// How its messages went; null: nobody has asked yet.
  const std::shared_ptr<const PathTrace>& trace() const { return trace_; }
  QListWidget& list() const { return *list_; }

 signals:
  /// `taken`: of a message, the channels that it took; empty: not known.
  void stepChosen(const hopscope::ChainStep& step, const std::vector<hopscope::ChannelId>& taken);
  void linkChosen(hopscope::ChannelId channel);
  /// Another application is asked for: setRows() is to be called again.
  void rowsWanted();

 private:
  void findChain(const RankRows& rows);
  void takeChain(const CriticalChain& chain, bool cut);
  void showChain(const QString& about);
  void fill();
  void fillLinks();
  void showWords();
  void follow();
  void takeTrace(const std::shared_ptr<const PathTrace>& trace, const QString& problem);
  void showFollowing();
  void choose(int row);
  const FollowedMessage* followed(std::size_t piece) const;
  QString wordsOf(std::size_t piece) const;
  QString delaysOf(const ChainStep& step, const FollowedMessage& message) const;
  QString traceWords() const;

  std::shared_ptr<const RankObservation> seen_;
  std::shared_ptr<const Topology> topology_;
  std::vector<ApplicationResult> applications_;
  std::shared_ptr<const ApplicationPlan> plan_;  ///< of the chain
  int job_ = -1;                                 ///< likewise; -1: there is none
  CriticalChain chain_;
  QString about_;                    ///< what there is to say of the chain
  QString problem_;                  ///< why its messages could not be followed
  std::vector<std::size_t> listed_;  ///< places in the chain
  std::function<Design()> design_;
  std::shared_ptr<const PathTrace> trace_;
  QComboBox* application_;
  QComboBox* order_;
  QLabel* words_;
  QListWidget* list_;
  QPushButton* follow_;
  QProgressBar* progress_;
  QTableWidget* links_;
  // The last, so that they have ended before the rest is gone.
  PathTracer tracer_;
  ChainFinder finder_;
};

}  // namespace hopscope
