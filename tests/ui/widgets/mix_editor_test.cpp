// SPDX-License-Identifier: GPL-3.0-or-later
// The classes of a traffic mix in the property panel, by mouse and keyboard.
#include "ui/widgets/mix_editor.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

#include "tests/support/test_main.h"
#include "ui/inspectors/property_panel.h"
#include "ui/widgets/property_row.h"
#include "ui/widgets/value_field.h"

namespace hopscope {

namespace {

const QString kParts = QStringLiteral("traffic.parts");

struct MixFixture {
  DesignDocument document;
  QWidget window;
  PropertyPanel panel;
  QLineEdit elsewhere;  ///< in the window, as the canvas is

  explicit MixFixture(const char* model = "vct") : panel(&window), elsewhere(&window) {
    Design design;
    design.settings["topology.kind"] = std::string("dragonfly");
    design.settings["switch.model"] = std::string(model);
    document.load(design);
    panel.setDocument(&document);
    panel.setGeometry(0, 0, 336, 900);
    elsewhere.setGeometry(340, 0, 60, 30);
    window.resize(400, 900);
    window.show();
    static_cast<void>(QTest::qWaitForWindowActive(&window));
  }

  ValueField* field(const QString& name) const {
    for (auto* each : panel.findChildren<ValueField*>(name))
      if (each->isVisibleTo(&panel)) return each;
    return nullptr;
  }
  ValueField* ofClass(int index, const char* key) const {
    return field(QStringLiteral("%1[%2].%3").arg(kParts).arg(index).arg(QLatin1String(key)));
  }
  void enter(ValueField* field, const QString& text) const {
    auto* edit = field->findChild<QLineEdit*>();
    edit->setFocus();
    edit->selectAll();
    QTest::keyClicks(edit, text);
    QTest::keyClick(edit, Qt::Key_Return);
  }
  /// Down to the entry and Enter, as in a combo box.
  void choose(ValueField* field, const char* name) const {
    auto* combo = field->findChild<QComboBox*>();
    const int wanted = combo->findData(QLatin1String(name));
    QVERIFY(wanted >= 0);
    combo->setFocus();
    while (combo->currentIndex() != wanted)
      QTest::keyClick(combo, combo->currentIndex() < wanted ? Qt::Key_Down : Qt::Key_Up);
  }
  template <typename Button>
  void click(const QString& name) const {
    for (auto* each : panel.findChildren<Button*>(name))
      if (each->isVisibleTo(&panel)) {
        QTest::mouseClick(each, Qt::LeftButton);
        return;
      }
    QFAIL(qPrintable(name));
  }
  QStringList reachedFrom(QWidget* first);
  int colourOf(int index, bool last) const;
  std::string text() const {
    return std::get<std::string>(effectiveValue(document.design(), "traffic.parts"));
  }
  bool shows(const QString& words) const {
    for (const auto* label : panel.findChildren<QLabel*>())
      if (label->isVisibleTo(&panel) && label->text().contains(words)) return true;
    return false;
  }
};

}  // namespace

class MixEditorTest : public QObject {
  Q_OBJECT

