// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lesson_editor.h"

#include <QFileInfo>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QShortcut>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <utility>

#include "engine/design/catalogue.h"
#include "engine/design/design_json.h"
#include "engine/topology/generator.h"
#include "ui/drawing/icons.h"
#include "ui/lessons/lesson_beginnings.h"
#include "ui/lessons/lesson_facts.h"
#include "ui/lessons/lesson_file.h"
#include "ui/lessons/lesson_form.h"
#include "ui/lessons/lesson_player.h"
#include "ui/widgets/column_scroll.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/screen_room.h"
#include "ui/words/engine_text.h"
#include "ui/words/mnemonics.h"

namespace hopscope {

namespace {

constexpr int kPauseMilliseconds = 400;
constexpr int kListWidth = 232;

/// "Mesh", and what the design is called.
QString networkWords(const LessonJson& lesson) {
  if (!lesson.contains("design")) return {};
  const ParsedDesign parsed = parseDesign(lesson["design"].dump());
  if (hasErrors(parsed.issues)) return {};
  QString words = QString::fromStdString(parsed.design.name);
  const auto kind = parsed.design.settings.find("topology.kind");
  if (kind != parsed.design.settings.end())
    if (const auto* name = std::get_if<std::string>(&kind->second))
      if (const Generator* family = generators().find(*name)) {
        const QString label = engineText(family->label);
        words = words.isEmpty() ? label : QStringLiteral("%1 (%2)").arg(words, label);
      }
  return words;
}

}  // namespace

LessonEditor::LessonEditor(QWidget* parent)
    : QDialog(parent),
      theme_(&Theme::light()),
      written_(std::make_shared<LessonJson>()),
      kept_(std::make_shared<LessonJson>()),
      lesson_(*written_),
      saved_(*kept_),
      judge_(this) {
  setObjectName(QStringLiteral("lessonEditor"));
  setWindowFlag(Qt::WindowMinMaxButtonsHint);
  resize(QSize(1040, 720).boundedTo(screenRoom(*this)));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* middle = new QHBoxLayout;
  middle->setSpacing(0);
  middle->addWidget(makeSteps());
  auto* rule = new QFrame(this);
  rule->setFixedWidth(1);
  rule->setBackgroundRole(QPalette::Mid);
  rule->setAutoFillBackground(true);
  middle->addWidget(rule);
  pages_ = new QStackedWidget(this);
  head_ = new LessonForm(LessonForm::Of::lesson);
  step_ = new LessonForm(LessonForm::Of::step);
  for (LessonForm* form : {head_, step_}) {
    QScrollArea* scroll = columnScroll(form, pages_);
    pages_->addWidget(scroll);
    connect(form, &LessonForm::edited, this, &LessonEditor::noteEdit);
  }
  connect(head_, &LessonForm::networkRequested, this, &LessonEditor::takeNetwork);
  connect(step_, &LessonForm::answerRemoved, this,
          [this](std::size_t place, const LessonJson& answer) {
            const int id = ids_[static_cast<std::size_t>(row_ - 1)];
            offerUndo(tr("Undo: answer removed"), [this, place, answer, id] {
              const std::optional<int> row = rowOf(id);
              if (!row) return;
              commit();
              LessonJson& answers = partAt(*row)["question"]["answers"];
              if (!answers.is_array()) answers = LessonJson::array();
              answers.insert(
                  answers.begin() + static_cast<std::ptrdiff_t>(std::min(place, answers.size())),
                  answer);
              showSteps(*row);
            });
          });
  middle->addWidget(pages_, 1);
  column->addLayout(middle, 1);
  column->addWidget(makeRule(this));
  column->addWidget(makeFoot());

  soon_.setSingleShot(true);
  soon_.setInterval(kPauseMilliseconds);
  connect(&soon_, &QTimer::timeout, this, [this] {
    settle();
    judge_.ask(lesson_.dump(), false);
  });
  connect(&judge_, &LessonJudge::judged, this, &LessonEditor::showJudgement);
  connect(&judge_, &LessonJudge::stepping, this, [this](int step) {
    say(tr("Step %1 of %2 is run…").arg(step + 1).arg(stepCount()), "t2", tr("Stop"),
        [this] { noteEdit(); });
  });
  auto* saving = new QShortcut(QKeySequence::Save, this);
  connect(saving, &QShortcut::activated, this, &LessonEditor::save);
}

QWidget* LessonEditor::makeSteps() {
  auto* part = new QWidget(this);
  part->setFixedWidth(kListWidth);
  part->setProperty("surface", "panel");
  part->setAttribute(Qt::WA_StyledBackground);
  auto* column = new QVBoxLayout(part);
  column->setContentsMargins(12, 12, 12, 12);
  column->setSpacing(8);
  steps_ = new QListWidget(part);
  steps_->setObjectName(QStringLiteral("lessonSteps"));
  steps_->setAccessibleName(tr("The lesson and its steps"));
  steps_->setProperty("surface", "panel");
  steps_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  steps_->setTextElideMode(Qt::ElideRight);
  steps_->setIconSize({16, 16});
  column->addWidget(steps_, 1);
  connect(steps_, &QListWidget::currentRowChanged, this, &LessonEditor::choose);

  auto* add = new QPushButton(tr("Add a step"), part);
  add->setObjectName(QStringLiteral("lessonAddStep"));
  add->setAutoDefault(false);
  auto* menu = new QMenu(add);
  const auto offer = [&](const QString& words, StepKind kind) {
    connect(menu->addAction(words), &QAction::triggered, this,
            [this, kind] { addStep(stepBeginning(kind)); });
  };
  offer(tr("To read"), StepKind::reading);
  offer(tr("With a task"), StepKind::task);
  offer(tr("With a prediction and a task"), StepKind::prediction);
  menu->addSeparator();
  connect(menu->addAction(tr("Like this one")), &QAction::triggered, this, [this] {
    commit();
    addStep(row_ == 0 ? stepBeginning(StepKind::reading)
                      : lesson_["steps"][static_cast<std::size_t>(row_ - 1)]);
  });
  add->setMenu(menu);
  column->addWidget(add);
  auto* row = new QHBoxLayout;
  row->setSpacing(6);
  const auto small = [&](const QString& words, const QString& spoken, const char* name) {
    auto* button = new QPushButton(words, part);
    button->setObjectName(QLatin1String(name));
    button->setAccessibleName(spoken);
    button->setAutoDefault(false);
    row->addWidget(button, 1);
    return button;
  };
  up_ = small(tr("Up"), tr("Move this step up"), "lessonStepUp");
  down_ = small(tr("Down"), tr("Move this step down"), "lessonStepDown");
  remove_ = small(tr("Remove"), tr("Remove this step"), "lessonRemoveStep");
  connect(up_, &QPushButton::clicked, this, [this] { moveStep(-1); });
  connect(down_, &QPushButton::clicked, this, [this] { moveStep(1); });
  connect(remove_, &QPushButton::clicked, this, &LessonEditor::removeStep);
  column->addLayout(row);
  undo_ = new QPushButton(part);
  undo_->setObjectName(QStringLiteral("lessonUndo"));
  undo_->setProperty("link", true);
  undo_->setAutoDefault(false);
  undo_->hide();
  connect(undo_, &QPushButton::clicked, this, &LessonEditor::undo);
  column->addWidget(undo_, 0, Qt::AlignLeft);
  return part;
}

QWidget* LessonEditor::makeFoot() {
  auto* foot = new QWidget(this);
  auto* column = new QVBoxLayout(foot);
  column->setContentsMargins(16, 8, 16, 12);
  column->setSpacing(8);
  auto* told = new QHBoxLayout;
  told->setSpacing(8);
  message_ = makeLabel(TextRole::label, {}, foot);
  message_->setObjectName(QStringLiteral("lessonMessage"));
  message_->setTextFormat(Qt::PlainText);
  message_->setWordWrap(true);
  message_->setMinimumHeight(32);
  told->addWidget(message_, 1);
  verb_ = new QPushButton(foot);
  verb_->setObjectName(QStringLiteral("lessonVerb"));
  verb_->setProperty("link", true);
  verb_->setAutoDefault(false);
  verb_->hide();
  connect(verb_, &QPushButton::clicked, this, [this] {
    if (const auto act = act_) act();
  });
  told->addWidget(verb_);
  column->addLayout(told);
  auto* row = new QHBoxLayout;
  row->setSpacing(8);
  const auto button = [&](const QString& words, const char* name) {
    auto* made = new QPushButton(words, foot);
    made->setObjectName(QLatin1String(name));
    made->setAutoDefault(false);
    row->addWidget(made);
    return made;
  };
  connect(button(tr("New"), "lessonNew"), &QPushButton::clicked, this, [this] { begin(); });
  connect(button(tr("Open…"), "lessonOpen"), &QPushButton::clicked, this,
          &LessonEditor::chooseFile);
  connect(button(tr("Save"), "lessonSave"), &QPushButton::clicked, this, &LessonEditor::save);
  connect(button(tr("Save as…"), "lessonSaveAs"), &QPushButton::clicked, this,
          &LessonEditor::saveAs);
  auto* names = button(tr("Insert a number"), "lessonNames");
  names->setToolTip(tr("Into the field where the cursor was: what a run came to, or a setting"));
  auto* menu = new QMenu(names);
  connect(menu, &QMenu::aboutToShow, this, [this, menu] { fillNames(*menu); });
  names->setMenu(menu);
  row->addStretch();
  check_ = button(tr("Check by running"), "lessonCheck");
  check_->setToolTip(tr("Runs the whole lesson, and says which of its claims do not hold"));
  preview_ = button(tr("Preview"), "lessonPreview");
  preview_->setToolTip(tr("As a learner sees it, from this step on"));
  preview_->setProperty("primary", true);
  connect(check_, &QPushButton::clicked, this, &LessonEditor::checkClaims);
  connect(preview_, &QPushButton::clicked, this, &LessonEditor::preview);
  column->addLayout(row);
  return foot;
}

void LessonEditor::setNetworkSource(std::function<std::optional<Design>()> source) {
  source_ = std::move(source);
}

void LessonEditor::setFolderSource(std::function<QString()> source) {
  folder_ = std::move(source);
}

void LessonEditor::setTheme(const Theme& theme) {
  theme_ = &theme;
  nameSteps();
}

LessonForm& LessonEditor::form() const {
  return row_ == 0 ? *head_ : *step_;
}

std::size_t LessonEditor::stepCount() const {
  return lesson_.contains("steps") ? lesson_["steps"].size() : 0;
}

LessonJson LessonEditor::lesson() const {
  LessonJson lesson = lesson_;
  if (lesson.is_null()) return lesson;
  if (row_ > 0) {
    lesson["steps"][static_cast<std::size_t>(row_ - 1)] = step_->part();
    return lesson;
  }
  return head_->part();
}

bool LessonEditor::modified() const {
  return !lesson_.is_null() && lesson() != saved_;
}

void LessonEditor::commit() {
  lesson_ = lesson();
  nameSteps();
}

void LessonEditor::settle() {
  soon_.stop();
  commit();
  updateTitle();
  keepDraft();
}

void LessonEditor::takeLesson(LessonJson lesson, const QString& file) {
  judge_.drop();
  lesson_ = std::move(lesson);
  file_ = file;
  digest_.clear();
  draft_.drop();
  row_ = 0;
  issues_.clear();
  cameOut_.clear();
  undone_.clear();
  showUndo();
  ids_.resize(stepCount());
  std::iota(ids_.begin(), ids_.end(), 0);
  nextId_ = static_cast<int>(ids_.size());
  // As the fields have it, so that nothing is asked of who changed nothing.
  for (std::size_t s = 0; s < stepCount(); ++s) {
    step_->setPart(lesson_["steps"][s]);
    lesson_["steps"][s] = step_->part();
  }
  head_->setPart(lesson_);
  lesson_ = head_->part();
  saved_ = lesson_;
  listSteps();
  const QSignalBlocker quiet(steps_);
  steps_->setCurrentRow(0);
  choose(0);
  updateTitle();
  judge_.ask(lesson_.dump(), false);
}

bool LessonEditor::begin() {
  if (!mayLose()) return false;
  const std::optional<Design> shown = source_ ? source_() : std::nullopt;
  Design design;
  design.settings["topology.kind"] = std::string("mesh");
  takeLesson(lessonBeginning(shown.value_or(design)), {});
  return true;
}

bool LessonEditor::begin(const LessonJson& lesson) {
  if (!mayLose()) return false;
  takeLesson(lesson, {});
  return true;
}

bool LessonEditor::openFile(const QString& path) {
  // What is saved first may be that very file.
  if (!mayLose()) return false;
  QString problem;
  const QByteArray bytes = readLessonBytes(path, problem);
  const QString name = QFileInfo(path).fileName();
  LessonJson json;
  if (problem.isEmpty()) {
    // What can be mended here is opened, what is no such document is not.
    const LessonFile read = readOwnLesson(bytes, name);
    json = LessonJson::parse(bytes.toStdString(), nullptr, false);
    if (!read.lesson && (json.is_discarded() || !saysLesson(bytes) || !hasLessonShape(json)))
      problem = lessonProblem(read);
  }
  if (!problem.isEmpty()) {
    say(problem, "bad");
    return false;
  }
  takeLesson(std::move(json), QFileInfo(path).absoluteFilePath());
  digest_ = lessonDigest(bytes);
  return true;
}

void LessonEditor::choose(int row) {
  if (row < 0 || lesson_.is_null()) return;
  if (row != row_) commit();
  row_ = std::min(row, static_cast<int>(stepCount()));
  if (row_ == 0) {
    head_->setPart(lesson_);
    head_->setNetwork(networkWords(lesson_));
  } else {
    step_->setPart(lesson_["steps"][static_cast<std::size_t>(row_ - 1)]);
  }
  pages_->setCurrentIndex(row_ == 0 ? 0 : 1);
  static_cast<QScrollArea*>(pages_->currentWidget())->verticalScrollBar()->setValue(0);
  up_->setEnabled(row_ > 1);
  down_->setEnabled(row_ > 0 && row_ < static_cast<int>(stepCount()));
  remove_->setEnabled(row_ > 0);
  showProblems();
}

void LessonEditor::noteEdit() {
  // What was checked was another lesson.
  judge_.drop();
  if (!cameOut_.empty()) step_->setCameOut({});
  cameOut_.clear();
  soon_.start();
}

void LessonEditor::updateTitle() {
  setWindowTitle(tr("Write a lesson: %1%2")
                     .arg(textOf(lesson_, "title"), modified() ? QStringLiteral(" *") : QString()));
}

void LessonEditor::say(const QString& words, const char* tone, const QString& verb,
                       std::function<void()> act) {
  setStyleProperty(message_, "tone", tone);
  message_->setText(words);
  act_ = std::move(act);
  verb_->setText(verb);
  verb_->setVisible(!verb.isEmpty());
}

void LessonEditor::showJudgement(const LessonJudgement& judgement) {
  issues_ = judgement.issues;
  if (judgement.trial) {
    issues_ = judgement.trial->issues;
    cameOut_ = judgement.trial->cameOut;
  }
  nameSteps();
  showProblems();
  if (!issues_.empty()) {
    const auto [step, place] = stepAndPlace(issues_.front().path);
    const QString words = issueText(issues_.front());
    say(step == 0 ? words : tr("Step %1: %2").arg(step).arg(words), "bad", tr("Show me"),
        [this] { showIssue(); });
    // What has no field can only be taken out.
    if (const auto key =
            std::find_if(judgement.unknownKeys.begin(), judgement.unknownKeys.end(),
                         [&](const LessonKey& each) { return each.path == issues_.front().path; });
        key != judgement.unknownKeys.end())
      offerRemoval(*key);
  } else if (judgement.trial && judgement.trial->complete && !judgement.trial->passedOver.empty()) {
    const Issue& passed = judgement.trial->passedOver.front();
    say(tr("What a check can tell holds. Step %1: %2")
            .arg(stepAndPlace(passed.path).first)
            .arg(issueText(passed)),
        "warn");
  } else if (judgement.trial && judgement.trial->complete) {
    say(tr("Every claim of the lesson holds, and each question has one right answer."), "ok");
  } else {
    say(tr("It can be played. Whether its claims hold, a check tells."), "t2");
  }
}

void LessonEditor::showProblems() {
  const auto here = std::find_if(issues_.begin(), issues_.end(), [this](const Issue& issue) {
    return stepAndPlace(issue.path).first == static_cast<std::size_t>(row_);
  });
  form().setProblem(here == issues_.end() ? std::string() : stepAndPlace(here->path).second,
                    here == issues_.end() ? QString() : issueText(*here));
  if (row_ > 0)
    step_->setCameOut(static_cast<std::size_t>(row_) <= cameOut_.size()
                          ? cameOut_[static_cast<std::size_t>(row_ - 1)]
                          : std::nullopt);
}

void LessonEditor::showIssue() {
  if (issues_.empty()) return;
  const auto [step, place] = stepAndPlace(issues_.front().path);
  steps_->setCurrentRow(static_cast<int>(std::min(step, stepCount())));
  form().showPlace(place);
}

void LessonEditor::checkClaims() {
  settle();
  say(tr("The lesson is read…"), "t2");
  judge_.ask(lesson_.dump(), true);
}

void LessonEditor::preview() {
  settle();
  const std::string json = lesson_.dump();
  LessonFile read = readLesson(json, {});
  if (!read.lesson) {
    judge_.drop();
    showJudgement({read.issues, 0, {}, read.unknownKeys});
    showIssue();
    return;
  }
  // Nothing is kept of how far the teacher got.
  read.lesson->name.clear();
  const auto wanted = static_cast<std::size_t>(std::max(0, row_ - 1));
  const std::size_t from = LessonPlayer::resumeStep(*read.lesson, wanted);
  emit previewRequested(std::make_shared<const Lesson>(std::move(*read.lesson)), from);
}

void LessonEditor::fillNames(QMenu& menu) {
  menu.clear();
  const auto offer = [this](QMenu* in, const std::string& name) {
    const QString shown = QString::fromStdString(name);
    connect(in->addAction(withoutMnemonic(shown)), &QAction::triggered, this, [this, shown] {
      if (!form().insertName(shown))
        say(tr("It goes where the cursor is: put that into words or conditions first."), "warn");
    });
  };
  QMenu* run = menu.addMenu(tr("What a run came to"));
  for (const std::string& name : lessonQuantities()) offer(run, name);
  QMenu* kept = menu.addMenu(tr("Outcomes kept before"));
  for (std::size_t s = 0; s + 1 < static_cast<std::size_t>(row_) && s < stepCount(); ++s)
    if (const QString name = textOf(lesson_["steps"][s], "keep"); !name.isEmpty())
      for (const char* each : {".accepted", ".latency", ".hops", ".waiting", ".hottest"})
        offer(kept, name.toStdString() + each);
  kept->setEnabled(!kept->isEmpty());
  if (!lesson_.contains("design")) return;
  const ParsedDesign parsed = parseDesign(lesson_["design"].dump());
  if (hasErrors(parsed.issues)) return;
  QMenu* settings = menu.addMenu(tr("Settings of the network"));
  for (const Section& section : sections(parsed.design))
    for (const Parameter& parameter : section.parameters) offer(settings, parameter.name);
}

}  // namespace hopscope
