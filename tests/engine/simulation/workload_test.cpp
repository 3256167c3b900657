// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>
#include <map>

#include "engine/simulation/make_network.h"
#include "engine/simulation/run_workload.h"
#include "engine/simulation/simulation.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

constexpr std::uint64_t kQuestion = 1, kAnswer = 2;

struct Dialogue {
  std::uint32_t questions = 5;  ///< of each terminal, to the one `stride` further on
  std::uint32_t stride = 1;
  std::uint32_t atOnce = 1;  ///< questions before the first answer
  Cycle thinks = 0;          ///< before the next one, once answered
};

/// When each terminal heard what, in its own order: all that it knows of the run.
using Heard = std::vector<std::vector<std::pair<Cycle, std::uint64_t>>>;

/// Terminals that ask, answer, and ask again when they have been answered.
class DialogueWorkload final : public Workload {
 public:
  DialogueWorkload(const Setup& setup, const Dialogue& dialogue)
      : flits_(setup.packetFlits),
        dialogue_(dialogue),
        heard_(setup.topology->terminalCount()),
        answered_(setup.topology->terminalCount(), 0) {}

  std::unique_ptr<TrafficSource> source(TerminalId first, std::uint32_t count) override {
    return std::make_unique<Speakers>(*this, first, count);
  }
  const Heard& heard() const { return heard_; }
  bool finished() const override {
    return std::all_of(answered_.begin(), answered_.end(),
                       [this](std::uint32_t answers) { return answers == dialogue_.questions; });
  }

 private:
  class Speakers final : public TrafficSource {
   public:
    Speakers(DialogueWorkload& whole, TerminalId first, std::uint32_t count)
        : whole_(whole), first_(first), asked_(count, 0), toSend_(count), routing_(count) {
      for (TerminalId t = first; t < first + count; ++t) {
        routing_[t - first] = Rng(1, t, RandomPurpose::choice);
        for (std::uint32_t i = 0; i < whole.dialogue_.atOnce; ++i) ask(0, t);
      }
    }

    void offer(Cycle now, SourceQueues& queues) override {
      for (std::size_t i = 0; i < toSend_.size(); ++i) {
        auto& waiting = toSend_[i];
        if (waiting.empty() || waiting.begin()->first > now) continue;
        if (queues.enter(now, waiting.begin()->second, routing_[i])) waiting.erase(waiting.begin());
      }
    }
    void hear(const Delivery& delivery) override {
      const TerminalId t = delivery.destination;
      whole_.heard_[t].emplace_back(delivery.at, delivery.letter);
      if (delivery.letter == kQuestion) {
        toSend_[t - first_].insert(
            {delivery.at + 1, {t, delivery.source, whole_.flits_, false, 0, kAnswer}});
        return;
      }
      ++whole_.answered_[t];
      ask(delivery.at + 1 + whole_.dialogue_.thinks, t);
    }
    Cycle nextOffer(Cycle now) const override {
      Cycle next = kNoCycle;
      for (const auto& waiting : toSend_)
        if (!waiting.empty()) next = std::min(next, std::max(now, waiting.begin()->first));
      return next;
    }

   private:
    void ask(Cycle at, TerminalId terminal) {
      if (asked_[terminal - first_] == whole_.dialogue_.questions) return;
      ++asked_[terminal - first_];
      const auto all = static_cast<TerminalId>(whole_.heard_.size());
      toSend_[terminal - first_].insert({at,
                                         {terminal, (terminal + whole_.dialogue_.stride) % all,
                                          whole_.flits_, false, 0, kQuestion}});
    }

    DialogueWorkload& whole_;
    TerminalId first_;
    std::vector<std::uint32_t> asked_;
    std::vector<std::multimap<Cycle, NewPacket>> toSend_;  ///< per terminal, by time
    std::vector<Rng> routing_;
  };

  std::uint32_t flits_;
  Dialogue dialogue_;
  Heard heard_;
  std::vector<std::uint32_t> answered_;
};

/// Terminals that send numbered packets to the one `stride` further on, now and then.
class NumberedWorkload final : public Workload {
 public:
  NumberedWorkload(const Setup& setup, std::uint64_t packets, std::uint32_t stride)
      : flits_(setup.packetFlits),
        packets_(packets),
        stride_(stride),
        heard_(setup.topology->terminalCount()) {}

  std::unique_ptr<TrafficSource> source(TerminalId first, std::uint32_t count) override {
    return std::make_unique<Senders>(*this, first, count);
  }
  /// By each terminal, in the order in which they came.
  const std::vector<std::vector<std::uint64_t>>& heard() const { return heard_; }
  bool finished() const override {
    return std::all_of(heard_.begin(), heard_.end(),
                       [this](const auto& each) { return each.size() == packets_; });
  }

