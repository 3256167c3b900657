// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <utility>
#include <vector>

#include "ui/run/run_view.h"

class QGridLayout;
class QLabel;

namespace hopscope {

class FindingRow;
class KeyFigures;
class PanelSection;
struct Remedy;
class SplitBar;

/// A line of figures: a name and a value as it stands on the screen.
struct Figure {
  QString name, value;
};

/// What a finished run says, as the panel, the status and the tests read it.
std::vector<Figure> resultFigures(const Results& results);
/// "warm-up", "measuring", "draining" or "finished".
QString phaseWord(RunPhase phase);
/// "stable", "not known", "saturated", "stalled" or "deadlocked", and the sentences that explain
/// it.
QString verdictWord(Verdict verdict);
QString verdictSentence(const Topology& topology, const Results& results);

/// The run as a whole, shown while nothing is selected: the four figures one looks at first with a
/// sentence that explains them, what is wrong so far, and all other figures.
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
  void trialWanted(const hopscope::Remedy& remedy);

 private:
  void setFigures(const std::vector<Figure>& figures);
  void showFindings(const RunView& view);

  QLabel* name_;
  QLabel* chip_;
  QLabel* identity_;
  QLabel* sentence_;
  KeyFigures* key_;
  PanelSection* healthSection_;
  std::vector<FindingRow*> findings_;
  const Theme* theme_;
  PanelSection* figureSection_;
  QGridLayout* figureGrid_;
  std::vector<std::pair<QLabel*, QLabel*>> figureLabels_;
  PanelSection* splitSection_;
  SplitBar* split_;
};

}  // namespace hopscope
