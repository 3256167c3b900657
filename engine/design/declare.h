// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The short forms are shared with the models, which stand below this floor.
#include "engine/core/declare.h"
