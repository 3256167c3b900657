// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/program.h"

#include "engine/workload/collective.h"

namespace hopscope {

void Script::restart(const Operation& collective, std::uint32_t rank) {
  program_ = nullptr;
  rank_ = rank;
  step_ = 0;
  position_ = inStep_ = 0;
  begun_ = 0;
  stepped_.clear();
  operations_.assign(1, collective);
  operations_.front().kind = OperationKind::collective;
}

bool Script::next(Operation& out) {
  while (true) {
    if (inStep_ < stepped_.size()) {
      out = stepped_[inStep_++];
      return true;
    }
    if (position_ == operations_.size()) {
      operations_.clear();
      position_ = 0;
      if (program_ == nullptr || !program_->block(rank_, block_, operations_)) return false;
      ++block_;
      continue;
    }
    const Operation& operation = operations_[position_];
    if (operation.kind != OperationKind::collective) {
      out = operation;
      ++position_;
      return true;
    }
    if (!nextStep()) {
      ++position_;
      step_ = 0;
    }
  }
}

/// Makes the next step of the collective at hand into operations; false behind the last.
bool Script::nextStep() {
  const Operation& whole = operations_[position_];
  const CollectiveCall call{whole.group.count, whole.group.indexOf(rank_), whole.bytes, whole.peer};
  stepped_.clear();
  inStep_ = 0;
  if (call.rank == kNone || step_ == whole.collective->steps(call)) return false;
  if (step_ == 0) {
    ++begun_;
    last_ = {0, whole.collective, call.ranks, call.bytes};
  }
  const CollectiveStep step = whole.collective->step(call, step_++);
  const auto add = [this, tag = whole.tag](Operation operation) {
    operation.ofCollective = true;
    operation.tag = tag;
    stepped_.push_back(operation);
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
