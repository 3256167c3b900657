// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/address_layout.h"

#include <rapidcheck.h>
#include <QTest>
#include <set>

#include "tests/support/test_main.h"

namespace hopscope {

class AddressLayoutTest : public QObject {
  Q_OBJECT

 private slots:
  void fieldsOfADragonfly();
  void everyPlaceHasItsAddress();
  void tooManyBits();
  void textAndBack();
  void brokenAddresses();
  void factoryAddresses();
};

namespace {

AddressLayout layoutOf(const std::vector<std::pair<std::string, std::uint64_t>>& fields) {
  return std::get<AddressLayout>(AddressLayout::make(fields, "here"));
}

}  // namespace

void AddressLayoutTest::fieldsOfADragonfly() {
  const AddressLayout layout = layoutOf({{"group", 73}, {"switch", 12}, {"host", 6}});
  QCOMPARE(layout.fields()[0].bits, 7u);
  QCOMPARE(layout.fields()[1].bits, 4u);
  QCOMPARE(layout.fields()[2].bits, 3u);
  QCOMPARE(layout.bits(), 14u);
  QCOMPARE(macText(layout.encode({72, 11, 5})), std::string("02:00:00:00:24:5d"));
  QCOMPARE(macText(layout.fixedBits()), std::string("ff:ff:ff:ff:c0:00"));
  QVERIFY(!layout.check(layout.encode({72, 11, 5}), ""));
  QCOMPARE(layout.check(layout.encode({73, 0, 0}), "at")->path, std::string("at"));
  QVERIFY(layout.check(0x0300'0000'0000, ""));
  // A field of one value takes no bits.
  QCOMPARE(layoutOf({{"switch", 1}, {"host", 2}}).bits(), 1u);
}

void AddressLayoutTest::everyPlaceHasItsAddress() {
  QVERIFY(rc::check("encode and valueOf undo each other", [] {
    std::vector<std::pair<std::string, std::uint64_t>> fields;
    std::vector<std::uint32_t> values;
    const auto count = *rc::gen::inRange<std::size_t>(1, 6);
    for (std::size_t i = 0; i < count; ++i) {
      const auto size = *rc::gen::inRange<std::uint64_t>(1, 200);
      fields.emplace_back("f", size);
      values.push_back(*rc::gen::inRange<std::uint32_t>(0, static_cast<std::uint32_t>(size)));
    }
    const AddressLayout layout = layoutOf(fields);
    const MacAddress address = layout.encode(values);
    for (std::size_t i = 0; i < count; ++i) RC_ASSERT(layout.valueOf(address, i) == values[i]);
    RC_ASSERT(!layout.check(address, ""));
    RC_ASSERT((address >> 40) == 0x02u);
  }));
}

void AddressLayoutTest::tooManyBits() {
  const auto wide = AddressLayout::make({{"group", 1u << 20}, {"host", (1u << 20) + 1}}, "here");
  QVERIFY(std::holds_alternative<Issue>(wide));
  QVERIFY(std::get<Issue>(wide).text.english().find("41 bits") != std::string::npos);
  QVERIFY(std::holds_alternative<AddressLayout>(
      AddressLayout::make({{"group", 1u << 20}, {"host", 1u << 20}}, "here")));
  QVERIFY(std::holds_alternative<Issue>(AddressLayout::make({{"group", 0}}, "here")));
}

void AddressLayoutTest::textAndBack() {
  QVERIFY(rc::check("a MAC address survives its text", [] {
    const MacAddress address = *rc::gen::arbitrary<std::uint64_t>() & kWholeMac;
    RC_ASSERT(std::get<MacAddress>(parseMac(macText(address), "")) == address);
  }));
  QCOMPARE(std::get<MacAddress>(parseMac("0A-1b-2C-3d-4E-5f", "")), MacAddress{0x0a1b2c3d4e5f});
}

void AddressLayoutTest::brokenAddresses() {
  for (const char* text :
       {"", "02", "02:00:00:00:00:0", "02:00:00:00:00:000", "02:00:00:00:00:0g", "020000000001",
        "02:00:00:00:00 01", "02::00:00:00:01:", "02:00:00:00:00:01 "}) {
    const auto parsed = parseMac(text, "address");
    QVERIFY2(std::holds_alternative<Issue>(parsed), text);
    QCOMPARE(std::get<Issue>(parsed).path, std::string("address"));
  }
}

void AddressLayoutTest::factoryAddresses() {
  std::set<MacAddress> seen;
  for (TerminalId t = 0; t < 100'000; ++t) {
    const MacAddress address = factoryMac(t);
    QCOMPARE(address >> 40 & 3, MacAddress{0});  // unicast, globally unique
    seen.insert(address);
  }
  QCOMPARE(seen.size(), std::size_t{100'000});
}

}  // namespace hopscope

using hopscope::AddressLayoutTest;
HOPSCOPE_TEST(AddressLayoutTest)
#include "address_layout_test.moc"
