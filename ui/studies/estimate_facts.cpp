// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/estimate_facts.h"

#include <QGridLayout>
#include <QLabel>
#include <QResizeEvent>
#include <QVBoxLayout>
#include <cmath>

#include "ui/widgets/labels.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

/// Between the points of a curve.
double latencyAt(const LatencyEstimate& estimate, double load) {
  const auto& points = estimate.points;
  for (std::size_t i = 1; i < points.size(); ++i)
    if (points[i].load >= load) {
      const double share = (load - points[i - 1].load) / (points[i].load - points[i - 1].load);
      return points[i - 1].latency + share * (points[i].latency - points[i - 1].latency);
    }
  return points.empty() ? NAN : points.back().latency;
}

}  // namespace

EstimateFacts::EstimateFacts(EstimateWatch& watch, QWidget* parent)
    : QWidget(parent), watch_(watch) {
  setAccessibleName(tr("Estimated without a simulation"));
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(12, 6, 12, 8);
  grid->setVerticalSpacing(6);
  grid->setColumnStretch(0, 1);
  grid->addWidget(makeRule(this), 0, 0, 1, 2);
  grid->addWidget(makeLabel(TextRole::bold, tr("Estimate"), this), 1, 0, 1, 2);
  int row = 2;
  const auto add = [&](const QString& name, const char* id, QLabel** label = nullptr) {
    auto* words = makeLabel(TextRole::label, name, this);
    auto* value = makeLabel(TextRole::body, {}, this);
    value->setObjectName(QLatin1String(id));
    grid->addWidget(words, row, 0);
    grid->addWidget(value, row++, 1, Qt::AlignRight);
    if (label != nullptr) *label = words;
    return value;
  };
  zeroLoad_ = add(tr("Latency without load"), "estimateZeroLoad");
  saturation_ = add(tr("Saturates at most at"), "estimateSaturation");
  halfWay_ = add({}, "estimateHalfWay", &halfWayName_);
  note_ = makeLabel(TextRole::hint, {}, this);
  note_->setObjectName(QStringLiteral("estimateNote"));
  note_->setWordWrap(true);
  grid->addWidget(note_, row, 0, 1, 2);
  connect(&watch, &EstimateWatch::changed, this, &EstimateFacts::tell);
  tell();
}

void EstimateFacts::tell() {
  const QString none = QStringLiteral("–");
  const auto& answer = watch_.answer();
  const bool known = answer && answer->compiled && !answer->estimate.points.empty();
  QString note;
  if (!answer)
    note = tr("Estimating…");
  else if (answer->tooLarge)
    note = tr("Not estimated: the network is too large to do it while you design.");
  else if (!answer->compiled)
    note = tr("Nothing can be said of a design that cannot run.");
  else if (!answer->estimate.doubt.empty())
    note = tr("It does not hold here: %1").arg(engineText(answer->estimate.doubt));
  else
    note = tr("Within a tenth of a simulation up to 60 % of the bound.");
  note_->setText(note);
  fitNote();
  setStyleProperty(note_, "tone",
                   answer && answer->compiled && !answer->estimate.doubt.empty() ? "warn" : "t3");
  if (!known) {
    for (QLabel* label : {zeroLoad_, saturation_, halfWay_}) label->setText(none);
    halfWayName_->setText(tr("Latency at half of that"));
    return;
  }
  const LatencyEstimate& estimate = answer->estimate;
  zeroLoad_->setText(withUnit(realText(estimate.zeroLoad, 1), "cycles"));
  saturation_->setText(loadText(estimate.saturation, 3));
  halfWayName_->setText(tr("Latency at %1").arg(loadText(estimate.saturation / 2, 3)));
  halfWay_->setText(withUnit(realText(latencyAt(estimate, estimate.saturation / 2), 1), "cycles"));
}

void EstimateFacts::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitNote();
}

/// A grid keeps no room for the lines that words are broken into.
void EstimateFacts::fitNote() {
  const QMargins margins = layout()->contentsMargins();
  note_->setMinimumHeight(note_->heightForWidth(width() - margins.left() - margins.right()));
}

QWidget* withEstimate(QWidget& facts, EstimateWatch& watch) {
  auto* both = new QWidget(facts.parentWidget());
  auto* column = new QVBoxLayout(both);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(&facts, 1);
  column->addWidget(new EstimateFacts(watch, both));
  return both;
}

}  // namespace hopscope
