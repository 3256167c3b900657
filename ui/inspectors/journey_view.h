// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "engine/switching/journey.h"
#include "engine/topology/topology.h"
#include "ui/drawing/theme.h"

class QLabel;

namespace hopscope {

class JourneyChart;
class SplitBar;

/// The path of the packet that is followed: words, a row for each router, and the causes of its
/// latency once it is there.
class JourneyView : public QWidget {
  Q_OBJECT

 public:
  explicit JourneyView(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// Shows how far it went before `now`.
  void show(const Journey& followed, const Topology& topology, Cycle now);
  /// Only words: there is no journey to show.
  void say(const QString& words);

 private:
  QLabel* words_;
  JourneyChart* chart_;
  SplitBar* causes_;
};

}  // namespace hopscope
