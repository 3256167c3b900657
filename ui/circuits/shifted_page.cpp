// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/circuits/shifted_page.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <limits>
#include <utility>

#include "ui/circuits/channel_slots_table.h"
#include "ui/circuits/channel_time_rows.h"
#include "ui/widgets/labels.h"
#include "ui/words/numbers.h"
#include "ui/words/part_names.h"

namespace hopscope {

namespace {

/// Routers that a list has; of more, those that are selected on the canvas.
constexpr std::uint32_t kMostListed = 4096;

QString kindWords(const KindCounts& kind) {
  const double mean = kind.measured == 0
                          ? std::numeric_limits<double>::quiet_NaN()
                          : static_cast<double>(kind.latency) / static_cast<double>(kind.measured);
  QString packets = plural(static_cast<qint64>(kind.packets), "packet", "packets");
  if (kind.measured == 0) return packets;
  return QObject::tr("%1, %2 cycles on average").arg(packets, realText(mean, 1));
}

}  // namespace

ShiftedPage::ShiftedPage(QWidget* parent)
    : QWidget(parent),
      round_(makeLabel(TextRole::body, {}, this)),
      time_(new ChannelTimeRows(this)),
      kinds_(makeLabel(TextRole::secondary, {}, this)),
      routers_(new QComboBox(this)),
      table_(new ChannelSlotsTable(this)),
      words_(makeLabel(TextRole::secondary, {}, this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(12, 8, 12, 8);
  column->setSpacing(6);
  round_->setObjectName(QStringLiteral("roundWords"));
  round_->setWordWrap(true);
  column->addWidget(round_);
  column->addWidget(makeLabel(TextRole::hint, tr("Time of all channels since cycle 0"), this));
  column->addWidget(time_);
  kinds_->setObjectName(QStringLiteral("kindWords"));
  kinds_->setWordWrap(true);
  column->addWidget(kinds_);
  auto* head = new QHBoxLayout;
  auto* label = makeLabel(TextRole::label, tr("Channels out of"), this);
  routers_->setObjectName(QStringLiteral("slotsRouter"));
  routers_->setAccessibleName(tr("Router whose channels are shown"));
  label->setBuddy(routers_);
  head->addWidget(label);
  head->addWidget(routers_, 1);
  column->addLayout(head);
  column->addWidget(table_, 1);
  words_->setObjectName(QStringLiteral("ownerWords"));
  words_->setWordWrap(true);
  words_->setMinimumHeight(44);
  words_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  column->addWidget(words_);
  connect(table_, &ChannelSlotsTable::pointedAt, this, [this](const QString& words) {
    words_->setText(words.isEmpty()
                        ? tr("Cells are slots of channels, in the colour of the slot in which "
                             "their circuit leaves its terminal; pale: nothing sent yet. Point at "
                             "one to see whose it is; Enter selects its circuit.")
                        : words);
  });
  connect(table_, &ChannelSlotsTable::chosen, this, &ShiftedPage::choose);
  connect(routers_, &QComboBox::currentIndexChanged, this,
          [this](int index) { showRouter(static_cast<RouterId>(index)); });
}

void ShiftedPage::setTheme(const Theme& theme) {
  time_->setTheme(theme);
  table_->setTheme(theme);
}

void ShiftedPage::setDetail(std::shared_ptr<const Topology> topology,
                            std::shared_ptr<const ShiftedDetail> detail, bool known) {
  const bool other = topology != topology_;
  const bool replanned = !detail_ || !detail || detail->planned != detail_->planned ||
                         detail->slotCount != detail_->slotCount;
  topology_ = std::move(topology);
  detail_ = std::move(detail);
  known_ = known;
  if (other) {
    router_ = topology_ && wanted_ < topology_->routerCount() ? wanted_ : 0;
    fillRouters();
  }
  if (other || replanned) fillRows();
  table_->setDetail(detail_);
  round_->setText(detail_ ? roundWords(*detail_) : QString());
  for (QWidget* each : {static_cast<QWidget*>(round_), static_cast<QWidget*>(routers_),
                        static_cast<QWidget*>(words_)})
    each->setVisible(detail_ != nullptr);
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  time_->setTime(detail_ && known_ ? channelTimeOf(*detail_)
                                   : ChannelTime{kUnknown, kUnknown, kUnknown, kUnknown},
                 detail_ && detail_->bestEffort);
  const bool kinds = detail_ && known_ && detail_->bestEffort;
  kinds_->setVisible(kinds);
  if (kinds)
    kinds_->setText(
        tr("Over circuits: %1. Best effort: %2.")
            .arg(kindWords(detail_->counts.overCircuits), kindWords(detail_->counts.bestEffort)));
}

void ShiftedPage::showRouter(RouterId router) {
  if (router == kNone) return;
  wanted_ = router;
  if (!topology_ || router >= topology_->routerCount() || router == router_) return;
  router_ = router;
  const QSignalBlocker quiet(routers_);
  listRouter();
  fillRows();
}

/// The list says whose channels are shown.
void ShiftedPage::listRouter() {
  routers_->setCurrentIndex(router_ < kMostListed ? static_cast<int>(router_) : -1);
}

void ShiftedPage::choose(std::uint32_t entry) {
  if (!detail_ || entry >= detail_->planned->size()) return;
  const PlannedCircuit& circuit = (*detail_->planned)[entry];
  Parts parts;
  parts.terminals = {circuit.source, circuit.destination};
  for (const ChannelId channel : circuit.path) parts.links.insert(channel / 2);
  emit partsWanted(parts);
}

void ShiftedPage::fillRouters() {
  const QSignalBlocker quiet(routers_);
  routers_->clear();
  if (!topology_) return;
  QStringList names;
  for (RouterId r = 0; r < std::min(topology_->routerCount(), kMostListed); ++r)
    names << asTitle(routerName(*topology_, r));
  routers_->addItems(names);
  listRouter();
}

void ShiftedPage::fillRows() {
  const bool any = topology_ && detail_ && router_ < topology_->routerCount();
  table_->setRows(
      any ? channelSlotsOf(*topology_, *detail_, router_) : std::vector<ChannelSlotsRow>{},
      topology_);
}

}  // namespace hopscope
