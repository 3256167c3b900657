// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/what_if_dialog.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>
#include <string>

#include "engine/design/catalogue.h"
#include "engine/design/design_classes.h"
#include "engine/design/phases.h"
#include "engine/design/sections.h"
#include "ui/widgets/column_scroll.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/property_row.h"
#include "ui/widgets/value_field.h"
#include "ui/words/engine_text.h"

namespace hopscope {

namespace {

constexpr int kWidth = 352, kLeastHeight = 120, kAround = 48;  // pixels

std::vector<Parameter> changeable(const Design& design) {
  std::vector<Parameter> parameters;
  const bool cached = effectiveValue(design, "forwarding.lookup") == Value(std::string("cache"));
  for (const Section& section : sections(design))
    for (const Parameter& parameter : section.parameters)
      if (isPhaseSetting(parameter.name) && parameter.name != "traffic.include_self" &&
          (cached || section.name != "forwarding"))
        parameters.push_back(parameter);
  // What is changed most often comes first.
  std::stable_partition(parameters.begin(), parameters.end(), [](const Parameter& parameter) {
    return parameter.name == "traffic.load";
  });
  return parameters;
}

}  // namespace

WhatIfDialog::WhatIfDialog(QWidget* parent) : QDialog(parent), theme_(&Theme::light()) {
  setObjectName(QStringLiteral("whatIf"));
  setWindowTitle(tr("What if…"));
  setFixedWidth(kWidth);
  column_ = new QVBoxLayout(this);
  column_->setContentsMargins(0, 16, 0, 16);
  column_->setSpacing(8);
  auto* words = makeLabel(
      TextRole::label,
      tr("From the next cycle on. The change joins the phases of the design, so that the run can "
         "be repeated exactly."),
      this);
  words->setWordWrap(true);
  words->setContentsMargins(16, 0, 16, 0);
  column_->addWidget(words);
  scroll_ = columnScroll(nullptr, this);
  column_->addWidget(scroll_);
  problem_ = makeLabel(TextRole::body, {}, this);
  problem_->setObjectName(QStringLiteral("whatIfProblem"));
  problem_->setWordWrap(true);
  problem_->setContentsMargins(16, 0, 16, 0);
  problem_->setProperty("tone", "bad");
  problem_->hide();
  column_->addWidget(problem_);
  auto* buttons = new QHBoxLayout;
  buttons->setContentsMargins(16, 8, 16, 0);
  buttons->setSpacing(8);
  buttons->addStretch();
  auto* cancel = new QPushButton(tr("Cancel"), this);
  cancel->setAutoDefault(false);
  connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
  buttons->addWidget(cancel);
  apply_ = new QPushButton(tr("Change it"), this);
  apply_->setObjectName(QStringLiteral("whatIfApply"));
  apply_->setProperty("primary", true);
  apply_->setDefault(true);
  connect(apply_, &QPushButton::clicked, this, [this] { emit applied(changes()); });
  buttons->addWidget(apply_);
  column_->addLayout(buttons);
}

void WhatIfDialog::ask(const Design& run, const Design& inForce, const Theme& theme) {
  theme_ = &theme;
  run_ = run;
  before_ = after_ = inForce;
  built_.clear();
  problem_->hide();
  update();
  if (!rows_.empty()) rows_.front()->field().setFocus();
  fit();
}

/// It is as high as its fields, but no higher than the window below: the buttons stay in sight.
void WhatIfDialog::fit() {
  if (body_ == nullptr) return;
  body_->layout()->activate();
  const int fields = body_->sizeHint().height();
  scroll_->setFixedHeight(fields);
  const int others = layout()->totalSizeHint().height() - fields;
  const int room =
      (parentWidget() != nullptr ? parentWidget()->window()->height() : fields) - others;
  scroll_->setFixedHeight(std::clamp(fields, 0, std::max(kLeastHeight, room - kAround)));
  adjustSize();
}

bool WhatIfDialog::eventFilter(QObject* watched, QEvent* event) {
  if (watched == body_ && event->type() == QEvent::LayoutRequest)
    QMetaObject::invokeMethod(this, &WhatIfDialog::fit, Qt::QueuedConnection);
  return QDialog::eventFilter(watched, event);
}

void WhatIfDialog::rebuild() {
  rows_.clear();
  if (body_ != nullptr) {  // one of its fields may be sending the signal that brought us here
    scroll_->takeWidget();
    body_->hide();
    body_->deleteLater();
  }
  body_ = new QWidget;
  body_->installEventFilter(this);
  auto* column = new QVBoxLayout(body_);
  column->setContentsMargins(4, 0, 4, 0);
  column->setSpacing(0);
  for (const Parameter& parameter : built_) {
    Parameter own = parameter;
    own.name = "whatIf." + parameter.name;  // fields are found by name, and the design has these
    // Its section, which would say so, has no heading here.
    if (parameter.name == kRoutingAlgorithm) own.label = tr("Routing").toStdString();
    auto* row = new PropertyRow(own, *theme_, body_);
    connect(&row->field(), &ValueField::committed, this, &WhatIfDialog::readFields);
    connect(&row->field(), &ValueField::typed, this, &WhatIfDialog::readFields);
    column->addWidget(row);
    rows_.push_back(row);
  }
  scroll_->setWidget(body_);
  fit();
}

void WhatIfDialog::readFields() {
  bool allowed = true;
  bool otherPattern = false;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const std::optional<Value> value = rows_[i]->field().value();
    if (!value) {
      allowed = false;
      continue;
    }
    const std::string& path = built_[i].name;
    // It belongs to a pattern or routing that a field above has just given up.
    if (!findParameter(after_, path)) continue;
    if (*value == effectiveValue(after_, path)) continue;
    otherPattern = otherPattern || path == kTrafficPattern || path == kRoutingAlgorithm;
    after_.settings[path] = *value;
  }
  problem_->hide();
  // Another pattern or routing brings other fields.
  if (otherPattern) update();
  showColors();
  apply_->setEnabled(allowed && !changes().empty());
}

