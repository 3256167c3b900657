// SPDX-License-Identifier: GPL-3.0-or-later
#include <QObject>
#include <QTest>
#include <set>
#include <vector>

#include "engine/core/rng.h"
#include "engine/switching/vc_bits.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

/// Random sets of `vcs` virtual channels, against std::set.
template <unsigned kWords>
void compare(unsigned vcs) {
  const unsigned words = (vcs + 63) / 64;
  const wormhole::VcBits<kWords> mask(words);
  QCOMPARE(mask.words(), words);
  Rng draws(1, vcs, RandomPurpose::choice);
  for (int round = 0; round < 300; ++round) {
    std::vector<std::uint64_t> bits(words, 0);
    std::set<unsigned> members;
    const std::uint32_t changes = 1 + draws.below(round % 3 == 0 ? 3 : 40);
    for (std::uint32_t i = 0; i < changes; ++i) {
      const std::uint32_t vc = draws.below(vcs);
      mask.set(bits.data(), vc);
      members.insert(vc);
      if (members.size() > 1 && draws.below(4) == 0) {
        mask.clear(bits.data(), *members.begin());
        members.erase(members.begin());
      }
    }
    QVERIFY(mask.any(bits.data()));
    QCOMPARE(mask.hasOne(bits.data()), members.size() == 1);
    QCOMPARE(mask.first(bits.data()), *members.begin());
    for (unsigned from = 0; from <= vcs; ++from) {
      const auto later = members.lower_bound(from);
      QCOMPARE(mask.next(bits.data(), from), later == members.end() ? *members.begin() : *later);
    }
    for (unsigned first = 0; first + 4 <= vcs; first += 4)
      for (unsigned vc = 0; vc < 4; ++vc)
        QCOMPARE((mask.slice(bits.data(), first, 4) >> vc & 1u) != 0,
                 members.count(first + vc) != 0);
    for (const unsigned vc : members) mask.clear(bits.data(), vc);
    QVERIFY(!mask.any(bits.data()));
  }
}

}  // namespace

class VcBitsTest : public QObject {
  Q_OBJECT

 private slots:
  void oneWord() {
    for (const unsigned vcs : {1u, 4u, 20u, 63u, 64u}) compare<1>(vcs);
  }
  void twoWords() {
    for (const unsigned vcs : {65u, 72u, 127u, 128u}) compare<2>(vcs);
  }
  void anyNumberOfWords() {
    for (const unsigned vcs : {20u, 72u, 200u, 1024u}) compare<0>(vcs);
  }
};

HOPSCOPE_TEST(VcBitsTest)

}  // namespace hopscope

#include "vc_bits_test.moc"
