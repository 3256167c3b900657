// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <vector>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace hopscope {

class LessonPlayer;

/// What a step asks before it shows anything: the question with its answers; then what was
/// predicted; and in the end that beside what came out.
class PredictionBox : public QFrame {
  Q_OBJECT

 public:
  explicit PredictionBox(LessonPlayer& player, QWidget* parent = nullptr);

  void refresh();  ///< from the player
  /// The first answer; null where nothing is asked.
  QPushButton* firstAnswer() const { return answers_.empty() ? nullptr : answers_.front(); }

 private:
  void showQuestion();
  void forgetQuestion();

  LessonPlayer& player_;
  QVBoxLayout* column_;
  QLabel* words_;
  std::vector<QPushButton*> answers_;  ///< the last of them is that one has no idea
  const void* asked_ = nullptr;        ///< the question that the answers are of
};

}  // namespace hopscope
