// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/settings_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/shell/appearance.h"
#include "ui/shell/preferences.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/number_boxes.h"

namespace hopscope {

SettingsDialog::SettingsDialog(Appearance& appearance, Preferences& preferences, QWidget* parent)
    : QDialog(parent) {
  setObjectName(QStringLiteral("settings"));
  setWindowTitle(tr("Settings"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 16, 16, 16);
  column->setSpacing(12);
  column->addWidget(makeLabel(TextRole::title, tr("Settings"), this));
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(16);
  grid->setVerticalSpacing(10);
  grid->setColumnMinimumWidth(0, 150);
  grid->setColumnStretch(1, 1);
  column->addLayout(grid);
  int row = 0;
  const auto section = [&](const QString& text) {
    if (row > 0) grid->setRowMinimumHeight(row++, 4);
    grid->addWidget(makeLabel(TextRole::section, text, this), row++, 0, 1, 2);
  };
  const auto field = [&](const QString& name, QWidget* widget, const char* id,
                         const QString& hint) {
    auto* label = makeLabel(TextRole::label, name, this);
    label->setBuddy(widget);
    widget->setObjectName(QLatin1String(id));
    widget->setAccessibleName(name);
    grid->addWidget(label, row, 0);
    grid->addWidget(widget, row++, 1, Qt::AlignLeft);
    if (hint.isEmpty()) return;
    auto* words = makeLabel(TextRole::hint, hint, this);
    words->setWordWrap(true);
    grid->addWidget(words, row++, 1);
  };

  section(tr("Appearance"));
  auto* theme = new QComboBox(this);
  using Choice = Appearance::Choice;
  for (const auto& [choice, text] :
       {std::pair(Choice::system, tr("As the desktop")), std::pair(Choice::light, tr("Light")),
        std::pair(Choice::dark, tr("Dark"))}) {
    theme->addItem(text, static_cast<int>(choice));
    if (choice == appearance.choice()) theme->setCurrentIndex(theme->count() - 1);
  }
  theme->setMinimumWidth(220);
  connect(theme, &QComboBox::activated, &appearance, [&appearance, theme](int index) {
    appearance.choose(static_cast<Choice>(theme->itemData(index).toInt()));
  });
  field(tr("Theme"), theme, "settingsTheme", {});
  auto* contrast = new QCheckBox(tr("Strong"), this);
  contrast->setChecked(preferences.strongContrast());
  connect(contrast, &QCheckBox::toggled, &preferences, &Preferences::setStrongContrast);
  field(tr("Contrast of links"), contrast, "settingsContrast",
        tr("Idle links stand out from the canvas as well."));

  section(tr("Runs"));
  auto* slow = new QCheckBox(tr("Slowly, then ever faster"), this);
  slow->setChecked(preferences.slowStart());
  connect(slow, &QCheckBox::toggled, &preferences, &Preferences::setSlowStart);
  field(tr("Begin"), slow, "settingsSlowStart",
        tr("In the first seconds single packets are seen. A speed that you set is kept."));

  section(tr("Numbers"));
  auto* numbers = new QComboBox(this);
  for (const NumberStyle& style : numberStyles()) {
    numbers->addItem(style.label, style.locale);
    if (style.locale == preferences.numbers()) numbers->setCurrentIndex(numbers->count() - 1);
  }
  numbers->setMinimumWidth(220);
  connect(numbers, &QComboBox::activated, &preferences, [&preferences, numbers](int index) {
    preferences.setNumbers(numbers->itemData(index).toString());
  });
  field(tr("On the screen"), numbers, "settingsNumbers",
        tr("Files are written the same everywhere."));

  section(tr("Safety"));
  auto* autosave = new WholeBox(this);
  autosave->setRange(Preferences::kLeastAutosave, Preferences::kMostAutosave);
  autosave->setSuffix(QStringLiteral(" ") + tr("s"));
  autosave->setValue(preferences.autosaveSeconds());
  autosave->setFixedWidth(96);
  connect(autosave, &QSpinBox::valueChanged, &preferences, &Preferences::setAutosaveSeconds);
  field(tr("Recovery copy every"), autosave, "settingsAutosave",
        tr("What is kept for you if the machine stops. The project file itself only changes when "
           "you save."));

  auto* foot = new QHBoxLayout;
  auto* keys = new QPushButton(tr("Keyboard shortcuts…"), this);
  keys->setAutoDefault(false);
  connect(keys, &QPushButton::clicked, this, &SettingsDialog::shortcutsRequested);
  foot->addWidget(keys);
  foot->addStretch();
  auto* close = new QPushButton(tr("Close"), this);
  close->setDefault(true);
  connect(close, &QPushButton::clicked, this, &QDialog::accept);
  foot->addWidget(close);
  column->addSpacing(4);
  column->addLayout(foot);
  setFixedWidth(440);
}

}  // namespace hopscope
