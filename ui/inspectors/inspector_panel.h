// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QWidget>

#include "ui/document/design_document.h"
#include "ui/run/run_view.h"

class QStackedWidget;

namespace hopscope {

struct Finding;
class LinkInspector;
class PacketInspector;
class PastBar;
class RouterInspector;
struct Remedy;
class RunSummary;

/// What the right column shows in Run mode: the selected router, link or terminal, else the packet
/// that is followed, else the run as a whole, else a hint.
class InspectorPanel : public QWidget {
  Q_OBJECT

 public:
  explicit InspectorPanel(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// Shows `view` for `selection`. `force` redraws at once; otherwise at most ten times a second.
  void show(const RunView& view, const Parts& selection, bool force);

 signals:
  /// A name in a panel was clicked: select that part on the canvas.
  void partsClicked(const hopscope::Parts& parts);
  /// A finding of the run that goes on: show what it is about, or do what mends it.
  void findingClicked(const hopscope::Finding& finding);
  void remedyWanted(const hopscope::Remedy& remedy);
  void trialWanted(const hopscope::Remedy& remedy);
  /// A time was clicked.
  void seekRequested(hopscope::Cycle cycle);
  /// The next packet of that terminal shall be followed; kNone: none any more.
  void followRequested(hopscope::TerminalId terminal);
  /// What other forwarding caches would do there (ForwardingPage).
  void otherCachesRequested(hopscope::RouterId router, hopscope::PortIndex port);

  /// What the run was like inside at the moment of its past that is looked at.
  void insideRequested();

 private:
  PastBar* past_;
  QStackedWidget* pages_;
  QWidget* hint_;
  RunSummary* summary_;
  RouterInspector* router_;
  LinkInspector* link_;
  PacketInspector* packet_;
  QElapsedTimer sinceShown_;
};

}  // namespace hopscope
