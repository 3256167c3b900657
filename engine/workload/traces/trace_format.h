// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/issue.h"
#include "engine/core/registry.h"
#include "engine/workload/program.h"

namespace hopscope {

/// What a trace says that each rank does.
struct ReadTrace {
  std::vector<Operations> ranks;
  std::shared_ptr<const Collective> begun{};  ///< what of it ranks do beside their programs
  /// Paths are "line 12", "line 12, rank 3" or "rank 3". Warnings tell what runs otherwise than the
  /// file says, notes what the file leaves open.
  Issues issues;
};

/// A program that is to be written, and the times it means.
struct TraceSource {
  const Program& program;
  double picosecondsPerCycle = 1000;
  double cyclesPerOperation = 0;  ///< of OperationKind::work
};

struct WrittenTrace {
  std::string text;
  Issues issues;  ///< what the format cannot say
};

/// A format of traces in the registry. Adding one: a file that reads and writes it, and a line in
/// trace_formats.cpp. Each is an application, too (applications/trace_program.cpp).
struct TraceFormat : Entry {
  bool (*recognises)(std::string_view text) = nullptr;
  ReadTrace (*read)(std::string_view text) = nullptr;
  WrittenTrace (*write)(const TraceSource& source) = nullptr;
};

const Registry<TraceFormat>& traceFormats();

/// The format that a text looks like; nullptr where it looks like none.
const TraceFormat* guessTraceFormat(std::string_view text);

/// All ranks of a trace together may have this many operations.
inline constexpr std::size_t kMostTraceOperations = 20'000'000;

/// Messages of collectives have this tag in traces, where they are sends and receives like others;
/// of those that go on beside programs their own tag, from 1 on, beyond another that nobody has.
/// Read again, they are of collectives again, and match no receive with any tag.
inline constexpr std::int32_t kCollectiveTag = 1'000'000;
inline constexpr std::int32_t kBegunTag = 2'000'000'000, kBegunTags = 100'000'000;

inline void setTag(Operation& operation, std::int32_t tag) {
  const bool begun = tag > kBegunTag && tag <= kBegunTag + kBegunTags;
  operation.ofCollective = begun || tag == kCollectiveTag;
  operation.tag = begun ? tag - kBegunTag : operation.ofCollective ? 0 : tag;
}

namespace trace {

TraceFormat timeIndependent();
TraceFormat goal();

}  // namespace trace

}  // namespace hopscope
