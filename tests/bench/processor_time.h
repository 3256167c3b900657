// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/resource.h>

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

}  // namespace hopscope::bench
