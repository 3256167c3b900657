// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspectors/rule_section.h"

#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <variant>

#include "engine/design/addressing.h"
#include "engine/design/faults.h"
#include "engine/design/phases.h"
#include "engine/forwarding/rule_hits.h"
#include "ui/inspectors/rules_model.h"
#include "ui/widgets/background.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/section.h"
#include "ui/widgets/table_style.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {
constexpr int kRowsShown = 8, kRow = 24, kHead = 26;
constexpr int kLeastMatch = 150;  ///< px
/// More take seconds to make.
constexpr std::uint64_t kMostRules = 30'000;

/// Rules do not depend on how much is sent where.
Values withoutTraffic(Values settings) {
  for (auto each = settings.begin(); each != settings.end();)
    each = each->first.rfind("traffic.", 0) == 0 ? settings.erase(each) : std::next(each);
  return settings;
}
}  // namespace

struct RuleSection::Made {
  std::unique_ptr<const RuleHits> hits;  ///< nothing where the rules are refused
  QString problem;
  QStringList notes;
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
  connect(section_, &PanelSection::opened, this, &RuleSection::catchUp);
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
                                                  {RulesModel::match, kLeastMatch},
                                                  {RulesModel::action, 100},
                                                  {RulesModel::state, 64},
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
  if (view.design == nullptr) return;
  take(view, router);
  const RouterDetail* const detail = view.detail(router);
  if (section_->isOpen()) refresh(detail);
  // Where there is nothing to show it in yet, it is kept until there is.
  owed_ = !section_->isOpen() || !made_;
  detail_.reset();
  if (owed_ && detail != nullptr) detail_ = *detail;
}

void RuleSection::take(const RunView& view, RouterId router) {
  const std::size_t begun = phasesBegun(view);
  if (view.ofRun != ofRun_ || router != router_ || begun != begun_) {
    Design inForce = begun == 0 ? *view.design : designInPhase(*view.design, begun - 1);
    const bool same = view.ofRun == ofRun_ && router == router_ && design_ &&
                      withoutTraffic(design_->settings) == withoutTraffic(inForce.settings);
    stale_ = stale_ || !same;
    failed_ = !failedIn(*view.design, begun).empty();
    ofRun_ = view.ofRun;
    router_ = router;
    begun_ = begun;
    design_ = std::make_shared<const Design>(std::move(inForce));
  }
  live_ = view.snapshot != nullptr && !view.past;
}

void RuleSection::refresh(const RouterDetail* detail) {
  if (std::exchange(stale_, false)) make();
  showHits(detail);
}

void RuleSection::catchUp() {
  if (owed_ && design_) refresh(detail_ ? &*detail_ : nullptr);
}

void RuleSection::make() {
  made_.reset();
  model_->setRules({});
  section_->setNote({});
  table_->setVisible(false);
  inBackground(
      this,
      [design = design_, topology = ofRun_, router = router_, number = ++asked_] {
        auto made = std::make_shared<Made>();
        Issues warnings;
        auto generator = ruleGenerator(*design, *topology, warnings);
        for (const Issue& issue : warnings) made->notes << issueText(issue);
        if (const auto* refused = std::get_if<Issues>(&generator))
          made->problem = issueText(refused->front());
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
  if (made_->hits) {
    const std::vector<Rule>& rules = made_->hits->rules();
    model_->setRules(rules);
    table_->setColumnHidden(
        RulesModel::table,
        std::all_of(rules.begin(), rules.end(), [](const Rule& rule) { return rule.table == 0; }));
    table_->setColumnHidden(RulesModel::state, !model_->anyConditional());
    section_->setNote(wholeText(static_cast<qint64>(rules.size())));
    const int rows = std::min(kRowsShown, static_cast<int>(rules.size()));
    const int bar = table_->horizontalScrollBarPolicy() == Qt::ScrollBarAlwaysOff ? 0 : 12;
    table_->setFixedHeight(kHead + rows * kRow + bar);
    table_->setVisible(true);
  }
  fitColumns();
  catchUp();
}

void RuleSection::fitColumns() {
  const int bar = table_->verticalScrollBar()->sizeHint().width();
  const int room = table_->width() - bar - table_->columnWidth(RulesModel::hits) -
                   table_->columnWidth(RulesModel::action);
  table_->setColumnWidth(RulesModel::match, std::max(kLeastMatch, room));
}

void RuleSection::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitColumns();
}

void RuleSection::showHits(const RouterDetail* detail) {
  if (!made_ || !made_->hits) {
    showWords({});
    return;
  }
  std::map<PortIndex, double> holding;
  if (detail != nullptr)
    for (const LearntFact& fact : detail->learnt)
      if (fact.what == LearntFact::What::rulesHold)
        holding.emplace(static_cast<PortIndex>(fact.of), fact.value);
  model_->setHolding(std::move(holding));
  const bool counted = detail != nullptr && detail->lookups;
  table_->setColumnHidden(RulesModel::hits, !counted);
  fitColumns();
  if (!counted) {
    model_->setHits({}, {});
    model_->setOtherPorts({});
    showWords(live_ ? tr("Hits are not counted here: the switches of this run look nothing up, or "
                         "have too many terminals to tell apart.")
                    : tr("Hits are counted while a run is watched."));
    return;
  }
  model_->setOtherPorts(otherPorts(*made_->hits, *detail));
  RuleHits::Counts counts = made_->hits->count(*detail->lookups);
  QString words;
  if (counts.bySource > 0)
    words = tr("%1 of frames from other switches met rules that tell sources apart. A lookup does "
               "not know its source; these are not counted.")
                .arg(plural(static_cast<qint64>(counts.bySource), "lookup", "lookups"));
  showWords(words);
  model_->setHits(std::move(counts.hits),
                  tr("Lookups at this switch that the rule applies to, since it is watched: also "
                     "those that a forwarding cache answers"));
}

void RuleSection::showWords(const QString& ofHits) {
  QStringList lines;
  if (!made_) {
    lines << tr("Making the rules of this switch");
  } else if (!made_->hits) {
    lines << made_->problem;
  } else {
    lines << made_->notes;
    if (failed_) lines << tr("Detours round what failed are not in these rules.");
    if (!ofHits.isEmpty()) lines << ofHits;
  }
  words_->setText(lines.join(QLatin1Char('\n')));
  words_->setVisible(!lines.isEmpty());
}

}  // namespace hopscope
