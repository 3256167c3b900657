// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/injection.h"

#include <algorithm>
#include <cmath>

namespace hopscope {
namespace {

/// A birth farther ahead is put on the wheel again when the wheel comes round.
constexpr Cycle kBirthHorizon = 1023;
/// Longer than any run, and still a number of cycles.
constexpr double kLongestSilence = 1e15;

}  // namespace

double meanFlits(const std::vector<PacketSize>& sizes) {
  double mean = 0;
  for (const PacketSize& size : sizes) mean += size.share * size.flits;
  return mean;
}

namespace {

double meanFlits(const TrafficClass& kind, const std::vector<PacketSize>& sizes) {
  return kind.flits != 0 ? kind.flits : hopscope::meanFlits(sizes);
}

}  // namespace

double meanFlits(const TrafficPlan& plan) {
  const std::vector<TrafficClass>& classes = plan.pattern->classes();
  if (classes.empty()) return meanFlits(plan.sizes);
  double packets = 0;
  for (const TrafficClass& each : classes) packets += each.share / meanFlits(each, plan.sizes);
  return 1 / packets;
}

std::size_t classesOf(const TrafficPlan& plan) {
  const auto last = std::max_element(plan.classIds.begin(), plan.classIds.end());
  if (last == plan.classIds.end()) return 0;
  return std::size_t{std::max(*last, plan.classOfApplications)} + 1;
}

Injection::Injection(const TrafficPlan& plan, std::uint64_t seed, TerminalId first,
                     std::uint32_t count)
    : first_(first), seed_(seed), births_(kBirthHorizon) {
  sources_.reserve(count);
  births_.reserve(count);
  for (TerminalId terminal = first; terminal < first + count; ++terminal)
    sources_.push_back({Rng(seed, terminal, RandomPurpose::injection),
                        Rng(seed, terminal, RandomPurpose::destination),
                        Rng(seed, terminal, RandomPurpose::routing)});
  setTraffic(0, plan);
}

void Injection::setTraffic(Cycle now, const TrafficPlan& plan) {
  adopt(plan);
  for (std::uint32_t i = 0; i < sources_.size(); ++i) {
    // No stream is drawn from twice for the same trial: the gap starts anew.
    sources_[i].next = sources_[i].alarm = now - 1;
    if (probability_ > 0) schedule(now - 1, first_ + i, sources_[i]);
  }
}

void Injection::send(Cycle now, TerminalId terminal, Source& source, SourceQueues& queues) {
  const bool ordered = !numbers_.empty();
  const ClassOdds& kind = classes_.size() == 1 ? classes_.front() : drawClass(source);
  const TerminalId destination = ordered
                                     ? kind.pattern->inOrder(terminal, numbers_[terminal - first_])
                                     : kind.pattern->destination(terminal, source.destinations);
  if (destination == kNone) {
    // Nobody there to send to: the exchange goes on.
    if (ordered) ++numbers_[terminal - first_];
    return;
  }
  const NewPacket packet{terminal, destination,
                         kind.flits != 0 ? kind.flits : drawOneOfSizes(terminal), false, kind.id};
  bool sent = true;
  if (prefetch_ == 0) {
    sent = queues.enter(now, packet, source.routing);
    if (!sent) queues.drop(packet);
  } else {
    held_.push({now + prefetch_, terminal, destination, packet.flits, packet.trafficClass,
                source.routing});
    queues.enter(now, {terminal, destination, 1, true}, source.routing);
  }
  if (ordered && sent) ++numbers_[terminal - first_];
}

void Injection::adopt(const TrafficPlan& plan) {
  // An exchange that goes on, under another load or round a failure, goes on where it is.
  if (plan.pattern->ordered())
    numbers_.resize(sources_.size());
  else
    numbers_.clear();
  pattern_ = plan.pattern;
  prefetch_ = plan.prefetch;
  sizes_ = plan.sizes;
  adoptClasses(plan);
  alike_ = classes_.size() == 1 && classes_.front().flits != 0 && !plan.pattern->ordered() &&
           prefetch_ == 0;
  probability_ = std::min(1.0, plan.load / meanFlits(plan));
  inverseLogMiss_ = probability_ > 0 && probability_ < 1 ? 1 / std::log1p(-probability_) : 0;
  prepareGaps();
  if (sizes_.size() > 1 && sizeDraws_.empty())
    for (std::uint32_t i = 0; i < sources_.size(); ++i)
      sizeDraws_.emplace_back(seed_, first_ + i, RandomPurpose::packetSize);
}

void Injection::adoptClasses(const TrafficPlan& plan) {
  const std::uint32_t usual = sizes_.size() == 1 ? sizes_.front().flits : 0;
  const auto idOf = [&](std::size_t i) {
    return plan.classIds.empty() ? std::uint8_t{0} : plan.classIds[i];
  };
  classes_.clear();
  if (pattern_->classes().empty()) {
    classes_.push_back({pattern_.get(), 1, usual, idOf(0)});
    return;
  }
  // Shares are of flits: where packets differ in length, short ones are the more.
  const double mean = meanFlits(plan);
  for (const TrafficClass& each : pattern_->classes())
    classes_.push_back({each.pattern.get(), each.share * mean / meanFlits(each, sizes_),
                        each.flits != 0 ? each.flits : usual, idOf(classes_.size())});
}

const Injection::ClassOdds& Injection::drawClass(Source& source) {
  double rest = source.destinations.unit();
  for (const ClassOdds& each : classes_)
    if ((rest -= each.share) < 0) return each;
  return classes_.back();
}

Cycle Injection::longGap(std::uint64_t draw) const {
  return 1 + static_cast<Cycle>(std::min(silence(draw), kLongestSilence));
}

/// Inversion of the geometric distribution; 1 - unit lies in (0, 1].
double Injection::silence(std::uint64_t draw) const {
  return std::log(1 - Rng::unitOf(draw)) * inverseLogMiss_;
}

/// Leading bits decide where the shortest and the longest silence that begin with them are in one
/// cycle; by more than the logarithm is off, which need not be monotonic in its last bit.
void Injection::prepareGaps() {
  constexpr std::size_t kLeads = std::size_t{1} << kGapBits;
  constexpr double kMargin = 1e-12, kLongest = 65'000;
  gaps_.assign(kLeads, 0);
  if (inverseLogMiss_ == 0) return;
  double least = 0;
  for (std::size_t lead = 0; lead + 1 < kLeads; ++lead) {
    const double most = silence((lead + 1) << (64 - kGapBits));
    const double shortest = std::floor(least * (1 - kMargin));
    if (most < kLongest && shortest == std::floor(most * (1 + kMargin)))
      gaps_[lead] = static_cast<std::uint16_t>(1 + shortest);
    least = most;
  }
}

std::uint32_t Injection::drawOneOfSizes(TerminalId terminal) {
  double rest = sizeDraws_[terminal - first_].unit();
  for (const PacketSize& size : sizes_) {
    rest -= size.share;
    if (rest < 0) return size.flits;
  }
  return sizes_.back().flits;
}

}  // namespace hopscope
