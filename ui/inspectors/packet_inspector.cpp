// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspectors/packet_inspector.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/simulation/parts_table.h"
#include "ui/inspectors/journey_view.h"
#include "ui/widgets/labels.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"
#include "ui/words/part_names.h"

namespace hopscope {

PacketInspector::PacketInspector(QWidget* parent)
    : QWidget(parent),
      name_(makeLabel(TextRole::title, {}, this)),
      identity_(makeLabel(TextRole::label, {}, this)),
      journey_(new JourneyView(this)),
      next_(new QPushButton(tr("Follow its next packet"), this)),
      stop_(new QPushButton(tr("Stop following"), this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(12, 10, 12, 8);
  column->setSpacing(2);
  name_->setObjectName(QStringLiteral("followedPacket"));
  name_->setWordWrap(true);
  identity_->setWordWrap(true);
  identity_->setObjectName(QStringLiteral("followedIdentity"));
  column->addWidget(name_);
  column->addWidget(identity_);
  column->addSpacing(10);
  column->addWidget(journey_);
  column->addSpacing(10);
  auto* row = new QHBoxLayout;
  row->setSpacing(8);
  next_->setObjectName(QStringLiteral("followNext"));
  stop_->setObjectName(QStringLiteral("stopFollowing"));
  row->addWidget(next_);
  row->addWidget(stop_);
  row->addStretch();
  column->addLayout(row);
  column->addStretch();
  connect(next_, &QPushButton::clicked, this, [this] { emit followRequested(source_); });
  connect(stop_, &QPushButton::clicked, this, [this] { emit followRequested(kNone); });
}

void PacketInspector::setTheme(const Theme& theme) {
  journey_->setTheme(theme);
}

void PacketInspector::show(const RunView& view) {
  const Topology& topology = *view.topology;
  const FollowedPacket& followed = *view.followed;
  source_ = followed.source;
  name_->setText(tr("Packet from %1").arg(terminalName(topology, source_)));
  const std::vector<MovingPacket>& packets = view.snapshot->packets;
  const auto seen = std::find_if(packets.begin(), packets.end(),
                                 [&](const MovingPacket& p) { return followed.is(p); });
  const std::optional<Journey>& journey = view.snapshot->journey;
  const bool born = journey && journey->source == source_ && journey->birth >= 0;
  QStringList identity;
  if (seen != packets.end()) {
    identity << plural(seen->flits, "flit", "flits") << engineText(pathPart(seen->path).words.label)
             << tr("on %1").arg(channelName(topology, seen->channel));
  } else if (born && journey->delivered < 0) {
    identity << tr("in a buffer or a switch");
  }
  if (followed.intermediate < topology.routerCount())
    identity << tr("by way of %1").arg(routerName(topology, followed.intermediate));
  identity_->setText(identity.join(QStringLiteral(" · ")));
  identity_->setVisible(!identity.isEmpty());
  next_->setEnabled(view.snapshot->phase != RunPhase::done);
  if (born)
    journey_->show(*journey, topology, view.snapshot->cycle);
  else if (journey && journey->source == source_)
    journey_->say(tr("Waiting for the next packet of this terminal."));
  else if (view.repeating)
    journey_->say(tr("The run is being repeated; then the packet is followed on."));
  else
    journey_->say(tr("This packet has arrived. Click another one, or follow the next."));
}

}  // namespace hopscope