void WhatIfDialog::update() {
  if (std::vector<Parameter> shown = changeable(after_);
      body_ == nullptr ||
      !std::equal(shown.begin(), shown.end(), built_.begin(), built_.end(),
                  [](const Parameter& a, const Parameter& b) { return a.name == b.name; })) {
    built_ = std::move(shown);
    rebuild();
  }
  for (std::size_t i = 0; i < rows_.size(); ++i)
    rows_[i]->showValue({effectiveValue(after_, built_[i].name), false}, {});
  showColors();
  apply_->setEnabled(!changes().empty());
}

/// What the run has numbered keeps its number; new classes come after it.
void WhatIfDialog::showColors() {
  Design changed = run_;
  changed.phases.emplace_back().set = changes();
  const ClassNames classes = classNamesOf(changed);
  for (PropertyRow* row : rows_) row->field().setClasses(classes);
}

Values WhatIfDialog::changes() const {
  Values changed;
  const auto differs = [this](const char* path) {
    return effectiveValue(before_, path) != effectiveValue(after_, path);
  };
  const bool otherPattern = differs(kTrafficPattern), otherRouting = differs(kRoutingAlgorithm);
  for (const Parameter& parameter : built_) {
    const Value value = effectiveValue(after_, parameter.name);
    const bool ofTraffic = parameter.name.rfind("traffic.", 0) == 0;
    const bool ofRouting = parameter.name.rfind("routing.", 0) == 0;
    const bool ofPattern =
        ofTraffic && parameter.name != kTrafficPattern && parameter.name != "traffic.load";
    // What belongs to another pattern or routing is said even where it is its default.
    if ((otherPattern && ofPattern) || (otherRouting && ofRouting) ||
        !findParameter(before_, parameter.name) || value != effectiveValue(before_, parameter.name))
      changed[parameter.name] = value;
  }
  return changed;
}

void WhatIfDialog::showIssues(const Issues& issues) {
  for (const Issue& issue : issues) {
    if (issue.severity != Severity::error) continue;
    problem_->setText(issueText(issue));
    problem_->show();
    fit();
    return;
  }
}

}  // namespace hopscope
