// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/figures/figure.h"

#include <QRegularExpression>
#include <QTest>
#include <cmath>
#include <set>

#include "engine/figures/figure_text.h"
#include "tests/support/test_main.h"

namespace hopscope {

/// Every figure, quickly: it is as expected, and would not be with any other number in its recipe.
class FiguresTest : public QObject {
  Q_OBJECT

 private slots:
  void idsAreUnique();
  void inputsAreRight_data() { addRecipes(); }
  void inputsAreRight();
  void isAsExpected_data() { addRecipes(); }
  void isAsExpected();
  void curvesHaveTheirPoints();
  void whatIsPrintedLiesBesideTheCurves();
  void ordersAreJudged();
  void missesTellTheirReason();
  void hybridCrossbarsHaveAPresetAChapter();

 private:
  static void addRecipes();
};

void FiguresTest::addRecipes() {
  QTest::addColumn<int>("index");
  for (std::size_t i = 0; i < recipes().size(); ++i)
    QTest::newRow(recipes()[i].ids.front().c_str()) << static_cast<int>(i);
}

void FiguresTest::idsAreUnique() {
  std::set<std::string> ids;
  for (const Recipe& recipe : recipes())
    for (const std::string& id : recipe.ids) {
      QVERIFY2(ids.insert(id).second, id.c_str());
      QCOMPARE(findRecipe(id), &recipe);
    }
  QVERIFY(findRecipe("000/R-0") == nullptr);
}

/// Also those of the full run, which no test makes.
void FiguresTest::inputsAreRight() {
  QFETCH(int, index);
  const Recipe& recipe = recipes()[static_cast<std::size_t>(index)];
  for (const bool quick : {false, true})
    for (const Issue& issue : checkInputs(recipe, quick)) QFAIL(hopscope::describe(issue).c_str());
}

/// The check with its number, each of its limits and the printed number moved just beyond what our
/// number allows.
static std::vector<Check> shifted(const Check& check, const std::vector<FigureTable>& tables) {
  std::vector<Check> wrong;
  const Selected selected = select(check, tables);
  const auto add = [&](auto change) {
    Check moved = check;
    change(moved);
    wrong.push_back(std::move(moved));
  };
  for (std::size_t i = 0; i < selected.numbers.size(); ++i) {
    const double ours = selected.numbers[i];
    const double step = 1e-6 * std::max(1.0, std::abs(ours));
    if (check.value) {
      // Twice, as a relative tolerance grows with the number.
      const double beyond =
          2 * slack(check.tolerance, std::abs(ours) + step, selected.errors[i]) + step;
      add([&](Check& moved) { moved.value = ours + beyond; });
      add([&](Check& moved) { moved.value = ours - beyond; });
    }
    if (check.above) add([&](Check& moved) { moved.above = ours; });
    if (check.below) add([&](Check& moved) { moved.below = ours; });
    if (check.atLeast) add([&](Check& moved) { moved.atLeast = ours + step; });
    if (check.atMost) add([&](Check& moved) { moved.atMost = ours - step; });
  }
  return wrong;
}

void FiguresTest::isAsExpected() {
  QFETCH(int, index);
  const Recipe& recipe = recipes()[static_cast<std::size_t>(index)];
  FigureRequest request;
  request.quick = true;
  const auto made = makeFigure(recipe, request);
  const auto* figure = std::get_if<MadeFigure>(&made);
  QVERIFY(figure != nullptr);
  QVERIFY2(figure->asExpected(), describe(recipe, *figure).c_str());
  QVERIFY(!figure->findings.empty());

  for (const Check& check : recipe.expected) {
    if (!check.inQuick) continue;
    const std::string place = recipe.ids.front() + ' ' + check.place;
    const std::vector<Check> wrong = shifted(check, figure->tables);
    QVERIFY2(!wrong.empty(), place.c_str());
    for (const Check& moved : wrong) {
      const FigureFinding finding = judge(moved, figure->tables);
      QVERIFY2(!finding.agrees && verdictOf(finding) == "UNEXPECTED", place.c_str());
    }
    Check elsewhere = check;
    elsewhere.at.emplace_back("nowhere", "1");
    QVERIFY2(!judge(elsewhere, figure->tables).agrees, place.c_str());
    if (!check.printed) continue;
    QVERIFY2(verdictOf(judge(check, figure->tables)) == "differs", place.c_str());
    Check agreeing = check;
    agreeing.printed = judge(check, figure->tables).ours;
    QVERIFY2(verdictOf(judge(agreeing, figure->tables)) == "pass", place.c_str());
  }
}

void FiguresTest::whatIsPrintedLiesBesideTheCurves() {
  Recipe recipe;
  recipe.plot = RecipePlot{"", "k", {"latency"}, "", "", false, false};
  recipe.expected.resize(4);
  for (Check& check : recipe.expected) check.quantity = "latency";
  recipe.expected[0].at = {{"k", "2"}};
  recipe.expected[0].value = 10;
  recipe.expected[1].at = {{"k", "4"}};
  recipe.expected[1].value = 20;
  recipe.expected[1].printed = 25;  // where the source errs, its number is what it prints
  recipe.expected[2].at = {{"k", "2"}};
  recipe.expected[2].above = 5;  // no number
  recipe.expected[3].quantity = "power";
  recipe.expected[3].value = 7;  // not drawn
  MadeFigure figure;
  figure.tables.push_back({"", {"k"}, {{"latency", "Latency", ""}, {"power", "Power", ""}}, {}});
  for (const char* k : {"2", "4"})
    figure.tables.front().rows.push_back({{{"k", k}}, {Measured{11, 0}, Measured{7, 0}}});
  const FigureCurve printed = printedPoints(recipe, figure);
  QCOMPARE(printed.x, (std::vector<double>{2, 4}));
  QCOMPARE(printed.y, (std::vector<double>{10, 25}));
  // What follows from a source, or is proposed here, it does not print: our number is not its own.
  for (const RecipeTag tag : {RecipeTag::derived, RecipeTag::proposed}) {
    recipe.tag = tag;
    const FigureCurve explicitly = printedPoints(recipe, figure);
    QCOMPARE(explicitly.x, (std::vector<double>{4}));
    QCOMPARE(explicitly.y, (std::vector<double>{25}));
  }
  // Nor is a number the source's where it has words.
  recipe.tag = RecipeTag::stated;
  recipe.expected[0].says = "about ten";
  QCOMPARE(printedPoints(recipe, figure).y, (std::vector<double>{25}));
}

void FiguresTest::curvesHaveTheirPoints() {
  for (const Recipe& recipe : recipes()) {
    if (!recipe.plot) continue;
    MadeFigure figure;
    for (const RecipePart& part : recipe.parts) {
      const auto computation = findComputation(part.compute);
      FigureTable table{part.name, {}, computation->outputs, {}};
      table.axes = {recipe.plot->x, "other", "twice"};
      for (const char* other : {"a", "b"})
        for (const char* x : {"1", "2.5", "4"})
          table.rows.push_back(
              {{{recipe.plot->x, x}, {"other", other}, {"twice", x + std::string("0")}},
               Numbers(computation->outputs.size(), Measured{7, 0})});
      figure.tables.push_back(std::move(table));
    }
    const std::vector<FigureCurve> curves = curvesOf(recipe, figure);
    QCOMPARE(curves.size(), 2 * recipe.plot->quantities.size());
    for (const FigureCurve& curve : curves) {
      QVERIFY2(QString::fromStdString(curve.name).contains(QRegularExpression("\\b[ab]$")),
               curve.name.c_str());
      QCOMPARE(curve.x, (std::vector<double>{1, 2.5, 4}));
      QCOMPARE(curve.y, (std::vector<double>{7, 7, 7}));
      QVERIFY(curve.errors.empty());
    }
  }
}

void FiguresTest::ordersAreJudged() {
  FigureTable table{"", {"kind", "x"}, {{"y", "Y", "cycles"}}, {}};
  const auto add = [&](const char* kind, const char* x, double y) {
    table.rows.push_back({{{"kind", kind}, {"x", x}}, {{y, 0.1}}});
  };
  add("a", "1", 10), add("a", "2", 12), add("a", "3", 15);
  add("b", "1", 8), add("b", "2.0", 11), add("b", "3", 15.5);
  const std::vector<FigureTable> tables = {table};
  Check check;
  check.quantity = "y";
  check.at = {{"kind", "b"}};
  check.compare = Check::Compare::difference;
  check.to = {{"kind", "a"}};
  check.below = 0;
  QVERIFY(!judge(check, tables).agrees);
  QCOMPARE(judge(check, tables).ours, 0.5);  // the worst point
  check.where = {{"x", {}, 2}};
  QVERIFY(judge(check, tables).agrees);
  check.where = {};
  check.below.reset();
  check.compare = Check::Compare::ratio;
  check.value = 1;
  check.tolerance = {Tolerance::Kind::absolute, 0.2};
  QVERIFY(judge(check, tables).agrees);
  check.tolerance.amount = 0.19;
  QVERIFY(!judge(check, tables).agrees);

  Check rising;
  rising.quantity = "y";
  rising.compare = Check::Compare::difference;
  rising.along = "x";
  rising.above = 0;
  QVERIFY(judge(rising, tables).agrees);
  rising.above.reset();
  rising.below = 0;
  QVERIFY(!judge(rising, tables).agrees);
}

/// A number that misses what its source says tells why, where the recipe does; a reason why the
/// source errs is none.
void FiguresTest::missesTellTheirReason() {
  const std::vector<FigureTable> tables = {
      {"", {"x"}, {{"y", "Y", ""}}, {{{{"x", "1"}}, {{3, 0}}}}}};
  Check check;
  check.quantity = "y";
  check.value = 1;
  check.tolerance = {Tolerance::Kind::absolute, 0.25};
  QCOMPARE(judge(check, tables).reason, std::string("Wanted 1 ± 0.25."));
  check.reason = "Queues drain first.";
  QCOMPARE(judge(check, tables).reason, std::string("Wanted 1 ± 0.25. Queues drain first."));
  check.value = 3;
  QCOMPARE(judge(check, tables).reason, std::string());
  check.value = 1;
  check.sourceErrs = true;
  QCOMPARE(judge(check, tables).reason, std::string("Wanted 1 ± 0.25."));
}

/// No figure is tuned by itself: what the source does not give is the same in a chapter.
void FiguresTest::hybridCrossbarsHaveAPresetAChapter() {
  const std::vector<std::vector<const char*>> chapters = {
      {"R-5", "R-6", "R-7", "R-8", "R-9", "R-10", "R-11", "R-12", "R-13"},
      {"R-16", "R-17", "R-18", "R-19", "R-20"},
      {"R-1", "R-2", "R-29", "R-30", "R-31"}};
  const std::vector<std::string> shared = {"slot",     "scheduler",  "scheduler_interval",
                                           "time_out", "efficiency", "worm_bytes"};
  std::size_t parts = 0;
  for (const auto& chapter : chapters) {
    const Inputs* first = nullptr;
    for (const char* id : chapter)
      for (const RecipePart& part : findRecipe(std::string("003/") + id)->parts) {
        if (part.compute != "hybrid.crossbar") continue;
        if (first == nullptr) first = &part.inputs;
        ++parts;
        for (const std::string& name : shared) {
          const std::string* own = inputNamed(part.inputs, name);
          const std::string* others = inputNamed(*first, name);
          QVERIFY2((own == nullptr) == (others == nullptr) && (own == nullptr || *own == *others),
                   (id + (' ' + name)).c_str());
          QVERIFY(inputNamed(part.quickInputs, name) == nullptr);
          for (const auto* axes : {&part.axes, &part.quickAxes})
            for (const RecipeAxis& axis : *axes)
              for (const Inputs& step : axis.steps)
                QVERIFY2(inputNamed(step, name) == nullptr, (id + (' ' + name)).c_str());
        }
      }
  }
  QVERIFY(parts >= 20);
}

}  // namespace hopscope

using hopscope::FiguresTest;
HOPSCOPE_TEST(FiguresTest)
#include "figures_test.moc"