 private:
  class Senders final : public TrafficSource {
   public:
    Senders(NumberedWorkload& whole, TerminalId first, std::uint32_t count)
        : whole_(whole), first_(first), next_(count, 1), due_(count, 0) {
      draws_.reserve(count);
      for (TerminalId t = first; t < first + count; ++t)
        draws_.emplace_back(1, t, RandomPurpose::choice);
    }
    void offer(Cycle now, SourceQueues& queues) override {
      for (std::uint32_t i = 0; i < next_.size(); ++i) {
        if (due_[i] > now || next_[i] > whole_.packets_) continue;
        const TerminalId to =
            (first_ + i + whole_.stride_) % static_cast<std::uint32_t>(whole_.heard_.size());
        if (!queues.enter(now, {first_ + i, to, whole_.flits_, false, 0, next_[i]}, draws_[i]))
          continue;
        ++next_[i];
        due_[i] = now + 1 + static_cast<Cycle>(draws_[i].next() % 40);
      }
    }
    void hear(const Delivery& delivery) override {
      whole_.heard_[delivery.destination].push_back(delivery.letter);
    }
    Cycle nextOffer(Cycle now) const override { return now; }

   private:
    NumberedWorkload& whole_;
    TerminalId first_;
    std::vector<std::uint64_t> next_;
    std::vector<Cycle> due_;
    std::vector<Rng> draws_;
  };

  std::uint32_t flits_;
  std::uint64_t packets_;
  std::uint32_t stride_;
  std::vector<std::vector<std::uint64_t>> heard_;
};

Setup network(const QString& model, double load = 0) {
  Setup s = test::makeSetup("dragonfly");
  if (model == "wormhole") test::makeWormhole(s);
  s.load = load;
  return s;
}

struct DialogueOutcome {
  Heard heard;
  Cycle end = 0;
  std::uint64_t delivered = 0;
};

DialogueOutcome converse(const Setup& s, const Dialogue& dialogue, Cycle most = 1'000'000) {
  const auto workload = std::make_shared<DialogueWorkload>(s, dialogue);
  const auto switching = makeNetwork(s, workload);
  runToEnd(*switching, *workload, most);
  return {workload->heard(), switching->now(),
          switching->injected().generated - switching->alive()};
}

std::uint64_t heardIn(const Heard& heard) {
  std::uint64_t sum = 0;
  for (const auto& each : heard) sum += each.size();
  return sum;
}

void dialogueModels() {
  QTest::addColumn<QString>("model");
  QTest::newRow("virtual cut-through") << "vct";
  QTest::newRow("wormhole") << "wormhole";
}

}  // namespace

/// What terminals do that react to what they get (TrafficSource, Workload).
class WorkloadTest : public QObject {
  Q_OBJECT

 private slots:
  void allIsHeard_data() { dialogueModels(); }
  void allIsHeard();
  void latencyOfAQuestion();
  void partsAndThreadsDoNotMatter();
  void partsDoNotMatterBesideTraffic();
  void turnsKeepTheOrderOfAPair();
  void nothingIsLostWhereQueuesAreFull_data() { dialogueModels(); }
  void nothingIsLostWhereQueuesAreFull();
  void silenceIsSkipped_data() { dialogueModels(); }
  void silenceIsSkipped();
  void aRunEndsWithIt_data() { dialogueModels(); }
  void aRunEndsWithIt();
};

