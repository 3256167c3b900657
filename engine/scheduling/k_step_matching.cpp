// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/scheduling/k_step_matching.h"

#include <algorithm>

namespace hopscope {
namespace {

std::uint32_t lowestBit(const std::uint64_t* words, const std::uint64_t* mask,
                        std::uint32_t count) {
  for (std::uint32_t w = 0; w < count; ++w)
    if (const std::uint64_t both = words[w] & mask[w]; both != 0)
      return w * 64 + static_cast<std::uint32_t>(std::countr_zero(both));
  return kNone;
}

}  // namespace

KStepMatching::KStepMatching(std::uint32_t ports)
    : ports_(ports),
      words_(wordsFor(ports)),
      reached_(std::size_t{2 * ports + 2} * words_, 0),
      seen_(words_, 0),
      freeOutputs_(words_, 0),
      inputOf_(ports, kNone),
      slotOutputs_(ports, kNone),
      open_(ports, ports) {
  path_.reserve(std::size_t{2} * ports + 2);
}

std::uint32_t KStepMatching::search(const BitMatrix& requests, std::uint32_t longest,
                                    const std::vector<std::uint32_t>& outputOf, bool whole,
                                    std::uint32_t& looked) {
  std::fill(seen_.begin(), seen_.end(), 0);
  std::fill_n(stage(0), words_, 0);
  for (std::uint32_t input = 0; input < ports_; ++input)
    if (outputOf[input] == kNone) setBit(stage(0), input);
  for (std::uint32_t i = 1; i <= longest; i += 2) {
    const std::uint64_t* const inputs = stage(i - 1);
    std::uint64_t* const outputs = stage(i);
    std::fill_n(outputs, words_, 0);
    forEachBit(inputs, words_, [&](std::uint32_t input) {
      const std::uint64_t* const row = requests.row(input);
      // The pair that an input has is no way forward; it is seen already unless all are recorded.
      const std::uint32_t own = whole ? outputOf[input] : kNone;
      for (std::uint32_t w = 0; w < words_; ++w) {
        std::uint64_t ways = row[w];
        if (own / 64 == w) ways &= ~(std::uint64_t{1} << (own % 64));
        outputs[w] |= ways;
      }
    });
    looked = i;
    if (lowestBit(outputs, freeOutputs_.data(), words_) != kNone) return i;
    std::uint64_t* const next = stage(i + 1);
    std::fill_n(next, words_, 0);
    bool any = false;
    for (std::uint32_t w = 0; w < words_; ++w) {
      if (!whole) outputs[w] &= ~seen_[w];
      seen_[w] |= outputs[w];
      any = any || outputs[w] != 0;
    }
    if (!any) return 0;
    forEachBit(outputs, words_, [&](std::uint32_t output) { setBit(next, inputOf_[output]); });
  }
  return 0;
}

void KStepMatching::trace(const BitMatrix& requests, std::uint32_t last,
                          const std::vector<std::uint32_t>& outputOf) {
  path_.assign(std::size_t{last} + 1, kNone);
  std::uint32_t output = lowestBit(stage(last), freeOutputs_.data(), words_);
  for (std::uint32_t i = last;; i -= 2) {
    path_[i] = output;
    // Of the inputs that reach it at this stage, the lowest.
    const std::uint64_t* const inputs = stage(i - 1);
    std::uint32_t input = kNone;
    for (std::uint32_t w = 0; w < words_ && input == kNone; ++w)
      for (std::uint64_t left = inputs[w]; left != 0; left &= left - 1) {
        const std::uint32_t each = w * 64 + static_cast<std::uint32_t>(std::countr_zero(left));
        if (!requests.at(each, output) || outputOf[each] == output) continue;
        input = each;
        break;
      }
    path_[i - 1] = input;
    if (i == 1) return;
    output = outputOf[input];
  }
}

MatchingWork KStepMatching::improve(const BitMatrix& requests, std::uint32_t longest,
                                    std::vector<std::uint32_t>& outputOf,
                                    std::vector<MatchingStep>* record) {
  longest = std::min(longest, 2 * ports_ - 1);
  std::fill(inputOf_.begin(), inputOf_.end(), kNone);
  std::fill(freeOutputs_.begin(), freeOutputs_.end(), 0);
  for (std::uint32_t output = 0; output < ports_; ++output) setBit(freeOutputs_.data(), output);
  for (std::uint32_t input = 0; input < ports_; ++input) {
    if (outputOf[input] == kNone) continue;
    inputOf_[outputOf[input]] = input;
    clearBit(freeOutputs_.data(), outputOf[input]);
  }
  MatchingWork work;
  while (true) {
    std::uint32_t looked = 0;
    const std::uint32_t last = search(requests, longest, outputOf, record != nullptr, looked);
    if (last != 0)
      trace(requests, last, outputOf);
    else
      path_.clear();
    if (record != nullptr) {
      MatchingStep& step = record->emplace_back();
      for (std::uint32_t i = 0; i <= looked; ++i)
        step.reached.emplace_back(stage(i), stage(i) + words_);
      step.path = path_;
    }
    if (last == 0) {
      work.failedStages = looked;
      return work;
    }
    for (std::uint32_t i = 0; i < last; i += 2) {
      outputOf[path_[i]] = path_[i + 1];
      inputOf_[path_[i + 1]] = path_[i];
    }
    clearBit(freeOutputs_.data(), path_[last]);
    ++work.steps;
    work.stages += last;
  }
}

MatchingWork KStepMatching::improve(const BitMatrix& requests, std::uint32_t longest,
                                    CircuitRegisters& registers, std::uint32_t slot,
                                    const std::function<void(const CircuitChange&)>& changed) {
  for (std::uint32_t input = 0; input < ports_; ++input) {
    const std::uint32_t own = registers.outputOf(slot, input);
    slotOutputs_[input] = own;
    for (std::uint32_t w = 0; w < words_; ++w)
      open_.row(input)[w] = requests.row(input)[w] & ~registers.established().row(input)[w];
    if (own != kNone) open_.set(input, own);
  }
  const MatchingWork work = improve(open_, longest, slotOutputs_);
  if (work.steps == 0) return work;
  // All that moves is released first, so that no output is taken twice meanwhile.
  for (std::uint32_t input = 0; input < ports_; ++input)
    if (const std::uint32_t before = registers.outputOf(slot, input);
        before != kNone && before != slotOutputs_[input]) {
      registers.release(slot, input);
      if (changed) changed({slot, input, before, false});
    }
  for (std::uint32_t input = 0; input < ports_; ++input)
    if (slotOutputs_[input] != kNone && registers.outputOf(slot, input) == kNone) {
      registers.establish(slot, input, slotOutputs_[input]);
      if (changed) changed({slot, input, slotOutputs_[input], true});
    }
  return work;
}

void greedyMatching(const BitMatrix& requests, std::vector<std::uint32_t>& outputOf) {
  const std::uint32_t words = requests.words();
  std::vector<std::uint64_t> open(words, ~std::uint64_t{0});
  outputOf.assign(requests.rows(), kNone);
  for (std::uint32_t input = 0; input < requests.rows(); ++input) {
    const std::uint32_t output = lowestBit(requests.row(input), open.data(), words);
    if (output == kNone) continue;
    outputOf[input] = output;
    clearBit(open.data(), output);
  }
}

}  // namespace hopscope
