// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/program.h"

#include "engine/workload/collective.h"

namespace hopscope {

void Script::restart(const Operation& collective, std::uint32_t rank) {
  program_ = nullptr;
  rank_ = rank;
  step_ = 0;
  position_ = 0;
  begun_ = 0;
  operations_.assign(1, collective);
  operations_.front().kind = OperationKind::collective;
  blockEnd_ = inStep_ = 1;
}

/// The next step of the collective at hand, if there is one, else the next block; false at the end.
bool Script::makeMore() {
  if (position_ == blockEnd_) return nextBlock();
  if (!nextStep()) {
    ++position_;
    step_ = 0;
  }
  return true;
}

/// False behind the last.
bool Script::nextBlock() {
  operations_.clear();
  const bool is = program_ != nullptr && program_->block(rank_, block_, operations_);
  if (is) ++block_;
  position_ = 0;
  blockEnd_ = inStep_ = static_cast<std::uint32_t>(operations_.size());
  return is;
}

/// Makes the next step of the collective at hand into operations; false behind the last.
bool Script::nextStep() {
  const Operation whole = operations_[position_];
  const CollectiveCall call{whole.group.count, whole.group.indexOf(rank_), whole.bytes, whole.peer};
  operations_.resize(blockEnd_);
  inStep_ = blockEnd_;
  if (call.rank == kNone || step_ == whole.collective->steps(call)) return false;
  if (step_ == 0) ++begun_;
  const CollectiveStep step = whole.collective->step(call, step_++);
  const auto add = [this, tag = whole.tag](Operation operation) {
    operation.ofCollective = true;
    operation.tag = tag;
    operations_.push_back(operation);
  };
  if (step.from != kNone)
    add(Operation::receiveLater(whole.group.rank(step.from), step.receiveBytes, 0,
                                kCollectiveRequest));
  if (step.to != kNone)
    add(Operation::sendLater(whole.group.rank(step.to), step.sendBytes, 0, kCollectiveRequest));
  if (step.waits) add(Operation::wait(kCollectiveRequest));
  if (step.reduces && step.receiveBytes > 0)
    add(Operation::work(static_cast<double>(step.receiveBytes) / kBytesAnOperation));
  if (step.picoseconds > 0) add(Operation::pass(step.picoseconds));
  return true;
}

}  // namespace hopscope
