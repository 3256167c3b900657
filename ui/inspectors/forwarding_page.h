// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/forwarding/address_plan.h"
#include "ui/run/run_view.h"

class QComboBox;
class QLabel;
class QPushButton;
class QScrollArea;
class QToolButton;

namespace hopscope {

class AddressBits;
class CacheLegend;
class CacheTable;
class LookupList;
class PanelSection;
class RuleSection;

/// How a router of a run forwards: the cache of one of its ports with its sets and ways, its last
/// lookups, and of one of these the address in bits and why it hit or missed; and its table as
/// rules.
class ForwardingPage : public QWidget {
  Q_OBJECT

 public:
  explicit ForwardingPage(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void show(const RunView& view, RouterId router);

 signals:
  /// What other caches would do here; kNoPort: at all ports of the router.
  void otherCachesRequested(hopscope::RouterId router, hopscope::PortIndex port);

 private:
  void makeCacheSection();
  void makeLookupSection();
  void showWithoutCache(const RunView& view, RouterId router);
  void listPorts();
  void planAddresses();
  void showPort();
  void showLookup();

  RouterId router_ = kNone;
  std::shared_ptr<const Topology> ofRun_, topology_;
  bool looksUp_ = false;             ///< in tables, in the run shown
  std::optional<AddressPlan> plan_;  ///< of this topology; absent where it has no addresses
  std::vector<std::pair<int, CacheDetail>> caches_;  ///< by port
  PanelSection* cacheSection_;
  PanelSection* lookupSection_;
  RuleSection* rules_;
  QComboBox* port_;
  QToolButton* follow_;
  QWidget* figures_;
  std::array<QLabel*, 6> figure_{};
  QLabel* why_;
  CacheTable* cache_;
  QScrollArea* scroll_;
  CacheLegend* legend_;
  QLabel* noCache_;
  QPushButton* otherCaches_;
  LookupList* lookups_;
  AddressBits* bits_;
};

}  // namespace hopscope
