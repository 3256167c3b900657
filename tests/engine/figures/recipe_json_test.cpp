// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "engine/figures/figure.h"
#include "engine/figures/recipe_files.h"
#include "tests/support/test_main.h"

namespace hopscope {

/// What is wrong with a recipe is said with its place, and nothing hostile does harm.
class RecipeJsonTest : public QObject {
  Q_OBJECT

 private slots:
  void refused_data();
  void refused();
  void anyPrefixIsRefused();
  void valuesAreExpanded();
  void stepsIncludeTheLast();
};

static const char* const kGood = R"({
  "schema": "hopscope.recipe/1", "ids": ["000/R-1"], "title": "T", "source": "S",
  "parts": [{"compute": "model.line_rate", "axes": [{"name": "lookup_ns", "values": [1, 2]}]}],
  "expected": [{"quantity": "line_rate", "at": {"lookup_ns": 1}, "value": 672}]
})";

void RecipeJsonTest::refused_data() {
  QTest::addColumn<QByteArray>("from");
  QTest::addColumn<QByteArray>("to");
  QTest::addColumn<QByteArray>("path");
  const auto row = [](const char* name, const char* from, const char* to, const char* path) {
    QTest::newRow(name) << QByteArray(from) << QByteArray(to) << QByteArray(path);
  };
  row("unknown key", "\"title\"", "\"titel\"", "titel");
  row("schema", "recipe/1", "recipe/2", "schema");
  row("id", "000/R-1", "R-1", "ids");
  row("no parts", "\"parts\": [{", "\"parts\": [], \"x\": [{", "parts");
  row("computation", "model.line_rate", "model.line_rat", "parts[0].compute");
  row("quantity", "\"quantity\": \"line_rate\"", "\"quantity\": \"rate\"", "expected[0].quantity");
  row("no value", "\"value\": 672", "\"says\": \"672\"", "expected[0]");
  row("two tolerances", "\"value\": 672", "\"value\": 672, \"absolute\": 1, \"relative\": 1",
      "expected[0]");
  row("negative tolerance", "\"value\": 672", "\"value\": 672, \"absolute\": -1",
      "expected[0].absolute");
  row("printed without reason", "\"value\": 672", "\"value\": 672, \"printed\": 700",
      "expected[0].reason");
  row("compare with nothing", "\"value\": 672", "\"value\": 672, \"compare\": \"ratio\"",
      "expected[0].compare");
  row("unknown word", "\"value\": 672", "\"value\": 672, \"mode\": \"never\"", "expected[0].mode");
  row("value of text", "672", "\"672\"", "expected[0].value");
  row("pairs", "\"value\": 672", "\"each\": \"lookup_ns\", \"values\": [1]", "expected[0].values");
  row("axis without values", "[1, 2]", "[]", "parts[0].axes[0]");
  row("axis of objects", "[1, 2]", "[{}]", "parts[0].axes[0].values");
  row("axis without end", "\"values\": [1, 2]", "\"from\": 1, \"to\": 1e9, \"step\": 1e-9",
      "parts[0].axes[0].step");
  row("parts of text", "[{\"compute\"", "[5, {\"compute\"", "parts[0]");
  row("twice", "\"title\": \"T\"", "\"title\": \"T\", \"title\": \"U\"", "");
  row("null", "\"S\"", "null", "source");
}

void RecipeJsonTest::refused() {
  QFETCH(QByteArray, from);
  QFETCH(QByteArray, to);
  QFETCH(QByteArray, path);
  QVERIFY(parseRecipe(kGood).issues.empty());
  QByteArray json = kGood;
  QVERIFY(json.contains(from));
  json.replace(json.indexOf(from), from.size(), to);
  const Issues issues = parseRecipe(json.toStdString()).issues;
  QVERIFY(hasErrors(issues));
  std::string found;
  bool there = path.isEmpty();
  for (const Issue& issue : issues) {
    found += describe(issue) + '\n';
    there |= issue.path == path.toStdString();
  }
  QVERIFY2(there, found.c_str());
}

void RecipeJsonTest::anyPrefixIsRefused() {
  const std::string_view text = recipeFiles().front().text;
  for (std::size_t length = 0; length + 3 < text.size(); ++length)
    QVERIFY(hasErrors(parseRecipe(text.substr(0, length)).issues));
  for (const char* hostile : {"", "[]", "null", "5", "{}", "\xff", "{\"parts\": {\"a\": []}}",
                              "{\"parts\": [[[]]], \"expected\": [null], \"ids\": {}}"})
    QVERIFY(hasErrors(parseRecipe(hostile).issues));
}

void RecipeJsonTest::valuesAreExpanded() {
  QByteArray json = kGood;
  json.replace("\"value\": 672", "\"each\": \"packet_bytes\", \"values\": [[84, 672], [21, 168]]");
  const ParsedRecipe parsed = parseRecipe(json.toStdString());
  QVERIFY(parsed.issues.empty());
  QCOMPARE(parsed.recipe.expected.size(), std::size_t{2});
  QCOMPARE(*parsed.recipe.expected[1].value, 168.0);
  QCOMPARE(parsed.recipe.expected[1].at.back(), (TypedValue{"packet_bytes", "21"}));
}

void RecipeJsonTest::stepsIncludeTheLast() {
  QByteArray json = kGood;
  json.replace("\"values\": [1, 2]", "\"from\": 0.1, \"to\": 0.5, \"step\": 0.1");
  const ParsedRecipe parsed = parseRecipe(json.toStdString());
  QVERIFY(parsed.issues.empty());
  const auto& steps = parsed.recipe.parts[0].axes[0].steps;
  QCOMPARE(steps.size(), std::size_t{5});
  QCOMPARE(steps[2][0].second, std::string("0.3"));
}

}  // namespace hopscope

using hopscope::RecipeJsonTest;
HOPSCOPE_TEST(RecipeJsonTest)
#include "recipe_json_test.moc"
