// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/run/run_view.h"

class QLabel;
class QPushButton;

namespace hopscope {

class JourneyView;

/// The packet that is followed: where it is, and what each router on its way costs it.
class PacketInspector : public QWidget {
  Q_OBJECT

 public:
  explicit PacketInspector(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// `view` is of a live run in which a packet is followed.
  void show(const RunView& view);

 signals:
  /// The next packet of that terminal shall be followed; kNone: none any more.
  void followRequested(hopscope::TerminalId terminal);

 private:
  QLabel* name_;
  QLabel* identity_;
  JourneyView* journey_;
  QPushButton* next_;
  QPushButton* stop_;
  TerminalId source_ = kNone;
};

}  // namespace hopscope
