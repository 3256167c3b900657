// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/hybrid_crossbar.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace hopscope::hybrid {

HybridCrossbar::HybridCrossbar(const HybridSettings& settings,
                               std::shared_ptr<const Topology> topology, Cycle wire, Cycle above,
                               std::uint64_t seed)
    : settings_(settings),
      ports_(topology->terminalCount()),
      wire_(wire),
      above_(above),
      circuits_(settings, std::move(topology), wire, seed),
      worms_(settings_, ports_, wire - above, above, circuits_, packets_, seed),
      relays_(ports_, settings.relay == CircuitRelay::valiant ? settings.relayFlits : 0, packets_),
      toCircuit_(settings.circuitSlots > 0 ? std::size_t{ports_} * ports_ : 0),
      toSwitch_(ports_),
      nicUsed_(ports_, 0),
      pairUsed_(settings.pairFlits > 0 ? toCircuit_.size() : 0, 0),
      sending_(wordsFor(ports_), 0),
      withWorms_(wordsFor(ports_), 0),
      withCircuit_(ports_),
      hadData_(static_cast<std::size_t>(wire), 0),
      slotHadData_(settings.policy == SlotPolicy::preempt && settings.scope == PreemptScope::perSlot
                       ? static_cast<std::size_t>(wire) * settings.circuitSlots
                       : 0,
                   0),
      uses_(settings.circuitSlots + (settings.worms ? 1 : 0)),
      sent_(ports_, 0),
      received_(ports_, 0) {
  if (settings.worms) uses_.back().worms = true;
  if (!settings.commanded.empty()) toLoad_.assign(settings.circuitSlots, kNone);
}

void HybridCrossbar::enter(Cycle now, const HybridPacket& packet, Rng& draws) {
  const std::uint32_t input = packet.source;
  std::uint32_t output = packet.destination;
  const PacketIndex index = packets_.take(packet);
  packets_[index].birth = now;
  nicUsed_[input] += packet.flits;
  packets_[index].circuit = circuits_.takes(input, output);
  if (relays_.inUse()) {
    const std::uint16_t relay = relays_.draw(draws, input, output);
    packets_[index].relay = relay;
    if (relay != kNoPort) output = relay;
    relays_.wait(input, output);
  }
  if (!packets_[index].circuit) {
    toSwitch_[input].push(packets_, index);
    setBit(withWorms_.data(), input);
    circuits_.miss(now, input, output);
    return;
  }
  toCircuit_[pairOf(input, output)].push(packets_, index);
  circuitFlits_ += packet.flits;
  if (!pairUsed_.empty()) pairUsed_[pairOf(input, output)] += packet.flits;
  circuits_.use(now, input, output);
  if (slot_ < settings_.circuitSlots && circuits_.outputOf(slot_, input) == output &&
      !isDraining(slot_))
    withCircuit_.set(input);
}

void HybridCrossbar::move(Cycle now) {
  worms_.advance(now);
  circuits_.advance(
      now, [this](std::uint32_t slot, std::uint32_t input, std::uint32_t output, bool established) {
        if (slot != slot_) return;
        if (!established)
          withCircuit_.clear(input);
        else if (circuits_.filled(input, output))
          withCircuit_.set(input);
      });
  circuits_.pass(now);
  worms_.pass(now);
  if (!relays_.quiet()) keep(now);
  chooseSlot(now);
  if (slot_ != kNone) {
    ++uses_[slot_].time;
    if (now >= dataFrom_) {
      const std::uint64_t before = flitsCrossed_;
      if (isWormSlot())
        sendWorms(now);
      else if (relays_.inUse())
        sendRelayed(now);
      else
        sendCircuits(now);
      const std::uint64_t flits = flitsCrossed_ - before;
      uses_[slot_].flits += flits;
      uses_[slot_].busy += flits > 0 ? 1 : 0;
      if (flits > 0) lastMove_ = now;
    }
  }
  sendFromNics(now);
}

SlotFate HybridCrossbar::fateOfSlot(std::uint32_t slot, Cycle now) const {
  const bool worms = slot == settings_.circuitSlots;
  if ((worms ? settings_.lengths.worms : settings_.lengths.circuits) == 0) return SlotFate::skipped;
  if (worms)
    return fateOf(settings_.policy, settings_.scope, true, {worms_.active(), false, false});
  // The controller sees what the NICs had a wire's delay ago, whichever the scope.
  const auto row = static_cast<std::size_t>(now % wire_);
  const bool own = !slotHadData_.empty() && slotHadData_[row * settings_.circuitSlots + slot] != 0;
  const bool any = hadData_[row] > 0;
  return fateOf(settings_.policy, settings_.scope, false, {!circuits_.isEmpty(slot), own, any});
}

