// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "engine/design/design.h"
#include "engine/topology/topology.h"
#include "ui/document/design_document.h"

namespace hopscope {

class Actions;

/// The actions that let selected parts of a running network fail, and work again.
class FaultFlows : public QObject {
  Q_OBJECT

 public:
  FaultFlows(Actions& actions, QObject* parent);

  /// Enables what suits the selection, of a run of `topology` in which `failed` have failed.
  void offer(const Topology& topology, const Parts& selection, const PartIds& failed);
  void offerNothing();

 signals:
  void changeWanted(const hopscope::Phase& change);

 private:
  void show(const char* action, const PartIds& parts, const QString& link, const QString& router,
            const QString& several);

  Actions& actions_;
  PartIds live_, failed_;  ///< of the selection
};

}  // namespace hopscope
