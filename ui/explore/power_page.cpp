// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/power_page.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScrollArea>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "ui/drawing/plot_widget.h"
#include "ui/explore/explore_parts.h"
#include "ui/explore/power_bars.h"
#include "ui/generate/parameter_form.h"
#include "ui/plots/plot_dialog.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/number_boxes.h"
#include "ui/widgets/table_style.h"
#include "ui/words/energy_words.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr int kTableRow = 24;
constexpr int kFormWidth = 336;  // names of the parameters stand beside their labels
constexpr int kByPorts = 0, kByHosts = 1;
/// Where the charts end: beyond, no switch has so many ports.
constexpr std::int64_t kMostPorts = 256;

const Model& scale() {
  return *models().find("table_scale");
}
const Model& power() {
  return *models().find("scaled_power");
}

const Parameter& parameterOf(const Model& model, const char* name) {
  return *std::find_if(model.parameters.begin(), model.parameters.end(),
                       [name](const Parameter& each) { return each.name == name; });
}

/// What a model says of a family, by the names of its outputs.
std::map<std::string, double> say(const Model& model, Values values, const std::string& family,
                                  std::int64_t ports) {
  for (const Parameter& parameter : model.parameters)
    values.emplace(parameter.name, parameter.fallback);
  values["network"] = family;
  values["ports"] = ports;
  const std::vector<double> numbers = model.evaluate(values);
  std::map<std::string, double> said;
  for (std::size_t i = 0; i < numbers.size(); ++i) said[model.outputs[i].name] = numbers[i];
  return said;
}

/// The entries under an organisation, by the outputs of table_scale.
const char* entriesUnder(const std::string& organisation) {
  return organisation == "switch"    ? "per_switch"
         : organisation == "group"   ? "per_group"
         : organisation == "compact" ? "compact_least"
                                     : "flat";
}

QString countText(double count) {
  return std::isfinite(count) ? wholeText(static_cast<qint64>(count)) : QStringLiteral("–");
}

}  // namespace

PowerPage::PowerPage(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(&theme) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  row->addWidget(makeForm());
  row->addWidget(makeResult(), 1);
  for (const auto& [name, box] : families_)
    connect(box, &QCheckBox::toggled, this, &PowerPage::redraw);
  for (QComboBox* choice : {size_, organisation_, per_})
    connect(choice, &QComboBox::currentIndexChanged, this, &PowerPage::redraw);
  for (QSpinBox* field : {ports_, hosts_})
    connect(field, &QSpinBox::valueChanged, this, &PowerPage::redraw);
  connect(parts_, &ParameterForm::changed, this, &PowerPage::redraw);
  redraw();
}

