// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/prediction_box.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/lessons/lesson_player.h"
#include "ui/widgets/labels.h"
#include "ui/words/mnemonics.h"

namespace hopscope {

PredictionBox::PredictionBox(LessonPlayer& player, QWidget* parent)
    : QFrame(parent), player_(player) {
  setObjectName(QStringLiteral("lessonPrediction"));
  setProperty("hint", true);
  column_ = new QVBoxLayout(this);
  column_->setContentsMargins(12, 10, 12, 10);
  column_->setSpacing(6);
  words_ = makeLabel(TextRole::body, {}, this);
  words_->setObjectName(QStringLiteral("lessonPredictionText"));
  words_->setTextFormat(Qt::RichText);
  words_->setWordWrap(true);
  column_->addWidget(words_);
  hide();
}

void PredictionBox::showQuestion() {
  const LessonQuestion& question = player_.current().question;
  words_->setText(lessonRichText(lessonText(question.ask, player_.view())));
  if (asked_ == &question) return;
  forgetQuestion();
  asked_ = &question;
  const auto add = [&](const QString& text, const QString& name, std::size_t answer) {
    auto* button = new QPushButton(withoutMnemonic(text), this);
    button->setObjectName(name);
    button->setAutoDefault(false);
    connect(button, &QPushButton::clicked, this, [this, answer] { player_.predict(answer); });
    answers_.push_back(button);
    return button;
  };
  for (std::size_t i = 0; i < question.answers.size(); ++i) {
    const QString text = lessonText(question.answers[i].text);
    QPushButton* button = add(text, QStringLiteral("lessonAnswer:%1").arg(i), i);
    button->setToolTip(text.toHtmlEscaped());
    // The panel keeps its width.
    button->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    column_->addWidget(button);
  }
  QPushButton* none =
      add(tr("I would rather see"), QStringLiteral("lessonNoIdea"), LessonPlayer::kNoIdea);
  none->setProperty("link", true);
  column_->addWidget(none, 0, Qt::AlignLeft);
}

void PredictionBox::forgetQuestion() {
  // One of them may be what was just pressed.
  for (QPushButton* button : answers_) {
    button->hide();
    button->setObjectName({});
    button->deleteLater();
  }
  answers_.clear();
  asked_ = nullptr;
}

void PredictionBox::refresh() {
  if (player_.lesson() == nullptr) return;
  const bool questions = player_.questions();
  if (!questions) forgetQuestion();
  const auto prediction = player_.prediction();
  const bool said = prediction && *prediction != LessonPlayer::kNoIdea;
  if (questions) showQuestion();
  setVisible(questions || said);
  if (questions || !said) return;
  const auto& answers = player_.current().question.answers;
  const auto bold = [&](std::size_t answer) {
    return QStringLiteral("**%1**").arg(lessonText(answers[answer].text));
  };
  const auto cameOut = player_.cameOut();
  QString text;
  if (!cameOut)
    text = player_.done()
               ? tr("You predicted: %1. It came out as none of the answers.").arg(bold(*prediction))
               : tr("You predict: %1.").arg(bold(*prediction));
  else if (*cameOut == *prediction)
    text = tr("As you predicted: %1.").arg(bold(*prediction));
  else
    text = tr("You predicted: %1. Seen: %2.").arg(bold(*prediction), bold(*cameOut));
  words_->setText(lessonRichText(text));
}

}  // namespace hopscope
