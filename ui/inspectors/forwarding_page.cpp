// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspectors/forwarding_page.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <optional>
#include <variant>

#include "engine/design/catalogue.h"
#include "engine/design/lookup_resolution.h"
#include "ui/drawing/icons.h"
#include "ui/inspectors/address_bits.h"
#include "ui/inspectors/cache_table.h"
#include "ui/inspectors/lookup_list.h"
#include "ui/inspectors/rule_section.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/section.h"
#include "ui/words/lookup_words.h"
#include "ui/words/numbers.h"
#include "ui/words/part_names.h"

namespace hopscope {

namespace {

constexpr int kBetweenFigures = 6;
/// How many sets show at once; the table scrolls through the others.
constexpr int kSetsShown = 8;
/// Two lines of words at the least, so that what is below does not jump.
constexpr int kWhyHeight = 34;

/// Whether routers of this run look routes up in a table that a cache can stand before.
bool looksUp(const RunView& view) {
  if (view.design == nullptr) return false;
  const Value lookup = effectiveValue(*view.design, "forwarding.lookup");
  const auto* name = std::get_if<std::string>(&lookup);
  const auto kind = name == nullptr ? std::nullopt : lookupKindOf(*name);
  return kind && *kind != LookupKind::algorithm && *kind != LookupKind::nrfMap;
}

}  // namespace

ForwardingPage::ForwardingPage(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  cacheSection_ = new PanelSection(tr("Forwarding cache"), QStringLiteral("cache"), this);
  lookupSection_ = new PanelSection(tr("Last lookups"), QStringLiteral("lookups"), this);
  makeCacheSection();
  makeLookupSection();
  column->addWidget(cacheSection_);
  column->addWidget(lookupSection_);
  rules_ = new RuleSection(this);
  column->addWidget(rules_);
  connect(port_, &QComboBox::currentIndexChanged, this, [this] {
    lookups_->chooseNewest();
    showPort();
  });
  connect(lookups_, &LookupList::choiceChanged, this, [this] {
    follow_->setChecked(true);
    showLookup();
  });
  connect(follow_, &QToolButton::toggled, this, [this] { showLookup(); });
  // Who scrolls by hand wants to stay there.
  connect(scroll_->verticalScrollBar(), &QAbstractSlider::actionTriggered, this,
          [this] { follow_->setChecked(false); });
}

void ForwardingPage::makeCacheSection() {
  follow_ = new QToolButton(this);
  follow_->setObjectName(QStringLiteral("followSets"));
  follow_->setText(tr("Follow"));
  follow_->setToolTip(tr("Scroll to the set of the lookup that is explained"));
  follow_->setCheckable(true);
  follow_->setChecked(true);
  follow_->setProperty("small", true);
  follow_->setFont(fontOf(TextRole::secondary));
  lookupSection_->addToHead(follow_);
  port_ = new QComboBox(this);
  port_->setObjectName(QStringLiteral("cachePort"));
  port_->setAccessibleName(tr("Input port whose cache is shown"));
  cacheSection_->addToHead(port_);
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
    figure_[i]->setObjectName(QStringLiteral("cacheFigure%1").arg(i));
    grid->addWidget(figure_[i], row, place, Qt::AlignBottom);
    grid->addWidget(makeLabel(TextRole::secondary, words[i], figures_), row + 1, place);
  }
  cacheSection_->add(figures_);
  why_ = makeLabel(TextRole::body, {}, this);
  why_->setObjectName(QStringLiteral("lookupWhy"));
  why_->setWordWrap(true);
  why_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  why_->setMinimumHeight(kWhyHeight);
  cacheSection_->add(why_);
  cache_ = new CacheTable;
  scroll_ = new QScrollArea(this);
  scroll_->setWidget(cache_);
  scroll_->setWidgetResizable(true);
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->viewport()->setAutoFillBackground(false);
  cache_->setAutoFillBackground(false);
  scroll_->setObjectName(QStringLiteral("cacheScroll"));
  cacheSection_->add(scroll_);
  legend_ = new CacheLegend(this);
  cacheSection_->add(legend_);
  noCache_ = makeLabel(TextRole::label, tr("This router computes routes without a cache."), this);
  noCache_->setWordWrap(true);
  cacheSection_->add(noCache_);
  otherCaches_ = new QPushButton(tr("What if the cache were larger?"), this);
  otherCaches_->setObjectName(QStringLiteral("otherCaches"));
  otherCaches_->setToolTip(tr("Hit rates of other sizes over the lookups of this run"));
  connect(otherCaches_, &QPushButton::clicked, this, [this] {
    const bool one = port_->isVisibleTo(this) && port_->currentIndex() >= 0;
    emit otherCachesRequested(router_,
                              one ? static_cast<PortIndex>(port_->currentData().toInt()) : kNoPort);
  });
  cacheSection_->add(otherCaches_);
}

void ForwardingPage::makeLookupSection() {
  bits_ = new AddressBits(this);
  lookupSection_->add(bits_);
  lookups_ = new LookupList(this);
  lookupSection_->add(lookups_);
}