QWidget* PowerPage::makeForm() {
  SideForm form(tr("Power and scale"), this);
  const Parameter& networks = parameterOf(scale(), "network");
  for (const ParameterChoice& choice : networks.choices) {
    auto* box = new QCheckBox(text(choice.label), form.panel());
    box->setObjectName(QStringLiteral("power_") + text(choice.name));
    box->setChecked(choice.name == "folded_clos" || choice.name == "butterfly_3" ||
                    choice.name == "dragonfly");
    families_.emplace_back(choice.name, box);
    form.add(box);
  }
  size_ = new QComboBox(form.panel());
  size_->setObjectName(QStringLiteral("powerSize"));
  size_->addItem(tr("By the ports of a switch"), kByPorts);
  size_->addItem(tr("By the hosts it has to reach"), kByHosts);
  form.add(tr("Size"), size_);
  const Parameter& ports = parameterOf(power(), "ports");
  ports_ = new WholeBox(form.panel());
  ports_->setObjectName(QStringLiteral("powerPorts"));
  ports_->setRange(static_cast<int>(ports.minimum), static_cast<int>(ports.maximum));
  ports_->setValue(static_cast<int>(std::get<std::int64_t>(ports.fallback)));
  portsRow_ = form.add(text(ports.label), ports_);
  hosts_ = new WholeBox(form.panel());
  hosts_->setObjectName(QStringLiteral("powerHosts"));
  hosts_->setRange(16, 100'000'000);
  hosts_->setValue(300'000);
  hosts_->setSingleStep(10'000);
  hosts_->setGroupSeparatorShown(true);
  hosts_->setKeyboardTracking(false);
  hostsRow_ = form.add(tr("Hosts"), hosts_);
  organisation_ = new QComboBox(form.panel());
  organisation_->setObjectName(QStringLiteral("powerTables"));
  const Parameter& organisations = parameterOf(power(), "organisation");
  for (const ParameterChoice& choice : organisations.choices)
    organisation_->addItem(text(choice.label), text(choice.name));
  organisation_->setCurrentIndex(std::max(0, organisation_->findData(QStringLiteral("group"))));
  form.add(text(organisations.label), organisation_);
  parts_ = new ParameterForm(*theme_, form.panel());
  std::vector<Parameter> shown;
  Values values;
  for (const Parameter& parameter : power().parameters) {
    if (parameter.name == "network" || parameter.name == "ports" ||
        parameter.name == "organisation")
      continue;
    shown.push_back(parameter);
    values[parameter.name] = parameter.fallback;
  }
  parts_->setParameters(shown, values);
  form.add(parts_);
  return form.finish(kFormWidth);
}

QWidget* PowerPage::makeResult() {
  auto* result = new QWidget(this);
  auto* column = new QVBoxLayout(result);
  column->setContentsMargins(24, 16, 24, 16);
  column->setSpacing(8);
  auto* head = new QHBoxLayout;
  head->addWidget(makeLabel(TextRole::title, tr("The largest networks of these switches"), result));
  head->addStretch();
  column->addLayout(head);
  auto* source =
      makeLabel(TextRole::label, text(power().help + " " + power().source + "."), result);
  source->setWordWrap(true);
  column->addWidget(source);
  problem_ = makeLabel(TextRole::body, {}, result);
  problem_->setObjectName(QStringLiteral("powerProblem"));
  problem_->setWordWrap(true);
  problem_->setProperty("tone", "bad");
  column->addWidget(problem_);
  table_ = new QTableWidget(result);
  table_->setObjectName(QStringLiteral("powerTable"));
  table_->setAccessibleName(tr("Sizes, tables and power"));
  styleTable(*table_);
  column->addWidget(table_);
  column->addSpacing(8);

  auto* below = new QHBoxLayout;
  below->setSpacing(24);
  auto* left = new QVBoxLayout;
  left->setSpacing(4);
  auto* choice = new QHBoxLayout;
  choice->addWidget(makeLabel(TextRole::bold, tr("Power by the organisation of tables"), result));
  choice->addStretch();
  per_ = new QComboBox(result);
  per_->setObjectName(QStringLiteral("powerPer"));
  per_->setAccessibleName(tr("Power of"));
  per_->addItem(tr("of a switch"), static_cast<int>(Per::aSwitch));
  per_->addItem(tr("for each host"), static_cast<int>(Per::host));
  per_->addItem(tr("of the network"), static_cast<int>(Per::network));
  choice->addWidget(per_);
  left->addLayout(choice);
  bars_ = new PowerBars;
  auto* scroll = new QScrollArea(result);
  scroll->setWidget(bars_);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->viewport()->setAutoFillBackground(false);
  bars_->setAutoFillBackground(false);
  left->addWidget(scroll, 1);
  below->addLayout(left, 1);
  auto* right = new QVBoxLayout;
  hostPlot_ = new PlotWidget(result);
  offerPlotDialog(*hostPlot_);
  entryPlot_ = new PlotWidget(result);
  offerPlotDialog(*entryPlot_);
  hostPlot_->setObjectName(QStringLiteral("powerHostPlot"));
  entryPlot_->setObjectName(QStringLiteral("powerEntryPlot"));
  for (PlotWidget* plot : {hostPlot_, entryPlot_}) {
    plot->setEmptyText(tr("Choose a network."));
    right->addWidget(plot, 1);
  }
  below->addLayout(right, 1);
  column->addLayout(below, 1);
  return result;
}

void PowerPage::setTheme(const Theme& theme) {
  theme_ = &theme;
  bars_->setTheme(theme);
  hostPlot_->setTheme(theme);
  entryPlot_->setTheme(theme);
  parts_->setTheme(theme);
}

PowerPage::Per PowerPage::per() const {
  return static_cast<Per>(per_->currentData().toInt());
}

std::int64_t PowerPage::portsFor(const std::string& family, double hosts) const {
  const auto reaches = [&](std::int64_t ports) {
    return say(scale(), {}, family, ports)["hosts"] >= hosts;
  };
  // Hosts never fall as ports rise.
  std::int64_t low = ports_->minimum(), high = ports_->maximum();
  if (!reaches(high)) return 0;
  while (low < high) {
    const std::int64_t middle = (low + high) / 2;
    if (reaches(middle))
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

std::vector<PowerPage::Family> PowerPage::chosenFamilies() const {
  std::vector<Family> chosen;
  const bool byPorts = size_->currentData().toInt() == kByPorts;
  int number = 0;
  for (const auto& [name, box] : families_) {
    ++number;
    if (!box->isChecked()) continue;
    chosen.push_back(
        {name, box->text(), number, byPorts ? ports_->value() : portsFor(name, hosts_->value())});
  }
  return chosen;
}

void PowerPage::redraw() {
  const bool byPorts = size_->currentData().toInt() == kByPorts;
  portsRow_->setVisible(byPorts);
  hostsRow_->setVisible(!byPorts);
  const QString problem = parts_->error();
  problem_->setText(problem);
  problem_->setVisible(!problem.isEmpty());
  if (!problem.isEmpty()) return;
  const std::vector<Family> families = chosenFamilies();
  showTable(families);
  showBars(families);
  showCharts(families);
}

void PowerPage::showTable(const std::vector<Family>& families) {
  const QStringList heads{tr("network"),
                          tr("ports"),
                          tr("hosts"),
                          tr("switches"),
                          tr("entries:\nflat"),
                          tr("switch,\nhost"),
                          tr("group,\nswitch, host"),
                          tr("compact"),
                          tr("power"),
                          tr("for each\nhost")};
  table_->setColumnCount(static_cast<int>(heads.size()));
  table_->setHorizontalHeaderLabels(heads);
  table_->horizontalHeaderItem(8)->setToolTip(
      tr("Power with the chosen tables, %1").arg(organisation_->currentText()));
  for (int c = 4; c < 8; ++c)
    table_->horizontalHeaderItem(c)->setToolTip(tr("Table entries of an access switch"));
  table_->setRowCount(static_cast<int>(families.size()));
  Values values = parts_->values();
  const std::string organisation = organisation_->currentData().toString().toStdString();
  values["organisation"] = organisation;
  const std::map<std::string, int> columnOf{
      {"flat", 4}, {"per_switch", 5}, {"per_group", 6}, {"compact_least", 7}};
  for (std::size_t i = 0; i < families.size(); ++i) {
    const Family& family = families[i];
    QStringList texts{family.label};
    if (family.ports == 0) {
      texts << tr("none is enough");
    } else {
      auto size = say(scale(), {}, family.name, family.ports);
      auto watts = say(power(), values, family.name, family.ports);
      texts << wholeText(family.ports) << countText(size["hosts"]) << countText(size["switches"])
            << countText(size["flat"]) << countText(size["per_switch"])
            << countText(size["per_group"]) << countText(size["compact_least"])
            << powerText(watts["total_mw"] * 1e6) << powerText(watts["host_w"]);
    }
    for (int c = 0; c < heads.size(); ++c) {
      const bool chosen = c == columnOf.at(entriesUnder(organisation));
      auto* item = new QTableWidgetItem(c < texts.size() ? texts[c] : QStringLiteral("–"));
      item->setFont(fontOf(c == 0 || chosen ? TextRole::bold : TextRole::body));
      item->setToolTip(item->text());
      item->setTextAlignment((c > 0 ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
      table_->setItem(static_cast<int>(i), c, item);
    }
  }
  for (int c = 0; c < heads.size(); ++c)
    table_->horizontalHeaderItem(c)->setTextAlignment((c > 0 ? Qt::AlignRight : Qt::AlignLeft) |
                                                      Qt::AlignVCenter);
  table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  table_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
  const int head = table_->horizontalHeader()->sizeHint().height();
  table_->setFixedHeight(head + kTableRow * std::max(1, static_cast<int>(families.size())) + 2);
}

void PowerPage::showBars(const std::vector<Family>& families) {
  std::vector<PowerPart> parts;
  for (const EnergyCause& cause : energyCauses())
    parts.push_back({cause.part == &EnergyParts::lookup  ? tr("Table")
                     : cause.part == &EnergyParts::links ? tr("Ports")
                                                         : cause.name,
                     cause.curve});
  bars_->setParts(std::move(parts));
  std::vector<PowerBar> bars;
  for (const Family& family : families) {
    if (family.ports == 0) continue;
    for (int i = 0; i < organisation_->count(); ++i) {
      Values values = parts_->values();
      values["organisation"] = organisation_->itemData(i).toString().toStdString();
      auto said = say(power(), values, family.name, family.ports);
      const double times = per() == Per::aSwitch ? 1
                           : per() == Per::host  ? said["switches"] / said["hosts"]
                                                 : said["switches"] / 1e6;
      PowerBar bar;
      bar.group = tr("%1, %2").arg(family.label, plural(family.ports, "port", "ports"));
      bar.name = organisation_->itemText(i);
      bar.marked = i == organisation_->currentIndex();
      for (const char* part : {"fixed_w", "ports_w", "buffers_w", "table_w"})
        bar.parts.push_back(said[part] * times);
      bars.push_back(std::move(bar));
    }
  }
  bars_->setBars(std::move(bars), per() == Per::network ? "MW" : "W");
}

void PowerPage::showCharts(const std::vector<Family>& families) {
  PlotPicture hosts, entries;
  hosts.title = tr("Hosts");
  hosts.xTitle = tr("ports per switch");
  hosts.yTitle = tr("hosts");
  entries.title = tr("Table entries");
  entries.xTitle = tr("hosts");
  entries.yTitle = tr("entries of an access switch");
  for (PlotPicture* picture : {&hosts, &entries}) picture->xLog = picture->yLog = true;
  const char* const quantity = entriesUnder(organisation_->currentData().toString().toStdString());
  for (const Family& family : families) {
    PlotCurve reached, kept;
    reached.name = kept.name = family.label;
    reached.number = kept.number = family.number;
    for (std::int64_t ports = ports_->minimum(); ports <= kMostPorts; ++ports) {
      auto said = say(scale(), {}, family.name, ports);
      if (said["switches"] < 2) continue;
      // Rounding leaves steps: the same network with more ports is the one before.
      if (!reached.y.empty() && said["hosts"] <= reached.y.back()) continue;
      reached.x.push_back(static_cast<double>(ports));
      reached.y.push_back(said["hosts"]);
      kept.x.push_back(said["hosts"]);
      kept.y.push_back(said[quantity]);
    }
    hosts.curves.push_back(std::move(reached));
    entries.curves.push_back(std::move(kept));
  }
  if (size_->currentData().toInt() == kByPorts)
    hosts.now = ports_->value();
  else
    entries.now = hosts_->value();
  hostPlot_->setPicture(hosts);
  entryPlot_->setPicture(entries);
}

}  // namespace hopscope
