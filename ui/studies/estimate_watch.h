// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>
#include <stop_token>

#include "engine/design/design.h"
#include "engine/explore/latency_estimate.h"

namespace hopscope {

/// What was estimated of a design.
struct EstimateAnswer {
  LatencyEstimate estimate;
  bool compiled = false;  ///< false: the design cannot be run, so nothing is said
  bool tooLarge = false;  ///< to be made ready for a run while somebody designs
};

/// Estimates the latency of one design after the other off the window's thread, a moment after the
/// last change. One at a time: the answer of a design that is none any more is dropped, and the
/// newest design is next.
class EstimateWatch : public QObject {
  Q_OBJECT

 public:
  explicit EstimateWatch(QObject* parent = nullptr);
  ~EstimateWatch() override;

  /// Networks of more terminals are not estimated where that is asked for with their number.
  static constexpr std::uint64_t kMostTerminalsAtOnce = 20'000;

  /// Another design, or the same one changed: the last answer is no more. Nothing happens where it
  /// is the same but for names and places. `terminals`: of its network, where a large one is not
  /// worth it.
  void setDesign(const Design& design, std::uint64_t terminals = 0);
  /// Nothing while it is not known.
  const std::optional<EstimateAnswer>& answer() const { return answer_; }

 signals:
  void changed();  ///< answer() came, or is no more

 private:
  void begin();

  std::optional<Design> design_;
  std::optional<EstimateAnswer> answer_;
  QTimer soon_;
  bool busy_ = false, outdated_ = false;
  std::stop_source underWay_;  ///< what nobody waits for any more
};

}  // namespace hopscope
