// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspectors/key_figures.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/inspectors/run_summary.h"
#include "ui/widgets/elided_button.h"
#include "ui/widgets/labels.h"
#include "ui/words/numbers.h"
#include "ui/words/part_names.h"
#include "ui/words/result_words.h"

namespace hopscope {

namespace {

QString cyclesNumber(double cycles) {
  return realText(cycles, cycles < 99.95 ? 1 : 0);
}

/// In this order, two in a row.
enum Place { accepted, latency, hottest, verdict };

QString spreadText(double spread, const QString& text) {
  return std::isfinite(spread) ? QStringLiteral("± ") + text : QString();
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
    values_[i] = makeLabel(TextRole::page, {}, this);
    spreads_[i] = makeLabel(TextRole::label, {}, this);
    words_[i] = makeLabel(TextRole::secondary, {}, this);
    words_[i]->setWordWrap(true);  // they are not to make the panel wider than it is
    words_[i]->setAlignment(Qt::AlignLeft | (i < hottest ? Qt::AlignTop : Qt::AlignVCenter));
    auto* line = new QHBoxLayout;
    line->setSpacing(6);
    line->addWidget(values_[i]);
    line->addWidget(spreads_[i], 1, Qt::AlignBottom);
    spreads_[i]->setContentsMargins(0, 0, 0, 3);  // on the line of the large one
    column->addLayout(line);
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
  for (std::size_t i = 0; i < values_.size(); ++i) {
    values_[i]->setObjectName(QLatin1String(names[i]));
    spreads_[i]->setObjectName(QLatin1String(names[i]) + QStringLiteral(":spread"));
  }
}

std::vector<KeyFigure> keyFigures(const RunView& view) {
  if (view.design == nullptr || view.heat == nullptr) return {};
  std::vector<KeyFigure> figures(4);
  const Results* results = view.past ? nullptr : view.results;
  const WindowSample* window = view.window();
  const QString missing(QChar(0x2013));
  if (results != nullptr) {
    const bool steady = results->verdict == Verdict::stable;
    figures[accepted] = {
        acceptedText(*results),
        // Applications send when they have something to send: there is no load they offer.
        results->offeredLoad > 0
            ? (results->applications.empty() ? QObject::tr("accepted of %1 offered")
                                             : QObject::tr("accepted, with %1 offered beside"))
                  .arg(loadText(offeredByAll(*results), 3))
            : QObject::tr("accepted"),
        "", spreadText(results->acceptedCi95, loadText(results->acceptedCi95, 3))};
    figures[latency] = {steady ? cyclesNumber(results->latency.mean) : missing,
                        isOverloaded(results->verdict) ? noLatencyWords(results->verdict)
                                                       : QObject::tr("cycles of latency"),
                        "",
                        steady
                            ? spreadText(results->latency.ci95, cyclesNumber(results->latency.ci95))
                            : QString()};
    figures[verdict] = {
        results->complete ? verdictWord(results->verdict) : QObject::tr("stopped"),
        QObject::tr("after %1").arg(cyclesText(static_cast<double>(results->cycles))),
        !results->complete          ? "warn"
        : steady                    ? "ok"
        : isStuck(results->verdict) ? "bad"
                                    : "warn"};
  } else {
    figures[accepted] = {window != nullptr ? loadText(window->acceptedLoad, 3) : missing,
                         window != nullptr ? QObject::tr("accepted, last window")
                                           : QObject::tr("accepted: no window yet")};
    figures[latency] = {window != nullptr ? cyclesNumber(window->latencyMean) : missing,
                        QObject::tr("cycles of latency")};
    if (view.past)
      figures[verdict] = {QObject::tr("recorded"),
                          QObject::tr("up to cycle %1").arg(wholeText(view.past->end))};
    else if (view.snapshot != nullptr)
      figures[verdict] = {phaseWord(view.snapshot->phase),
                          QObject::tr("cycle %1").arg(wholeText(view.snapshot->cycle))};
  }
  const auto busy = hottestChannels(*view.heat, 1);
  figures[hottest] = {
      busy.empty() ? missing : percentText(static_cast<double>(busy.front().second)),
      busy.empty() ? QObject::tr("hottest link")
                   : asTitle(channelName(*view.topology, busy.front().first))};
  return figures;
}

void KeyFigures::show(const RunView& view) {
  const std::vector<KeyFigure> figures = keyFigures(view);
  for (std::size_t i = 0; i < figures.size(); ++i) {
    setStyleProperty(values_[i], "tone", QLatin1String(figures[i].tone));
    values_[i]->setText(figures[i].value);
    spreads_[i]->setText(figures[i].spread);
    words_[i]->setText(figures[i].words);
    values_[i]->setAccessibleName(QStringLiteral("%1 %2 %3")
                                      .arg(figures[i].value, figures[i].spread, figures[i].words)
                                      .simplified());
  }
  if (figures.empty()) return;
  const auto busy = hottestChannels(*view.heat, 1);
  link_->setEnabled(!busy.empty());
  hottestLink_ = busy.empty() ? kNone : busy.front().first / 2;
  link_->setWords(figures[hottest].words);
  link_->setToolTip(tr("The hottest link: press to look at it"));
}

QString keySentence(const RunView& view) {
  const Results* results = view.past ? nullptr : view.results;
  if (results == nullptr) return {};
  QString verdict = verdictSentence(*view.topology, *results);
  if (!verdict.isEmpty() || results->offeredLoad <= 0) return verdict;
  const auto busy = hottestChannels(*view.heat, 1);
  if (busy.empty()) return QObject::tr("The network accepts what it is offered.");
  const double spare = std::max(0.0, 1 - static_cast<double>(busy.front().second));
  if (percentText(spare) == percentText(0))
    return QObject::tr("The network accepts what it is offered, though its hottest link is full.");
  return QObject::tr("The network accepts what it is offered; its hottest link has %1 to spare.")
      .arg(percentText(spare));
}

}  // namespace hopscope
