// SPDX-License-Identifier: GPL-3.0-or-later
#include "projects/run_pack.h"

#include <SQLiteCpp/Database.h>

#include <QObject>
#include <QTest>
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <span>
#include <vector>

#include "projects/blob.h"
#include "projects/items.h"
#include "projects/word_packing.h"
#include "tests/projects/project_support.h"
#include "tests/support/test_main.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

RunNumbers someNumbers() {
  RunNumbers numbers;
  numbers.series = {{"windows", std::string(1000, '\0')},
                    {"histogram", std::string("\x01\0\xff", 3)},
                    {"empty", ""},
                    {"of a later Hopscope", "x"}};
  numbers.values = {{"makespan", std::numeric_limits<double>::quiet_NaN()},
                    {"queue_growth", -0.1},
                    {"warmup_used", 1e300}};
  return numbers;
}

bool sameNumbers(const RunNumbers& a, const RunNumbers& b) {
  return a.series == b.series &&
         std::equal(a.values.begin(), a.values.end(), b.values.begin(), b.values.end(),
                    [](const auto& x, const auto& y) {
                      return x.first == y.first && (x.second == y.second ||
                                                    (std::isnan(x.second) && std::isnan(y.second)));
                    });
}

}  // namespace

/// A run's numbers in one blob are the same numbers, and no blob takes much memory.
class RunPackTest : public QObject {
  Q_OBJECT

 private slots:
  void comeBackAsTheyWere();
  void ofTheseFormatsForEver_data();
  void ofTheseFormatsForEver();
  void wordsComeBackBitForBit();
  void ratiosTakeTheRoomOfCounts();
  void largeOnesStandInRows();
  void brokenOnesAreRefused();
  void impossibleOnesAreRefused_data();
  void impossibleOnesAreRefused();
  void contentIsTheSameInRows();
};

void RunPackTest::comeBackAsTheyWere() {
  for (const RunNumbers& numbers : {someNumbers(), RunNumbers()}) {
    const auto packed = pack(numbers);
    QVERIFY(packed && packed->size() < 200);
    QVERIFY(sameNumbers(unpack(*packed), numbers));
  }
  RunNumbers others = someNumbers();
  others.values["queue_growth"] = -0.2;
  QVERIFY(!sameNumbers(unpack(*pack(others)), someNumbers()));
}

void RunPackTest::ofTheseFormatsForEver_data() {
  QTest::addColumn<QByteArray>("pack");
  QTest::newRow("format 9") << QByteArray(
      "8204000078bb4ad9f2996361800066289d9a5b5052895476e5a729242a807c54a4e0915f509c9c"
      "5f900a4f4e70cfe0349d01cd744628fd8219c6ff5fc1300a46c1281821e047fdac9920b073ff9c"
      "52860e9b27e6750010df2975");
  QTest::newRow("format 10") << QByteArray(
      "5804000278bb4ad9f29963614ecd2d28a9442aadf2d3141215407e2852f0c82f284ece2f488527"
      "20b8f3719a0704cc0c8c0c2fd81919fe57308c8251300a863d5050549c356766e94c86991d336d"
      "663ed969bebf0e00c5fc2864");
}

/// What the first Hopscope of each format wrote, never to be made anew.
void RunPackTest::ofTheseFormatsForEver() {
  QFETCH(QByteArray, pack);
  const QByteArray kept = QByteArray::fromHex(pack);
  QVERIFY(sameNumbers(unpack({kept.data(), static_cast<std::size_t>(kept.size())}), someNumbers()));
}