void HybridCrossbar::noteSlotData(Cycle now) {
  std::uint8_t* const row =
      slotHadData_.data() + static_cast<std::size_t>(now % wire_) * settings_.circuitSlots;
  for (std::uint32_t slot = 0; slot < settings_.circuitSlots; ++slot)
    row[slot] = circuitFlits_ > 0 && circuits_.hasData(slot) ? 1 : 0;
}

/// At the end of its time, or as soon as it has nothing at all any more.
bool HybridCrossbar::slotHasEnded(Cycle now) const {
  if (slot_ == kNone || now >= slotEnd_) return true;
  if (settings_.policy == SlotPolicy::fixed) return false;
  return isWormSlot() ? !worms_.active() : circuits_.isEmpty(slot_);
}

void HybridCrossbar::flush(Cycle now, std::uint32_t input) {
  circuits_.flush(now, input);
  if (log_) log_->flush(now);
}

void HybridCrossbar::watch(bool wanted) {
  circuits_.watch(wanted);
  if (wanted == (log_ != nullptr)) return;
  log_ = wanted ? std::make_unique<SlotLog>(ports_) : nullptr;
}

void HybridCrossbar::chooseSlot(Cycle now) {
  if (!slotHasEnded(now)) return;
  if (log_) log_->end(now, circuits_.known(), received_);
  if (!toLoad_.empty()) loadWaiting(now);
  // What settles next is another configuration, though it may be in the same slot.
  if (slot_ < settings_.circuitSlots && circuits_.isSwapDue(slot_) && swap(slot_, now))
    settled_ = kNone;
  const auto count = static_cast<std::uint32_t>(uses_.size());
  const std::uint32_t before = lastSlot_ == kNone ? count - 1 : lastSlot_;
  const bool held = slot_ == kNone;  // a cycle without any: those that are passed over were told
  slot_ = slotAfter(
      before, count, [this, now](std::uint32_t slot) { return fateOfSlot(slot, now); },
      [this, held, now](std::uint32_t slot, SlotFate fate) {
        if (held) return;
        if (log_) log_->passOver(now, slot, fate);
        ++(fate == SlotFate::skipped ? uses_[slot].skipped : uses_[slot].preempted);
      });
  if (slot_ != kNone) beginSlot(now);
}

void HybridCrossbar::beginSlot(Cycle now) {
  // Where the same configuration stays, nothing has to settle.
  dataFrom_ = slot_ == settled_ ? now : now + settings_.guard;
  lastSlot_ = settled_ = slot_;
  ++uses_[slot_].turns;
  slotEnd_ = now + (isWormSlot() ? settings_.lengths.worms : settings_.lengths.circuits);
  if (log_) log_->begin({slot_, SlotFate::used, now, now, dataFrom_}, circuits_.known(), received_);
  if (isWormSlot()) return;
  const std::uint64_t* const inputs = circuits_.inputs(slot_);
  for (std::uint32_t w = 0; w < wordsFor(ports_); ++w)
    for (std::uint32_t input = 64 * w; input < std::min(ports_, 64 * w + 64); ++input)
      if ((inputs[w] >> (input % 64) & 1U) != 0 &&
          circuits_.filled(input, circuits_.outputOf(slot_, input)) &&
          (!isDraining(slot_) || begun(input, circuits_.outputOf(slot_, input))))
        withCircuit_.set(input);
      else
        withCircuit_.clear(input);
}

/// A packet of that pair has been sent in part.
bool HybridCrossbar::begun(std::uint32_t input, std::uint32_t output) const {
  const PacketIndex first = toCircuit_[pairOf(input, output)].first;
  return first != kNone && packets_[first].left > 0;
}

/// No packet of that configuration has been sent in part.
bool HybridCrossbar::isWhole(const LoadedConfiguration& configuration) const {
  return std::none_of(configuration.pairs.begin(), configuration.pairs.end(),
                      [this](const PortPair& pair) { return begun(pair.input, pair.output); });
}

