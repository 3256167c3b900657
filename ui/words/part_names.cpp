// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/part_names.h"

#include <QObject>
#include <algorithm>

#include "engine/topology/generator.h"
#include "engine/topology/part_words.h"
#include "ui/words/engine_text.h"

namespace hopscope {

namespace {

std::uint32_t fileId(const std::vector<std::uint32_t>& ids, std::uint32_t dense) {
  return dense < ids.size() ? ids[dense] : dense;
}

/// The part with what the user calls it, where that is anything.
QString called(const QString& part, const Topology& topology, const LinkEnd& end) {
  const std::string& name = givenName(topology, end);
  if (name.empty()) return part;
  return QObject::tr("%1 “%2”").arg(part, QString::fromStdString(name));
}

}  // namespace

QString routerName(const Topology& topology, RouterId router) {
  return called(QObject::tr("router %1").arg(fileId(topology.routerIds, router)), topology,
                {router, 0, false});
}

QString terminalName(const Topology& topology, TerminalId terminal) {
  return called(QObject::tr("terminal %1").arg(fileId(topology.terminalIds, terminal)), topology,
                {terminal, 0, true});
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
  return engineText(groupingOf(topology).place(topology.group[router], topology.position[router]));
}

QString groupName(const Topology& topology, std::int32_t group) {
  return engineText(groupingOf(topology).name(group));
}

QString asTitle(QString name) {
  if (!name.isEmpty()) name[0] = name[0].toUpper();
  return name;
}

}  // namespace hopscope
