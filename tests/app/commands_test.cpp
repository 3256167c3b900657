// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QObject>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>
#include <algorithm>
#include <csignal>
#include <memory>
#include <variant>

#include "projects/project.h"
#include "tests/app/command_line.h"
#include "tests/support/test_main.h"

using namespace hopscope::test;

class CommandsTest : public QObject {
  Q_OBJECT

  CommandResult command(const QStringList& arguments, const QByteArray& input = {}) const {
    return runCommand(folder_->path(), arguments, input);
  }
  QString path(const char* name) const { return folder_->filePath(name); }
  QByteArray written(const char* name) const { return readFile(path(name)); }
  /// Writes the template of that name, smaller where `set` says so, and returns its file.
  QString design(const QString& name) const {
    QString file = name + ".json";
    QFile target(folder_->filePath(file));
    if (!target.open(QIODevice::WriteOnly)) return {};
    target.write(command({"new", name}).out);
    return file;
  }

  std::unique_ptr<QTemporaryDir> folder_;

 private slots:
  void init();
  void templates();
  void unknownTemplate();
  void describe();
  void schema();
  void check();
  void topologyFacts();
  void run();
  void replications();
  void saturationIsSaidInWords();
  void sameSeedSameResult();
  void settingsOfTheCommandLine();
  void wrongArguments_data();
  void wrongArguments();
  void brokenDesigns_data();
  void brokenDesigns();
  void project();
  void foreignProjectIsLeftAlone();
  void sweepIsTheSameForAnyJobs();
  void sweepIntoAProject();
  void classesOfTraffic();
  void reports();
  void pictures();
  void demo();
  void interruptedRun();
  void interruptedSweep();
  void unwritableOutput();
};

void CommandsTest::init() {
  folder_ = std::make_unique<QTemporaryDir>();
}

void CommandsTest::templates() {
  const CommandResult list = command({"templates"});
  QCOMPARE(list.exitCode, 0);
  QVERIFY(list.err.isEmpty());
  const auto lines = list.out.trimmed().split('\n');
  QVERIFY(lines.size() >= 8);
  for (const QByteArray& line : lines) {
    const CommandResult made = command({"new", line.split(' ').front()});
    QCOMPARE(made.exitCode, 0);
    const auto document = QJsonDocument::fromJson(made.out).object();
    QCOMPARE(document["schema"].toString(), QString("hopscope.design/1"));
  }
}

void CommandsTest::unknownTemplate() {
  const CommandResult result = command({"new", "tours"});
  QCOMPARE(result.exitCode, 2);
  QCOMPARE(result.err, QByteArray("There is no template \"tours\". Did you mean \"torus\"?\n"));
  QVERIFY(result.out.isEmpty());
}

void CommandsTest::describe() {
  const CommandResult all = command({"describe"});
  QCOMPARE(all.exitCode, 0);
  for (const char* group : {"topology", "routing", "traffic", "switch", "forwarding", "run"}) {
    QVERIFY(all.out.contains(group));
    const CommandResult one = command({"describe", group});
    QCOMPARE(one.exitCode, 0);
    QVERIFY(!one.out.isEmpty());
  }
  QVERIFY(command({"describe", "topology"}).out.contains("dragonfly"));
  // Name, range, default and help of one parameter, from its declaration.
  const QByteArray text = command({"describe", "run"}).out;
  QVERIFY(text.contains("warmup") && text.contains("(default 2000)"));
  // All words of it, for translators.
  const CommandResult words = command({"describe", "--ts"});
  QCOMPARE(words.exitCode, 0);
  QXmlStreamReader xml(words.out);
  QStringList sources;
  while (!xml.atEnd())
    if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == QLatin1String("source"))
      sources << xml.readElementText();
  QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
  QVERIFY(sources.size() > 300);
  QCOMPARE(QSet<QString>(sources.begin(), sources.end()).size(), sources.size());
  QVERIFY(sources.contains(QStringLiteral("Dragonfly")));
  const CommandResult unknown = command({"describe", "trafic"});
  QCOMPARE(unknown.exitCode, 2);
  QVERIFY(unknown.err.contains("Did you mean \"traffic\"?"));
}