void HybridCrossbar::load(Cycle now, std::uint32_t which) {
  const std::uint32_t slot = settings_.commanded[which].slot;
  toLoad_[slot] = which;
  if (slot != slot_) return loadWaiting(now);
  for (std::uint32_t input = 0; input < ports_; ++input)
    if (const std::uint32_t output = circuits_.outputOf(slot, input);
        output != kNone && !begun(input, output))
      withCircuit_.clear(input);
}

/// What is commanded takes the slots that are not at work.
void HybridCrossbar::loadWaiting(Cycle now) {
  for (std::uint32_t slot = 0; slot < settings_.circuitSlots; ++slot) {
    const bool atWork = slot == slot_ && !slotHasEnded(now);
    if (toLoad_[slot] == kNone || atWork || !isWhole(circuits_.loadedIn(slot))) continue;
    replace(slot, now);
    if (settled_ == slot) settled_ = kNone;
  }
}

/// The commanded configuration in place of the one that is there.
void HybridCrossbar::replace(std::uint32_t slot, Cycle now) {
  const LoadedConfiguration& old = circuits_.loadedIn(slot);
  circuits_.loadCommanded(std::exchange(toLoad_[slot], kNone));
  strand(old, now);
}

/// Loads the next configuration into a slot whose own has carried all it had to. False where a
/// packet is sent in part yet.
bool HybridCrossbar::swap(std::uint32_t slot, Cycle now) {
  const LoadedConfiguration& old = circuits_.loadedIn(slot);
  if (!isWhole(old)) return false;
  circuits_.loadNext(slot);
  strand(old, now);
  return true;
}

/// What had its circuit in a configuration that has gone.
void HybridCrossbar::strand(const LoadedConfiguration& old, Cycle now) {
  for (const auto& [input, output] : old.pairs)
    if (circuits_.filled(input, output) && !circuits_.isKnown(input, output))
      strand(input, output, now);
}

/// Data whose circuit has gone: they are worms, or ask for a circuit.
void HybridCrossbar::strand(std::uint32_t input, std::uint32_t output, Cycle now) {
  if (!settings_.worms) return circuits_.ask(now, input, output);
  NicQueue& queue = toCircuit_[pairOf(input, output)];
  while (!queue.empty()) {
    const PacketIndex index = queue.pop(packets_);
    circuitFlits_ -= packets_[index].flits;
    if (!pairUsed_.empty()) pairUsed_[pairOf(input, output)] -= packets_[index].flits;
    packets_[index].circuit = false;
    toSwitch_[input].push(packets_, index);
  }
  circuits_.drain(now, input, output);
  setBit(withWorms_.data(), input);
}

void HybridCrossbar::sendCircuits(Cycle now) {
  TreeWays* const ways = circuits_.ways();
  const Cycle born = now - settings_.nic;  // those that are in their NIC
  const bool ofPairs = !pairUsed_.empty();
  std::uint64_t flits = 0;
  for (const std::uint32_t input : withCircuit_.members()) {
    const std::uint32_t output = circuits_.outputOf(slot_, input);
    NicQueue& queue = toCircuit_[pairOf(input, output)];
    const PacketIndex index = queue.first;
    HybridPacket& packet = packets_[index];
    if (packet.birth > born) continue;
    if (packet.left == 0) packet.departure = now;
    if (ways != nullptr) {
      ways->carry(slot_, input);
      packet.hops = static_cast<std::uint8_t>(ways->hops(slot_, input));
    }
    --nicUsed_[input];
    if (ofPairs) --pairUsed_[pairOf(input, output)];
    ++flits;
    setBit(sending_.data(), input);
    ++sent_[input];
    ++received_[output];
    if (++packet.left < packet.flits) continue;
    queue.pop(packets_);
    arrivals_[0].push({now + settings_.straight + settings_.nic, index});
    if (queue.empty())
      circuits_.drain(now, input, output);
    else if (!isDraining(slot_))
      continue;
    withCircuit_.clear(input);
  }
  circuitFlits_ -= flits;
  flitsCrossed_ += flits;
  circuits_.carry(slot_, flits);
}

/// What has come to its relay waits for its second circuit.
void HybridCrossbar::keep(Cycle now) {
  relays_.advance(now, [this, now](const HybridPacket& packet, std::uint32_t relay) {
    circuitFlits_ += packet.flits;
    relays_.wait(relay, packet.destination);
    circuits_.use(now, relay, packet.destination);
    if (slot_ < settings_.circuitSlots && circuits_.outputOf(slot_, relay) == packet.destination)
      withCircuit_.set(relay);
  });
}

