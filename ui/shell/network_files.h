// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>

#include "engine/design/design.h"
#include "engine/topology/placement.h"
#include "engine/topology/topology.h"

class QWidget;

namespace hopscope {

/// A network in another program's file, as a drawn design.
struct NetworkImport {
  std::optional<Design> design;  ///< nothing where the file can't be read
  QString message;               ///< why not; or what the design does not keep; or empty
};
NetworkImport readNetworkFile(const QString& file);

/// Writes the design's network in the format that the file's name ends in. One sentence on what
/// went wrong, or empty.
QString writeNetworkFile(const QString& file, const Design& design, const Topology& topology,
                         const Placement& placement);

/// The names that the user chose; empty where he didn't.
QString askForNetworkFile(QWidget* window);
QString askForNetworkTarget(QWidget* window, const QString& designName);

}  // namespace hopscope
