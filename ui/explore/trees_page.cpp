// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/trees_page.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/explore/explore_parts.h"
#include "ui/explore/share_bars.h"
#include "ui/explore/tree_view.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/number_boxes.h"
#include "ui/widgets/step_buttons.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

using View = TreeSchedulerSettings::View;

constexpr std::array<View, 2> kViews{View::levelWise, View::local};
/// More terminals than this are not drawn any more.
constexpr std::uint32_t kMostDrawn = 1024;
constexpr int kPermutations = 100;

}  // namespace

TreesPage::TreesPage(QWidget* parent) : QWidget(parent) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  row->addWidget(makeForm());
  row->addWidget(makeResult(), 1);
  tell();
}

QWidget* TreesPage::makeForm() {
  SideForm form(tr("Circuits of fat trees"), this);
  QWidget* panel = form.panel();
  levels_ = form.wholeBox("treeLevels", 2, 4, 3);
  width_ = form.wholeBox("treeWidth", 2, 10, 4);
  seed_ = form.wholeBox("treeSeed", 1, 1'000'000, 1);
  ports_ = new QComboBox(panel);
  ports_->setObjectName(QStringLiteral("treePorts"));
  ports_->addItems({tr("The first that is free"), tr("Any that is free, at random")});
  turn_ = new QComboBox(panel);
  turn_->setObjectName(QStringLiteral("treeTurn"));
  turn_->addItems({tr("At the nearest common switch"), tr("At the top, always")});
  release_ = new QCheckBox(tr("Failed requests give back"), panel);
  release_->setObjectName(QStringLiteral("treeRelease"));
  release_->setToolTip(tr("What a request has taken when it fails is free again"));
  form.add(tr("Levels of switches"), levels_);
  form.add(tr("Ports up, and down"), width_);
  size_ = form.addHint();
  form.add(tr("Port up"), ports_);
  form.add(tr("Circuits turn"), turn_);
  form.add(release_);
  form.add(tr("Seed of the permutations"), seed_);
  for (WholeBox* each : {levels_, width_, seed_})
    connect(each, &WholeBox::valueChanged, this, &TreesPage::tell);
  for (QComboBox* each : {ports_, turn_})
    connect(each, &QComboBox::currentIndexChanged, this, &TreesPage::tell);
  connect(release_, &QCheckBox::toggled, this, &TreesPage::tell);
  return form.finish();
}

QWidget* TreesPage::makeResult() {
  auto* result = new QWidget(this);
  auto* column = new QVBoxLayout(result);
  column->setContentsMargins(24, 16, 24, 16);
  column->setSpacing(8);
  column->addWidget(
      makeLabel(TextRole::title, tr("Level-wise and local, the same permutation"), result));
  auto* source = makeLabel(
      TextRole::label,
      tr("Level-wise, a port up is taken only where the same port is free on the way down; local, "
         "the way down is found out at the top (Ding 2006, chapter 7)."),
      result);
  source->setWordWrap(true);
  column->addWidget(source);
  auto* trees = new QHBoxLayout;
  trees->setSpacing(16);
  const QString names[] = {tr("Level-wise"), tr("Local")};
  for (std::size_t i = 0; i < kViews.size(); ++i) {
    auto* half = new QVBoxLayout;
    half->setSpacing(4);
    heads_[i] = makeLabel(TextRole::bold, {}, result);
    heads_[i]->setObjectName(QStringLiteral("treeHead%1").arg(i));
    half->addWidget(heads_[i]);
    views_[i] = new TreeView(result);
    views_[i]->setObjectName(QStringLiteral("treeView%1").arg(i));
    views_[i]->setAccessibleName(tr("Tree, %1").arg(names[i]));
    half->addWidget(views_[i], 1);
    words_[i] = makeLabel(TextRole::secondary, {}, result);
    words_[i]->setObjectName(QStringLiteral("treeWords%1").arg(i));
    words_[i]->setWordWrap(true);
    words_[i]->setMinimumHeight(30);
    words_[i]->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    half->addWidget(words_[i]);
    trees->addLayout(half, 1);
  }
  column->addLayout(trees, 1);
  steps_ = new StepButtons(QStringLiteral("tree"), tr("Next request"), result);
  steps_->addSlider(tr("Requests done"));
  column->addWidget(steps_);
  connect(steps_, &StepButtons::wanted, this, &TreesPage::goTo);
  column->addWidget(
      makeLabel(TextRole::bold, tr("Granted of 100 permutations: mean, fewest, most"), result));
  bars_ = new ShareBars(result);
  column->addWidget(bars_);
  return result;
}

void TreesPage::setTheme(const Theme& theme) {
  for (TreeView* view : views_) view->setTheme(theme);
  bars_->setTheme(theme);
}

TreeCase TreesPage::treeCase() const {
  TreeCase tree;
  tree.levels = static_cast<std::uint32_t>(levels_->value());
  tree.width = static_cast<std::uint32_t>(width_->value());
  tree.permutation = tree.settings.seed = static_cast<std::uint64_t>(seed_->value());
  if (ports_->currentIndex() == 1) tree.settings.ports = TreeSchedulerSettings::Ports::random;
  if (turn_->currentIndex() == 1) tree.settings.turn = TreeSchedulerSettings::Turn::top;
  tree.settings.releaseOnFailure = release_->isChecked();
  return tree;
}

void TreesPage::tell() {
  TreeCase tree = treeCase();
  // A tree that is too large to be drawn becomes one that is not.
  while (tree.terminals() > kMostDrawn) --tree.width;
  if (static_cast<int>(tree.width) != width_->value()) {
    width_->setValue(static_cast<int>(tree.width));
    return;
  }
  size_->setText(
      tr("%1, %2. Up to 1,024 terminals are drawn.")
          .arg(plural(tree.terminals(), "terminal", "terminals"),
               plural(tree.levels * tree.terminals() / tree.width, "switch", "switches")));
  std::vector<ShareBar> bars;
  for (std::size_t i = 0; i < kViews.size(); ++i) {
    stories_[i] = std::make_shared<const TreeStory>(tellTree(tree, kViews[i]));
    views_[i]->setStory(stories_[i]);
    const TreeShares shares = sharesOf(tree, kViews[i], kPermutations);
    bars.push_back({i == 0 ? tr("Level-wise") : tr("Local"), shares.mean, shares.least, shares.most,
                    i == 0 ? 1 : 2});
  }
  bars_->setBars(std::move(bars));
  goTo(tree.terminals());
}

void TreesPage::goTo(std::size_t done) {
  const std::size_t all = stories_[0]->circuits.size();
  done_ = std::min(done, all);
  steps_->setStep(done_, all);
  for (std::size_t i = 0; i < kViews.size(); ++i) {
    views_[i]->setDone(done_);
    const std::uint32_t granted = stories_[i]->grantedOf(done_);
    heads_[i]->setText((i == 0 ? tr("Level-wise: %1 of %2 granted") : tr("Local: %1 of %2 granted"))
                           .arg(granted)
                           .arg(done_));
    words_[i]->setText(done_ > 0 ? requestWords(*stories_[i], done_ - 1) : QString());
  }
}

}  // namespace hopscope
