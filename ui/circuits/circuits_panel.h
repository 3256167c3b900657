// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QWidget>
#include <memory>

#include "ui/circuits/slots_shown.h"
#include "ui/run/run_view.h"

class QLabel;
class QStackedWidget;
class QToolButton;

namespace hopscope {

class CircuitMatrix;
class PassPage;
class PastBar;
class SlotsPage;

/// What there is to see of a switch in which circuits and worms share time slots: the slots, the
/// circuits and who waits for one, and the passes of their scheduler.
class CircuitsPanel : public QWidget {
  Q_OBJECT

 public:
  enum class Page { turns, circuits, scheduler };

  explicit CircuitsPanel(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// Shows `view`; it has time slots. `force` redraws at once; otherwise at most 25 times a second.
  void showRun(const RunView& view, bool force);
  void showPage(Page page);
  Page page() const;
  /// The run has time slots.
  static bool fits(const RunView& view);

 signals:
  /// What the run was like inside at the moment of its past that is looked at.
  void insideRequested();

 private:
  /// Only the page that is seen is kept up to date.
  void fillPage();

  std::shared_ptr<const CircuitDetail> detail_;
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
