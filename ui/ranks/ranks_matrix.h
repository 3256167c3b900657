// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/workload/matrix_entry.h"
#include "engine/workload/rank_observation.h"
#include "ui/drawing/theme.h"

class QLabel;

namespace hopscope {

class PortMatrix;

/// Who has sent whom how much, as a matrix of ranks: the darker, the more bytes. Many ranks are
/// shown in blocks of equal size.
class RanksMatrix : public QWidget {
  Q_OBJECT

 public:
  explicit RanksMatrix(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// What is shown is going to be sent, in a run that has not begun.
  void setPlanned(bool planned) { planned_ = planned; }
  void setPairs(std::shared_ptr<const RankObservation> seen,
                std::shared_ptr<const std::vector<MatrixEntry>> pairs);
  PortMatrix& matrix() const { return *matrix_; }

 private:
  struct Sent {
    std::uint64_t messages = 0, bytes = 0;
  };
  void showCells();
  QString wordsOf(std::uint32_t from, std::uint32_t to) const;
  QString blockName(std::uint32_t block) const;

  const Theme* theme_;
  std::shared_ptr<const RankObservation> seen_;
  std::shared_ptr<const std::vector<MatrixEntry>> pairs_;
  bool planned_ = false;
  std::uint32_t perBlock_ = 1, blocks_ = 0;
  std::vector<Sent> sent_;  ///< of a block to a block
  PortMatrix* matrix_;
  QLabel* total_;
  QLabel* words_;
};

}  // namespace hopscope