void CommandsTest::schema() {
  const CommandResult result = command({"describe", "--schema"});
  QCOMPARE(result.exitCode, 0);
  const auto schema = QJsonDocument::fromJson(result.out).object();
  const auto properties = schema["properties"].toObject();
  QCOMPARE(schema["required"].toArray(), QJsonArray({"schema", "topology"}));
  QCOMPARE(schema["additionalProperties"].toBool(true), false);
  // Each model of a switch has its own settings.
  const auto models = properties["switch"].toObject()["anyOf"].toArray();
  QCOMPARE(models.size(), 4);
  const auto vct = models[0].toObject()["properties"].toObject();
  QVERIFY(vct["buffers"].toObject()["properties"].toObject().contains("global"));
  QVERIFY(models[1].toObject()["properties"].toObject().contains("delays"));
  QStringList kinds;
  for (const auto& family : properties["topology"].toObject()["oneOf"].toArray())
    kinds << family.toObject()["properties"].toObject()["kind"].toObject()["const"].toString();
  for (const char* kind : {"mesh", "torus", "dragonfly", "mikant", "custom"})
    QVERIFY(kinds.contains(kind));
}

void CommandsTest::check() {
  const CommandResult result = command({"check", design("torus")});
  QCOMPARE(result.exitCode, 0);
  QVERIFY(result.out.startsWith("No problems found. 16 routers, 16 terminals.\nDeadlock-free"));
  QVERIFY(result.out.contains("Saturation bound under this traffic: "));
  QCOMPARE(command({"check", "-"}, command({"new", "campus"}).out).exitCode, 0);
  const CommandResult wrong = command({"check", "torus.json", "--set", "traffic.load=2"});
  QCOMPARE(wrong.exitCode, 2);
  QVERIFY(wrong.err.contains("traffic.load"));
}

void CommandsTest::topologyFacts() {
  // Dragonfly h = 4: spec 001, section 3.
  const CommandResult result = command({"topology", design("dragonfly-1056"), "--json"});
  QCOMPARE(result.exitCode, 0);
  const auto facts = QJsonDocument::fromJson(result.out).object();
  QCOMPARE(facts["groups"].toInt(), 33);
  QCOMPARE(facts["routers"].toInt(), 264);
  QCOMPARE(facts["terminals"].toInt(), 1056);
  QCOMPARE(facts["links"].toInt(), 1056 + 33 * 28 + 33 * 32 / 2);
  QCOMPARE(facts["channels"].toInt(), 2 * facts["links"].toInt());
  QCOMPARE(facts["radix"].toInt(), 15);
  QCOMPARE(facts["diameter"].toInt(), 5);
  QCOMPARE(facts["router_diameter"].toInt(), 3);
  for (const char* key :
       {"average_distance", "average_distance_excluding_self", "bisection", "cost"})
    QVERIFY(facts.contains(key));
  const QByteArray words = command({"topology", "dragonfly-1056.json"}).out;
  QVERIFY(words.contains("radix"));
  // The same sentence as that of a check.
  const auto torus = design("torus");
  const QList<QByteArray> lines = command({"topology", torus}).out.trimmed().split('\n');
  const QByteArray& bound = lines.back();
  QVERIFY2(bound.startsWith("Saturation bound"), bound.constData());
  QVERIFY(command({"check", torus}).out.contains(bound));
}

