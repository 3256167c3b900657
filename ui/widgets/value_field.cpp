// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/value_field.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QSignalBlocker>
#include <QStringList>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "engine/core/units.h"
#include "ui/drawing/icons.h"
#include "ui/widgets/elided_combo.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/mix_editor.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"
#include "ui/words/setting_words.h"

namespace hopscope {

namespace {

constexpr int kUnitMargin = 8;
/// Whole numbers of so many digits are told by groups, such as the 10 G cycles of a run at most.
constexpr int kGrouped = 7;

const QString& variousText() {
  static const QString text = QStringLiteral("various");
  return text;
}

/// "8 × 8" for a list, plain C numbers otherwise: fields take what files hold.
QString fieldText(const Value& value) {
  const auto* list = std::get_if<std::vector<std::int64_t>>(&value);
  if (list == nullptr) return QString::fromStdString(toText(value));
  QStringList items;
  for (const std::int64_t item : *list) items << QString::number(item);
  return items.join(QStringLiteral(" × "));
}

/// "25 ns" as number and unit; the unit is empty where there is none.
std::pair<QString, QString> splitUnit(const QString& text) {
  int end = static_cast<int>(text.size());
  while (end > 0 && !text[end - 1].isDigit() && text[end - 1] != QLatin1Char('.')) --end;
  return {text.left(end).trimmed(), text.mid(end).trimmed()};
}

/// "10,000,000" as C has it; what is no whole number in groups of digits stays as it is.
QString withoutGroups(const QString& text) {
  const QString apart = QLocale().groupSeparator();
  const QStringList groups = text.split(apart);
  // "1.5" is meant as that also where points stand between groups.
  const bool meant = groups.size() > 2 || (groups.size() == 2 && groups.back().size() == 3);
  QString digits = groups.join(QString());
  const bool all = std::all_of(digits.begin(), digits.end(), [](QChar c) { return c.isDigit(); });
  return meant && all && !apart.isEmpty() ? digits : text;
}

bool isQuantity(const Parameter& parameter) {
  return parameter.type == ParameterType::cycles || parameter.type == ParameterType::flits;
}

}  // namespace

ValueField::ValueField(Parameter parameter, Buttons buttons, QWidget* parent)
    : QWidget(parent), parameter_(std::move(parameter)) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  if (parameter_.type == ParameterType::choice)
    buildChoice();
  else if (parameter_.type == ParameterType::boolean)
    buildBoolean();
  else if (parameter_.type == ParameterType::classes)
    buildClasses();
  else
    buildText(buttons);
  setToolTip(engineText(parameter_.help));
}

void ValueField::buildChoice() {
  combo_ = new ElidedCombo(this);
  for (const ParameterChoice& choice : parameter_.choices)
    combo_->addItem(engineText(choice.label), QString::fromStdString(choice.name));
  combo_->setAccessibleName(engineText(parameter_.label));
  combo_->setFocusPolicy(Qt::StrongFocus);
  combo_->installEventFilter(this);
  layout()->addWidget(combo_);
  setFocusProxy(combo_);
  connect(combo_, &QComboBox::activated, this, [this] {
    read();
    emit typed();
    commit();
  });
}

void ValueField::buildBoolean() {
  box_ = new QCheckBox(this);
  box_->setAccessibleName(engineText(parameter_.label));
  layout()->addWidget(box_);
  setFocusProxy(box_);
  connect(box_, &QCheckBox::clicked, this, [this] {
    box_->setTristate(false);
    read();
    emit typed();
    commit();
  });
}

void ValueField::buildClasses() {
  mix_ = new MixEditor(parameter_, this);
  layout()->addWidget(mix_);
  connect(mix_, &MixEditor::changed, this, [this] {
    read();
    emit typed();
    commit();
  });
}

void ValueField::buildText(Buttons buttons) {
  edit_ = new QLineEdit(this);
  edit_->setAccessibleName(engineText(parameter_.label));
  edit_->setAccessibleDescription(engineText(parameter_.help));
  edit_->installEventFilter(this);
  layout()->addWidget(edit_);
  setFocusProxy(edit_);
  unitLabel_ = makeLabel(TextRole::hint, {}, edit_);
  unitLabel_->setAttribute(Qt::WA_TransparentForMouseEvents);
  connect(edit_, &QLineEdit::textEdited, this, [this] {
    read();
    emit typed();
  });
  connect(edit_, &QLineEdit::editingFinished, this, &ValueField::commit);
  if (!parameter_.keywords.empty()) addKeywordSwitch();
  if (buttons != Buttons::stepper || parameter_.type != ParameterType::integer) return;
  const auto stepper = [this](const QString& name, int by) {
    auto* button = new QToolButton(this);
    button->setAccessibleName(name.arg(engineText(parameter_.label)));
    button->setFixedSize(24, 24);
    button->setProperty("small", true);
    button->setFocusPolicy(Qt::NoFocus);
    button->setAutoRepeat(true);
    layout()->addWidget(button);
    connect(button, &QToolButton::clicked, this, [this, by] { step(by); });
    return button;
  };
  layout()->setSpacing(4);
  less_ = stepper(tr("Less: %1"), -1);
  more_ = stepper(tr("More: %1"), 1);
}

