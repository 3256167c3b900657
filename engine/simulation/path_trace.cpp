// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/path_trace.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <tuple>
#include <utility>

#include "engine/simulation/simulation.h"

namespace hopscope {
namespace {

/// What passes between two looks at whether to go on, whatever the network's size.
constexpr std::chrono::milliseconds kBetweenLooks{20};

/// Those that were waited for longest first.
std::vector<PathLink> longestFirst(const std::map<ChannelId, PathLink>& links) {
  std::vector<PathLink> all;
  all.reserve(links.size());
  for (const auto& [channel, link] : links) all.push_back(link);
  std::stable_sort(all.begin(), all.end(), [](const PathLink& a, const PathLink& b) {
    return std::tuple(a.waiting, a.moving) > std::tuple(b.waiting, b.moving);
  });
  return all;
}

void addUp(PathTrace& trace) {
  std::map<ChannelId, PathLink> links;
  for (const FollowedMessage& each : trace.messages) {
    const ChainStep& step = trace.chain.steps[each.piece];
    const Journey& journey = each.journey;
    trace.interface += each.started - step.from;
    trace.packets += each.handedOver - each.started;
    if (journey.source == kNone) {  // it stayed at its terminal, or another one was followed
      trace.unknown += step.until - each.handedOver;
      continue;
    }
    for (const PathLink& taken : linksOf(journey)) {
      PathLink& link = links[taken.channel];
      link.channel = taken.channel;
      link.messages += taken.messages;
      link.waiting += taken.waiting;
      link.moving += taken.moving;
    }
    trace.unknown +=
        journey.delivered - journey.birth - static_cast<Cycle>(journey.total().total());
    trace.takingIn += step.until - journey.delivered;
  }
  trace.links = longestFirst(links);
}

}  // namespace

std::vector<PathLink> linksOf(const Journey& journey) {
  std::vector<PathLink> links;
  if (journey.hops.empty()) return links;
  links.reserve(journey.hops.size() + 1);
  const JourneyHop& first = journey.hops.front();
  links.push_back({first.in, 1, static_cast<Cycle>(first.spent.source), first.wire});
  for (const JourneyHop& hop : journey.hops) {
    const LatencySplit& spent = hop.spent;
    links.push_back({hop.out, 1,
                     static_cast<Cycle>(spent.lookup + spent.vcAllocation + spent.switchAllocation),
                     static_cast<Cycle>(spent.traversal + spent.channel)});
  }
  links[1].moving -= first.wire;
  links.back().moving += static_cast<Cycle>(journey.total().serialization);
  return links;
}

PathTrace tracePath(Setup setup, CriticalChain chain, const std::function<bool(double)>& goOn) {
  PathTrace trace;
  const Cycle end = chain.steps.empty() ? 0 : chain.steps.back().until;
  setup.execution.threads = 1;
  setup.execution.timelineItems = 0;
  setup.execution.recordBytes = 0;
  Simulation simulation(std::move(setup));
  simulation.followMessages(chain.steps);
  const PathFollower* follower = simulation.followedMessages();
  Cycle slice = 64;
  while (follower != nullptr && !follower->done() && !simulation.done() &&
         simulation.now() <= end) {
    const auto start = std::chrono::steady_clock::now();
    simulation.advance(std::min(slice, end + 1 - simulation.now()));
    const auto elapsed = std::chrono::steady_clock::now() - start;
    if (!goOn(std::min(1.0, static_cast<double>(simulation.now()) / static_cast<double>(end + 1))))
      break;
    if (elapsed < kBetweenLooks / 2)
      slice = std::min<Cycle>(slice * 2, 1 << 20);
    else if (elapsed > kBetweenLooks)
      slice = std::max<Cycle>(slice / 2, 1);
  }
  trace.chain = std::move(chain);
  if (follower != nullptr) trace.messages = follower->messages();
  trace.whole = follower != nullptr && follower->whole();
  addUp(trace);
  return trace;
}

}  // namespace hopscope