void CommandsTest::run() {
  const CommandResult result = command({"run", design("torus"), "--out", "r.json"});
  QCOMPARE(result.exitCode, 0);
  QVERIFY(result.out.isEmpty());
  QVERIFY(result.err.contains("stable"));
  const auto json = QJsonDocument::fromJson(written("r.json")).object();
  for (const char* key : {"design",
                          "seed",
                          "engine_version",
                          "cycles",
                          "wall_seconds",
                          "flit_hops",
                          "flit_hops_per_second",
                          "offered_load",
                          "accepted_load",
                          "packets",
                          "latency",
                          "network_latency",
                          "hops",
                          "cache",
                          "cam",
                          "l2",
                          "energy",
                          "channels",
                          "routers",
                          "windows",
                          "fairness",
                          "stable",
                          "verdict",
                          "warmup_used",
                          "measured_cycles",
                          "explanation",
                          "nonminimal_fraction",
                          "queue_growth",
                          "classes",
                          "replications",
                          "fairness_summary",
                          "warnings",
                          "complete"})
    QVERIFY2(json.contains(key), key);
  QCOMPARE(json["verdict"].toString(), QString("stable"));
  QCOMPARE(json["stable"].toBool(), true);
  QCOMPARE(json["warmup_used"].toInt(), 3000);
  QCOMPARE(json["channels"].toArray().size(), 2 * (16 + 32));
  const auto accepted = json["accepted_load"].toDouble();
  QVERIFY(qAbs(accepted - 0.3) < 0.01);
  // Tornado on a ring of four: one link on in each of two dimensions.
  QCOMPARE(json["hops"].toObject()["mean"].toDouble(), 2.0);
}

void CommandsTest::replications() {
  const auto runWith = [&](const char* jobs) {
    return command({"run", design("torus"), "--set", "run.replications=3", "--set",
                    "run.warmup=mser5", "--jobs", jobs, "--quiet"});
  };
  const CommandResult one = runWith("1");
  QCOMPARE(one.exitCode, 0);
  const auto json = withoutTimes(one.out);
  QCOMPARE(json["replications"].toArray().size(), 3);
  QCOMPARE(json["replications"].toArray()[2].toObject()["seed"].toInt(), json["seed"].toInt() + 2);
  QVERIFY(json["accepted_load_ci95"].toDouble() > 0);
  double sum = 0;
  const auto split = json["latency"].toObject()["split"].toObject();
  for (const auto& part : split) sum += part.toDouble();
  QVERIFY(qAbs(sum - json["latency"].toObject()["mean"].toDouble()) < 1e-9 * sum);
  QCOMPARE(withoutTimes(runWith("3").out), json);
}

void CommandsTest::saturationIsSaidInWords() {
  // Input queues without speed-up: heads block what is behind them.
  const auto result = command({"run", design("torus"), "--set", "traffic.load=1", "--set",
                               "traffic.pattern=uniform", "--set", "switch.speedup=1", "--set",
                               "switch.buffers.output=0", "--out", "r.json"});
  QCOMPARE(result.exitCode, 0);
  QVERIFY2(result.err.contains("of the offered 1.000 flits per terminal and cycle are accepted"),
           result.err);
  QVERIFY2(result.err.contains("The busiest channel, "), result.err);
}

void CommandsTest::sameSeedSameResult() {
  const QString file = design("cache-warm-up");
  const auto once = command({"run", file, "--seed", "5", "--quiet"});
  const auto again = command({"run", "-", "--seed", "5", "--quiet"}, written("cache-warm-up.json"));
  const auto other = command({"run", file, "--seed", "6", "--quiet"});
  QCOMPARE(once.exitCode, 0);
  QVERIFY(once.err.isEmpty());
  QCOMPARE(withoutTimes(again.out), withoutTimes(once.out));
  QVERIFY(withoutTimes(other.out) != withoutTimes(once.out));
  QCOMPARE(withoutTimes(other.out)["seed"].toInt(), 6);
}

void CommandsTest::settingsOfTheCommandLine() {
  const auto result = command({"run", design("torus"), "--set", "traffic.load=0.2", "--set",
                               "traffic.pattern=uniform", "--quiet"});
  QCOMPARE(result.exitCode, 0);
  const auto json = withoutTimes(result.out);
  QCOMPARE(json["offered_load"].toDouble(), 0.2);
  const auto traffic = json["design"].toObject()["traffic"].toObject();
  QCOMPARE(traffic["pattern"].toString(), QString("uniform"));
}

