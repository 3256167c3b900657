// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lesson_form.h"

#include <QComboBox>
#include <QEvent>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QTextDocument>
#include <QVBoxLayout>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "ui/lessons/lesson_answers.h"
#include "ui/lessons/lesson_choices.h"
#include "ui/widgets/labels.h"

namespace hopscope {

namespace {

constexpr int kLabelWidth = 118;

/// The part at a dotted key; null where there is none.
LessonJson partAt(const LessonJson& whole, const std::string& key) {
  const std::size_t dot = key.find('.');
  const std::string first = key.substr(0, dot);
  if (!whole.is_object() || !whole.contains(first)) return nullptr;
  return dot == std::string::npos ? whole[first] : partAt(whole[first], key.substr(dot + 1));
}

void setPartAt(LessonJson& whole, const std::string& key, LessonJson part) {
  const std::size_t dot = key.find('.');
  const std::string first = key.substr(0, dot);
  if (dot != std::string::npos) {
    LessonJson inner =
        whole.contains(first) && whole[first].is_object() ? whole[first] : LessonJson::object();
    setPartAt(inner, key.substr(dot + 1), std::move(part));
    part = inner.empty() ? LessonJson() : std::move(inner);
  }
  if (part.is_null())
    whole.erase(first);
  else
    whole[first] = std::move(part);
}

bool isBelow(const std::string& path, const std::string& key) {
  return path.rfind(key, 0) == 0 &&
         (path.size() == key.size() || path[key.size()] == '.' || path[key.size()] == '[');
}

}  // namespace

struct LessonForm::Spec {
  enum class Kind { line, box, choice, answers, network };

