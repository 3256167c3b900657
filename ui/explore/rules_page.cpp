// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/rules_page.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTableView>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/design/addressing.h"
#include "engine/design/compile.h"
#include "ui/drawing/icons.h"
#include "ui/drawing/save_bytes.h"
#include "ui/explore/explore_parts.h"
#include "ui/inspectors/rules_model.h"
#include "ui/widgets/background.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/number_boxes.h"
#include "ui/widgets/table_style.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"
#include "ui/words/part_names.h"

namespace hopscope {

namespace {

constexpr int kThisDesign = -1;
constexpr int kDefaultRadix = 15;
/// Networks above this many terminals take minutes to check.
constexpr std::uint64_t kMostHosts = 20'000;
constexpr int kCountsHeight = 24 * 5 + 2;

const Parameter& addressing(const char* name) {
  static const std::vector<Parameter> all = addressingParameters();
  for (const Parameter& each : all)
    if (each.name == std::string("forwarding.addressing.") + name) return each;
  return all.front();
}

QString labelOf(const Parameter& parameter, const std::string& name) {
  for (const ParameterChoice& choice : parameter.choices)
    if (choice.name == name) return engineText(choice.label);
  return QString::fromStdString(name);
}

}  // namespace

RulesPage::RulesPage(QWidget* parent) : QWidget(parent) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  row->addWidget(makeForm());
  row->addWidget(makeResult(), 1);
  const auto changed = [this] { calculate(); };
  connect(network_, &QComboBox::activated, this, [this] { networkChosen(); });
  connect(radix_, &QSpinBox::valueChanged, this, [this] { networkChosen(); });
  connect(router_, &QSpinBox::valueChanged, this, changed);
  connect(scheme_, &QComboBox::activated, this, changed);
  connect(compact_, &QCheckBox::toggled, this, changed);
  connect(broadcast_, &QCheckBox::toggled, this, changed);
  connect(copy_, &QPushButton::clicked, this, &RulesPage::copy);
}

QWidget* RulesPage::makeForm() {
  SideForm form(tr("Rule calculator"), this);
  network_ = new QComboBox(form.panel());
  network_->setObjectName(QStringLiteral("ruleNetwork"));
  for (const auto& [name, family] : std::initializer_list<std::pair<QString, RuleFamily>>{
           {tr("Dragonfly, balanced"), RuleFamily::dragonfly},
           {tr("Folded Clos, 3 levels"), RuleFamily::foldedClos},
           {tr("Flattened butterfly, 2-D"), RuleFamily::butterfly2},
           {tr("Flattened butterfly, 3-D"), RuleFamily::butterfly3},
           {tr("Flattened butterfly, 4-D"), RuleFamily::butterfly4}})
    network_->addItem(name, static_cast<int>(family));
  form.add(tr("Network"), network_);
  radix_ = new WholeBox(form.panel());
  radix_->setObjectName(QStringLiteral("ruleRadix"));
  radix_->setRange(6, 64);
  radix_->setValue(kDefaultRadix);
  radix_->setKeyboardTracking(false);
  radixRow_ = form.add(tr("Ports of a switch"), radix_);
  size_ = form.addHint();
  router_ = new WholeBox(form.panel());
  router_->setObjectName(QStringLiteral("ruleRouter"));
  router_->setKeyboardTracking(false);
  form.add(tr("Switch"), router_);
  scheme_ = new QComboBox(form.panel());
  scheme_->setObjectName(QStringLiteral("ruleScheme"));
  for (const ParameterChoice& choice : addressing("scheme").choices)
    scheme_->addItem(engineText(choice.label), QString::fromStdString(choice.name));
  scheme_->setCurrentIndex(std::max(0, scheme_->findData(QStringLiteral("group"))));
  form.add(tr("Addresses"), scheme_);
  schemeHint_ = form.addHint();
  schemeHint_->setText(QString::fromStdString(addressing("scheme").help));
  compact_ = new QCheckBox(tr("Compact the tables"), form.panel());
  compact_->setObjectName(QStringLiteral("ruleCompact"));
  compact_->setToolTip(QString::fromStdString(addressing("compact").help));
  form.add(compact_);
  broadcast_ = new QCheckBox(tr("A rule for broadcasts"), form.panel());
  broadcast_->setToolTip(QString::fromStdString(addressing("broadcast_tree").help));
  broadcast_->setChecked(true);
  form.add(broadcast_);
  return form.finish();
}

