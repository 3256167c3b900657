// SPDX-License-Identifier: GPL-3.0-or-later
// What the system refuses: every call of a kind fails in turn, and the command ends well, or with a
// sentence and an exit code; a file that it writes is whole, or what it was before.
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <functional>
#include <memory>
#include <vector>

#include "projects/project.h"
#include "tests/app/command_line.h"
#include "tests/support/test_main.h"

using namespace hopscope::test;

namespace {

constexpr const char* kDesign = R"({
  "schema": "hopscope.design/1",
  "topology": {"kind": "torus", "dimensions": [3, 3]},
  "traffic": {"load": 0.2},
  "run": {"warmup": 50, "measure": 100}
})";

/// Says what is wrong with a file; empty: nothing.
using Check = std::function<QString(const QString& file)>;

struct Fault {
  QByteArray kind;
  long at = 0;  ///< 0: none
  bool lasting = false;
};

/// One command under one fault, in a folder of its own.
class Attempt {
 public:
  Attempt(const QStringList& arguments, const QString& out, const QByteArray& old, Fault fault)
      : fault_(std::move(fault)), out_(out), old_(old) {
    write("d.json", kDesign);
    if (!old.isEmpty()) write(out, old);
    prepare(process_, folder_.path(), arguments);
    QProcessEnvironment environment = process_.processEnvironment();
    environment.insert("LD_PRELOAD", HOPSCOPE_FAILING_CALLS);
    environment.insert("HOPSCOPE_FAIL", fault_.kind);
    environment.insert("HOPSCOPE_FAIL_AT", QString::number(fault_.at));
    environment.insert("HOPSCOPE_FAIL_COUNT", folder_.filePath(".count"));
    // libstdc++ 12 calls the wrong destructor where a std::variant of strings and vectors, such as
    // the value of a setting, cannot be copied; those are small.
    environment.insert("HOPSCOPE_FAIL_LEAST", "129");
    if (fault_.lasting) environment.insert("HOPSCOPE_FAIL_LASTING", "1");
    process_.setProcessEnvironment(environment);
    process_.start();
  }
  ~Attempt() {
    process_.kill();
    process_.waitForFinished();
  }

