// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/findings/application_judge.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/design/application_sections.h"
#include "engine/design/compile.h"
#include "engine/fabric/link_rate.h"
#include "engine/findings/chosen_ways.h"
#include "engine/findings/remedies.h"
#include "engine/routing/channel_load.h"
#include "engine/simulation/saturation_bound.h"

namespace hopscope {

namespace {

const char* const kRoutingChoice = "routing.algorithm";

/// Decisions, and channels of all rounds, that are counted for a remedy: some tenths of a second.
constexpr std::uint64_t kMostJudged = 4'000'000, kMostChannels = 4'000'000;

bool isBefore(const Round& a, const Round& b) {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                      [](const MatrixEntry& x, const MatrixEntry& y) {
                                        return std::tie(x.source, x.destination, x.bytes) <
                                               std::tie(y.source, y.destination, y.bytes);
                                      });
}

bool placesRanks(const Remedy& remedy) {
  return std::any_of(remedy.settings.begin(), remedy.settings.end(),
                     [](const auto& set) { return set.first.ends_with(".mapping"); });
}

/// Flits per cycle that each channel can carry beside what terminals send of themselves. Where that
/// is too much for it, programs still get their turns.
std::optional<std::vector<double>> leftForPrograms(const Setup& setup) {
  constexpr double kLeast = 0.1;  // of a channel's rate
  const Topology& topology = *setup.topology;
  std::vector<double> left(topology.channelCount());
  for (ChannelId c = 0; c < left.size(); ++c) left[c] = rateOf(setup.linkRates, c / 2).perCycle();
  if (!setup.traffic || setup.load <= 0) return left;
  const auto loads = channelLoads(
      topology, *setup.routing,
      [&setup](TerminalId source, std::vector<DestinationShare>& out) {
        setup.traffic->destinations(source, out);
      },
      kMostJudged);
  if (!loads) return {};
  for (ChannelId c = 0; c < left.size(); ++c)
    left[c] = std::max(left[c] - setup.load * loads->perChannel[c], kLeast * left[c]);
  return left;
}

std::vector<Places> placesOf(const Setup& setup) {
  std::vector<Places> places;
  for (const Job& job : setup.applications->jobs) places.push_back(job.places);
  return places;
}

}  // namespace

ApplicationJudge::ApplicationJudge(const Design& design, std::stop_token stop)
    : design_(design), stop_(std::move(stop)) {}

void ApplicationJudge::look() {
  if (std::exchange(looked_, true)) return;
  const Compiled present = compile(design_, stop_);
  if (!present.setup || !present.setup->applications) return;
  known_.push_back(placesOf(*present.setup));
  if (!design_.phases.empty()) return;
  const auto rounds = plannedRounds(*present.setup->applications, {}, stop_);
  if (!rounds) return;
  std::map<Round, double, decltype(&isBefore)> times(&isBefore);
  for (const Round& round : *rounds) ++times[round];
  rounds_.assign(times.begin(), times.end());
  now_ = busiest(design_, present);
}

bool ApplicationJudge::bringsNothing(const Remedy& remedy) {
  if (remedy.settings.empty() || applicationCount(design_) == 0) return false;
  const bool mapped = placesRanks(remedy);
  if (!mapped && remedy.settings.front().first != kRoutingChoice) return false;
  look();
  const Design changed = remedied(design_, remedy);
  const Compiled compiled = compile(changed, stop_);
  if (mapped) {
    if (!compiled.setup || !compiled.setup->applications) return false;
    std::vector<Places> places = placesOf(*compiled.setup);
    if (std::find(known_.begin(), known_.end(), places) != known_.end()) return true;
    known_.push_back(std::move(places));
  }
  if (!now_) return false;
  const std::optional<double> then = busiest(changed, compiled);
  return then && kWorthIt * *then > *now_;
}

std::optional<double> ApplicationJudge::busiest(const Design& design,
                                                const Compiled& present) const {
  const std::vector<Design> ways = chosenWays(design);
  if (ways.size() == 1) return present.setup ? busiest(*present.setup) : std::nullopt;
  std::optional<double> least;
  for (const Design& way : ways) {
    const Compiled compiled = compile(way, stop_);
    const auto carried = compiled.setup ? busiest(*compiled.setup) : std::nullopt;
    if (!carried) return {};
    least = std::min(least.value_or(*carried), *carried);
  }
  return least;
}

std::optional<double> ApplicationJudge::busiest(const Setup& setup) const {
  const Topology& topology = *setup.topology;
  if (!setup.applications || !hasSaturationBound(setup) || rounds_.empty() ||
      setup.routing->decides() != Decides::never ||
      rounds_.size() * topology.channelCount() > kMostChannels)
    return {};
  const auto left = leftForPrograms(setup);
  if (!left) return {};
  const RankTable ranks(*setup.applications);
  std::vector<std::vector<DestinationShare>> sent(topology.terminalCount());
  double sum = 0;
  for (const auto& [round, times] : rounds_) {
    if (stop_.stop_requested()) return {};
    for (const MatrixEntry& each : round) {
      const TerminalId from = ranks.terminal(each.source), to = ranks.terminal(each.destination);
      if (from != to) sent[from].push_back({to, static_cast<double>(each.bytes)});
    }
    const auto loads = channelLoads(
        topology, *setup.routing,
        [&sent](TerminalId source, std::vector<DestinationShare>& out) {
          out.insert(out.end(), sent[source].begin(), sent[source].end());
        },
        kMostJudged / rounds_.size());
    if (!loads) return {};
    for (const MatrixEntry& each : round) sent[ranks.terminal(each.source)].clear();
    double most = 0;
    for (ChannelId c = 0; c < topology.channelCount(); ++c)
      most = std::max(most, loads->perChannel[c] / (*left)[c]);
    sum += times * most;
  }
  return sum;
}

}  // namespace hopscope