void ForwardingPage::setTheme(const Theme& theme) {
  cacheSection_->setTheme(theme);
  lookupSection_->setTheme(theme);
  rules_->setTheme(theme);
  cache_->setTheme(theme);
  legend_->setTheme(theme);
  lookups_->setTheme(theme);
  bits_->setTheme(theme);
}

void ForwardingPage::show(const RunView& view, RouterId router) {
  router_ = router;
  topology_ = view.topology;
  if (ofRun_ != view.ofRun) {
    ofRun_ = view.ofRun;
    plan_.reset();
    looksUp_ = looksUp(view);
  }
  const RouterDetail* detail = view.detail(router);
  caches_.clear();
  if (detail != nullptr)
    for (std::size_t p = 0; p < detail->ports.size(); ++p)
      if (detail->ports[p].cache)
        caches_.emplace_back(static_cast<int>(p), *detail->ports[p].cache);
  const bool any = !caches_.empty();
  for (QWidget* widget : std::initializer_list<QWidget*>{port_, follow_, figures_, why_, scroll_,
                                                         legend_, lookupSection_})
    widget->setVisible(any);
  noCache_->setVisible(!any);
  otherCaches_->setVisible(looksUp_);
  rules_->show(view, router);
  if (any) {
    listPorts();
    showPort();
  } else {
    showWithoutCache(view, router);
  }
}

void ForwardingPage::showWithoutCache(const RunView& view, RouterId router) {
  if (view.past && view.inside == nullptr) {
    const float rate =
        router < view.heat->routerHitRate.size() ? view.heat->routerHitRate[router] : std::nanf("");
    noCache_->setText(std::isfinite(rate)
                          ? tr("%1 of the lookups hit in these cycles. What the cache held "
                               "is not recorded.")
                                .arg(percentText(static_cast<double>(rate), 1))
                          : tr("No lookups in these cycles."));
    return;
  }
  const bool used = view.state() == nullptr && view.results != nullptr &&
                    router < view.results->routers.size() &&
                    view.results->routers[router].cacheLookups > 0;
  if (!used) {
    noCache_->setText(tr("This router computes routes without a cache."));
    return;
  }
  const RouterResult& result = view.results->routers[router];
  noCache_->setText(tr("%1 of %2 lookups hit. The contents of the cache are not kept with a run.")
                        .arg(percentText(static_cast<double>(result.cacheHits) /
                                             static_cast<double>(result.cacheLookups),
                                         1),
                             wholeText(static_cast<qint64>(result.cacheLookups))));
}

void ForwardingPage::listPorts() {
  std::vector<int> listed;
  listed.reserve(static_cast<std::size_t>(port_->count()));
  for (int i = 0; i < port_->count(); ++i) listed.push_back(port_->itemData(i).toInt());
  std::vector<int> wanted;
  wanted.reserve(caches_.size());
  for (const auto& [port, cache] : caches_) wanted.push_back(port);
  if (listed == wanted) return;
  const QSignalBlocker quiet(port_);
  const int before = port_->currentData().toInt();
  port_->clear();
  for (const int port : wanted) port_->addItem(tr("Port %1").arg(port), port);
  port_->setCurrentIndex(std::max(0, port_->findData(before)));
}

/// Addresses are by group, switch and host, or by switch and host in a family without groups.
void ForwardingPage::planAddresses() {
  for (const AddressScheme scheme : {AddressScheme::perGroup, AddressScheme::perSwitch}) {
    auto made = AddressPlan::make(*topology_, scheme, {});
    if (auto* plan = std::get_if<AddressPlan>(&made)) {
      plan_ = std::move(*plan);
      return;
    }
  }
}

void ForwardingPage::showPort() {
  const int port = port_->currentData().toInt();
  const auto found = std::find_if(caches_.begin(), caches_.end(),
                                  [port](const auto& each) { return each.first == port; });
  if (found == caches_.end()) return;
  const CacheDetail& cache = found->second;
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
  const int shown = std::min(kSetsShown, static_cast<int>(cache.sets));
  scroll_->setFixedHeight(cache_->topOf(static_cast<std::uint32_t>(shown)) + 2);
  std::vector<QString> names;
  names.reserve(cache.last.size());
  for (const LookupRecord& record : cache.last)
    names.push_back(QString::number(topology_->terminalIds[record.destination]));
  lookups_->setRecords(cache.last, std::move(names));
  showLookup();
}

void ForwardingPage::showLookup() {
  const std::optional<LookupRecord> record = lookups_->chosen();
  cache_->setLit(record);
  bits_->setVisible(record.has_value());
  if (!record) {
    why_->setText(tr("No packet has been looked up here since this router is watched."));
    lookups_->setAccessibleDescription(why_->text());
    return;
  }
  why_->setText(outcomeSentence(*topology_, cache_->cache(), *record));
  lookups_->setAccessibleDescription(why_->text());
  if (!plan_) planAddresses();
  std::vector<BitRow> rows;
  if (plan_) rows.push_back(addressRow(*plan_, record->destination));
  rows.push_back(indexRow(cache_->cache(), *record));
  bits_->setRows(std::move(rows));
  if (follow_->isChecked())
    scroll_->ensureVisible(0, cache_->topOf(record->set) + CacheTable::rowHeight() / 2, 0,
                           CacheTable::rowHeight() * 2);
}

}  // namespace hopscope
