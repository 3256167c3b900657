// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/workload/matrix_entry.h"
#include "engine/workload/rank_observation.h"
#include "ui/drawing/theme.h"

class QLabel;

namespace hopscope {

class PortMatrix;

/// The ranks of a plan as nobody has seen them yet; `job`: of that application alone.
std::shared_ptr<const RankObservation> ranksNotBegun(
    std::shared_ptr<const ApplicationPlan> plan, std::optional<std::uint32_t> job = std::nullopt);

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
  /// Only how `pairs` differ from what was sent `before`: more in one colour, less in another. A
  /// matrix that has shown that shows nothing else any more.
  void setDifference(std::shared_ptr<const RankObservation> seen,
                     std::shared_ptr<const std::vector<MatrixEntry>> pairs,
                     std::shared_ptr<const std::vector<MatrixEntry>> before);
  /// Beside others there is room for a line of words alone; those about the cell at the cursor are
  /// shown elsewhere (PortMatrix::pointedAt).
  void setBrief();
  PortMatrix& matrix() const { return *matrix_; }

 private:
  struct Sent {
    std::int64_t messages = 0, bytes = 0;  ///< below 0: less than before
  };
  void addUp(const std::vector<MatrixEntry>& pairs, int sign);
  void showCells();
  QString totalWords(const Sent& all, std::int64_t most) const;
  QString differenceWords(const Sent& all) const;
  QString wordsOf(std::uint32_t from, std::uint32_t to) const;
  QString blockName(std::uint32_t block) const;

  const Theme* theme_;
  std::shared_ptr<const RankObservation> seen_;
  std::shared_ptr<const std::vector<MatrixEntry>> pairs_, before_;
  bool planned_ = false, brief_ = false;
  std::uint32_t perBlock_ = 1, blocks_ = 0;
  std::vector<Sent> sent_;  ///< of a block to a block
  PortMatrix* matrix_;
  QLabel* total_;
  QLabel* words_;
};

}  // namespace hopscope
