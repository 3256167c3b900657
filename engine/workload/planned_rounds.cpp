// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/planned_rounds.h"

#include <algorithm>
#include <utility>

#include "engine/workload/program.h"

namespace hopscope {
namespace {

constexpr std::uint64_t kLookAgain = 1 << 16;  ///< operations

bool sends(OperationKind kind) {
  return kind == OperationKind::send || kind == OperationKind::sendLater;
}

bool waits(OperationKind kind) {
  return kind == OperationKind::receive || kind == OperationKind::wait ||
         kind == OperationKind::waitAll;
}

class RoundCount {
 public:
  RoundCount(const ApplicationPlan& plan, const RoundBounds& bounds, const std::stop_token& stop)
      : plan_(plan), table_(plan), bounds_(bounds), stop_(stop) {}

  std::optional<std::vector<Round>> count() {
    for (std::uint32_t rank = 0; rank < table_.count(); ++rank) {
      const std::uint32_t job = table_.job(rank);
      Script script(*plan_.jobs[job].program, table_.inJob(rank));
      std::size_t round = 0;
      if (!addScript(script, rank, round)) return {};
    }
    for (Round& round : rounds_) addUp(round);
    return std::move(rounds_);
  }

 private:
  /// From `round` on, which it moves on; false where it is too much.
  bool addScript(Script& script, std::uint32_t rank, std::size_t& round) {
    bool sent = false;
    while (const Operation* next = script.next()) {
      const Operation& operation = *next;
      if (++operations_ > bounds_.operations) return false;
      if (operations_ % kLookAgain == 0 && stop_.stop_requested()) return false;
      if (operation.kind == OperationKind::collectiveLater) {
        // It goes on by itself, beside what comes next.
        Script beside(0);
        beside.restart(operation, script.rank());
        std::size_t own = round;
        if (!addScript(beside, rank, own)) return false;
      } else if (sends(operation.kind)) {
        if (++entries_ > bounds_.entries) return false;
        if (rounds_.size() <= round) rounds_.resize(round + 1);
        rounds_[round].push_back(
            {rank, table_.first(table_.job(rank)) + operation.peer, 1, operation.bytes});
        sent = true;
      } else if (sent && waits(operation.kind)) {
        ++round;
        sent = false;
      }
    }
    return true;
  }

  static void addUp(Round& round) {
    const auto pairOf = [](const MatrixEntry& each) {
      return std::pair(each.source, each.destination);
    };
    std::sort(round.begin(), round.end(),
              [&](const MatrixEntry& a, const MatrixEntry& b) { return pairOf(a) < pairOf(b); });
    std::size_t last = 0;
    for (std::size_t i = 1; i < round.size(); ++i) {
      if (pairOf(round[i]) == pairOf(round[last])) {
        round[last].messages += round[i].messages;
        round[last].bytes += round[i].bytes;
      } else {
        round[++last] = round[i];
      }
    }
    if (!round.empty()) round.resize(last + 1);
  }

  const ApplicationPlan& plan_;
  RankTable table_;
  const RoundBounds& bounds_;
  const std::stop_token& stop_;
  std::vector<Round> rounds_;
  std::uint64_t operations_ = 0;
  std::size_t entries_ = 0;
};

}  // namespace

std::optional<std::vector<Round>> plannedRounds(const ApplicationPlan& plan,
                                                const RoundBounds& bounds,
                                                const std::stop_token& stop) {
  return RoundCount(plan, bounds, stop).count();
}

}  // namespace hopscope
