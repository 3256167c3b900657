// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "engine/routing/learnt.h"
#include "engine/topology/topology.h"
#include "ui/drawing/plot_widget.h"
#include "ui/widgets/rows_widget.h"

namespace hopscope {

/// One thing that a router knows for its routing: what, how much, and where it is a share, a bar.
struct LearntRow {
  QString name, value;
  std::optional<double> share = {};  ///< 0..1; nothing: no bar
  bool warns = false;

  bool operator==(const LearntRow&) const = default;
};

/// Those of one kind under their head.
struct LearntBlock {
  QString head;
  std::vector<LearntRow> rows;
};

/// What a router of the network knows in cycle `now`, kind by kind; only kinds that it knows
/// anything of. Counters by group are in learntCounters().
std::vector<LearntBlock> learntBlocks(const std::vector<LearntFact>& facts,
                                      const Topology& topology, RouterId router, Cycle now);

/// Its counters by the offset of groups, a bar each; nothing where it has none.
std::optional<PlotPicture> learntCounters(const std::vector<LearntFact>& facts);

/// Rows of one block.
class LearntList : public RowsWidget<LearntRow> {
  Q_OBJECT

 public:
  explicit LearntList(QWidget* parent = nullptr);

 protected:
  void paintEvent(QPaintEvent* event) override;
  QString wordsOf(const LearntRow& row) const override;
};

}  // namespace hopscope