  /// What is wrong with how it ended; empty: nothing. `whole` says what is wrong with a file that
  /// is to be complete, `part` with one of a command that failed on its way.
  QString verdict(const Check& whole, const Check& part) {
    const QString name = QString("%1 %2%3: ")
                             .arg(QString::fromUtf8(fault_.kind))
                             .arg(fault_.at)
                             .arg(QString(fault_.lasting ? " and all after it" : ""));
    if (!process_.waitForFinished(30'000)) return name + "it never ended";
    const QString said = QString::fromUtf8(process_.readAllStandardError());
    if (process_.exitStatus() != QProcess::NormalExit) return name + "it crashed; " + said;
    const int code = process_.exitCode();
    if (code < 0 || code > 2) return name + QString("exit code %1; ").arg(code) + said;
    if (code != 0 && !said.contains('.')) return name + "no sentence: " + said;
    const QStringList left =
        QDir(folder_.path()).entryList({".hopscope-*"}, QDir::AllEntries | QDir::Hidden);
    if (!left.isEmpty()) return name + "it left " + left.front() + " behind";
    const QString file = folder_.filePath(out_);
    if (code != 0 && (!QFile::exists(file) || readFile(file) == old_)) return {};
    const QString problem = code == 0 ? whole(file) : part(file);
    return problem.isEmpty() ? problem : name + QString("exit code %1, and ").arg(code) + problem;
  }

  long calls() {
    return process_.waitForFinished(60'000) ? readFile(folder_.filePath(".count")).toLong() : 0;
  }
  QString path(const QString& name) const { return folder_.filePath(name); }

 private:
  void write(const QString& name, const QByteArray& text) const {
    QFile file(folder_.filePath(name));
    if (!file.open(QIODevice::WriteOnly)) qFatal("no file");
    file.write(text);
  }

  QTemporaryDir folder_;
  QProcess process_;
  Fault fault_;
  QString out_;
  QByteArray old_;
};

QString wholeProject(const QString& file) {
  const auto opened = hopscope::Project::open(file.toStdString());
  const auto* project = std::get_if<std::unique_ptr<hopscope::Project>>(&opened);
  if (project == nullptr) return "the project cannot be opened";
  return (*project)->runs().empty() ? "no run is in the project" : "";
}

QByteArray comparable(const QByteArray& text) {
  return text.startsWith('{') ? QJsonDocument(withoutTimes(text)).toJson() : text;
}

/// The lines, each with its end.
QSet<QByteArray> rowsOf(const QByteArray& text) {
  QSet<QByteArray> rows;
  for (qsizetype from = 0, end = 0; from < text.size(); from = end) {
    end = text.indexOf('\n', from) + 1;
    if (end == 0) end = text.size();
    rows << text.mid(from, end - from);
  }
  return rows;
}

}  // namespace

class FaultsTest : public QObject {
  Q_OBJECT

 private slots:
  void everyCallFailsOnce_data();
  void everyCallFailsOnce();
};

void FaultsTest::everyCallFailsOnce_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<QString>("out");
  QTest::newRow("run") << QStringList{"run", "d.json", "--jobs", "2", "--out", "o.json"}
                       << QString("o.json");
  QTest::newRow("replications") << QStringList{"run",    "d.json", "--set", "run.replications=3",
                                               "--jobs", "2",      "--out", "o.json"}
                                << QString("o.json");
  QTest::newRow("sweep") << QStringList{"sweep",  "d.json", "--over", "traffic.load=0.1,0.2",
                                        "--jobs", "2",      "--out",  "o.csv"}
                         << QString("o.csv");
  QTest::newRow("run into a project")
      << QStringList{"run", "d.json", "--project", "o.hopscope"} << QString("o.hopscope");
  QTest::newRow("sweep into a project")
      << QStringList{"sweep", "d.json", "--over", "traffic.load=0.1,0.2", "--out", "o.hopscope"}
      << QString("o.hopscope");
}

/// Of the many calls of a kind, those at the beginning and some of the others; HOPSCOPE_FAULTS says
/// how many where more of them are wanted.
void FaultsTest::everyCallFailsOnce() {
  QFETCH(QStringList, arguments);
  QFETCH(QString, out);
  constexpr long kUsual = 14;
  constexpr std::size_t kAtOnce = 4;
  const long wanted = std::max(kUsual, qEnvironmentVariable("HOPSCOPE_FAULTS").toLong());
  const bool project = out.endsWith(".hopscope");
  const QByteArray old = project ? QByteArray() : "of yesterday";

  std::vector<Fault> faults;
  QByteArray whole;
  for (const char* kind : {"allocate", "write", "sync", "close", "rename", "open", "thread"}) {
    Attempt sound(arguments, out, old, {kind, 0, false});
    const long calls = sound.calls();
    QVERIFY2(calls > 0 || qstrcmp(kind, "thread") == 0, kind);
    if (!project) whole = readFile(sound.path(out));
    const long stride = std::max(1L, calls / wanted);
    for (long at = 1; at <= calls; at += stride)
      for (const bool lasting : {false, true}) faults.push_back({kind, at, lasting});
  }
  const auto isWhole = [&](const QString& file) -> QString {
    if (project) return wholeProject(file);
    return comparable(readFile(file)) == comparable(whole) ? "" : "it is not the whole file";
  };
  const auto isPart = [&](const QString& file) -> QString {
    if (!out.endsWith(".csv")) return isWhole(file);
    return rowsOf(whole).contains(rowsOf(readFile(file))) ? "" : "not every row is one";
  };
  std::vector<std::unique_ptr<Attempt>> running;
  QStringList problems;
  const auto finish = [&] {
    if (const QString problem = running.front()->verdict(isWhole, isPart); !problem.isEmpty())
      problems << problem;
    running.erase(running.begin());
  };
  for (const Fault& fault : faults) {
    if (running.size() == kAtOnce) finish();
    running.push_back(std::make_unique<Attempt>(arguments, out, old, fault));
  }
  while (!running.empty()) finish();
  QVERIFY2(problems.isEmpty(),
           qPrintable(QString("%1 of %2: ").arg(problems.size()).arg(faults.size()) +
                      problems.mid(0, 20).join('\n')));
}

HOPSCOPE_TEST(FaultsTest)
#include "faults_test.moc"
