// SPDX-License-Identifier: GPL-3.0-or-later
// What Run mode says of a run that saturates, and offers to try.
#include <utility>
#include <vector>

#include "ui/document/remedies.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/run_findings.h"
#include "ui/shell/run_mode.h"

namespace hopscope {

namespace {

/// Remedies offered beside each other: more would push the words out of the message.
constexpr std::size_t kMostTries = 2;

}  // namespace

/// Says in brief, beside all that the inspector says, what it came to and what can be done.
void RunMode::postSaturation(const Results& results, RowId run) {
  std::vector<Finding> findings;
  addRunFindings(run_.design(), *run_.topology(), results, findings);
  const Finding& saturated = findings.front();  // said first, as nothing spoke of the load before
  std::vector<MessageAction> verbs{{tr("Show me"), [this, saturated] { showFinding(saturated); }}};
  // They are checked here and now, which takes its time where the network is large.
  constexpr std::uint32_t kMostRouters = 1000;
  if (session_.currentDesign() == runDesign_ && run_.topology()->routerCount() <= kMostRouters)
    for (const Remedy& each : remediesToTry(run_.design(), kMostTries))
      verbs.push_back({tr("Try %1").arg(each.verb),
                       [this, each, of = run_.design(), run] { tryRemedy(each, of, run); }});
  const Remedy& remedy = saturated.remedy;
  if (!remedy.empty() && session_.currentDesign() == runDesign_)
    verbs.push_back({remedy.verb, [this, remedy, of = runDesign_] {
                       if (session_.currentDesign() != of) return;
                       DesignDocument& document = session_.document();
                       document.replaceDesign(remedied(document.design(), remedy), remedy.verb);
                     }});
  messages_.post(QLatin1String(kRunKey), Severity::warning, saturated.text, std::move(verbs));
}

void RunMode::tryRemedy(const Remedy& remedy, const Design& of, RowId beside) {
  if (!session_.isOpen() || !mayBegin()) return;
  // The design may have changed since that run: only what the remedy changes may differ from it.
  Design variant = remedied(of, remedy);
  variant.name = tr("%1, %2").arg(QString::fromStdString(of.name), remedy.verb).toStdString();
  session_.addDesign(variant);
  setSpeed(0);  // what it comes to is what is asked for
  startOver();
  beside_ = beside;
}

}  // namespace hopscope
