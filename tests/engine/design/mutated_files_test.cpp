// SPDX-License-Identifier: GPL-3.0-or-later
// Files that nobody meant to be designs or networks: every one is met with a sentence that names a
// place, or is something that can be run.
#include <QDir>
#include <QFile>
#include <QTest>
#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "engine/core/text.h"
#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "engine/design/network_exchange.h"
#include "tests/support/test_main.h"

namespace hopscope {

namespace {

/// A network beyond this takes long to compile, and says nothing new.
constexpr std::uint32_t kMostRouters = 2000;

const std::vector<std::string>& jsonFragments() {
  static const std::vector<std::string> list = {
      "{",       "}",          "[",         "]",
      "\"",      "'",          "<",         ">",
      "</",      "/>",         "=",         "--",
      "->",      ";",          "\\",        "null",
      "true",    "-1",         "0",         "1",
      "2",       "3",          "0.5",       "1e308",
      "-0",      "4294967296", "1e9",       "NaN",
      "\\u0000", "\xff",       "\xc0",      "&a;",
      "<!--",    "]]>",        "\r\n",      "\t",
      "[[[[",    "{\"a\":",    "router",    "node",
      "\"\"",    "\"90 ns\"",  "\"-3 KB\"", "9223372036854775807"};
  return list;
}

/// Mutants of each file; HOPSCOPE_MUTANTS says how many where more of them are wanted.
int rounds() {
  return std::max(400, qEnvironmentVariableIntValue("HOPSCOPE_MUTANTS"));
}

QByteArray contentsOf(const QString& name) {
  QFile file(name);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Changes a text as an editor, a disk or a foreign program would.
class Mutator {
 public:
  explicit Mutator(unsigned seed) : random_(seed) {}

  std::size_t below(std::size_t bound) { return bound == 0 ? 0 : random_() % bound; }

  std::string change(std::string text) {
    for (std::size_t edits = 1 + below(4); edits > 0; --edits) changeOnce(text);
    return text;
  }

 private:
  void changeOnce(std::string& text) {
    const std::size_t at = below(text.size() + 1);
    switch (below(8)) {
      case 0:
        text.erase(at, 1 + below(12));
        break;
      case 1:
        text.insert(at, jsonFragments()[below(jsonFragments().size())]);
        break;
      case 2:
        if (at < text.size()) text[at] = static_cast<char>(random_());
        break;
      case 3:
        text.resize(at);
        break;
      case 4:
        text.insert(at, text.substr(below(text.size()), 1 + below(60)));
        break;
      default:
        replaceWord(text, at);
    }
  }

  /// A number, a word or a key becomes another one.
  void replaceWord(std::string& text, std::size_t at) {
    static constexpr const char* kWord =
        "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_.-+";
    const std::size_t begin = text.find_first_of(kWord, at);
    if (begin == std::string::npos) return;
    const std::size_t end = std::min(text.find_first_not_of(kWord, begin), text.size());
    if (below(2) == 0) {
      text.replace(begin, end - begin, jsonFragments()[below(jsonFragments().size())]);
      return;
    }
    const std::size_t other = text.find_first_of(kWord, below(text.size()));
    if (other == std::string::npos) return;
    const std::size_t stop = std::min(text.find_first_not_of(kWord, other), text.size());
    text.replace(begin, end - begin, text.substr(other, stop - other));
  }

  std::mt19937 random_;
};

/// What is wrong with what is said; empty: nothing.
QString faultOf(const Issues& issues) {
  for (const Issue& issue : issues) {
    const std::string line = describe(issue);
    const QString shown = QString::fromStdString(line);
    if (!isUtf8(line)) return "no UTF-8: " + shown;
    const std::string text = issue.text.english();
    if (text.empty() || text.back() != '.') return "no sentence: " + shown;
    // Of the whole: "The document is empty.", "A design is an object, not a list."
    const bool whole =
        text.rfind("The ", 0) == 0 || text.rfind("A design", 0) == 0 || text.rfind("This ", 0) == 0;
    if (issue.severity == Severity::error && issue.path.empty() && !whole)
      return "no place: " + shown;
    if (line.size() > 4000) return "no end: " + shown.left(200);
  }
  return {};
}

QString faultOf(const Design& design) {
  if (parseDesign(writeDesign(design)).design != design) return "it does not read as it is written";
  Issues issues;
  const auto topology = buildTopology(design, issues);
  if (topology && topology->routerCount() > kMostRouters) return {};
  const Compiled compiled = topology ? compile(design, topology) : compile(design);
  if (compiled.setup.has_value() == hasErrors(compiled.issues))
    return "compiling and its issues disagree";
  return faultOf(compiled.issues);
}

/// Goes on with a design as far as a program would.
QString faultOfDesign(const std::string& text, bool* refused) {
  const ParsedDesign parsed = parseDesign(text);
  *refused = hasErrors(parsed.issues);
  if (const QString fault = faultOf(parsed.issues); !fault.isEmpty() || *refused) return fault;
  Issues issues;
  *refused = hasErrors(validate(parsed.design));
  return faultOf(parsed.design);
}

QString faultOfNetwork(const std::string& text, NetworkFormat format, bool* refused) {
  ReadNetwork read = readNetwork(text, format);
  *refused = hasErrors(read.issues);
  if (const QString fault = faultOf(read.issues); !fault.isEmpty() || *refused) return fault;
  if (read.network.routers.size() > kMostRouters) return {};
  const Design design = importedDesign(read.network, read.issues);
  *refused = hasErrors(validate(design));
  const QString fault = faultOf(read.issues);
  return fault.isEmpty() ? faultOf(design) : fault;
}

}  // namespace

class MutatedFilesTest : public QObject {
  Q_OBJECT

