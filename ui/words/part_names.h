// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "engine/topology/topology.h"

/// What parts of a network are called on the screen, by the ids that stand in files.
namespace hopscope {

/// "router 21", and with a name of the user's "router 21 “rack 12”".
QString routerName(const Topology& topology, RouterId router);
QString terminalName(const Topology& topology, TerminalId terminal);
QString endName(const Topology& topology, const LinkEnd& end);
QString channelName(const Topology& topology, ChannelId channel);  ///< "router 6 → router 21"
/// "Group 5, position 1", on a grid "Row 5, column 1"; empty in a family without groups.
QString routerPlace(const Topology& topology, RouterId router);
QString groupName(const Topology& topology, std::int32_t group);  ///< "Group 5", "Row 5"
/// The first letter in upper case, for the head of a panel.
QString asTitle(QString name);

}  // namespace hopscope
