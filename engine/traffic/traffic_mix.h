// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/issue.h"
#include "engine/core/value.h"
#include "engine/traffic/traffic_pattern.h"

/// Several classes of traffic at once, as a design names them: one line of text such as
/// "web = 0.7 uniform; bulk = 0.3 hot_spot(share=0.5 targets=[0 5]) 8 flits".
namespace hopscope {

/// A class of a mix: who sends to whom, and how much of the load it is.
struct MixPart {
  std::string name;
  double share = 1;                 ///< of the offered load, against the other classes' shares
  std::string pattern = "uniform";  ///< in the registry
  Values values;                    ///< the pattern's own, where they are not its defaults
  std::uint32_t flits = 0;          ///< of its packets; 0: as long as the design's

  bool operator==(const MixPart&) const = default;
};

/// The longest packets that a class may ask for, in flits.
inline constexpr std::uint32_t kLongestClassPacket = 4096;

/// What classes are called that no one has named: "class 1", "class 2", …
std::string usualClassName(std::size_t index);

inline constexpr std::size_t kLongestClassName = 40;  ///< characters

/// Whether a class may be called so: the text that stands for the mix must remain readable.
bool isClassName(std::string_view name);

/// What isClassName asks for, in words.
Sentence classNameRule();

/// Where the class stands in a document: "traffic.parts[1]".
std::string mixPlace(std::size_t index);

/// The classes of a mix, and what is wrong with them on any network.
struct ReadMix {
  std::vector<MixPart> parts;
  Issues issues;
};
ReadMix parseMix(std::string_view text);

/// The text that parseMix reads.
std::string mixText(const std::vector<MixPart>& parts);

/// What a mix is made of once it is known who sends to whom.
std::unique_ptr<TrafficPattern> mixOf(std::vector<TrafficClass> classes);

}  // namespace hopscope
