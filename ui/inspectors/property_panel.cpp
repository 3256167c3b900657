// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspectors/property_panel.h"

#include <QButtonGroup>
#include <QCoreApplication>
#include <QEvent>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "engine/design/design_classes.h"
#include "ui/document/selection_names.h"
#include "ui/generate/balance_note.h"
#include "ui/generate/generator_settings.h"
#include "ui/inspectors/link_properties.h"
#include "ui/inspectors/phase_editor.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/property_row.h"
#include "ui/widgets/section.h"
#include "ui/widgets/tab_order.h"
#include "ui/widgets/value_field.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"
#include "ui/words/part_names.h"

namespace hopscope {

namespace {

/// "2 terminals, 3 local, 2 global": what a router is connected to.
QString portsText(const Topology& topology, RouterId router) {
  int terminals = 0, local = 0, global = 0;
  for (PortIndex port = 0; port < topology.radix(router); ++port) {
    const LinkKind kind = topology.kindOf(topology.port(router, port).link);
    ++(kind == LinkKind::terminal ? terminals : kind == LinkKind::local ? local : global);
  }
  QStringList parts{plural(terminals, "terminal", "terminals")};
  if (global == 0)
    parts << plural(local, "link", "links");
  else
    parts << QObject::tr("%1 local").arg(local) << QObject::tr("%1 global").arg(global);
  return parts.join(QStringLiteral(", "));
}

/// The rows of a section depend on these alone.
bool sameFields(const std::vector<Parameter>& a, const std::vector<Parameter>& b) {
  return std::equal(
      a.begin(), a.end(), b.begin(), b.end(), [](const Parameter& x, const Parameter& y) {
        const bool sameChoices = std::equal(
            x.choices.begin(), x.choices.end(), y.choices.begin(), y.choices.end(),
            [](const ParameterChoice& p, const ParameterChoice& q) { return p.name == q.name; });
        return x.name == y.name && x.minimum == y.minimum && x.maximum == y.maximum && sameChoices;
      });
}

/// So that rows made of the one read as those of the other.
bool sameRows(const std::vector<Parameter>& a, const std::vector<Parameter>& b) {
  return sameFields(a, b) && std::equal(a.begin(), a.end(), b.begin(), b.end(),
                                        [](const Parameter& x, const Parameter& y) {
                                          return x.label == y.label && x.help == y.help &&
                                                 x.unit == y.unit && x.type == y.type &&
                                                 x.perRouter == y.perRouter;
                                        });
}

std::vector<Parameter> parametersOf(const std::vector<PropertyRow*>& rows) {
  std::vector<Parameter> parameters;
  parameters.reserve(rows.size());
  for (PropertyRow* row : rows) parameters.push_back(row->field().parameter());
  return parameters;
}

/// What a switch takes is set once, by those who count it.
const char* const kEnergySection = "energy";

bool isOfEnergy(const Parameter& parameter) {
  return parameter.name.rfind("forwarding.energy.", 0) == 0 ||
         parameter.name.find(".energy_nj") != std::string::npos;
}

std::vector<Parameter> flat(const std::vector<Section>& sections) {
  std::vector<Parameter> all;
  for (const Section& section : sections)
    all.insert(all.end(), section.parameters.begin(), section.parameters.end());
  return all;
}

}  // namespace

PropertyPanel::PropertyPanel(QWidget* parent)
    : QWidget(parent),
      theme_(&Theme::light()),
      title_(makeLabel(TextRole::title, {}, this)),
      chip_(makeChip(this)),
      subtitle_(makeLabel(TextRole::label, {}, this)),
      balance_(new BalanceNote(this)),
      segments_(new QFrame(this)),
      scopes_(new QButtonGroup(this)),
      link_(new LinkProperties(this)),
      whose_(makeLabel(TextRole::label, tr("Settings of all routers"), this)),
      scroll_(new QScrollArea(this)),
      foot_(new QWidget(this)),
      reset_(new QPushButton(tr("Reset overrides"), foot_)) {
  setAccessibleName(tr("Properties"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  buildHead();
  column->addWidget(link_);
  whose_->setObjectName(QStringLiteral("whoseSettings"));
  whose_->setContentsMargins(12, 4, 12, 4);
  column->addWidget(whose_);
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setWidgetResizable(true);
  scroll_->setFocusPolicy(Qt::NoFocus);  // what lies in it has it
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  column->addWidget(scroll_, 1);
  buildFoot();
  column->addWidget(foot_);
  refreshNow();
}

void PropertyPanel::buildHead() {
  auto* head = new QVBoxLayout;
  head->setContentsMargins(12, 10, 12, 10);
  head->setSpacing(4);
  auto* titleRow = new QHBoxLayout;
  title_->setWordWrap(true);  // a name can be long
  titleRow->addWidget(title_, 1);
  chip_->setProperty("chip", "accent");
  titleRow->addWidget(chip_);
  head->addLayout(titleRow);
  subtitle_->setWordWrap(true);
  head->addWidget(subtitle_);
  head->addWidget(balance_);
  connect(balance_, &BalanceNote::balanceRequested, this, [this](const Values& parameters) {
    const Generator* family = document_ ? familyOf(*document_->topology()) : nullptr;
    if (family != nullptr)
      document_->replaceDesign(reshapedDesign(document_->design(), *family, parameters),
                               tr("Balance"));
  });

  segments_->setObjectName(QStringLiteral("segments"));
  segments_->setAccessibleName(tr("Which routers"));
  auto* row = new QHBoxLayout(segments_);
  row->setContentsMargins(2, 2, 2, 2);
  row->setSpacing(0);
  for (const ScopeKind kind : {ScopeKind::all, ScopeKind::group, ScopeKind::selected}) {
    auto* button = new QToolButton(segments_);
    button->setCheckable(true);
    button->setProperty("segment", true);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    button->setFont(fontOf(TextRole::body));
    scopes_->addButton(button, static_cast<int>(kind));
    row->addWidget(button);
  }
  connect(scopes_, &QButtonGroup::idClicked, this,
          [this](int id) { setScope(static_cast<ScopeKind>(id)); });
  head->addSpacing(4);
  head->addWidget(segments_);
  static_cast<QVBoxLayout*>(layout())->addLayout(head);
}

void PropertyPanel::buildFoot() {
  auto* column = new QVBoxLayout(foot_);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(makeRule(foot_));
  auto* row = new QHBoxLayout;
  row->setContentsMargins(12, 4, 8, 4);
  row->setSpacing(6);
  auto* dot = makeLabel(TextRole::secondary, QStringLiteral("●"), foot_);
  dot->setProperty("tone", "accent");
  row->addWidget(dot);
  row->addWidget(makeLabel(TextRole::secondary, tr("differs from the other routers"), foot_));
  row->addStretch();
  reset_->setProperty("link", true);
  reset_->setObjectName(QStringLiteral("resetOverrides"));
  reset_->setAutoDefault(false);
  row->addWidget(reset_);
  column->addLayout(row);
  connect(reset_, &QPushButton::clicked, this, [this] {
    if (document_) document_->resetOverrides(scopeRouters());
  });
}

void PropertyPanel::setDocument(DesignDocument* document) {
  if (document_) document_->disconnect(this);
  document_ = document;
  another_ = true;
  scope_ = ScopeKind::all;
  hadRouters_ = document_ && !document_->selection().routers.empty();
  if (document_) {
    connect(document_, &DesignDocument::changed, this, &PropertyPanel::refresh);
    connect(document_, &DesignDocument::selectionChanged, this, &PropertyPanel::onSelectionChanged);
  }
  refresh();
}

void PropertyPanel::setTheme(const Theme& theme) {
  theme_ = &theme;
  declared_.clear();
  refresh();
}

void PropertyPanel::setScope(ScopeKind kind) {
  scope_ = kind;
  refresh();
}

void PropertyPanel::reveal(const QString& path) {
  refreshStale();
  for (const SectionRows& section : sections_)
    for (PropertyRow* row : section.rows) {
      if (row->field().objectName() != path) continue;
      section.section->setOpen(true);
      layOut();
      scroll_->ensureWidgetVisible(row);
      row->field().setFocus(Qt::OtherFocusReason);
      return;
    }
}

/// Also those in closed sections. What was replaced, and only waits to be deleted, has no name.
std::vector<ValueField*> PropertyPanel::fields() const {
  std::vector<ValueField*> all;
  // Where the rows are to be made anew, nothing of them counts any more.
  if (stale_ || !document_) return all;
  for (ValueField* field : findChildren<ValueField*>())
    if (!field->objectName().isEmpty() && (!link_->isAncestorOf(field) || !link_->isHidden()))
      all.push_back(field);
  return all;
}

QString PropertyPanel::settle() {
  // Rows that are to be made anew say nothing of what is wrong.
  if (isVisible()) refreshStale();
  // What is taken may build the rows anew: one after the other, and each once.
  std::set<QString> settled;
  const auto next = [&]() -> ValueField* {
    for (ValueField* field : fields())
      if (settled.insert(field->objectName()).second) return field;
    return nullptr;
  };
  while (ValueField* field = next()) field->settle();
  const ValueField* wrong = firstWrong();
  return wrong == nullptr ? QString() : wrong->error();
}

ValueField* PropertyPanel::firstWrong() const {
  for (ValueField* field : fields())
    if (!field->error().isEmpty()) return field;
  return nullptr;
}

void PropertyPanel::revealWrong() {
  ValueField* field = firstWrong();
  if (field == nullptr) return;
  for (const SectionRows& section : sections_)
    if (section.section->isAncestorOf(field)) section.section->setOpen(true);
  if (body_ != nullptr && body_->isAncestorOf(field)) {
    layOut();
    scroll_->ensureWidgetVisible(field);
  }
  field->setFocus(Qt::OtherFocusReason);
}

void PropertyPanel::onSelectionChanged() {
  const Parts& selection = document_->selection();
  const bool hadRouters = std::exchange(hadRouters_, !selection.routers.empty());
  const bool groupLost =
      scope_ == ScopeKind::group && groupOf(*document_->topology(), selection.routers).empty();
  if (selection.routers.empty())
    scope_ = ScopeKind::all;
  else if (!hadRouters || groupLost)
    scope_ = ScopeKind::selected;
  refresh();
}

std::set<RouterId> PropertyPanel::scopeRouters() const {
  if (!document_) return {};
  const Topology& topology = *document_->topology();
  if (scope_ == ScopeKind::selected) return document_->selection().routers;
  if (scope_ == ScopeKind::group) return groupOf(topology, document_->selection().routers);
  std::set<RouterId> all;
  for (RouterId router = 0; router < topology.routerCount(); ++router)
    all.insert(all.end(), router);
  return all;
}

PropertyScope PropertyPanel::currentScope() const {
  return {document_->design(), *document_->topology(), scope_, scopeRouters()};
}

void PropertyPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (!stale_) return;
  // Not while a project is opened: the window would not answer for so long. Before anything is
  // painted all the same.
  if (another_)
    QMetaObject::invokeMethod(this, &PropertyPanel::refreshStale, Qt::QueuedConnection);
  else
    refreshNow();
}

void PropertyPanel::refreshStale() {
  if (stale_) refreshNow();
}

void PropertyPanel::refresh() {
  // Of a large network the edit itself takes long enough: the window answers between the two.
  constexpr RouterId kManyRouters = 1'000;
  const bool large = document_ && document_->topology()->routerCount() > kManyRouters;
  if (isVisible() && !large) {
    refreshNow();
    return;
  }
  if (isVisible() && !stale_)
    QMetaObject::invokeMethod(this, &PropertyPanel::refreshStale, Qt::QueuedConnection);
  stale_ = true;
}

void PropertyPanel::refreshNow() {
  stale_ = another_ = false;
  link_->refresh(document_, *theme_);
  if (!document_) {
    title_->setText(tr("No design"));
    for (QWidget* widget : {static_cast<QWidget*>(chip_), static_cast<QWidget*>(subtitle_),
                            static_cast<QWidget*>(balance_), static_cast<QWidget*>(segments_),
                            static_cast<QWidget*>(whose_), foot_})
      widget->hide();
    if (body_ != nullptr) body_->hide();
    return;
  }
  const PropertyScope scope = currentScope();
  refreshHead(scope);
  const std::vector<Section> shown = shownSections(scope);
  if (body_ == nullptr || !sameFields(flat(shown), declared_)) rebuild(shown);
  body_->show();
  showValues(scope);
  showFindings(scope);
  if (phases_ != nullptr) phases_->refresh(document_, *theme_);
}

void PropertyPanel::refreshHead(const PropertyScope& scope) {
  const Topology& topology = *document_->topology();
  const Parts& selection = document_->selection();
  title_->setText(selection.empty() ? tr("All routers") : asTitle(namesOf(topology, selection)));
  QString subtitle = tr("%1, %2, %3")
                         .arg(plural(topology.routerCount(), "router", "routers"),
                              plural(topology.terminalCount(), "terminal", "terminals"),
                              plural(topology.linkCount(), "link", "links"));
  if (selection.routers.size() == 1) {
    const RouterId router = *selection.routers.begin();
    const QString where = routerPlace(topology, router);
    subtitle =
        (where.isEmpty() ? QString() : where + QStringLiteral(" · ")) + portsText(topology, router);
  }
  if (selection.routers.empty() && selection.terminals.size() == 1) {
    const LinkId link = topology.terminals[*selection.terminals.begin()].link;
    subtitle = tr("At %1").arg(routerName(topology, topology.links[link].a.isTerminal
                                                        ? topology.links[link].b.node
                                                        : topology.links[link].a.node));
  }
  subtitle_->setText(subtitle);
  subtitle_->show();
  const Generator* family = selection.empty() ? familyOf(topology) : nullptr;
  balance_->showFor(family, family == nullptr ? Values() : topology.parameters);
  whose_->setVisible(selection.routers.empty() && !selection.empty());

  const int overrides = scope.overrideCount();
  chip_->setText(plural(overrides, "override", "overrides"));
  const bool ofRouters = overrides > 0 && (selection.empty() || !selection.routers.empty());
  chip_->setVisible(ofRouters);
  foot_->setVisible(ofRouters);

  const std::set<RouterId> group = groupOf(topology, selection.routers);
  const auto button = [this](ScopeKind kind) {
    return static_cast<QToolButton*>(scopes_->button(static_cast<int>(kind)));
  };
  segments_->setVisible(!selection.routers.empty());
  button(ScopeKind::all)->setText(tr("All routers"));
  button(ScopeKind::group)->setVisible(!group.empty());
  if (!group.empty())
    button(ScopeKind::group)->setText(groupName(topology, topology.group[*group.begin()]));
  button(ScopeKind::selected)
      ->setText(selection.routers.size() == 1
                    ? tr("This router")
                    : plural(static_cast<qint64>(selection.routers.size()), "router", "routers"));
  button(scope_)->setChecked(true);
  for (QAbstractButton* each : scopes_->buttons())
    each->setFont(fontOf(each->isChecked() ? TextRole::bold : TextRole::body));
}

std::vector<Section> PropertyPanel::shownSections(const PropertyScope& scope) const {
  std::vector<Section> shown;
  std::vector<Section> all = sections(document_->design());
  // What a person changes first comes first, what is changed once, if ever, last.
  const auto rank = [](const Section& section) {
    if (section.name == "routing" || section.name == "traffic") return 0;
    return section.name == "channels" || section.name == "clock" ? 2 : 1;
  };
  std::stable_sort(all.begin(), all.end(),
                   [&](const Section& a, const Section& b) { return rank(a) < rank(b); });
  Section energy;
  energy.name = kEnergySection;
  for (Section& section : all) {
    const auto moved =
        std::stable_partition(section.parameters.begin(), section.parameters.end(),
                              [](const Parameter& parameter) { return !isOfEnergy(parameter); });
    std::move(moved, section.parameters.end(), std::back_inserter(energy.parameters));
    section.parameters.erase(moved, section.parameters.end());
  }
  all.push_back(std::move(energy));
  for (Section& section : all) {
    if (section.name == "topology") continue;  // the generate dialog and the canvas edit it
    const bool hasOwn = std::any_of(section.parameters.begin(), section.parameters.end(),
                                    [](const Parameter& p) { return p.perRouter; });
    const bool onlyOwn = scope_ != ScopeKind::all && hasOwn;
    auto& parameters = section.parameters;
    parameters.erase(std::remove_if(parameters.begin(), parameters.end(),
                                    [&](const Parameter& p) {
                                      return (onlyOwn && !p.perRouter) || !scope.hasEffect(p);
                                    }),
                     parameters.end());
    if (!parameters.empty()) shown.push_back(std::move(section));
  }
  return shown;
}

/// Sections whose fields are the same stay: rows are dear to build.
void PropertyPanel::rebuild(const std::vector<Section>& shown) {
  const bool anew = declared_.empty();  // as for another theme
  declared_ = flat(shown);
  const QString focused = focusedField(*this);
  const int scrolled = scroll_->verticalScrollBar()->value();
  if (body_ == nullptr) {
    body_ = new QWidget;
    auto* rows = new QVBoxLayout(body_);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    // While it is empty: whatever gets another parent is styled once more.
    scroll_->setWidget(body_);
  }
  auto* column = static_cast<QVBoxLayout*>(body_->layout());
  while (QLayoutItem* item = column->takeAt(0)) delete item;
  std::vector<SectionRows> before = std::exchange(sections_, {});
  for (const Section& section : shown) {
    const auto same = std::find_if(before.begin(), before.end(), [&](const SectionRows& each) {
      return !anew && each.name == section.name &&
             sameRows(parametersOf(each.rows), section.parameters);
    });
    if (same == before.end()) {
      sections_.push_back(makeSection(section));
    } else {
      sections_.push_back(std::move(*same));
      before.erase(same);
    }
    column->addWidget(sections_.back().section);
    sections_.back().section->show();
    tabBefore(reset_, sections_.back().section);
  }
  column->addStretch();
  for (const SectionRows& gone : before) drop(*gone.section);
  scroll_->verticalScrollBar()->setValue(scrolled);
  if (focused.isEmpty() || focusedField(*this) == focused) return;
  if (auto* field = body_->findChild<ValueField*>(focused)) field->setFocus();
}

/// One of its fields may be sending the signal that brought us here: it goes later, and until then
/// it has no name.
void PropertyPanel::drop(PanelSection& section) {
  if (phases_ != nullptr && section.isAncestorOf(phases_)) phases_ = nullptr;
  section.hide();
  for (QWidget* each : section.findChildren<QWidget*>()) each->setObjectName({});
  section.deleteLater();
}

PropertyPanel::SectionRows PropertyPanel::makeSection(const Section& section) {
  const bool advanced = section.name == kEnergySection;
  auto* panel =
      new PanelSection(advanced ? tr("Energy (advanced)") : engineText(section.label),
                       QStringLiteral("properties.") + QString::fromStdString(section.name), body_,
                       advanced ? Fold::closed : Fold::open);
  panel->setTheme(*theme_);
  SectionRows made{section.name, panel, {}};
  for (const Parameter& parameter : section.parameters) {
    auto* row = new PropertyRow(parameter, *theme_, panel);
    panel->add(row);
    connect(&row->field(), &ValueField::committed, this, [this, row] { apply(*row); });
    made.rows.push_back(row);
  }
  if (QWidget* rows = made.rows.front()->parentWidget(); rows->layout() != nullptr) {
    rows->layout()->setContentsMargins(0, 0, 0, 6);  // the rows bring the room for their dots
    rows->layout()->setSpacing(0);
  }
  if (section.name == "traffic") {
    phases_ = new PhaseEditor(panel);
    panel->add(phases_);
  }
  return made;
}

/// Rows that were just made or unfolded have their places.
void PropertyPanel::layOut() {
  body_->layout()->activate();
  QEvent request(QEvent::LayoutRequest);
  QCoreApplication::sendEvent(scroll_, &request);
}

void PropertyPanel::showValues(const PropertyScope& scope) {
  const ClassNames classes = classNamesOf(document_->design());
  const bool ofOthers = std::exchange(shownFor_, scope.routers()) != scope.routers();
  for (const SectionRows& section : sections_) {
    for (PropertyRow* row : section.rows) {
      if (ofOthers) row->dropTyped();
      row->field().setClasses(classes);
      row->showValue(scope.valueOf(row->field().parameter()), tr("differs from the other routers"));
    }
    section.section->setNote(noteOf(section.name, scope));
  }
}

QString PropertyPanel::noteOf(const std::string& section, const PropertyScope& scope) const {
  const auto text = [&](const std::string& path) {
    const std::optional<Parameter> parameter = findParameter(document_->design(), path);
    if (!parameter) return QString();
    const Value value = scope.valueOf(*parameter).value.value_or(parameter->fallback);
    for (const ParameterChoice& choice : parameter->choices)
      if (value == Value(choice.name)) return engineText(choice.label);
    if (const auto* real = std::get_if<double>(&value)) return loadText(*real);
    return QString::fromStdString(toText(value));
  };
  if (section == "traffic")
    return document_->design().phases.empty()
               ? tr("%1, load %2").arg(text("traffic.pattern"), text("traffic.load"))
               : tr("%1, load %2, %3")
                     .arg(text("traffic.pattern"), text("traffic.load"),
                          plural(static_cast<qint64>(document_->design().phases.size()), "phase",
                                 "phases"));
  if (section == "run") return tr("seed %1").arg(text("run.seed"));
  if (scope.kind() == ScopeKind::all) return {};
  const bool whole = std::none_of(declared_.begin(), declared_.end(), [&](const Parameter& p) {
    return p.perRouter && p.name.compare(0, section.size() + 1, section + ".") == 0;
  });
  return whole ? tr("whole network") : QString();
}

void PropertyPanel::showFindings(const PropertyScope& scope) {
  const Issues& issues = document_->issues();
  const auto speaksOf = [&](const Issue& issue, const std::string& path) {
    if (issue.path == path) return true;
    const std::vector<Override>& overrides = document_->design().overrides;
    for (std::size_t i = 0; i < overrides.size(); ++i)
      if (issue.path == "overrides[" + std::to_string(i) + "]." + path)
        return std::any_of(overrides[i].routers.begin(), overrides[i].routers.end(),
                           [&](std::uint32_t id) { return scope.holds(id); });
    return false;
  };
  for (const SectionRows& section : sections_)
    for (PropertyRow* row : section.rows) {
      const std::string& path = row->field().parameter().name;
      row->field().showIssues(issues);
      const auto issue = std::find_if(issues.begin(), issues.end(), [&](const Issue& one) {
        return speaksOf(one, path) || speaksOfPart(one, row->field());
      });
      const bool found = issue != issues.end();
      row->setFinding(found ? issueText(*issue) : QString(),
                      found && issue->severity == Severity::error);
    }
}

void PropertyPanel::apply(const PropertyRow& row) {
  const std::optional<Value> value = row.field().value();
  if (!document_ || !value) return;
  const Parameter parameter = row.field().parameter();
  if (scope_ == ScopeKind::all || !parameter.perRouter)
    document_->setValue(parameter.name, *value);
  else
    document_->setOverride(scopeRouters(), parameter.name, *value);
}

}  // namespace hopscope