void CommandsTest::wrongArguments_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<QString>("message");
  const auto row = [](const char* name, const QStringList& arguments, const char* message) {
    QTest::newRow(name) << arguments << message;
  };
  row("nothing", {}, "subcommand");
  row("unknown command", {"sweeep"}, "Did you mean \"sweep\"?");
  row("no design", {"run"}, "design");
  row("unknown option", {"run", "torus.json", "--fast"}, "--fast");
  row("no such file", {"run", "nowhere.json"}, "nowhere.json: There is no such file.");
  row("a folder", {"run", "."}, "This is a folder.");
  row("unknown setting", {"run", "torus.json", "--set", "trafic.load=0.1"}, "trafic.load");
  row("no value", {"run", "torus.json", "--set", "traffic.load"}, "--set traffic.load");
  row("text for a number", {"run", "torus.json", "--set", "traffic.load=much"}, "traffic.load");
  row("seed of text", {"run", "torus.json", "--seed", "x"}, "--seed");
  row("negative seed", {"run", "torus.json", "--seed", "-1"}, "run.seed");
  row("no such folder", {"run", "torus.json", "--out", "no/r.json"}, "there is no folder no");
  row("a folder that takes no file", {"run", "torus.json", "--out", "/proc/r.json"},
      "the folder cannot be written to");
  row("over the design", {"run", "torus.json", "--out", "torus.json"}, "it is the design itself");
  row("sweep over nothing", {"sweep", "torus.json", "--out", "s.csv"}, "--over");
  row("sweep of a wrong range",
      {"sweep", "torus.json", "--over", "traffic.load=0.9:0.1:0.1", "--out", "s.csv"},
      "goes upwards");
  row("sweep beyond the range",
      {"sweep", "torus.json", "--over", "traffic.load=0.5:1.5:0.5", "--out", "s.csv"},
      "traffic.load");
  row("no jobs",
      {"sweep", "torus.json", "--over", "traffic.load=0.1", "--jobs", "many", "--out", "s.csv"},
      "--jobs");
  row("no project", {"report", "nowhere.hopscope", "--out", "r.html"}, "There is no file");
  row("no report name", {"report", "nowhere.hopscope", "--out", "r.doc"}, ".html, .pdf");
  row("no picture name", {"picture", "torus.json", "--out", "x.doc"}, "x.doc");
}

void CommandsTest::wrongArguments() {
  QFETCH(QStringList, arguments);
  QFETCH(QString, message);
  design("torus");
  const QStringList before = QDir(folder_->path()).entryList();
  const CommandResult result = command(arguments);
  QCOMPARE(result.exitCode, 2);
  QVERIFY2(result.err.contains(message.toUtf8()), result.err.constData());
  QVERIFY(result.out.isEmpty());
  QCOMPARE(QDir(folder_->path()).entryList(), before);
}

void CommandsTest::brokenDesigns_data() {
  QTest::addColumn<QString>("file");
  const QDir folder(HOPSCOPE_SOURCE_DIR "/tests/data/designs/broken");
  const QStringList names = folder.entryList({"*.json"}, QDir::Files);
  QVERIFY(names.size() >= 40);
  for (const QString& name : names) QTest::newRow(qPrintable(name)) << folder.filePath(name);
}

void CommandsTest::brokenDesigns() {
  QFETCH(QString, file);
  const QByteArray before = readFile(file);
  const CommandResult result = command({"run", file, "--out", "r.json"});
  QCOMPARE(result.exitCode, 2);
  QVERIFY(result.out.isEmpty());
  QCOMPARE(result.err.count('\n'), 1);
  const char last = result.err.trimmed().back();
  QVERIFY(last == '.' || last == '?');  // a sentence; "Did you mean …?"
  QVERIFY(!QFile::exists(path("r.json")));
  QCOMPARE(readFile(file), before);
}

