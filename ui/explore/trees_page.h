// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <array>
#include <memory>

#include "ui/drawing/theme.h"
#include "ui/explore/tree_story.h"

class QCheckBox;
class QComboBox;
class QLabel;

namespace hopscope {

class ShareBars;
class StepButtons;
class TreeView;
class WholeBox;

/// Circuits of a fat tree: level-wise and local scheduling of the same permutation side by side on
/// the drawn tree, request by request with their bit vectors, and the shares granted of 100
/// permutations.
class TreesPage : public QWidget {
  Q_OBJECT

 public:
  explicit TreesPage(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  const TreeStory& story(TreeSchedulerSettings::View view) const {
    return *stories_[static_cast<std::size_t>(view)];
  }
  std::size_t done() const { return done_; }
  const ShareBars& bars() const { return *bars_; }

 private:
  QWidget* makeForm();
  QWidget* makeResult();
  TreeCase treeCase() const;
  void tell();
  void goTo(std::size_t done);

  std::array<std::shared_ptr<const TreeStory>, 2> stories_;  ///< by view
  std::size_t done_ = 0;
  WholeBox *levels_, *width_, *seed_;
  QComboBox *ports_, *turn_;
  QCheckBox* release_;
  QLabel* size_;
  std::array<TreeView*, 2> views_;
  std::array<QLabel*, 2> heads_, words_;
  StepButtons* steps_;
  ShareBars* bars_;
};

}  // namespace hopscope
