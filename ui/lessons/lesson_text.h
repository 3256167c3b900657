// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ui/lessons/lesson.h"
#include "ui/lessons/lesson_facts.h"

namespace hopscope {

/// "{accepted:3}" in a lesson's text.
struct LessonPlaceholder {
  std::size_t begin = 0, length = 0;  ///< braces included
  std::shared_ptr<const Expression> value;
  LessonFormat format;
};

/// All of them, in order; `problem` says what is wrong with the first that can't be read.
std::vector<LessonPlaceholder> placeholdersOf(const std::string& text, Sentence& problem);

/// What a step sees: the run at hand, and the outcomes that earlier steps kept.
struct LessonView {
  const LessonFacts* now = nullptr;
  const std::map<std::string, LessonFacts>* kept = nullptr;

  ExpressionValue value(std::string_view name) const;
};

/// A number by the locale, a word translated; a dash where there is nothing.
QString lessonNumber(const ExpressionValue& value, const LessonFormat& format);
/// The text in the user's language with its numbers filled in.
QString lessonText(const std::string& text, const LessonView& view);
/// The same without numbers to fill in.
QString lessonText(const std::string& text);
/// Makes rich text of it for a label: paragraphs, lists with "- ", **bold** and *italics*.
QString lessonRichText(const QString& text);

}  // namespace hopscope
