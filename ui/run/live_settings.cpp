// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/live_settings.h"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QSlider>
#include <QWidgetAction>
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "engine/design/application_sections.h"
#include "engine/design/catalogue.h"
#include "engine/design/senders.h"
#include "ui/document/setting_numbers.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/menu_button.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"
#include "ui/words/setting_words.h"

namespace hopscope {

namespace {

const char* const kLoad = "traffic.load";
const char* const kRouting = "routing.algorithm";
constexpr int kSteps = 100;  ///< of the slider: per cent of a link's rate
constexpr int kSettleMilliseconds = 400;

}  // namespace

LiveSettings::LiveSettings(QWidget* parent) : QWidget(parent) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(4);
  load_ = new MenuButton("liveLoad", this);
  routing_ = new MenuButton("liveRouting", this);
  row->addWidget(load_);
  row->addWidget(routing_);

  auto* popup = new QMenu(load_);
  auto* body = new QWidget(popup);
  auto* line = new QHBoxLayout(body);
  line->setContentsMargins(12, 8, 12, 8);
  line->setSpacing(8);
  line->addWidget(makeLabel(TextRole::label, tr("Load"), body));
  slider_ = new QSlider(Qt::Horizontal, body);
  slider_->setObjectName(QStringLiteral("liveLoadSlider"));
  slider_->setAccessibleName(tr("Load of the run, in per cent of a link's rate"));
  slider_->setRange(0, kSteps);
  slider_->setPageStep(10);
  slider_->setFixedWidth(200);
  line->addWidget(slider_);
  value_ = makeLabel(TextRole::title, {}, body);
  value_->setFixedWidth(value_->fontMetrics().horizontalAdvance(realText(1, 2)) + 4);
  line->addWidget(value_);
  auto* action = new QWidgetAction(popup);
  action->setDefaultWidget(body);
  popup->addAction(action);
  load_->setChoices(popup);
  connect(popup, &QMenu::aboutToShow, this,
          [this] { QTimer::singleShot(0, slider_, [this] { slider_->setFocus(); }); });
  connect(popup, &QMenu::aboutToHide, this, &LiveSettings::applyLoad);
  connect(slider_, &QSlider::sliderReleased, this, &LiveSettings::applyLoad);
  connect(slider_, &QSlider::valueChanged, this, [this] {
    value_->setText(realText(slider_->value() / static_cast<double>(kSteps), 2));
    if (!slider_->isSliderDown()) settle_.start();
  });
  settle_.setSingleShot(true);
  settle_.setInterval(kSettleMilliseconds);
  connect(&settle_, &QTimer::timeout, this, &LiveSettings::applyLoad);

  routings_ = new QMenu(routing_);
  routings_->setToolTipsVisible(true);
  routing_->setChoices(routings_);
  // Where the routing has no button of its own, it is here.
  routings_->setTitle(tr("Routing"));
  popup->addMenu(routings_);
  connect(routings_, &QMenu::aboutToShow, this, &LiveSettings::fillRoutings);
  showNothing(tr("Start the run first."));
}

QWidget* LiveSettings::routingButton() const {
  return routing_;
}

void LiveSettings::setTheme(const Theme& theme) {
  load_->setTheme(theme);
  routing_->setTheme(theme);
}

void LiveSettings::showNothing(const QString& why) {
  why_ = why;
  for (MenuButton* each : {load_, routing_}) {
    each->setEnabled(false);
    each->setToolTip(why);
  }
  if (!design_.settings.empty()) return;
  load_->setText(tr("Load"));
  routing_->setText(tr("Routing"));
}

void LiveSettings::show(const Design& inForce, const QString& why) {
  design_ = inForce;
  const std::optional<Parameter> routing = findParameter(design_, kRouting);
  const QString name =
      routing ? settingText(*routing, effectiveValue(design_, kRouting)) : tr("Routing");
  routing_->setText(name);
  routing_->setAccessibleName(tr("Routing of the run: %1").arg(name));
  shown_ = offeredLoad(design_);
  showLoad();
  if (!why.isEmpty()) return showNothing(why);
  why_.clear();
  const bool loaded =
      findParameter(design_, kLoad).has_value() && (shown_ > 0 || applicationCount(design_) == 0);
  load_->setEnabled(loaded);
  load_->setToolTip(loaded ? tr("Change the load from the next cycle on")
                           : tr("Applications send when they have something to send: there is no "
                                "load to change."));
  routing_->setEnabled(routing.has_value());
  routing_->setToolTip(tr("%1. Choose another routing from the next cycle on").arg(name));
  emit resized();
}

void LiveSettings::showLoad() {
  load_->setText(tr("Load %1").arg(loadText(shown_)));
  load_->setAccessibleName(tr("Load of the run: %1").arg(loadText(shown_)));
  if (slider_->isSliderDown() || settle_.isActive()) return;
  const QSignalBlocker quiet(slider_);
  slider_->setValue(static_cast<int>(std::lround(shown_ * kSteps)));
  value_->setText(loadText(shown_));
}

void LiveSettings::applyLoad() {
  settle_.stop();
  const double load = slider_->value() / static_cast<double>(kSteps);
  if (!why_.isEmpty() || slider_->value() == static_cast<int>(std::lround(shown_ * kSteps))) return;
  shown_ = load;
  Phase change;
  change.set[kLoad] = load;
  emit changeWanted(change);
}

/// Those that would be refused say why.
void LiveSettings::fillRoutings() {
  routings_->clear();
  const std::optional<Parameter> parameter = findParameter(design_, kRouting);
  if (!parameter) return;
  const Value present = effectiveValue(design_, kRouting);
  auto* group = new QActionGroup(routings_);
  for (const ParameterChoice& choice : parameter->choices) {
    Phase change;
    change.set[kRouting] = choice.name;
    QAction* action = routings_->addAction(engineText(choice.label));
    action->setCheckable(true);
    action->setObjectName(QStringLiteral("liveRouting.") + QString::fromStdString(choice.name));
    group->addAction(action);
    if (Value(choice.name) == present) {
      action->setChecked(true);
      continue;
    }
    const QString why = judge_ ? judge_(change) : QString();
    action->setEnabled(why.isEmpty());
    if (!why.isEmpty()) action->setToolTip(why);
    connect(action, &QAction::triggered, this, [this, change] { emit changeWanted(change); });
  }
}

}  // namespace hopscope
