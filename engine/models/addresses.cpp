// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/models/addresses.h"

#include <bit>
#include <cmath>

#include "engine/core/declare.h"
#include "engine/models/entries.h"

namespace hopscope::formulas {
namespace {

using declare::choice;
using declare::number;

constexpr int kAddressBits = 24;
/// The unit for any cube compares as many chunks as the narrowest of them leave room for.
constexpr std::int64_t kNarrowestChunk = 2;

}  // namespace

std::int64_t cubeTags(std::int64_t n, std::int64_t lag) {
  return 2 * n * lag + 1;
}

std::int64_t residentTorusTags(std::int64_t n, std::int64_t port, std::int64_t lag) {
  // Nobody sends to himself; and what comes in by dimension i goes straight on or turns into a
  // later one, either way round.
  return port == 0 ? 2 * n * lag : (1 + 2 * (n - port)) * lag + 1;
}

std::int64_t dragonflyTags(std::int64_t groups, std::int64_t switches, std::int64_t terminals) {
  return groups - 1 + switches - 1 + terminals;
}

int chunkBits(std::int64_t k) {
  return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(k - 1)));
}

Model nodeReductionTags() {
  Model model;
  model.name = "node_reduction_tags";
  model.label = "Tags of node reduction";
  model.help =
      "How many cache lines a switch needs where destinations are told apart by direction.";
  model.source = "Hirasawa 2022, section 5.2; Dragonfly and resident lines are counted";
  model.parameters = {
      choice("network", "Network", "torus",
             {{"mesh", "Mesh"},
              {"torus", "Torus"},
              {"fat_tree", "Fat tree"},
              {"dragonfly", "Dragonfly"}},
             ""),
      number(ParameterType::integer, "k", "Routers in a ring, or ports up", std::int64_t{5}, 2,
             4096, "", ""),
      number(ParameterType::integer, "n", "Dimensions", std::int64_t{2}, 1, 16, "", ""),
      number(ParameterType::integer, "lag", "Parallel links", std::int64_t{1}, 1, 16, "",
             "Of a mesh or torus."),
      number(ParameterType::integer, "port", "Port's dimension", std::int64_t{0}, 0, 16, "",
             "For resident lines: 1 is routed first; 0 is the port of the terminal."),
      number(ParameterType::integer, "groups", "Groups", std::int64_t{9}, 1, 100'000, "",
             "Of a Dragonfly."),
      number(ParameterType::integer, "switches", "Switches of a group", std::int64_t{4}, 1, 100'000,
             "", "Of a Dragonfly."),
      number(ParameterType::integer, "terminals", "Terminals of a switch", std::int64_t{2}, 1,
             100'000, "", "Of a Dragonfly.")};
  model.outputs = {{"tags", "Tags", ""}, {"resident", "Resident lines, odd k of 5 and more", ""}};
  model.check = [](const Values& values) -> Issues {
    if (integerAt(values, "port") <= integerAt(values, "n")) return {};
    return {{Severity::error, "port", sentence("The network has no port of that dimension."),
             sentence("Allowed: 0 for the terminal, then up to the number of dimensions.")}};
  };
  model.evaluate = [](const Values& values) -> std::vector<double> {
    const std::string& network = textAt(values, "network");
    const std::int64_t n = integerAt(values, "n");
    const std::int64_t k = integerAt(values, "k");
    const std::int64_t lag = integerAt(values, "lag");
    std::int64_t tags = cubeTags(n, lag);
    if (network == "fat_tree") tags = 2 * k;
    if (network == "dragonfly")
      tags = dragonflyTags(integerAt(values, "groups"), integerAt(values, "switches"),
                           integerAt(values, "terminals"));
    const bool counted = network == "torus" && k >= 5 && k % 2 == 1;
    return {static_cast<double>(tags),
            counted ? static_cast<double>(residentTorusTags(n, integerAt(values, "port"), lag))
                    : std::nan("")};
  };
  return model;
}

Model addressChunks() {
  Model model;
  model.name = "address_chunks";
  model.label = "Address of a cube in chunks";
  model.help = "A 24-bit address holds one chunk for each dimension.";
  model.source = "Hirasawa 2022, Table 6.1";
  model.parameters = {
      number(ParameterType::integer, "k", "Routers in a ring", std::int64_t{16}, 2, 4096, "", "")};
  model.outputs = {{"bits", "Bits of a chunk", ""},
                   {"chunks", "Dimensions", ""},
                   {"terminals", "Terminals", ""},
                   {"comparators", "Comparators of a unit for this cube alone", ""},
                   {"general_comparators", "Comparators of a unit for all cubes", ""}};
  model.evaluate = [](const Values& values) -> std::vector<double> {
    const int bits = chunkBits(integerAt(values, "k"));
    const int chunks = kAddressBits / bits;
    return {static_cast<double>(bits), static_cast<double>(chunks),
            std::pow(realAt(values, "k"), chunks), static_cast<double>(chunks),
            static_cast<double>(kAddressBits / kNarrowestChunk)};
  };
  return model;
}

}  // namespace hopscope::formulas
