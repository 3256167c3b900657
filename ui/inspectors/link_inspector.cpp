// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspectors/link_inspector.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "engine/design/switch_models.h"
#include "ui/document/link_settings.h"
#include "ui/drawing/plot_widget.h"
#include "ui/inspectors/buffer_bars.h"
#include "ui/inspectors/journey_view.h"
#include "ui/inspectors/waiting_list.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/section.h"
#include "ui/words/numbers.h"
#include "ui/words/part_names.h"

namespace hopscope {

namespace {

bool sameCurves(const PlotPicture& a, const PlotPicture& b) {
  return std::equal(a.curves.begin(), a.curves.end(), b.curves.begin(), b.curves.end(),
                    [](const PlotCurve& one, const PlotCurve& other) {
                      return one.name == other.name && one.x == other.x && one.y == other.y;
                    });
}

/// What the design says of a cable, where it is known: each put into its words.
QStringList cableWords(const RunView& view, LinkId link, const QString& latencyWords,
                       const QString& bandwidthWords) {
  QStringList said;
  if (view.design == nullptr) return said;
  const QString latency = linkLatencyText(*view.design, *view.topology, link);
  const QString bandwidth = linkBandwidthText(*view.design, *view.topology, link);
  if (!latency.isEmpty()) said << latencyWords.arg(latency);
  if (!bandwidth.isEmpty()) said << bandwidthWords.arg(bandwidth);
  return said;
}

}  // namespace

LinkInspector::LinkInspector(QWidget* parent) : QWidget(parent), plot_(new PlotWidget(this)) {
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  outer->setSpacing(0);
  auto* column = new QVBoxLayout;
  outer->addLayout(column);
  column->setContentsMargins(12, 10, 12, 8);
  column->setSpacing(2);
  name_ = makeLabel(TextRole::title, {}, this);
  name_->setObjectName(QStringLiteral("inspectedName"));
  name_->setWordWrap(true);
  identity_ = makeLabel(TextRole::label, {}, this);
  identity_->setWordWrap(true);
  column->addWidget(name_);
  column->addWidget(identity_);
  column->addSpacing(10);
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(12);
  grid->setColumnStretch(0, 1);
  for (std::size_t i = 0; i < 2; ++i) {
    direction_[i] = makeLabel(TextRole::label, {}, this);
    direction_[i]->setWordWrap(true);
    value_[i] = makeLabel(TextRole::title, {}, this);
    flits_[i] = makeLabel(TextRole::secondary, {}, this);
    const int row = 2 * static_cast<int>(i);
    grid->addWidget(direction_[i], row, 0);
    grid->addWidget(value_[i], row, 1, 2, 1, Qt::AlignRight | Qt::AlignTop);
    grid->addWidget(flits_[i], row + 1, 0);
  }
  column->addLayout(grid);
  column->addSpacing(12);
  plot_->setMinimumHeight(180);
  plot_->setMaximumHeight(320);
  plot_->setAccessibleName(tr("Utilisation over time"));
  connect(plot_, &PlotWidget::clickedAt, this,
          [this](double x) { emit seekRequested(static_cast<Cycle>(std::llround(x))); });
  plot_->setEmptyText(tr("Utilisation over time grows here while the network runs."));
  column->addWidget(plot_, 1);
  bufferSection_ = new PanelSection(tr("Buffers"), QStringLiteral("buffers"), this);
  for (std::size_t i = 0; i < 2; ++i) {
    bufferHead_[i] = makeLabel(TextRole::label, {}, this);
    buffers_[i] = new BufferBars(this);
    bufferSection_->add(bufferHead_[i]);
    bufferSection_->add(buffers_[i]);
  }
  bufferHint_ = makeLabel(
      TextRole::hint,
      tr("Bright waits there; pale are credits spent: under way, or on their way back."), this);
  bufferHint_->setWordWrap(true);
  bufferSection_->add(bufferHint_);
  noBuffers_ = makeLabel(TextRole::label, {}, this);
  noBuffers_->setWordWrap(true);
  bufferSection_->add(noBuffers_);
  journeySection_ = new PanelSection(tr("Journey of a packet"), QStringLiteral("journey"), this);
  follow_ = new QPushButton(tr("Follow the next packet"), this);
  follow_->setObjectName(QStringLiteral("followPacket"));
  connect(follow_, &QPushButton::clicked, this, [this] { emit followRequested(terminal_); });
  journeySection_->add(follow_);
  journey_ = new JourneyView(this);
  journeySection_->add(journey_);
  waitingSection_ = new PanelSection(tr("Who waits"), QStringLiteral("waiting"), this);
  for (std::size_t i = 0; i < 2; ++i) {
    waitingHead_[i] = makeLabel(TextRole::label, {}, this);
    waitingHead_[i]->setObjectName(QStringLiteral("waitingHead"));
    waitingHead_[i]->setWordWrap(true);
    waiting_[i] = new WaitingList(this);
    waitingSection_->add(waitingHead_[i]);
    waitingSection_->add(waiting_[i]);
  }
  outer->addWidget(journeySection_);
  outer->addWidget(waitingSection_);
  outer->addWidget(bufferSection_);
  outer->addStretch();
}

void LinkInspector::setTheme(const Theme& theme) {
  plot_->setTheme(theme);
  journeySection_->setTheme(theme);
  journey_->setTheme(theme);
  bufferSection_->setTheme(theme);
  waitingSection_->setTheme(theme);
  for (WaitingList* list : waiting_) list->setTheme(theme);
  for (BufferBars* bars : buffers_) bars->setTheme(theme);
}

void LinkInspector::showLink(const RunView& view, LinkId link) {
  terminal_ = kNone;
  const Topology& topology = *view.topology;
  name_->setText(QStringLiteral("%1 ↔ %2").arg(asTitle(endName(topology, topology.links[link].a)),
                                               endName(topology, topology.links[link].b)));
  QStringList identity{
      asTitle(tr("link %1").arg(link < topology.linkIds.size() ? topology.linkIds[link] : link))};
  identity << QString::fromStdString(topology.classOf(link).label);
  identity << cableWords(view, link, tr("latency %1"), tr("bandwidth %1"));
  identity_->setText(identity.join(QStringLiteral(" · ")));
  showChannels(view, link);
}

void LinkInspector::showTerminal(const RunView& view, TerminalId terminal) {
  terminal_ = terminal;
  const Topology& topology = *view.topology;
  const TerminalPlace& place = topology.terminals[terminal];
  name_->setText(asTitle(terminalName(topology, terminal)));
  QStringList identity{
      tr("at %1, port %2").arg(routerName(topology, place.router)).arg(place.port)};
  identity << cableWords(view, place.link, tr("cable latency %1"), tr("cable bandwidth %1"));
  identity_->setText(identity.join(QStringLiteral(" · ")));
  showChannels(view, place.link);
}

void LinkInspector::showJourney(const RunView& view) {
  const bool live = terminal_ != kNone && !view.past && view.snapshot != nullptr;
  journeySection_->setVisible(live);
  if (!live) return;
  follow_->setEnabled(view.snapshot->phase != RunPhase::done);
  const std::optional<Journey>& journey = view.snapshot->journey;
  const bool ours = journey && journey->source == terminal_;
  if (ours && journey->birth >= 0)
    journey_->show(*journey, *view.topology, view.snapshot->cycle);
  else
    journey_->say(
        ours ? tr("Waiting for the next packet of this terminal.")
             : tr("What each router costs the next packet of this terminal, cycle by cycle."));
}

void LinkInspector::showBuffers(const RunView& view, LinkId link) {
  const Topology& topology = *view.topology;
  const bool sourceQueues =
      view.design == nullptr || switchModelOf(*view.design).sourceQueueInRouter;
  bool any = false;
  for (std::size_t i = 0; i < 2; ++i) {
    const auto channel = static_cast<ChannelId>(2 * link + i);
    const LinkEnd& from = topology.from(channel);
    const LinkEnd& to = topology.to(channel);
    const Snapshot* state = view.state();
    const bool counted = state != nullptr && channel < state->channelFlits.size();
    flits_[i]->setText(
        counted ? tr("%1 so far")
                      .arg(withUnit(wholeText(static_cast<qint64>(state->channelFlits[channel])),
                                    "flits"))
                : QString());
    if (counted)
      for (const ChannelPause& each : state->paused)
        if (each.channel == channel)
          flits_[i]->setText(tr("%1 · %2 of %3 virtual channels paused")
                                 .arg(flits_[i]->text())
                                 .arg(each.paused)
                                 .arg(each.of));
    flits_[i]->setVisible(counted);

    const auto portOf = [&](const LinkEnd& end) -> const PortDetail* {
      const RouterDetail* detail = end.isTerminal ? nullptr : view.detail(end.node);
      return detail != nullptr && end.port < detail->ports.size() ? &detail->ports[end.port]
                                                                  : nullptr;
    };
    std::vector<BufferRow> rows;
    const PortDetail* sender = portOf(from);
    if (sender != nullptr && sender->outputRoom > 0)
      rows.push_back(
          {tr("Output queue"), sender->outputFlits, sender->outputFlits, sender->outputRoom});
    if (const PortDetail* receiver = portOf(to)) {
      const std::size_t vcs = receiver->inputFlits.size();
      for (std::size_t vc = 0; vc < vcs; ++vc) {
        BufferRow row;
        row.name =
            from.isTerminal && sourceQueues && vcs == 1 ? tr("Source queue") : tr("VC %1").arg(vc);
        row.flits = receiver->inputFlits[vc];
        row.room = vc < receiver->inputRoom.size() ? receiver->inputRoom[vc] : 0;
        row.claimed = sender != nullptr && vc < sender->downstream.size() ? sender->downstream[vc]
                                                                          : row.flits;
        rows.push_back(std::move(row));
      }
    }
    bufferHead_[i]->setText(asTitle(channelName(topology, channel)));
    bufferHead_[i]->setVisible(!rows.empty());
    buffers_[i]->setVisible(!rows.empty());
    any = any || !rows.empty();
    buffers_[i]->setRows(std::move(rows));
  }
  bufferHint_->setVisible(any);
  noBuffers_->setVisible(!any);
  noBuffers_->setText(view.state() == nullptr ? tr("What waited in the buffers is not recorded.")
                                              : tr("The buffers are being looked into."));
}

void LinkInspector::showWaiting(const RunView& view, LinkId link) {
  const Topology& topology = *view.topology;
  bool any = false;
  for (std::size_t i = 0; i < 2; ++i) {
    const auto channel = static_cast<ChannelId>(2 * link + i);
    const LinkEnd& from = topology.from(channel);
    const RouterDetail* detail = from.isTerminal ? nullptr : view.detail(from.node);
    waitingHead_[i]->setVisible(detail != nullptr);
    waiting_[i]->setVisible(detail != nullptr);
    if (detail == nullptr) continue;
    any = true;
    std::vector<WaitingRow> rows = waitingRows(*detail, from.port, topology);
    const QString name = channelName(topology, channel);
    waitingHead_[i]->setText(rows.empty() ? tr("Nobody waits for %1.").arg(name)
                                          : tr("For %1:").arg(name));
    waiting_[i]->setRows(std::move(rows));
  }
  waitingSection_->setVisible(any);
}

void LinkInspector::showChannels(const RunView& view, LinkId link) {
  const Topology& topology = *view.topology;
  PlotPicture picture;
  picture.title = tr("Utilisation");
  picture.xTitle = tr("time (cycles)");
  picture.yTitle = tr("% of link rate");
  picture.yMin = 0;
  picture.yMax = 100;
  for (std::size_t i = 0; i < 2; ++i) {
    const auto channel = static_cast<ChannelId>(2 * link + i);
    direction_[i]->setText(asTitle(channelName(topology, channel)));
    const auto& values = view.heat->channelUtilization;
    value_[i]->setText(
        percentText(channel < values.size() ? static_cast<double>(values[channel]) : std::nan("")));
    if (!view.history) continue;
    PlotCurve curve;
    const LinkEnd& to = topology.to(channel);
    curve.name = tr("to %1").arg(to.isTerminal ? tr("terminal")
                                               : QString::number(to.node < topology.routerIds.size()
                                                                     ? topology.routerIds[to.node]
                                                                     : to.node));
    curve.number = static_cast<int>(i) + 1;
    for (const auto& [cycle, utilization] : view.history(channel)) {
      curve.x.push_back(cycle);
      curve.y.push_back(utilization * 100);
    }
    if (!curve.x.empty()) picture.xMin = 0;
    picture.curves.push_back(std::move(curve));
  }
  showBuffers(view, link);
  showJourney(view);
  showWaiting(view, link);
  plot_->setVisible(static_cast<bool>(view.history));
  if (view.past) picture.now = static_cast<double>(view.past->end);
  // A plot is worth redrawing only when it has grown, or another time or run is looked at.
  if (plot_->picture().now == picture.now && sameCurves(plot_->picture(), picture)) return;
  plot_->setPicture(picture);
}

}  // namespace hopscope
