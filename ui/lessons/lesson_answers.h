// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ui/lessons/lesson_words.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace hopscope {

/// The answers that a question offers: a row each, what it says and what it means. Which of them is
/// the right one is nobody's to say: the run decides.
class LessonAnswers : public QWidget {
  Q_OBJECT

 public:
  static constexpr std::size_t kMost = 6;

  explicit LessonAnswers(QWidget* parent = nullptr);

  /// The "answers" of a question, or null.
  void setPart(const LessonJson& answers);
  LessonJson part() const;
  /// Marks what is wrong, by place below the answers: "[0].when[1]", "[2].text".
  void setProblem(const std::string& place);
  bool showPlace(const std::string& place);
  /// The answer that a run came to; nothing where it is not known.
  void setCameOut(std::optional<std::size_t> answer);
  /// Whether a field is of what an answer means, not of what it says.
  bool isCondition(const QWidget* field) const;

 signals:
  void edited();
  void fieldMade(QWidget* field);  ///< of an answer that came
  /// The one in that place was taken out.
  void removed(std::size_t place, const hopscope::LessonJson& answer);

 private:
  struct Row {
    QWidget* line;
    QLineEdit *text, *when;
    QLabel* cameOut;
    QPushButton* remove;
    std::shared_ptr<const LessonJson> base;  ///< what a file had beside the two
  };
  void addRow(const LessonJson& answer);
  void removeRow(QWidget* line);
  static LessonJson partOfRow(const Row& row);
  void number();
  QLineEdit* fieldAt(const std::string& place) const;

  QVBoxLayout* column_;
  QPushButton* add_;
  std::vector<Row> rows_;
};

}  // namespace hopscope
