// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspectors/router_inspector.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <cmath>
#include <utility>

#include "engine/design/catalogue.h"
#include "ui/inspectors/allocation_matrix.h"
#include "ui/inspectors/forwarding_page.h"
#include "ui/inspectors/learnt_section.h"
#include "ui/inspectors/port_table.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/section.h"
#include "ui/words/energy_words.h"
#include "ui/words/numbers.h"
#include "ui/words/part_names.h"

namespace hopscope {

namespace {

/// An output this busy is a finding.
constexpr float kHot = 0.95F;

float utilizationOf(const RunView& view, ChannelId channel) {
  const auto& values = view.heat->channelUtilization;
  return channel < values.size() ? values[channel] : std::nanf("");
}

}  // namespace

RouterInspector::RouterInspector(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 10, 0, 0);
  column->setSpacing(0);
  auto* head = new QHBoxLayout;
  head->setContentsMargins(12, 0, 12, 0);
  name_ = makeLabel(TextRole::title, {}, this);
  name_->setObjectName(QStringLiteral("inspectedName"));
  chip_ = makeChip(this);
  chip_->setProperty("chip", "warn");
  head->addWidget(name_);
  head->addStretch();
  head->addWidget(chip_);
  column->addLayout(head);
  identity_ = makeLabel(TextRole::label, {}, this);
  identity_->setObjectName(QStringLiteral("routerIdentity"));
  identity_->setContentsMargins(12, 2, 12, 10);
  identity_->setWordWrap(true);
  column->addWidget(identity_);

  portSection_ = new PanelSection(tr("Ports"), QStringLiteral("ports"), this);
  ports_ = new PortTable(this);
  portSection_->add(ports_);
  connect(ports_, &PortTable::linkClicked, this, &RouterInspector::linkClicked);
  column->addWidget(portSection_);

  learnt_ = new LearntSection(this);
  column->addWidget(learnt_);

  allocationSection_ = new PanelSection(tr("Allocation"), QStringLiteral("allocation"), this);
  channelsHead_ = makeLabel(TextRole::label, tr("Virtual channels, input by output"), this);
  channels_ = new AllocationMatrix(this);
  crossbarHead_ = makeLabel(TextRole::label, tr("Crossbar, input by output"), this);
  crossbar_ = new AllocationMatrix(this);
  crossbar_->setObjectName(QStringLiteral("crossbarRequests"));
  channels_->setObjectName(QStringLiteral("channelRequests"));
  allocationWords_ = makeLabel(TextRole::hint, {}, this);
  allocationWords_->setObjectName(QStringLiteral("allocationWords"));
  allocationWords_->setWordWrap(true);
  for (QWidget* each : {static_cast<QWidget*>(channelsHead_), static_cast<QWidget*>(channels_),
                        static_cast<QWidget*>(crossbarHead_), static_cast<QWidget*>(crossbar_),
                        static_cast<QWidget*>(allocationWords_)})
    allocationSection_->add(each);
  column->addWidget(allocationSection_);

  forwarding_ = new ForwardingPage(this);
  column->addWidget(forwarding_);
  connect(forwarding_, &ForwardingPage::otherCachesRequested, this,
          &RouterInspector::otherCachesRequested);
  column->addStretch(1);
}

void RouterInspector::setTheme(const Theme& theme) {
  portSection_->setTheme(theme);
  ports_->setTheme(theme);
  learnt_->setTheme(theme);
  allocationSection_->setTheme(theme);
  channels_->setTheme(theme);
  crossbar_->setTheme(theme);
  forwarding_->setTheme(theme);
}

void RouterInspector::show(const RunView& view, RouterId router) {
  router_ = router;
  name_->setText(asTitle(routerName(*view.topology, router)));
  showPorts(view);
  learnt_->show(view, router);
  showAllocations(view);
  forwarding_->show(view, router);
}

