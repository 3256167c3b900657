// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lesson_text.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include "engine/core/text.h"
#include "engine/study/verdict_names.h"
#include "ui/inspectors/run_summary.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

QString translated(const std::string& text) {
  return text.empty() ? QString() : QCoreApplication::translate("Lesson", text.c_str());
}

bool readFormat(std::string_view text, LessonFormat& format) {
  if (!text.empty() && text.front() == '%') {
    format.percent = true;
    text.remove_prefix(1);
    if (text.empty()) return true;
  }
  if (text.size() != 1 || text.front() < '0' || text.front() > '9') return false;
  format.decimals = text.front() - '0';
  return true;
}

}  // namespace

std::vector<LessonPlaceholder> placeholdersOf(const std::string& text, Sentence& problem) {
  std::vector<LessonPlaceholder> all;
  std::size_t at = 0;
  while ((at = text.find('{', at)) != std::string::npos) {
    const std::size_t end = text.find('}', at);
    if (end == std::string::npos) {
      problem = sentence("A brace is not closed.");
      return all;
    }
    LessonPlaceholder found;
    found.begin = at;
    found.length = end + 1 - at;
    std::string inner = text.substr(at + 1, end - at - 1);
    if (const std::size_t colon = inner.find(':'); colon != std::string::npos) {
      if (!readFormat(std::string_view(inner).substr(colon + 1), found.format)) {
        problem = sentence("\"{}\" is no format: decimals (0 to 9), or % with or without them.",
                           clipped(inner.substr(colon + 1)));
        return all;
      }
      inner.resize(colon);
    }
    found.value = Expression::parse(inner, problem);
    if (!problem.empty()) return all;
    all.push_back(std::move(found));
    at = end + 1;
  }
  return all;
}

ExpressionValue LessonView::value(std::string_view name) const {
  if (kept != nullptr)
    if (const std::size_t dot = name.find('.'); dot != std::string_view::npos)
      if (const auto run = kept->find(std::string(name.substr(0, dot))); run != kept->end())
        return factOf(run->second, name.substr(dot + 1));
  return now == nullptr ? ExpressionValue{} : factOf(*now, name);
}

QString lessonNumber(const ExpressionValue& value, const LessonFormat& format) {
  if (const auto* real = std::get_if<double>(&value))
    return format.percent ? percentText(*real, format.decimals) : realText(*real, format.decimals);
  if (const auto* word = std::get_if<std::string>(&value)) {
    if (const auto verdict = verdictOf(*word)) return verdictWord(*verdict);
    return QString::fromStdString(*word);
  }
  return QStringLiteral("–");
}

QString lessonText(const std::string& text, const LessonView& view) {
  // Translated first: a translator may put the numbers elsewhere.
  const std::string words = translated(text).toStdString();
  Sentence problem;
  QString filled;
  std::size_t done = 0;
  for (const LessonPlaceholder& place : placeholdersOf(words, problem)) {
    filled += QString::fromStdString(words.substr(done, place.begin - done));
    filled += lessonNumber(
        place.value->value([&](std::string_view name) { return view.value(name); }), place.format);
    done = place.begin + place.length;
  }
  return filled + QString::fromStdString(words.substr(done));
}

QString lessonText(const std::string& text) {
  return translated(text);
}

QString lessonRichText(const QString& text) {
  static const QRegularExpression kBold(QStringLiteral("\\*\\*(.+?)\\*\\*"));
  // Not the asterisk of a product.
  static const QRegularExpression kItalic(
      QStringLiteral("(?<!\\w)\\*([^*\\s](?:[^*]*[^*\\s])?)\\*(?!\\w)"));
  QString html;
  const QStringList paragraphs = text.split(QStringLiteral("\n\n"), Qt::SkipEmptyParts);
  for (const QString& paragraph : paragraphs) {
    const bool last = &paragraph == &paragraphs.back();
    const QStringList lines = paragraph.split(QLatin1Char('\n'));
    for (const QString& line : lines) {
      const bool item = line.startsWith(QStringLiteral("- "));
      const int below = &line == &lines.back() ? (last ? 0 : 8) : 4;
      QString words = (item ? line.mid(2) : line).toHtmlEscaped();
      words.replace(kBold, QStringLiteral("<b>\\1</b>"));
      words.replace(kItalic, QStringLiteral("<i>\\1</i>"));
      html += QStringLiteral(
                  "<p style=\"margin:0 0 %1px %2px; text-indent:%3px; line-height:120%\">%4%5</p>")
                  .arg(below)
                  .arg(item ? 12 : 0)
                  .arg(item ? -10 : 0)
                  .arg(item ? QStringLiteral("•\u00a0") : QString(), words);
    }
  }
  return html;
}

}  // namespace hopscope
