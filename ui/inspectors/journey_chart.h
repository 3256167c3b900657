// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <utility>
#include <vector>

#include "engine/switching/journey.h"
#include "engine/topology/topology.h"
#include "ui/widgets/rows_widget.h"

namespace hopscope {

/// A stretch of a packet's time at one place: when it began since birth, and what its cycles were
/// spent on, each with the colour of its cause.
struct JourneyRow {
  QString name;
  Cycle begin = 0;
  /// Instead of a curve: cycles of which no cause is known.
  static constexpr int kUnknown = 0;
  std::vector<std::pair<int, Cycle>> parts;  ///< number of the cause's curve, cycles

  Cycle cycles() const;
  bool operator==(const JourneyRow&) const = default;
};

/// A row for what was before the packet was followed, one for each router on the way, and one for
/// the tail that follows the head. Once the packet is delivered, each row begins where the one
/// before ends, and the last ends at the latency.
std::vector<JourneyRow> journeyRows(const Journey& journey, const Topology& topology);

/// What of a journey lies before `now`. A router sets down all of a hop when it lets the packet go,
/// also the cycles in its pipeline and on the wire that are still to come; the tail has not
/// followed anywhere yet.
Journey untilNow(Journey journey, Cycle now);

/// Where a packet's cycles went: routers below each other, time to the right.
class JourneyChart : public RowsWidget<JourneyRow> {
  Q_OBJECT

 public:
  explicit JourneyChart(QWidget* parent = nullptr);

 protected:
  void paintEvent(QPaintEvent* event) override;
  QString wordsOf(const JourneyRow& row) const override;
};

}  // namespace hopscope
