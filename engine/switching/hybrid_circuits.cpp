// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/hybrid_circuits.h"

#include <fmt/format.h>

#include <algorithm>

namespace hopscope::hybrid {

Circuits::Circuits(const HybridSettings& settings, std::shared_ptr<const Topology> topology,
                   Cycle wire, std::uint64_t seed)
    : settings_(settings),
      ports_(topology->terminalCount()),
      wire_(wire),
      dynamicSlots_(
          settings.circuitSlots -
          std::min(settings.circuitSlots, static_cast<std::uint32_t>(settings.loaded.size()))),
      circuits_(ports_, settings.circuitSlots),
      tree_(circuitTree(*topology)),
      scheduler_(slotSchedulers()
                     .find(settings.scheduler)
                     ->make({circuits_, settings.slotChoice, settings.rotation, settings.pathStages,
                             tree_ ? &*tree_ : nullptr, settings.ways, seed})),
      requests_(ports_, ports_),
      known_(ports_, settings.circuitSlots),
      ways_(tree_ ? std::make_unique<TreeWays>(topology, *tree_,
                                               settings.circuitSlots + (settings.worms ? 1 : 0))
                  : nullptr),
      pcs_(ports_, ports_),
      loaded_(ports_, ports_),
      requested_(ports_, ports_),
      filled_(ports_, ports_),
      leaving_(ports_, ports_),
      idle_(settings.eviction, settings.evictionLimit, dynamicSlots_ > 0 ? ports_ * ports_ : 0),
      demand_(settings.adding, settings.addingThreshold, dynamicSlots_ > 0 ? ports_ : 0),
      requestEvents_(settings.nic + wire),
      slotLoaded_(settings.circuitSlots, kNone),
      toCarry_(settings.circuitSlots, 0) {
  for (std::uint32_t slot = 0; slot < settings.circuitSlots; ++slot)
    if (nextLoaded_ < settings.loaded.size()) loadNext(slot);
}

bool Circuits::hasData(std::uint32_t slot) const {
  const std::uint64_t* const words = inputs(slot);
  for (std::uint32_t w = 0; w < wordsFor(ports_); ++w)
    for (std::uint64_t left = words[w]; left != 0; left &= left - 1) {
      const std::uint32_t input = w * 64 + static_cast<std::uint32_t>(std::countr_zero(left));
      if (filled_.at(input, outputOf(slot, input))) return true;
    }
  return false;
}

bool Circuits::takes(std::uint32_t input, std::uint32_t output) {
  const bool hit = settings_.circuitSlots > 0 && pcs_.at(input, output);
  ++(hit ? counts_.hits : counts_.misses);
  return hit || !settings_.worms;
}

void Circuits::use(Cycle now, std::uint32_t input, std::uint32_t output) {
  filled_.set(input, output);
  if (dynamicSlots_ == 0 || loaded_.at(input, output)) return;
  idle_.used(pairOf(input, output));
  request(now + settings_.nic, input, output);
}

void Circuits::miss(Cycle now, std::uint32_t input, std::uint32_t output) {
  if (dynamicSlots_ == 0 || !demand_.missed(input, output)) return;
  request(now + settings_.nic, input, output);
}

void Circuits::drain(Cycle now, std::uint32_t input, std::uint32_t output) {
  filled_.clear(input, output);
  if (dynamicSlots_ == 0 || !requested_.at(input, output)) return;
  if (leaving_.at(input, output))
    evict(now + 1, input, output);
  else
    idle_.idle(pairOf(input, output), now + 1);
}

void Circuits::predict(Cycle now, std::uint32_t input, std::uint32_t output) {
  if (dynamicSlots_ > 0 && settings_.worms && demand_.commanded() && !loaded_.at(input, output))
    request(now + settings_.nic, input, output);
}

void Circuits::flush(Cycle now, std::uint32_t input) {
  ++counts_.flushes;
  for (std::uint32_t output = 0; output < ports_; ++output) {
    if (!requested_.at(input, output)) continue;
    if (!filled_.at(input, output)) {
      evict(now + settings_.nic, input, output);
      continue;
    }
    pcs_.clear(input, output);
    leaving_.set(input, output);
  }
}

void Circuits::ask(Cycle now, std::uint32_t input, std::uint32_t output) {
  if (dynamicSlots_ > 0) request(now, input, output);
}

/// The NIC raises its request at cycle `at`.
void Circuits::request(Cycle at, std::uint32_t input, std::uint32_t output) {
  if (requested_.at(input, output)) return;
  requested_.set(input, output);
  requestEvents_.push(at + wire_, {input, output, true});
  ++asked_;
}

/// The NIC takes its request back at cycle `at`.
void Circuits::evict(Cycle at, std::uint32_t input, std::uint32_t output) {
  requested_.clear(input, output);
  leaving_.clear(input, output);
  idle_.removed(pairOf(input, output));
  if (!loaded_.at(input, output)) pcs_.clear(input, output);
  ++counts_.evicted;
  requestEvents_.push(at + wire_, {input, output, false});
  ++asked_;
}

void Circuits::takeRequests(Cycle now) {
  if (asked_ > 0)
    requestEvents_.drain(now, [this, now](const RequestEvent& event) {
      --asked_;
      apply(now, event);
    });
  for (std::uint32_t pair = idle_.due(now); pair != kNone; pair = idle_.due(now))
    evict(now, pair / ports_, pair % ports_);
}

void Circuits::apply(Cycle now, const RequestEvent& event) {
  if (event.wanted) {
    requests_.set(event.input, event.output);
    // Given up and asked for again before a pass released it: it is still there, and says so.
    for (std::uint32_t slot = 0; slot < settings_.circuitSlots; ++slot)
      if (!circuits_.isPreloaded(slot) && circuits_.outputOf(slot, event.input) == event.output)
        grant(now, {slot, event.input, event.output, true});
  } else {
    requests_.clear(event.input, event.output);
  }
  passesLeft_ = dynamicSlots_;
}

/// The scheduler tells the NIC, with the way of a circuit where there are ways.
void Circuits::grant(Cycle now, const CircuitChange& change) {
  grants_.push({now + settings_.schedulerLatency + wire_, change});
  if (ways_ && change.established) grantedWays_.push(*scheduler_->way(change.slot, change.input));
}

/// The NIC hears of a change; false where it knew the circuit before.
bool Circuits::adopt(Cycle now, const CircuitChange& change) {
  const auto& [slot, input, output, established] = change;
  if (!established) {
    known_.release(slot, input);
    if (!known_.established().at(input, output)) pcs_.clear(input, output);
    idle_.removed(pairOf(input, output));
    return true;
  }
  const bool isNew = known_.outputOf(slot, input) != output;
  if (isNew) known_.establish(slot, input, output);
  if (ways_) {
    ways_->set(slot, input, grantedWays_.front());
    grantedWays_.pop();
  }
  if (requested_.at(input, output) && !leaving_.at(input, output)) {
    pcs_.set(input, output);
    if (!filled_.at(input, output)) idle_.idle(pairOf(input, output), now);
  }
  return isNew;
}

void Circuits::watch(bool wanted) {
  if (wanted == (steps_ != nullptr)) return;
  steps_ = wanted ? std::make_unique<Steps>() : nullptr;
}

/// A step of the scheduler; one that is watched leaves what it began with.
const std::vector<CircuitChange>& Circuits::step(Cycle now) {
  const GreedyScheduler* greedy = scheduler_->greedy();
  if (steps_ == nullptr || greedy == nullptr) return scheduler_->step(requests_);
  GreedyStep& next = steps_->next;
  next.at = now;
  next.before = circuits_;
  next.requests = requests_;
  const std::vector<CircuitChange>& changes = scheduler_->step(requests_);
  next.corner = greedy->corner();
  next.slot = greedy->slot();
  if (!changes.empty() || steps_->last.at < 0) std::swap(steps_->next, steps_->last);
  return changes;
}

void Circuits::pass(Cycle now) {
  if (passesLeft_ == 0 || now < nextPass_) return;
  const std::vector<CircuitChange>& changes = step(now);
  for (const CircuitChange& change : changes) {
    ++(change.established ? counts_.established : counts_.released);
    grant(now, change);
  }
  passesLeft_ = changes.empty() ? passesLeft_ - 1 : dynamicSlots_;
  nextPass_ = now + settings_.schedulerInterval;
}

void Circuits::load(std::uint32_t slot, std::uint32_t next) {
  const auto mark = [this](std::uint32_t which, bool there) {
    for (const auto& [input, output] : configuration(which).pairs) {
      if (there) {
        loaded_.set(input, output);
        pcs_.set(input, output);
      } else {
        loaded_.clear(input, output);
        if (!known_.established().at(input, output)) pcs_.clear(input, output);
      }
    }
  };
  const std::uint32_t before = slotLoaded_[slot];
  const LoadedConfiguration& loaded = configuration(next);
  scheduler_->load(slot, loaded.pairs);
  known_.preload(slot, loaded.pairs);
  for (const auto& [input, output] : loaded.pairs)
    if (ways_) ways_->set(slot, input, *scheduler_->way(slot, input));
  if (before != kNone) mark(before, false);
  slotLoaded_[slot] = next;
  toCarry_[slot] = loaded.flits;
  // Also what other slots have of the same pairs.
  for (const std::uint32_t which : slotLoaded_)
    if (which != kNone) mark(which, true);
}

void Circuits::audit(std::vector<std::string>& found) const {
  if (!ways_) return;
  ways_->findCollisions(known_, found);
  if (const std::uint64_t stray = scheduler_->strayChannels(); stray > 0)
    found.push_back(
        fmt::format("{} channels are taken by two circuits of a slot, or by none", stray));
}

}  // namespace hopscope::hybrid
