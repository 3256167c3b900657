// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QWidget>
#include <memory>

#include "ui/circuits/slots_shown.h"
#include "ui/document/design_document.h"
#include "ui/run/run_view.h"

class QLabel;
class QStackedWidget;
class QToolButton;

namespace hopscope {

class CircuitMatrix;
class PassPage;
class PastBar;
class SegmentBar;
class ShiftedPage;
class SlotsPage;

/// What there is to see of a switch in which circuits and worms share time slots: the slots, the
/// circuits and who waits for one, and the passes of their scheduler.
class CircuitsPanel : public QWidget {
  Q_OBJECT

 public:
  /// `shifted` is there where slots move on hop by hop, and the others elsewhere.
  enum class Page { turns, circuits, scheduler, shifted };

  explicit CircuitsPanel(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// Shows `view`; it has time slots. `force` redraws at once; otherwise at most 25 times a second.
  void showRun(const RunView& view, bool force);
  /// The router that is selected, whose channels are shown where slots move on; kNone: none is.
  void lookAt(RouterId router);
  void showPage(Page page);
  Page page() const;
  /// The run has time slots.
  static bool fits(const RunView& view);

 signals:
  /// What the run was like inside at the moment of its past that is looked at.
  void insideRequested();
  /// A circuit was chosen: its terminals, and the links of its path.
  void partsWanted(const hopscope::Parts& parts);

 private:
  /// Only the page that is seen is kept up to date.
  void fillPage();
  /// The pages of a crossbar, or the one of a network whose slots move on.
  void choosePages(bool shifted);
  bool showShifted(const RunView& view);

  std::shared_ptr<const CircuitDetail> detail_;
  SegmentBar* bar_;
  ShiftedPage* shiftedPage_;
  RouterId lookedAt_ = kNone;
  Page ofCrossbar_ = Page::turns;  ///< the one that was seen last
  SlotsShown shown_;
  PastBar* past_;
  QToolButton* buttons_[3];
  QStackedWidget* pages_;
  QLabel* hint_;
  SlotsPage* slotsPage_;
  CircuitMatrix* matrix_;
  PassPage* pass_;
  QElapsedTimer sinceShown_;
};

}  // namespace hopscope
