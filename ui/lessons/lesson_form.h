// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QWidget>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ui/lessons/lesson_words.h"

class QLabel;
class QPlainTextEdit;
class QVBoxLayout;

namespace hopscope {

class LessonAnswers;

/// The fields of a lesson's head, or of one of its steps. What a file has beside them stays.
class LessonForm : public QWidget {
  Q_OBJECT

 public:
  enum class Of { lesson, step };

  explicit LessonForm(Of of, QWidget* parent = nullptr);

  /// Shows a step, or a lesson; sends no signal.
  void setPart(const LessonJson& part);
  /// The same with what was typed since.
  LessonJson part() const;
  /// One thing that is wrong, at its field: `path` as in "question.answers[0].when"; an empty one:
  /// nothing is wrong any more. False where no field is about that.
  bool setProblem(const std::string& path, const QString& words);
  /// Brings the field of a path into view and gives it the keys.
  bool showPlace(const std::string& path);
  void setCameOut(std::optional<std::size_t> answer);
  /// Puts a quantity or setting where the cursor was last, as that field writes it. False where it
  /// was in no field that takes one.
  bool insertName(const QString& name);
  /// What is said of the network; of a lesson's head.
  void setNetwork(const QString& words);

 signals:
  void edited();
  void answerRemoved(std::size_t place, const hopscope::LessonJson& answer);
  void networkRequested();  ///< the one that is shown shall be the lesson's

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Field {
    std::string key;  ///< dotted, below the part
    LessonWords words = LessonWords::text;
    bool required = false;
    QWidget* editor = nullptr;
    QLabel* problem = nullptr;
    std::function<void(const QString&)> show;
    std::function<QString()> typed;
  };
  struct Spec;

  void add(const Spec& spec);
  void makeLine(const Spec& spec, Field& field);
  void makeBox(const Spec& spec, Field& field);
  void makeChoice(const Spec& spec, Field& field);
  void makeNetwork(Field& field);
  Field* fieldOf(const std::string& path);

  QVBoxLayout* column_;
  std::vector<Field> fields_;
  LessonAnswers* answers_ = nullptr;
  QLabel* network_ = nullptr;
  std::shared_ptr<LessonJson> kept_;
  LessonJson& base_;        ///< with what a file has beside the fields
  QPointer<QWidget> last_;  ///< the field that had the keys last; null where it takes no names
};

}  // namespace hopscope