QWidget* RulesPage::makeResult() {
  auto* result = new QWidget(this);
  auto* column = new QVBoxLayout(result);
  column->setContentsMargins(24, 16, 24, 16);
  column->setSpacing(8);
  auto* head = new QHBoxLayout;
  head->setSpacing(12);
  title_ = makeLabel(TextRole::title, {}, result);
  title_->setObjectName(QStringLiteral("ruleTitle"));
  chip_ = makeChip(result);
  chip_->setObjectName(QStringLiteral("ruleChip"));
  head->addWidget(title_);
  head->addWidget(chip_);
  head->addStretch();
  copy_ = new QPushButton(tr("Copy"), result);
  copy_->setObjectName(QStringLiteral("ruleCopy"));
  copy_->setToolTip(tr("Copies the rules as ovs-ofctl reads them"));
  head->addWidget(copy_);
  save_ = new QPushButton(tr("Save as"), result);
  save_->setObjectName(QStringLiteral("ruleSave"));
  auto* formats = new QMenu(save_);
  const auto format = [&](const QString& name, const QString& ending) {
    connect(formats->addAction(name), &QAction::triggered, this, [this, ending] { save(ending); });
  };
  format(tr("OpenFlow rules (ovs-ofctl)…"), QStringLiteral("flows"));
  format(tr("JSON…"), QStringLiteral("json"));
  format(tr("CSV…"), QStringLiteral("csv"));
  save_->setMenu(formats);
  head->addWidget(save_);
  column->addLayout(head);
  summary_ = makeLabel(TextRole::label, {}, result);
  summary_->setObjectName(QStringLiteral("ruleSummary"));
  summary_->setWordWrap(true);
  column->addWidget(summary_);
  counts_ = new QTableWidget(result);
  counts_->setObjectName(QStringLiteral("ruleCounts"));
  counts_->setAccessibleName(tr("Entries under each kind of addresses"));
  styleTable(*counts_);
  counts_->setFixedHeight(kCountsHeight);
  column->addWidget(counts_);
  table_ = new QTableView(result);
  table_->setObjectName(QStringLiteral("ruleTable"));
  table_->setAccessibleName(tr("Rules"));
  model_ = new RulesModel(this);
  table_->setModel(model_);
  styleTable(*table_);
  table_->setColumnHidden(RulesModel::hits, true);
  table_->horizontalHeader()->setSectionResizeMode(RulesModel::action, QHeaderView::Stretch);
  table_->setColumnWidth(RulesModel::table, 56);
  table_->setColumnWidth(RulesModel::priority, 72);
  table_->setColumnWidth(RulesModel::match, 220);
  table_->setColumnWidth(RulesModel::mask, 150);
  column->addWidget(table_, 1);
  return result;
}

void RulesPage::setTheme(const Theme& theme) {
  copy_->setIcon(icon(QStringLiteral("copy"), theme, Tone::t1));
  save_->setIcon(icon(QStringLiteral("export"), theme, Tone::t1));
}

void RulesPage::setDesign(std::optional<Design> design) {
  design_ = std::move(design);
  const int at = network_->findData(kThisDesign);
  if (design_ && at < 0)
    network_->insertItem(0, tr("This design"), kThisDesign);
  else if (!design_ && at >= 0)
    network_->removeItem(at);
  if (design_ && at < 0) network_->setCurrentIndex(0);
  stale_ = true;
}

void RulesPage::refresh() {
  if (stale_) networkChosen();
}

void RulesPage::networkChosen() {
  const bool own = network_->currentData().toInt() == kThisDesign;
  radixRow_->setVisible(!own);
  const auto family = static_cast<RuleFamily>(std::max(0, network_->currentData().toInt()));
  {
    const QSignalBlocker quiet(radix_);
    radix_->setSingleStep(family == RuleFamily::foldedClos ? 2 : 1);
    if (family == RuleFamily::foldedClos && radix_->value() % 2 != 0)
      radix_->setValue(radix_->value() + 1);
  }
  calculate();
}

RuleRequest RulesPage::request() const {
  const int chosen = network_->currentData().toInt();
  RuleRequest request;
  request.design = chosen == kThisDesign && design_
                       ? *design_
                       : balancedDesign(static_cast<RuleFamily>(chosen), radix_->value());
  Values& settings = request.design.settings;
  settings["forwarding.addressing.scheme"] = scheme_->currentData().toString().toStdString();
  settings["forwarding.addressing.compact"] = compact_->isChecked();
  settings["forwarding.addressing.broadcast_tree"] = broadcast_->isChecked();
  request.router = static_cast<RouterId>(router_->value());
  return request;
}

void RulesPage::calculate() {
  stale_ = false;
  // Only hierarchical addresses have common prefixes.
  const bool hierarchical =
      QStringList{QStringLiteral("switch"), QStringLiteral("group"), QStringLiteral("rewrite")}
          .contains(scheme_->currentData().toString());
  compact_->setEnabled(hierarchical);
  if (!hierarchical && compact_->isChecked()) {
    const QSignalBlocker quiet(compact_);
    compact_->setChecked(false);
  }
  const int chosen = network_->currentData().toInt();
  if (chosen != kThisDesign) {
    const std::uint64_t hosts = balancedHosts(static_cast<RuleFamily>(chosen), radix_->value());
    const QString text = plural(static_cast<qint64>(hosts), "terminal", "terminals");
    size_->setText(hosts > kMostHosts ? tr("%1. Up to %2 are calculated here; hopscope-cli takes "
                                           "larger ones.")
                                            .arg(text, wholeText(kMostHosts))
                                      : text);
    setStyleProperty(size_, "tone", hosts > kMostHosts ? "bad" : "t3");
    if (hosts > kMostHosts) return;
  } else {
    size_->setText(tr("As on the canvas."));
    setStyleProperty(size_, "tone", "t3");
  }
  if (busy_) {
    again_ = true;
    return;
  }
  busy_ = true;
  chip_->setText(tr("calculating"));
  setStyleProperty(chip_, "chip", "quiet");
  inBackground(
      this, [request = request()] { return calculateRules(request); },
      [this](RuleAnswer answer) {
        busy_ = false;
        if (std::exchange(again_, false)) {
          calculate();
          return;
        }
        show(std::move(answer));
      });
}

