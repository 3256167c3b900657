// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "engine/topology/topology.h"

/// What parts of a network are called on the screen, by the ids that stand in files.
namespace hopscope {

QString routerName(const Topology& topology, RouterId router);        ///< "router 21"
QString terminalName(const Topology& topology, TerminalId terminal);  ///< "terminal 42"
QString endName(const Topology& topology, const LinkEnd& end);
QString channelName(const Topology& topology, ChannelId channel);  ///< "router 6 → router 21"
/// "Group 5, position 1"; empty in a family without groups.
QString routerPlace(const Topology& topology, RouterId router);
/// The first letter in upper case, for the head of a panel.
QString asTitle(QString name);

}  // namespace hopscope
