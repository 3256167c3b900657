// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/quoted_text.h"

#include <QTest>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/core/rng.h"
#include "tests/support/test_main.h"

namespace hopscope {

class QuotedTextTest : public QObject {
  Q_OBJECT

 private slots:
  void isWhatTheLibraryWrites();
};

void QuotedTextTest::isWhatTheLibraryWrites() {
  Rng rng(2, 0, RandomPurpose::choice);
  for (std::uint32_t round = 0; round < 5'000; ++round) {
    // Of ASCII alone, then also of bytes that are no UTF-8.
    const std::uint32_t bytes = round < 4'000 ? 128 : 256;
    std::string text;
    for (std::uint32_t left = rng.below(30); left > 0; --left)
      text += rng.below(2) == 0 ? "a\n\"\\\t\r"[rng.below(6)] : static_cast<char>(rng.below(bytes));
    std::string document = "{\"text\": ";
    appendQuoted(document, text);
    const std::string expected =
        nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    QCOMPARE(document, "{\"text\": " + expected);
  }
}

HOPSCOPE_TEST(QuotedTextTest)

}  // namespace hopscope

#include "quoted_text_test.moc"
