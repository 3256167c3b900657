// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>
#include <string>

#include "engine/core/parameter.h"
#include "engine/design/design.h"

namespace hopscope {

/// Sets one setting. Settings that apply no longer after the choice, here and in overrides, go;
/// another network loses the places and overrides of the one before.
void setSetting(Design& design, const std::string& path, const Value& value);

/// Back to the default; otherwise like setSetting.
void resetSetting(Design& design, const std::string& path);

/// "Set local buffer to 64 flits".
QString settingStepName(const std::optional<Parameter>& parameter, const std::string& path,
                        const Value& value);

/// A label inside a sentence: "Local buffer" becomes "local buffer", "CAM latency" stays.
QString inSentence(const QString& label);

}  // namespace hopscope
