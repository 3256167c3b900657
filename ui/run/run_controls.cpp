// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/run_controls.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>
#include <array>

#include "ui/drawing/icons.h"
#include "ui/run/speed_scale.h"
#include "ui/widgets/labels.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr std::array<Cycle, 5> kStepSizes{10, 100, 1000, 10'000, 100'000};
}  // namespace

RunControls::RunControls(const RunActions& actions, QWidget* parent)
    : QWidget(parent), theme_(&Theme::light()), actions_(actions) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);

  run_ = new QPushButton(this);
  run_->setObjectName(QStringLiteral("runButton"));
  run_->setProperty("primary", true);
  run_->setFont(fontOf(TextRole::bold));
  run_->setIconSize({16, 16});
  run_->setFixedWidth(92);
  connect(run_, &QPushButton::clicked, actions_.run, &QAction::trigger);
  row->addWidget(run_);

  const auto button = [&](QAction* action, const char* name) {
    auto* tool = new QToolButton(this);
    tool->setDefaultAction(action);
    tool->setObjectName(QLatin1String(name));
    tool->setIconSize({16, 16});
    tool->setFixedHeight(28);
    tool->setProperty("framed", true);
    row->addWidget(tool);
    return tool;
  };
  if (actions_.stop != nullptr) button(actions_.stop, "stopButton");
  if (actions_.stepBack != nullptr) button(actions_.stepBack, "stepBackButton");
  button(actions_.step, "stepButton");
  if (actions_.stepMany != nullptr) {
    auto* stepMany = button(actions_.stepMany, "stepManyButton");
    stepMany->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    stepMany->setPopupMode(QToolButton::MenuButtonPopup);
    auto* sizes = new QMenu(stepMany);
    for (const Cycle size : kStepSizes)
      connect(sizes->addAction(tr("Step %1").arg(cyclesText(static_cast<double>(size)))),
              &QAction::triggered, this, [this, size] { setStepSize(size); });
    stepMany->setMenu(sizes);
  }
  QToolButton* until = nullptr;
  if (actions_.runUntil != nullptr) {
    until = button(actions_.runUntil, "runUntilButton");
    until->setToolButtonStyle(Qt::ToolButtonTextOnly);
  }

  QWidget* firstRule = makeVerticalRule(20, this);
  row->addSpacing(4);
  row->addWidget(firstRule);
  row->addSpacing(4);
  QWidget* speedWord = makeLabel(TextRole::label, tr("Speed"), this);
  row->addWidget(speedWord);
  slider_ = new QSlider(Qt::Horizontal, this);
  slider_->setObjectName(QStringLiteral("speedSlider"));
  slider_->setRange(0, SpeedScale::kEnd);
  slider_->setValue(SpeedScale::position(kFirstSpeed));
  slider_->setPageStep(SpeedScale::kEnd / 12);
  // Gives way before any word does.
  slider_->setMinimumWidth(60);
  slider_->setMaximumWidth(112);
  slider_->setAccessibleName(tr("Speed of the run"));
  row->addWidget(slider_);
  speedLabel_ = makeLabel(TextRole::body, speedText(kFirstSpeed), this);
  speedLabel_->setObjectName(QStringLiteral("speedLabel"));
  speedLabel_->setFixedWidth(speedLabel_->fontMetrics().horizontalAdvance(speedText(1'000'000)) +
                             4);
  row->addWidget(speedLabel_);
  connect(slider_, &QSlider::valueChanged, this, [this](int position) {
    saySpeed();
    emit speedChanged(SpeedScale::speed(position));
  });

  QWidget* secondRule = makeVerticalRule(20, this);
  row->addSpacing(4);
  row->addWidget(secondRule);
  row->addSpacing(4);
  now_ = makeLabel(TextRole::title, QStringLiteral("0"), this);
  now_->setObjectName(QStringLiteral("cycleNow"));
  now_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  planned_ = makeLabel(TextRole::label, {}, this);
  row->addWidget(now_);
  row->addWidget(planned_);
  row->addStretch();
  // Where there is little room, the words go before the controls do; the menus have them all.
  spare_ = {planned_, secondRule, firstRule, speedWord};
  if (until != nullptr) spare_.push_back(until);
  spare_.push_back(speedLabel_);
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  setStepSize(stepSize_);
}

void RunControls::addSpare(QWidget* control, QWidget* part) {
  layout()->addWidget(control);
  spare_.insert(spare_.end() - 1, {part, control});
  fitRow();
}

void RunControls::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitRow();
}

void RunControls::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  fitRow();
}

void RunControls::fitRow() {
  setUpdatesEnabled(false);
  for (QWidget* each : spare_) {
    each->show();
    if (QLayout* of = each->parentWidget()->layout(); of != layout()) of->activate();
  }
  layout()->invalidate();
  for (QWidget* each : spare_) {
    if (layout()->minimumSize().width() <= width()) break;
    each->hide();
    // A part of a control: what is left of that needs less.
    if (QWidget* of = each->parentWidget(); of != this && of->layout() != nullptr) {
      of->layout()->activate();
      layout()->invalidate();
    }
  }
  setUpdatesEnabled(true);
}

void RunControls::setTheme(const Theme& theme) {
  theme_ = &theme;
  updateRunButton();
}

void RunControls::setState(RunnerState state, bool active, bool preparing) {
  preparing_ = preparing;
  running_ = active && state == RunnerState::running;
  updateRunButton();
}

void RunControls::updateRunButton() {
  run_->setText(preparing_ ? tr("Call off") : running_ ? tr("Pause") : tr("Run"));
  run_->setIcon(icon(preparing_ ? QStringLiteral("stop")
                     : running_ ? QStringLiteral("pause")
                                : QStringLiteral("run"),
                     *theme_, Tone::onAccent));
  run_->setToolTip(actions_.run->toolTip());
}

void RunControls::setProgress(Cycle now, Cycle planned) {
  now_->setText(wholeText(now));
  const QString before = planned_->text();
  planned_->setText(planned == 0    ? QString()
                    : now > planned ? tr("of %1, and the drain").arg(wholeText(planned))
                                    : tr("of %1").arg(wholeText(planned)));
  // The number keeps its width while it grows, so nothing beside it moves.
  now_->setMinimumWidth(now_->fontMetrics().horizontalAdvance(wholeText(std::max(now, planned))) +
                        2);
  if (planned_->text() != before) fitRow();
}

void RunControls::setSpeed(double cyclesPerSecond) {
  slider_->setValue(SpeedScale::position(cyclesPerSecond));
}

void RunControls::showSpeed(double cyclesPerSecond) {
  const QSignalBlocker quiet(slider_);
  slider_->setValue(SpeedScale::position(cyclesPerSecond));
  saySpeed();
}

void RunControls::saySpeed() {
  speedLabel_->setText(speedText(SpeedScale::speed(slider_->value())));
  slider_->setToolTip(speedLabel_->text());
}

double RunControls::speed() const {
  return SpeedScale::speed(slider_->value());
}

void RunControls::setStepSize(Cycle cycles) {
  stepSize_ = cycles;
  if (actions_.stepMany == nullptr) return;
  actions_.stepMany->setText(tr("Step %1").arg(cyclesText(static_cast<double>(cycles))));
  actions_.stepMany->setIconText(wholeText(cycles));
  emit stepSizeChanged(cycles);
}

}  // namespace hopscope
