// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/crc32.h"

#include <rapidcheck.h>
#include <QTest>
#include <array>
#include <boost/crc.hpp>

#include "tests/support/test_main.h"

namespace hopscope {

class Crc32Test : public QObject {
  Q_OBJECT

 private slots:
  void knownAnswers();
  void agreesWithBoost();
};

/// zlib.crc32 of eight bytes.
void Crc32Test::knownAnswers() {
  QCOMPARE(crc32(0), 0x6522df69u);
  QCOMPARE(crc32(0x3132333435363738), 0x9ae0daafu);  // "12345678"
}

void Crc32Test::agreesWithBoost() {
  QVERIFY(rc::check("the checksum of any key is boost::crc's", [](std::uint64_t key) {
    std::array<unsigned char, 8> bytes{};
    for (std::size_t i = 0; i < bytes.size(); ++i)
      bytes[i] = static_cast<unsigned char>(key >> (56 - 8 * i));
    boost::crc_32_type oracle;
    oracle.process_bytes(bytes.data(), bytes.size());
    RC_ASSERT(crc32(key) == oracle.checksum());
  }));
}

}  // namespace hopscope

using hopscope::Crc32Test;
HOPSCOPE_TEST(Crc32Test)
#include "crc32_test.moc"
