// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <functional>

#include "engine/design/design.h"
#include "ui/drawing/theme.h"

class QLabel;
class QMenu;
class QSlider;

namespace hopscope {

class MenuButton;

/// The load and the routing of a run that goes on, each a press away: what is chosen comes into
/// force at the next cycle, as a phase of the design. What cannot be changed now is greyed, and
/// says why.
class LiveSettings : public QWidget {
  Q_OBJECT

 public:
  explicit LiveSettings(QWidget* parent = nullptr);

  /// Why a change would be refused; empty where it would not. Asked when the menu opens.
  void setJudge(std::function<QString(const Phase&)> judge) { judge_ = std::move(judge); }
  /// `inForce` is what a change made now meets; `why` says why nothing can be changed, empty where
  /// something can.
  void show(const Design& inForce, const QString& why);
  /// Nothing runs that could be changed.
  void showNothing(const QString& why);
  /// The button of the routing, which the menu of the load has, too.
  QWidget* routingButton() const;
  void setTheme(const Theme& theme);

 signals:
  void changeWanted(const hopscope::Phase& change);
  void resized();  ///< its words may need more room than before, or less

 private:
  void fillRoutings();
  void showLoad();
  void applyLoad();

  MenuButton* load_;
  MenuButton* routing_;
  QSlider* slider_;
  QLabel* value_;
  QMenu* routings_;
  Design design_;
  double shown_ = 0;  ///< load
  QString why_;
  QTimer settle_;  ///< a slider that is moved by keys has no release
  std::function<QString(const Phase&)> judge_;
};

}  // namespace hopscope
