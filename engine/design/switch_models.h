// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/core/registry.h"
#include "engine/design/design.h"
#include "engine/design/network_traits.h"
#include "engine/design/settings_reader.h"
#include "engine/fabric/vc_counts.h"
#include "engine/simulation/setup.h"

namespace hopscope {

/// What the parameters of a model depend on.
struct SwitchContext {
  const Design& design;
  const NetworkTraits& traits;
  VcCounts least;        ///< virtual channels that the routing needs
  bool escapes = false;  ///< it is free of deadlock by escape channels, now or in a phase
};

/// What becomes of the settings of all switches.
struct SwitchReading {
  using Read = std::function<void(const SettingsReader&)>;
  /// Calls for the design's own settings, then for those of each kind of router that differs.
  std::function<void(const Read&)> eachKind;
  const std::vector<std::uint16_t>& kindOf;  ///< per router: the number of the call
  const NetworkTraits& traits;
  std::uint32_t packetFlits;  ///< of the longest packet
};

/// A microarchitecture of switches: what a design says of it and what that becomes. How it is made
/// and what it costs belongs to what it becomes (simulation/switches.h). Adding one: a file beside
/// vct_parameters.cpp that returns its entry, a line in switch_models.cpp, an alternative of
/// `Switches`. `parameters` of the Entry are empty: they depend on the design.
struct SwitchModel : Entry {
  /// All that stand beside `switch.model`, with full paths.
  std::vector<Parameter> (*own)(const SwitchContext& context) = nullptr;
  /// Those that stand with the traffic; nullptr: none.
  std::vector<Parameter> (*ofTraffic)() = nullptr;
  VcCounts (*virtualChannels)(const SettingsReader& reader, const NetworkTraits& traits) = nullptr;
  Switches (*resolve)(const SwitchReading& reading) = nullptr;
  /// Other defaults of settings that stand elsewhere, by full path; nullptr: none.
  Values (*elsewhere)(const Design& design) = nullptr;
  /// Takes from the rest of the setup what the switches need, and refuses what they can't be with.
  /// nullptr: nothing.
  void (*fit)(Setup& setup, const SettingsReader& reader) = nullptr;
  /// Takes what programs want of the switches, or refuses it; nullptr: they are not heard.
  Issues (*playPrograms)(Setup& setup, const ApplicationPlan& plan) = nullptr;
  /// Who would wait for ever, once it is known what programs want. `highestLoad`: that terminals
  /// ever send at, in any phase. nullptr: nobody.
  Issues (*checkWaits)(const Setup& setup, double highestLoad) = nullptr;
  /// Works out what the switches need of a whole setup, its traffic and routing included, until a
  /// stop is requested; nullptr: nothing.
  Issues (*complete)(Setup& setup, const std::stop_token& stop) = nullptr;
  /// What is wrong with a network of that kind whatever the settings; nullptr: nothing.
  std::optional<Issue> (*checkNetwork)(const Topology& topology) = nullptr;
  /// Packets go where the routing sends them; false: it is not asked.
  bool routes = true;
  /// Families that it has parameters of its own for: those of all of them are listed. Empty: they
  /// are the same everywhere.
  std::vector<std::string> differsOn;
  /// Packets of one run may have so many lengths, and the network so many ports of routers.
  std::size_t mostLengths = std::numeric_limits<std::size_t>::max();
  std::size_t mostPorts = std::numeric_limits<std::size_t>::max();
  /// Packets wait in the router's buffer for terminals, not in a queue of their terminal.
  bool sourceQueueInRouter = false;
  /// Channels may carry less than a flit a cycle.
  bool anyBandwidth = false;
  /// The ideal of applications has what packets of one message cost each other (of caches see
  /// zero_load_times.h); false: of circuits, where that depends on when they meet their slots.
  bool timesLoneMessages = true;
};

/// The first is the default.
const Registry<SwitchModel>& switchModels();

/// That of a design; the default where it names none, or one that is not known.
const SwitchModel& switchModelOf(const Design& design);

SwitchModel vctModel();
SwitchModel wormholeModel();
SwitchModel hybridModel();
SwitchModel slottedModel();

}  // namespace hopscope
