// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/candidate_filter_bar.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleValidator>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "engine/explore/candidate_columns.h"
#include "ui/explore/explore_parts.h"
#include "ui/widgets/labels.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

/// What was typed, with the locale's decimal sign or a point; nothing where it is no number.
std::optional<double> typedNumber(const QLineEdit& edit) {
  bool good = false;
  double value = QLocale().toDouble(edit.text().trimmed(), &good);
  if (!good) value = QLocale::c().toDouble(edit.text().trimmed(), &good);
  return good ? std::optional(value) : std::nullopt;
}

}  // namespace

CandidateFilterBar::CandidateFilterBar(QWidget* parent) : QWidget(parent) {
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(4);
  auto* row = new QHBoxLayout;
  row->setSpacing(8);
  words_ = new QLineEdit(this);
  words_->setObjectName(QStringLiteral("spaceWords"));
  words_->setAccessibleName(tr("Filter the networks"));
  words_->setPlaceholderText(tr("Filter by name"));
  words_->setClearButtonEnabled(true);
  words_->setMinimumWidth(120);
  words_->setMaximumWidth(220);
  row->addWidget(words_, 1);
  const auto box = [&](const QString& text, const char* id) {
    auto* made = new QCheckBox(text, this);
    made->setObjectName(QLatin1String(id));
    row->addWidget(made);
    connect(made, &QCheckBox::toggled, this, &CandidateFilterBar::take);
    return made;
  };
  front_ = box(tr("On the front"), "spaceFront");
  marked_ = box(tr("Marked"), "spaceMarked");
  row->addStretch();
  column_ = new QComboBox(this);
  column_->setObjectName(QStringLiteral("spaceLimited"));
  column_->setAccessibleName(tr("Number that is limited"));
  column_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  column_->setMinimumContentsLength(16);
  for (std::size_t i = 0; i < candidateColumns().size(); ++i) column_->addItem(columnTitle(i));
  column_->setCurrentIndex(static_cast<int>(columnOf("cost")));
  row->addWidget(column_);
  const auto limit = [&](const QString& text, const char* id) {
    auto* edit = new QLineEdit(this);
    edit->setObjectName(QLatin1String(id));
    edit->setAccessibleName(text);
    edit->setPlaceholderText(text);
    edit->setFixedWidth(84);
    row->addWidget(edit);
    connect(edit, &QLineEdit::textChanged, this, &CandidateFilterBar::take);
    return edit;
  };
  least_ = limit(tr("at least"), "spaceLeast");
  most_ = limit(tr("at most"), "spaceMost");
  rows->addLayout(row);
  chips_ = new QWidget(this);
  chips_->setLayout(new QHBoxLayout);
  chips_->layout()->setContentsMargins(0, 0, 0, 0);
  chips_->layout()->setSpacing(4);
  chips_->hide();
  rows->addWidget(chips_);
  connect(words_, &QLineEdit::textChanged, this, &CandidateFilterBar::take);
  connect(column_, &QComboBox::currentIndexChanged, this, &CandidateFilterBar::showColumn);
}

void CandidateFilterBar::take() {
  filter_.words = words_->text().trimmed();
  filter_.onlyFront = front_->isChecked();
  filter_.onlyMarked = marked_->isChecked();
  for (QLineEdit* edit : {least_, most_})
    setStyleProperty(edit, "invalid", !edit->text().trimmed().isEmpty() && !typedNumber(*edit));
  const CandidateFilter::Range range{typedNumber(*least_), typedNumber(*most_)};
  const auto column = static_cast<std::size_t>(column_->currentIndex());
  if (range == CandidateFilter::Range{})
    filter_.ranges.erase(column);
  else
    filter_.ranges[column] = range;
  showRanges();
  emit changed();
}

void CandidateFilterBar::setRange(std::size_t column, const CandidateFilter::Range& range) {
  if (range == CandidateFilter::Range{})
    filter_.ranges.erase(column);
  else
    filter_.ranges[column] = range;
  showColumn();
  showRanges();
  emit changed();
}

void CandidateFilterBar::clear() {
  filter_ = {};
  for (QWidget* each : {static_cast<QWidget*>(words_), static_cast<QWidget*>(front_),
                        static_cast<QWidget*>(marked_)}) {
    const QSignalBlocker quiet(each);
    if (auto* box = qobject_cast<QCheckBox*>(each))
      box->setChecked(false);
    else
      words_->clear();
  }
  showColumn();
  showRanges();
  emit changed();
}

/// The limits that the chosen column has.
void CandidateFilterBar::showColumn() {
  const auto found = filter_.ranges.find(static_cast<std::size_t>(column_->currentIndex()));
  const CandidateFilter::Range range =
      found == filter_.ranges.end() ? CandidateFilter::Range{} : found->second;
  const auto show = [](QLineEdit* edit, const std::optional<double>& value) {
    const QSignalBlocker quiet(edit);
    QLocale locale;
    locale.setNumberOptions(QLocale::OmitGroupSeparator);
    edit->setText(value ? locale.toString(*value, 'g', 5) : QString());
    setStyleProperty(edit, "invalid", false);
  };
  show(least_, range.least);
  show(most_, range.most);
}

void CandidateFilterBar::showRanges() {
  while (QLayoutItem* item = chips_->layout()->takeAt(0)) {
    if (QWidget* chip = item->widget()) {
      // It may be the one that was clicked.
      chip->hide();
      chip->setObjectName({});
      chip->deleteLater();
    }
    delete item;
  }
  for (const auto& [column, range] : filter_.ranges) {
    const QString name = engineText(candidateColumns()[column].label);
    const QString words =
        !range.most ? tr("%1: at least %2").arg(name, figureText(*range.least))
        : !range.least
            ? tr("%1: at most %2").arg(name, figureText(*range.most))
            : tr("%1: %2 to %3").arg(name, figureText(*range.least), figureText(*range.most));
    auto* chip = new QPushButton(words + QStringLiteral("  ×"), chips_);
    chip->setObjectName(QStringLiteral("spaceRange"));
    chip->setAccessibleName(words);
    chip->setToolTip(tr("Takes the limit away"));
    connect(chip, &QPushButton::clicked, this, [this, column = column] { setRange(column, {}); });
    chips_->layout()->addWidget(chip);
  }
  static_cast<QHBoxLayout*>(chips_->layout())->addStretch();
  chips_->setVisible(!filter_.ranges.empty());
}

}  // namespace hopscope
