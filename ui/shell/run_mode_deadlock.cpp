// SPDX-License-Identifier: GPL-3.0-or-later
// How Run mode shows a deadlock: the cycle of buffers that wait for each other.
#include <algorithm>
#include <set>

#include "ui/canvas/canvas_pane.h"
#include "ui/shell/run_mode.h"

namespace hopscope {

namespace {

Parts linksOf(const std::vector<WaitingBuffer>& cycle) {
  Parts parts;
  for (const WaitingBuffer& waiting : cycle) parts.links.insert(waiting.channel / 2);
  return parts;
}

}  // namespace

std::vector<WaitingBuffer> RunMode::shownWaitCycle() const {
  if (!fits_ || playback_.inPast()) return {};
  std::vector<WaitingBuffer> cycle;
  if (!stored_)
    cycle = waitCycle_;
  else
    for (const WaitingVc& waiting : stored_->run.results.deadlock)
      cycle.push_back({waiting.channel, waiting.vc});
  const auto known = [this](const WaitingBuffer& waiting) {
    return waiting.channel / 2 < session_.topology()->linkCount();
  };
  if (!std::all_of(cycle.begin(), cycle.end(), known)) return {};
  // What else is selected is looked at without it.
  const Parts& selection = session_.document().selection();
  const std::set<LinkId> links = linksOf(cycle).links;
  const bool ofWaitCycle =
      selection.routers.empty() && selection.terminals.empty() &&
      std::includes(links.begin(), links.end(), selection.links.begin(), selection.links.end());
  return ofWaitCycle ? cycle : std::vector<WaitingBuffer>();
}

/// Brings the cycle into the middle, where the canvas shows that network.
void RunMode::showWaitCycle(const std::vector<WaitingVc>& cycle) {
  if (!fits_ || !shown_) return;
  session_.document().select({});
  showHeat();
  Parts parts;
  for (const WaitingVc& waiting : cycle) parts.links.insert(waiting.channel / 2);
  pane_.canvas().fitParts(parts);
}

/// The run that is over still tells of its routers, two at a time, what their buffers hold.
void RunMode::askWaitCycle() {
  waitCycle_.clear();
  waitCycleRouters_.clear();
  const auto results = run_.results();
  if (!results) return;
  std::set<RouterId> routers;
  for (const WaitingVc& waiting : results->deadlock) {
    if (waiting.channel >= run_.topology()->channelCount()) continue;
    waitCycle_.push_back({waiting.channel, waiting.vc});
    const LinkEnd& end = run_.topology()->to(waiting.channel);
    if (!end.isTerminal) routers.insert(end.node);
  }
  waitCycleRouters_.assign(routers.begin(), routers.end());
  if (!waitCycleRouters_.empty())
    run_.watchRouter(waitCycleRouters_[0],
                     waitCycleRouters_.size() > 1 ? waitCycleRouters_[1] : kNone);
}

void RunMode::noteWaitCycle() {
  if (waitCycleRouters_.empty()) return;
  const Snapshot& snapshot = run_.snapshot();
  const auto take = [&](const std::optional<RouterDetail>& detail) {
    if (waitCycleRouters_.empty() || !detail || detail->router != waitCycleRouters_.front())
      return false;
    for (WaitingBuffer& waiting : waitCycle_) {
      const LinkEnd& end = run_.topology()->to(waiting.channel);
      if (end.isTerminal || end.node != detail->router || end.port >= detail->ports.size())
        continue;
      const PortDetail& port = detail->ports[end.port];
      if (waiting.vc >= port.inputFlits.size() || waiting.vc >= port.inputRoom.size()) continue;
      waiting.flits = port.inputFlits[waiting.vc];
      waiting.room = port.inputRoom[waiting.vc];
    }
    waitCycleRouters_.pop_front();
    return true;
  };
  if (!take(snapshot.router)) return;
  take(snapshot.neighbour);
  if (!waitCycleRouters_.empty()) {
    run_.watchRouter(waitCycleRouters_[0],
                     waitCycleRouters_.size() > 1 ? waitCycleRouters_[1] : kNone);
    return;
  }
  showHeat();
  watchSelection();
}

}  // namespace hopscope