void RulesPage::show(RuleAnswer answer) {
  answer_ = std::move(answer);
  const bool good = !hasErrors(answer_.issues);
  copy_->setEnabled(good);
  save_->setEnabled(good);
  counts_->setVisible(good);
  table_->setVisible(good);
  chip_->setVisible(good);
  QStringList words;
  for (const Issue& issue : answer_.issues) words << issueText(issue);
  if (!good) {
    title_->setText(tr("No rules"));
    summary_->setText(words.join(QLatin1Char('\n')));
    return;
  }
  {
    const QSignalBlocker quiet(router_);
    router_->setRange(0, static_cast<int>(answer_.topology->routerCount()) - 1);
  }
  const Verification& seen = answer_.verification;
  title_->setText(
      tr("%1: %2").arg(asTitle(routerName(*answer_.topology, answer_.router)),
                       plural(static_cast<qint64>(answer_.rules.size()), "rule", "rules")));
  setStyleProperty(chip_, "chip", seen.good() ? "ok" : "bad");
  chip_->setText(seen.good() ? tr("checked") : tr("wrong"));
  const QString pairs = plural(static_cast<qint64>(seen.pairs), "pair", "pairs");
  words.prepend(
      tr("%1 of them forward single destinations. %2, over %3 at most. Ports count from 0.")
          .arg(wholeText(static_cast<qint64>(answer_.entries)),
               !seen.good() ? tr("Only %1 of %2 of terminals arrive")
                                  .arg(wholeText(static_cast<qint64>(seen.delivered)), pairs)
               : seen.sampled ? tr("%1 of terminals, drawn at random, arrive").arg(pairs)
                              : tr("All %1 of terminals arrive").arg(pairs),
               plural(seen.mostHops, "switch", "switches")));
  summary_->setText(words.join(QLatin1Char('\n')));
  showCounts();
  model_->setRules(answer_.rules);
}

void RulesPage::showCounts() {
  const QStringList heads{tr("addresses"), tr("entries here"), tr("compacted"),
                          tr("largest switch"), tr("compacted")};
  counts_->setColumnCount(static_cast<int>(heads.size()));
  counts_->setHorizontalHeaderLabels(heads);
  counts_->setRowCount(static_cast<int>(answer_.counts.size()));
  const auto number = [](std::optional<std::uint64_t> value) {
    return value ? wholeText(static_cast<qint64>(*value)) : QStringLiteral("–");
  };
  for (std::size_t i = 0; i < answer_.counts.size(); ++i) {
    const SchemeCount& count = answer_.counts[i];
    const QStringList texts{labelOf(addressing("scheme"), count.scheme), number(count.entries),
                            number(count.compact), number(count.most), number(count.mostCompact)};
    for (int c = 0; c < texts.size(); ++c) {
      auto* item = new QTableWidgetItem(texts[c]);
      item->setFont(fontOf(count.scheme == scheme_->currentData().toString().toStdString()
                               ? TextRole::bold
                               : TextRole::body));
      if (c > 0) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
      counts_->setItem(static_cast<int>(i), c, item);
    }
  }
  counts_->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
  for (int c = 0; c < heads.size(); ++c)
    counts_->horizontalHeaderItem(c)->setTextAlignment((c > 0 ? Qt::AlignRight : Qt::AlignLeft) |
                                                       Qt::AlignVCenter);
}

void RulesPage::copy() {
  QGuiApplication::clipboard()->setText(QString::fromStdString(answer_.ovs));
  emit wrote(tr("%1 copied.")
                 .arg(plural(static_cast<qint64>(answer_.rules.size()), "rule is", "rules are")),
             true);
}

void RulesPage::save(const QString& ending) {
  const QString file = QFileDialog::getSaveFileName(
      this, tr("Save the rules"),
      QStringLiteral("router-%1.%2").arg(answer_.topology->routerIds[answer_.router]).arg(ending));
  if (file.isEmpty()) return;
  const std::string& text = ending == QStringLiteral("json")  ? answer_.json
                            : ending == QStringLiteral("csv") ? answer_.csv
                                                              : answer_.ovs;
  QString problem;
  const bool good = saveBytes(file, QByteArray::fromStdString(text), tr("The rules"), &problem);
  emit wrote(good ? tr("The rules were written to %1.").arg(file) : problem, good);
}

}  // namespace hopscope
