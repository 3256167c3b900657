// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>

#include "engine/switching/circuit_observation.h"
#include "engine/topology/topology.h"
#include "ui/document/design_document.h"
#include "ui/drawing/theme.h"

class QComboBox;
class QLabel;

namespace hopscope {

class ChannelSlotsTable;
class ChannelTimeRows;

/// Circuits whose slots move on hop by hop: the plan, channel by channel and slot by slot, what the
/// channels carry of either kind, and how packets with and without a circuit fare.
class ShiftedPage : public QWidget {
  Q_OBJECT

 public:
  explicit ShiftedPage(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// `known` false: only the plan is, not what is carried.
  void setDetail(std::shared_ptr<const Topology> topology,
                 std::shared_ptr<const ShiftedDetail> detail, bool known);
  /// Whose channels are shown, also in the next run; kNone: those that are.
  void showRouter(RouterId router);
  RouterId router() const { return router_; }

 signals:
  /// A circuit was chosen: its terminals, and the links of its path.
  void partsWanted(const hopscope::Parts& parts);

 private:
  void choose(std::uint32_t entry);
  void fillRouters();
  void listRouter();
  void fillRows();

  std::shared_ptr<const Topology> topology_;
  std::shared_ptr<const ShiftedDetail> detail_;
  bool known_ = false;
  RouterId router_ = 0;
  RouterId wanted_ = 0;  ///< what was asked for, which not each network has
  QLabel* round_;
  ChannelTimeRows* time_;
  QLabel* kinds_;
  QComboBox* routers_;
  ChannelSlotsTable* table_;
  QLabel* words_;
};

}  // namespace hopscope
