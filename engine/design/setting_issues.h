// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "engine/core/issue.h"
#include "engine/design/sections.h"

namespace hopscope {

/// "There is no setting …", with the nearest known name or those that are known there.
Issue unknownSetting(const std::vector<Section>& all, const std::string& path);

/// The same, or which other model of switches has it.
Issue unknownSetting(const Design& design, const std::vector<Section>& all,
                     const std::string& path);

/// Adds to what is wrong with a setting's value which other model of switches takes it, if one
/// does.
void nameOtherModel(const Design& design, const std::string& path, const Value& value,
                    Issue& issue);

/// Whether it is about virtual channels or buffers of channels of a class, local or global, of
/// which the network has none.
bool isOfAbsentLinks(const std::vector<Section>& all, const std::string& path);

/// Whether a setting is for ports at local or global links, of which a drawn network has none: it
/// may be set all the same, as one may be drawn yet.
bool isOfUndrawnLinks(const Design& design, const std::string& path);

/// Everything wrong with the explicit settings by themselves: unknown names, types, ranges. Warns
/// of values other than the defaults that change nothing, as another setting or the network has it.
Issues checkSettings(const Design& design, const std::vector<Section>& all);

/// A setting of what the design has none of, as "channels.global.latency" of a network without
/// global channels, or that of endpoints without applications: harmless, as any design may say it.
bool isIdleSetting(const std::string& path);

/// Appends an issue unless the same one is there already.
void addOnce(Issues& issues, Issue issue);

}  // namespace hopscope
