// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/crc16.h"

#include <rapidcheck.h>
#include <QTest>
#include <array>
#include <boost/crc.hpp>

#include "tests/support/test_main.h"

namespace hopscope {

class Crc16Test : public QObject {
  Q_OBJECT

 private slots:
  void knownAnswers();
  void agreesWithBoost();
};

/// The check value of this code ("123456789" gives 0x31C3) is nine bytes long; what fits into a key
/// is worked out by hand: the remainder of x^(16 + i) modulo x^16 + x^12 + x^5 + 1.
void Crc16Test::knownAnswers() {
  QCOMPARE(crc16(0), std::uint16_t{0});
  QCOMPARE(crc16(1), std::uint16_t{0x1021});
  QCOMPARE(crc16(2), std::uint16_t{0x2042});
  QCOMPARE(crc16(0x10), std::uint16_t{0x1231});
  // "A", the usual example of the variant that starts with 0.
  QCOMPARE(crc16(0x41), std::uint16_t{0x58e5});
}

void Crc16Test::agreesWithBoost() {
  QVERIFY(rc::check("the checksum of any key is boost::crc's", [](std::uint64_t key) {
    std::array<unsigned char, 8> bytes{};
    for (std::size_t i = 0; i < bytes.size(); ++i)
      bytes[i] = static_cast<unsigned char>(key >> (56 - 8 * i));
    boost::crc_optimal<16, 0x1021, 0, 0, false, false> oracle;
    oracle.process_bytes(bytes.data(), bytes.size());
    RC_ASSERT(crc16(key) == oracle.checksum());
  }));
}

}  // namespace hopscope

using hopscope::Crc16Test;
HOPSCOPE_TEST(Crc16Test)
#include "crc16_test.moc"
