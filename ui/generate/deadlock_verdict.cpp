// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/deadlock_verdict.h"

#include <QObject>

#include "engine/design/compile.h"
#include "engine/routing/dependency_graph.h"
#include "ui/words/engine_text.h"

namespace hopscope {

namespace {

QString channelsText(const VcCounts& counts, const Topology& topology) {
  bool local = false, global = false;
  for (LinkId link = 0; link < topology.linkCount(); ++link) {
    local = local || topology.kindOf(link) == LinkKind::local;
    global = global || topology.kindOf(link) == LinkKind::global;
  }
  if (local && global && counts.local != counts.global)
    return QObject::tr("%1 local and %2 global virtual channels")
        .arg(counts.local)
        .arg(counts.global);
  const unsigned count = global ? counts.global : counts.local;
  return count == 1 ? QObject::tr("one virtual channel")
                    : QObject::tr("%1 virtual channels").arg(count);
}

}  // namespace

DeadlockVerdict proveDeadlockFree(const Design& design) {
  const Compiled compiled = compile(design);
  if (!compiled.setup) {
    for (const Issue& issue : compiled.issues)
      if (issue.severity == Severity::error) return {false, issueText(issue)};
    return {false, QObject::tr("The design does not compile.")};
  }
  const Setup& setup = *compiled.setup;
  const DependencyReport report =
      examineDependencies(*setup.topology, *setup.routing, reuseOf(setup));
  if (!report.deadlockFree() || report.undeliveredPairs > 0)
    return {false, engineText(describe(*setup.topology, report))};
  const QString sentence =
      report.escape
          ? QObject::tr(
                "Deadlock-free with %1: packets can always fall back on its escape network.")
          : QObject::tr("Deadlock-free with %1: its channel dependencies have no cycle.");
  return {true, sentence.arg(channelsText(setup.virtualChannels, *setup.topology))};
}

}  // namespace hopscope
