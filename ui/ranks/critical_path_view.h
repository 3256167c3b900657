// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <vector>

#include "engine/simulation/results.h"
#include "ui/ranks/critical_chain.h"

class QComboBox;
class QLabel;
class QListWidget;

namespace hopscope {

/// The critical path of an application piece by piece: what a rank did, and which message came
/// next. Choosing a piece leads there.
class CriticalPathView : public QWidget {
  Q_OBJECT

 public:
  explicit CriticalPathView(QWidget* parent = nullptr);

  /// What was recorded, and what came of it; the chain of an application is looked for once it is
  /// done. `rows` is read in this call alone.
  void setRows(const RankRows& rows, const std::vector<ApplicationResult>& applications);
  const CriticalChain& chain() const { return chain_; }
  QListWidget& list() const { return *list_; }

 signals:
  void stepChosen(const hopscope::ChainStep& step);
  /// Another application is asked for: setRows() is to be called again.
  void rowsWanted();

 private:
  void findChain(const RankRows& rows);
  void fill();
  QString wordsOf(const ChainStep& step) const;

  std::shared_ptr<const RankObservation> seen_;
  std::vector<ApplicationResult> applications_;
  std::shared_ptr<const ApplicationPlan> plan_;  ///< of the chain
  int job_ = -1;                                 ///< likewise; -1: there is none
  CriticalChain chain_;
  std::vector<std::size_t> listed_;  ///< places in the chain
  QComboBox* application_;
  QComboBox* order_;
  QLabel* words_;
  QListWidget* list_;
};

}  // namespace hopscope
