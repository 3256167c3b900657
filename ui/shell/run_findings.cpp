// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/run_findings.h"

#include <QObject>
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "engine/design/catalogue.h"
#include "engine/design/phases.h"
#include "engine/design/senders.h"
#include "ui/words/numbers.h"
#include "ui/words/part_names.h"
#include "ui/words/setting_words.h"

namespace hopscope {

namespace {

/// A router's terminals starve when they get less than this share of the mean.
constexpr double kStarving = 0.5;
/// Misses of one cause, as a share of all lookups, that are called thrashing.
constexpr double kThrashing = 0.1;

/// A setting and the words on its button; nothing where it is not allowed or is so already.
Remedy settingTo(const Design& design, const std::string& path, const Value& value,
                 const QString& verb) {
  const std::optional<Parameter> parameter = findParameter(design, path);
  if (!parameter || check(*parameter, value, path) || effectiveValue(design, path) == value)
    return {};
  const bool names = verb.contains(QLatin1String("%1"));
  return {names ? verb.arg(settingText(*parameter, value)) : verb, {{path, value}}, {}};
}

void addSaturation(const Design& design, const Topology& topology, const Results& results,
                   std::vector<Finding>& findings) {
  if (results.verdict != Verdict::saturated) return;
  const bool told = std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
    return finding.path == "traffic.load";
  });
  if (told) return;
  Finding finding;
  finding.severity = Severity::warning;
  finding.path = "traffic.load";
  finding.text =
      (!results.complete ? QObject::tr("So far the network has accepted %1 of the offered %2.")
       // Full source queues grow no further, and latencies stay flat.
       : results.packetsRefused > 0
           ? QObject::tr(
                 "In its last run the network accepted %1 of the offered %2; the rest found "
                 "full source queues and was refused.")
           : QObject::tr("In its last run the network accepted %1 of the offered %2; queues grow "
                         "without end."))
          .arg(realText(results.acceptedLoad, 3), realText(results.offeredLoad, 3));
  const std::vector<double>& use = results.channelUtilization;
  if (use.size() == topology.channelCount() && !use.empty()) {
    const auto busiest =
        static_cast<ChannelId>(std::max_element(use.begin(), use.end()) - use.begin());
    finding.reason = QObject::tr("%1 carries %2 of its rate.")
                         .arg(asTitle(channelName(topology, busiest)), percentText(use[busiest]));
    finding.parts.links.insert(busiest / 2);
  }
  // Where phases change the load, it is not one number to lower; in a run that goes on, it is.
  const bool changes = results.complete &&
                       std::any_of(design.phases.begin(), design.phases.end(),
                                   [](const Phase& phase) { return setsAnyOf(phase, "traffic."); });
  if (!changes) finding.remedy = remedyForLoad(design, results.acceptedLoad);
  findings.push_back(std::move(finding));
}

void addStarving(const Design& design, const Topology& topology, const Results& results,
                 std::vector<Finding>& findings) {
  if (results.routers.size() != topology.routerCount()) return;
  const std::vector<bool> sends = sendingTerminals(design, topology);
  std::vector<bool> wants(topology.routerCount(), false);
  for (TerminalId t = 0; t < topology.terminalCount(); ++t)
    if (sends[t]) wants[topology.terminals[t].router] = true;
  // An application decides itself who sends, and who has nothing to send.
  if (!results.applications.empty()) return;
  double sum = 0, count = 0;
  RouterId least = kNone;
  const auto load = [&results](RouterId r) { return results.routers[r].acceptedLoad; };
  for (RouterId r = 0; r < topology.routerCount(); ++r) {
    if (!wants[r] || !std::isfinite(load(r))) continue;
    sum += load(r);
    ++count;
    if (least == kNone || load(r) < load(least)) least = r;
  }
  const double mean = sum / count;
  if (least == kNone || !(load(least) < kStarving * mean)) return;
  Parts starving;
  for (RouterId r = 0; r < topology.routerCount(); ++r)
    if (wants[r] && load(r) < kStarving * mean) starving.routers.insert(r);
  Finding finding;
  finding.severity = Severity::warning;
  finding.text = QObject::tr(
                     "Terminals of %1 starve: %2 got in %3 flits per terminal and cycle, the "
                     "mean is %4.")
                     .arg(plural(static_cast<qint64>(starving.routers.size()), "router", "routers"),
                          routerName(topology, least), realText(load(least), 3), realText(mean, 3));
  finding.reason = QObject::tr(
      "Packets that are under way already take the turns of those that "
      "want to enter. Serving the oldest packet first shares better.");
  finding.path = "switch.allocator.arbiter";
  finding.parts = starving;
  finding.remedy = settingTo(design, "switch.allocator.arbiter", std::string("age"),
                             QObject::tr("Serve the oldest packet first"));
  findings.push_back(std::move(finding));
}

void addThrashing(const Design& design, const Topology& topology, const Results& results,
                  std::vector<Finding>& findings) {
  const CacheTotals& cache = results.cache;
  if (cache.lookups == 0) return;
  const auto share = [&cache](std::uint64_t part) {
    return static_cast<double>(part) / static_cast<double>(cache.lookups);
  };
  const bool tooSmall = cache.capacity >= cache.conflict;
  if (share(std::max(cache.capacity, cache.conflict)) < kThrashing) return;
  Finding finding;
  finding.severity = Severity::warning;
  finding.text = QObject::tr(
                     "Forwarding caches thrash: %1 of the lookups miss what was there "
                     "before.")
                     .arg(percentText(share(cache.capacity + cache.conflict)));
  const char* const path = tooSmall ? "forwarding.cache.entries" : "forwarding.cache.ways";
  finding.path = path;
  if (findParameter(design, path)) {
    const auto present = std::get<std::int64_t>(effectiveValue(design, path));
    if (tooSmall) {
      finding.reason = QObject::tr("More destinations are used in turn than fit.");
      std::int64_t entries = present;
      while (entries < 4 * present && entries < topology.terminalCount()) entries *= 2;
      finding.remedy = settingTo(design, path, entries, QObject::tr("Enlarge to %1 entries"));
    } else {
      finding.reason = QObject::tr("Destinations that share a set push each other out.");
      finding.remedy = settingTo(design, path, 2 * present, QObject::tr("Use %1 ways"));
    }
  }
  RouterId worst = kNone;
  double lowest = 1;
  for (RouterId r = 0; r < results.routers.size() && r < topology.routerCount(); ++r) {
    const RouterResult& router = results.routers[r];
    if (router.cacheLookups == 0) continue;
    const double rate =
        static_cast<double>(router.cacheHits) / static_cast<double>(router.cacheLookups);
    if (rate >= lowest) continue;
    lowest = rate;
    worst = r;
  }
  if (worst != kNone) finding.parts.routers.insert(worst);
  findings.push_back(std::move(finding));
}

}  // namespace

void addRunFindings(const Design& design, const Topology& topology, const Results& results,
                    std::vector<Finding>& findings) {
  addSaturation(design, topology, results, findings);
  addStarving(design, topology, results, findings);
  addThrashing(design, topology, results, findings);
}

}  // namespace hopscope