  const char* section;  ///< begins one; else null
  const char* key;
  Kind kind;
  LessonWords words;
  const char* label;
  const char* hint = "";  ///< within the empty field
  int lines = 1;
  bool required = false;
};

LessonForm::LessonForm(Of of, QWidget* parent)
    : QWidget(parent), kept_(std::make_shared<LessonJson>(LessonJson::object())), base_(*kept_) {
  using W = LessonWords;
  using FieldKind = Spec::Kind;
  static const Spec kHeadFields[] = {
      {QT_TRANSLATE_NOOP("LessonForm", "The lesson"), "title", FieldKind::line, W::text,
       QT_TRANSLATE_NOOP("LessonForm", "Title"), "", 1, true},
      {nullptr, "why", FieldKind::box, W::text, QT_TRANSLATE_NOOP("LessonForm", "Why"),
       QT_TRANSLATE_NOOP("LessonForm", "One sentence: why it is interesting"), 3, true},
      {nullptr, "minutes", FieldKind::line, W::number, QT_TRANSLATE_NOOP("LessonForm", "Minutes"),
       "", 1, true},
      {nullptr, "design", FieldKind::network, W::text, QT_TRANSLATE_NOOP("LessonForm", "Network")},
  };
  static const Spec kStepFields[] = {
      {QT_TRANSLATE_NOOP("LessonForm", "What is told"), "title", FieldKind::line, W::text,
       QT_TRANSLATE_NOOP("LessonForm", "Title"), "", 1, true},
      {nullptr, "text", FieldKind::box, W::text, QT_TRANSLATE_NOOP("LessonForm", "Words"),
       QT_TRANSLATE_NOOP("LessonForm",
                         "Paragraphs, lists with “- ”, **bold**, *italics*; {traffic.load:2} is "
                         "a number of the learner's own network, with two decimals"),
       6, true},
      {nullptr, "panel", FieldKind::choice, W::text,
       QT_TRANSLATE_NOOP("LessonForm", "Panel at the right")},
      {nullptr, "highlight", FieldKind::choice, W::text,
       QT_TRANSLATE_NOOP("LessonForm", "Points at"),
       QT_TRANSLATE_NOOP("LessonForm", "or router:5, link:12, setting:traffic.load")},
      {nullptr, "caption", FieldKind::line, W::text,
       QT_TRANSLATE_NOOP("LessonForm", "Below the canvas"),
       QT_TRANSLATE_NOOP("LessonForm", "What is seen there; after the task, where there is one")},
      {QT_TRANSLATE_NOOP("LessonForm", "What is predicted"), "question.ask", FieldKind::line,
       W::text, QT_TRANSLATE_NOOP("LessonForm", "Question"),
       QT_TRANSLATE_NOOP("LessonForm", "Asked before the task is told; may be empty")},
      {nullptr, "question.answers", FieldKind::answers, W::text,
       QT_TRANSLATE_NOOP("LessonForm", "Answers")},
      {QT_TRANSLATE_NOOP("LessonForm", "What is done"), "task", FieldKind::line, W::text,
       QT_TRANSLATE_NOOP("LessonForm", "Task"),
       QT_TRANSLATE_NOOP("LessonForm", "Set the **load** to 0.4, and press **Run**.")},
      {nullptr, "do", FieldKind::box, W::actions, QT_TRANSLATE_NOOP("LessonForm", "Does it"),
       "traffic.load = 0.4\nrun", 3},
      {nullptr, "button", FieldKind::line, W::text, QT_TRANSLATE_NOOP("LessonForm", "Its button"),
       QT_TRANSLATE_NOOP("LessonForm", "Do it for me")},
      {nullptr, "until", FieldKind::box, W::conditions,
       QT_TRANSLATE_NOOP("LessonForm", "Done when"), "run == finished\naccepted < 0.95 * offered",
       3},
      {QT_TRANSLATE_NOOP("LessonForm", "What came out"), "found", FieldKind::box, W::text,
       QT_TRANSLATE_NOOP("LessonForm", "Words after it"),
       QT_TRANSLATE_NOOP("LessonForm", "It accepts {accepted:3} of {offered:3}."), 4},
      {nullptr, "figures.rows", FieldKind::box, W::rows, QT_TRANSLATE_NOOP("LessonForm", "Figures"),
       QT_TRANSLATE_NOOP("LessonForm", "Latency | latency:1 | cycles"), 3},
      {nullptr, "figures.columns", FieldKind::line, W::columns,
       QT_TRANSLATE_NOOP("LessonForm", "Their columns"),
       QT_TRANSLATE_NOOP("LessonForm", "before = idle | now")},
      {nullptr, "keep", FieldKind::line, W::text, QT_TRANSLATE_NOOP("LessonForm", "Kept as"),
       QT_TRANSLATE_NOOP("LessonForm", "idle: later steps write {idle.latency:1}")},
      {nullptr, "then", FieldKind::choice, W::text,
       QT_TRANSLATE_NOOP("LessonForm", "Panel after it")},
  };
  column_ = new QVBoxLayout(this);
  column_->setContentsMargins(16, 12, 16, 16);
  column_->setSpacing(8);
  if (of == Of::lesson)
    for (const Spec& spec : kHeadFields) add(spec);
  else
    for (const Spec& spec : kStepFields) add(spec);
  column_->addStretch();
}

void LessonForm::add(const Spec& spec) {
  if (spec.section != nullptr) {
    if (!fields_.empty()) column_->addSpacing(8);
    column_->addWidget(makeLabel(TextRole::section, tr(spec.section), this));
  }
  Field field;
  field.key = spec.key;
  field.words = spec.words;
  field.required = spec.required;
  auto* row = new QHBoxLayout;
  row->setSpacing(8);
  auto* label = makeLabel(TextRole::label, tr(spec.label), this);
  label->setFixedWidth(kLabelWidth);
  label->setWordWrap(true);
  label->setContentsMargins(0, 5, 0, 0);
  row->addWidget(label, 0, Qt::AlignTop);
  switch (spec.kind) {
    case Spec::Kind::line:
      makeLine(spec, field);
      break;
    case Spec::Kind::box:
      makeBox(spec, field);
      break;
    case Spec::Kind::choice:
      makeChoice(spec, field);
      break;
    case Spec::Kind::answers:
      answers_ = new LessonAnswers(this);
      connect(answers_, &LessonAnswers::edited, this, &LessonForm::edited);
      connect(answers_, &LessonAnswers::removed, this, &LessonForm::answerRemoved);
      connect(answers_, &LessonAnswers::fieldMade, this,
              [this](QWidget* edit) { edit->installEventFilter(this); });
      field.editor = answers_;
      break;
    case Spec::Kind::network:
      makeNetwork(field);
      break;
  }
  if (field.editor->objectName().isEmpty())
    field.editor->setObjectName(QStringLiteral("lesson.") + QLatin1String(spec.key));
  if (spec.kind != Spec::Kind::answers) field.editor->setAccessibleName(tr(spec.label));
  auto* right = new QVBoxLayout;
  right->setSpacing(2);
  // What is narrow keeps to the left of its room.
  const bool narrow = field.editor->maximumWidth() < QWIDGETSIZE_MAX;
  right->addWidget(field.editor, 0, narrow ? Qt::AlignLeft : Qt::Alignment());
  field.problem = makeLabel(TextRole::secondary, {}, this);
  field.problem->setObjectName(QStringLiteral("lessonProblem.") + QLatin1String(spec.key));
  field.problem->setWordWrap(true);
  field.problem->setTextFormat(Qt::PlainText);
  setStyleProperty(field.problem, "tone", "bad");
  field.problem->hide();
  right->addWidget(field.problem);
  row->addLayout(right, 1);
  column_->addLayout(row);
  fields_.push_back(std::move(field));
}

void LessonForm::makeLine(const Spec& spec, Field& field) {
  auto* edit = new QLineEdit(this);
  edit->setPlaceholderText(tr(spec.hint));
  if (spec.words == LessonWords::number) edit->setFixedWidth(80);
  edit->installEventFilter(this);
  connect(edit, &QLineEdit::textEdited, this, &LessonForm::edited);
  field.editor = edit;
  field.show = [edit](const QString& words) { edit->setText(words); };
  field.typed = [edit] { return edit->text(); };
}

void LessonForm::makeBox(const Spec& spec, Field& field) {
  auto* edit = new QPlainTextEdit(this);
  if (spec.words == LessonWords::text || spec.words == LessonWords::rows)
    edit->setPlaceholderText(tr(spec.hint));
  else
    edit->setPlaceholderText(QString::fromUtf8(spec.hint));
  edit->setTabChangesFocus(true);
  edit->setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
  edit->setFixedHeight(spec.lines * edit->fontMetrics().lineSpacing() + 14);
  edit->installEventFilter(this);
  connect(edit, &QPlainTextEdit::textChanged, this, &LessonForm::edited);
  field.editor = edit;
  field.show = [edit](const QString& words) {
    const QSignalBlocker quiet(edit);
    edit->setPlainText(words);
  };
  // Plain text would have other spaces than those that do not break.
  field.typed = [edit] {
    return edit->document()->toRawText().replace(QChar::ParagraphSeparator, QLatin1Char('\n'));
  };
}

void LessonForm::makeChoice(const Spec& spec, Field& field) {
  auto* combo = new QComboBox(this);
  const std::string_view key = spec.key;
  const bool points = key == "highlight";
  if (key != "panel") combo->addItem(points ? tr("Nothing") : tr("The same"), QStringLiteral(""));
  for (const LessonChoice& choice :
       points ? std::span<const LessonChoice>(kLessonHighlights) : kLessonPanels)
    combo->addItem(tr(choice.words), QString::fromUtf8(choice.value));
  combo->setFocusPolicy(Qt::StrongFocus);
  combo->installEventFilter(this);
  const bool open = *spec.hint != '\0';  // names of parts and settings may be typed
  if (open) {
    combo->setEditable(true);
    combo->setInsertPolicy(QComboBox::NoInsert);
    combo->lineEdit()->setPlaceholderText(tr(spec.hint));
    connect(combo, &QComboBox::editTextChanged, this, &LessonForm::edited);
  } else {
    combo->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    combo->setMaximumWidth(200);
    connect(combo, &QComboBox::activated, this, &LessonForm::edited);
  }
  field.editor = combo;
  field.show = [combo, open](const QString& words) {
    const QSignalBlocker quiet(combo);
    int at = combo->findData(words);
    if (at < 0 && !open && !words.isEmpty()) {
      // What only a file can say stays what it is.
      combo->addItem(words, words);
      at = combo->count() - 1;
    }
    combo->setCurrentIndex(at < 0 && !open ? 0 : at);
    if (at < 0 && open) combo->setEditText(words);
  };
  field.typed = [combo, open] {
    if (!open) return combo->currentData().toString();
    const QString words = combo->currentText().trimmed();
    const int at = combo->findText(words);
    return at >= 0 ? combo->itemData(at).toString() : words;
  };
}

void LessonForm::makeNetwork(Field& field) {
  auto* line = new QWidget(this);
  auto* row = new QHBoxLayout(line);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  network_ = makeLabel(TextRole::body, {}, line);
  network_->setObjectName(QStringLiteral("lessonNetwork"));
  network_->setTextFormat(Qt::PlainText);
  network_->setWordWrap(true);
  auto* take = new QPushButton(tr("Take the network shown"), line);
  take->setObjectName(QStringLiteral("lessonTakeNetwork"));
  take->setAutoDefault(false);
  take->setToolTip(tr("The design in the window, with all its settings, becomes the lesson's"));
  connect(take, &QPushButton::clicked, this, &LessonForm::networkRequested);
  row->addWidget(network_, 1);
  row->addWidget(take);
  line->setFocusProxy(take);
  field.editor = line;
}

void LessonForm::setPart(const LessonJson& part) {
  base_ = part;
  for (const Field& field : fields_)
    if (field.show)
      field.show(QString::fromStdString(wordsOf(field.words, partAt(part, field.key))));
  if (answers_ != nullptr) answers_->setPart(partAt(part, "question.answers"));
  setProblem({}, {});
}

LessonJson LessonForm::part() const {
  LessonJson part = base_;
  for (const Field& field : fields_) {
    if (!field.typed) continue;
    LessonJson typed = partOf(field.words, field.typed().toStdString());
    if (typed.is_null() && field.required) typed = "";
    setPartAt(part, field.key, std::move(typed));
  }
  if (answers_ == nullptr) return part;
  LessonJson answers = answers_->part();
  // One without the other is told as what is missing.
  if (!answers.is_null() && partAt(part, "question.ask").is_null())
    setPartAt(part, "question.ask", "");
  if (answers.is_null() && !partAt(part, "question.ask").is_null()) answers = LessonJson::array();
  setPartAt(part, "question.answers", std::move(answers));
  return part;
}

LessonForm::Field* LessonForm::fieldOf(const std::string& path) {
  Field* best = nullptr;
  for (Field& field : fields_)
    if (isBelow(path, field.key) && (best == nullptr || field.key.size() > best->key.size()))
      best = &field;
  if (best != nullptr || path.empty()) return best;
  for (Field& field : fields_)
    if (isBelow(field.key, path)) return &field;
  return nullptr;
}

bool LessonForm::setProblem(const std::string& path, const QString& words) {
  const Field* wrong = fieldOf(path);
  for (const Field& field : fields_) {
    const bool here = &field == wrong;
    field.problem->setText(here ? words : QString());
    field.problem->setVisible(here);
    if (field.editor == answers_)
      answers_->setProblem(here && path.size() > field.key.size() ? path.substr(field.key.size())
                                                                  : std::string());
    else if (field.editor->property("invalid").toBool() != here)
      setStyleProperty(field.editor, "invalid", here);
  }
  return wrong != nullptr;
}

bool LessonForm::showPlace(const std::string& path) {
  const Field* field = fieldOf(path);
  if (field == nullptr) return false;
  if (field->editor == answers_)
    answers_->showPlace(path.size() > field->key.size() ? path.substr(field->key.size())
                                                        : std::string());
  else
    field->editor->setFocus();
  for (QWidget* up = parentWidget(); up != nullptr; up = up->parentWidget())
    if (auto* scroll = qobject_cast<QScrollArea*>(up)) {
      // With the words below it, which have just come and have no place yet.
      layout()->activate();
      scroll->ensureWidgetVisible(field->problem, 0, 12);
      scroll->ensureWidgetVisible(field->editor, 0, 12);
    }
  return true;
}

void LessonForm::setCameOut(std::optional<std::size_t> answer) {
  if (answers_ != nullptr) answers_->setCameOut(answer);
}

void LessonForm::setNetwork(const QString& words) {
  if (network_ != nullptr) network_->setText(words);
}

bool LessonForm::insertName(const QString& name) {
  if (last_ == nullptr) return false;
  // Formulas have it bare, texts within braces.
  const auto found = std::find_if(fields_.begin(), fields_.end(), [this](const Field& field) {
    return field.editor == last_.data();
  });
  const bool text = found != fields_.end() && found->words == LessonWords::text;
  const QString words = text ? QStringLiteral("{%1}").arg(name) : name;
  if (auto* box = qobject_cast<QPlainTextEdit*>(last_.data())) box->insertPlainText(words);
  if (auto* line = qobject_cast<QLineEdit*>(last_.data())) {
    line->insert(words);
    emit edited();
  }
  last_->setFocus();
  return true;
}

bool LessonForm::eventFilter(QObject* watched, QEvent* event) {
  const bool choice = qobject_cast<QComboBox*>(watched) != nullptr;
  if (event->type() == QEvent::FocusIn) {
    // Nor are numbers filled in where an answer says something: only in what it means.
    auto* field = qobject_cast<QWidget*>(watched);
    const bool says =
        answers_ != nullptr && answers_->isAncestorOf(field) && !answers_->isCondition(field);
    last_ = choice || says ? nullptr : field;
  }
  // A wheel that scrolls the form changes nothing on its way.
  if (event->type() == QEvent::Wheel && choice) {
    event->ignore();
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace hopscope
