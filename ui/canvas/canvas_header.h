// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "ui/document/finding.h"
#include "ui/drawing/theme.h"

class QMenu;
class QPushButton;

namespace hopscope {

class MenuButton;
class NetworkCanvas;

/// The bar above a running network: what colours tell, which links are shown, and what was found.
/// It keeps its height whatever there is to say, so that the drawing below stays where it is.
class CanvasHeader : public QWidget {
  Q_OBJECT

 public:
  /// `quantities`: the menu of the legend.
  CanvasHeader(NetworkCanvas& canvas, QMenu* quantities, QWidget* parent);

  void setTheme(const Theme& theme);
  /// Names what is shown: other heat, or another filter; `least` in per cent, 0 where all links
  /// are.
  void refresh(int least);
  void showFindings(const std::vector<Finding>& findings);

 signals:
  void filterChosen(int least);  ///< per cent; 0: all links
  void findingChosen(const hopscope::Finding& finding);
  void trialWanted(const hopscope::Remedy& remedy);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void fillFindings();

  NetworkCanvas& canvas_;
  const Theme* theme_;
  MenuButton* quantity_;
  MenuButton* filter_;
  QPushButton* findings_;
  QMenu* menu_;  ///< of findings
  std::vector<Finding> found_;
};

}  // namespace hopscope