void WorkloadTest::allIsHeard() {
  QFETCH(QString, model);
  const Setup s = network(model);
  const DialogueOutcome o = converse(s, {5, 7});
  const std::uint64_t messages = 2 * 5 * s.topology->terminalCount();
  QCOMPARE(heardIn(o.heard), messages);
  QCOMPARE(o.delivered, messages);
  QVERIFY(o.end < 5'000);
  QCOMPARE(converse(s, {5, 7}).heard, o.heard);
}

/// Two terminals of one switch: two channels of 1 cycle, a switch of 5 and a tail 4 behind.
void WorkloadTest::latencyOfAQuestion() {
  Setup s = test::makeSetup("crossbar", {{"terminals", std::int64_t{2}}});
  s.load = 0;
  const DialogueOutcome o = converse(s, {2, 1, 1, 100});
  const Cycle trip = 2 + 5 + 4;
  const std::vector<std::pair<Cycle, std::uint64_t>> expected = {{trip, kQuestion},
                                                                 {2 * trip + 1, kAnswer},
                                                                 {3 * trip + 2 + 100, kQuestion},
                                                                 {4 * trip + 3 + 100, kAnswer}};
  for (const auto& heard : o.heard) QCOMPARE(heard, expected);
}

void WorkloadTest::partsAndThreadsDoNotMatter() {
  Setup s = test::makeSetup("dragonfly", {}, "valiant");
  s.load = 0;
  const Dialogue dialogue{6, 11, 3, 20};
  const DialogueOutcome whole = converse(s, dialogue);
  for (const std::uint32_t ports : {8u, 40u, 200u})
    for (const unsigned threads : {1u, 3u}) {
      s.execution.portsAPart = ports;
      s.execution.threads = threads;
      const DialogueOutcome o = converse(s, dialogue);
      QCOMPARE(o.heard, whole.heard);
      QCOMPARE(o.end, whole.end);
    }
}

void WorkloadTest::partsDoNotMatterBesideTraffic() {
  Setup s = network("vct", 0.2);
  const Dialogue dialogue{6, 11, 3, 20};
  const DialogueOutcome whole = converse(s, dialogue, 3'000);
  QVERIFY(whole.delivered > 2 * heardIn(whole.heard));
  QCOMPARE(heardIn(whole.heard), std::uint64_t{2 * 6} * s.topology->terminalCount());
  s.execution = {3, 16};
  const DialogueOutcome parts = converse(s, dialogue, 3'000);
  QCOMPARE(parts.heard, whole.heard);
  QCOMPARE(parts.delivered, whole.delivered);
}

/// Where source queues overflow, and packets are longer than the way to the next part.
void WorkloadTest::turnsKeepTheOrderOfAPair() {
  constexpr std::uint64_t kPackets = 60;
  Setup s = test::makeSetup("mesh", {{"dimensions", std::vector<std::int64_t>{4, 4}}});
  test::makeWormhole(s);
  s.virtualChannels = {1, 1, 1};
  s.packetFlits = 9;
  s.load = 0.9;
  std::vector<std::vector<std::uint64_t>> inOrder(16);
  for (auto& each : inOrder)
    for (std::uint64_t i = 1; i <= kPackets; ++i) each.push_back(i);
  Cycle end = 0;
  for (const unsigned threads : {1u, 3u}) {
    s.execution = {threads, threads == 1 ? 0u : 12u};
    const auto workload = std::make_shared<NumberedWorkload>(s, kPackets, 5);
    const auto switching = makeNetwork(s, workload);
    while (!workload->finished() && switching->now() < 20'000)
      switching->advance(switching->now() + 10);
    QCOMPARE(workload->heard(), inOrder);
    QVERIFY(end == 0 || switching->now() == end);
    end = switching->now();
  }
}

void WorkloadTest::nothingIsLostWhereQueuesAreFull() {
  QFETCH(QString, model);
  const Setup s = network(model);
  const DialogueOutcome o = converse(s, {300, 1, 300});
  QCOMPARE(heardIn(o.heard), std::uint64_t{2 * 300} * s.topology->terminalCount());
}

/// A billion cycles of thought are no billion cycles of work; what is said is said as without them.
void WorkloadTest::silenceIsSkipped() {
  QFETCH(QString, model);
  const Setup s = network(model);
  const Cycle thinks = Cycle{7} << 30;
  const DialogueOutcome o = converse(s, {3, 5, 1, thinks}, 10 * thinks);
  const DialogueOutcome quick = converse(s, {1, 5});
  QVERIFY2(o.end > 2 * thinks && o.end < 2 * thinks + 5'000,
           qPrintable(QString::number(o.end - 2 * thinks)));
  QCOMPARE(heardIn(o.heard), std::uint64_t{2 * 3} * s.topology->terminalCount());
  for (std::size_t t = 0; t < o.heard.size(); ++t)
    QVERIFY(std::equal(quick.heard[t].begin(), quick.heard[t].end(), o.heard[t].begin()));
}

void WorkloadTest::aRunEndsWithIt() {
  QFETCH(QString, model);
  Setup s = network(model);
  s.run.warmup = 0;
  s.run.measure = 100'000;
  s.run.maxCycles = 100'000;
  s.workload = [](const Setup& setup) {
    return std::make_shared<DialogueWorkload>(setup, Dialogue{5, 7});
  };
  const auto run = [&](Cycle step) {
    Simulation simulation(s);
    while (!simulation.done()) simulation.advance(step);
    return simulation.results();
  };
  const Results results = run(1'000'000);
  QVERIFY(results.cycles < 5'000);
  QVERIFY(results.complete);
  QCOMPARE(results.verdict, Verdict::stable);
  QCOMPARE(results.packetsMeasured, std::uint64_t{2 * 5} * s.topology->terminalCount());
  QCOMPARE(run(1).cycles, results.cycles);
  QCOMPARE(run(37).cycles, results.cycles);
}

HOPSCOPE_TEST(WorkloadTest)

}  // namespace hopscope

#include "workload_test.moc"