void RouterInspector::showAllocations(const RunView& view) {
  const RouterDetail* detail = view.detail(router_);
  const bool known = detail != nullptr && detail->allocation;
  allocationSection_->setVisible(view.past ? known : view.snapshot != nullptr);
  const PortIndex ports = view.topology->radix(router_);
  const bool any =
      known && !(detail->allocation->crossbar.empty() && detail->allocation->channels.empty());
  const bool channels = known && !detail->allocation->channels.empty();
  channels_->setRequests(channels ? detail->allocation->channels : std::vector<AllocationRequest>(),
                         ports);
  crossbar_->setRequests(any ? detail->allocation->crossbar : std::vector<AllocationRequest>(),
                         ports);
  channelsHead_->setVisible(channels);
  channels_->setVisible(channels);
  crossbarHead_->setVisible(any);
  crossbar_->setVisible(any);
  allocationSection_->setNote(known ? tr("cycle %1").arg(wholeText(detail->allocation->cycle))
                                    : QString());
  allocationWords_->setText(
      any     ? tr("Filled was granted, outlined asked in vain; the numbers are virtual channels.")
      : known ? tr("Nothing was asked for in this cycle.")
              : tr("Step, or run at 200 cycles a second at most, to see who asks for what."));
}

void RouterInspector::showPorts(const RunView& view) {
  const Topology& topology = *view.topology;
  const RouterDetail* detail = view.detail(router_);
  std::vector<PortRow> rows;
  int hot = 0;
  double outFlits = 0;
  for (PortIndex p = 0; p < topology.radix(router_); ++p) {
    const Port& port = topology.port(router_, p);
    PortRow row;
    row.port = p;
    row.peer = endName(topology, port.peer);
    row.in = utilizationOf(view, port.in);
    row.out = utilizationOf(view, port.out);
    row.link = port.link;
    if (row.out >= kHot) ++hot;
    if (std::isfinite(row.out)) outFlits += static_cast<double>(row.out);
    if (detail != nullptr && p < detail->ports.size()) {
      const PortDetail& inside = detail->ports[p];
      for (std::size_t vc = 0; vc < inside.inputFlits.size(); ++vc) {
        const double room = vc < inside.inputRoom.size() ? inside.inputRoom[vc] : 0;
        row.queues.push_back(room > 0 ? static_cast<float>(inside.inputFlits[vc] / room) : 0);
        row.waiting += inside.inputFlits[vc];
      }
    }
    rows.push_back(std::move(row));
  }
  ports_->setRows(std::move(rows));
  portSection_->setNote(view.past ? view.heat->when
                        : view.heatCycles > 0
                            ? tr("last %1").arg(cyclesText(static_cast<double>(view.heatCycles)))
                            : tr("measured interval"));
  chip_->setVisible(hot > 0);
  chip_->setText(plural(hot, "hot output", "hot outputs"));
  QStringList identity;
  const QString place = routerPlace(topology, router_);
  if (!place.isEmpty()) identity << place;
  identity << plural(topology.radix(router_), "port", "ports")
           << withUnit(realText(outFlits, 1), "flits/cycle");
  if (const double watts = powerOf(view); std::isfinite(watts)) identity << powerText(watts);
  identity_->setText(identity.join(QStringLiteral(" · ")));
}

double RouterInspector::powerOf(const RunView& view) {
  if (view.past || view.design == nullptr) return std::nan("");
  if (clockOf_ != view.ofRun) {
    clockOf_ = view.ofRun;
    frequencyGhz_ = realAt(effectiveSettings(*view.design), "clock.frequency_ghz");
  }
  double nanojoules = std::nan(""), cycles = 0;
  if (view.snapshot != nullptr && router_ < view.snapshot->routerEnergy.size()) {
    nanojoules = view.snapshot->routerEnergy[router_];
    cycles = static_cast<double>(view.snapshot->cycle);
  } else if (view.results != nullptr && router_ < view.results->routers.size()) {
    nanojoules = view.results->routers[router_].energy.total();
    cycles = static_cast<double>(view.results->measuredCycles);
  }
  return cycles > 0 ? nanojoules * frequencyGhz_ / cycles : std::nan("");
}

}  // namespace hopscope
