// SPDX-License-Identifier: GPL-3.0-or-later
#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>

#include "engine/design/buffer_warnings.h"
#include "engine/design/compile.h"
#include "engine/simulation/simulation.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

/// Two routers, one cable, one terminal sending as fast as it can to the other.
Design twoRouters() {
  Design design;
  design.settings = {{"topology.kind", std::string("complete")},
                     {"topology.routers", std::int64_t{2}},
                     {"topology.terminals_per_router", std::int64_t{1}},
                     {"channels.local.latency", std::int64_t{100}},
                     {"switch.buffers.local", std::int64_t{64}},
                     {"traffic.load", 1.0},
                     {"run.warmup", std::int64_t{5000}},
                     {"run.measure", std::int64_t{20'000}}};
  return design;
}

const Issue* warningAt(const Issues& issues, const std::string& path) {
  const auto found = std::find_if(issues.begin(), issues.end(), [&](const Issue& issue) {
    return issue.severity == Severity::warning && issue.path == path;
  });
  return found == issues.end() ? nullptr : &*found;
}

/// The share of time the cable between the routers is busy.
double busy(const Design& design) {
  Compiled compiled = compile(design);
  Simulation simulation(std::move(*compiled.setup));
  simulation.advance(1'000'000);
  const std::vector<double> utilization = simulation.results().channelUtilization;
  return *std::max_element(utilization.end() - 2, utilization.end());
}

}  // namespace

class BufferWarningsTest : public QObject {
  Q_OBJECT

 private slots:
  /// 64 flits in flight per round trip of 5 + 2 · 100 cycles: 31 %, and that is what a run shows.
  void roundTrip() {
    const Design design = twoRouters();
    const Issues issues = validate(design);
    const Issue* warning = warningAt(issues, "switch.buffers.local");
    QVERIFY(warning != nullptr);
    QVERIFY2(warning->text.english().find("205 cycles") != std::string::npos,
             warning->text.english().c_str());
    QVERIFY2(warning->text.english().find("31 %") != std::string::npos,
             warning->text.english().c_str());
    QVERIFY(!hasErrors(issues));
    QVERIFY2(std::abs(busy(design) - 64.0 / 205) < 0.01, qPrintable(QString::number(busy(design))));
  }

  void theRemedyHelps() {
    Design design = twoRouters();
    design.settings["switch.buffers.local"] = std::int64_t{208};
    QVERIFY(validate(design).empty());
    QVERIFY(busy(design) > 0.98);
  }

  /// 204 cycles: 2 · 100, both stages and a cycle of credit, and one to take it in. The head of
  /// each packet asks for a virtual channel besides.
  void wormhole() {
    Design design = twoRouters();
    design.settings.erase("switch.buffers.local");
    design.settings["switch.model"] = std::string("wormhole");
    design.settings["switch.virtual_channels"] = std::int64_t{1};
    design.settings["switch.buffer_flits"] = std::int64_t{64};
    design.settings["traffic.packet_flits"] = std::int64_t{32};
    const Issues issues = validate(design);
    const Issue* warning = warningAt(issues, "switch.buffer_flits");
    QVERIFY(warning != nullptr);
    QVERIFY2(warning->text.english().find("204 cycles") != std::string::npos,
             warning->text.english().c_str());
    QVERIFY2(std::abs(busy(design) - 64.0 / 204) < 0.01, qPrintable(QString::number(busy(design))));
    design.settings["switch.buffer_flits"] = std::int64_t{208};
    QVERIFY(warningAt(validate(design), "switch.buffer_flits") == nullptr);
    QVERIFY(busy(design) > 0.95);
  }

  /// Slots of 20 cycles and packets of 8: a packet's place in a buffer of 8 is free again 20 + 20
  /// cycles behind its last flit, so 8 flits travel in 47 cycles.
  void bestEffort() {
    Design design = twoRouters();
    design.settings.erase("switch.buffers.local");
    design.settings["channels.local.latency"] = std::int64_t{1};
    design.settings["switch.model"] = std::string("slotted");
    design.settings["switch.best_effort"] = std::string("idle");
    design.settings["switch.circuits"] = std::string("none");
    design.settings["switch.slot_length"] = std::int64_t{20};
    design.settings["switch.buffer_flits"] = std::int64_t{8};
    design.settings["traffic.packet_flits"] = std::int64_t{8};
    const Issues issues = validate(design);
    const Issue* warning = warningAt(issues, "switch.buffer_flits");
    QVERIFY(warning != nullptr);
    QVERIFY2(warning->text.english().find("17 %") != std::string::npos,
             warning->text.english().c_str());
    QVERIFY2(std::abs(busy(design) - 8.0 / 47) < 0.005, qPrintable(QString::number(busy(design))));
    design.settings["switch.buffer_flits"] = std::int64_t{48};
    QVERIFY(warningAt(validate(design), "switch.buffer_flits") == nullptr);
    QVERIFY(busy(design) > 0.98);
    design.settings["switch.buffer_flits"] = std::int64_t{8};
    design.settings["switch.best_effort"] = std::string("none");
    design.settings.erase("switch.circuits");
    design.settings.erase("switch.buffer_flits");
    QVERIFY(validate(design).empty());
  }

  /// A rotor's interfaces have room for some packets for each circuit, unless they are told less.
  void relays() {
    Design design;
    design.settings = {{"topology.kind", std::string("crossbar")},
                       {"topology.terminals", std::int64_t{32}},
                       {"switch.model", std::string("hybrid")},
                       {"switch.network", std::string("rotor")},
                       {"traffic.load", 1.0}};
    QVERIFY(validate(design).empty());
    design.settings["switch.nic_flits"] = std::int64_t{1024};
    const Issues issues = validate(design);
    const Issue* warning = warningAt(issues, "switch.nic_flits");
    QVERIFY(warning != nullptr);
    QVERIFY2(warning->text.english().find("64 packets of 16 flits") != std::string::npos,
             warning->text.english().c_str());
    QVERIFY2(warning->remedy.english().find("1984") != std::string::npos,
             warning->remedy.english().c_str());
  }

  /// Their default follows what goes over relays, and how long the packets are; nobody is warned of
  /// a default.
  void roomForRelays_data() {
    QTest::addColumn<QString>("network");
    QTest::addColumn<QString>("relay");
    QTest::addColumn<qint64>("packet");
    QTest::addColumn<unsigned>("room");
    const auto row = [](const char* name, const char* network, const char* relay, qint64 packet,
                        unsigned room) {
      QTest::newRow(name) << QString(network) << QString(relay) << packet << room;
    };
    row("a rotor", "rotor", "", 16, 1984);
    row("straight to the destination", "rotor", "direct", 16, 1024);
    row("in turn, over relays", "predictive", "valiant", 16, 1984);
    row("in turn", "predictive", "", 16, 1024);
    row("longer packets", "rotor", "", 32, 3968);
    row("longer packets, set", "predictive", "valiant", 32, 3968);
    row("shorter packets", "rotor", "", 4, 1984);
  }
  void roomForRelays() {
    QFETCH(QString, network);
    QFETCH(QString, relay);
    QFETCH(qint64, packet);
    QFETCH(unsigned, room);
    Design design;
    design.settings = {
        {"topology.kind", std::string("crossbar")},     {"topology.terminals", std::int64_t{32}},
        {"switch.model", std::string("hybrid")},        {"switch.network", network.toStdString()},
        {"traffic.packet_flits", std::int64_t{packet}}, {"traffic.load", 0.1}};
    if (!relay.isEmpty()) design.settings["switch.relay"] = relay.toStdString();
    const Compiled compiled = compile(design);
    QVERIFY(compiled.setup);
    QVERIFY(warningAt(compiled.issues, "switch.nic_flits") == nullptr);
    QCOMPARE(std::get<HybridSwitches>(compiled.setup->switches).settings.nicFlits, room);
  }

  /// A packet is on the terminal's channel for 600 cycles, in a queue with room for 64 of 4 flits:
  /// 43 %, and that is what it sends.
  void sourceQueue() {
    Design design = twoRouters();
    design.settings["channels.local.latency"] = std::int64_t{1};
    design.settings["channels.terminal.latency"] = std::int64_t{600};
    design.settings["traffic.packet_flits"] = std::int64_t{4};
    design.settings["switch.buffers.injection"] = std::int64_t{259};  // three are of no use
    const Issues issues = validate(design);
    const Issue* warning = warningAt(issues, "switch.buffers.injection");
    QVERIFY(warning != nullptr);
    QVERIFY2(warning->text.english().find("holds 256 flits") != std::string::npos &&
                 warning->text.english().find("600 cycles") != std::string::npos &&
                 warning->text.english().find("43 %") != std::string::npos,
             warning->text.english().c_str());
    QCOMPARE(warning->remedy.english(),
             std::string("Set it to 600 flits or more; with 1200 packets that "
                         "come in bursts find room, too."));
    QVERIFY2(std::abs(busy(design) - 256.0 / 600) < 0.01,
             qPrintable(QString::number(busy(design))));
    design.settings["switch.buffers.injection"] = std::int64_t{600};
    QVERIFY(validate(design).empty());
    QVERIFY(busy(design) > 0.9);  // what comes in bursts finds no room still
    // A channel of half the rate has half as much on it.
    design.settings["channels.terminal.bandwidth"] = 0.5;
    design.settings["switch.buffers.injection"] = std::int64_t{300};
    QVERIFY(warningAt(validate(design), "switch.buffers.injection") == nullptr);
    design.settings["switch.buffers.injection"] = std::int64_t{296};
    QVERIFY(warningAt(validate(design), "switch.buffers.injection") != nullptr);
  }

  /// Whatever comes while the one packet goes is refused.
  void aQueueOfOnePacket() {
    Design design = twoRouters();
    design.settings["channels.local.latency"] = std::int64_t{1};
    design.settings["traffic.packet_flits"] = std::int64_t{8};
    design.settings["switch.buffers.injection"] = std::int64_t{15};
    const Issues issues = validate(design);
    const Issue* warning = warningAt(issues, "switch.buffers.injection");
    QVERIFY(warning != nullptr);
    QVERIFY2(warning->text.english().find("room for one packet") != std::string::npos,
             warning->text.english().c_str());
    QCOMPARE(warning->remedy.english(), std::string("Set it to 16 flits or more."));
    const double alone = busy(design);
    design.settings["switch.buffers.injection"] = std::int64_t{16};
    QVERIFY(validate(design).empty());
    QVERIFY2(busy(design) > 1.1 * alone, qPrintable(QString::number(alone)));
    // Nobody else is refused where programs alone send, as these wait.
    design.settings["switch.buffers.injection"] = std::int64_t{8};
    design.settings["traffic.load"] = 0.0;
    QVERIFY(warningAt(validate(design), "switch.buffers.injection") == nullptr);
    QVERIFY(shortBuffers(*compile(design).setup).empty());
    // A phase may bring all of the load.
    Phase later;
    later.at = std::int64_t{1'000};
    later.set["traffic.load"] = 0.5;
    design.phases = {later};
    warning = nullptr;
    const Issues inPhases = validate(design);
    warning = warningAt(inPhases, "switch.buffers.injection");
    QVERIFY(warning != nullptr);
    QCOMPARE(warning->remedy.english(), std::string("Set it to 16 flits or more."));
    const std::vector<ShortBuffer> told = shortBuffers(*compile(design).setup);
    QCOMPARE(told.size(), std::size_t{1});
    QCOMPARE(told[0].path, std::string("switch.buffers.injection"));
    QCOMPARE(told[0].leastFlits, Cycle{16});
  }

  /// A crossbar has channels to terminals alone: buffers of others are told to be of no use.
  void buffersOfAbsentChannels() {
    for (const char* path : {"switch.buffers.local", "switch.buffers.global"}) {
      Design design;
      design.settings = {{"topology.kind", std::string("crossbar")}, {path, std::int64_t{99}}};
      const Issues issues = validate(design);
      QVERIFY2(!hasErrors(issues), path);
      const Issue* warning = warningAt(issues, path);
      QVERIFY2(warning != nullptr &&
                   warning->text.english().find("no channels of that class") != std::string::npos,
               path);
    }
  }

  void outputQueue() {
    Design design = twoRouters();
    design.settings["channels.local.latency"] = std::int64_t{1};
    design.settings["switch.latency"] = std::int64_t{40};
    design.settings["switch.buffers.output"] = std::int64_t{16};
    const Issues issues = validate(design);
    QVERIFY(warningAt(issues, "switch.buffers.output") != nullptr);
    QVERIFY2(std::abs(busy(design) - 0.4) < 0.02, qPrintable(QString::number(busy(design))));
  }
};

HOPSCOPE_TEST(BufferWarningsTest)

}  // namespace hopscope

#include "buffer_warnings_test.moc"
