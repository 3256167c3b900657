// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/text.h"

#include <QString>
#include <QTest>
#include <random>

#include "tests/support/test_main.h"

namespace hopscope {

class TextTest : public QObject {
  Q_OBJECT

 private slots:
  void utf8();
  void anyBytesBecomeUtf8();
};

void TextTest::utf8() {
  for (const char* text : {"", "abc", "größer", "€", "😀", "\x7f"}) {
    QVERIFY(isUtf8(text));
    QCOMPARE(asUtf8(text), std::string(text));
  }
  // A lone continuation, too long a form, half a pair, beyond the end, cut off.
  for (const char* text : {"\x80", "\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80",
                           "\xf5\x80\x80\x80", "\xe2\x82", "\xff"})
    QVERIFY(!isUtf8(text));
  QCOMPARE(asUtf8("a\xff"
                  "b\xe2\x82"),
           std::string("a\ufffdb\ufffd\ufffd"));
}

void TextTest::anyBytesBecomeUtf8() {
  std::mt19937 random(7);
  for (int round = 0; round < 20'000; ++round) {
    std::string text(random() % 6, ' ');
    for (char& c : text) c = static_cast<char>(0x60 + random() % 0xa0);
    const std::string clean = asUtf8(text);
    QVERIFY(isUtf8(clean));
    QCOMPARE(QString::fromStdString(clean).toStdString(), clean);
    QCOMPARE(isUtf8(text), clean == text);
  }
}

}  // namespace hopscope

using hopscope::TextTest;
HOPSCOPE_TEST(TextTest)
#include "text_test.moc"