void CommandsTest::project() {
  const QString file = design("torus");
  QCOMPARE(command({"run", file, "--project", "p.hopscope"}).exitCode, 0);
  QCOMPARE(command({"run", file, "--seed", "2", "--project", "p.hopscope"}).exitCode, 0);
  QCOMPARE(QDir(folder_->path()).entryList({"*hopscope*"}, QDir::AllEntries | QDir::Hidden),
           QStringList{"p.hopscope"});
  const CommandResult missing = command({"report", "p.hopscope", "--run", "3", "--out", "r.html"});
  QCOMPARE(missing.exitCode, 2);
  QVERIFY(missing.err.contains("Its runs: 1, 2."));
}

void CommandsTest::foreignProjectIsLeftAlone() {
  const QString file = design("torus");
  const QByteArray before = written("torus.json");
  const CommandResult result = command({"run", file, "--project", "torus.json"});
  QCOMPARE(result.exitCode, 2);
  QCOMPARE(result.err, QByteArray("torus.json is not a Hopscope project. The file was left as it "
                                  "is.\n"));
  QCOMPARE(written("torus.json"), before);
}

void CommandsTest::sweepIsTheSameForAnyJobs() {
  const QString file = design("torus");
  const auto sweepWith = [&](const char* jobs, const char* out) {
    return command({"sweep", file, "--over", "traffic.load=0.1:0.5:0.2", "--over",
                    "traffic.pattern=uniform,tornado", "--seeds", "2", "--jobs", jobs, "--out",
                    out});
  };
  QCOMPARE(sweepWith("1", "one.csv").exitCode, 0);
  QCOMPARE(sweepWith("2", "two.csv").exitCode, 0);
  QCOMPARE(written("one.csv").count('\n'), 1 + 3 * 2 * 2);
  QVERIFY(written("one.csv").startsWith("traffic.load,traffic.pattern,seed,"));
  QCOMPARE(written("two.csv"), written("one.csv"));
  QCOMPARE(sweepWith("2", "-").out, written("one.csv"));
}

void CommandsTest::classesOfTraffic() {
  const QString file = design("torus");
  const auto result = command({"run", file, "--set", "traffic.pattern=mix", "--set",
                               "traffic.parts=web = 3 uniform; bulk = 1 tornado"});
  QCOMPARE(result.exitCode, 0);
  QVERIFY2(result.err.contains("\nbulk: offered 0."), result.err);
  const auto classes = withoutTimes(result.out)["traffic_classes"].toArray();
  QCOMPARE(classes.size(), 2);
  const QJsonObject bulk = classes[1].toObject();
  QCOMPARE(bulk["name"].toString(), QStringLiteral("bulk"));
  QVERIFY(bulk["packets"].toInt() > 0);
  QVERIFY(bulk["latency"].toObject()["p99"].toDouble() >
          bulk["latency"].toObject()["p50"].toDouble());
  // The effective design lists them, and is a design again.
  const QJsonObject effective = withoutTimes(result.out)["design"].toObject();
  QCOMPARE(effective["traffic"].toObject()["parts"].toArray().size(), 2);

  const auto refused = command({"run", file, "--set", "traffic.pattern=mix", "--set",
                                "traffic.parts=1 uniform; -1 tornado"});
  QCOMPARE(refused.exitCode, 2);
  QVERIFY2(refused.err.contains("traffic.parts[1].share"), refused.err);

  QCOMPARE(command({"sweep", file, "--set", "traffic.pattern=mix", "--over",
                    "traffic.parts=1 uniform; 1 tornado,3 uniform; 1 tornado", "--out", "c.csv"})
               .exitCode,
           0);
  const QList<QByteArray> lines = written("c.csv").split('\n');
  QVERIFY2(lines[0].endsWith("class 2.offered_load,class 2.accepted_load,class 2.latency_mean,"
                             "class 2.latency_p99"),
           lines[0]);
  QCOMPARE(lines[1].count(','), lines[0].count(','));
}

