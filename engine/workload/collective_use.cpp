// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/collective_use.h"

#include <limits>

namespace hopscope {

std::uint64_t wholeBytes(CollectivePurpose purpose, std::uint32_t ranks, std::uint64_t bytes) {
  switch (purpose) {
    case CollectivePurpose::gather:
    case CollectivePurpose::scatter:
    case CollectivePurpose::allGather:
    case CollectivePurpose::allToAll:
      return bytes * ranks;
    case CollectivePurpose::barrier:
    case CollectivePurpose::broadcast:
    case CollectivePurpose::reduce:
    case CollectivePurpose::reduceScatter:
    case CollectivePurpose::allReduce:
      break;
  }
  return bytes;
}

double busFactor(CollectivePurpose purpose, std::uint32_t ranks) {
  const double others = ranks > 0 ? static_cast<double>(ranks - 1) / ranks : 0;
  switch (purpose) {
    case CollectivePurpose::barrier:
      break;
    case CollectivePurpose::broadcast:
    case CollectivePurpose::reduce:
      return 1;
    case CollectivePurpose::allReduce:
      return 2 * others;
    case CollectivePurpose::gather:
    case CollectivePurpose::scatter:
    case CollectivePurpose::allGather:
    case CollectivePurpose::reduceScatter:
    case CollectivePurpose::allToAll:
      return others;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace hopscope
