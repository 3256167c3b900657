// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/traces/goal_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <string>

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
      main_ = {};
      processorOf_.clear();
      line("rank {} {{", rank);
      const auto use = [this](const Operation& each) { add(each); };
      forEachOperation(source_.program, rank, use, [this](const Operation& each) { step(each); });
      line("}}");
    }
    if (tags_.any && tags_.collectives) out_.issues.push_back(anyTagMeetsCollectives());
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
        line("l{}: send {}b to {} tag {}{}", ++labels_, operation.bytes, operation.peer,
             tagOf(operation), processor());
        return placed(operation, operation.kind == OperationKind::send);
      case OperationKind::receive:
      case OperationKind::receiveLater:
        gather();
        line("l{}: recv {}b from {} tag {}{}", ++labels_,
             operation.bytes == kAnySize ? 0 : operation.bytes,
             operation.peer == kAnyRank ? std::int64_t{-1} : std::int64_t{operation.peer},
             tagOf(operation), processor());
        return placed(operation, operation.kind == OperationKind::receive);
      case OperationKind::wait:
      case OperationKind::waitAll:
        return wait(takeWaitedFor(operation, now_->begun));
      case OperationKind::predict:
      case OperationKind::flush:
      case OperationKind::preload:
        circuits_ = true;
        return;
      case OperationKind::collectiveLater:
        return begin(operation);
      case OperationKind::mark:
      case OperationKind::collective:  // they come in steps
        return;
    }
  }

  /// What was waited for before has been taken in by then, where a collective is waited for.
  void wait(const std::vector<Begun>& all) {
    const bool begun = std::any_of(all.begin(), all.end(), [this](const Begun& each) {
      return processorOf_.count(each.as) != 0;
    });
    if (begun && !now_->before.empty()) calculateNothing();
    for (const Begun& each : all) now_->before.push_back(each.as);
  }

  /// A collective that goes on beside the rank is a chain on a processor of its own, behind what
  /// the rank has done.
  void begin(const Operation& operation) {
    if (!main_.before.empty()) calculateNothing();
    beside_ = main_;
    beside_.begun.clear();
    besideFrom_ = labels_;
    besideRequest_ = operation.request;
    // Of those that have not been waited for, each has another one.
    std::size_t least = 1;
    for (const Begun& each : main_.begun)
      if (const auto found = processorOf_.find(each.as); found != processorOf_.end())
        least = std::max(least, found->second + 1);
    beside_.processor = least;
  }

  void step(const Operation& operation) {
    now_ = &beside_;
    add(operation);
    if (operation.kind == OperationKind::waitAll) end();
    now_ = &main_;
  }

  void end() {
    if (labels_ == besideFrom_) return;  // alone, there is nothing to do
    if (beside_.before != std::vector<std::size_t>{labels_}) calculateNothing();
    main_.begun.push_back({besideRequest_, labels_});
    processorOf_[labels_] = beside_.processor;
  }

  std::string processor() const {
    return now_->processor == 0 ? std::string() : fmt::format(" cpu {}", now_->processor);
  }

  void calculate(double picoseconds) {
    const double ticks = unspent_ + picoseconds / kPicosecondsPerTick;
    const double whole = std::floor(ticks + 1e-9);
    unspent_ = ticks - whole;
    rounded_ = rounded_ || std::abs(unspent_) > 1e-6;
    if (whole < 1) return;
    line("l{}: calc {:.0f}{}", ++labels_, whole, processor());
    require();
    holdAt();
  }

  void placed(const Operation& operation, bool blocks) {
    require();
    if (blocks) return holdAt();
    now_->last = labels_;
    now_->begun.push_back({operation.request, labels_});
  }

  /// Many at once would be required by each that follows: one in between is.
  void gather() {
    if (now_->before.size() > 1) calculateNothing();
  }

  void calculateNothing() {
    line("l{}: calc 0{}", ++labels_, processor());
    require();
    holdAt();
  }

  /// Says what the last operation waits for.
  void require() {
    for (const std::size_t before : now_->before) line("l{} requires l{}", labels_, before);
    if (now_->last != 0) line("l{} irequires l{}", labels_, now_->last);
  }
  /// What follows waits for its end.
  void holdAt() {
    now_->before = {labels_};
    now_->last = 0;
  }

  /// Operations one after the other.
  struct Chain {
    std::vector<std::size_t> before;  ///< whose end the next operation waits for
    std::size_t last = 0;             ///< whose beginning; 0: of none
    std::vector<Begun> begun;
    std::size_t processor = 0;
  };

  const TraceSource& source_;
  WrittenTrace out_;
  std::size_t labels_ = 0;
  double unspent_ = 0;  ///< of a tick
  Chain main_, beside_;
  Chain* now_ = &main_;
  std::size_t besideFrom_ = 0;  ///< labels before it
  std::uint32_t besideRequest_ = 0;
  std::map<std::size_t, std::size_t> processorOf_;  ///< of the last ones of such chains
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
