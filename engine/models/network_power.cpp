// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/models/network_power.h"

#include <string>
#include <vector>

#include "engine/core/declare.h"
#include "engine/models/entries.h"
#include "engine/models/table_scale.h"

namespace hopscope {

std::uint64_t PowerCounts::entries(TableOrganisation organisation) const {
  switch (organisation) {
    case TableOrganisation::camFlat:
    case TableOrganisation::tcamFlat:
      return hosts;
    case TableOrganisation::perSwitch:
      return perSwitchEntries;
    case TableOrganisation::perGroup:
      return perGroupEntries;
    case TableOrganisation::compact:
      return compactEntries;
  }
  return 0;
}

PowerCounts countsOf(PowerNetwork network) {
  PowerCounts counts;
  const auto fill = [&](std::uint64_t groups, std::uint64_t switches, std::uint64_t hosts) {
    counts.hosts = groups * switches * hosts;
    counts.perSwitchEntries = hierarchicalRules(1, groups * switches, hosts);
    counts.perGroupEntries = hierarchicalRules(groups, switches, hosts);
  };
  switch (network) {
    case PowerNetwork::foldedClos: {
      // 6.5 groups of 36 pods; levels 1 to 3 have as many switches each, the fourth half of that.
      constexpr std::uint64_t kHalf = 36, kPods = 13 * kHalf / 2;
      fill(kPods, kHalf, kHalf);
      counts.switches = 3 * kPods * kHalf + kPods * kHalf / 2;
      counts.compactEntries = 2 * kHalf;
      break;
    }
    case PowerNetwork::flattenedButterfly: {
      constexpr std::uint64_t kRow = 15, kLast = 6;
      fill(kRow * kRow * kLast, kRow, kRow);
      counts.switches = kRow * kRow * kRow * kLast;
      counts.compactEntries = kRow + 3 * (kRow - 1) + kLast - 1;
      break;
    }
    case PowerNetwork::dragonfly: {
      constexpr std::uint64_t kGroups = 463, kSize = 36, kHosts = 18;
      fill(kGroups, kSize, kHosts);
      counts.switches = kGroups * kSize;
      counts.electricalPorts = counts.switches * (kSize - 1);
      counts.compactEntries = kHosts + 2 * (kSize - 1) + kHosts;
      break;
    }
  }
  return counts;
}

PowerCounts countsOf(ScaledFamily family, std::uint64_t ports, std::uint64_t dimensions) {
  const ScaledNetwork network = scaledNetwork(family, ports, dimensions);
  PowerCounts counts;
  counts.switches = network.switches;
  counts.hosts = network.hosts();
  counts.ports = ports;
  // Groups are fully connected, or flattened butterflies of two dimensions as wide as there are
  // hosts at a switch.
  if (family == ScaledFamily::dragonfly)
    counts.electricalPorts = network.switches * (network.switchesPerGroup - 1);
  if (family == ScaledFamily::dragonfly2d)
    counts.electricalPorts = network.switches * 2 * (network.hostsPerSwitch - 1);
  counts.perSwitchEntries = network.perSwitch();
  counts.perGroupEntries = network.perGroup();
  counts.compactEntries = compactBounds(family, network).least;
  return counts;
}

SwitchPower switchPower(const PowerCounts& counts, TableOrganisation organisation,
                        const PowerParts& parts, double entries) {
  const auto switches = static_cast<double>(counts.switches);
  const auto ports = static_cast<double>(counts.ports);
  double electrical = static_cast<double>(counts.hosts);
  if (parts.localElectrical) electrical += static_cast<double>(counts.electricalPorts);
  electrical /= switches;
  const double packetsPerSecond = parts.linkGbps * 1e9 / 8 / parts.wireBytes;
  SwitchPower power;
  power.fixed = parts.fixedW;
  power.ports = electrical * parts.electricalPortW + (ports - electrical) * parts.opticalPortW;
  power.buffers = ports * parts.bufferPasses * packetsPerSecond * parts.bufferNj * 1e-9;
  if (entries <= 0) entries = static_cast<double>(counts.entries(organisation));
  power.table = organisation == TableOrganisation::camFlat ? parts.camW
                                                           : entries * parts.tcamMwPerEntry / 1000;
  return power;
}

namespace formulas {
namespace {

using declare::choice;
using declare::number;

Parameter real(const char* name, const char* label, Value fallback, double most, const char* unit,
               const char* help = "") {
  return number(ParameterType::real, name, label, std::move(fallback), 0, most, unit, help);
}

PowerNetwork networkOf(const Values& values) {
  const std::string& name = textAt(values, "network");
  return name == "folded_clos"           ? PowerNetwork::foldedClos
         : name == "flattened_butterfly" ? PowerNetwork::flattenedButterfly
                                         : PowerNetwork::dragonfly;
}

TableOrganisation organisationOf(const Values& values) {
  const std::string& name = textAt(values, "organisation");
  return name == "cam_flat"    ? TableOrganisation::camFlat
         : name == "tcam_flat" ? TableOrganisation::tcamFlat
         : name == "switch"    ? TableOrganisation::perSwitch
         : name == "group"     ? TableOrganisation::perGroup
                               : TableOrganisation::compact;
}

PowerParts partsOf(const Values& values) {
  PowerParts parts;
  if (textAt(values, "model") == "single_pass") {
    parts.bufferPasses = 1;
    parts.tcamMwPerEntry = 3.0;
    parts.camW = 25.1;
    parts.localElectrical = false;
  }
  parts.opticalPortW = realAt(values, "optical_port");
  parts.electricalPortW = realAt(values, "electrical_port");
  parts.fixedW = realAt(values, "fixed");
  parts.bufferNj = realAt(values, "buffer_energy");
  parts.linkGbps = realAt(values, "link_rate");
  parts.wireBytes = realAt(values, "wire_bytes");
  return parts;
}

Parameter organisationParameter() {
  return choice("organisation", "Tables", "compact",
                {{"cam_flat", "CAM, flat"},
                 {"tcam_flat", "TCAM, flat"},
                 {"switch", "TCAM, switch and host"},
                 {"group", "TCAM, group, switch and host"},
                 {"compact", "TCAM, compact"}},
                "");
}

Parameter fitParameter() {
  return choice("model", "Fit", "two_passes",
                {{"two_passes", "Input and output buffer, 3.3 mW an entry"},
                 {"single_pass", "One buffer, 3.0 mW an entry, optical ports within groups"}},
                "the first meets every number in print");
}

void addPartParameters(std::vector<Parameter>& parameters) {
  Parameter bytes = real("wire_bytes", "Bytes on the wire", std::int64_t{64}, 10'000, "bytes",
                         "of a packet; 84 with preamble and gap");
  bytes.minimum = 1;
  for (Parameter& each : std::vector<Parameter>{
           real("optical_port", "Optical port", 0.6, 1000, "W"),
           real("electrical_port", "Electrical port", 0.48, 1000, "W"),
           real("fixed", "Processor and logic", std::int64_t{30}, 10'000, "W"),
           real("buffer_energy", "Buffer, write and read of 64 bytes", 9.0041, 1e6, "nJ"),
           real("link_rate", "Link rate", std::int64_t{40}, 1e5, "Gb/s"), bytes})
    parameters.push_back(std::move(each));
}

/// What a network of such switches has, and what one of them takes; then what is the model's own.
std::vector<ModelOutput> outputsAfterSwitch(const std::vector<ModelOutput>& own) {
  std::vector<ModelOutput> outputs{{"switches", "Switches", ""},
                                   {"hosts", "Hosts", ""},
                                   {"entries", "Table entries of a switch", ""},
                                   {"table_w", "Table of a switch", "W"},
                                   {"buffers_w", "Buffers of a switch", "W"},
                                   {"ports_w", "Ports of a switch", "W"},
                                   {"fixed_w", "Processor and logic of a switch", "W"},
                                   {"switch_w", "Switch", "W"}};
  outputs.insert(outputs.end(), own.begin(), own.end());
  return outputs;
}

}  // namespace

Model networkPower() {
  Model model;
  model.name = "network_power";
  model.label = "Power of a network of 300,000 hosts";
  model.help =
      "Three networks of 72-port switches, five organisations of their tables, all ports busy with "
      "packets of 64 bytes. What a table takes is a fit to the numbers in print, not a recovered "
      "model.";
  model.source =
      "Benito, Vallejo & Beivide 2015, section VI-A; Benito 2020, section 4.1; the saving is "
      "against the folded Clos with flat CAM";
  model.parameters = {
      choice("network", "Network", "dragonfly",
             {{"folded_clos", "Folded Clos, 4 levels"},
              {"flattened_butterfly", "Flattened butterfly, 4-D"},
              {"dragonfly", "Dragonfly"}},
             ""),
      organisationParameter(),
      fitParameter(),
      number(ParameterType::integer, "entries", "Table entries", std::int64_t{0}, 0, 1e9, "",
             "0 takes those of the organisation; compact Dragonfly tables vary, 106 to 515"),
  };
  addPartParameters(model.parameters);
  model.outputs = outputsAfterSwitch({{"tables_mw", "All tables", "MW"},
                                      {"total_mw", "Network", "MW"},
                                      {"saving", "Saved against flat CAM in the Clos", "%"}});
  model.evaluate = [](const Values& values) -> std::vector<double> {
    const PowerParts parts = partsOf(values);
    const PowerCounts counts = countsOf(networkOf(values));
    const TableOrganisation organisation = organisationOf(values);
    const double given = realAt(values, "entries");
    const SwitchPower power = switchPower(counts, organisation, parts, given);
    const auto switches = static_cast<double>(counts.switches);
    const double total = switches * power.total();
    const PowerCounts clos = countsOf(PowerNetwork::foldedClos);
    const double reference = static_cast<double>(clos.switches) *
                             switchPower(clos, TableOrganisation::camFlat, parts).total();
    const double entries = given > 0 ? given : static_cast<double>(counts.entries(organisation));
    return {switches,
            static_cast<double>(counts.hosts),
            entries,
            power.table,
            power.buffers,
            power.ports,
            power.fixed,
            power.total(),
            switches * power.table / 1e6,
            total / 1e6,
            100 * (1 - total / reference)};
  };
  return model;
}

Model scaledPower() {
  Model model;
  model.name = "scaled_power";
  model.label = "Power of the largest network";
  model.help =
      "The largest balanced network of switches with so many ports, all of them busy with packets "
      "of 64 bytes. What an exact table of 300,000 entries takes is scaled to its hosts.";
  model.source =
      "Benito, Vallejo & Beivide 2015, sections III and VI-A: the parts of the study of 300,000 "
      "hosts, here for any size";
  std::vector<ParameterChoice> networks;
  for (const NamedFamily& each : scaledFamilies()) networks.push_back({each.name, each.label});
  model.parameters = {
      choice("network", "Network", "dragonfly", std::move(networks), ""),
      number(ParameterType::integer, "ports", "Ports per switch", std::int64_t{72}, 4, 512, "", ""),
      organisationParameter(), fitParameter()};
  addPartParameters(model.parameters);
  model.outputs = outputsAfterSwitch(
      {{"host_w", "Network, for each host", "W"}, {"total_mw", "Network", "MW"}});
  model.evaluate = [](const Values& values) -> std::vector<double> {
    const NamedFamily& family = scaledFamily(textAt(values, "network"));
    const auto ports = static_cast<std::uint64_t>(integerAt(values, "ports"));
    const PowerCounts counts = countsOf(family.family, ports, family.dimensions);
    const TableOrganisation organisation = organisationOf(values);
    const auto hosts = static_cast<double>(counts.hosts);
    PowerParts parts = partsOf(values);
    parts.camW *= hosts / parts.camEntries;
    const SwitchPower power = switchPower(counts, organisation, parts);
    const auto switches = static_cast<double>(counts.switches);
    const double total = switches * power.total();
    return {switches,    hosts,         static_cast<double>(counts.entries(organisation)),
            power.table, power.buffers, power.ports,
            power.fixed, power.total(), total / hosts,
            total / 1e6};
  };
  return model;
}

}  // namespace formulas
}  // namespace hopscope
