// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/explore/explore_parameters.h"

#include <utility>

#include "engine/core/declare.h"
#include "engine/models/network_power.h"
#include "engine/topology/generators/family.h"

namespace hopscope {
namespace {

using declare::choice;
using declare::number;

Parameter count(const char* name, const char* label, std::int64_t fallback, double least,
                double most, const char* unit, const char* help) {
  return number(ParameterType::integer, name, label, fallback, least, most, unit, help);
}

Parameter real(const char* name, const char* label, double fallback, double least, double most,
               const char* unit, const char* help) {
  return number(ParameterType::real, name, label, fallback, least, most, unit, help);
}

Parameter price(const char* name, const char* label, double fallback, const char* unit,
                const char* help) {
  return real(name, label, fallback, -1e6, 1e6, unit, help);
}

std::vector<Parameter> sizeParameters() {
  const auto mostTerminals = static_cast<double>(kMaxTerminals);
  Parameter sizes = count("router_ports", "Routers for sale", 0, 1,
                          static_cast<double>(families::kMaxRadix), "ports",
                          "Each network takes the smallest with enough ports; none: routers have "
                          "as many as are used.");
  sizes.type = ParameterType::integers;
  sizes.fallback = std::vector<std::int64_t>{};
  return {count("terminals.least", "Terminals, at least", 10'000, 2, mostTerminals, "", ""),
          count("terminals.most", "Terminals, at most", 12'000, 2, mostTerminals, "", ""),
          count("radix", "Ports of a router, at most", 64, 2,
                static_cast<double>(families::kMaxRadix), "", ""),
          sizes,
          real("link_gbps", "Link rate", 40, 0.001, 1e5, "Gb/s", ""),
          real("throughput", "Saturation bound, at least", 0, 0, 1, "flits/terminal/cycle",
               "Under uniform traffic, by the family's first routing; others are left out."),
          real("worst_throughput", "Bound of the worst permutation, at least", 0, 0, 1,
               "flits/terminal/cycle", "Likewise; where it is not known, nothing is left out.")};
}

std::vector<Parameter> floorParameters() {
  return {count("floor.rack_terminals", "Terminals in a rack", 128, 0, 1e6, "",
                "With their routers; 0: as many as there are at the routers of a rack."),
          count("floor.rack_routers", "Routers in a rack, at most", 64, 1, 1e5, "", ""),
          real("floor.rack_width", "Rack width", 0.6, 0.01, 100, "m", "Along an aisle."),
          real("floor.row_depth", "Rack depth and aisle", 2.4, 0.01, 100, "m", "Across aisles."),
          real("floor.in_rack", "Cable within a rack", 1, 0, 100, "m", ""),
          real("floor.overhead", "Cable up and down at both racks", 2, 0, 100, "m",
               "Added to the way along the aisles."),
          real("floor.electrical_up_to", "Electrical cables up to", 5, 0, 1e4, "m",
               "Longer ones are optical.")};
}

std::vector<Parameter> priceParameters() {
  std::vector<ParameterChoice> lists;
  for (const PriceList& list : priceLists()) lists.push_back({list.name, list.label});
  return {
      choice(kPriceListSetting, "Price list", priceLists().entries().front().name, std::move(lists),
             "Where prices come from that are not given here."),
      price("prices.router_fixed", "Router", 0, "$", "Without ports."),
      price("prices.router_per_port", "Port of a router", 0, "$", ""),
      price("prices.electrical_fixed", "Electrical cable", 0, "$ per Gb/s", "Without length."),
      price("prices.electrical_per_m", "Electrical cable, by length", 0, "$ per Gb/s and m", ""),
      price("prices.optical_fixed", "Optical cable", 0, "$ per Gb/s",
            "With its transceivers, without length."),
      price("prices.optical_per_m", "Optical cable, by length", 0, "$ per Gb/s and m", ""),
      declare::boolean("prices.terminal_cables", "Cables of terminals are paid", true, "")};
}

/// Benito, Vallejo & Beivide 2015, section VI-A, with tables as small as they can be.
std::vector<Parameter> powerParameters() {
  const PowerParts parts;
  return {real("power.optical_port", "Optical port", parts.opticalPortW, 0, 1000, "W", ""),
          real("power.electrical_port", "Electrical port", parts.electricalPortW, 0, 1000, "W", ""),
          real("power.fixed", "Processor and logic of a router", parts.fixedW, 0, 1e4, "W", ""),
          real("power.buffer_energy", "Buffer, write and read of 64 bytes", parts.bufferNj, 0, 1e6,
               "nJ", "Of every port, busy with packets of 64 bytes."),
          count("power.buffer_passes", "Buffers that a packet passes", parts.bufferPasses, 0, 8, "",
                "In a router."),
          real("power.wire_bytes", "Bytes on the wire", parts.wireBytes, 1, 1e4, "bytes",
               "Of such a packet; 84 with preamble and gap."),
          real("power.table_entry", "Entry of a table", parts.tcamMwPerEntry, 0, 1e6, "mW",
               "A router's table has an entry for each of its ports, the least there can be.")};
}

PriceList listOf(const char* name, const char* label, const char* source, Values prices) {
  PriceList list;
  list.name = name;
  list.label = label;
  list.source = source;
  list.prices = std::move(prices);
  return list;
}

}  // namespace

const Registry<PriceList>& priceLists() {
  static const Registry<PriceList> registry({
      listOf("besta2014", "InfiniBand FDR10, 2014",
             "Besta & Hoefler, Slim Fly, SC 2014, section VI-B: Mellanox cables and routers; "
             "written down from memory, and yet to be compared with the print",
             {{"prices.router_fixed", -892.3},
              {"prices.router_per_port", 350.4},
              {"prices.electrical_fixed", 0.5771},
              {"prices.electrical_per_m", 0.4079},
              {"prices.optical_fixed", 2.7452},
              {"prices.optical_per_m", 0.0919}}),
      listOf(
          "kim2008", "Active optical cables, 2008",
          "Kim, Dally, Scott & Abts, Dragonfly, ISCA 2008, figure 2 (cables); Kim, Dally & "
          "Abts, ISCA 2007, table 2 (a router of 64 ports for $390); written down from memory, and "
          "yet to be compared with the print",
          {{"prices.router_fixed", 0.0},
           {"prices.router_per_port", 390.0 / 64},
           {"prices.electrical_fixed", 2.16},
           {"prices.electrical_per_m", 1.4},
           {"prices.optical_fixed", 9.7103},
           {"prices.optical_per_m", 0.364}}),
  });
  return registry;
}

const std::vector<Parameter>& exploreParameters() {
  static const std::vector<Parameter> all = [] {
    std::vector<Parameter> parameters;
    for (const auto& part :
         {sizeParameters(), floorParameters(), priceParameters(), powerParameters()})
      parameters.insert(parameters.end(), part.begin(), part.end());
    return parameters;
  }();
  return all;
}

Values exploreDefaults(const PriceList& list) {
  Values values = defaultsOf(exploreParameters());
  for (const auto& [path, value] : list.prices) values[path] = value;
  values[kPriceListSetting] = list.name;
  return values;
}

}  // namespace hopscope
