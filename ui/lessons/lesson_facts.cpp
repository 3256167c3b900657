// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lesson_facts.h"

#include <algorithm>
#include <cmath>

#include "engine/design/catalogue.h"
#include "engine/statistics/share.h"
#include "engine/study/verdict_names.h"
#include "ui/document/setting_numbers.h"

namespace hopscope {

namespace {

using Run = LessonFacts::Run;

ExpressionValue number(double value) {
  if (!std::isfinite(value)) return {};
  return value;
}

template <typename Read>
auto ofResults(Read read) {
  return [read](const LessonFacts& facts) -> ExpressionValue {
    return facts.results ? number(read(*facts.results)) : ExpressionValue{};
  };
}

double ofWindow(const Results& results, bool last, double WindowSample::*field) {
  const auto known = [&](const WindowSample& window) { return std::isfinite(window.*field); };
  if (last) {
    const auto found = std::find_if(results.windows.rbegin(), results.windows.rend(), known);
    return found == results.windows.rend() ? std::nan("") : (*found).*field;
  }
  const auto found = std::find_if(results.windows.begin(), results.windows.end(), known);
  return found == results.windows.end() ? std::nan("") : (*found).*field;
}

/// In the last window before the first change of the run.
double beforeChange(const Results& results, double WindowSample::*field) {
  double value = std::nan("");
  if (results.events.empty()) return value;
  for (const WindowSample& window : results.windows)
    if (window.end <= results.events.front().at && std::isfinite(window.*field))
      value = window.*field;
  return value;
}

double worstLatency(const Results& results) {
  double worst = std::nan("");
  for (const WindowSample& window : results.windows)
    if (std::isfinite(window.latencyMean)) worst = std::fmax(worst, window.latencyMean);
  return worst;
}

/// How often slots of circuits were passed over.
double passedOver(const Results& results, std::uint64_t SlotResult::*count) {
  double sum = results.timeSlots.empty() ? std::nan("") : 0;
  for (const SlotResult& slot : results.timeSlots) sum += static_cast<double>(slot.*count);
  return sum;
}

/// Of the first application; missing where none runs or it did not finish.
template <typename Read>
double ofApplication(const Results& results, Read read) {
  return results.applications.empty() ? std::nan("") : read(results.applications.front());
}

/// The share that a part of the critical path has of all of it.
double pathShare(const Results& results, double CriticalPath::*part) {
  return ofApplication(results, [part](const ApplicationResult& application) {
    return application.path.*part / application.completion;
  });
}

/// The share of the time of slots that the one of worms had.
double timeOfWorms(const Results& results) {
  double worms = 0, all = 0;
  for (const SlotResult& slot : results.timeSlots) {
    const auto time = static_cast<double>(slot.used + slot.idle);
    all += time;
    if (slot.name == "worms") worms += time;
  }
  return all > 0 ? worms / all : std::nan("");
}

ExpressionValue runWord(const LessonFacts& facts) {
  switch (facts.run) {
    case Run::running:
      return std::string("running");
    case Run::paused:
      return std::string("paused");
    case Run::finished:
      return std::string("finished");
    case Run::stopped:
      return std::string("stopped");
    case Run::none:
      break;
  }
  return std::string("none");
}

ExpressionValue verdict(const LessonFacts& facts) {
  if (!facts.results) return {};
  return std::string(nameOf(facts.results->verdict));
}

ExpressionValue hottest(const LessonFacts& facts) {
  const std::optional<ChannelId> channel = hottestChannel(facts);
  return channel ? number(facts.results->channelUtilization[*channel]) : ExpressionValue{};
}

ExpressionValue selectedUtilization(const LessonFacts& facts) {
  if (!facts.results || facts.selection.links.empty()) return {};
  const std::vector<double>& load = facts.results->channelUtilization;
  double most = 0;
  for (const LinkId link : facts.selection.links)
    for (const ChannelId channel : {2 * link, 2 * link + 1})
      if (channel < load.size()) most = std::max(most, load[channel]);
  return number(most);
}

ExpressionValue meanUtilization(const LessonFacts& facts) {
  if (!facts.results || !facts.topology) return {};
  double sum = 0;
  int count = 0;
  for (ChannelId c = 0; c < facts.results->channelUtilization.size(); ++c) {
    if (facts.topology->kindOf(c / 2) == LinkKind::terminal) continue;
    sum += facts.results->channelUtilization[c];
    ++count;
  }
  return count == 0 ? ExpressionValue{} : number(sum / count);
}

ExpressionValue deadlockedRouters(const LessonFacts& facts) {
  if (!facts.results || !facts.topology || facts.results->deadlock.empty()) return {};
  return static_cast<double>(facts.results->deadlock.size());
}

template <typename Read>
auto ofTopology(Read read) {
  return [read](const LessonFacts& facts) -> ExpressionValue {
    return facts.topology ? number(static_cast<double>(read(*facts.topology))) : ExpressionValue{};
  };
}

std::size_t widestRouter(const Topology& topology) {
  std::size_t widest = 0;
  for (RouterId router = 0; router < topology.routerCount(); ++router)
    widest = std::max(widest, static_cast<std::size_t>(topology.radix(router)));
  return widest;
}

struct Quantity {
  const char* name;
  std::function<ExpressionValue(const LessonFacts&)> read;
};

/// Loads in flits per terminal and cycle, times in cycles, shares 0..1.
const std::vector<Quantity>& quantities() {
  using R = const Results&;
  static const std::vector<Quantity> all{
      {"run", runWord},
      {"cycle", [](const LessonFacts& facts) { return number(static_cast<double>(facts.cycle)); }},
      {"verdict", verdict},
      {"accepted", ofResults([](R r) { return r.acceptedLoad; })},
      {"offered", ofResults([](R r) { return r.offeredLoad; })},
      {"latency", ofResults([](R r) { return r.latency.mean; })},
      {"latency_p99", ofResults([](R r) { return r.latency.p99; })},
      {"network_latency", ofResults([](R r) { return r.networkLatencyMean; })},
      {"in_source", ofResults([](R r) { return r.split.source; })},
      {"in_lookup", ofResults([](R r) { return r.split.lookup; })},
      {"in_vc_allocation", ofResults([](R r) { return r.split.vcAllocation; })},
      {"in_switch_allocation", ofResults([](R r) { return r.split.switchAllocation; })},
      {"in_traversal", ofResults([](R r) { return r.split.traversal; })},
      {"in_serialization", ofResults([](R r) { return r.split.serialization; })},
      {"in_channel", ofResults([](R r) { return r.split.channel; })},
      {"waiting", ofResults([](R r) {
         return r.split.source + r.split.vcAllocation + r.split.switchAllocation;
       })},
      {"queue_growth", ofResults([](R r) { return r.queueGrowth; })},
      {"hops", ofResults([](R r) { return r.hopsMean; })},
      {"nonminimal", ofResults([](R r) { return r.nonminimalFraction; })},
      {"nonminimal_before",
       ofResults([](R r) { return beforeChange(r, &WindowSample::nonminimal); })},
      {"last_nonminimal",
       ofResults([](R r) { return ofWindow(r, true, &WindowSample::nonminimal); })},
      {"path_g", ofResults([](R r) { return r.paths.g; })},
      {"path_gl", ofResults([](R r) { return r.paths.gl; })},
      {"path_lg", ofResults([](R r) { return r.paths.lg; })},
      {"path_lgl", ofResults([](R r) { return r.paths.lgl; })},
      {"hit_rate", ofResults([](R r) { return share(r.cache.hits, r.cache.lookups); })},
      {"first_hit_rate", ofResults([](R r) { return ofWindow(r, false, &WindowSample::hitRate); })},
      {"last_hit_rate", ofResults([](R r) { return ofWindow(r, true, &WindowSample::hitRate); })},
      {"latency_before",
       ofResults([](R r) { return beforeChange(r, &WindowSample::latencyMean); })},
      {"worst_latency", ofResults(worstLatency)},
      {"last_latency",
       ofResults([](R r) { return ofWindow(r, true, &WindowSample::latencyMean); })},
      {"compulsory", ofResults([](R r) { return static_cast<double>(r.cache.compulsory); })},
      {"capacity", ofResults([](R r) { return static_cast<double>(r.cache.capacity); })},
      {"conflict", ofResults([](R r) { return static_cast<double>(r.cache.conflict); })},
      {"circuit_hits", ofResults([](R r) { return r.circuitHitRate; })},
      {"skipped", ofResults([](R r) { return passedOver(r, &SlotResult::skipped); })},
      {"preempted", ofResults([](R r) { return passedOver(r, &SlotResult::preempted); })},
      {"worm_time", ofResults(timeOfWorms)},
      {"completion", ofResults([](R r) {
         return ofApplication(r, [](const ApplicationResult& a) { return a.completion; });
       })},
      {"slowdown", ofResults([](R r) {
         return ofApplication(r, [](const ApplicationResult& a) { return a.slowdown; });
       })},
      {"overhead_share", ofResults([](R r) { return pathShare(r, &CriticalPath::overhead); })},
      {"transfer_share", ofResults([](R r) { return pathShare(r, &CriticalPath::transfer); })},
      {"contention_share", ofResults([](R r) { return pathShare(r, &CriticalPath::contention); })},
      {"hottest", hottest},
      {"mean_utilization", meanUtilization},
      {"deadlock_buffers", deadlockedRouters},
      {"routers", ofTopology([](const Topology& t) { return t.routerCount(); })},
      {"terminals", ofTopology([](const Topology& t) { return t.terminalCount(); })},
      {"links", ofTopology([](const Topology& t) { return t.linkCount(); })},
      {"radix", ofTopology(widestRouter)},
      {"selected_utilization", selectedUtilization},
      {"selected_routers",
       [](const LessonFacts& facts) -> ExpressionValue {
         return static_cast<double>(facts.selection.routers.size());
       }},
      {"selected_links",
       [](const LessonFacts& facts) -> ExpressionValue {
         return static_cast<double>(facts.selection.links.size());
       }},
  };
  return all;
}

}  // namespace

ExpressionValue factOf(const LessonFacts& facts, std::string_view name) {
  for (const Quantity& quantity : quantities())
    if (name == quantity.name) return quantity.read(facts);
  if (!findParameter(facts.design, name)) return {};
  const Value value = effectiveValue(facts.design, name);
  if (const std::optional<double> number = numberOf(value)) return *number;
  if (const auto* flag = std::get_if<bool>(&value)) return std::string(*flag ? "true" : "false");
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  return {};
}

std::vector<std::string> lessonQuantities() {
  std::vector<std::string> names;
  names.reserve(quantities().size());
  for (const Quantity& quantity : quantities()) names.emplace_back(quantity.name);
  return names;
}

Parts partsOf(const LessonFacts& facts, const std::string& target) {
  Parts parts;
  if (target == "hottest_link")
    if (const auto channel = hottestChannel(facts)) parts.links.insert(*channel / 2);
  if (target == "deadlock" && facts.results)
    for (const WaitingVc& waiting : facts.results->deadlock)
      parts.links.insert(waiting.channel / 2);
  const auto find = [&target](const std::string& kind, const std::vector<std::uint32_t>& ids,
                              std::set<std::uint32_t>& found) {
    if (target.rfind(kind, 0) != 0) return;
    for (std::uint32_t part = 0; part < ids.size(); ++part)
      if (std::to_string(ids[part]) == target.substr(kind.size())) found.insert(part);
  };
  if (facts.topology) {
    find("router:", facts.topology->routerIds, parts.routers);
    find("link:", facts.topology->linkIds, parts.links);
  }
  return parts;
}

std::optional<ChannelId> hottestChannel(const LessonFacts& facts) {
  if (!facts.results || !facts.topology) return std::nullopt;
  const std::vector<double>& load = facts.results->channelUtilization;
  if (load.size() != static_cast<std::size_t>(facts.topology->channelCount())) return std::nullopt;
  std::optional<ChannelId> best;
  for (ChannelId channel = 0; channel < load.size(); ++channel) {
    if (facts.topology->kindOf(channel / 2) == LinkKind::terminal) continue;
    if (!best || load[channel] > load[*best]) best = channel;
  }
  return best;
}

}  // namespace hopscope