void CommandsTest::sweepIntoAProject() {
  const CommandResult swept =
      command({"sweep", design("torus"), "--over", "traffic.load=0.1,0.2", "--out", "s.hopscope"});
  QCOMPARE(swept.exitCode, 0);
  QCOMPARE(command({"report", "s.hopscope", "--run", "2", "--out", "r.html"}).exitCode, 0);
}

void CommandsTest::reports() {
  QCOMPARE(command({"run", design("campus"), "--project", "p.hopscope"}).exitCode, 0);
  const CommandResult html = command({"report", "p.hopscope", "--out", "r.html"});
  QCOMPARE(html.exitCode, 0);
  QVERIFY2(html.err.isEmpty(), html.err.constData());
  QVERIFY(written("r.html").contains("Campus"));
  QCOMPARE(command({"report", "p.hopscope", "--out", "r.pdf"}).exitCode, 0);
  QVERIFY(written("r.pdf").startsWith("%PDF"));

  QCOMPARE(
      command({"run", design("campus"), "--set", "traffic.load=0.15", "--project", "p.hopscope"})
          .exitCode,
      0);
  {
    auto opened = hopscope::Project::open(path("p.hopscope").toStdString());
    const auto& project = std::get<std::unique_ptr<hopscope::Project>>(opened);
    project->addNote({0, "Plan", "Ask for a bigger crossbar."});
    QVERIFY(!project->save());
  }
  // Another run leaves the notes where they are.
  QCOMPARE(command({"run", design("campus"), "--project", "p.hopscope"}).exitCode, 0);
  QCOMPARE(command({"report", "p.hopscope", "--sections", "notes", "--out", "n.html"}).exitCode, 0);
  QVERIFY(written("n.html").contains("<h3>Plan</h3>"));
  QVERIFY(written("n.html").contains("Ask for a bigger crossbar."));
  QFile notes(path("notes.txt"));
  QVERIFY(notes.open(QIODevice::WriteOnly));
  notes.write("Twice the load.");
  notes.close();
  QCOMPARE(command({"report", "p.hopscope", "--run", "1", "--compare", "2", "--sections",
                    "comparison,notes", "--title", "Two loads", "--notes", "notes.txt", "--out",
                    "c.html"})
               .exitCode,
           0);
  const QByteArray chosen = written("c.html");
  QVERIFY(notes.open(QIODevice::WriteOnly));
  notes.write(QByteArray(1'000'001, 'x'));
  notes.close();
  const CommandResult book =
      command({"report", "p.hopscope", "--notes", "notes.txt", "--out", "c.html"});
  QCOMPARE(book.exitCode, 2);
  QVERIFY(book.err.contains("has 1000001 bytes; a report takes 1000000 at most"));
  QVERIFY(chosen.contains("<h1>Two loads</h1>"));
  QVERIFY(chosen.indexOf("Settings that differ") > 0);
  QVERIFY(chosen.indexOf("Settings that differ") < chosen.indexOf("Twice the load."));
  QVERIFY(!chosen.contains("Provenance"));
  const CommandResult poem =
      command({"report", "p.hopscope", "--sections", "poem", "--out", "c.html"});
  QCOMPARE(poem.exitCode, 2);
  QVERIFY(poem.err.contains("summary, notes, network"));
  const CommandResult none = command({"report", "p.hopscope", "--compare", "7", "--out", "c.html"});
  QCOMPARE(none.exitCode, 2);
  QVERIFY(none.err.contains("Its runs: 1, 2, 3."));
}