/// Of what an input has for an output: the one that is sent in part, or else what it keeps for
/// others before its own, which need room where they go (RotorNet 2017, section 5.2). kNone: none
/// may go now.
PacketIndex HybridCrossbar::nextRelayed(std::uint32_t input, std::uint32_t output, Cycle now) {
  const PacketIndex own = toCircuit_[pairOf(input, output)].first;
  const bool begun = own != kNone && packets_[own].left > 0;
  if (const PacketIndex kept = relays_.queue(input, output).first; kept != kNone && !begun)
    return kept;
  if (own == kNone || packets_[own].birth + settings_.nic > now) return kNone;
  return begun || packets_[own].relay == kNoPort || relays_.hasRoom(output, packets_[own].flits)
             ? own
             : kNone;
}

void HybridCrossbar::sendRelayed(Cycle now) {
  TreeWays* const ways = circuits_.ways();
  for (const std::uint32_t input : withCircuit_.members()) {
    const std::uint32_t output = circuits_.outputOf(slot_, input);
    const PacketIndex index = nextRelayed(input, output, now);
    if (index == kNone) continue;
    HybridPacket& packet = packets_[index];
    const bool kept = packet.atSwitch > 0;
    const std::uint32_t gone = kept ? packet.crossed : packet.left;
    if (gone == 0 && !kept) {
      packet.departure = now;
      if (packet.relay != kNoPort) relays_.reserve(packet);
    }
    if (ways != nullptr) {
      ways->carry(slot_, input);
      if (gone == 0) packet.hops += static_cast<std::uint8_t>(ways->hops(slot_, input));
    }
    --circuitFlits_;
    ++flitsCrossed_;
    ++sent_[input];
    ++received_[output];
    circuits_.carry(slot_, 1);
    if (kept) {
      relays_.release(input);
      ++packet.crossed;
    } else {
      --nicUsed_[input];
      ++packet.left;
    }
    if (gone + 1 < packet.flits) continue;
    NicQueue& own = toCircuit_[pairOf(input, output)];
    NicQueue& keptFor = relays_.queue(input, output);
    (kept ? keptFor : own).pop(packets_);
    relays_.leave(input, output);
    if (kept || packet.relay == kNoPort)
      arrivals_[0].push({now + settings_.straight + settings_.nic, index});
    else
      relays_.send(now + settings_.straight, index);
    if (!own.empty() || !keptFor.empty()) continue;
    withCircuit_.clear(input);
    circuits_.drain(now, input, output);
  }
}

void HybridCrossbar::sendWorms(Cycle now) {
  TreeWays* const ways = circuits_.ways();
  const Cycle arrival = now + settings_.buffer + wire_ + above_ + settings_.nic;
  flitsCrossed_ += worms_.cross([this, arrival, ways](PacketIndex index, HybridPacket& packet,
                                                      std::uint32_t input, bool last) {
    ++received_[packet.destination];
    if (ways != nullptr) {
      ways->carry(settings_.circuitSlots, input);
      packet.hops = static_cast<std::uint8_t>(ways->hops(settings_.circuitSlots, input));
    }
    if (last) arrivals_[1].push({arrival, index});
  });
}

void HybridCrossbar::sendFromNics(Cycle now) {
  const Cycle born = now - settings_.nic;  // those that are in their NIC
  bool any = false;
  const auto send = [this, now, born, &any](std::uint32_t input) {
    NicQueue& queue = toSwitch_[input];
    const PacketIndex index = queue.first;
    HybridPacket& packet = packets_[index];
    if (packet.birth > born) return;
    if (packet.left == 0) packet.departure = now;
    worms_.send(input, index);
    --nicUsed_[input];
    ++sent_[input];
    any = true;
    if (++packet.left < packet.flits) return;
    queue.pop(packets_);
    if (queue.empty()) clearBit(withWorms_.data(), input);
  };
  for (std::uint32_t w = 0; w < withWorms_.size(); ++w) {
    const std::uint64_t able = withWorms_[w] & ~worms_.full()[w] & ~std::exchange(sending_[w], 0);
    forEachBit(&able, 1, [&](std::uint32_t bit) { send(64 * w + bit); });
  }
  if (any) lastMove_ = now;
}

