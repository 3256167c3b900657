// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <array>

#include "ui/run/run_view.h"

class QLabel;
class QPushButton;

namespace hopscope {

class BufferBars;
class JourneyView;
class PanelSection;
class PlotWidget;
class WaitingList;

/// One cable of a run, or a terminal by its cable: both directions, latency, class, utilisation
/// over time.
class LinkInspector : public QWidget {
  Q_OBJECT

 public:
  explicit LinkInspector(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void showLink(const RunView& view, LinkId link);
  void showTerminal(const RunView& view, TerminalId terminal);

 signals:
  /// A time was clicked.
  void seekRequested(hopscope::Cycle cycle);
  /// The next packet of that terminal shall be followed.
  void followRequested(hopscope::TerminalId terminal);

 private:
  void showChannels(const RunView& view, LinkId link);
  /// For channel 2 * link + direction: the sender's queue, the receiver's buffers, flits so far.
  void showBuffers(const RunView& view, LinkId link);

  QLabel* name_;
  QLabel* identity_;
  std::array<QLabel*, 2> direction_{};
  std::array<QLabel*, 2> value_{};
  std::array<QLabel*, 2> flits_{};
  PanelSection* bufferSection_;
  std::array<QLabel*, 2> bufferHead_{};
  std::array<BufferBars*, 2> buffers_{};
  PanelSection* waitingSection_;
  std::array<QLabel*, 2> waitingHead_{};
  std::array<WaitingList*, 2> waiting_{};
  QLabel* bufferHint_;
  QLabel* noBuffers_;
  void showJourney(const RunView& view);
  /// Who waits at the router before each direction for it.
  void showWaiting(const RunView& view, LinkId link);

  PanelSection* journeySection_;
  QPushButton* follow_;
  JourneyView* journey_;
  TerminalId terminal_ = kNone;  ///< the terminal shown; kNone: a link between routers
  PlotWidget* plot_;
};

}  // namespace hopscope
