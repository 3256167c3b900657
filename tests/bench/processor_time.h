// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/resource.h>

#include <fstream>

namespace hopscope::bench {

enum class Of { thisProgram = RUSAGE_SELF, children = RUSAGE_CHILDREN };

/// Processor time used so far by this program, or by those it has run, in seconds. Fairer than the
/// clock on the wall where a machine has other work.
inline double processorSeconds(Of whose) {
  rusage usage{};
  getrusage(static_cast<int>(whose), &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

/// Seconds that this thread was ready to go on, but others had the processor.
inline double waitedForProcessor() {
  std::ifstream file("/proc/thread-self/schedstat");
  double running = 0, waiting = 0;
  file >> running >> waiting;
  return file ? waiting * 1e-9 : 0;
}

}  // namespace hopscope::bench