/// Any bits at all are the same bits again, whether a ratio looks like them or not.
void RunPackTest::wordsComeBackBitForBit() {
  using Limits = std::numeric_limits<double>;
  std::vector<std::uint64_t> words;
  for (const double each : {0.0, -0.0, 1.0, -1.0, 0.1, 1.0 / 3, 1e300, 1e-300, Limits::infinity(),
                            Limits::quiet_NaN(), -Limits::quiet_NaN(), Limits::denorm_min(),
                            Limits::max(), Limits::min(), 4503599627370497.5})
    words.push_back(std::bit_cast<std::uint64_t>(each));
  for (const std::uint64_t each :
       {1ULL, (1ULL << 40U) - 1, 1ULL << 40U, ~0ULL, 0x7ff8000000000001ULL})
    words.push_back(each);
  std::mt19937_64 random(1);
  for (int i = 0; i < 20'000; ++i) {
    const double above = static_cast<double>(random() >> (24 + random() % 40));
    const double below = static_cast<double>(1 + (random() >> (40 + random() % 23)));
    const auto word = std::bit_cast<std::uint64_t>(above / below);
    words.push_back(word);
    words.push_back(word + random() % 13 - 6);  // units in the last place
    words.push_back(random());
    words.push_back(random() >> random() % 64);
  }
  for (std::size_t length : {1U, 2U, 3U, 20U, 1000U}) {
    WordWriter writer;
    for (std::size_t at = 0; at + length <= words.size(); at += length)
      writer.column(std::span(words).subspan(at, length));
    std::vector<std::uint64_t> column = words;  // one that grows
    std::sort(column.begin(), column.end());
    writer.column(column);
    const std::string text = writer.text() + "end";
    std::string_view rest = text;
    const std::size_t whole = words.size() / length * length;
    WordReader reader(rest, whole + column.size());
    QCOMPARE(rest, std::string_view("end"));
    std::vector<std::uint64_t> read(length);
    for (std::size_t at = 0; at < whole; at += length) {
      reader.column(read);
      QVERIFY(std::equal(read.begin(), read.end(), words.begin() + static_cast<long>(at)));
    }
    read.resize(column.size());
    reader.column(read);
    QVERIFY(read == column);
    QVERIFY_EXCEPTION_THROWN(reader.column(std::span(read).first(1)), BlobError);
  }
}

/// Ratios of counts, with the roundings of a further factor, take about as much as their counts.
void RunPackTest::ratiosTakeTheRoomOfCounts() {
  std::mt19937_64 random(2);
  RunNumbers counts, ratios, factors, any;
  std::string& whole = counts.series["x"];
  for (int i = -1; i < 1000; ++i) {
    const std::uint64_t count = i < 0 ? 1000 : random() % 9000;
    const double share = static_cast<double>(count) / 9000, power = share * 42.21;
    const auto put = [i](RunNumbers& numbers, std::uint64_t word) {
      for (int byte = 0; byte < 8; ++byte)
        numbers.series["x"] += static_cast<char>((i < 0 ? 1000 : word) >> (8 * byte));
    };
    put(counts, count);
    put(ratios, std::bit_cast<std::uint64_t>(share));
    put(factors, std::bit_cast<std::uint64_t>(power));
    put(any, std::bit_cast<std::uint64_t>(std::sqrt(share)));
  }
  QVERIFY(whole.size() == 8008);
  const std::size_t least = pack(counts)->size();
  QVERIFY2(least < 2000, qPrintable(QString::number(least)));
  QVERIFY(pack(ratios)->size() < least + 50);
  QVERIFY(pack(factors)->size() < 2 * least);
  QVERIFY(pack(any)->size() > 3 * least);
  for (const RunNumbers* each : {&counts, &ratios, &factors, &any})
    QVERIFY(sameNumbers(unpack(*pack(*each)), *each));
}

void RunPackTest::largeOnesStandInRows() {
  RunNumbers large;
  large.series["windows"] = std::string(kMostPackedBytes - 200, 'x');
  QVERIFY(pack(large));
  large.series["windows"] += std::string(200, 'x');
  QVERIFY(!pack(large));
  const ProjectFolder folder;
  const std::string file = folder.path("large.hopscope");
  StoredRun run = sampleRun(0);
  run.results.channelUtilization.assign(kMostPackedBytes / sizeof(double), 0.125);
  StoredRun recorded = sampleRun(0);
  Recording recording{kMostPackedBytes, 1, {{0, 500}}, {}};
  recording.bytes.assign(recording.spanBytes(), 7);
  recorded.recording = std::make_shared<const Recording>(std::move(recording));
  {
    const auto project = opened(Project::create());
    project->addRun(sampleRun(0));
    project->addRun(run);
    project->addRun(recorded);
    QVERIFY(!project->saveAs(file));
  }
  {
    SQLite::Database database(file, SQLite::OPEN_READONLY);
    QCOMPARE(database.execAndGet("SELECT group_concat(run) FROM run_packs").getString(),
             std::string("1"));
    QCOMPARE(database.execAndGet("SELECT group_concat(DISTINCT run) FROM run_series").getString(),
             std::string("2,3"));
  }
  const auto project = opened(Project::open(file));
  QVERIFY(project && !project->damage());
  QVERIFY(same(project->run(1)->results, sampleRun(0).results));
  QVERIFY(same(project->run(2)->results, run.results));
  QVERIFY(same(project->run(3)->results, recorded.results));
  QVERIFY(*project->run(3)->recording == *recorded.recording);
}

