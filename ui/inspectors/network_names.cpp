// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspectors/network_names.h"

#include <QObject>
#include <algorithm>

namespace hopscope {

namespace {

std::uint32_t fileId(const std::vector<std::uint32_t>& ids, std::uint32_t dense) {
  return dense < ids.size() ? ids[dense] : dense;
}

}  // namespace

QString routerName(const Topology& topology, RouterId router) {
  return QObject::tr("router %1").arg(fileId(topology.routerIds, router));
}

QString terminalName(const Topology& topology, TerminalId terminal) {
  return QObject::tr("terminal %1").arg(fileId(topology.terminalIds, terminal));
}

QString endName(const Topology& topology, const LinkEnd& end) {
  return end.isTerminal ? terminalName(topology, end.node) : routerName(topology, end.node);
}

QString channelName(const Topology& topology, ChannelId channel) {
  return QStringLiteral("%1 → %2").arg(endName(topology, topology.from(channel)),
                                       endName(topology, topology.to(channel)));
}

QString routerPlace(const Topology& topology, RouterId router) {
  const auto [low, high] = std::minmax_element(topology.group.begin(), topology.group.end());
  if (topology.group.empty() || *low == *high) return {};
  return QObject::tr("Group %1, position %2")
      .arg(topology.group[router])
      .arg(topology.position[router]);
}

QString asTitle(QString name) {
  if (!name.isEmpty()) name[0] = name[0].toUpper();
  return name;
}

}  // namespace hopscope
