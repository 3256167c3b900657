// SPDX-License-Identifier: GPL-3.0-or-later
// Traces of programs (traces/trace_format.h) as applications.
#include "engine/workload/applications/trace_program.h"

#include <mutex>

#include "engine/workload/applications/entries.h"
#include "engine/workload/listed_program.h"

namespace hopscope::application {
namespace {

/// A text that was read, kept for the next who asks: whether it is right is asked with each change
/// of a design, and a trace may be long.
class LastRead {
 public:
  std::shared_ptr<const ReadTrace> read(const TraceFormat& format, const std::string& text) {
    {
      const std::lock_guard lock(mutex_);
      if (read_ != nullptr && format_ == format.name && text_ == text) return read_;
    }
    auto fresh = std::make_shared<const ReadTrace>(format.read(text));
    const std::lock_guard lock(mutex_);
    format_ = format.name;
    text_ = text;
    read_ = fresh;
    return fresh;
  }

 private:
  std::mutex mutex_;
  std::string format_, text_;
  std::shared_ptr<const ReadTrace> read_;
};

std::shared_ptr<const ReadTrace> readOnce(const TraceFormat& format, const std::string& text) {
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
    if (!hasErrors(issues) && trace->ranks.size() != ranksOf(values))
      issues.push_back(wrongRanks(
          sentence("The trace has {} ranks, not {}.", trace->ranks.size(), ranksOf(values)),
          sentence("Set this to {}.", trace->ranks.size())));
    return issues;
  };
  entry.make = [&format](const Values& values) -> std::shared_ptr<const Program> {
    const auto trace = readOnce(format, textAt(values, "text"));
    return std::make_shared<ListedProgram>(trace->ranks, trace->begun);
  };
  return entry;
}

}  // namespace hopscope::application
