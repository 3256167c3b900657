// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <array>
#include <vector>

#include "ui/run/run_view.h"

class QGridLayout;
class QLabel;

namespace hopscope {

class ElidedButton;
class FindingRow;
class PanelSection;
struct Remedy;
class SplitBar;

/// A line of figures: a name and a value as it stands on the screen.
struct Figure {
  QString name, value;
};

/// What a finished run says, as the panel, the status and the tests read it.
std::vector<Figure> resultFigures(const Results& results);
/// "stable", "saturated" or "deadlocked", and the sentences that explain it.
QString verdictWord(Verdict verdict);
QString verdictSentence(const Topology& topology, const Results& results);

/// The run as a whole, shown while nothing is selected: what is wrong so far, figures and the
/// hottest links.
class RunSummary : public QWidget {
  Q_OBJECT

 public:
  explicit RunSummary(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void show(const RunView& view);

 signals:
  void linkClicked(hopscope::LinkId link);
  void findingClicked(const hopscope::Finding& finding);
  void remedyWanted(const hopscope::Remedy& remedy);

 private:
  void setFigures(const std::vector<Figure>& figures);
  void showFindings(const RunView& view);
  void showHottest(const RunView& view);

  static constexpr std::size_t kHottest = 8;

  QLabel* name_;
  QLabel* chip_;
  QLabel* identity_;
  QLabel* sentence_;
  PanelSection* healthSection_;
  std::vector<FindingRow*> findings_;
  const Theme* theme_;
  PanelSection* figureSection_;
  QGridLayout* figureGrid_;
  std::vector<std::pair<QLabel*, QLabel*>> figureLabels_;
  PanelSection* splitSection_;
  SplitBar* split_;
  PanelSection* hottestSection_;
  std::array<ElidedButton*, kHottest> hottest_{};
  std::array<QLabel*, kHottest> hottestValue_{};
  std::array<LinkId, kHottest> hottestLink_{};
};

}  // namespace hopscope