void ValueField::addKeywordSwitch() {
  keyword_ = new QToolButton(this);
  keyword_->setText(tr("Auto"));
  keyword_->setCheckable(true);
  keyword_->setToolTip(engineText(parameter_.keywords.front().label));
  keyword_->setAccessibleName(QStringLiteral("%1: %2").arg(
      engineText(parameter_.label), engineText(parameter_.keywords.front().label)));
  layout()->setSpacing(4);
  layout()->addWidget(keyword_);
  connect(keyword_, &QToolButton::clicked, this, [this](bool on) {
    const Value next = on ? Value(parameter_.keywords.front().name) : parameter_.fallback;
    showText(fieldText(next), on ? QString() : QString::fromStdString(parameter_.unit));
    read();
    emit typed();
    commit();
  });
}

void ValueField::setTheme(const Theme& theme) {
  if (mix_ != nullptr) mix_->setTheme(theme);
  if (less_ != nullptr) less_->setIcon(icon(QStringLiteral("minus"), theme));
  if (more_ != nullptr) more_->setIcon(icon(QStringLiteral("plus"), theme));
}

void ValueField::setValue(const Value& value) {
  value_ = value;
  shown_ = value;
  error_.clear();
  if (combo_ != nullptr) {
    const auto* name = std::get_if<std::string>(&value);
    combo_->setPlaceholderText({});
    combo_->setCurrentIndex(name == nullptr ? -1 : combo_->findData(QString::fromStdString(*name)));
  } else if (box_ != nullptr) {
    const QSignalBlocker quiet(box_);
    const auto* on = std::get_if<bool>(&value);
    box_->setTristate(false);
    box_->setChecked(on != nullptr && *on);
  } else if (mix_ != nullptr) {
    const auto* text = std::get_if<std::string>(&value);
    if (text != nullptr && *text != mix_->text()) mix_->setText(*text);
  } else if (const std::optional<QString> words = longTextWords(value)) {
    showText(*words, {});  // a line has no room for it, and would make one line of it
  } else if (isKeyword(parameter_, value)) {
    showText(fieldText(value), {});
  } else if (isQuantity(parameter_) && std::holds_alternative<std::string>(value)) {
    const auto [number, unit] = splitUnit(fieldText(value));
    showText(number, unit);
  } else {
    showText(fieldText(value), QString::fromStdString(parameter_.unit));
  }
  if (edit_ != nullptr) edit_->setReadOnly(longTextWords(value).has_value());
  showState();
}

void ValueField::setVarious() {
  value_.reset();
  shown_.reset();
  error_.clear();
  if (combo_ != nullptr) {
    combo_->setPlaceholderText(variousText());
    combo_->setCurrentIndex(-1);
  } else if (box_ != nullptr) {
    const QSignalBlocker quiet(box_);
    box_->setTristate(true);
    box_->setCheckState(Qt::PartiallyChecked);
  } else if (edit_ != nullptr) {
    edit_->setReadOnly(false);
    edit_->clear();
    edit_->setPlaceholderText(variousText());
    unit_ = QString::fromStdString(parameter_.unit);
    unitLabel_->setText(unit_);
    placeUnit();
  }
  showState();
}

void ValueField::showText(const QString& text, const QString& unit) {
  unit_ = unit;
  unitLabel_->setText(unit);
  edit_->setPlaceholderText({});
  if (edit_->text() != onScreen(text)) edit_->setText(onScreen(text));
  placeUnit();
}

QString ValueField::onScreen(QString text) const {
  // Lists have commas of their own, and words are no numbers.
  if (parameter_.type != ParameterType::integers && parameter_.type != ParameterType::text)
    text.replace(QLatin1Char('.'), QLocale().decimalPoint());
  if (isQuantity(parameter_))
    if (bool whole = false; text.size() >= kGrouped && (text.toLongLong(&whole), whole))
      text = wholeText(text.toLongLong());
  return text;
}

QString ValueField::asTyped() const {
  QString text = edit_->text().trimmed();
  if (isQuantity(parameter_)) text = withoutGroups(text);
  if (parameter_.type != ParameterType::integers && parameter_.type != ParameterType::text)
    text.replace(QLocale().decimalPoint(), QStringLiteral("."));
  return text;
}

