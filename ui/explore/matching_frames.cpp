// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/matching_frames.h"

#include <QObject>
#include <QStringList>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/core/rng.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

using Kind = MatchingFrame::Kind;

void addFrames(MatchingStory& story, std::size_t step) {
  const MatchingStep& each = story.steps[step];
  for (std::size_t stage = 0; stage < each.reached.size(); ++stage)
    story.frames.push_back({Kind::forward, step, stage});
  if (each.path.empty()) {
    story.frames.push_back({Kind::none, step, 0});
    return;
  }
  for (std::size_t stage = each.path.size(); stage-- > 0;)
    story.frames.push_back({Kind::back, step, stage});
  story.frames.push_back({Kind::flip, step, 0});
}

std::vector<std::uint32_t> flipped(std::vector<std::uint32_t> outputOf,
                                   const std::vector<std::uint32_t>& path) {
  for (std::size_t i = 0; i + 1 < path.size(); i += 2) outputOf[path[i]] = path[i + 1];
  return outputOf;
}

QString listOf(const std::vector<std::uint64_t>& bits) {
  QStringList numbers;
  forEachBit(bits.data(), static_cast<std::uint32_t>(bits.size()),
             [&](std::uint32_t port) { numbers << QString::number(port); });
  return numbers.isEmpty() ? QObject::tr("none") : numbers.join(QStringLiteral(", "));
}

}  // namespace

const std::vector<std::uint32_t>& MatchingStory::matchingAt(const MatchingFrame& frame) const {
  return before[frame.step + (frame.kind == Kind::flip ? 1 : 0)];
}

MatchingStory tellMatching(const BitMatrix& requests, std::uint32_t longest) {
  MatchingStory story;
  story.ports = requests.rows();
  story.longest = longest;
  story.requests = requests;
  std::vector<std::uint32_t> outputOf;
  greedyMatching(requests, outputOf);
  story.before.push_back(outputOf);
  KStepMatching matching(story.ports);
  std::vector<std::uint32_t> improved = outputOf;
  matching.improve(requests, longest, improved, &story.steps);
  for (std::size_t step = 0; step < story.steps.size(); ++step) {
    story.before.push_back(flipped(story.before.back(), story.steps[step].path));
    addFrames(story, step);
  }
  matching.improve(requests, 2 * story.ports - 1, improved);
  story.largest = pairsIn(improved);
  return story;
}

BitMatrix drawnRequests(std::uint32_t ports, double load, std::uint64_t seed) {
  Rng rng(seed, ports, RandomPurpose::pattern);
  BitMatrix requests(ports, ports);
  const auto all = static_cast<std::int64_t>(ports) * ports;
  for (auto left = std::min<std::int64_t>(all, std::llround(load * ports)); left > 0;) {
    const std::uint32_t input = rng.below(ports), output = rng.below(ports);
    if (requests.at(input, output)) continue;
    requests.set(input, output);
    --left;
  }
  return requests;
}

std::uint32_t pairsIn(const std::vector<std::uint32_t>& outputOf) {
  return static_cast<std::uint32_t>(
      std::count_if(outputOf.begin(), outputOf.end(), [](std::uint32_t v) { return v != kNone; }));
}

QString frameWords(const MatchingStory& story, const MatchingFrame& frame) {
  const MatchingStep& step = story.steps[frame.step];
  switch (frame.kind) {
    case Kind::forward: {
      const QString who = listOf(step.reached[frame.stage]);
      if (frame.stage == 0)
        return QObject::tr("Step %1, forward: inputs without a pair: %2.")
            .arg(frame.step + 1)
            .arg(who);
      if (frame.stage % 2 == 0)
        return QObject::tr("Step %1, stage %2: the pairs of those outputs lead back to inputs %3.")
            .arg(frame.step + 1)
            .arg(frame.stage)
            .arg(who);
      return QObject::tr("Step %1, stage %2: their requests reach outputs %3.")
          .arg(frame.step + 1)
          .arg(frame.stage)
          .arg(who);
    }
    case Kind::back: {
      const std::uint32_t port = step.path[frame.stage];
      if (frame.stage + 1 == step.path.size())
        return QObject::tr("Step %1, backtrack: output %2 is free; the path ends there.")
            .arg(frame.step + 1)
            .arg(port);
      return (frame.stage % 2 == 0 ? QObject::tr("Step %1, backtrack: input %2 asks for it.")
                                   : QObject::tr("Step %1, backtrack: it has output %2 now."))
          .arg(frame.step + 1)
          .arg(port);
    }
    case Kind::flip:
      return QObject::tr(
                 "Step %1, flip: requests of the path become pairs, its pairs requests: %2.")
          .arg(frame.step + 1)
          .arg(plural(pairsIn(story.matchingAt(frame)), "pair", "pairs"));
    case Kind::none:
      break;
  }
  const std::uint32_t pairs = pairsIn(story.matchingAt(frame));
  return pairs == story.largest
             ? QObject::tr("No path is left: %1, and there can be no more.")
                   .arg(plural(pairs, "pair", "pairs"))
             : QObject::tr("No path of at most %1 stages is left: %2. Longer paths would find %3.")
                   .arg(QString::number(story.longest), plural(pairs, "pair", "pairs"),
                        QString::number(story.largest));
}

}  // namespace hopscope
