// SPDX-License-Identifier: GPL-3.0-or-later
// The property panel, driven by the keyboard.
#include "ui/inspectors/property_panel.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>
#include <QToolButton>
#include <set>
#include <utility>

#include "tests/support/test_main.h"
#include "ui/widgets/property_row.h"
#include "ui/widgets/value_field.h"

namespace hopscope {

namespace {

const QString kBuffer = QStringLiteral("switch.buffers.local");
const QString kWays = QStringLiteral("forwarding.cache.ways");
const QString kLookup = QStringLiteral("forwarding.lookup");

struct PanelFixture {
  DesignDocument document;
  PropertyPanel panel;

  PanelFixture() {
    Design design;
    design.name = "Dragonfly h=2";
    design.settings["topology.kind"] = std::string("dragonfly");
    design.settings["topology.p"] = std::int64_t{2};
    design.settings["topology.a"] = std::int64_t{4};
    design.settings["topology.h"] = std::int64_t{2};
    design.settings["switch.buffers.local"] = std::int64_t{32};
    document.load(design);
    panel.setDocument(&document);
    panel.resize(336, 900);
    panel.show();
    static_cast<void>(QTest::qWaitForWindowExposed(&panel));
  }
  ValueField* field(const QString& path) const {
    for (auto* each : panel.findChildren<ValueField*>(path))
      if (each->isVisibleTo(&panel)) return each;
    return nullptr;
  }
  QLineEdit* edit(const QString& path) const { return field(path)->findChild<QLineEdit*>(); }
  void type(const QString& path, const QString& text) const {
    edit(path)->setFocus();
    edit(path)->selectAll();
    QTest::keyClicks(edit(path), text);
  }
  void enter(const QString& path, const QString& text) const {
    type(path, text);
    QTest::keyClick(edit(path), Qt::Key_Return);
  }
  bool shows(const QString& text) const {
    for (const auto* label : panel.findChildren<QLabel*>())
      if (label->isVisibleTo(&panel) && label->text().contains(text)) return true;
    return false;
  }
  void chooseScope(const QString& text) const {
    for (auto* each : panel.findChildren<QToolButton*>())
      if (each->text() == text && each->isVisibleTo(&panel))
        QTest::mouseClick(each, Qt::LeftButton);
  }
};

}  // namespace

class PropertyPanelTest : public QObject {
  Q_OBJECT

