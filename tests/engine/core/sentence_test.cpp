// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/sentence.h"

#include <rapidcheck.h>

#include <QTest>
#include <concepts>
#include <limits>
#include <map>

#include "engine/core/load_words.h"
#include "tests/support/test_main.h"

namespace hopscope {

/// What is said in English, and the same in a language that has it otherwise.
class SentenceTest : public QObject {
  Q_OBJECT

 private slots:
  void englishIsThatOfFormat();
  void onlyLiteralsMakeOne();
  void emptyIsNothing();
  void figuresKeepTheirFormat();
  void realsGetTheReadersDecimalSign();
  void smallLoadsKeepTwoFigures();
  void placesChangeTheirOrder();
  void bracesAreDoubled();
  void sentencesStandInSentences();
  void manyStandInARow();
  void registryWordsAreTranslated();
  void namesAreNotTranslated();
  void wrongTranslationsAreEnglish_data();
  void wrongTranslationsAreEnglish();
  void anyTranslationIsMet();
};

namespace {

using Dictionary = std::map<std::string, std::string>;

std::string said(const Sentence& sentence, const Dictionary& dictionary) {
  return sentence.said([&](const std::string& pattern) {
    const auto found = dictionary.find(pattern);
    return found == dictionary.end() ? pattern : found->second;
  });
}

Sentence threeFigures() {
  return sentence("{} of {:.2f} is {:>4}.", 7, 3.14159, "x");
}

}  // namespace

void SentenceTest::englishIsThatOfFormat() {
  const std::string name = "core";
  QCOMPARE(sentence("Router {} has no link.", 7u).english(), std::string("Router 7 has no link."));
  QCOMPARE(sentence("{0} and {0}, {1:#x}", name, 255).english(),
           std::string("core and core, 0xff"));
  QCOMPARE(threeFigures().english(), std::string("7 of 3.14 is    x."));
  QCOMPARE(fmt::format("{}!", sentence("{} %", 50)), std::string("50 %!"));
  const Sentence set = sentence("Set it to {}.", true);
  const std::string& read = set;
  QCOMPARE(read, std::string("Set it to true."));
  QVERIFY(sentence("a {}", 1) == sentence("{} 1", "a"));
  QVERIFY(!(sentence("a") == "b"));
}

void SentenceTest::onlyLiteralsMakeOne() {
  static_assert(!std::convertible_to<std::string, Sentence>);
  static_assert(!std::convertible_to<const char*, Sentence>);
  static_assert(!std::constructible_from<Sentence, std::string>);
  static_assert(!std::constructible_from<Sentence, const char*>);
  static_assert(std::convertible_to<Sentence, const std::string&>);
}

void SentenceTest::emptyIsNothing() {
  QVERIFY(Sentence().empty());
  QCOMPARE(said(Sentence(), {{"", "nothing"}}), std::string());
  QVERIFY(Sentence() == "");
}

void SentenceTest::figuresKeepTheirFormat() {
  const Dictionary dictionary{{"{} of {:.2f} is {:>4}.", "{} von {} ist {}."}};
  QCOMPARE(said(threeFigures(), dictionary), std::string("7 von 3.14 ist    x."));
  const Dictionary own{{"{} of {:.2f} is {:>4}.", "{} von {:.9f} ist {:<40}."}};
  QCOMPARE(said(threeFigures(), own), std::string("7 von 3.14 ist    x."));
}

void SentenceTest::realsGetTheReadersDecimalSign() {
  const auto keep = [](const std::string& pattern) { return pattern; };
  const Sentence inner = sentence("{:.1f} %", 12.5);
  const Sentence outer =
      sentence("Router {} has {:.3f}, {}, of version {}.", 1024, 0.25, inner, "1.2");
  QCOMPARE(outer.english(), std::string("Router 1024 has 0.250, 12.5 %, of version 1.2."));
  QCOMPARE(outer.said(keep, ","), std::string("Router 1024 has 0,250, 12,5 %, of version 1.2."));
  QCOMPARE(outer.said(keep), outer.english());
}

void SentenceTest::smallLoadsKeepTwoFigures() {
  QCOMPARE(loadInFigures(0.3).english(), std::string("0.300"));
  QCOMPARE(loadInFigures(0.01).english(), std::string("0.010"));
  QCOMPARE(loadInFigures(0).english(), std::string("0.000"));
  QCOMPARE(loadInFigures(0.00042).english(), std::string("0.00042"));
  QCOMPARE(loadInFigures(std::numeric_limits<double>::quiet_NaN()).english(),
           std::string("not known"));
  // As any real in another language.
  const auto same = [](const std::string& pattern) { return pattern; };
  QCOMPARE(sentence("{} of it", loadInFigures(0.0034)).said(same, ","),
           std::string("0,0034 of it"));
}

void SentenceTest::placesChangeTheirOrder() {
  const Dictionary dictionary{{"{} of {:.2f} is {:>4}.", "{2}: {1}, {0}, {0}"}};
  QCOMPARE(said(threeFigures(), dictionary), std::string("   x: 3.14, 7, 7"));
  const Dictionary fewer{{"{} of {:.2f} is {:>4}.", "Nur {1:.3f}"}};
  QCOMPARE(said(threeFigures(), fewer), std::string("Nur 3.14"));
  QCOMPARE(said(sentence("Choose 1 to {0}, or -1 to -{0}.", 5), {}),
           std::string("Choose 1 to 5, or -1 to -5."));
}

void SentenceTest::bracesAreDoubled() {
  const Sentence object = sentence("Write {{\"at\": {}}}.", 8);
  QCOMPARE(object.english(), std::string("Write {\"at\": 8}."));
  QCOMPARE(said(object, {}), std::string("Write {\"at\": 8}."));
  QCOMPARE(said(object, {{"Write {{\"at\": {}}}.", "{{{}}} schreiben"}}),
           std::string("{8} schreiben"));
  // What stands in a place is no pattern.
  QCOMPARE(said(sentence("\"{}\"", "{} {9} }"), {}), std::string("\"{} {9} }\""));
}

void SentenceTest::sentencesStandInSentences() {
  const Sentence inner = sentence("an object of {}", 3);
  const Sentence outer = sentence("{} is needed, not {}.", "A list", inner);
  QCOMPARE(outer.english(), std::string("A list is needed, not an object of 3."));
  const Dictionary dictionary{{"{} is needed, not {}.", "Nicht {1}, {0}."},
                              {"an object of {}", "ein Objekt aus {}"},
                              {"A list", "never asked for"}};
  QCOMPARE(said(outer, dictionary), std::string("Nicht ein Objekt aus 3, A list."));
  const Sentence joined = sentence("{} {}", sentence("One."), sentence("Two."));
  QCOMPARE(said(joined, {{"One.", "Eins."}, {"Two.", "Zwei."}}), std::string("Eins. Zwei."));
}

void SentenceTest::manyStandInARow() {
  const Sentence row = joined({sentence("a {}", 1), sentence("b"), sentence("{}", "c {}")}, "; ");
  QCOMPARE(row.english(), std::string("a 1; b; c {}"));
  QCOMPARE(said(row, {{"a {}", "{} A"}, {"b", "B"}}), std::string("1 A; B; c {}"));
  QVERIFY(joined({}, ", ").empty());
  QCOMPARE(said(joined({sentence("b")}, ", "), {{"b", "B"}}), std::string("B"));
  // However long it is, no part stands within another.
  const std::vector<Sentence> many(100'000, sentence("b"));
  QCOMPARE(said(joined(many, " "), {{"b", "B"}}).size(), std::size_t{199'999});
}

void SentenceTest::registryWordsAreTranslated() {
  const Sentence words = sentence("{} cannot be {}.", registryWords("Load"), 2);
  QCOMPARE(words.english(), std::string("Load cannot be 2."));
  QCOMPARE(said(words, {{"Load", "Last"}, {"{} cannot be {}.", "{} kann nicht {} sein."}}),
           std::string("Last kann nicht 2 sein."));
  QVERIFY(registryWords("").empty());
}

void SentenceTest::namesAreNotTranslated() {
  const std::string what = "disk I/O error";
  QCOMPARE(said(sentence("{}", what), {{what, "never asked for"}}), what);
}

void SentenceTest::wrongTranslationsAreEnglish_data() {
  QTest::addColumn<QString>("translated");
  for (const char* each : {"", "{} {} {} {}", "{3}", "{", "}", "{0", "0}", "{a}", "{-1}", "{0x}",
                           "{ }", "{99999999999999999999999}", "{}}", "{{}", "{0 }", "{{0}"})
    QTest::newRow(each) << QString::fromLatin1(each);
}

void SentenceTest::wrongTranslationsAreEnglish() {
  QFETCH(const QString, translated);
  const Dictionary dictionary{{"{} of {:.2f} is {:>4}.", translated.toStdString()}};
  QCOMPARE(said(threeFigures(), dictionary), std::string("7 of 3.14 is    x."));
}

void SentenceTest::anyTranslationIsMet() {
  QVERIFY(rc::check("no translation throws, and none reads what is not there", [] {
    const auto letters = rc::gen::elementOf(std::string("{}{}{}012345:. x%\xc3\xa4\n"));
    const auto translated = *rc::gen::container<std::string>(letters);
    const Sentence outer = sentence("{} and {}", threeFigures(), 5);
    const std::string result =
        outer.said([&](const std::string&) { return std::string(translated); });
    RC_ASSERT(result == outer.english() || !translated.empty());
  }));
}

}  // namespace hopscope

using hopscope::SentenceTest;
HOPSCOPE_TEST(SentenceTest)
#include "sentence_test.moc"
