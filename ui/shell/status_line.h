// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStatusBar>
#include <functional>
#include <vector>

#include "ui/drawing/theme.h"

class QLabel;

namespace hopscope {

class ElidedButton;

/// What is known of a design: all is well, nothing for sure yet, or something is wrong.
enum class Standing { sound, open, warning, error };

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
  /// Leaves it out all the same: a lesson asks first what will come out.
  void withholdFinding(bool withheld);
  void setRight(const QString& seed, const QString& timeLeft);
  /// What goes on in the background for `whose`: a curve, a study; empty: nothing any more. A click
  /// on it does `show`.
  void setStudy(const QObject* whose, const QString& text, std::function<void()> show = {});
  QString framesText() const;
  QString stateText() const;

 signals:
  void findingClicked();

 private:
  void showIcons();

  struct Work {
    const QObject* whose;
    QString text;
    std::function<void()> show;
  };
  const Theme* theme_;
  QString stateIcon_;
  bool lively_ = false;
  Standing standing_ = Standing::sound;
  bool findingShown_ = true, findingWithheld_ = false;
  QLabel* icon_;
  QLabel* state_;
  QLabel* note_;
  QLabel* cycles_;
  QLabel* hops_;
  QLabel* frames_;
  ElidedButton* study_;
  std::vector<Work> work_;  ///< the one shown is the last
  ElidedButton* finding_;
  QLabel* seed_;
  QLabel* left_;
};

}  // namespace hopscope