 private slots:
  void chosenAsAPatternItHasTwoClasses();
  void classesAreEditedAndUndone();
  void anotherPatternBringsItsSettings();
  void classesHaveSizes();
  void errorsStandAtTheirField();
  void namesThatCannotBeAreRefusedAtOnce();
  void theFocusStaysWhereItIs();
  void tabGoesFromTopToBottom();
  void coloursAreThoseOfThePackets();
  void phasesHaveClassesToo();
  void eachEditInAPhaseIsAStepOfItsOwn();
};

void MixEditorTest::chosenAsAPatternItHasTwoClasses() {
  MixFixture f;
  QVERIFY(f.field(kParts) == nullptr);
  f.choose(f.field(QStringLiteral("traffic.pattern")), "mix");
  QVERIFY(f.field(kParts) != nullptr);
  QVERIFY(f.ofClass(1, "name") != nullptr && f.ofClass(2, "name") == nullptr);
  QVERIFY(f.shows(QStringLiteral("80\u00a0% of the load")));
  QVERIFY(!hasErrors(f.document.issues()));
  f.document.undoStack().undo();
  QVERIFY(f.field(kParts) == nullptr);
}

void MixEditorTest::classesAreEditedAndUndone() {
  MixFixture f;
  f.document.setValue("traffic.pattern", std::string("mix"));
  const int before = f.document.undoStack().count();
  f.enter(f.ofClass(0, "name"), QStringLiteral("web"));
  QCOMPARE(f.text(), std::string("web = 0.8 uniform; 0.2 hot_spot"));
  f.enter(f.ofClass(1, "share"), QStringLiteral("2.4"));
  QCOMPARE(f.text(), std::string("web = 0.8 uniform; 2.4 hot_spot"));
  QVERIFY(f.shows(QStringLiteral("75\u00a0% of the load")));
  f.enter(f.ofClass(1, "pattern.targets"), QStringLiteral("3, 4"));
  QCOMPARE(f.text(), std::string("web = 0.8 uniform; 2.4 hot_spot(targets=[3 4])"));
  f.click<QPushButton>(QStringLiteral("addClass"));
  QCOMPARE(f.text(), std::string("web = 0.8 uniform; 2.4 hot_spot(targets=[3 4]); 2.4 uniform"));
  QVERIFY(f.ofClass(2, "share") != nullptr);
  f.click<QToolButton>(QStringLiteral("removeClass1"));
  // Who stays keeps its name.
  QCOMPARE(f.text(), std::string("web = 0.8 uniform; class 3 = 2.4 uniform"));
  QCOMPARE(f.ofClass(1, "name")->findChild<QLineEdit*>()->text(), QStringLiteral("class 3"));
  f.click<QToolButton>(QStringLiteral("removeClass1"));
  // The last one stays.
  f.click<QToolButton>(QStringLiteral("removeClass0"));
  QCOMPARE(f.text(), std::string("web = 0.8 uniform"));
  QCOMPARE(f.document.undoStack().count(), before + 6);
  while (f.document.undoStack().index() > before) f.document.undoStack().undo();
  QCOMPARE(f.text(), std::string("0.8 uniform; 0.2 hot_spot"));
  QCOMPARE(f.ofClass(0, "name")->findChild<QLineEdit*>()->text(), QStringLiteral("class 1"));
  while (f.document.undoStack().canRedo()) f.document.undoStack().redo();
  QCOMPARE(f.text(), std::string("web = 0.8 uniform"));
}

void MixEditorTest::anotherPatternBringsItsSettings() {
  MixFixture f;
  f.document.setValue("traffic.pattern", std::string("mix"));
  QVERIFY(f.ofClass(1, "pattern.targets") != nullptr);
  f.choose(f.ofClass(1, "pattern"), "adversarial");
  QCOMPARE(f.text(), std::string("0.8 uniform; 0.2 adversarial"));
  QTRY_VERIFY(f.ofClass(1, "pattern.offset") != nullptr);
  QVERIFY(f.ofClass(1, "pattern.targets") == nullptr);
  f.enter(f.ofClass(1, "pattern.offset"), QStringLiteral("2"));
  QCOMPARE(f.text(), std::string("0.8 uniform; 0.2 adversarial(offset=2)"));
  // What cannot be a class is no choice.
  const auto* patterns = f.ofClass(1, "pattern")->findChild<QComboBox*>();
  QCOMPARE(patterns->findData(QStringLiteral("mix")), -1);
  QCOMPARE(patterns->findData(QStringLiteral("all_to_all")), -1);
}

void MixEditorTest::classesHaveSizes() {
  for (const char* model : {"vct", "wormhole"}) {
    MixFixture f(model);
    f.document.setValue("traffic.pattern", std::string("mix"));
    f.enter(f.ofClass(0, "flits"), QStringLiteral("9"));
    QCOMPARE(f.text(), std::string("0.8 uniform 9 flits; 0.2 hot_spot"));
    QVERIFY(!hasErrors(f.document.issues()));
  }
}

void MixEditorTest::errorsStandAtTheirField() {
  MixFixture f;
  f.document.setValue("traffic.pattern", std::string("mix"));
  f.enter(f.ofClass(1, "share"), QStringLiteral("-1"));
  QVERIFY(!f.ofClass(1, "share")->error().isEmpty());
  QCOMPARE(f.text(), std::string("0.8 uniform; 0.2 hot_spot"));
  QTest::keyClick(f.ofClass(1, "share")->findChild<QLineEdit*>(), Qt::Key_Escape);
  f.enter(f.ofClass(1, "pattern.targets"), QStringLiteral("100000"));
  const QString words = QStringLiteral("There is no terminal 100000.");
  QTRY_VERIFY(f.shows(words));
  auto* row = qobject_cast<PropertyRow*>(f.ofClass(1, "pattern.targets")->parentWidget());
  bool atTheRow = false;
  for (const auto* label : row->findChildren<QLabel*>())
    atTheRow = atTheRow || label->text().contains(words);
  QVERIFY(atTheRow);
  // Said once.
  int said = 0;
  for (const auto* label : f.panel.findChildren<QLabel*>())
    said += label->isVisibleTo(&f.panel) && label->text().contains(words);
  QCOMPARE(said, 1);
}

void MixEditorTest::namesThatCannotBeAreRefusedAtOnce() {
  MixFixture f;
  f.document.setValue("traffic.pattern", std::string("mix"));
  f.enter(f.ofClass(0, "name"), QStringLiteral("a;b"));
  QCOMPARE(f.text(), std::string("0.8 uniform; 0.2 hot_spot"));
  QVERIFY(f.shows(QStringLiteral("none of them")));
  // It is said as long as it stands there.
  f.document.setValue("traffic.load", 0.4);
  QCOMPARE(f.ofClass(0, "name")->findChild<QLineEdit*>()->text(), QStringLiteral("a;b"));
  QVERIFY(f.shows(QStringLiteral("none of them")));
  f.enter(f.ofClass(0, "name"), QStringLiteral("class 1"));
  QVERIFY(!f.shows(QStringLiteral("none of them")));
  f.enter(f.ofClass(0, "name"), QStringLiteral("class 2"));
  QTRY_VERIFY(f.shows(QStringLiteral("Two classes are called")));
}

void MixEditorTest::theFocusStaysWhereItIs() {
  MixFixture f;
  f.document.setValue("traffic.pattern", std::string("mix"));
  f.choose(f.ofClass(1, "pattern"), "adversarial");
  // The pattern's other settings were built anew below it.
  QVERIFY(f.ofClass(1, "pattern")->findChild<QComboBox*>()->hasFocus());
  f.elsewhere.setFocus();
  while (f.text() != "0.8 uniform; 0.2 hot_spot") f.document.undoStack().undo();
  QVERIFY(f.ofClass(1, "pattern.targets") != nullptr);
  QVERIFY(f.elsewhere.hasFocus());
  f.field(QStringLiteral("traffic.pattern"))->setFocus();
  f.elsewhere.setFocus();
  f.document.undoStack().undo();
  QVERIFY(f.ofClass(0, "name") == nullptr);
  QVERIFY(f.elsewhere.hasFocus());
}

/// What Tab reaches, from a widget of the panel on, as far as the one that is elsewhere.
QStringList MixFixture::reachedFrom(QWidget* first) {
  QStringList names;
  first->setFocus();
  for (int i = 0; i < 100 && !elsewhere.hasFocus(); ++i) {
    QWidget* const now = QApplication::focusWidget();
    names << (now->objectName().isEmpty() ? focusedField(panel) : now->objectName());
    QTest::keyClick(now, Qt::Key_Tab);
  }
  return names;
}

void MixEditorTest::tabGoesFromTopToBottom() {
  MixFixture f;
  f.document.setValue("traffic.pattern", std::string("mix"));
  f.click<QPushButton>(QStringLiteral("addClass"));
  f.click<QPushButton>(QStringLiteral("addPhase"));
  QTRY_VERIFY(f.field(QStringLiteral("phases[0].at")) != nullptr);
  const QStringList reached = f.reachedFrom(f.ofClass(1, "name")->findChild<QLineEdit*>());
  const auto classes = [](const QString& place) {
    const QString second = place + QStringLiteral("[1]."), third = place + QStringLiteral("[2].");
    return QStringList{
        second + QStringLiteral("name"),          second + QStringLiteral("pattern"),
        second + QStringLiteral("pattern.share"), second + QStringLiteral("pattern.targets"),
        second + QStringLiteral("share"),         second + QStringLiteral("flits"),
        QStringLiteral("removeClass2"),           third + QStringLiteral("name"),
        third + QStringLiteral("pattern"),        third + QStringLiteral("share"),
        third + QStringLiteral("flits"),          QStringLiteral("addClass")};
  };
  const QString ofPhase = QStringLiteral("phases[0].set.");
  QCOMPARE(reached.mid(0, 12), classes(kParts));
  const auto phase = reached.indexOf(QStringLiteral("removePhase0"));
  QVERIFY(phase > 11);
  QCOMPARE(reached.value(phase + 1), QStringLiteral("phases[0].at"));
  const auto inPhase = reached.indexOf(ofPhase + kParts + QStringLiteral("[1].name"));
  QVERIFY(inPhase > phase);
  QCOMPARE(reached.mid(inPhase, 12), classes(ofPhase + kParts));
  QVERIFY(reached.indexOf(QStringLiteral("addPhase")) > inPhase);
  // And only then to the settings below the traffic.
  QVERIFY(reached.indexOf(QStringLiteral("run.seed")) >
          reached.indexOf(QStringLiteral("addPhase")));
}

/// The number of the colour beside a class, of the first of its name in the panel or the last.
int MixFixture::colourOf(int index, bool last) const {
  const auto marks = panel.findChildren<QLabel*>(QStringLiteral("classColour%1").arg(index));
  QList<const QLabel*> shown;
  for (const QLabel* each : marks)
    if (each->isVisibleTo(&panel)) shown << each;
  const QImage image = (last ? shown.constLast() : shown.constFirst())->pixmap().toImage();
  for (int number = 1; number <= 8; ++number)
    if (image.pixelColor(image.rect().center()) == Theme::light().curve(number)) return number;
  return 0;
}

void MixEditorTest::coloursAreThoseOfThePackets() {
  MixFixture f;
  f.document.setValue("traffic.pattern", std::string("mix"));
  QCOMPARE(f.colourOf(0, false), 1);
  QCOMPARE(f.colourOf(1, false), 2);
  f.click<QPushButton>(QStringLiteral("addPhase"));
  const QString name = QStringLiteral("phases[0].set.traffic.parts[0].name");
  QTRY_VERIFY(f.field(name) != nullptr);
  // A class that is only in the phase is the run's third; the other is the same in both.
  f.enter(f.field(name), QStringLiteral("late"));
  QCOMPARE(f.colourOf(0, true), 3);
  QCOMPARE(f.colourOf(1, true), 2);
  QCOMPARE(f.colourOf(0, false), 1);
}

void MixEditorTest::phasesHaveClassesToo() {
  MixFixture f;
  f.document.setValue("traffic.pattern", std::string("mix"));
  f.click<QPushButton>(QStringLiteral("addPhase"));
  const QString name = QStringLiteral("phases[0].set.traffic.parts[0].share");
  QTRY_VERIFY(f.field(name) != nullptr);
  f.enter(f.field(name), QStringLiteral("0.2"));
  QVERIFY(f.document.design().phases.at(0).set.at("traffic.parts") ==
          Value(std::string("0.2 uniform; 0.2 hot_spot")));
  QCOMPARE(f.text(), std::string("0.8 uniform; 0.2 hot_spot"));
}

void MixEditorTest::eachEditInAPhaseIsAStepOfItsOwn() {
  MixFixture f;
  f.document.setValue("traffic.pattern", std::string("mix"));
  f.click<QPushButton>(QStringLiteral("addPhase"));
  const QString first = QStringLiteral("phases[0].set.traffic.parts[0].");
  QTRY_VERIFY(f.field(first + QStringLiteral("name")) != nullptr);
  const int before = f.document.undoStack().index();
  f.enter(f.field(first + QStringLiteral("name")), QStringLiteral("web"));
  f.enter(f.field(first + QStringLiteral("share")), QStringLiteral("0.5"));
  const auto classes = [&f] {
    return std::get<std::string>(f.document.design().phases.at(0).set.at("traffic.parts"));
  };
  QCOMPARE(classes(), std::string("web = 0.5 uniform; 0.2 hot_spot"));
  QCOMPARE(f.document.undoStack().index(), before + 2);
  f.document.undoStack().undo();
  QCOMPARE(classes(), std::string("web = 0.8 uniform; 0.2 hot_spot"));
  f.document.undoStack().undo();
  QCOMPARE(f.document.design().phases.at(0).set.count("traffic.parts"), std::size_t{0});
}

}  // namespace hopscope

using hopscope::MixEditorTest;
HOPSCOPE_TEST(MixEditorTest)
#include "mix_editor_test.moc"
