// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspectors/router_inspector.h"

#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <cmath>
#include <utility>

#include "ui/inspectors/cache_table.h"
#include "ui/inspectors/network_names.h"
#include "ui/inspectors/port_table.h"
#include "ui/inspectors/section.h"
#include "ui/shell/labels.h"
#include "ui/shell/numbers.h"

namespace hopscope {

namespace {

/// The cache table scrolls in itself; this much of it shows: head and 16 sets.
constexpr int kBetweenFigures = 6;
constexpr int kCacheHeight = 20 + 16 * 16 + 2;

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
  identity_->setContentsMargins(12, 2, 12, 10);
  identity_->setWordWrap(true);
  column->addWidget(identity_);

  portSection_ = new PanelSection(tr("Ports"), QStringLiteral("ports"), this);
  ports_ = new PortTable(this);
  portSection_->add(ports_);
  connect(ports_, &PortTable::linkClicked, this, &RouterInspector::linkClicked);
  column->addWidget(portSection_);

  cacheSection_ = new PanelSection(tr("Forwarding cache"), QStringLiteral("cache"), this);
  cachePort_ = new QComboBox(this);
  cachePort_->setAccessibleName(tr("Input port whose cache is shown"));
  cacheSection_->addToHead(cachePort_);
  figures_ = new QWidget(this);
  auto* grid = new QGridLayout(figures_);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setVerticalSpacing(0);
  const std::array<QString, 6> words{tr("hits"),     tr("lookups"),  tr("compulsory"),
                                     tr("capacity"), tr("conflict"), tr("evicted")};
  // The misses by cause below the rest: side by side they would be wider than the panel.
  constexpr std::array<std::pair<int, int>, 6> kPlaces{
      {{0, 0}, {0, 1}, {3, 0}, {3, 1}, {3, 2}, {0, 2}}};
  grid->setRowMinimumHeight(2, kBetweenFigures);
  for (std::size_t i = 0; i < figure_.size(); ++i) {
    const auto [row, place] = kPlaces[i];
    figure_[i] = makeLabel(i == 0 ? TextRole::title : TextRole::bold, {}, figures_);
    grid->addWidget(figure_[i], row, place, Qt::AlignBottom);
    grid->addWidget(makeLabel(TextRole::secondary, words[i], figures_), row + 1, place);
  }
  cacheSection_->add(figures_);
  cache_ = new CacheTable;
  auto* scroll = new QScrollArea(this);
  scroll->setWidget(cache_);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setMinimumHeight(kCacheHeight);
  scroll->viewport()->setAutoFillBackground(false);
  cache_->setAutoFillBackground(false);
  scroll->setObjectName(QStringLiteral("cacheScroll"));
  cacheSection_->add(scroll);
  legend_ = new CacheLegend(this);
  cacheSection_->add(legend_);
  noCache_ = makeLabel(TextRole::label, tr("This router computes routes without a cache."), this);
  noCache_->setWordWrap(true);
  cacheSection_->add(noCache_);
  column->addWidget(cacheSection_);
  column->addStretch(1);
  connect(cachePort_, &QComboBox::currentIndexChanged, this, [this] { showCachePort(); });
}

void RouterInspector::setTheme(const Theme& theme) {
  portSection_->setTheme(theme);
  ports_->setTheme(theme);
  cacheSection_->setTheme(theme);
  cache_->setTheme(theme);
  legend_->setTheme(theme);
}

void RouterInspector::show(const RunView& view, RouterId router) {
  router_ = router;
  name_->setText(asTitle(routerName(*view.topology, router)));
  showPorts(view);
  showCache(view.detail(router), view);
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
  identity_->setText(identity.join(QStringLiteral(" · ")));
}

void RouterInspector::showCache(const RouterDetail* detail, const RunView& view) {
  caches_.clear();
  if (detail != nullptr)
    for (std::size_t p = 0; p < detail->ports.size(); ++p)
      if (detail->ports[p].cache)
        caches_.emplace_back(static_cast<int>(p), *detail->ports[p].cache);
  const bool any = !caches_.empty();
  for (QWidget* widget : {static_cast<QWidget*>(cachePort_), figures_,
                          cache_->parentWidget()->parentWidget(), static_cast<QWidget*>(legend_)})
    widget->setVisible(any);
  noCache_->setVisible(!any);
  if (!any) {
    if (view.past) {
      const float rate = router_ < view.heat->routerHitRate.size()
                             ? view.heat->routerHitRate[router_]
                             : std::nanf("");
      noCache_->setText(std::isfinite(rate)
                            ? tr("%1 of the lookups hit in these cycles. What the cache held "
                                 "is not recorded.")
                                  .arg(percentText(static_cast<double>(rate), 1))
                            : tr("No lookups in these cycles."));
      return;
    }
    const bool stored = view.snapshot == nullptr;
    const bool used = view.results != nullptr && router_ < view.results->routers.size() &&
                      view.results->routers[router_].cacheLookups > 0;
    if (stored && used) {
      const RouterResult& result = view.results->routers[router_];
      noCache_->setText(
          tr("%1 of %2 lookups hit. The contents of the cache are not kept with a run.")
              .arg(percentText(static_cast<double>(result.cacheHits) /
                                   static_cast<double>(result.cacheLookups),
                               1),
                   wholeText(static_cast<qint64>(result.cacheLookups))));
    } else {
      noCache_->setText(tr("This router computes routes without a cache."));
    }
    return;
  }
  std::vector<int> listed;
  listed.reserve(static_cast<std::size_t>(cachePort_->count()));
  for (int i = 0; i < cachePort_->count(); ++i) listed.push_back(cachePort_->itemData(i).toInt());
  std::vector<int> wanted;
  wanted.reserve(caches_.size());
  for (const auto& [port, cache] : caches_) wanted.push_back(port);
  if (listed != wanted) {
    const QSignalBlocker quiet(cachePort_);
    const int before = cachePort_->currentData().toInt();
    cachePort_->clear();
    for (const int port : wanted) cachePort_->addItem(tr("Port %1").arg(port), port);
    cachePort_->setCurrentIndex(std::max(0, cachePort_->findData(before)));
  }
  showCachePort();
}

void RouterInspector::showCachePort() {
  const int port = cachePort_->currentData().toInt();
  for (const auto& [at, cache] : caches_) {
    if (at != port) continue;
    const LookupCounts& totals = cache.totals;
    const double rate = totals.lookups > 0
                            ? static_cast<double>(totals.hits) / static_cast<double>(totals.lookups)
                            : std::nan("");
    figure_[0]->setText(percentText(rate, 1));
    const std::array<std::uint64_t, 5> counts{totals.lookups, totals.compulsory, totals.capacity,
                                              totals.conflict, totals.evictions};
    for (std::size_t i = 0; i < counts.size(); ++i)
      figure_[i + 1]->setText(wholeText(static_cast<qint64>(counts[i])));
    cache_->setCache(cache);
  }
}

}  // namespace hopscope
