// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/traces/tit_writer.h"

#include <fmt/format.h>

#include <iterator>

#include "engine/workload/traces/tit_reader.h"
#include "engine/workload/traces/trace_steps.h"

namespace hopscope::trace {
namespace {

constexpr int kByteType = 6;

class TitWriter {
 public:
  explicit TitWriter(const TraceSource& source) : source_(source) {}

  WrittenTrace write() && {
    for (rank_ = 0; rank_ < source_.program.ranks(); ++rank_) {
      begun_.clear();
      keys_.clear();
      line("{} init", rank_);
      const auto use = [this](const Operation& each) { add(each); };
      forEachOperation(source_.program, rank_, use, [&use](const Operation& each) {
        if (each.kind != OperationKind::waitAll) use(each);
      });
      line("{} finalize", rank_);
    }
    if (tags_.any && tags_.collectives) out_.issues.push_back(anyTagMeetsCollectives());
    if (tags_.beside) out_.issues.push_back(collectivesAtOnce());
    if (circuits_) out_.issues.push_back(circuitsLeftOut());
    if (confirmed_) out_.issues.push_back(confirmationsLeftOut());
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
        return sleep(operation.amount * source_.picosecondsPerCycle);
      case OperationKind::pass:
        return sleep(operation.amount);
      case OperationKind::work:
        return line("{} compute {}", rank_, operation.amount);
      case OperationKind::send:
      case OperationKind::sendLater:
        confirmed_ = confirmed_ || operation.confirmed;
        return message(operation, operation.kind == OperationKind::send ? "send" : "isend");
      case OperationKind::receive:
      case OperationKind::receiveLater:
        return message(operation, operation.kind == OperationKind::receive ? "recv" : "irecv");
      case OperationKind::wait:
      case OperationKind::waitAll:
        return wait(takeWaitedFor(operation, begun_));
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

  /// What is waited for together is taken in together, where there is a word for it.
  void wait(const std::vector<Begun>& all) {
    if (all.size() > 1 && begun_.empty()) return line("{} waitall", rank_);
    for (const Begun& each : all) {
      const Key& key = keys_[each.as];
      line("{} wait {} {} {}", rank_, key.from, key.to, key.tag);
    }
  }

  void sleep(double picoseconds) { line("{} sleep {}", rank_, picoseconds / 1e12); }

  /// What cannot be said of a receive is -1: any rank, any tag, any size.
  void message(const Operation& operation, const char* action) {
    const bool sends =
        operation.kind == OperationKind::send || operation.kind == OperationKind::sendLater;
    const std::int64_t peer = operation.peer == kAnyRank ? -1 : std::int64_t{operation.peer};
    const std::int64_t bytes =
        !sends && operation.bytes == kAnySize ? -1 : static_cast<std::int64_t>(operation.bytes);
    const std::int32_t tag = tagOf(operation);
    line("{} {} {} {} {} {}", rank_, action, peer, tag, bytes, kByteType);
    if (operation.kind != OperationKind::sendLater && operation.kind != OperationKind::receiveLater)
      return;
    begun_.push_back({operation.request, keys_.size()});
    keys_.push_back(sends ? Key{rank_, peer, tag} : Key{peer, rank_, tag});
  }

  struct Key {
    std::int64_t from, to;
    std::int32_t tag;
  };

  const TraceSource& source_;
  WrittenTrace out_;
  std::uint32_t rank_ = 0;
  std::vector<Begun> begun_;
  std::vector<Key> keys_;  ///< of what was begun
  TagUse tags_;
  bool circuits_ = false, confirmed_ = false;
};

}  // namespace

WrittenTrace writeTimeIndependent(const TraceSource& source) {
  return TitWriter(source).write();
}

TraceFormat timeIndependent() {
  TraceFormat format;
  format.name = "tit";
  format.label = "SimGrid trace";
  format.help = "What each process of a run did, without times: a time-independent trace.";
  format.source = "Casanova, Desprez, Markomanolis & Suter 2015; SimGrid, Replaying traces";
  format.recognises = looksTimeIndependent;
  format.read = readTimeIndependent;
  format.write = writeTimeIndependent;
  return format;
}

}  // namespace hopscope::trace
