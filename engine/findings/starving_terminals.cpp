// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/findings/starving_terminals.h"

#include <algorithm>
#include <cmath>

#include "engine/core/load_words.h"
#include "engine/design/catalogue.h"
#include "engine/design/senders.h"
#include "engine/findings/full_channels.h"
#include "engine/findings/remedy.h"
#include "engine/topology/part_words.h"

namespace hopscope {
namespace {

/// A router's terminals starve when they get less than this share of the mean.
constexpr double kStarving = 0.5;
/// Packets that a router's terminals would have sent at the mean, below which less than half of
/// them may be chance: five standard deviations of Poisson's distribution.
constexpr double kPacketsToStarve = 100;

}  // namespace

void addStarving(const Design& design, const Topology& topology, const Results& results,
                 std::vector<Diagnosis>& found) {
  // An application decides itself who sends, and who has nothing to send.
  if (results.routers.size() != topology.routerCount() || !results.applications.empty()) return;
  // Where packets wait for ever, that is why; where all get in, nobody starves.
  if (isStuck(results.verdict) ||
      (results.verdict == Verdict::stable && results.packetsRefused == 0))
    return;
  const std::vector<bool> sends = sendingTerminals(design, topology);
  std::vector<double> senders(topology.routerCount(), 0);
  for (TerminalId t = 0; t < topology.terminalCount(); ++t)
    if (sends[t]) ++senders[topology.terminals[t].router];
  double sum = 0, count = 0, sending = 0;
  const auto load = [&results](RouterId r) { return results.routers[r].acceptedLoad; };
  for (RouterId r = 0; r < topology.routerCount(); ++r) {
    if (senders[r] == 0 || !std::isfinite(load(r))) continue;
    sum += load(r);
    ++count;
    sending += senders[r];
  }
  const double mean = sum / count;
  const double packets = static_cast<double>(results.packetsMeasured) / sending;  // of a terminal
  Diagnosis diagnosis;
  RouterId least = kNone;
  for (RouterId r = 0; r < topology.routerCount(); ++r) {
    if (!(load(r) < kStarving * mean) || packets * senders[r] < kPacketsToStarve) continue;
    diagnosis.routers.insert(r);
    if (least == kNone || load(r) < load(least)) least = r;
  }
  if (least == kNone) return;
  diagnosis.text =
      diagnosis.routers.size() == 1
          ? sentence(
                "Terminals of {} starve: they got in {} flits per terminal and cycle, the "
                "mean is {}.",
                routerInWords(topology, least), loadInFigures(load(least)), loadInFigures(mean))
          : sentence(
                "Terminals of {} routers starve: {} got in {} flits per terminal and "
                "cycle, the mean is {}.",
                diagnosis.routers.size(), routerInWords(topology, least),
                loadInFigures(load(least)), loadInFigures(mean));
  // Whom an arbiter serves last gets far less than below saturation: that is no load to advise.
  diagnosis.known = gotThrough(results);
  const FullChannels channels(design, topology, results);
  std::vector<RouterId> starving(diagnosis.routers.begin(), diagnosis.routers.end());
  std::sort(starving.begin(), starving.end(),
            [&](RouterId one, RouterId other) { return load(one) < load(other); });
  for (const RouterId r : starving) {
    const ChannelId full = channels.ownOf(r, load(r) * senders[r], senders[r]);
    if (full == kNone) continue;
    diagnosis.reason = sentence("{} is full of what terminals of {} send themselves.",
                                channelInWords(topology, full), routerInWords(topology, r));
    diagnosis.links.insert(full / 2);
    diagnosis.wire = diagnosis.ownLink = true;
    diagnosis.known = {load(r), false, kAdvisedShare * load(r)};
    found.push_back(std::move(diagnosis));
    return;
  }
  diagnosis.reason =
      findParameter(design, kArbiter)
          ? sentence(
                "Packets that are under way already take the turns of those that want to "
                "enter. Serving the oldest packet first shares better.")
          : sentence(
                "Packets that are under way already take the turns of those that want to "
                "enter.");
  diagnosis.path = kArbiter;
  diagnosis.remedy =
      settingTo(design, kArbiter, std::string("age"), sentence("Serve the oldest packet first"));
  found.push_back(std::move(diagnosis));
}

}  // namespace hopscope
