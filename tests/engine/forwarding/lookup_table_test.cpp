// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/lookup_table.h"

#include <rapidcheck.h>
#include <QTest>

#include "tests/support/test_main.h"

namespace hopscope {
namespace {

std::vector<TableRow> rowsOf(const std::vector<const char*>& texts) {
  std::vector<TableRow> rows;
  for (const char* text : texts)
    rows.push_back(*parseRow(text, static_cast<PortIndex>(rows.size())));
  return rows;
}

}  // namespace

class LookupTableTest : public QObject {
  Q_OBJECT

 private slots:
  void aLinearTableIsReadUntilARowMatches();
  void onlyTernaryRowsIgnoreBits();
  void theFirstMatchWins();
  void agreesWithADefinition();
  void onlyBitsAreRows();
};

/// Hirasawa 2022, figures 2.9 and 2.10.
void LookupTableTest::aLinearTableIsReadUntilARowMatches() {
  const LookupTable table(TableKind::dram, rowsOf({"10000", "10001", "01100", "00010"}));
  const LookupTable::Answer second = table.lookup(0b10001), fourth = table.lookup(0b00010);
  QCOMPARE(second.reads, std::size_t{2});
  QCOMPARE(second.match->row, std::size_t{1});
  QCOMPARE(fourth.reads, std::size_t{4});
  QCOMPARE(fourth.match->port, PortIndex{3});
  const LookupTable::Answer none = table.lookup(0b11111);
  QVERIFY(!none.match);
  QCOMPARE(none.reads, std::size_t{4});
}

/// Figures 2.11 and 2.12.
void LookupTableTest::onlyTernaryRowsIgnoreBits() {
  const LookupTable exact(TableKind::bcam, rowsOf({"01100", "10000"}));
  QVERIFY(!exact.lookup(0b10001).match);
  QCOMPARE(exact.lookup(0b10000).match->row, std::size_t{1});
  const LookupTable ternary(TableKind::tcam, rowsOf({"01100", "1000X"}));
  for (const std::uint64_t key : {0b10000u, 0b10001u}) {
    QCOMPARE(ternary.lookup(key).match->row, std::size_t{1});
    QCOMPARE(ternary.lookup(key).reads, std::size_t{1});
  }
  QVERIFY(!ternary.lookup(0b10010).match);
  QVERIFY(!ternary.lookup(0b110001).match);
}

void LookupTableTest::theFirstMatchWins() {
  const LookupTable table(TableKind::tcam, rowsOf({"1010", "10XX", "XXXX"}));
  QCOMPARE(table.lookup(0b1010).match->port, PortIndex{0});
  QCOMPARE(table.lookup(0b1011).match->port, PortIndex{1});
  QCOMPARE(table.lookup(0b0011).match->port, PortIndex{2});
}

void LookupTableTest::agreesWithADefinition() {
  QVERIFY(rc::check("the answer is that of comparing bit by bit", [] {
    const auto bits = rc::gen::container<std::string>(5, rc::gen::element('0', '1', 'X'));
    const auto texts = *rc::gen::container<std::vector<std::string>>(bits);
    const auto key = *rc::gen::inRange(0u, 32u);
    std::vector<TableRow> rows;
    for (const std::string& text : texts) rows.push_back(*parseRow(text, 0));
    std::optional<std::size_t> expected;
    for (std::size_t i = 0; i < texts.size() && !expected; ++i) {
      bool same = true;
      for (std::size_t bit = 0; bit < 5; ++bit)
        same = same && (texts[i][bit] == 'X' || (texts[i][bit] == '1') == (key >> (4 - bit) & 1u));
      if (same) expected = i;
    }
    const auto match = LookupTable(TableKind::tcam, rows).lookup(key).match;
    RC_ASSERT(match.has_value() == expected.has_value());
    if (match) RC_ASSERT(match->row == *expected);
  }));
}

void LookupTableTest::onlyBitsAreRows() {
  for (const char* text : {"", "10 1", "102", "1000x1y"}) QVERIFY2(!parseRow(text, 0), text);
  QVERIFY(!parseRow(std::string(65, '1'), 0));
  QCOMPARE(parseRow(std::string(64, 'X'), 0)->mask, std::uint64_t{0});
}

}  // namespace hopscope

using hopscope::LookupTableTest;
HOPSCOPE_TEST(LookupTableTest)
#include "lookup_table_test.moc"
