// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/planned_matrix.h"

#include <algorithm>
#include <utility>

#include "engine/workload/pair_table.h"

namespace hopscope {
namespace {

constexpr std::uint64_t kLookEvery = 1 << 16;  ///< operations

struct Sent {
  std::uint64_t messages = 0, bytes = 0;
};

/// Goes through the programs of all ranks, one after the other.
class MatrixCount {
 public:
  MatrixCount(const ApplicationPlan& plan, const MatrixBounds& bounds, const std::stop_token& stop,
              const std::function<void(double)>& progress)
      : plan_(plan), table_(plan), bounds_(bounds), stop_(stop), progress_(progress) {}

  PlannedMatrix count() {
    PlannedMatrix matrix;
    for (std::uint32_t rank = 0; rank < table_.count() && matrix.end == PlannedMatrix::End::whole;
         ++rank)
      matrix.end = countRank(rank);
    sent_.forEach([&](std::uint32_t source, std::uint32_t destination, const Sent& sent) {
      matrix.pairs.push_back({source, destination, sent.messages, sent.bytes});
    });
    std::sort(matrix.pairs.begin(), matrix.pairs.end(),
              [](const MatrixEntry& a, const MatrixEntry& b) {
                return std::pair(a.source, a.destination) < std::pair(b.source, b.destination);
              });
    return matrix;
  }

 private:
  std::uint32_t rowOf(std::uint32_t rank) const { return rank - rank % bounds_.ranksEach; }

  PlannedMatrix::End countRank(std::uint32_t rank) {
    const std::uint32_t job = table_.job(rank), first = table_.first(job);
    Script script(*plan_.jobs[job].program, table_.inJob(rank));
    return countScript(script, rank, first);
  }

  PlannedMatrix::End countScript(Script& script, std::uint32_t rank, std::uint32_t first) {
    while (const Operation* const next = script.next()) {
      const Operation& operation = *next;
      if (++operations_ > bounds_.operations) return PlannedMatrix::End::tooLong;
      if (operations_ % kLookEvery == 0) {
        if (stop_.stop_requested()) return PlannedMatrix::End::cancelled;
        if (progress_) progress_(static_cast<double>(rank) / table_.count());
      }
      if (operation.kind == OperationKind::collectiveLater) {
        beside_.restart(operation, script.rank());
        if (const auto end = countScript(beside_, rank, first); end != PlannedMatrix::End::whole)
          return end;
      }
      if (operation.kind != OperationKind::send && operation.kind != OperationKind::sendLater)
        continue;
      Sent& sent = sent_.of(rowOf(rank), rowOf(first + operation.peer));
      if (sent.messages++ == 0 && ++pairs_ > bounds_.pairs) return PlannedMatrix::End::tooManyPairs;
      sent.bytes += operation.bytes;
    }
    return PlannedMatrix::End::whole;
  }

  const ApplicationPlan& plan_;
  RankTable table_;
  const MatrixBounds& bounds_;
  const std::stop_token& stop_;
  const std::function<void(double)>& progress_;
  PairTable<Sent> sent_;
  Script beside_ = Script(0);
  std::uint64_t operations_ = 0;
  std::size_t pairs_ = 0;
};

}  // namespace

PlannedMatrix plannedMatrix(const ApplicationPlan& plan, const MatrixBounds& bounds,
                            const std::stop_token& stop,
                            const std::function<void(double)>& progress) {
  return MatrixCount(plan, bounds, stop, progress).count();
}

}  // namespace hopscope