/// Cut off anywhere, or with any bit turned over, it is refused or says the same.
void RunPackTest::impossibleOnesAreRefused_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::newRow("many records of nothing") << QByteArray("0100610080801000");
  QTest::newRow("more names than there are") << QByteArray("050061000101");
  QTest::newRow("more records than may be") << QByteArray("01006100ffffffff0f01");
  QTest::newRow("records without their words") << QByteArray("010061008001ff01");
  QTest::newRow("a number without an end") << QByteArray("ffffffffffffffffffffff");
  QTest::newRow("something behind") << QByteArray("000061");
}

/// Packs that decompress well, which a few flipped bits never make.
void RunPackTest::impossibleOnesAreRefused() {
  QFETCH(const QByteArray, text);
  const QByteArray plain = QByteArray::fromHex(text);
  std::string packed;
  for (int shift = 0; shift < 24; shift += 8)
    packed += static_cast<char>(plain.size() >> shift & 0xff);
  packed += '\2';  // format 10
  packed += qCompress(plain).mid(4).toStdString();
  QVERIFY_THROWS_EXCEPTION(BlobError, static_cast<void>(unpack(packed)));
}

void RunPackTest::brokenOnesAreRefused() {
  const std::string whole = *pack(someNumbers());
  int refused = 0;
  const auto look = [&](const std::string& packed) {
    try {
      QVERIFY(sameNumbers(unpack(packed), someNumbers()));
    } catch (const BlobError&) {
      ++refused;
    }
  };
  for (std::size_t length = 0; length < whole.size(); ++length) look(whole.substr(0, length));
  for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    std::string turned = whole;
    turned[bit / 8] = static_cast<char>(turned[bit / 8] ^ (1 << (bit % 8)));
    look(turned);
  }
  QVERIFY(refused > static_cast<int>(8 * whole.size()));
  std::mt19937 random(1);
  for (int i = 0; i < 20'000; ++i) {
    std::string any(random() % 60, '\0');
    for (char& each : any) each = static_cast<char>(random());
    try {
      static_cast<void>(unpack(any));
    } catch (const BlobError&) {
      ++refused;
    }
  }
  // What says that it is longer than anything packed.
  std::string long_ = whole;
  long_.replace(0, 3, "\xff\xff\xff");
  QVERIFY_EXCEPTION_THROWN(unpack(long_), BlobError);
}

/// So that a run of an older file is not a new one where it was added to a newer project.
void RunPackTest::contentIsTheSameInRows() {
  const ProjectFolder folder;
  const std::string file = folder.path("packed.hopscope");
  {
    const auto project = opened(Project::create());
    StoredRun run = sampleRun(0);
    run.results.queueGrowth = -0.0;  // which rows do not tell from 0
    project->addRun(run);
    QVERIFY(!project->saveAs(file));
  }
  SQLite::Database database(file, SQLite::OPEN_READWRITE);
  const Seal packed = sealOf(database, ItemKind::run, 1);
  unpackRuns(database);
  const Seal rows = sealOf(database, ItemKind::run, 1);
  QCOMPARE(rows.content, packed.content);
  QVERIFY(rows.whole != packed.whole);
  database.exec("UPDATE run_values SET value = 4711 WHERE name = 'queue_growth'");
  QVERIFY(sealOf(database, ItemKind::run, 1).content != packed.content);
}

HOPSCOPE_TEST(RunPackTest)
#include "run_pack_test.moc"
