// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspectors/rule_section.h"

#include <QHeaderView>
#include <QLabel>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <set>
#include <utility>
#include <variant>

#include "engine/design/addressing.h"
#include "engine/forwarding/rule_hits.h"
#include "ui/explore/explore_parts.h"
#include "ui/explore/rules_model.h"
#include "ui/inspectors/section.h"
#include "ui/shell/background.h"
#include "ui/shell/labels.h"
#include "ui/shell/numbers.h"

namespace hopscope {

namespace {
constexpr int kRowsShown = 8, kRow = 24, kHead = 26;
/// More take seconds to make.
constexpr std::uint64_t kMostRules = 30'000;
}  // namespace

struct RuleSection::Made {
  std::unique_ptr<const RuleHits> hits;  ///< nothing where the rules are refused
  QString problem;
};

/// The rules in the order of a column: as they are, or by their hits.
class RulesOrder : public QSortFilterProxyModel {
 public:
  using QSortFilterProxyModel::QSortFilterProxyModel;

 protected:
  bool lessThan(const QModelIndex& left, const QModelIndex& right) const override {
    const auto* rules = static_cast<const RulesModel*>(sourceModel());
    if (left.column() == RulesModel::hits)
      return rules->hitsOf(left.row()).value_or(0) < rules->hitsOf(right.row()).value_or(0);
    return QSortFilterProxyModel::lessThan(left, right);
  }
};

namespace {

/// What the lines of the caches know beyond the rules: the ports of an adaptive routing.
std::vector<std::set<PortIndex>> otherPorts(const RuleHits& hits, const RouterDetail& detail) {
  std::vector<std::set<PortIndex>> found;
  for (PortIndex port = 0; port < detail.ports.size(); ++port) {
    const std::optional<CacheDetail>& cache = detail.ports[port].cache;
    if (!cache || cache->tagged) continue;
    for (const CacheLineDetail& line : cache->lines) {
      if (!line.valid || line.otherPorts.empty()) continue;
      found.resize(hits.rules().size());
      for (const std::uint32_t rule : hits.applying(port, line.key)) {
        std::set<PortIndex>& ports = found[rule];
        for (const RuleAction& action : hits.rules()[rule].actions) {
          if (action.kind != ActionKind::output) continue;
          ports.insert(line.otherPorts.begin(), line.otherPorts.end());
          ports.insert(line.outPort);
          ports.erase(static_cast<PortIndex>(action.value));
        }
      }
    }
  }
  return found;
}

}  // namespace

RuleSection::RuleSection(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  section_ = new PanelSection(tr("Rules"), QStringLiteral("rules"), this);
  column->addWidget(section_);
  words_ = makeLabel(TextRole::hint, {}, this);
  words_->setObjectName(QStringLiteral("ruleHitWords"));
  words_->setWordWrap(true);
  section_->add(words_);
  table_ = new QTableView(this);
  table_->setObjectName(QStringLiteral("switchRules"));
  table_->setAccessibleName(tr("Rules of this switch"));
  model_ = new RulesModel(this);
  order_ = new RulesOrder(this);
  order_->setSourceModel(model_);
  table_->setModel(order_);
  styleTable(*table_);
  table_->setTabKeyNavigation(false);
  table_->verticalHeader()->setDefaultSectionSize(kRow);
  table_->horizontalHeader()->setMinimumSectionSize(36);
  // What there is room for in the panel stands first; the rest is scrolled to.
  int place = 0;
  for (const auto& [part, width] :
       std::initializer_list<std::pair<int, int>>{{RulesModel::hits, 52},
                                                  {RulesModel::match, 150},
                                                  {RulesModel::action, 100},
                                                  {RulesModel::mask, 130},
                                                  {RulesModel::priority, 60},
                                                  {RulesModel::table, 48}}) {
    QHeaderView* head = table_->horizontalHeader();
    head->moveSection(head->visualIndex(part), place++);
    table_->setColumnWidth(part, width);
  }
  table_->setSortingEnabled(true);
  table_->horizontalHeader()->setSortIndicatorClearable(true);
  table_->sortByColumn(-1, Qt::AscendingOrder);
  section_->add(table_);
}

void RuleSection::setTheme(const Theme& theme) {
  section_->setTheme(theme);
}

void RuleSection::show(const RunView& view, RouterId router) {
  if (!section_->isOpen()) return;
  if (view.topology != topology_ || router != router_) make(view, router);
  showHits(view);
}

void RuleSection::make(const RunView& view, RouterId router) {
  topology_ = view.topology;
  router_ = router;
  made_.reset();
  model_->setRules({});
  section_->setNote({});
  table_->setVisible(false);
  words_->setText(tr("Making the rules of this switch"));
  words_->setVisible(true);
  if (view.design == nullptr) return;
  inBackground(
      this,
      [design = *view.design, topology = view.topology, router, number = ++asked_] {
        auto made = std::make_shared<Made>();
        Issues warnings;
        auto generator = ruleGenerator(design, *topology, warnings);
        if (const auto* refused = std::get_if<Issues>(&generator))
          made->problem =
              QString::fromStdString(refused->front().text + " " + refused->front().remedy);
        else if (const auto& rules = std::get<RuleGenerator>(generator);
                 rules.entries(router) > kMostRules)
          made->problem = tr("%1 rules are too many to list here. hopscope-cli rules writes them.")
                              .arg(wholeText(static_cast<qint64>(rules.entries(router))));
        else
          made->hits = std::make_unique<RuleHits>(rules, router);
        return std::pair(number, std::shared_ptr<const Made>(std::move(made)));
      },
      [this](std::pair<int, std::shared_ptr<const Made>> answer) {
        if (answer.first == asked_) showMade(std::move(answer.second));
      });
}

void RuleSection::showMade(std::shared_ptr<const Made> made) {
  made_ = std::move(made);
  if (!made_->hits) {
    words_->setText(made_->problem);
    return;
  }
  const std::vector<Rule>& rules = made_->hits->rules();
  model_->setRules(rules);
  table_->setColumnHidden(
      RulesModel::table,
      std::all_of(rules.begin(), rules.end(), [](const Rule& rule) { return rule.table == 0; }));
  section_->setNote(wholeText(static_cast<qint64>(rules.size())));
  const int rows = std::min(kRowsShown, static_cast<int>(rules.size()));
  const int bar = table_->horizontalScrollBarPolicy() == Qt::ScrollBarAlwaysOff ? 0 : 12;
  table_->setFixedHeight(kHead + rows * kRow + bar);
  table_->setVisible(true);
}

void RuleSection::showHits(const RunView& view) {
  if (!made_ || !made_->hits) return;
  const RouterDetail* detail = view.detail(router_);
  if (detail == nullptr || !detail->lookups) {
    model_->setHits({}, {});
    model_->setOtherPorts({});
    words_->setText(view.snapshot == nullptr || view.past
                        ? tr("Hits are counted while a run is watched.")
                        : tr("Hits are not counted here: the switches of this run look nothing up, "
                             "or have too many terminals to tell apart."));
    words_->setVisible(true);
    return;
  }
  model_->setOtherPorts(otherPorts(*made_->hits, *detail));
  RuleHits::Counts counts = made_->hits->count(*detail->lookups);
  QString words;
  if (counts.bySource > 0)
    words = tr("%1 of frames from other switches met rules that tell sources apart. A lookup does "
               "not know its source; these are not counted.")
                .arg(plural(static_cast<qint64>(counts.bySource), "lookup", "lookups"));
  words_->setText(words);
  words_->setVisible(!words.isEmpty());
  model_->setHits(std::move(counts.hits),
                  tr("Lookups at this switch that the rule applies to, since it is watched: also "
                     "those that a forwarding cache answers"));
}

}  // namespace hopscope
