// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/sentence.h"
#include "engine/design/design.h"

namespace hopscope {

/// What mends something, or may: settings to change, or routers of a drawing to connect.
struct Remedy {
  Sentence verb;  ///< "Set to 150 flits", of one to try "UGAL"; empty: there is none
  std::vector<std::pair<std::string, Value>> settings;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> links;  ///< ids of routers
  Sentence reason{};  ///< of one to try: why it may help, within a sentence; may be empty

  bool empty() const { return verb.empty(); }
  bool operator==(const Remedy&) const = default;
};

/// The design with the remedy applied. Settings that apply no longer after a choice go.
Design remedied(Design design, const Remedy& remedy);

/// "--set routing.algorithm=ugal": what the command line is told for it; empty for one that is not
/// made of settings.
std::string asOptions(const Remedy& remedy);

/// The remedy that sets one setting, with the words "Set to 150 flits"; empty where the design has
/// no such setting, or that value is not allowed.
Remedy settingRemedy(const Design& design, const std::string& path, const Value& value);

/// The same with other words; empty also where the design has that value.
Remedy settingTo(const Design& design, const std::string& path, const Value& value,
                 const Sentence& verb);

/// A remedy that mends something as one to try, whose words are a name: "2 virtual channels" where
/// it says "Use 2 virtual channels" of itself.
Remedy asOneToTry(const Design& design, Remedy remedy);

/// Whether a run of the design may begin: it compiles, and where the proof takes no longer than
/// some tenths of a second, all pairs are reached and packets cannot deadlock (unless the design
/// allows that).
bool mayRun(const Design& design, const std::stop_token& stop = {});

/// Whether the proof was made, and says that packets cannot deadlock and all pairs are reached.
bool provesSound(const Design& design, const std::stop_token& stop = {});

}  // namespace hopscope
