// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/traffic/silent_terminals.h"

#include <algorithm>
#include <utility>

#include "engine/traffic/traffic_mix.h"

namespace hopscope {
namespace {

class SilentTerminals final : public TrafficPattern {
 public:
  SilentTerminals(std::shared_ptr<const TrafficPattern> pattern, std::vector<bool> silent)
      : pattern_(std::move(pattern)), silent_(std::move(silent)) {}

  TerminalId destination(TerminalId source, Rng& rng) const override {
    const TerminalId drawn = pattern_->destination(source, rng);
    return heard(source, drawn);
  }

  bool ordered() const override { return pattern_->ordered(); }
  TerminalId inOrder(TerminalId source, std::uint64_t number) const override {
    return heard(source, pattern_->inOrder(source, number));
  }

  bool silent(TerminalId terminal) const override {
    return silent_[terminal] || pattern_->silent(terminal);
  }

  /// Shares of packets that are generated, so that they add up to 1.
  void destinations(TerminalId source, std::vector<DestinationShare>& out) const override {
    if (silent_[source]) return;
    const std::size_t first = out.size();
    pattern_->destinations(source, out);
    double kept = 0;
    out.erase(std::remove_if(out.begin() + static_cast<std::ptrdiff_t>(first), out.end(),
                             [&](const DestinationShare& to) { return silent_[to.destination]; }),
              out.end());
    for (std::size_t i = first; i < out.size(); ++i) kept += out[i].share;
    for (std::size_t i = first; i < out.size(); ++i) out[i].share /= kept;
  }

 private:
  TerminalId heard(TerminalId source, TerminalId destination) const {
    return destination == kNone || silent_[source] || silent_[destination] ? kNone : destination;
  }

  std::shared_ptr<const TrafficPattern> pattern_;
  std::vector<bool> silent_;
};

}  // namespace

std::unique_ptr<TrafficPattern> withSilentTerminals(std::shared_ptr<const TrafficPattern> pattern,
                                                    std::vector<bool> silent) {
  if (!pattern->classes().empty()) {
    std::vector<TrafficClass> classes = pattern->classes();
    for (TrafficClass& each : classes)
      each.pattern = withSilentTerminals(std::move(each.pattern), silent);
    return mixOf(std::move(classes));
  }
  return std::make_unique<SilentTerminals>(std::move(pattern), std::move(silent));
}

bool sends(const TrafficPattern& pattern, TerminalId terminal) {
  // Most have one at the first draw, where all destinations may be very many.
  constexpr int kDraws = 16;
  Rng rng(1, terminal, RandomPurpose::destination);
  for (int draw = 0; draw < kDraws; ++draw)
    if (pattern.destination(terminal, rng) != kNone) return true;
  std::vector<DestinationShare> all;
  pattern.destinations(terminal, all);
  return !all.empty();
}

double sendingShare(const TrafficPattern& pattern, TerminalId terminal) {
  if (pattern.classes().empty()) return sends(pattern, terminal) ? 1 : 0;
  double share = 0;
  bool all = true;
  for (const TrafficClass& each : pattern.classes())
    if (sends(*each.pattern, terminal))
      share += each.share;
    else
      all = false;
  return all ? 1 : share;
}

}  // namespace hopscope
