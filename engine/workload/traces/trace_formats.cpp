// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/traces/trace_format.h"

namespace hopscope {

const Registry<TraceFormat>& traceFormats() {
  static const Registry<TraceFormat> registry({trace::timeIndependent(), trace::goal()});
  return registry;
}

const TraceFormat* guessTraceFormat(std::string_view text) {
  for (const TraceFormat& format : traceFormats())
    if (format.recognises(text)) return &format;
  return nullptr;
}

}  // namespace hopscope