/// As cycle by cycle: only slots take turns.
void HybridCrossbar::rest(Cycle now, Cycle until) {
  while (now < until) {
    chooseSlot(now);
    const Cycle end = slot_ == kNone ? until : std::min(until, slotEnd_);
    if (slot_ != kNone) uses_[slot_].time += end - now;
    now = end;
  }
}

Cycle HybridCrossbar::longestPause() const {
  const Cycle slots = settings_.circuitSlots * settings_.lengths.circuits + settings_.lengths.worms;
  return 2 * slots + 2 * wire_ + 4 * above_ + settings_.schedulerLatency +
         (settings_.circuitSlots + 1) * settings_.schedulerInterval + settings_.nic;
}

bool HybridCrossbar::stuck() const {
  if (std::any_of(toLoad_.begin(), toLoad_.end(), [](auto which) { return which != kNone; }))
    return false;
  if (packets_.alive() == 0 || !circuits_.quiet() || circuits_.nextDue() >= 0 || !worms_.quiet() ||
      !arrivals_[0].empty() || !arrivals_[1].empty() ||
      std::any_of(withWorms_.begin(), withWorms_.end(), [](auto word) { return word != 0; }) ||
      !relays_.quiet())
    return false;
  for (std::uint32_t slot = 0; slot < settings_.circuitSlots; ++slot)
    if (circuits_.isSwapDue(slot) || (settings_.lengths.circuits > 0 && circuits_.hasData(slot)))
      return false;
  return true;
}

std::vector<PortPair> HybridCrossbar::waitingPairs() const {
  std::vector<PortPair> pairs;
  for (std::uint32_t input = 0; input < ports_; ++input)
    for (std::uint32_t output = 0; output < ports_; ++output)
      if (circuits_.filled(input, output)) pairs.push_back({input, output});
  return pairs;
}

void HybridCrossbar::leaveRoom() {
  packets_.leaveRoom();
  circuits_.leaveRoom();
  worms_.leaveRoom();
  relays_.leaveRoom();
  for (Fifo<Arrival>& arrivals : arrivals_) arrivals.leaveRoom();
}

std::vector<std::string> HybridCrossbar::violations() const {
  std::vector<std::string> found;
  const auto demand = [&found](bool holds, const char* what, std::uint32_t input) {
    if (!holds) found.push_back(fmt::format("Port {}: {}", input, what));
  };
  std::vector<std::uint64_t> inNic(ports_, 0), inSwitch(ports_, 0);
  std::uint64_t onWire = 0, waiting = 0, ofCircuits = 0;
  packets_.forEach([&](PacketIndex /*index*/, const HybridPacket& packet) {
    const std::uint32_t input = packet.source;
    inNic[input] += packet.flits - packet.left;
    demand(packet.left <= packet.flits, "a packet has sent more than it has", input);
    if (packet.circuit) {
      ofCircuits += packet.flits - packet.left;
      if (packet.atSwitch > 0) ofCircuits += packet.flits - packet.crossed;
      return;
    }
    demand(packet.left >= packet.atSwitch && packet.atSwitch >= packet.crossed,
           "a flit of a worm has overtaken another", input);
    onWire += packet.left - packet.atSwitch;
    waiting += packet.atSwitch - packet.crossed;
    inSwitch[input] += packet.left - packet.crossed;
  });
  demand(ofCircuits == circuitFlits_, "flits for circuits are not counted", 0);
  demand(onWire == worms_.onWire(), "a flit on a wire is lost", 0);
  demand(waiting == worms_.waiting(), "flits in the switch are not counted", 0);
  circuits_.audit(found);
  worms_.audit(found);
  relays_.audit(found);
  std::vector<std::uint8_t> driven(ports_, 0);
  for (std::uint32_t input = 0; input < ports_; ++input) {
    demand(inNic[input] == nicUsed_[input], "flits in a NIC are not counted", input);
    demand(inSwitch[input] == worms_.used(input), "flits of a buffer are not counted", input);
    demand(inSwitch[input] <= settings_.switchFlits, "a buffer of the switch is overfull", input);
    if (const std::uint32_t output = worms_.outputOf(input); output != kNone)
      demand(driven[output]++ == 0, "two worms have one output", input);
  }
  return found;
}

}  // namespace hopscope::hybrid
