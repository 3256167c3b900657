// SPDX-License-Identifier: GPL-3.0-or-later
#include <QObject>
#include <QTest>
#include <set>
#include <vector>

#include "engine/core/rng.h"
#include "engine/switching/lane_mask.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

/// Random sets of `lanes` lanes, against std::set.
template <unsigned kWords>
void compare(unsigned lanes) {
  const unsigned words = (lanes + 63) / 64;
  const wormhole::LaneMask<kWords> mask(words);
  QCOMPARE(mask.words(), words);
  Rng draws(1, lanes, RandomPurpose::choice);
  for (int round = 0; round < 300; ++round) {
    std::vector<std::uint64_t> bits(words, 0);
    std::set<unsigned> members;
    const std::uint32_t changes = 1 + draws.below(round % 3 == 0 ? 3 : 40);
    for (std::uint32_t i = 0; i < changes; ++i) {
      const std::uint32_t lane = draws.below(lanes);
      mask.set(bits.data(), lane);
      members.insert(lane);
      if (members.size() > 1 && draws.below(4) == 0) {
        mask.clear(bits.data(), *members.begin());
        members.erase(members.begin());
      }
    }
    QVERIFY(mask.any(bits.data()));
    QCOMPARE(mask.hasOne(bits.data()), members.size() == 1);
    QCOMPARE(mask.first(bits.data()), *members.begin());
    for (unsigned from = 0; from <= lanes; ++from) {
      const auto later = members.lower_bound(from);
      QCOMPARE(mask.next(bits.data(), from), later == members.end() ? *members.begin() : *later);
    }
    for (unsigned first = 0; first + 4 <= lanes; first += 4)
      for (unsigned lane = 0; lane < 4; ++lane)
        QCOMPARE((mask.slice(bits.data(), first, 4) >> lane & 1u) != 0,
                 members.count(first + lane) != 0);
    for (const unsigned lane : members) mask.clear(bits.data(), lane);
    QVERIFY(!mask.any(bits.data()));
  }
}

}  // namespace

class LaneMaskTest : public QObject {
  Q_OBJECT

 private slots:
  void oneWord() {
    for (const unsigned lanes : {1u, 4u, 20u, 63u, 64u}) compare<1>(lanes);
  }
  void twoWords() {
    for (const unsigned lanes : {65u, 72u, 127u, 128u}) compare<2>(lanes);
  }
  void anyNumberOfWords() {
    for (const unsigned lanes : {20u, 72u, 200u, 1024u}) compare<0>(lanes);
  }
};

HOPSCOPE_TEST(LaneMaskTest)

}  // namespace hopscope

#include "lane_mask_test.moc"
