// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "engine/models/table_scale.h"

namespace hopscope {

/// The networks of about 300,000 hosts whose power is compared, of 72-port switches (Benito,
/// Vallejo & Beivide 2015, section VI-A).
enum class PowerNetwork : std::uint8_t { foldedClos, flattenedButterfly, dragonfly };

/// How their switches find an output port.
enum class TableOrganisation : std::uint8_t { camFlat, tcamFlat, perSwitch, perGroup, compact };

/// What is counted of one of them.
struct PowerCounts {
  std::uint64_t switches = 0, hosts = 0;
  std::uint64_t ports = 72;            ///< of a switch, powered whether used or not
  std::uint64_t electricalPorts = 0;   ///< of the network, between switches
  std::uint64_t perSwitchEntries = 0;  ///< of an access switch; every switch is charged so many
  std::uint64_t perGroupEntries = 0;
  std::uint64_t compactEntries = 0;  ///< of the Dragonfly the lower bound

  std::uint64_t entries(TableOrganisation organisation) const;
};

/// Folded Clos of four levels: pods of 36 access and 36 level-2 switches, 36 pods to a group of
/// 1,296 level-3 switches, 6.5 such groups, and a full fourth level. Flattened butterfly: 15 x 15 x
/// 15 x 6 with 15 hosts. Dragonfly: 463 groups of 36 switches with 18 hosts.
PowerCounts countsOf(PowerNetwork network);

/// The same of the largest balanced network of switches with so many ports (scaledNetwork). Links
/// within a Dragonfly's groups are electrical; of compact tables the lower bound.
PowerCounts countsOf(ScaledFamily family, std::uint64_t ports, std::uint64_t dimensions);

/// Power and energy of the parts of a switch.
struct PowerParts {
  double opticalPortW = 0.6;      ///< four lanes of 150 mW
  double electricalPortW = 0.48;  ///< 20 % less
  double fixedW = 30;             ///< processor and logic, a switch
  double bufferNj = 9.0041;       ///< write and read of a packet of 64 bytes, one buffer
  unsigned bufferPasses = 2;      ///< an input and an output buffer
  double tcamMwPerEntry = 3.3;
  double camW = 35.8;  ///< an exact table of `camEntries`
  double camEntries = 300'000;
  double linkGbps = 40;
  double wireBytes = 64;        ///< of a packet of 64 bytes; 84 with preamble and gap
  bool localElectrical = true;  ///< links within the Dragonfly's groups are short
};

/// A switch's power by part, the mean over the network's, in watts.
struct SwitchPower {
  double fixed = 0, ports = 0, buffers = 0, table = 0;

  double total() const { return fixed + ports + buffers + table; }
};

/// With every port busy with packets of 64 bytes. `entries` 0 takes those of the organisation.
SwitchPower switchPower(const PowerCounts& counts, TableOrganisation organisation,
                        const PowerParts& parts, double entries = 0);

}  // namespace hopscope
