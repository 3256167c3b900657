// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspectors/key_figures.h"

#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/inspectors/run_summary.h"
#include "ui/widgets/elided_button.h"
#include "ui/widgets/labels.h"
#include "ui/words/numbers.h"
#include "ui/words/part_names.h"

namespace hopscope {

namespace {

QString cyclesNumber(double cycles) {
  return realText(cycles, cycles < 99.95 ? 1 : 0);
}

QString withSpread(const QString& value, double spread, const QString& text) {
  return std::isfinite(spread) ? QStringLiteral("%1 ± %2").arg(value, text) : value;
}

}  // namespace

KeyFigures::KeyFigures(QWidget* parent) : QWidget(parent), link_(new ElidedButton(this)) {
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(12, 0, 12, 0);
  grid->setHorizontalSpacing(12);
  grid->setVerticalSpacing(10);
  for (std::size_t i = 0; i < values_.size(); ++i) {
    auto* column = new QVBoxLayout;
    column->setSpacing(0);
    values_[i] = makeLabel(TextRole::title, {}, this);
    words_[i] = makeLabel(TextRole::secondary, {}, this);
    column->addWidget(values_[i]);
    if (i == hottest)
      column->addWidget(link_, 0, Qt::AlignLeft);
    else
      column->addWidget(words_[i]);
    grid->addLayout(column, static_cast<int>(i / 2), static_cast<int>(i % 2));
    grid->setColumnStretch(static_cast<int>(i % 2), 1);
  }
  words_[hottest]->hide();
  link_->setObjectName(QStringLiteral("hottestLink"));
  link_->setProperty("link", true);
  link_->setFont(fontOf(TextRole::secondary));
  connect(link_, &QPushButton::clicked, this, [this] { emit linkClicked(hottestLink_); });
  const std::array<const char*, 4> names{"keyAccepted", "keyLatency", "keyHottest", "keyVerdict"};
  for (std::size_t i = 0; i < values_.size(); ++i)
    values_[i]->setObjectName(QLatin1String(names[i]));
}

void KeyFigures::set(Place place, const QString& value, const QString& words, const char* tone) {
  setStyleProperty(values_[place], "tone", QLatin1String(tone));
  values_[place]->setText(value);
  words_[place]->setText(words);
  values_[place]->setAccessibleName(QStringLiteral("%1 %2").arg(value, words));
}

void KeyFigures::show(const RunView& view) {
  const Results* results = view.past ? nullptr : view.results;
  const WindowSample* window = view.window();
  const QString missing(QChar(0x2013));
  if (results != nullptr) {
    const bool steady = results->verdict == Verdict::stable;
    set(accepted,
        withSpread(realText(results->acceptedLoad, 3), results->acceptedCi95,
                   realText(results->acceptedCi95, 3)),
        // Applications send when they have something to send: there is no load they offer.
        results->offeredLoad > 0
            ? tr("accepted of %1 offered").arg(realText(results->offeredLoad, 3))
            : tr("accepted"));
    set(latency,
        steady ? withSpread(cyclesNumber(results->latency.mean), results->latency.ci95,
                            cyclesNumber(results->latency.ci95))
               : missing,
        steady ? tr("cycles of latency") : tr("no steady state"));
    set(verdict, results->complete ? verdictWord(*results) : tr("stopped"),
        tr("after %1").arg(cyclesText(static_cast<double>(results->cycles))),
        !results->complete                        ? "warn"
        : steady                                  ? "ok"
        : results->verdict == Verdict::deadlocked ? "bad"
                                                  : "warn");
  } else {
    set(accepted, window != nullptr ? realText(window->acceptedLoad, 3) : missing,
        window != nullptr ? tr("accepted, last window") : tr("accepted: no window yet"));
    set(latency, window != nullptr ? cyclesNumber(window->latencyMean) : missing,
        tr("cycles of latency"));
    if (view.past)
      set(verdict, tr("recorded"), tr("up to cycle %1").arg(wholeText(view.past->end)));
    else if (view.snapshot != nullptr)
      set(verdict, phaseWord(view.snapshot->phase),
          tr("cycle %1").arg(wholeText(view.snapshot->cycle)));
  }
  const auto busy = hottestChannels(*view.heat, 1);
  values_[hottest]->setText(busy.empty() ? missing
                                         : percentText(static_cast<double>(busy.front().second)));
  link_->setEnabled(!busy.empty());
  hottestLink_ = busy.empty() ? kNone : busy.front().first / 2;
  link_->setWords(busy.empty() ? tr("hottest link")
                               : asTitle(channelName(*view.topology, busy.front().first)));
  link_->setToolTip(tr("The hottest link: press to look at it"));
}

QString keySentence(const RunView& view) {
  const Results* results = view.past ? nullptr : view.results;
  if (results == nullptr) return {};
  const QString verdict = verdictSentence(*view.topology, *results);
  if (!verdict.isEmpty() || results->offeredLoad <= 0) return verdict;
  const auto busy = hottestChannels(*view.heat, 1);
  if (busy.empty()) return QObject::tr("The network accepts what it is offered.");
  const double spare = std::max(0.0, 1 - static_cast<double>(busy.front().second));
  return QObject::tr("The network accepts what it is offered; its hottest link has %1 to spare.")
      .arg(percentText(spare));
}

}  // namespace hopscope
