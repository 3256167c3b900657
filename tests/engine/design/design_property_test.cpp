// SPDX-License-Identifier: GPL-3.0-or-later
#include <rapidcheck.h>

#include <QDir>
#include <QFile>
#include <QTest>
#include <algorithm>

#include "engine/design/catalogue.h"
#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "engine/design/switch_models.h"
#include "tests/engine/design/random_designs.h"
#include "tests/support/test_main.h"

namespace hopscope {

/// What holds for every design and every text.
class DesignPropertyTest : public QObject {
  Q_OBJECT

 private slots:
  void readingUndoesWriting();
  void effectiveDocumentsMeanTheSame();
  void anyMutationIsMet();
  void anyTextIsMet();
  void validationAgreesWithCompiling();
};

namespace {

/// The good documents, whole.
std::vector<std::string> goodDocuments() {
  std::vector<std::string> documents;
  const QDir folder(QStringLiteral(HOPSCOPE_SOURCE_DIR "/tests/data/designs/good"));
  for (const QString& name : folder.entryList({"*.json"})) {
    QFile file(folder.filePath(name));
    if (file.open(QIODevice::ReadOnly)) documents.push_back(file.readAll().toStdString());
  }
  return documents;
}

/// Small pieces that mean something in a design, or to a parser.
const std::vector<std::string>& fragments() {
  static const std::vector<std::string> list = {"{",
                                                "}",
                                                "[",
                                                "]",
                                                ",",
                                                ":",
                                                "\"",
                                                "null",
                                                "true",
                                                "-1",
                                                "0",
                                                "1e308",
                                                "1e999",
                                                "99999999999999999999",
                                                "NaN",
                                                "\\u0000",
                                                "\\ud800",
                                                "\xff",
                                                "\"kind\"",
                                                "\"custom\"",
                                                "\"torus\"",
                                                "\"routers\"",
                                                "\"overrides\"",
                                                "{}",
                                                "[]",
                                                "0.5",
                                                "\"90 ns\"",
                                                "\"-3 KB\"",
                                                "[[[[[[[[[[[[[[[[[[",
                                                "{\"a\":",
                                                " ",
                                                "\n"};
  return list;
}

std::string mutated(std::string text) {
  const int edits = test::anyOf(1, 5);
  for (int i = 0; i < edits && !text.empty(); ++i) {
    const auto at = test::anyOf<std::size_t>(0, text.size());
    const auto length = test::anyOf<std::size_t>(1, 12);
    switch (test::anyOf(0, 5)) {
      case 0:
        text.erase(at, length);
        break;
      case 1:
        text.insert(at, *rc::gen::elementOf(fragments()));
        break;
      case 2:
        text[at] = static_cast<char>(test::anyOf(0, 256));
        break;
      case 3:
        text.resize(at);
        break;
      default:
        text.insert(at, text.substr(test::anyOf<std::size_t>(0, text.size()), length));
    }
  }
  return text;
}

/// Reads a text and goes on as far as a program would. A fault shows as an issue, never otherwise.
void meet(const std::string& text) {
  const ParsedDesign parsed = parseDesign(text);
  for (const Issue& issue : parsed.issues) RC_ASSERT(!issue.text.empty());
  if (hasErrors(parsed.issues)) return;
  RC_ASSERT(parseDesign(writeDesign(parsed.design)).design == parsed.design);
  const Compiled compiled = compile(parsed.design);
  RC_ASSERT(compiled.setup.has_value() == !hasErrors(compiled.issues));
}

}  // namespace

void DesignPropertyTest::readingUndoesWriting() {
  QVERIFY(rc::check("parse(write(d)) == d", [] {
    const Design design = test::randomDesign();
    const ParsedDesign parsed = parseDesign(writeDesign(design));
    for (const Issue& issue : parsed.issues) RC_LOG() << describe(issue) << '\n';
    RC_ASSERT(!hasErrors(parsed.issues));
    RC_ASSERT(parsed.design == design);
    RC_ASSERT(writeDesign(parsed.design) == writeDesign(design));
    RC_ASSERT(designHash(parsed.design) == designHash(design));
  }));
}

void DesignPropertyTest::effectiveDocumentsMeanTheSame() {
  QVERIFY(rc::check("the effective document has the same settings in force", [] {
    const Design design = test::randomDesign();
    const ParsedDesign parsed = parseDesign(writeDesign(design, true));
    for (const Issue& issue : parsed.issues) RC_LOG() << describe(issue) << '\n';
    RC_ASSERT(!hasErrors(parsed.issues));
    RC_ASSERT(effectiveSettings(parsed.design) == effectiveSettings(design));
    RC_ASSERT(parsed.design.drawn == design.drawn);
    RC_ASSERT(parsed.design.overrides == design.overrides);
    RC_ASSERT(designHash(parsed.design) == designHash(design));
  }));
}

void DesignPropertyTest::anyMutationIsMet() {
  const std::vector<std::string> documents = goodDocuments();
  QVERIFY(documents.size() >= 4);
  for (const std::string& document : documents) {
    const ParsedDesign parsed = parseDesign(document);
    QVERIFY(parsed.issues.empty());
    QVERIFY(compile(parsed.design).setup.has_value());
  }
  QVERIFY(rc::check("a mutated document is refused or is a design",
                    [&] { meet(mutated(*rc::gen::elementOf(documents))); }));
}

void DesignPropertyTest::anyTextIsMet() {
  QVERIFY(rc::check("any bytes are refused or are a design", [] {
    const auto parts =
        *rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(fragments()));
    std::string text;
    for (const std::string& part : parts) text += part;
    meet(text);
    meet("{\"schema\":\"hopscope.design/1\",\"topology\":" + text + "}");
  }));
}

void DesignPropertyTest::validationAgreesWithCompiling() {
  QVERIFY(rc::check("validate and compile say the same", [] {
    const Design design = test::randomDesign();
    const Issues issues = validate(design);
    const Compiled compiled = compile(design);
    RC_ASSERT(compiled.issues.size() >= issues.size());
    RC_ASSERT(std::equal(issues.begin(), issues.end(), compiled.issues.begin()));
    // What takes the whole setup, as slots of circuits do, is looked for only where all else is
    // right.
    if (compiled.issues.size() > issues.size()) {
      RC_ASSERT(!hasErrors(issues));
      RC_ASSERT(switchModelOf(design).complete != nullptr);
    }
    RC_ASSERT(compiled.setup.has_value() == !hasErrors(compiled.issues));
    RC_CLASSIFY(compiled.setup.has_value());
  }));
}

}  // namespace hopscope

using hopscope::DesignPropertyTest;
HOPSCOPE_TEST(DesignPropertyTest)
#include "design_property_test.moc"
