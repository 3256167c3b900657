// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspectors/lookup_tone.h"

namespace hopscope {

Tone outcomeTone(LookupOutcome outcome) {
  switch (outcome) {
    case LookupOutcome::hit:
      return Tone::ok;
    case LookupOutcome::merged:
      return Tone::info;
    case LookupOutcome::compulsory:
      return Tone::warn;
    default:
      return Tone::bad;
  }
}

}  // namespace hopscope