 private slots:
  void storedFiles_data();
  void storedFiles();
  void designs_data();
  void designs();
  void networks_data();
  void networks();
};

void MutatedFilesTest::storedFiles_data() {
  QTest::addColumn<QString>("file");
  const QDir folder(QStringLiteral(HOPSCOPE_SOURCE_DIR "/tests/data/mutated"));
  const QStringList names = folder.entryList(QDir::Files);
  QVERIFY(names.size() >= 100);
  for (const QString& name : names) QTest::newRow(qPrintable(name)) << folder.filePath(name);
}

/// The worst by hand: all of them are refused.
void MutatedFilesTest::storedFiles() {
  QFETCH(QString, file);
  const std::string text = contentsOf(file).toStdString();
  const NetworkFormatEntry* format = networkFormatOfFile(file.toStdString());
  bool refused = false;
  const QString fault = format == nullptr ? faultOfDesign(text, &refused)
                                          : faultOfNetwork(text, format->format, &refused);
  QVERIFY2(fault.isEmpty(), qPrintable(fault));
  QVERIFY(refused);
}

void MutatedFilesTest::designs_data() {
  QTest::addColumn<QByteArray>("text");
  for (const char* place : {"/projects/examples", "/tests/data/designs/good"}) {
    const QDir folder(QStringLiteral(HOPSCOPE_SOURCE_DIR) + place);
    for (const QString& name : folder.entryList({"*.json"})) {
      const QByteArray text = contentsOf(folder.filePath(name));
      if (name != QLatin1String("gallery.json")) QTest::newRow(qPrintable(name)) << text;
    }
  }
}

void MutatedFilesTest::designs() {
  QFETCH(QByteArray, text);
  Mutator mutator(20'261);
  int refusals = 0;
  const int many = rounds();
  for (int round = 0; round < many; ++round) {
    const std::string mutant = mutator.change(text.toStdString());
    bool refused = false;
    const QString fault = faultOfDesign(mutant, &refused);
    QVERIFY2(fault.isEmpty(), qPrintable(fault + "\n\n" + QString::fromStdString(mutant)));
    refusals += refused ? 1 : 0;
  }
  QVERIFY(refusals > many / 2);
}

void MutatedFilesTest::networks_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<QString>("format");
  const QDir folder(QStringLiteral(HOPSCOPE_SOURCE_DIR "/projects/examples"));
  for (const char* name : {"campus", "fat-tree", "torus"}) {
    const auto parsed =
        parseDesign(contentsOf(folder.filePath(QString(name) + ".json")).toStdString());
    Issues issues;
    const auto topology = buildTopology(parsed.design, issues);
    QVERIFY(topology);
    for (const NetworkFormatEntry& format : networkFormats()) {
      const auto network = exportedNetwork(parsed.design, *topology, place(*topology));
      QTest::addRow("%s as %s", name, format.name.c_str())
          << QByteArray::fromStdString(writeNetwork(network, format.format).text)
          << QString::fromStdString(format.name);
    }
  }
}

void MutatedFilesTest::networks() {
  QFETCH(QByteArray, text);
  QFETCH(QString, format);
  const NetworkFormat kind = findNetworkFormat(format.toStdString())->format;
  Mutator mutator(20'262);
  int refusals = 0;
  const int many = rounds();
  for (int round = 0; round < many; ++round) {
    const std::string mutant = mutator.change(text.toStdString());
    bool refused = false;
    const QString fault = faultOfNetwork(mutant, kind, &refused);
    QVERIFY2(fault.isEmpty(), qPrintable(fault + "\n\n" + QString::fromStdString(mutant)));
    refusals += refused ? 1 : 0;
  }
  QVERIFY(refusals > many / 5);
}

}  // namespace hopscope

using hopscope::MutatedFilesTest;
HOPSCOPE_TEST(MutatedFilesTest)
#include "mutated_files_test.moc"
