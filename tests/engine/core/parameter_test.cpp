// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/parameter.h"

#include <QTest>
#include <limits>

#include "tests/support/test_main.h"

namespace hopscope {

namespace {

Parameter of(ParameterType type, double minimum, double maximum, const char* unit = "") {
  Parameter parameter;
  parameter.name = "buffers.local";
  parameter.label = "Local buffer";
  parameter.type = type;
  parameter.minimum = minimum;
  parameter.maximum = maximum;
  parameter.unit = unit;
  return parameter;
}

Parameter replacement() {
  Parameter parameter = of(ParameterType::choice, 0, 0);
  parameter.label = "Replacement";
  parameter.choices = {{"lru", "LRU"}, {"fifo", "FIFO"}, {"random", "Random"}};
  return parameter;
}

using List = std::vector<std::int64_t>;

Value text(const char* value) {
  return std::string(value);
}
Value whole(std::int64_t value) {
  return value;
}

}  // namespace

class ParameterTest : public QObject {
  Q_OBJECT

 private slots:
  void rangeIsInclusive();
  void typesMustFit();
  void choicesSuggest();
  void listsAreCheckedItemByItem();
  void quantitiesNeedTheirUnit();
  void notANumberIsRefused();
  void parsesWhatWasTyped();
  void parsingRefusesRests();
  void allowedIsInWords();
  void longTextIsCutInMessages();
};

void ParameterTest::rangeIsInclusive() {
  const Parameter parameter = of(ParameterType::integer, 2, 64);
  QVERIFY(!check(parameter, whole(2), "p"));
  QVERIFY(!check(parameter, whole(64), "p"));
  const auto issue = check(parameter, whole(65), "switch.buffers.local");
  QVERIFY(issue.has_value());
  QCOMPARE(issue->severity, Severity::error);
  QCOMPARE(issue->path, std::string("switch.buffers.local"));
  QCOMPARE(issue->text, std::string("Local buffer cannot be 65."));
  QCOMPARE(issue->remedy, std::string("Allowed: whole numbers from 2 to 64."));
  QVERIFY(check(parameter, whole(1), "p"));
  QVERIFY(check(parameter, whole(std::numeric_limits<std::int64_t>::min()), "p"));
}

void ParameterTest::typesMustFit() {
  const Value values[] = {true, whole(3), 3.5, text("3"), List{3}};
  const struct {
    ParameterType type;
    bool fits[5];
  } table[] = {{ParameterType::boolean, {true, false, false, false, false}},
               {ParameterType::integer, {false, true, false, false, false}},
               {ParameterType::real, {false, true, true, false, false}},
               {ParameterType::integers, {false, false, false, false, true}},
               {ParameterType::choice, {false, false, false, false, false}},
               {ParameterType::cycles, {false, true, false, true, false}},
               {ParameterType::flits, {false, true, false, true, false}}};
  for (const auto& row : table)
    for (int i = 0; i < 5; ++i)
      QCOMPARE(!check(of(row.type, 0, 10), values[i], "p").has_value(), row.fits[i]);
}

void ParameterTest::choicesSuggest() {
  QVERIFY(!check(replacement(), text("fifo"), "p"));
  const auto issue = check(replacement(), text("lrru"), "p");
  QVERIFY(issue.has_value());
  QCOMPARE(issue->remedy, std::string("Did you mean \"lru\"? Allowed: lru, fifo or random."));
  const auto far = check(replacement(), text("most-recent"), "p");
  QVERIFY(far.has_value());
  QCOMPARE(far->remedy, std::string("Allowed: lru, fifo or random."));
}

void ParameterTest::listsAreCheckedItemByItem() {
  const Parameter parameter = of(ParameterType::integers, 2, 64);
  QVERIFY(!check(parameter, List{2, 64}, "p"));
  QVERIFY(check(parameter, List{8, 1}, "p"));
  QVERIFY(check(parameter, List{}, "p"));
  Parameter optional = parameter;
  optional.fallback = List{};
  QVERIFY(!check(optional, List{}, "p"));
}

void ParameterTest::quantitiesNeedTheirUnit() {
  const Parameter time = of(ParameterType::cycles, 1, 100, "cycles");
  QVERIFY(!check(time, text("90 ns"), "p"));
  QVERIFY(!check(time, text("5 cycles"), "p"));
  QVERIFY(check(time, text("500 cycles"), "p"));
  QVERIFY(check(time, text("18 KB"), "p"));
  QVERIFY(check(time, text("90 nz"), "p"));
  const Parameter size = of(ParameterType::flits, 1, 100, "flits");
  QVERIFY(!check(size, text("18 KB"), "p"));
  QVERIFY(check(size, text("90 ns"), "p"));
}

void ParameterTest::notANumberIsRefused() {
  const Parameter parameter = of(ParameterType::real, 0, 1);
  QVERIFY(check(parameter, std::numeric_limits<double>::quiet_NaN(), "p"));
  QVERIFY(check(parameter, std::numeric_limits<double>::infinity(), "p"));
}

void ParameterTest::parsesWhatWasTyped() {
  const auto parsed = [](ParameterType type, const char* typed) {
    const auto result = parseValue(of(type, -1000, 1000), typed, "p");
    const auto* value = std::get_if<Value>(&result);
    return value == nullptr ? Value{std::string("refused")} : *value;
  };
  QVERIFY(parsed(ParameterType::integer, " 42 ") == whole(42));
  QVERIFY(parsed(ParameterType::integer, "-7") == whole(-7));
  QVERIFY(parsed(ParameterType::real, "0.35") == Value{0.35});
  QVERIFY(parsed(ParameterType::boolean, "true") == Value{true});
  QVERIFY(parsed(ParameterType::boolean, "off") == Value{false});
  for (const char* list : {"[8, 4]", "8,4", "8x4", "8 × 4", "8 4"})
    QVERIFY2((parsed(ParameterType::integers, list) == Value{List{8, 4}}), list);
  QVERIFY(parsed(ParameterType::cycles, "90") == whole(90));
  QVERIFY(parsed(ParameterType::cycles, "90 cycles") == whole(90));
  QVERIFY(parsed(ParameterType::cycles, "90 ns") == text("90 ns"));
  QVERIFY(parsed(ParameterType::flits, "32 flits") == whole(32));
  QVERIFY(parsed(ParameterType::flits, "18 KB") == text("18 KB"));
  // A load of "-0" is 0, and is told so.
  const auto zero = parseValue(of(ParameterType::real, 0, 1), "-0", "p");
  QCOMPARE(toText(std::get<Value>(zero)), std::string("0"));
  const auto choice = parseValue(replacement(), "fifo", "p");
  QVERIFY(std::get<Value>(choice) == text("fifo"));
}

void ParameterTest::parsingRefusesRests() {
  const auto refused = [](ParameterType type, const char* typed) {
    return std::holds_alternative<Issue>(parseValue(of(type, 0, 1000), typed, "p"));
  };
  for (const char* typed : {"", "4.5", "four", "4 4", "99999999999999999999", "1e2", "0x4"})
    QVERIFY2(refused(ParameterType::integer, typed), typed);
  for (const char* typed : {"", "0,5", "nan", "inf", "0.5.5"})
    QVERIFY2(refused(ParameterType::real, typed), typed);
  for (const char* typed : {"", "[]", "[8,", "8,", "8;4", "8,,4", "[8, x]"})
    QVERIFY2(refused(ParameterType::integers, typed), typed);
  for (const char* typed : {"", "-5", "5 KB", "200 Gb/s", "soon", "2000"})
    QVERIFY2(refused(ParameterType::cycles, typed), typed);
  QVERIFY(refused(ParameterType::boolean, "maybe"));
}

void ParameterTest::allowedIsInWords() {
  QCOMPARE(allowed(replacement()), std::string("lru, fifo or random"));
  QCOMPARE(allowed(of(ParameterType::real, 0, 1)), std::string("0 to 1"));
  QCOMPARE(allowed(of(ParameterType::real, 0.001, 1000, "GHz")), std::string("0.001 to 1000 GHz"));
  QCOMPARE(allowed(of(ParameterType::flits, 1, 1'000'000)),
           std::string("1 to 1,000,000 flits, or a size such as \"18 KB\" or \"16 KiB\""));
}

void ParameterTest::longTextIsCutInMessages() {
  const auto issue = check(replacement(), std::string(100'000, 'x'), "p");
  QVERIFY(issue.has_value());
  QVERIFY(issue->text.english().size() < 200);
}

}  // namespace hopscope

using hopscope::ParameterTest;
HOPSCOPE_TEST(ParameterTest)
#include "parameter_test.moc"
