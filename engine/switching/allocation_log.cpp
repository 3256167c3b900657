// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/allocation_log.h"

namespace hopscope {

void AllocationLog::begin(Cycle now) {
  detail_.cycle = now;
  detail_.crossbar.clear();
  detail_.channels.clear();
}

void AllocationLog::ask(PortIndex input, VcIndex inputVc, PortIndex output, VcIndex outputVc) {
  detail_.crossbar.push_back({input, inputVc, output, outputVc, false});
}

void AllocationLog::grant(PortIndex input, VcIndex inputVc, PortIndex output) {
  for (AllocationRequest& request : detail_.crossbar)
    if (request.input == input && request.inputVc == inputVc && request.output == output)
      request.granted = true;
}

void AllocationLog::askChannel(PortIndex input, VcIndex inputVc, PortIndex output) {
  detail_.channels.push_back({input, inputVc, output, AllocationRequest::kAnyVc, false});
}

void AllocationLog::grantChannel(PortIndex input, VcIndex inputVc, VcIndex outputVc) {
  for (AllocationRequest& request : detail_.channels)
    if (request.input == input && request.inputVc == inputVc) {
      request.granted = true;
      request.outputVc = outputVc;
    }
}

}  // namespace hopscope
