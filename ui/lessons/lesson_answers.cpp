// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lesson_answers.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <utility>

#include "ui/widgets/labels.h"

namespace hopscope {

namespace {

LessonJson memberOf(const LessonJson& object, const char* key) {
  return object.is_object() && object.contains(key) ? object[key] : LessonJson();
}

}  // namespace

LessonAnswers::LessonAnswers(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("lessonAnswers"));
  column_ = new QVBoxLayout(this);
  column_->setContentsMargins(0, 0, 0, 0);
  column_->setSpacing(6);
  add_ = new QPushButton(tr("Add an answer"), this);
  add_->setObjectName(QStringLiteral("lessonAddAnswer"));
  add_->setProperty("link", true);
  add_->setAutoDefault(false);
  column_->addWidget(add_, 0, Qt::AlignLeft);
  connect(add_, &QPushButton::clicked, this, [this] {
    addRow(nullptr);
    number();
    rows_.back().text->setFocus();
    emit edited();
  });
}

void LessonAnswers::addRow(const LessonJson& answer) {
  Row row;
  const LessonJson base = answer.is_object() ? answer : LessonJson::object();
  row.base = std::make_shared<const LessonJson>(base);
  row.line = new QWidget(this);
  auto* line = new QHBoxLayout(row.line);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(6);
  row.text = new QLineEdit(
      QString::fromStdString(wordsOf(LessonWords::text, memberOf(base, "text"))), row.line);
  row.text->setPlaceholderText(tr("What it says"));
  std::string when = wordsOf(LessonWords::conditions, memberOf(base, "when"));
  std::replace(when.begin(), when.end(), '\n', ';');
  QString conditions = QString::fromStdString(when);
  if (!conditions.startsWith(QLatin1Char('[')))
    conditions.replace(QLatin1Char(';'), QStringLiteral("; "));
  row.when = new QLineEdit(conditions, row.line);
  row.when->setPlaceholderText(tr("verdict == stable; accepted > 0.3"));
  row.cameOut = makeChip(row.line);
  row.cameOut->setText(tr("comes out"));
  setStyleProperty(row.cameOut, "chip", "ok");
  row.cameOut->hide();
  row.remove = new QPushButton(tr("Remove"), row.line);
  row.remove->setProperty("link", true);
  row.remove->setAutoDefault(false);
  auto* means = makeLabel(TextRole::secondary, tr("if"), row.line);
  line->addWidget(row.text, 3);
  line->addWidget(means);
  line->addWidget(row.when, 4);
  line->addWidget(row.cameOut);
  line->addWidget(row.remove);
  connect(row.remove, &QPushButton::clicked, this, [this, which = row.line] { removeRow(which); });
  for (QLineEdit* edit : {row.text, row.when}) {
    connect(edit, &QLineEdit::textEdited, this, &LessonAnswers::edited);
    emit fieldMade(edit);
  }
  column_->insertWidget(static_cast<int>(rows_.size()), row.line);
  // Tab goes down the rows before it leaves them.
  if (!rows_.empty()) setTabOrder(rows_.back().remove, row.text);
  setTabOrder(row.text, row.when);
  setTabOrder(row.when, row.remove);
  setTabOrder(row.remove, add_);
  rows_.push_back(std::move(row));
}

void LessonAnswers::removeRow(QWidget* line) {
  const auto found =
      std::find_if(rows_.begin(), rows_.end(), [line](const Row& row) { return row.line == line; });
  if (found == rows_.end()) return;
  const auto at = static_cast<std::size_t>(found - rows_.begin());
  const LessonJson answer = partOfRow(*found);
  // The button that is pressed goes with it.
  line->hide();
  line->deleteLater();
  rows_.erase(found);
  number();
  if (rows_.empty())
    add_->setFocus();
  else
    rows_[std::min(at, rows_.size() - 1)].text->setFocus();
  emit edited();
  emit removed(at, answer);
}

void LessonAnswers::number() {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const int shown = static_cast<int>(i) + 1;
    rows_[i].text->setObjectName(QStringLiteral("lessonAnswerText:%1").arg(i));
    rows_[i].when->setObjectName(QStringLiteral("lessonAnswerWhen:%1").arg(i));
    rows_[i].text->setAccessibleName(tr("Answer %1").arg(shown));
    rows_[i].when->setAccessibleName(tr("What answer %1 means").arg(shown));
    rows_[i].remove->setAccessibleName(tr("Remove answer %1").arg(shown));
    rows_[i].cameOut->hide();
  }
  add_->setVisible(rows_.size() < kMost);
  add_->setText(rows_.empty() ? tr("Ask for a prediction") : tr("Add an answer"));
}

void LessonAnswers::setPart(const LessonJson& answers) {
  for (const Row& row : rows_) {
    row.line->hide();
    row.line->setParent(nullptr);
    row.line->deleteLater();
  }
  rows_.clear();
  if (answers.is_array())
    for (const LessonJson& answer : answers) addRow(answer);
  number();
}

LessonJson LessonAnswers::partOfRow(const Row& row) {
  const LessonJson when = partOf(LessonWords::conditions, row.when->text().toStdString());
  LessonJson answer = *row.base;
  answer["text"] = row.text->text().toStdString();
  answer["when"] = when.is_null() ? LessonJson::array() : when;
  return answer;
}

LessonJson LessonAnswers::part() const {
  if (rows_.empty()) return nullptr;
  LessonJson list = LessonJson::array();
  for (const Row& row : rows_) list.push_back(partOfRow(row));
  return list;
}

QLineEdit* LessonAnswers::fieldAt(const std::string& place) const {
  std::size_t index = 0;
  if (place.empty() || place.front() != '[') return nullptr;
  std::from_chars(place.data() + 1, place.data() + place.size(), index);
  if (index >= rows_.size()) return nullptr;
  return place.find(".when") == std::string::npos ? rows_[index].text : rows_[index].when;
}

void LessonAnswers::setProblem(const std::string& place) {
  QLineEdit* wrong = fieldAt(place);
  for (const Row& row : rows_)
    for (QLineEdit* edit : {row.text, row.when})
      if (edit->property("invalid").toBool() != (edit == wrong))
        setStyleProperty(edit, "invalid", edit == wrong);
}

bool LessonAnswers::showPlace(const std::string& place) {
  QLineEdit* field = fieldAt(place);
  if (field != nullptr)
    field->setFocus();
  else if (!rows_.empty())
    rows_.front().text->setFocus();
  else
    add_->setFocus();
  return true;
}

bool LessonAnswers::isCondition(const QWidget* field) const {
  return std::any_of(rows_.begin(), rows_.end(),
                     [field](const Row& row) { return row.when == field; });
}

void LessonAnswers::setCameOut(std::optional<std::size_t> answer) {
  for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i].cameOut->setVisible(answer == i);
}

}  // namespace hopscope
