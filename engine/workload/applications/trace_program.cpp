// SPDX-License-Identifier: GPL-3.0-or-later
// Traces of programs (traces/trace_format.h) as applications.
#include "engine/workload/applications/trace_program.h"

#include <mutex>

#include "engine/workload/applications/entries.h"
#include "engine/workload/packed_program.h"

namespace hopscope::application {
namespace {

/// What a text came to.
struct KeptTrace {
  Issues issues;
  std::size_t ranks = 0;
  std::shared_ptr<const Program> program;
};

std::shared_ptr<const KeptTrace> keptTrace(const ReadTrace& read) {
  return std::make_shared<const KeptTrace>(KeptTrace{
      read.issues, read.ranks.size(), std::make_shared<PackedProgram>(read.ranks, read.begun)});
}

/// A text that was read, kept for the next who asks: whether it is right is asked with each change
/// of a design, and a trace may be long.
class LastRead {
 public:
  std::shared_ptr<const KeptTrace> read(const TraceFormat& format, const std::string& text) {
    {
      const std::lock_guard lock(mutex_);
      if (read_ != nullptr && format_ == format.name && text_ == text) return read_;
    }
    auto fresh = keptTrace(format.read(text));
    const std::lock_guard lock(mutex_);
    format_ = format.name;
    text_ = text;
    read_ = fresh;
    return fresh;
  }

 private:
  std::mutex mutex_;
  std::string format_, text_;
  std::shared_ptr<const KeptTrace> read_;
};

std::shared_ptr<const KeptTrace> readOnce(const TraceFormat& format, const std::string& text) {
  static LastRead last;
  return last.read(format, text);
}

}  // namespace

ApplicationEntry traceProgram(const TraceFormat& format) {
  ApplicationEntry entry;
  entry.name = format.name;
  entry.label = format.label;
  entry.help = format.help;
  entry.source = format.source;
  entry.parameters = {ranksParameter(1),
                      declare::text("text", "Trace", "", "The text of the trace.")};
  entry.check = [&format](const Values& values) {
    const auto trace = readOnce(format, textAt(values, "text"));
    Issues issues = trace->issues;
    for (Issue& issue : issues) issue.path = issue.path.empty() ? "text" : "text, " + issue.path;
    if (!hasErrors(issues) && trace->ranks != ranksOf(values))
      issues.push_back(
          wrongRanks(sentence("The trace has {} ranks, not {}.", trace->ranks, ranksOf(values)),
                     sentence("Set this to {}.", trace->ranks)));
    return issues;
  };
  entry.make = [&format](const Values& values) -> std::shared_ptr<const Program> {
    return readOnce(format, textAt(values, "text"))->program;
  };
  return entry;
}

}  // namespace hopscope::application
