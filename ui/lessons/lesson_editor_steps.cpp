// SPDX-License-Identifier: GPL-3.0-or-later
// The list of a lesson's steps in its editor: they come, go and move, and what went comes back.
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "ui/drawing/icons.h"
#include "ui/lessons/lesson_beginnings.h"
#include "ui/lessons/lesson_editor.h"
#include "ui/lessons/lesson_form.h"

namespace hopscope {

void LessonEditor::listSteps() {
  const QSignalBlocker quiet(steps_);
  steps_->clear();
  for (std::size_t row = 0; row <= stepCount(); ++row) steps_->addItem(QString());
  nameSteps();
}

void LessonEditor::nameSteps() {
  std::set<std::size_t> wrong;
  for (const Issue& issue : issues_) wrong.insert(stepAndPlace(issue.path).first);
  for (int row = 0; row < steps_->count(); ++row) {
    const auto number = static_cast<std::size_t>(row);
    QListWidgetItem* item = steps_->item(row);
    if (row == 0)
      item->setText(tr("The lesson"));
    else if (number <= stepCount())
      item->setText(
          QStringLiteral("%1  %2").arg(row).arg(textOf(lesson_["steps"][number - 1], "title")));
    const bool bad = wrong.count(number) != 0;
    item->setIcon(
        bad ? icon(QStringLiteral("error"), *theme_, Tone::bad)
            : icon(row == 0 ? QStringLiteral("lesson") : QStringLiteral("chevron-right"), *theme_));
    item->setToolTip(item->text().toHtmlEscaped());
    item->setData(Qt::AccessibleTextRole,
                  bad ? tr("%1, something is wrong there").arg(item->text()) : item->text());
  }
}

/// Into that place, 0 based; it is shown then. One that comes back has its old `id`.
void LessonEditor::insertStep(std::size_t place, LessonJson step, std::optional<int> id) {
  commit();
  place = std::min(place, stepCount());
  LessonJson& steps = lesson_["steps"];
  steps.insert(steps.begin() + static_cast<std::ptrdiff_t>(place), std::move(step));
  ids_.insert(ids_.begin() + static_cast<std::ptrdiff_t>(place), id ? *id : nextId_++);
  showSteps(static_cast<int>(place) + 1);
}

/// After steps came, went or moved.
void LessonEditor::showSteps(int row) {
  // The form's own step is in the lesson already, and may have another number now.
  row_ = 0;
  head_->setPart(lesson_);
  listSteps();
  const QSignalBlocker quiet(steps_);
  steps_->setCurrentRow(row);
  choose(row);
  noteEdit();
}

void LessonEditor::addStep(LessonJson step) {
  insertStep(static_cast<std::size_t>(row_), std::move(step));
  step_->showPlace("title");
}

void LessonEditor::removeStep() {
  if (row_ == 0) return;
  commit();
  const auto place = static_cast<std::size_t>(row_ - 1);
  const LessonJson removed = lesson_["steps"][place];
  lesson_["steps"].erase(place);
  const int id = ids_[place];
  ids_.erase(ids_.begin() + static_cast<std::ptrdiff_t>(place));
  showSteps(std::min(row_, static_cast<int>(stepCount())));
  steps_->setFocus();
  offerUndo(tr("Undo: step %1 removed").arg(place + 1),
            [this, place, removed, id] { insertStep(place, removed, id); });
}

void LessonEditor::moveStep(int by) {
  const int to = row_ + by;
  if (row_ == 0 || to < 1 || to > static_cast<int>(stepCount())) return;
  commit();
  std::swap(lesson_["steps"][static_cast<std::size_t>(row_ - 1)],
            lesson_["steps"][static_cast<std::size_t>(to - 1)]);
  std::swap(ids_[static_cast<std::size_t>(row_ - 1)], ids_[static_cast<std::size_t>(to - 1)]);
  showSteps(to);
}

void LessonEditor::takeNetwork() {
  const std::optional<Design> shown = source_ ? source_() : std::nullopt;
  if (!shown) {
    say(tr("No network is shown in the window."), "warn");
    return;
  }
  commit();
  const LessonJson before = lesson_.contains("design") ? lesson_["design"] : LessonJson();
  const auto take = [this](const LessonJson& design) {
    commit();
    lesson_["design"] = design;
    showSteps(0);
  };
  take(designPart(*shown));
  offerUndo(tr("Undo: another network"), [take, before] { take(before); });
}

/// Where a part stands now: the step of that id, wherever it moved, or without one the head.
/// Nothing where it went.
std::optional<int> LessonEditor::rowOf(std::optional<int> id) const {
  if (!id) return 0;
  const auto step = std::find(ids_.begin(), ids_.end(), *id);
  if (step == ids_.end()) return std::nullopt;
  return static_cast<int>(step - ids_.begin()) + 1;
}

LessonJson& LessonEditor::partAt(int row) {
  return row == 0 ? lesson_ : lesson_["steps"][static_cast<std::size_t>(row - 1)];
}

/// A key of the file that no lesson has, and so no field.
void LessonEditor::offerRemoval(const LessonKey& key) {
  constexpr std::string_view kSteps = "/steps/";
  // In its step, which may have moved until it is pressed, and again until it is taken back.
  std::optional<int> id;
  std::string below = key.pointer;
  if (below.rfind(kSteps, 0) == 0) {
    const std::size_t step = stepAndPlace(key.path).first;
    if (step == 0 || step > ids_.size()) return;
    id = ids_[step - 1];
    below.erase(0, below.find('/', kSteps.size()));
  }
  if (below.empty()) return;
  verb_->setText(tr("Remove it"));
  act_ = [this, id, place = LessonJson::json_pointer(below)] {
    const std::optional<int> row = rowOf(id);
    if (!row) return;
    commit();
    LessonJson& part = partAt(*row);
    if (!part.contains(place)) return;
    const LessonJson value = part.at(place);
    part.at(place.parent_pointer()).erase(place.back());
    showSteps(*row);
    offerUndo(tr("Undo: “%1” removed").arg(QString::fromStdString(place.back())),
              [this, id, place, value] {
                const std::optional<int> now = rowOf(id);
                if (!now) return;
                commit();
                LessonJson& whole = partAt(*now);
                const LessonJson::json_pointer around = place.parent_pointer();
                if (whole.contains(around) && whole.at(around).is_object()) whole[place] = value;
                showSteps(*now);
              });
  };
}

void LessonEditor::offerUndo(const QString& words, std::function<void()> act) {
  undone_.emplace_back(words, std::move(act));
  showUndo();
}

void LessonEditor::undo() {
  if (undone_.empty()) return;
  const std::function<void()> act = std::move(undone_.back().second);
  undone_.pop_back();
  act();
  showUndo();
}

void LessonEditor::showUndo() {
  undo_->setVisible(!undone_.empty());
  if (!undone_.empty()) undo_->setText(undone_.back().first);
}

}  // namespace hopscope
