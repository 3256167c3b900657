// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <array>

#include "ui/run/run_view.h"

class QComboBox;
class QLabel;

namespace hopscope {

class CacheLegend;
class CacheTable;
class PortTable;
class PanelSection;

/// One router of a run: name, findings, ports with utilisation and queues, the forwarding cache of
/// one of its ports.
class RouterInspector : public QWidget {
  Q_OBJECT

 public:
  explicit RouterInspector(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void show(const RunView& view, RouterId router);

 signals:
  void linkClicked(hopscope::LinkId link);

 private:
  void showPorts(const RunView& view);
  void showCache(const RouterDetail* detail, const RunView& view);
  void showCachePort();

  RouterId router_ = kNone;
  std::vector<std::pair<int, CacheDetail>> caches_;  ///< by port
  QLabel* name_;
  QLabel* chip_;
  QLabel* identity_;
  PanelSection* portSection_;
  PortTable* ports_;
  PanelSection* cacheSection_;
  QComboBox* cachePort_;
  QWidget* figures_;
  std::array<QLabel*, 6> figure_{};
  CacheTable* cache_;
  CacheLegend* legend_;
  QLabel* noCache_;
};

}  // namespace hopscope
