// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStatusBar>

#include "ui/drawing/theme.h"

class QLabel;
class QPushButton;

namespace hopscope {

/// What is known of a design: all is well, nothing for sure yet, or something is wrong.
enum class Standing { sound, open, problem };

/// The status bar: state, pace and frames at the left; first finding, seed and time left at the
/// right.
class StatusLine : public QStatusBar {
  Q_OBJECT

 public:
  explicit StatusLine(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void setState(const QString& icon, const QString& text, bool lively);
  void setPace(const QString& cycles, const QString& hops, const QString& frames);
  void setNote(const QString& text);  ///< plain words after the state
  void setFinding(const QString& text, Standing standing);
  /// The finding is of the open design: modes that show something else leave it out.
  void showFinding(bool shown);
  void setRight(const QString& seed, const QString& timeLeft);
  /// What the curve in the background is at; empty: there is none.
  void setStudy(const QString& text);
  QString framesText() const;
  QString stateText() const;

 signals:
  void findingClicked();
  void studyClicked();

 private:
  void showIcons();

  const Theme* theme_;
  QString stateIcon_;
  bool lively_ = false;
  Standing standing_ = Standing::sound;
  bool findingShown_ = true;
  QLabel* icon_;
  QLabel* state_;
  QLabel* note_;
  QLabel* cycles_;
  QLabel* hops_;
  QLabel* frames_;
  QPushButton* study_;
  QPushButton* finding_;
  QLabel* seed_;
  QLabel* left_;
};

}  // namespace hopscope
