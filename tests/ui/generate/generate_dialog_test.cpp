// SPDX-License-Identifier: GPL-3.0-or-later
// The generate dialog, driven with mouse and keyboard.
#include "ui/generate/generate_dialog.h"

#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QTest>
#include <QToolButton>

#include "engine/design/compile.h"
#include "tests/support/test_main.h"
#include "ui/generate/facts_table.h"
#include "ui/generate/network_preview.h"
#include "ui/widgets/value_field.h"

namespace hopscope {

namespace {

struct DialogFixture {
  GenerateDialog dialog{Design{}, Theme::light()};

  DialogFixture() {
    dialog.show();
    static_cast<void>(QTest::qWaitForWindowExposed(&dialog));
  }
  QListWidget* families() const { return dialog.findChild<QListWidget*>(); }
  void choose(const QString& kind) const {
    for (int i = 0; i < families()->count(); ++i)
      if (families()->item(i)->data(Qt::UserRole).toString() == kind) families()->setCurrentRow(i);
  }
  QLineEdit* field(const QString& parameter) const {
    auto* value = dialog.findChild<ValueField*>(parameter);
    return value == nullptr ? nullptr : value->findChild<QLineEdit*>();
  }
  void type(const QString& parameter, const QString& text) const {
    QLineEdit* edit = field(parameter);
    edit->setFocus();
    edit->selectAll();
    QTest::keyClicks(edit, text);
  }
  QPushButton* button(const QString& text) const {
    for (auto* each : dialog.findChildren<QPushButton*>())
      if (each->text() == text) return each;
    return nullptr;
  }
  bool shows(const QString& text) const {
    for (const auto* label : dialog.findChildren<QLabel*>())
      if (label->isVisible() && label->text().contains(text)) return true;
    return false;
  }
  QString fact(const QString& row) const {
    for (const auto* label : dialog.findChildren<QLabel*>())
      if (label->accessibleName() == row) return label->text();
    return {};
  }
};

}  // namespace

class GenerateDialogTest : public QObject {
  Q_OBJECT

