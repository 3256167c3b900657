// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/issue.h"
#include "engine/topology/placement.h"

namespace hopscope {

/// A network as it travels between programs: routers, terminals and cables under ids of their own.
/// A plain value; what a file does not say is absent.
struct NetworkFile {
  struct Router {
    std::uint32_t id = 0;
    std::string label;
    std::optional<Point> place;

    bool operator==(const Router&) const = default;
  };
  struct Terminal {
    std::uint32_t id = 0;
    std::uint32_t router = 0;             ///< id of the router it is plugged into
    std::optional<std::int64_t> latency;  ///< of its cable, cycles, both directions
    std::optional<Point> place;
    std::string label = {};
    /// Flits a cycle, both directions; one where absent.
    std::optional<double> bandwidth = {};

    bool operator==(const Terminal&) const = default;
  };
  struct Link {
    std::uint32_t id = 0;
    std::uint32_t from = 0, to = 0;       ///< router ids
    bool global = false;                  ///< between groups
    std::optional<std::int64_t> latency;  ///< cycles, both directions
    /// Flits a cycle, both directions; one where absent.
    std::optional<double> bandwidth = {};

    bool operator==(const Link&) const = default;
  };

  std::string name;
  std::vector<Router> routers;
  std::vector<Terminal> terminals;
  std::vector<Link> links;

  bool operator==(const NetworkFile&) const = default;
};

/// The longest latency of a cable in a file, in cycles.
inline constexpr std::int64_t kMaxFileLatency = 100'000;
/// The least that a cable in a file carries, in flits a cycle; the most is one.
inline constexpr double kMinFileBandwidth = 0.001;
/// The largest file that is read, and the most cables between routers that it may have.
inline constexpr std::size_t kMaxNetworkFileBytes = 256u << 20;
inline constexpr std::size_t kMaxFileLinks = 4'000'000;

enum class NetworkFormat : std::uint8_t {
  graphml,  ///< GraphML: all of a NetworkFile
  dot,      ///< the language of Graphviz: all of it
  anynet,   ///< BookSim 2's network files: ids and latencies, one cable between two routers
};

struct NetworkFormatEntry {
  NetworkFormat format;
  std::string name;                  ///< "graphml"
  std::string label;                 ///< "GraphML"
  std::vector<std::string> endings;  ///< of file names, without the dot; the usual one first
};
const std::vector<NetworkFormatEntry>& networkFormats();
const NetworkFormatEntry* findNetworkFormat(std::string_view name);
/// By the ending of a file's name; nullptr where no format has it.
const NetworkFormatEntry* networkFormatOfFile(std::string_view file);
/// What a text looks like from its first word; nullptr where it is none of them.
const NetworkFormatEntry* guessNetworkFormat(std::string_view text);

struct ReadNetwork {
  NetworkFile network;  ///< usable only where `issues` has no error
  Issues issues;        ///< at most one error; its path is "line 12"
};
/// Reads a file. Whatever it holds is met with an issue, never with an exception or a crash.
ReadNetwork readNetwork(std::string_view text, NetworkFormat format);

struct WrittenNetwork {
  std::string text;  ///< usable only where `issues` has no error
  Issues issues;     ///< what the format has no words for
};
/// Writes a network whose ids are unique and whose ends exist.
WrittenNetwork writeNetwork(const NetworkFile& network, NetworkFormat format);

}  // namespace hopscope
