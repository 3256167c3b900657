// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/axis_row.h"

#include <QComboBox>
#include <QCompleter>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QToolButton>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "ui/drawing/icons.h"
#include "ui/widgets/labels.h"
#include "ui/words/study_words.h"

namespace hopscope {

namespace {

struct AxisForm {
  const char* name;   ///< in documents
  const char* label;  ///< on the screen
  const char* hint;
};

constexpr std::array<AxisForm, 4> kForms{{
    {"values", QT_TRANSLATE_NOOP("hopscope::AxisRow", "Values"),
     QT_TRANSLATE_NOOP("hopscope::AxisRow", "0.1, 0.2, 0.4")},
    {"range", QT_TRANSLATE_NOOP("hopscope::AxisRow", "Range"),
     QT_TRANSLATE_NOOP("hopscope::AxisRow", "first, last, step")},
    {"log_range", QT_TRANSLATE_NOOP("hopscope::AxisRow", "Logarithmic"),
     QT_TRANSLATE_NOOP("hopscope::AxisRow", "first, last, points")},
    {"random", QT_TRANSLATE_NOOP("hopscope::AxisRow", "Random"),
     QT_TRANSLATE_NOOP("hopscope::AxisRow", "first, last, points")},
}};

}  // namespace

Json readValueList(const QString& text) {
  static const QRegularExpression kBetween(QStringLiteral("[,;\\s]+"));
  Json values = Json::array();
  for (const QString& word : text.split(kBetween, Qt::SkipEmptyParts)) {
    const Json value = Json::parse(word.toStdString(), nullptr, false);
    if (value.is_number() || value.is_boolean())
      values.push_back(value);
    else
      values.push_back(word.toStdString());
  }
  return values;
}

QString writeValueList(const Json& values) {
  QStringList words;
  for (const Json& value : values)
    words << QString::fromStdString(value.is_string() ? value.get<std::string>() : value.dump());
  return words.join(QStringLiteral(", "));
}

AxisRow::AxisRow(const std::vector<std::string>& settings, const Json& axis, QWidget* parent)
    : QWidget(parent) {
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 6);
  grid->setHorizontalSpacing(4);
  grid->setVerticalSpacing(4);
  grid->setColumnStretch(1, 1);
  remove_ = new QToolButton(this);
  remove_->setObjectName(QStringLiteral("axisRemove"));
  remove_->setProperty("small", true);
  remove_->setToolTip(tr("Takes the axis away"));
  remove_->setAccessibleName(tr("Take the axis away"));
  connect(remove_, &QToolButton::clicked, this, &AxisRow::removed);
  const auto listed = axis.find("setting");
  const bool plain = listed != axis.end() && listed->is_string();
  if (!plain) {
    whole_ = axis.dump();
    words_ = makeLabel(TextRole::label,
                       axis.contains("latin_hypercube") ? tr("A Latin hypercube, edited as text")
                                                        : tr("Settings together, edited as text"),
                       this);
    words_->setWordWrap(true);
    grid->addWidget(words_, 0, 0, 1, 2);
    grid->addWidget(remove_, 0, 2, Qt::AlignTop);
    return;
  }
  setting_ = new QComboBox(this);
  setting_->setObjectName(QStringLiteral("axisSetting"));
  setting_->setAccessibleName(tr("Setting that is varied"));
  setting_->setEditable(true);
  setting_->setInsertPolicy(QComboBox::NoInsert);
  setting_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  setting_->setMinimumContentsLength(8);
  setting_->completer()->setFilterMode(Qt::MatchContains);
  setting_->completer()->setCompletionMode(QCompleter::PopupCompletion);
  for (const std::string& path : settings) {
    setting_->addItem(QString::fromStdString(path));
    setting_->setItemData(setting_->count() - 1, studyWords(path), Qt::ToolTipRole);
  }
  form_ = new QComboBox(this);
  form_->setObjectName(QStringLiteral("axisForm"));
  form_->setAccessibleName(tr("How its values are given"));
  for (const AxisForm& each : kForms) form_->addItem(tr(each.label), QLatin1String(each.name));
  values_ = new QLineEdit(this);
  values_->setObjectName(QStringLiteral("axisValues"));
  values_->setAccessibleName(tr("Values of the axis"));
  grid->addWidget(setting_, 0, 0, 1, 2);
  grid->addWidget(remove_, 0, 2);
  grid->addWidget(form_, 1, 0);
  grid->addWidget(values_, 1, 1, 1, 2);
  fill(axis);
  connect(setting_, &QComboBox::currentTextChanged, this, &AxisRow::changed);
  connect(form_, &QComboBox::currentIndexChanged, this, [this](int form) {
    values_->setPlaceholderText(tr(kForms.at(static_cast<std::size_t>(form)).hint));
    emit changed();
  });
  connect(values_, &QLineEdit::textChanged, this, &AxisRow::changed);
}

void AxisRow::fill(const Json& axis) {
  setting_->setCurrentText(QString::fromStdString(axis["setting"].get<std::string>()));
  for (std::size_t i = 0; i < kForms.size(); ++i)
    if (const auto found = axis.find(kForms[i].name); found != axis.end() && found->is_array()) {
      form_->setCurrentIndex(static_cast<int>(i));
      values_->setText(writeValueList(*found));
    }
  values_->setPlaceholderText(tr(kForms.at(static_cast<std::size_t>(form_->currentIndex())).hint));
  values_->setCursorPosition(0);
  if (const auto seed = axis.find("seed"); seed != axis.end()) seed_ = seed->dump();
}

Json AxisRow::axis() const {
  if (!whole_.empty()) return Json::parse(whole_);
  Json axis = {{"setting", setting_->currentText().trimmed().toStdString()}};
  axis[form_->currentData().toString().toStdString()] = readValueList(values_->text());
  if (!seed_.empty() && form_->currentData().toString() == QLatin1String("random"))
    axis["seed"] = Json::parse(seed_);
  return axis;
}

QString AxisRow::missing() const {
  if (!whole_.empty()) return {};
  const QString setting = setting_->currentText().trimmed();
  if (setting.isEmpty()) return tr("Choose the setting that is varied.");
  return values_->text().trimmed().isEmpty() ? tr("%1 has no values yet.").arg(setting) : QString();
}

void AxisRow::setTheme(const Theme& theme) {
  remove_->setIcon(icon(QStringLiteral("close"), theme));
}

}  // namespace hopscope