void CommandsTest::pictures() {
  const QString file = design("campus");
  QCOMPARE(command({"picture", file, "--out", "a.png", "--scale", "1"}).exitCode, 0);
  QCOMPARE(command({"picture", file, "--out", "b.png", "--scale", "2"}).exitCode, 0);
  const CommandResult hot =
      command({"picture", file, "--run", "--quiet", "--out", "c.png", "--scale", "1"});
  QCOMPARE(hot.exitCode, 0);
  QVERIFY2(hot.err.isEmpty(), hot.err.constData());
  const QImage plain(path("a.png"));
  const QImage large(path("b.png"));
  const QImage heat(path("c.png"));
  QVERIFY(!plain.isNull());
  QVERIFY(qAbs(large.width() - 2 * plain.width()) <= 2);
  QVERIFY(heat != plain);
  QCOMPARE(command({"picture", file, "--out", "d.svg"}).exitCode, 0);
  QVERIFY(written("d.svg").contains("<svg"));
}

void CommandsTest::demo() {
  const CommandResult result = command({"demo", "--out", "made/here"});
  QCOMPARE(result.exitCode, 0);
  const QDir folder(path("made/here"));
  QCOMPARE(folder.entryList(QDir::Files, QDir::Name),
           (QStringList{"latency.png", "latency.svg", "network.png", "network.svg", "report.html",
                        "results.csv"}));
  QVERIFY(!QImage(folder.filePath("network.png")).isNull());
  QVERIFY(!QImage(folder.filePath("latency.png")).isNull());
  // Saturates at 1/(2h^2) = 0.125 (spec 001): 0.12 is the last stable point, 0.14 ends the curve.
  const auto lines = readFile(folder.filePath("results.csv")).trimmed().split('\n');
  QCOMPARE(lines.size(), 1 + 7);
  QVERIFY(lines[6].startsWith("0.12,") && lines[6].endsWith(",stable"));
  QVERIFY(lines[7].startsWith("0.14,0.12") && lines[7].endsWith(",saturated"));
}

void CommandsTest::interruptedRun() {
  QProcess process;
  prepare(process, folder_->path(),
          {"run", design("torus"), "--set", "run.measure=1000000000", "--out", "r.json"});
  process.start();
  QVERIFY(process.waitForStarted());
  QTest::qWait(700);
  ::kill(static_cast<pid_t>(process.processId()), SIGINT);
  QVERIFY(process.waitForFinished(10'000));
  QCOMPARE(process.exitStatus(), QProcess::NormalExit);
  QCOMPARE(process.exitCode(), 1);
  QVERIFY(process.readAllStandardError().contains("Stopped at cycle"));
  const auto json = QJsonDocument::fromJson(written("r.json")).object();
  QCOMPARE(json["complete"].toBool(true), false);
  QVERIFY(json["cycles"].toInt() > 0);
}

void CommandsTest::interruptedSweep() {
  QProcess process;
  prepare(process, folder_->path(),
          {"sweep", design("torus"), "--over", "run.measure=1000,2000,1000000000", "--jobs", "1",
           "--out", "s.csv"});
  process.start();
  QVERIFY(process.waitForStarted());
  QTest::qWait(1500);
  ::kill(static_cast<pid_t>(process.processId()), SIGINT);
  QVERIFY(process.waitForFinished(10'000));
  QCOMPARE(process.exitCode(), 1);
  QVERIFY(process.readAllStandardError().contains("Stopped after 2 of 3 runs"));
  QCOMPARE(written("s.csv").count('\n'), 1 + 2);
}

void CommandsTest::unwritableOutput() {
  const QString file = design("torus");
  const CommandResult full = command({"run", file, "--quiet", "--out", "/dev/full"});
  QCOMPARE(full.exitCode, 1);
  QVERIFY(full.err.startsWith("/dev/full cannot be written: "));
  QVERIFY(QDir(folder_->path()).mkdir("taken.json"));
  QCOMPARE(command({"run", file, "--quiet", "--out", "taken.json"}).exitCode, 2);
}

HOPSCOPE_TEST(CommandsTest)
#include "commands_test.moc"
