// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/selection_names.h"

#include <QObject>

#include "ui/words/part_names.h"

namespace hopscope {

QString linkName(const Topology& topology, LinkId link) {
  const Link& cable = topology.links[link];
  return QObject::tr("%1 to %2").arg(endName(topology, cable.a), endName(topology, cable.b));
}

QString namesOf(const Topology& topology, const Parts& parts) {
  const auto routers = parts.routers.size();
  const auto terminals = parts.terminals.size();
  const auto links = parts.links.size();
  const auto notes = parts.notes.size();
  const auto all = routers + terminals + links + notes;
  if (all == 1 && routers == 1) return endName(topology, {*parts.routers.begin(), 0, false});
  if (all == 1 && terminals == 1) return endName(topology, {*parts.terminals.begin(), 0, true});
  if (all == 1 && notes == 1) return QObject::tr("a note");
  if (all == 1) return QObject::tr("link %1").arg(linkName(topology, *parts.links.begin()));
  if (all == routers) return QObject::tr("%1 routers").arg(all);
  if (all == terminals) return QObject::tr("%1 terminals").arg(all);
  if (all == notes) return QObject::tr("%1 notes").arg(all);
  if (all == links) return QObject::tr("%1 links").arg(all);
  return QObject::tr("%1 parts").arg(all);
}

}  // namespace hopscope
