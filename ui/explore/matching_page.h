// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>

#include "ui/drawing/theme.h"
#include "ui/explore/matching_frames.h"

class QLabel;

namespace hopscope {

class MatchingView;
class PortMatrix;
class RealBox;
class StepButtons;
class WholeBox;

/// K-step matching, step by step: requests of a crossbar, drawn or set by hand, the greedy
/// matching, and the paths that improve it, on the unfolded graph and in the matrix beside it.
class MatchingPage : public QWidget {
  Q_OBJECT

 public:
  explicit MatchingPage(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  const MatchingStory& story() const { return *story_; }
  std::size_t frame() const { return frame_; }
  PortMatrix& matrix() const { return *matrix_; }

 private:
  QWidget* makeForm();
  QWidget* makeResult();
  /// Draws other requests.
  void draw();
  void tell(const BitMatrix& requests);
  void toggle(PortPair pair);
  void goTo(std::size_t frame);
  void showMatrix();

  const Theme* theme_;
  std::shared_ptr<const MatchingStory> story_;
  std::size_t frame_ = 0;
  WholeBox *ports_, *longest_, *seed_;
  RealBox* load_;
  QLabel* summary_;
  PortMatrix* matrix_;
  MatchingView* view_;
  StepButtons* steps_;
  QLabel* words_;
};

}  // namespace hopscope
