// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QMainWindow>
#include <QPointer>
#include <vector>

#include "ui/inspectors/key_figures.h"

namespace hopscope {

class Actions;
class CanvasPane;
class Spotlight;

/// The strip below a presented network: its legend and what the run comes to, large enough for the
/// last row of a room.
class PresentationStrip : public QWidget {
  Q_OBJECT

 public:
  PresentationStrip(CanvasPane& pane, QWidget* parent);

  void setTheme(const Theme& theme);
  void showFigures(const std::vector<KeyFigure>& figures);
  const std::vector<KeyFigure>& figures() const { return figures_; }
  /// Those that have room, the verdict always.
  std::vector<KeyFigure> figuresShown() const;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  double figuresRoom() const;
  void paintFigure(QPainter& painter, const KeyFigure& figure, double x, double room) const;

  CanvasPane& pane_;
  const Theme* theme_;
  std::vector<KeyFigure> figures_;
};

/// Shows the network to a room: it has the whole screen, words are larger, and menus, bars and
/// panels are away. Escape brings all of them back.
class Presentation : public QObject {
  Q_OBJECT

 public:
  /// `away`: what is hidden beside the docks.
  Presentation(QMainWindow& window, CanvasPane& pane, Actions& actions, std::vector<QWidget*> away);

  PresentationStrip& strip() { return *strip_; }
  Spotlight& spotlight() { return *spotlight_; }
  bool active() const { return active_; }
  void begin();
  void end();
  void setTheme(const Theme& theme);

 signals:
  void changed(bool active);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void show(bool on);

  QMainWindow& window_;
  CanvasPane& pane_;
  Actions& actions_;
  std::vector<QWidget*> away_;
  PresentationStrip* strip_;
  Spotlight* spotlight_;
  std::vector<QPointer<QWidget>> hidden_;  ///< to be shown again
  Qt::WindowStates before_;
  QByteArray docks_;
  QSize size_;
  bool active_ = false;
};

}  // namespace hopscope
