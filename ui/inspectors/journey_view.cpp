// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspectors/journey_view.h"

#include <QVBoxLayout>

#include "ui/inspectors/journey_chart.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/split_bar.h"
#include "ui/words/numbers.h"
#include "ui/words/part_names.h"

namespace hopscope {

JourneyView::JourneyView(QWidget* parent)
    : QWidget(parent),
      words_(makeLabel(TextRole::label, {}, this)),
      chart_(new JourneyChart(this)),
      causes_(new SplitBar(this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  words_->setObjectName(QStringLiteral("journeyWords"));
  words_->setWordWrap(true);
  column->addWidget(words_);
  column->addWidget(chart_);
  column->addWidget(causes_);
}

void JourneyView::setTheme(const Theme& theme) {
  chart_->setTheme(theme);
  causes_->setTheme(theme);
}

void JourneyView::say(const QString& words) {
  words_->setText(words);
  chart_->hide();
  causes_->hide();
}

void JourneyView::show(const Journey& followed, const Topology& topology, Cycle now) {
  const Journey journey = untilNow(followed, now);
  const bool delivered = journey.delivered >= 0;
  QString words = tr("To %1, sent in cycle %2")
                      .arg(terminalName(topology, journey.destination), wholeText(journey.birth));
  words = delivered
              ? tr("%1; there after %2.")
                    .arg(words, cyclesText(static_cast<double>(journey.delivered - journey.birth)))
              : tr("%1; under way.").arg(words);
  if (journey.foundOn != kNone)
    words +=
        QLatin1Char(' ') + tr("Followed from %1 on.").arg(channelName(topology, journey.foundOn));
  words_->setText(words);
  chart_->setRows(journeyRows(journey, topology));
  chart_->setVisible(!chart_->rows().empty());
  const LatencySplit spent = journey.total();
  causes_->setVisible(spent.total() > 0);
  const auto cycles = [](std::uint64_t value) { return static_cast<double>(value); };
  causes_->setParts(
      latencyParts({cycles(spent.source), cycles(spent.lookup), cycles(spent.vcAllocation),
                    cycles(spent.switchAllocation), cycles(spent.traversal),
                    cycles(spent.serialization), cycles(spent.channel)}));
}

}  // namespace hopscope
