// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>

#include "engine/core/parameter.h"

namespace hopscope {

/// A value as the property panel shows it: a choice by its label, a number with its unit.
QString settingText(const Parameter& parameter, const Value& value);

/// What stands for a text of several lines, such as a trace, which may be megabytes: its size.
/// Nothing for one of a single line.
std::optional<QString> longTextWords(const Value& value);

/// What the parameter is called on the screen.
QString settingLabel(const Parameter& parameter);

}  // namespace hopscope
