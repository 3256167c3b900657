// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/traces/goal_writer.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "engine/workload/traces/goal_reader.h"
#include "engine/workload/traces/trace_steps.h"

namespace hopscope::trace {
namespace {

constexpr double kPicosecondsPerTick = 1000;  ///< a nanosecond

class GoalWriter {
 public:
  explicit GoalWriter(const TraceSource& source) : source_(source) {}

  WrittenTrace write() && {
    line("num_ranks {}", source_.program.ranks());
    for (std::uint32_t rank = 0; rank < source_.program.ranks(); ++rank) {
      labels_ = 0;
      unspent_ = 0;
      before_.clear();
      last_ = 0;
      begun_.clear();
      line("rank {} {{", rank);
      forEachOperation(source_.program, rank, [this](const Operation& each) { add(each); });
      line("}}");
    }
    if (tags_.any && tags_.collectives) out_.issues.push_back(anyTagMeetsCollectives());
    if (tags_.beside) out_.issues.push_back(collectivesAtOnce());
    if (circuits_) out_.issues.push_back(circuitsLeftOut());
    if (confirmed_) out_.issues.push_back(confirmationsLeftOut());
    if (rounded_)
      out_.issues.push_back({Severity::warning,
                             "",
                             sentence("GOAL has whole nanoseconds: times are rounded, their sums "
                                      "are not."),
                             {}});
    return std::move(out_);
  }

 private:
  template <typename... Arguments>
  void line(fmt::format_string<Arguments...> form, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(out_.text), form, std::forward<Arguments>(arguments)...);
    out_.text += '\n';
  }

  void add(const Operation& operation) {
    tags_.see(operation);
    switch (operation.kind) {
      case OperationKind::compute:
        return calculate(operation.amount * source_.picosecondsPerCycle);
      case OperationKind::pass:
        return calculate(operation.amount);
      case OperationKind::work:
        return calculate(operation.amount * source_.cyclesPerOperation *
                         source_.picosecondsPerCycle);
      case OperationKind::send:
      case OperationKind::sendLater:
        confirmed_ = confirmed_ || operation.confirmed;
        gather();
        line("l{}: send {}b to {} tag {}", ++labels_, operation.bytes, operation.peer,
             tagOf(operation));
        return placed(operation, operation.kind == OperationKind::send);
      case OperationKind::receive:
      case OperationKind::receiveLater:
        gather();
        line("l{}: recv {}b from {} tag {}", ++labels_,
             operation.bytes == kAnySize ? 0 : operation.bytes,
             operation.peer == kAnyRank ? std::int64_t{-1} : std::int64_t{operation.peer},
             tagOf(operation));
        return placed(operation, operation.kind == OperationKind::receive);
      case OperationKind::wait:
      case OperationKind::waitAll:
        for (const Begun& each : takeWaitedFor(operation, begun_)) before_.push_back(each.as);
        return;
      case OperationKind::predict:
      case OperationKind::flush:
      case OperationKind::preload:
        circuits_ = true;
        return;
      case OperationKind::mark:
      case OperationKind::collective:  // they come in steps
      case OperationKind::collectiveLater:
        return;
    }
  }

  void calculate(double picoseconds) {
    const double ticks = unspent_ + picoseconds / kPicosecondsPerTick;
    const double whole = std::floor(ticks + 1e-9);
    unspent_ = ticks - whole;
    rounded_ = rounded_ || std::abs(unspent_) > 1e-6;
    if (whole < 1) return;
    line("l{}: calc {:.0f}", ++labels_, whole);
    require();
    holdAt();
  }

  void placed(const Operation& operation, bool blocks) {
    require();
    if (blocks) return holdAt();
    last_ = labels_;
    begun_.push_back({operation.request, labels_});
  }

  /// Many at once would be required by each that follows: one in between is.
  void gather() {
    if (before_.size() < 2) return;
    line("l{}: calc 0", ++labels_);
    require();
    holdAt();
  }

  /// Says what the last operation waits for.
  void require() {
    for (const std::size_t before : before_) line("l{} requires l{}", labels_, before);
    if (last_ != 0) line("l{} irequires l{}", labels_, last_);
  }
  /// What follows waits for its end.
  void holdAt() {
    before_ = {labels_};
    last_ = 0;
  }

  const TraceSource& source_;
  WrittenTrace out_;
  std::size_t labels_ = 0;
  double unspent_ = 0;               ///< of a tick
  std::vector<std::size_t> before_;  ///< whose end the next operation waits for
  std::size_t last_ = 0;             ///< whose beginning; 0: of none
  std::vector<Begun> begun_;
  TagUse tags_;
  bool circuits_ = false, confirmed_ = false, rounded_ = false;
};

}  // namespace

WrittenTrace writeGoal(const TraceSource& source) {
  return GoalWriter(source).write();
}

TraceFormat goal() {
  TraceFormat format;
  format.name = "goal";
  format.label = "GOAL schedule";
  format.help = "Sends, receives and computations of each rank, and what waits for what.";
  format.source = "Hoefler, Siebert & Lumsdaine 2009; Hoefler, Schneider & Lumsdaine 2010";
  format.recognises = looksLikeGoal;
  format.read = readGoal;
  format.write = writeGoal;
  return format;
}

}  // namespace hopscope::trace