 private slots:
  void phasesAreEditedAndUndone();
  void changesABuffer();
  void overridesOneRouter();
  void overridesAGroup();
  void routersOfAGridStandInRows();
  void mixedValuesShowVarious();
  void resetOverrides();
  void errorsStandUnderTheField();
  void whatIsRefusedStaysWithItsParts();
  void contradictionsStandUnderTheField();
  void onlyWhatAppliesIsShown();
  void networkWideSettingsAreNotOverridden();
  void quantitiesTakeUnits();
  void followsUndo();
  void linkLatency();
  void linkBandwidth();
  void linksHaveOneValue();
  void linkClass();
  void survivesTabbingThroughEveryField();
  void saysWhoseSettingsStandBelow();
  void aLongNameWidensNothing();
  void controlsStandInOneColumn();
  void sectionsThatReadTheSameStay();
  void aLargeNetworkIsCaughtUpWith();
  void revealsAField();
  void catchesUpWhenItIsShownAgain();
  void whatIsChangedFirstComesFirst();
  void onePressBalancesADragonfly();
};

void PropertyPanelTest::onePressBalancesADragonfly() {
  PanelFixture f;
  f.document.setValue("topology.p", Value(std::int64_t{4}));
  f.document.setValue("routing.algorithm", Value(std::string("valiant")));
  const Design before = f.document.design();
  QVERIFY(f.shows(QStringLiteral("Not balanced: a = 2p = 2h would be")));
  auto* button = f.panel.findChild<QPushButton*>(QStringLiteral("balanceButton"));
  QTest::mouseClick(button, Qt::LeftButton);
  QVERIFY(f.shows(QStringLiteral("Balanced: a = 2p = 2h")));
  QVERIFY(!button->isVisible());
  QCOMPARE(f.document.topology()->terminalCount(), 144u);
  QVERIFY(f.document.design().settings.at("routing.algorithm") == Value(std::string("valiant")));
  // With a router selected the panel is about that router.
  f.document.select({{3}, {}, {}});
  QVERIFY(!f.shows(QStringLiteral("alanced")));
  f.document.undoStack().undo();
  QVERIFY(f.document.design() == before);
}

/// Routing and traffic lead; energies stand last, folded, and open where they are looked for.
void PropertyPanelTest::whatIsChangedFirstComesFirst() {
  PanelFixture f;
  const auto top = [&](const char* path) {
    const ValueField* field = f.field(QLatin1String(path));
    return field == nullptr ? -1 : field->mapTo(&f.panel, QPoint()).y();
  };
  f.panel.resize(340, 4000);
  QCoreApplication::processEvents();
  QVERIFY(top("routing.algorithm") >= 0);
  QVERIFY(top("routing.algorithm") < top("traffic.load"));
  QVERIFY(top("traffic.load") < top("switch.buffers.local"));
  QVERIFY(top("switch.buffers.local") < top("forwarding.lookup"));
  const char* const energy = "forwarding.energy.fixed_w";
  QCOMPARE(top(energy), -1);
  f.panel.reveal(QLatin1String(energy));
  QCoreApplication::processEvents();
  QVERIFY(top(energy) > top("forwarding.lookup"));
}

void PropertyPanelTest::changesABuffer() {
  PanelFixture f;
  QCOMPARE(f.edit(kBuffer)->text(), QStringLiteral("32"));
  f.enter(kBuffer, QStringLiteral("64"));
  QVERIFY(f.document.design().settings.at("switch.buffers.local") == Value(std::int64_t{64}));
  QCOMPARE(f.document.undoStack().undoText(), QStringLiteral("Set local buffer to 64\u00a0flits"));
  QCOMPARE(f.document.undoStack().count(), 1);
}

void PropertyPanelTest::overridesOneRouter() {
  PanelFixture f;
  f.document.select({{21}, {}, {}});
  QVERIFY(f.panel.scope() == ScopeKind::selected);
  QVERIFY(f.shows(QStringLiteral("Router 21")));
  QVERIFY(f.shows(QStringLiteral("Group 5, position 1")));
  f.enter(kBuffer, QStringLiteral("64"));
  QCOMPARE(f.document.design().overrides.size(), 1u);
  QCOMPARE(f.document.design().overrides[0].routers, (std::vector<std::uint32_t>{21}));
  QVERIFY(f.document.design().overrides[0].values.at("switch.buffers.local") ==
          Value(std::int64_t{64}));
  QVERIFY(f.document.design().settings.at("switch.buffers.local") == Value(std::int64_t{32}));
  QVERIFY(f.shows(QStringLiteral("1\u00a0override")));
  f.document.undoStack().undo();
  QVERIFY(f.document.design().overrides.empty());
  QCOMPARE(f.edit(kBuffer)->text(), QStringLiteral("32"));
}

void PropertyPanelTest::routersOfAGridStandInRows() {
  DesignDocument document;
  Design design;
  design.settings["topology.kind"] = std::string("mesh");
  design.settings["topology.dimensions"] = std::vector<std::int64_t>{8, 8};
  document.load(design);
  PanelFixture f;
  f.panel.setDocument(&document);
  document.select({{36}, {}, {}});
  QVERIFY(f.shows(QStringLiteral("Row 4, column 4")));
  const QList<QToolButton*> buttons = f.panel.findChildren<QToolButton*>();
  QVERIFY(std::any_of(buttons.begin(), buttons.end(),
                      [](const QToolButton* each) { return each->text() == u"Row 4"; }));
  f.panel.setDocument(nullptr);
}

void PropertyPanelTest::overridesAGroup() {
  PanelFixture f;
  f.document.select({{21}, {}, {}});
  f.chooseScope(QStringLiteral("Group 5"));
  QVERIFY(f.panel.scope() == ScopeKind::group);
  f.enter(kBuffer, QStringLiteral("48"));
  QCOMPARE(f.document.design().overrides.size(), 1u);
  QCOMPARE(f.document.design().overrides[0].routers, (std::vector<std::uint32_t>{20, 21, 22, 23}));
}

void PropertyPanelTest::mixedValuesShowVarious() {
  PanelFixture f;
  f.document.setOverride({21}, "switch.buffers.local", std::int64_t{64});
  f.document.select({{20, 21}, {}, {}});
  QCOMPARE(f.edit(kBuffer)->text(), QString());
  QCOMPARE(f.edit(kBuffer)->placeholderText(), QStringLiteral("various"));
  f.enter(kBuffer, QStringLiteral("16"));
  QCOMPARE(f.document.design().overrides[0].routers, (std::vector<std::uint32_t>{20, 21}));
  QCOMPARE(f.edit(kBuffer)->text(), QStringLiteral("16"));
}

void PropertyPanelTest::resetOverrides() {
  PanelFixture f;
  f.document.setOverride({20, 21}, "switch.buffers.local", std::int64_t{64});
  f.document.select({{21}, {}, {}});
  auto* reset = f.panel.findChild<QPushButton*>(QStringLiteral("resetOverrides"));
  QVERIFY(reset->isVisible());
  QTest::mouseClick(reset, Qt::LeftButton);
  QCOMPARE(f.document.design().overrides[0].routers, (std::vector<std::uint32_t>{20}));
  QVERIFY(!reset->isVisible());
  QCOMPARE(f.edit(kBuffer)->text(), QStringLiteral("32"));
}

void PropertyPanelTest::errorsStandUnderTheField() {
  PanelFixture f;
  f.type(kBuffer, QStringLiteral("many"));
  QVERIFY(f.shows(QStringLiteral("Local buffer cannot be \"many\".")));
  QTest::keyClick(f.edit(kBuffer), Qt::Key_Return);
  QCOMPARE(f.document.undoStack().count(), 0);
  f.enter(kBuffer, QStringLiteral("33"));
  QVERIFY(!f.shows(QStringLiteral("cannot be")));
  QCOMPARE(f.document.undoStack().count(), 1);
}

/// What was typed for one router is not shown for another, nor for all.
void PropertyPanelTest::whatIsRefusedStaysWithItsParts() {
  PanelFixture f;
  f.document.select({{2}, {}, {}});
  f.type(kBuffer, QStringLiteral("many"));
  f.document.setValue("traffic.load", 0.4);  // elsewhere: what is being typed stays
  QCOMPARE(f.edit(kBuffer)->text(), QStringLiteral("many"));
  f.document.select({{4}, {}, {}});
  QCOMPARE(f.edit(kBuffer)->text(), QStringLiteral("32"));
  QVERIFY(!f.shows(QStringLiteral("cannot be")));
  f.type(kBuffer, QStringLiteral("many"));
  f.chooseScope(QStringLiteral("All routers"));
  QCOMPARE(f.edit(kBuffer)->text(), QStringLiteral("32"));
  // Who goes elsewhere without having it accepted leaves it.
  f.type(kBuffer, QStringLiteral("many"));
  f.edit(QStringLiteral("traffic.load"))->setFocus();
  f.document.setValue("traffic.load", 0.3);
  QCOMPARE(f.edit(kBuffer)->text(), QStringLiteral("32"));
}

void PropertyPanelTest::contradictionsStandUnderTheField() {
  PanelFixture f;
  f.document.setValue("forwarding.lookup", std::string("cache"));
  f.enter(kWays, QStringLiteral("3"));  // 2,048 entries do not fit into 3 ways
  QVERIFY(hasErrors(f.document.issues()));
  bool found = false;
  for (const Issue& issue : f.document.issues())
    found =
        found || (issue.severity == Severity::error && f.shows(QString::fromStdString(issue.text)));
  QVERIFY(found);
}

void PropertyPanelTest::onlyWhatAppliesIsShown() {
  PanelFixture f;
  QVERIFY(f.field(kWays) == nullptr);  // nothing is cached where routes are computed
  const auto combo = [&] { return f.field(kLookup)->findChild<QComboBox*>(); };
  combo()->setFocus();
  const int cache = combo()->findData(QStringLiteral("cache"));
  for (int step = 0; step < cache; ++step) QTest::keyClick(combo(), Qt::Key_Down);
  QVERIFY(f.document.design().settings.at("forwarding.lookup") == Value(std::string("cache")));
  QTRY_VERIFY(f.field(kWays) != nullptr);
  QVERIFY(f.field(QStringLiteral("topology.h")) == nullptr);
  f.document.undoStack().undo();
  QTRY_VERIFY(f.field(kWays) == nullptr);
}

void PropertyPanelTest::networkWideSettingsAreNotOverridden() {
  PanelFixture f;
  f.document.select({{21}, {}, {}});
  QVERIFY(f.field(QStringLiteral("switch.virtual_channels.local")) == nullptr);
  f.enter(QStringLiteral("traffic.load"), QStringLiteral("0.45"));
  QVERIFY(f.document.design().overrides.empty());
  QVERIFY(f.document.design().settings.at("traffic.load") == Value(0.45));
}

void PropertyPanelTest::quantitiesTakeUnits() {
  PanelFixture f;
  f.enter(QStringLiteral("switch.latency"), QStringLiteral("90 ns"));
  QVERIFY(f.document.design().settings.at("switch.latency") == Value(std::string("90 ns")));
  QCOMPARE(f.edit(QStringLiteral("switch.latency"))->text(), QStringLiteral("90"));
}

void PropertyPanelTest::followsUndo() {
  PanelFixture f;
  f.enter(kBuffer, QStringLiteral("64"));
  f.document.undoStack().undo();
  QCOMPARE(f.edit(kBuffer)->text(), QStringLiteral("32"));
  f.document.undoStack().redo();
  QCOMPARE(f.edit(kBuffer)->text(), QStringLiteral("64"));
}

void PropertyPanelTest::linkLatency() {
  PanelFixture f;
  const LinkId link = f.document.topology()->linkCount() - 1;
  f.document.select({{}, {}, {link}});
  f.enter(QStringLiteral("link.latency"), QStringLiteral("30"));
  QCOMPARE(f.document.design().overrides.size(), 1u);
  QCOMPARE(f.document.design().overrides[0].channels, (std::vector<std::uint32_t>{link}));
  QCOMPARE(f.edit(QStringLiteral("link.latency"))->text(), QStringLiteral("30"));
  f.document.select({});
  QVERIFY(f.field(QStringLiteral("link.latency")) == nullptr);
}

void PropertyPanelTest::linkBandwidth() {
  const QString kBandwidth = QStringLiteral("link.bandwidth");
  PanelFixture f;
  const LinkId link = f.document.topology()->linkCount() - 1;
  f.document.select({{}, {}, {link}});
  f.enter(kBandwidth, QStringLiteral("0.25"));
  QCOMPARE(f.document.design().overrides.size(), 1u);
  QVERIFY(f.document.design().overrides[0].values.at("bandwidth") == Value(0.25));
  f.enter(kBandwidth, QStringLiteral("1.5"));  // more than a flit a cycle is not possible
  QVERIFY(f.document.design().overrides[0].values.at("bandwidth") == Value(0.25));
  QCOMPARE(f.edit(kBandwidth)->text(), QStringLiteral("1.5"));  // to be mended
  // It was not meant for another link.
  f.document.select({{}, {}, {link - 1}});
  QCOMPARE(f.edit(kBandwidth)->text(), QStringLiteral("1"));
  f.document.undoStack().undo();
  QVERIFY(f.document.design().overrides.empty());
}

/// Where one has what the rest has from their class, none is said to differ.
void PropertyPanelTest::linksHaveOneValue() {
  const QString kBandwidth = QStringLiteral("link.bandwidth");
  PanelFixture f;
  const LinkId link = f.document.topology()->linkCount() - 1;
  f.document.select({{}, {}, {link}});
  f.enter(kBandwidth, QStringLiteral("0.25"));
  f.document.select({{}, {}, {link, link - 1}});
  QCOMPARE(f.edit(kBandwidth)->placeholderText(), QStringLiteral("various"));
  QVERIFY(f.edit(kBandwidth)->text().isEmpty());
  f.document.select({{}, {}, {link}});
  f.enter(kBandwidth, QStringLiteral("1"));
  QVERIFY(f.document.design().overrides.empty());
  f.document.select({{}, {}, {link, link - 1}});
  QCOMPARE(f.edit(kBandwidth)->text(), QStringLiteral("1"));
  // A file may say it of a link all the same.
  Design design = f.document.design();
  Override same;
  same.channels = {link};
  same.values["bandwidth"] = 1.0;
  design.overrides = {same};
  f.document.load(design);
  f.document.select({{}, {}, {link, link - 1}});
  QCOMPARE(f.edit(kBandwidth)->text(), QStringLiteral("1"));
}

void PropertyPanelTest::linkClass() {
  const QString kClass = QStringLiteral("link.class");
  PanelFixture f;
  f.document.select({{}, {}, {f.document.topology()->linkCount() - 1}});
  QVERIFY(f.field(kClass) == nullptr);  // a family knows what its links are
  f.document.load({});
  const RouterId one = f.document.addRouter({0, 0}), other = f.document.addRouter({200, 0});
  const LinkId link = f.document.connectRouters(one, other);
  f.document.select({{}, {}, {link}});
  auto* choice = f.field(kClass)->findChild<QComboBox*>();
  QCOMPARE(choice->currentText(), QStringLiteral("Local"));
  choice->setFocus();
  QTest::keyClick(choice, Qt::Key_Down);
  QCOMPARE(f.document.design().drawn.links.front().linkClass, std::string("global"));
  QCOMPARE(f.document.topology()->kindOf(link), LinkKind::global);
  QCOMPARE(f.document.selection().links, std::set<LinkId>{link});
  QVERIFY(choice->hasFocus());  // the next key goes on there
  f.document.undoStack().undo();
  QCOMPARE(f.document.design().drawn.links.front().linkClass, std::string("local"));
  QCOMPARE(f.field(kClass)->findChild<QComboBox*>()->currentText(), QStringLiteral("Local"));
}

void PropertyPanelTest::survivesTabbingThroughEveryField() {
  PanelFixture f;
  f.document.setValue("forwarding.lookup", std::string("cache"));
  const Design before = f.document.design();
  const auto fields = f.panel.findChildren<ValueField*>();
  QVERIFY(fields.size() > 20);
  fields.first()->setFocus();
  for (int i = 0; i < 2 * fields.size(); ++i)
    if (QWidget* focused = QApplication::focusWidget()) QTest::keyClick(focused, Qt::Key_Tab);
  QVERIFY(f.document.design() == before);  // looking is not editing
}

HOPSCOPE_TEST(PropertyPanelTest)

void PropertyPanelTest::phasesAreEditedAndUndone() {
  PanelFixture f;
  const auto& phases = f.document.design().phases;
  f.panel.findChild<QPushButton*>(QStringLiteral("addPhase"))->click();
  QCOMPARE(phases.size(), std::size_t{1});
  // In the middle of the measured interval.
  QVERIFY(phases[0].at == Value(std::int64_t{2000 + 10'000 / 2}));
  f.type(QStringLiteral("phases[0].set.traffic.load"), QStringLiteral("0.4"));
  QTest::keyClick(f.edit(QStringLiteral("phases[0].set.traffic.load")), Qt::Key_Return);
  QVERIFY(phases[0].set.at("traffic.load") == Value(0.4));
  QTRY_VERIFY(f.field(QStringLiteral("phases[0].set.traffic.pattern")) != nullptr);
  auto* pattern = f.field(QStringLiteral("phases[0].set.traffic.pattern"))->findChild<QComboBox*>();
  pattern->setCurrentIndex(pattern->findData(QStringLiteral("adversarial")));
  emit pattern->activated(pattern->currentIndex());
  QVERIFY(phases[0].set.at("traffic.pattern") == Value(std::string("adversarial")));
  QVERIFY(phases[0].set.at("traffic.load") == Value(0.4));
  QVERIFY(f.field(QStringLiteral("phases[0].set.traffic.offset")) != nullptr);
  f.panel.findChild<QPushButton*>(QStringLiteral("addPhase"))->click();
  QCOMPARE(phases.size(), std::size_t{2});
  f.panel.findChild<QToolButton*>(QStringLiteral("removePhase0"))->click();
  QCOMPARE(phases.size(), std::size_t{1});
  while (f.document.undoStack().canUndo()) f.document.undoStack().undo();
  QVERIFY(phases.empty());
  while (f.document.undoStack().canRedo()) f.document.undoStack().redo();
  QCOMPARE(phases.size(), std::size_t{1});
  QVERIFY(phases[0].at == Value(std::int64_t{9000}));
}

/// A terminal or link has no switch of its own.
void PropertyPanelTest::saysWhoseSettingsStandBelow() {
  PanelFixture f;
  auto* whose = f.panel.findChild<QLabel*>(QStringLiteral("whoseSettings"));
  QVERIFY(!whose->isVisible());
  f.document.select({{}, {3}, {}});
  QVERIFY(whose->isVisible());
  QVERIFY(f.shows(QStringLiteral("At router 1")));
  f.document.select({{5}, {}, {}});
  QVERIFY(!whose->isVisible());
}

void PropertyPanelTest::aLongNameWidensNothing() {
  PanelFixture f;
  const RouterId router = 0;
  f.document.load({});
  f.document.addRouter({0, 0});
  f.document.select({{router}, {}, {}});
  const int before = f.panel.minimumSizeHint().width();
  const QString name = QStringLiteral("the second switch of rack 12 in the north hall, spare");
  QVERIFY(f.document.callPart({{router}, {}, {}}, name).isEmpty());
  QVERIFY(f.shows(name));
  QCOMPARE(f.panel.minimumSizeHint().width(), before);
}

void PropertyPanelTest::controlsStandInOneColumn() {
  PanelFixture f;
  std::set<std::pair<int, int>> edges;  // left and right, of words, numbers and switches alike
  for (auto* row : f.panel.findChildren<PropertyRow*>()) {
    const ValueField& field = row->field();
    if (!row->isVisible()) continue;
    const int left = field.mapTo(&f.panel, QPoint()).x();
    edges.emplace(left, left + field.width());
  }
  QCOMPARE(edges.size(), std::size_t{1});
}

/// What is chosen in one section makes no other one anew, and Tab goes on as they stand.
void PropertyPanelTest::sectionsThatReadTheSameStay() {
  PanelFixture f;
  f.panel.resize(340, 4000);
  const ValueField* seed = f.field(QStringLiteral("run.seed"));
  const ValueField* load = f.field(QStringLiteral("traffic.load"));
  QVERIFY(f.field(QStringLiteral("routing.phase_a")) == nullptr);
  f.document.setValue("routing.algorithm", Value(std::string("valiant")));
  QVERIFY(f.field(QStringLiteral("routing.phase_a")) != nullptr);
  QCOMPARE(f.field(QStringLiteral("run.seed")), seed);
  QCOMPARE(f.field(QStringLiteral("traffic.load")), load);
  // Another theme is another look.
  f.panel.setTheme(Theme::dark());
  QVERIFY(f.field(QStringLiteral("run.seed")) != seed);
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  f.document.setValue("routing.algorithm", Value(std::string("minimal")));
  QVERIFY(f.field(QStringLiteral("routing.phase_a")) == nullptr);
  QVERIFY(f.panel.findChild<ValueField*>(QStringLiteral("routing.phase_a")) == nullptr);
  QCoreApplication::processEvents();
  f.field(QStringLiteral("routing.algorithm"))->findChild<QComboBox*>()->setFocus();
  int last = -1;
  std::size_t fields = 0;
  for (int i = 0; i < 200; ++i) {
    const QWidget* focused = QApplication::focusWidget();
    const auto* field = qobject_cast<const ValueField*>(focused->parentWidget());
    if (field != nullptr && !field->objectName().isEmpty()) {
      const int top = field->mapTo(&f.panel, QPoint()).y();
      if (top < last) break;  // it begins again
      last = top;
      ++fields;
    }
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
  }
  QVERIFY2(fields > 20, qPrintable(QString::number(fields)));
  QVERIFY(last >= f.field(QStringLiteral("run.seed"))->mapTo(&f.panel, QPoint()).y());
}

void PropertyPanelTest::aLargeNetworkIsCaughtUpWith() {
  PanelFixture f;
  Design design;
  design.settings["topology.kind"] = std::string("mesh");
  design.settings["topology.dimensions"] = std::vector<std::int64_t>{40, 40};
  f.document.load(design);
  f.document.setValue("traffic.load", Value(0.25));
  QTRY_VERIFY(f.edit(QStringLiteral("traffic.load")) != nullptr);
  QTRY_COMPARE(f.edit(QStringLiteral("traffic.load"))->text(), QStringLiteral("0.25"));
  // What is asked before the window's thread gets there is answered with the fields as they are.
  f.document.setValue("traffic.load", Value(0.5));
  QVERIFY(f.panel.settle().isEmpty());
  QCOMPARE(f.edit(QStringLiteral("traffic.load"))->text(), QStringLiteral("0.5"));
}

void PropertyPanelTest::catchesUpWhenItIsShownAgain() {
  PanelFixture f;
  f.panel.hide();
  f.document.select({{21}, {}, {}});
  f.document.setOverride({21}, kBuffer.toStdString(), std::int64_t{64});
  QVERIFY(f.panel.scope() == ScopeKind::selected);
  QVERIFY(!f.shows(QStringLiteral("Router 21")));  // nobody sees it
  f.panel.show();
  QVERIFY(f.shows(QStringLiteral("Router 21")));
  QCOMPARE(f.edit(kBuffer)->text(), QStringLiteral("64"));
}

void PropertyPanelTest::revealsAField() {
  PanelFixture f;
  f.panel.activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(&f.panel));
  f.panel.resize(336, 300);
  const QString path = QStringLiteral("run.measure");
  QVERIFY(f.field(path)->visibleRegion().isEmpty());
  f.panel.reveal(path);
  QVERIFY(f.field(path)->isAncestorOf(QApplication::focusWidget()));
  QTRY_VERIFY(!f.field(path)->visibleRegion().isEmpty());
}

}  // namespace hopscope

#include "property_panel_test.moc"
