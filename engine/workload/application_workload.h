// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "engine/traffic/traffic_source.h"
#include "engine/workload/application_plan.h"
#include "engine/workload/endpoints.h"
#include "engine/workload/outcome.h"
#include "engine/workload/rank_observation.h"
#include "engine/workload/timeline.h"

namespace hopscope {

/// Applications as what the terminals of a network do.
class ApplicationWorkload final : public Workload {
 public:
  /// `wholeMessages`: see Endpoints.
  explicit ApplicationWorkload(std::shared_ptr<const ApplicationPlan> plan,
                               bool wholeMessages = false);

  /// Keeps what ranks do and the messages between them, so many of each, shared by the ranks;
  /// before there is a network.
  void record(std::size_t most) { recorded_ = most; }
  /// Ranks do nothing more once it is requested; before there is a network.
  void stopWith(std::stop_token stop) { stop_ = std::move(stop); }
  /// Tells of messages from now on, null: nobody; where there is a network.
  void watch(MessageWatch* watch);
  /// What ranks are at and did up to now.
  std::shared_ptr<const RankObservation> observe(Cycle now) const;
  /// What was kept: spans and messages in order of time.
  Timeline timeline() const;

  std::unique_ptr<TrafficSource> source(TerminalId first, std::uint32_t count) override;
  bool finished() const override;

  /// Gives back the memory for messages, where all have finished and none is under way; nothing of
  /// the network may go on.
  void forgetMessages();

  /// No message is under way or waits for its interface, and no rank does anything of itself.
  bool settled() const;
  /// Messages of a job that its ranks have handed over and that have not arrived at the other
  /// terminal.
  std::uint64_t underWay(std::uint32_t job) const;
  /// The ranks wait for each other, or for what nobody sends, and no message is under way. Nothing
  /// can change that any more. Asked between two cycles.
  bool stalled() const;
  /// How far each application has come. Only while the network is there.
  std::vector<ApplicationOutcome> outcomes() const;
  /// What all of them have sent over the network.
  NetworkUse networkUse() const;
  /// The first message that did not fit into the receive that took it, if there was one.
  std::optional<Misfit> misfit() const;
  /// What ranks spent in collectives that are over.
  CollectiveTimes collectives() const;
  /// All that was sent, by source and destination.
  std::vector<MatrixEntry> matrix() const;
  const ApplicationPlan& plan() const { return *plan_; }
  const RankTable& ranks() const { return table_; }
  /// One of them, by its number over all jobs; null where there is none. Only while the network is
  /// there.
  const Rank* rank(std::uint32_t id) const;

 private:
  void tellWaits(std::uint32_t job, ApplicationOutcome& outcome) const;

  std::shared_ptr<const ApplicationPlan> plan_;
  RankTable table_;
  bool wholeMessages_;
  std::size_t recorded_ = 0;
  std::stop_token stop_;
  std::vector<std::unique_ptr<TimelinePart>> timelines_;  ///< per part, where recorded
  std::vector<Endpoints*> parts_;                         ///< they are the network's
};

}  // namespace hopscope