 private slots:
  void offersEveryRegisteredFamily();
  void filters();
  void factsFollowTheParameters();
  void badParametersSayWhyAndWait();
  void contradictionsStandUnderTheField();
  void steppersCount();
  void dimensionsAreALatticeInWords();
  void largeNetworksAreNotDrawn();
  void impossibleNetworksLeaveNothingStanding();
  void fieldsAreNotClipped();
  void relativesOfTheSameSizeStandBeside();
  void relativesWithoutRoomAreLeftOut();
  void onePressBalancesADragonfly();
  void deadlockSentence();
  void enterGenerates();
  void opensWithThePresentNetwork();
};

void GenerateDialogTest::offersEveryRegisteredFamily() {
  DialogFixture f;
  QCOMPARE(static_cast<std::size_t>(f.families()->count()), generators().entries().size());
  for (int i = 0; i < f.families()->count(); ++i) {
    f.families()->setCurrentRow(i);
    const auto& parameters = generators().entries()[static_cast<std::size_t>(i)].parameters;
    for (const Parameter& parameter : parameters)
      QVERIFY(f.dialog.findChild<ValueField*>(QString::fromStdString(parameter.name)) != nullptr);
    QVERIFY(f.button(QStringLiteral("Generate"))->isEnabled());
  }
}

void GenerateDialogTest::filters() {
  DialogFixture f;
  QLineEdit* filter = nullptr;
  for (auto* each : f.dialog.findChildren<QLineEdit*>())
    if (each->accessibleName() == QStringLiteral("Filter families")) filter = each;
  QVERIFY(filter != nullptr);
  filter->setFocus();
  QTest::keyClicks(filter, QStringLiteral("dragon"));
  int shown = 0;
  for (int i = 0; i < f.families()->count(); ++i)
    shown += f.families()->item(i)->isHidden() ? 0 : 1;
  QCOMPARE(shown, 1);
  QCOMPARE(f.families()->currentItem()->text(), QStringLiteral("Dragonfly"));
}

void GenerateDialogTest::factsFollowTheParameters() {
  DialogFixture f;
  f.choose(QStringLiteral("mikant"));
  f.type(QStringLiteral("n"), QStringLiteral("3"));
  f.type(QStringLiteral("k"), QStringLiteral("4"));
  // Li & Chu 2018: (2n − 2) k^(n−1) routers, 2 kⁿ terminals.
  QCOMPARE(f.fact(QStringLiteral("Routers, MiKANT")), QStringLiteral("64"));
  QCOMPARE(f.fact(QStringLiteral("Terminals, MiKANT")), QStringLiteral("128"));
  QCOMPARE(f.fact(QStringLiteral("Links, MiKANT")), QStringLiteral("320"));
  QCOMPARE(f.fact(QStringLiteral("Router radix, MiKANT")), QStringLiteral("8"));
  QCOMPARE(f.fact(QStringLiteral("Links per terminal, MiKANT")), QStringLiteral("2.50"));
  f.type(QStringLiteral("k"), QStringLiteral("2"));
  QCOMPARE(f.fact(QStringLiteral("Terminals, MiKANT")), QStringLiteral("16"));
}

void GenerateDialogTest::badParametersSayWhyAndWait() {
  DialogFixture f;
  f.choose(QStringLiteral("mikant"));
  f.type(QStringLiteral("k"), QStringLiteral("1"));
  QVERIFY(!f.button(QStringLiteral("Generate"))->isEnabled());
  QVERIFY(f.shows(QStringLiteral("Generate waits: ")));
  QVERIFY(f.shows(QStringLiteral("cannot be 1.")));
  QVERIFY(f.field(QStringLiteral("k"))->property("invalid").toBool());
  QTest::keyClick(f.field(QStringLiteral("k")), Qt::Key_Return);  // Enter does not slip through
  QVERIFY(f.dialog.isVisible());
  f.type(QStringLiteral("k"), QStringLiteral("3"));
  QVERIFY(f.button(QStringLiteral("Generate"))->isEnabled());
  QVERIFY(!f.field(QStringLiteral("k"))->property("invalid").toBool());
  f.type(QStringLiteral("k"), QStringLiteral("abc"));
  QVERIFY(!f.button(QStringLiteral("Generate"))->isEnabled());
}

void GenerateDialogTest::contradictionsStandUnderTheField() {
  DialogFixture f;
  f.choose(QStringLiteral("mikant"));
  f.type(QStringLiteral("n"), QStringLiteral("16"));
  f.type(QStringLiteral("k"), QStringLiteral("512"));  // each allowed, together far too many
  QVERIFY(!f.button(QStringLiteral("Generate"))->isEnabled());
  QVERIFY(f.shows(QStringLiteral("Choose a smaller n or k.")));
}

void GenerateDialogTest::steppersCount() {
  DialogFixture f;
  f.choose(QStringLiteral("mikant"));
  f.type(QStringLiteral("k"), QStringLiteral("4"));
  auto* value = f.dialog.findChild<ValueField*>(QStringLiteral("k"));
  QToolButton* more = nullptr;
  for (auto* each : value->findChildren<QToolButton*>())
    if (each->accessibleName().startsWith(QStringLiteral("More"))) more = each;
  QVERIFY(more != nullptr);
  QTest::mouseClick(more, Qt::LeftButton);
  QCOMPARE(f.field(QStringLiteral("k"))->text(), QStringLiteral("5"));
  QTest::keyClick(f.field(QStringLiteral("k")), Qt::Key_Down);
  QTest::keyClick(f.field(QStringLiteral("k")), Qt::Key_Down);
  QCOMPARE(f.field(QStringLiteral("k"))->text(), QStringLiteral("3"));
  QCOMPARE(f.fact(QStringLiteral("Terminals, MiKANT")), QStringLiteral("54"));
}

void GenerateDialogTest::dimensionsAreALatticeInWords() {
  DialogFixture f;
  f.choose(QStringLiteral("mesh"));
  f.type(QStringLiteral("dimensions"), QStringLiteral("4 x 6"));
  QCOMPARE(f.fact(QStringLiteral("Routers, Mesh")), QStringLiteral("24"));
  f.type(QStringLiteral("dimensions"), QStringLiteral("4 x"));
  QVERIFY(!f.button(QStringLiteral("Generate"))->isEnabled());
}

void GenerateDialogTest::largeNetworksAreNotDrawn() {
  DialogFixture f;
  f.choose(QStringLiteral("mesh"));
  f.type(QStringLiteral("dimensions"), QStringLiteral("8 x 8"));
  auto* preview = f.dialog.findChild<NetworkPreview*>();
  QTRY_VERIFY(preview->isPicture());
  f.type(QStringLiteral("dimensions"), QStringLiteral("100 x 100"));
  QTRY_VERIFY(preview->accessibleDescription().contains(QStringLiteral("too many for a preview")));
  QVERIFY(!preview->isPicture());
  QVERIFY(f.button(QStringLiteral("Generate"))->isEnabled());
}

/// Beyond what there can be at all, nothing of the network before stays on the screen.
void GenerateDialogTest::impossibleNetworksLeaveNothingStanding() {
  DialogFixture f;
  f.choose(QStringLiteral("mesh"));
  f.type(QStringLiteral("dimensions"), QStringLiteral("8 x 8"));
  auto* preview = f.dialog.findChild<NetworkPreview*>();
  QTRY_VERIFY(preview->isPicture());
  f.type(QStringLiteral("dimensions"), QStringLiteral("1000 x 1000"));
  QVERIFY(!preview->isPicture());
  QVERIFY(preview->accessibleDescription().contains(QStringLiteral("1,000,000 routers")));
  QCOMPARE(f.fact(QStringLiteral("Routers, Mesh")), QStringLiteral("–"));
  f.type(QStringLiteral("dimensions"), QStringLiteral("4 x"));
  QVERIFY(preview->accessibleDescription().contains(QStringLiteral("waits")));
  f.type(QStringLiteral("dimensions"), QStringLiteral("4 x 4"));
  QTRY_VERIFY(preview->isPicture());
}

/// Where the fields need a scroll bar, it takes nothing from them.
void GenerateDialogTest::fieldsAreNotClipped() {
  DialogFixture f;
  f.dialog.resize(1000, 600);
  for (int row = 0; row < f.families()->count(); ++row) {
    f.families()->setCurrentRow(row);
    QTest::qWait(0);
    const QWidget* port = f.dialog.findChild<QScrollArea*>()->viewport();
    for (auto* field : f.dialog.findChildren<ValueField*>()) {
      if (!port->isAncestorOf(field)) continue;
      const int right = field->mapTo(port, QPoint(field->width(), 0)).x();
      QVERIFY2(right <= port->width(), qPrintable(field->objectName()));
    }
  }
}

void GenerateDialogTest::relativesOfTheSameSizeStandBeside() {
  DialogFixture f;
  f.dialog.resize(1000, 640);  // on a smaller screen fewer of them have room
  f.choose(QStringLiteral("k_ary_n_tree"));
  f.type(QStringLiteral("k"), QStringLiteral("4"));
  f.type(QStringLiteral("n"), QStringLiteral("3"));
  const auto beside = [&f] {
    QStringList counts;
    for (const auto* label : f.dialog.findChildren<QLabel*>())
      if (label->accessibleName().startsWith(QStringLiteral("Terminals, ")))
        counts << label->text();
    return counts;
  };
  QTRY_COMPARE(beside(), QStringList(4, QStringLiteral("64")));
  // They go with the parameters that they are of.
  f.type(QStringLiteral("n"), QStringLiteral("x"));
  QVERIFY(beside().size() <= 1);
}

/// However narrow the dialog is made, before or after they were found: nothing is cut.
void GenerateDialogTest::relativesWithoutRoomAreLeftOut() {
  DialogFixture f;
  f.dialog.resize(1000, 640);
  const auto beside = [&f] {
    int shown = 0;
    for (const auto* label : f.dialog.findChildren<QLabel*>())
      if (label->isVisible() && label->accessibleName().startsWith(QStringLiteral("Terminals, ")))
        ++shown;
    return shown;
  };
  const auto* facts = f.dialog.findChild<FactsTable*>();
  const auto cut = [&f, facts] {
    for (const auto* label : facts->findChildren<QLabel*>())
      if (label->isVisible() &&
          (label->mapTo(facts, QPoint(label->width(), 0)).x() > facts->width() ||
           label->width() < label->sizeHint().width()))
        return label->text();
    for (const auto* area : f.dialog.findChildren<QScrollArea*>())
      if (area->widget()->width() > area->viewport()->width()) return area->widget()->objectName();
    return QString();
  };
  for (const char* kind : {"dragonfly", "k_ary_n_tree", "xgft", "mikant", "random_regular"}) {
    f.dialog.resize(1000, 640);
    f.choose(QString::fromLatin1(kind));
    QTRY_VERIFY(beside() > 1);
    const int wide = beside();
    for (const int width : {1000, 960, 870, f.dialog.minimumSizeHint().width()}) {
      f.dialog.resize(width, 640);
      QCoreApplication::processEvents();
      QCOMPARE(f.dialog.width(), width);
      QVERIFY2(cut().isNull(),
               qPrintable(QStringLiteral("%1, %2: %3").arg(kind).arg(width).arg(cut())));
    }
    QVERIFY(beside() < wide);
    QVERIFY(beside() >= 1);
  }
}

void GenerateDialogTest::onePressBalancesADragonfly() {
  DialogFixture f;
  f.choose(QStringLiteral("mesh"));
  QVERIFY(!f.shows(QStringLiteral("alanced")));
  f.choose(QStringLiteral("dragonfly"));
  QVERIFY(f.shows(QStringLiteral("Balanced: a = 2p = 2h")));
  QVERIFY(!f.button(QStringLiteral("Balance"))->isVisible());
  f.type(QStringLiteral("p"), QStringLiteral("4"));
  QVERIFY(f.shows(QStringLiteral("Not balanced: a = 2p = 2h would be")));
  QTest::mouseClick(f.button(QStringLiteral("Balance")), Qt::LeftButton);
  QVERIFY(f.shows(QStringLiteral("Balanced: a = 2p = 2h")));
  QCOMPARE(f.field(QStringLiteral("a"))->text(), QStringLiteral("6"));
  QCOMPARE(f.fact(QStringLiteral("Terminals, Dragonfly")), QStringLiteral("144"));
  QVERIFY(f.dialog.isVisible());
}

void GenerateDialogTest::deadlockSentence() {
  DialogFixture f;
  f.choose(QStringLiteral("mikant"));
  f.type(QStringLiteral("k"), QStringLiteral("2"));
  QTRY_VERIFY_WITH_TIMEOUT(f.shows(QStringLiteral("Deadlock-free with one virtual channel")),
                           10000);
}

void GenerateDialogTest::enterGenerates() {
  DialogFixture f;
  f.choose(QStringLiteral("dragonfly"));
  f.type(QStringLiteral("h"), QStringLiteral("1"));
  QTest::keyClick(f.field(QStringLiteral("h")), Qt::Key_Return);
  QCOMPARE(f.dialog.QDialog::result(), static_cast<int>(QDialog::Accepted));
  QCOMPARE(f.dialog.stepName(), QStringLiteral("Generate Dragonfly"));
  const Design design = f.dialog.result();
  QVERIFY(design.settings.at("topology.h") == Value(std::int64_t{1}));
  QVERIFY(!hasErrors(validate(design)));
}

void GenerateDialogTest::opensWithThePresentNetwork() {
  Design present;
  present.name = "Mine";
  present.settings["topology.kind"] = std::string("torus");
  present.settings["topology.dimensions"] = std::vector<std::int64_t>{3, 5};
  GenerateDialog dialog(present, Theme::dark());
  auto* value = dialog.findChild<ValueField*>(QStringLiteral("dimensions"));
  QVERIFY(value != nullptr);
  QCOMPARE(value->findChild<QLineEdit*>()->text(), QStringLiteral("3 × 5"));
  QVERIFY(dialog.result().settings.at("topology.dimensions") ==
          Value(std::vector<std::int64_t>{3, 5}));
  // What becomes of it is said, and nothing of a network where none is open.
  const auto says = [](const GenerateDialog& of, const QString& text) {
    const auto labels = of.findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(),
                       [&](const QLabel* label) { return label->text().startsWith(text); });
  };
  QVERIFY(says(dialog, QStringLiteral("Replaces “Mine”.")));
  const GenerateDialog first(Design{}, Theme::light());
  QVERIFY(says(first, QStringLiteral("Nothing is drawn yet")));
  QVERIFY(!says(first, QStringLiteral("Replaces")));
}

HOPSCOPE_TEST(GenerateDialogTest)

}  // namespace hopscope

#include "generate_dialog_test.moc"
