// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "engine/switching/observation.h"

namespace hopscope {

/// Why the packet at the front of a buffer does not move, in a few words.
QString waitingWords(const WaitingHead& head);

}  // namespace hopscope
