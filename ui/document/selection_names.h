// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "engine/topology/topology.h"
#include "ui/document/design_document.h"

namespace hopscope {

/// A name for one kind of part or several, inside a sentence: "router 3", "4 routers", "5 parts".
/// Ids are those of the design, as in files.
QString namesOf(const Topology& topology, const Parts& parts);

/// "router 3 to router 7", "terminal 5 to router 2": a link by its ends.
QString linkName(const Topology& topology, LinkId link);

}  // namespace hopscope
