// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <stdexcept>

#include "engine/core/registry.h"
#include "engine/core/text.h"
#include "engine/core/value.h"
#include "tests/support/test_main.h"

namespace hopscope {

/// Names, and values by name.
class NamesTest : public QObject {
  Q_OBJECT

 private slots:
  void nearestIsTheMostAlike();
  void nothingIsNearWhatIsFar();
  void registriesFindByName();
  void valuesReadAsTyped();
  void readersRefuseOtherTypes();
  void clippingKeepsWholeCharacters();
};

void NamesTest::nearestIsTheMostAlike() {
  const std::vector<std::string> known = {"uniform", "transpose", "tornado", "hot_spot"};
  QCOMPARE(nearestName("unifrom", known), std::string("uniform"));
  QCOMPARE(nearestName("tornadoo", known), std::string("tornado"));
  QCOMPARE(nearestName("hotspot", known), std::string("hot_spot"));
  QCOMPARE(nearestName("uniform", known), std::string("uniform"));
  // Two letters in the wrong order are one mistake.
  QCOMPARE(nearestName("sned", {"end", "send"}), std::string("send"));
  QCOMPARE(nearestName("phsae", {"phrase", "phase"}), std::string("phase"));
}

void NamesTest::nothingIsNearWhatIsFar() {
  const std::vector<std::string> known = {"uniform", "a"};
  QCOMPARE(nearestName("piggyback", known), std::string());
  QCOMPARE(nearestName("uni", known), std::string());  // four edits away
  QCOMPARE(nearestName("", known), std::string());
  QCOMPARE(nearestName("x", known), std::string());  // nothing in common with "a"
  QCOMPARE(nearestName("uniform", {}), std::string());
  QCOMPARE(nearestName(std::string(1'000'000, 'u'), known), std::string());
}

void NamesTest::registriesFindByName() {
  const Registry<Entry> registry(
      {{"first", "First", "", "", {}}, {"second", "Second", "", "", {}}});
  QVERIFY(registry.find("second") != nullptr);
  QCOMPARE(registry.find("second")->label, std::string("Second"));
  QVERIFY(registry.find("third") == nullptr);
}

void NamesTest::valuesReadAsTyped() {
  QCOMPARE(toText(Value{true}), std::string("true"));
  QCOMPARE(toText(Value{std::int64_t{-5}}), std::string("-5"));
  QCOMPARE(toText(Value{0.3}), std::string("0.3"));
  QCOMPARE(toText(Value{std::string("90 ns")}), std::string("90 ns"));
  QCOMPARE(toText(Value{std::vector<std::int64_t>{8, 4}}), std::string("[8, 4]"));
}

void NamesTest::readersRefuseOtherTypes() {
  const Values values{{"count", std::int64_t{3}}, {"load", 0.5}, {"name", std::string("x")}};
  QCOMPARE(integerAt(values, "count"), std::int64_t{3});
  QCOMPARE(realAt(values, "load"), 0.5);
  QCOMPARE(realAt(values, "count"), 3.0);
  QCOMPARE(textAt(values, "name"), std::string("x"));
  QVERIFY_EXCEPTION_THROWN(integerAt(values, "load"), std::bad_variant_access);
  QVERIFY_EXCEPTION_THROWN(realAt(values, "name"), std::bad_variant_access);
  QVERIFY_EXCEPTION_THROWN(integerAt(values, "absent"), std::out_of_range);
}

void NamesTest::clippingKeepsWholeCharacters() {
  QCOMPARE(clipped("short"), std::string("short"));
  QCOMPARE(clipped("abcdef", 3), std::string("abc…"));
  QCOMPARE(clipped("aéé", 4), std::string("aé…"));  // the second é would be cut in half
  QCOMPARE(clipped("a\nb\x7f"), std::string("a b "));
}

}  // namespace hopscope

using hopscope::NamesTest;
HOPSCOPE_TEST(NamesTest)
#include "names_test.moc"
