// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/models/model.h"

#include <QTest>
#include <cmath>
#include <set>

#include "engine/models/cache_conflicts.h"
#include "engine/models/job_sizes.h"
#include "engine/models/lookup_cost.h"
#include "engine/models/lookup_rate.h"
#include "engine/models/model_text.h"
#include "engine/models/torus_cache.h"
#include "tests/support/test_main.h"

namespace hopscope {

using namespace formulas;

/// The numbers that sources print stand in the recipes of the figures; here are limits, signs and
/// cases worked out by hand.
class ModelsTest : public QObject {
  Q_OBJECT

 private slots:
  void everyModelIsComplete();
  void everyModelAnswersItsDefaults();
  void everyRangeIsKept();
  void wrongValuesAreRefused();
  void contradictionsAreRefused();
  void conflictsOfTwoKeys();
  void conflictsAgreeWithCounting();
  void aPerfectCacheNeverAsksTheCam();
  void latencyOfOneRouter();
  void interpolationMeetsItsTable();
  void jobSizesAreClipped();
  void textHasUnitsAndSource();
};

void ModelsTest::everyModelIsComplete() {
  std::set<std::string> names;
  for (const Model& model : models()) {
    QVERIFY2(names.insert(model.name).second, model.name.c_str());
    QVERIFY2(!model.label.empty() && !model.help.empty() && !model.source.empty(),
             model.name.c_str());
    QVERIFY2(!model.outputs.empty() && model.evaluate, model.name.c_str());
    std::set<std::string> outputs;
    for (const ModelOutput& output : model.outputs) {
      QVERIFY2(outputs.insert(output.name).second, output.name.c_str());
      QVERIFY2(!output.label.empty(), output.name.c_str());
    }
  }
}

void ModelsTest::everyModelAnswersItsDefaults() {
  for (const Model& model : models()) {
    for (const Parameter& parameter : model.parameters)
      QVERIFY2(!check(parameter, parameter.fallback, parameter.name),
               (model.name + '.' + parameter.name).c_str());
    const auto result = evaluate(model, {});
    const auto* numbers = std::get_if<std::vector<double>>(&result);
    QVERIFY2(numbers != nullptr, model.name.c_str());
    QCOMPARE(numbers->size(), model.outputs.size());
    QVERIFY2(std::isfinite(numbers->front()), model.name.c_str());
  }
}

/// At both ends of each parameter's range, the others by default, a model answers or refuses.
void ModelsTest::everyRangeIsKept() {
  for (const Model& model : models())
    for (const Parameter& parameter : model.parameters) {
      if (parameter.type != ParameterType::integer && parameter.type != ParameterType::real)
        continue;
      for (const double end : {parameter.minimum, parameter.maximum}) {
        const auto text = QString::number(end, 'f', parameter.type == ParameterType::real ? 6 : 0);
        const auto result = evaluate(model, {{parameter.name, text.toStdString()}});
        if (const auto* numbers = std::get_if<std::vector<double>>(&result))
          for (const double number : *numbers)
            QVERIFY2(!std::isinf(number), (model.name + '.' + parameter.name).c_str());
      }
    }
}

void ModelsTest::wrongValuesAreRefused() {
  const Model& model = *models().find("zero_load_latency");
  const auto issuesOf = [&](const std::vector<TypedValue>& typed) {
    const auto result = evaluate(model, typed);
    const auto* issues = std::get_if<Issues>(&result);
    return issues == nullptr ? Issues() : *issues;
  };
  QCOMPARE(issuesOf({{"k", "1"}}).size(), std::size_t{1});
  QCOMPARE(issuesOf({{"k", "1"}}).front().path, std::string("k"));
  QCOMPARE(issuesOf({{"k", "many"}}).size(), std::size_t{1});
  QVERIFY(issuesOf({{"entires", "5"}}).front().remedy.english().find("entries") !=
          std::string::npos);
  QVERIFY(issuesOf({{"zzzzzzzzz", "5"}}).front().remedy.english().find("entries") !=
          std::string::npos);
  QCOMPARE(issuesOf({{"k", "3"}, {"k", "5"}}).size(), std::size_t{1});
  QVERIFY(issuesOf({{"k", "3"}, {"n", "2"}}).empty());
}

void ModelsTest::contradictionsAreRefused() {
  const auto refused = [](const char* name, const std::vector<TypedValue>& typed) {
    return std::holds_alternative<Issues>(evaluate(*models().find(name), typed));
  };
  QVERIFY(refused("torus_hit_rate", {{"n", "2"}, {"port", "3"}}));
  QVERIFY(!refused("torus_hit_rate", {{"n", "2"}, {"port", "2"}}));
  QVERIFY(refused("cache_conflicts", {{"entries", "100"}, {"ways", "8"}}));
  QVERIFY(refused("node_reduction_hardware", {{"configuration", "all"}, {"stages", "1"}}));
  QVERIFY(refused("tree_bounds", {{"family", "k_ary_n_tree"}}));
  QVERIFY(refused("tree_properties", {{"n", "16"}, {"k", "512"}}));
  QVERIFY(refused("zero_load_latency", {{"conventional_ns", "0"}, {"link_ns", "0"}}));
}

/// Two keys meet in one of four sets with probability 1/4; then one of them has no line.
void ModelsTest::conflictsOfTwoKeys() {
  QVERIFY(std::abs(expectedDisplaced(2, 4, 1) - 0.25) < 1e-12);
  QCOMPARE(expectedDisplaced(2, 8, 2), 0.0);
  QVERIFY(std::abs(expectedDisplaced(3, 8, 2) - 1.0 / 16) < 1e-12);  // all three in one set
  QCOMPARE(expectedDisplaced(10, 4, 4), 6.0);                        // one set
}

/// With one way, keys keep as many lines as sets are hit: S (1 - (1 - 1/S)^D).
void ModelsTest::conflictsAgreeWithCounting() {
  for (const std::int64_t keys : {1, 7, 100, 3000, 200'000}) {
    const double sets = 2048;
    const auto count = static_cast<double>(keys);
    const double kept = sets * -std::expm1(count * std::log1p(-1 / sets));
    QVERIFY(std::abs(expectedDisplaced(keys, 2048, 1) - (count - kept)) < 1e-6 * count);
  }
}

void ModelsTest::aPerfectCacheNeverAsksTheCam() {
  const LookupThroughput perfect = lookupThroughput(25, 2, 0, 64);
  QCOMPARE(perfect.cached, 500.0);
  const LookupThroughput useless = lookupThroughput(25, 2, 1, 1);
  QCOMPARE(useless.cached, useless.conventional);
  QCOMPARE(lookupThroughput(25, 2, 0.5, 4).cached, 1e3 / (25 * 0.5 * 4));
  const formulas::LookupEnergy energy;
  QVERIFY(cachedLookupWatts(energy, 1, 0, 7) < conventionalLookupWatts(energy, 1));
  QVERIFY(cachedLookupWatts(energy, 0, 0, 7) > conventionalLookupWatts(energy, 0));
}

/// In a ring of 2 or 3, the longest path has two switches and three links.
void ModelsTest::latencyOfOneRouter() {
  const SwitchDelays delays{100, 10, 5, 1};
  QCOMPARE(longestConventionalLatency({3, 1}, delays), 2 * 100.0 + 3);
  QCOMPARE(longestLatency({3, 1}, delays, 1000), 2 * 10.0 + 3);
  QCOMPARE(longestLatency({3, 1}, delays, 1), 10 + 5 * 0.5 + 10 + 3);  // 2 and 1 destinations
  QCOMPARE(meanTorusHitRate({3, 1}, 1000), 1.0);
}

void ModelsTest::interpolationMeetsItsTable() {
  for (const CacheSize& size : knownCacheSizes()) {
    const CacheSize found = interpolated(knownCacheSizes(), size.entries);
    QVERIFY(std::abs(found.area / size.area - 1) < 1e-12);
    QVERIFY(std::abs(found.latency / size.latency - 1) < 1e-12);
  }
  double before = 0;
  for (double entries = 64; entries < 1e5; entries *= 1.5) {
    const double area = interpolated(knownCacheSizes(), entries).area;
    QVERIFY(area > before);
    before = area;
  }
  const double middle = interpolated({{1, 1, 1}, {100, 100, 4}}, 10).area;
  QVERIFY(std::abs(middle - 10) < 1e-12);
}

void ModelsTest::jobSizesAreClipped() {
  const JobSizes sizes{8, 1.35, 2, 64};
  QCOMPARE(sizes.below(2), 0.0);
  QCOMPARE(sizes.below(65), 1.0);
  QVERIFY(std::abs(sizes.below(8) - 0.5) < 1e-12);
  Rng rng(1, 0, RandomPurpose::choice);
  int below = 0;
  for (int i = 0; i < 20'000; ++i) {
    const std::int64_t size = sizes.draw(rng);
    QVERIFY(size >= 2 && size <= 64);
    below += size < 16 ? 1 : 0;
  }
  const double expected = sizes.below(16);
  QVERIFY(std::abs(below / 20'000.0 - expected) <
          4 * std::sqrt(expected * (1 - expected) / 20'000));
}

void ModelsTest::textHasUnitsAndSource() {
  const Model& model = *models().find("line_rate");
  const Values values = defaultsOf(model.parameters);
  const std::vector<double> numbers = model.evaluate(values);
  const std::string text = describe(model, values, numbers);
  QVERIFY(text.find("Gb/s") != std::string::npos && text.find("bytes") != std::string::npos);
  QVERIFY(text.find(model.source) != std::string::npos);
  const std::string json = writeModel(model, values, {numbers[0], std::nan("")});
  QVERIFY(json.find("\"value\": null") != std::string::npos);
  QVERIFY(json.find("\"lookup_ns\"") != std::string::npos);
}

}  // namespace hopscope

using hopscope::ModelsTest;
HOPSCOPE_TEST(ModelsTest)
#include "models_test.moc"