void ValueField::placeUnit() {
  const QSize size = unitLabel_->sizeHint();
  // What brings its own unit hides the field's.
  const bool own = !splitUnit(asTyped()).second.isEmpty() ||
                   isKeyword(parameter_, Value(asTyped().toStdString()));
  unitLabel_->setVisible(!own && !unit_.isEmpty());
  unitLabel_->setGeometry(edit_->width() - size.width() - kUnitMargin,
                          (edit_->height() - size.height()) / 2, size.width(), size.height());
  edit_->setTextMargins(0, 0, unitLabel_->isHidden() ? 0 : size.width() + 2, 0);
}

void ValueField::read() {
  error_.clear();
  value_.reset();
  if (combo_ != nullptr) {
    value_ = Value(combo_->currentData().toString().toStdString());
  } else if (box_ != nullptr) {
    value_ = Value(box_->isChecked());
  } else if (mix_ != nullptr) {
    value_ = Value(mix_->text());
  } else {
    QString text = asTyped();
    const bool bare =
        splitUnit(text).second.isEmpty() && !isKeyword(parameter_, Value(text.toStdString()));
    if (isQuantity(parameter_) && bare && unit_ != QString::fromStdString(parameter_.unit))
      text += QLatin1Char(' ') + unit_;
    auto result = parseValue(parameter_, text.toStdString(), parameter_.name);
    if (auto* value = std::get_if<Value>(&result)) {
      value_ = std::move(*value);
    } else if (text.isEmpty()) {
      error_ = tr("Type a value. Allowed: %1.").arg(engineText(allowed(parameter_)));
    } else {
      error_ = issueText(std::get<Issue>(result));
    }
    placeUnit();
  }
  showState();
}

void ValueField::commit() {
  // From here on it is the document that takes it back, not the field.
  if (edit_ != nullptr) edit_->setModified(false);
  if (!value_ || value_ == shown_) return;
  shown_ = value_;
  emit committed();
}

void ValueField::settle() {
  if (edit_ != nullptr) commit();
}

void ValueField::refuse(const QString& why) {
  value_.reset();
  shown_.reset();
  error_ = why;
  showState();
  emit typed();
}

void ValueField::step(int by) {
  const auto* present = value_ ? std::get_if<std::int64_t>(&*value_) : nullptr;
  if (present == nullptr || edit_ == nullptr) return;
  const std::int64_t next = std::clamp(*present + by, static_cast<std::int64_t>(parameter_.minimum),
                                       static_cast<std::int64_t>(parameter_.maximum));
  if (next == *present) return;
  edit_->setText(QString::number(next));
  read();
  emit typed();
  commit();
}

void ValueField::setMarked(bool marked) {
  marked_ = marked;
  showState();
}

void ValueField::setClasses(const ClassNames& classes) {
  if (mix_ != nullptr) mix_->setClasses(classes);
}

void ValueField::showIssues(const Issues& issues) {
  if (mix_ != nullptr) mix_->showIssues(issues);
}

bool ValueField::shows(const std::string& path) const {
  return mix_ != nullptr && mix_->shows(path);
}

bool speaksOfPart(const Issue& issue, const ValueField& field) {
  return field.parameter().type == ParameterType::classes && !field.shows(issue.path) &&
         issue.path.rfind(field.parameter().name + "[", 0) == 0;
}

QString focusedField(const QWidget& within) {
  // Not within.focusWidget(), which had the focus last: it may be on the canvas by now.
  QString name;
  for (const QWidget* each = QApplication::focusWidget(); each != nullptr;
       each = each->parentWidget()) {
    if (each == &within) return name;
    if (name.isEmpty() && qobject_cast<const ValueField*>(each) != nullptr)
      name = each->objectName();
  }
  return {};
}

void ValueField::showState() {
  if (keyword_ != nullptr) keyword_->setChecked(value_ && isKeyword(parameter_, *value_));
  if (edit_ == nullptr) return;
  setStyleProperty(edit_, "invalid", marked_ || !error_.isEmpty());
  edit_->setAccessibleDescription(error_.isEmpty() ? engineText(parameter_.help) : error_);
}

bool ValueField::eventFilter(QObject* watched, QEvent* event) {
  if (watched == combo_ && event->type() == QEvent::Wheel && !combo_->hasFocus()) {
    event->ignore();  // scrolling the panel must not change a choice on the way
    return true;
  }
  if (watched == edit_ && event->type() == QEvent::Resize) placeUnit();
  if (watched == edit_ && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Up || key == Qt::Key_Down) {
      step(key == Qt::Key_Up ? 1 : -1);
      return true;
    }
    if (key == Qt::Key_Escape && shown_ && value_ != shown_) {
      setValue(*shown_);
      emit typed();
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace hopscope
