// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/dependency_graph.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <set>
#include <thread>
#include <tuple>

#include "engine/core/thread_team.h"
#include "engine/routing/dependency_order.h"
#include "engine/routing/dependency_walk.h"
#include "engine/routing/escape_order.h"
#include "engine/routing/wait_table.h"
#include "engine/topology/part_words.h"

namespace hopscope {
namespace {

constexpr std::size_t kNamedPairs = 10;
constexpr std::size_t kDestinationsAtOnce = 16;
constexpr unsigned kMostThreads = 16;
/// Beyond this the proof would take longer than an hour on a core.
constexpr double kMostDecisions = 5e10;
/// Beyond this legs are walked apart, where the routing lets them.
constexpr double kMostDecisionsOfTriples = 2e7;
/// What second legs take for each destination and router, about: nine states at an intermediate
/// router of a torus of two dimensions, and eight behind it.
constexpr double kDecisionsOfLegs = 20;
/// What first legs take for each class of them, source and router.
constexpr double kDecisionsOfFirstLegs = 3;
/// Rounds in which waits that run against the order may be added.
constexpr int kMostRounds = 500;

class Proof {
 public:
  /// `runsAtOnce`: of a proof that walks legs apart; 0 of one that does not.
  Proof(const Topology& topology, const RoutingAlgorithm& routing, VcReuse reuse,
        std::size_t runsAtOnce, const std::stop_token& stop, const ProofProgress& progress = {})
      : topology_(topology),
        routing_(routing),
        runsAtOnce_(runsAtOnce),
        stop_(stop),
        progress_(progress),
        classes_(terminalClasses(topology, routing)),
        waits_(std::make_unique<WaitTable>(topology)) {
    report_.reuse = reuse;
  }

  DependencyReport run() && {
    if (runsAtOnce_ > 0)
      collectLegs();
    else
      collect();
    if (adaptive_ && !stop_.stop_requested()) {
      // Some packets take channels that they do not wait for: which others are the escape network?
      report_.escape = true;
      findEscapes();
      waits_ = std::make_unique<WaitTable>(topology_);
      collect();
    }
    if (stop_.stop_requested()) return stopped();
    if (waits_->overflowed()) {
      report_.unfinished = sentence("The waits between its channels do not fit into 2 GB.");
      return std::move(report_);
    }
    countUndelivered();
    const WaitGraph graph(*waits_);
    report_.dependencies = graph.dependencies();
    report_.opportunistic = opportunistic_;
    for (const std::uint32_t node : cycleIn(graph))
      report_.cycle.push_back({graph.channel(node), graph.vc(node)});
    if (stop_.stop_requested()) return stopped();
    return std::move(report_);
  }

 private:
  /// Packets that stand behind others wait for whatever those wait for.
  bool standsBehind() const { return report_.escape && report_.reuse == VcReuse::tail; }

  /// Virtual channels that can wait for each other for ever; empty where there are none.
  std::vector<std::uint32_t> cycleIn(const WaitGraph& graph) {
    if (standsBehind()) {
      std::vector<bool> escape(graph.nodes());
      for (std::uint32_t node = 0; node < graph.nodes(); ++node) {
        const LinkEnd& from = topology_.from(graph.channel(node));
        escape[node] =
            !from.isTerminal &&
            (graph.atomOf(node) & escapes_[topology_.firstPort[from.node] + from.port]) != 0;
      }
      return cycleThrough(graph, escape);
    }
    DependencyOrder order = orderOf(graph);
    if (report_.escape && report_.reuse == VcReuse::empty && order.cycle.empty())
      extend(graph, order);
    return std::move(order.cycle);
  }

  DependencyReport stopped() const {
    DependencyReport report;
    report.unfinished = sentence("The proof was stopped.");
    return report;
  }

  /// From the thread that asked for the proof: of the present walk over all destinations.
  void tell(std::size_t done, std::size_t all) const {
    if (progress_ && std::this_thread::get_id() == asking_)
      progress_(static_cast<double>(done) / static_cast<double>(all));
  }

  /// Runs `work(walk, class)` for every destination on all cores; each thread makes its own `work`.
  template <typename Make>
  void overDestinations(const Make& make) {
    std::vector<std::uint32_t> all(classes_.size());
    std::iota(all.begin(), all.end(), 0U);
    overDestinations(
        all, [this](std::size_t done, std::size_t of) { tell(done, of); }, make);
  }
  template <typename Told, typename Make>
  void overDestinations(const std::vector<std::uint32_t>& which, const Told& told,
                        const Make& make) {
    std::atomic<std::size_t> next{0};
    const auto share = [&] {
      DependencyWalk walk(topology_, routing_);
      auto work = make();
      for (;;) {
        const std::size_t first = next.fetch_add(kDestinationsAtOnce);
        if (first >= which.size()) return;
        const std::size_t end = std::min(first + kDestinationsAtOnce, which.size());
        for (std::size_t i = first; i < end; ++i) {
          if (stop_.stop_requested()) return;
          told(i, which.size());
          walk.restart(classes_[which[i]].first);
          work(walk, which[i]);
        }
      }
    };
    const std::size_t useful = which.size() / (4 * kDestinationsAtOnce);
    workTogether(static_cast<unsigned>(std::min<std::size_t>({useful, kMostThreads, coresHere()})),
                 share);
  }

  /// Calls `follow(source)` for one terminal of each class that sends to `destination`.
  template <typename Follow>
  void overSources(std::size_t destination, const Follow& follow) const {
    for (std::size_t s = 0; s < classes_.size() && !stop_.stop_requested(); ++s) {
      const TerminalId source = s == destination ? classes_[s].second : classes_[s].first;
      if (source != kNone) follow(source, s);
    }
  }

  /// What any packet has as an escape, by output. One that takes such a channel otherwise holds it
  /// all the same.
  void findEscapes() {
    escapes_.assign(topology_.ports.size(), 0);
    overDestinations([this] {
      return [this](DependencyWalk& walk, std::size_t destination) {
        overSources(destination, [&](TerminalId source, std::size_t) { walk.follow(source); });
        const std::lock_guard lock(mutex_);
        for (std::size_t node = 0; node < walk.nodes().size(); ++node)
          for (std::uint32_t s = walk.nodes()[node].firstStep; s < walk.stepsEnd(node); ++s)
            escapes_[topology_.firstPort[walk.nodes()[node].router] + walk.steps()[s].output] |=
                walk.steps()[s].escape;
      };
    });
  }

  void collect() {
    lost_.assign(classes_.size(), 0);
    overDestinations([this] {
      return [this](DependencyWalk& walk, std::size_t destination) {
        bool delivered = true;
        overSources(destination,
                    [&](TerminalId source, std::size_t) { delivered &= walk.follow(source); });
        lost_[destination] = !delivered;
        for (std::size_t node = 0; node < walk.nodes().size(); ++node) note(walk, node);
        if (report_.escape) lookForEscapes(walk, classes_[destination].first);
      };
    });
  }

  /// Where packets come to their intermediate router, or begin with their second leg.
  struct LegEnd {
    RouterId router = kNone;
    std::uint32_t detail = 0;
    PortIndex input = kNoPort;
    VcMask vcs = 0;  ///< that they may hold; 0: they come from their terminal
    auto key() const { return std::tie(router, detail, input, vcs); }
    bool operator<(const LegEnd& other) const { return key() < other.key(); }
    bool operator==(const LegEnd& other) const { return key() == other.key(); }
  };

  /// Those from whose ends the same second legs begin.
  struct Turn {
    std::size_t first = 0, end = 0;  ///< of the ends
    std::size_t exits = 0;           ///< the first of its router's outputs
  };

  /// All first legs, then all second ones from wherever those have ended: at an intermediate router
  /// any way in may be followed by any way out to a destination of the same class. So the ways out
  /// to all destinations are gathered, and each is joined to each way in once. Class by class of
  /// first legs (RoutingAlgorithm::firstLegClass), so that few of their ends are kept at once.
  void collectLegs() {
    lost_.assign(classes_.size(), 0);
    std::map<std::uint32_t, std::vector<std::uint32_t>> destinations;
    for (std::uint32_t c = 0; c < classes_.size(); ++c)
      destinations[*routing_.firstLegClass(classes_[c].first)].push_back(c);
    std::size_t done = 0;
    for (const auto& [number, alike] : destinations) {
      if (stop_.stop_requested()) return;
      tell(done++, destinations.size());
      collectLegs(alike);
    }
  }

  void collectLegs(const std::vector<std::uint32_t>& destinations) {
    std::vector<LegEnd> ends;
    if (!walkFirstLegs(classes_[destinations.front()].first, ends))
      for (const std::uint32_t destination : destinations) lost_[destination] = 1;
    keepOnce(ends, 0);
    std::size_t outputs = 0;
    const std::vector<Turn> turns = turnsOf(ends, outputs);
    std::vector<std::atomic<VcMask>> exits(outputs);
    const auto nothing = [](std::size_t, std::size_t) {};
    overDestinations(destinations, nothing, [this, &ends, &turns, &exits] {
      return [this, &ends, &turns, &exits, nodes = std::vector<std::uint32_t>()](
                 DependencyWalk& walk, std::size_t destination) mutable {
        nodes.clear();
        for (const Turn& turn : turns) {
          const LegEnd& end = ends[turn.first];
          nodes.push_back(walk.enter(end.router, end.input, end.detail));
        }
        if (!walk.followAll()) lost_[destination] = 1;
        for (std::size_t node = 0; node < walk.nodes().size(); ++node) note(walk, node);
        for (std::size_t i = 0; i < turns.size(); ++i)
          noteExits(walk, nodes[i], &exits[turns[i].exits]);
      };
    });
    for (const Turn& turn : turns) {
      if (stop_.stop_requested()) return;
      for (std::size_t i = turn.first; i < turn.end; ++i)
        if (ends[i].vcs != 0) joinLegs(ends[i], &exits[turn.exits]);
    }
  }

  /// `outputs` becomes the number of their routers' outputs.
  std::vector<Turn> turnsOf(const std::vector<LegEnd>& ends, std::size_t& outputs) const {
    const auto key = [this](const LegEnd& end) {
      return std::tuple(end.router, end.detail, routing_.looksAtInput() ? end.input : PortIndex{0});
    };
    std::vector<Turn> turns;
    for (std::size_t i = 0; i < ends.size(); ++i) {
      if (i > 0 && key(ends[i]) == key(ends[i - 1])) {
        turns.back().end = i + 1;
        continue;
      }
      turns.push_back({i, i + 1, outputs});
      outputs += topology_.radix(ends[i].router);
    }
    return turns;
  }

  /// Adds the virtual channels on which packets of a node go on, by output.
  void noteExits(const DependencyWalk& walk, std::uint32_t node, std::atomic<VcMask>* exits) {
    for (std::uint32_t s = walk.nodes()[node].firstStep; s < walk.stepsEnd(node); ++s) {
      const DependencyWalk::Step& step = walk.steps()[s];
      if (step.node == kNone || isNeverWaitedFor(step)) continue;
      if ((step.vcs & ~exits[step.output].load(std::memory_order_relaxed)) != 0)
        exits[step.output].fetch_or(step.vcs, std::memory_order_relaxed);
    }
  }

  /// The waits of those that have come to the end of a first leg.
  void joinLegs(const LegEnd& end, const std::atomic<VcMask>* exits) {
    const std::size_t radix = topology_.radix(end.router);
    for (std::size_t output = 0; output < radix; ++output)
      if (const VcMask wanted = exits[output].load(std::memory_order_relaxed); wanted != 0)
        waits_->add(end.router, end.input, end.vcs, static_cast<PortIndex>(output), wanted);
  }

  /// Of those from number `first` on.
  static void keepOnce(std::vector<LegEnd>& ends, std::size_t first) {
    const auto begin = ends.begin() + static_cast<std::ptrdiff_t>(first);
    std::sort(begin, ends.end());
    ends.erase(std::unique(begin, ends.end()), ends.end());
  }

  /// Intermediate router by intermediate router, so that few nodes are kept. What sets out is asked
  /// for many of them at once, as many as fit into memory. False where packets are lost.
  bool walkFirstLegs(TerminalId destination, std::vector<LegEnd>& ends) {
    std::atomic<bool> delivered{true};
    RouterId first = 0;
    while (first < topology_.routerCount() && !stop_.stop_requested()) {
      const StartsByWay starts =
          startsByWay(topology_, routing_, classes_, destination, first, runsAtOnce_, stop_);
      if (first == 0)
        for (const StartRun& run : starts.straight) {
          const TerminalPlace& home = topology_.terminals[classes_[run.first].first];
          ends.push_back({home.router, run.detail, home.port, 0});
        }
      const auto& over = starts.over;
      std::atomic<std::size_t> next{0};
      const auto share = [&] {
        DependencyWalk walk(topology_, routing_);
        std::vector<LegEnd> found;
        for (std::size_t i = next++; i < over.size() && !stop_.stop_requested(); i = next++)
          if (!walkFirstLegs(walk, destination, over[i], found)) delivered = false;
        const std::lock_guard lock(mutex_);
        ends.insert(ends.end(), found.begin(), found.end());
      };
      const std::size_t useful = over.size() / (4 * kDestinationsAtOnce);
      workTogether(
          static_cast<unsigned>(std::min<std::size_t>({useful, kMostThreads, coresHere()})), share);
      first += static_cast<RouterId>(over.size());
    }
    return delivered;
  }

  /// Those by way of one router. False where packets are lost.
  bool walkFirstLegs(DependencyWalk& walk, TerminalId destination,
                     const std::vector<StartRun>& starts, std::vector<LegEnd>& ends) {
    const std::size_t before = ends.size();
    walk.restart(destination, DependencyWalk::Until::intermediate);
    for (const StartRun& run : starts)
      for (std::uint32_t s = run.first; s < run.end; ++s) {
        const TerminalPlace& home = topology_.terminals[classes_[s].first];
        walk.enter(home.router, home.port, run.detail);
      }
    const bool delivered = walk.followAll();
    const auto isEnd = [&](std::uint32_t node) { return walk.isLegEnd(walk.nodes()[node]); };
    for (std::uint32_t node = 0; node < walk.nodes().size(); ++node) {
      note(walk, node);
      const DependencyWalk::Node& at = walk.nodes()[node];
      if (topology_.port(at.router, at.input).peer.isTerminal && isEnd(node))
        ends.push_back({at.router, at.detail, at.input, 0});
    }
    for (const DependencyWalk::Step& step : walk.steps())
      if (step.node != kNone && isEnd(step.node)) {
        const DependencyWalk::Node& at = walk.nodes()[step.node];
        ends.push_back({at.router, at.detail, step.input, step.vcs});
      }
    keepOnce(ends, before);
    return delivered;
  }

  /// The waits of those that step from a node: they hold the channel of the step, and want those of
  /// the steps that follow.
  void note(const DependencyWalk& walk, std::size_t node) {
    const auto& nodes = walk.nodes();
    const auto& steps = walk.steps();
    for (std::uint32_t s = nodes[node].firstStep; s < walk.stepsEnd(node); ++s) {
      const DependencyWalk::Step& step = steps[s];
      if (step.node == kNone) continue;
      if (step.escape != step.vcs) adaptive_.store(true, std::memory_order_relaxed);
      const VcMask escapes = escapesOf(nodes[node].router, step.output);
      const DependencyWalk::Node& then = nodes[step.node];
      for (std::uint32_t n = then.firstStep; n < walk.stepsEnd(step.node); ++n) {
        if (steps[n].node == kNone || isNeverWaitedFor(steps[n])) continue;
        const VcMask ahead =
            standsBehind() ? escapesOf(then.router, steps[n].output) : steps[n].escape;
        const auto add = [&](VcMask held, VcMask wanted) {
          if ((held & step.vcs) != 0 && (wanted & steps[n].vcs) != 0)
            waits_->add(then.router, step.input, held & step.vcs, steps[n].output,
                        wanted & steps[n].vcs);
        };
        add(escapes, ahead);
        if (!standsBehind()) continue;
        // Apart, so that no node of the graph is both escape and adaptive.
        add(escapes, ~ahead);
        add(~escapes, ahead);
        add(~escapes, ~ahead);
      }
    }
  }

  bool isNeverWaitedFor(const DependencyWalk::Step& step) {
    if (!step.opportunistic || report_.reuse != VcReuse::whole) return false;
    opportunistic_.store(true, std::memory_order_relaxed);
    return true;
  }

  /// Remembers the first place where packets want adaptive channels and find no escape.
  void lookForEscapes(const DependencyWalk& walk, TerminalId destination) {
    const auto& nodes = walk.nodes();
    const auto& steps = walk.steps();
    for (std::size_t node = 0; node < nodes.size(); ++node) {
      bool adaptive = false, escape = false;
      for (std::uint32_t s = nodes[node].firstStep; s < walk.stepsEnd(node); ++s) {
        adaptive |= steps[s].node != kNone && steps[s].vcs != steps[s].escape;
        escape |= steps[s].node == kNone || steps[s].escape != 0;
      }
      if (!adaptive || escape) continue;
      const std::lock_guard lock(mutex_);
      auto& first = report_.withoutEscape;
      // The same one whichever thread comes first.
      if (!first ||
          std::pair(destination, nodes[node].router) < std::pair(first->destination, first->router))
        first = WithoutEscape{nodes[node].router, destination};
    }
  }

  VcMask escapesOf(RouterId router, PortIndex output) const {
    return report_.escape ? escapes_[topology_.firstPort[router] + output] : ~VcMask{0};
  }

  /// Packets' paths merge, so who is lost shows only source by source.
  void countUndelivered() {
    DependencyWalk walk(topology_, routing_);
    for (std::size_t d = 0; d < classes_.size(); ++d) {
      if (!lost_[d]) continue;
      overSources(d, [&](TerminalId source, std::size_t s) {
        walk.restart(classes_[d].first);
        if (walk.follow(source)) return;
        report_.undeliveredPairs +=
            std::uint64_t{classes_[d].count} * (classes_[s].count - (s == d ? 1u : 0u));
        if (report_.undelivered.size() < kNamedPairs)
          report_.undelivered.push_back({source, classes_[d].first});
      });
    }
  }

  /// Adds the waits over adaptive channels that run against `order`, until it holds or has a cycle.
  void extend(const WaitGraph& graph, DependencyOrder& order) {
    std::vector<Wait> more;
    for (int round = 0; round < kMostRounds; ++round) {
      const std::size_t known = more.size();
      overDestinations([&] {
        // Hands over what it found when its thread is done.
        return EscapeWorker{*this, {topology_, graph, escapes_, order.rank}, more};
      });
      if (stop_.stop_requested() || more.size() == known) return;
      std::sort(more.begin(), more.end());
      more.erase(std::unique(more.begin(), more.end()), more.end());
      order = orderOf(graph, more);
      if (!order.cycle.empty()) return;
    }
    report_.unfinished =
        sentence("The waits of its escape channels could not be put into an order.");
  }

  struct EscapeWorker {
    Proof& proof;
    EscapeCheck check;
    std::vector<Wait>& found;

    EscapeWorker(Proof& proof_, EscapeCheck check_, std::vector<Wait>& found_)
        : proof(proof_), check(std::move(check_)), found(found_) {}
    EscapeWorker(const EscapeWorker&) = delete;
    EscapeWorker& operator=(const EscapeWorker&) = delete;
    ~EscapeWorker() {
      const std::lock_guard lock(proof.mutex_);
      for (const std::uint64_t packed : check.against())
        found.push_back(EscapeCheck::waitOf(packed));
    }

    void operator()(DependencyWalk& walk, std::size_t destination) {
      proof.overSources(destination, [&](TerminalId source, std::size_t) { walk.follow(source); });
      check.judge(walk);
    }
  };

  const Topology& topology_;
  const RoutingAlgorithm& routing_;
  std::size_t runsAtOnce_;
  const std::stop_token& stop_;
  const ProofProgress progress_;
  const std::thread::id asking_ = std::this_thread::get_id();
  std::vector<TerminalClass> classes_;
  std::unique_ptr<WaitTable> waits_;
  EscapeMasks escapes_;     ///< empty until it is known that there are any
  std::vector<char> lost_;  ///< per class as a destination: not every packet arrives
  std::mutex mutex_;
  std::atomic<bool> opportunistic_{false}, adaptive_{false};
  DependencyReport report_;
};

bool walksLegsApart(const Topology& topology, const RoutingAlgorithm& routing, double triples) {
  return triples > kMostDecisionsOfTriples && topology.terminalCount() > 0 &&
         routing.firstLegClass(0).has_value();
}

/// proofSteps(), where that of all triples is known.
double stepsOf(const Topology& topology, const RoutingAlgorithm& routing, double triples) {
  if (!walksLegsApart(topology, routing, triples)) return triples;
  const std::vector<TerminalClass> all = terminalClasses(topology, routing);
  std::set<std::uint32_t> numbers;
  for (const TerminalClass& each : all) numbers.insert(*routing.firstLegClass(each.first));
  const auto classes = static_cast<double>(all.size());
  const double first = kDecisionsOfFirstLegs * static_cast<double>(numbers.size());
  double turns = 0;
  for (RouterId r = 0; r < topology.routerCount(); ++r)
    turns += static_cast<double>(topology.radix(r)) * topology.radix(r);
  return (first + kDecisionsOfLegs) * classes * topology.routerCount() + turns;
}

}  // namespace

DependencyReport examineDependencies(const Topology& topology, const RoutingAlgorithm& routing,
                                     VcReuse reuse, const std::stop_token& stop,
                                     const ProofProgress& progress) {
  const double triples = decisionsOfTriples(topology, routing);
  const double steps = stepsOf(topology, routing, triples);
  if (steps > kMostDecisions) {
    DependencyReport report;
    report.unfinished =
        sentence("The proof would walk {:.0e} decisions of the routing; {:.0e} are the limit.",
                 steps, kMostDecisions);
    return report;
  }
  const bool legsApart = walksLegsApart(topology, routing, triples);
  return Proof(topology, routing, reuse, legsApart ? kRunsAtOnce : 0, stop, progress).run();
}

DependencyReport examineLegs(const Topology& topology, const RoutingAlgorithm& routing,
                             VcReuse reuse, const std::stop_token& stop, std::size_t runsAtOnce) {
  return Proof(topology, routing, reuse, std::max<std::size_t>(runsAtOnce, 1), stop).run();
}

double proofSteps(const Topology& topology, const RoutingAlgorithm& routing) {
  return stepsOf(topology, routing, decisionsOfTriples(topology, routing));
}

Sentence bufferInWords(const Topology& topology, const ChannelVc& buffer) {
  return sentence("{} → {}, VC {}", partInWords(topology, topology.from(buffer.channel)),
                  partInWords(topology, topology.to(buffer.channel)), buffer.vc);
}

Sentence verdictOf(const DependencyReport& report) {
  if (!report.cycle.empty()) return sentence("Packets can deadlock");
  if (!report.deadlockFree()) return sentence("Freedom of deadlock is not proved");
  return report.escape ? sentence("Deadlock-free (escape network)")
                       : sentence("Deadlock-free (acyclic)");
}

Sentence describe(const Topology& topology, const DependencyReport& report) {
  const Sentence verdict = verdictOf(report);
  Sentence text;
  if (!report.unfinished.empty()) {
    text = sentence("{}. {}", verdict, report.unfinished);
  } else if (!report.cycle.empty()) {
    std::vector<Sentence> cycle;
    for (const ChannelVc& buffer : report.cycle) cycle.push_back(bufferInWords(topology, buffer));
    text = sentence("{}: {} channels can wait for each other in a cycle: {}; and again the first.",
                    verdict, report.cycle.size(), joined(cycle, "; "));
    if (report.escape && report.reuse == VcReuse::tail)
      text = sentence(
          "{} A packet may stand behind others and keep them from their escape channels, because "
          "virtual channels are given away behind the tail: set switch.reallocate to empty.",
          text);
  } else if (report.withoutEscape) {
    text = sentence("{}: at {} packets for {} find no escape channel.", verdict,
                    routerInWords(topology, report.withoutEscape->router),
                    partInWords(topology, {report.withoutEscape->destination, 0, true}));
  } else if (report.escape) {
    text = sentence(
        "{}: packets find an escape channel at every router, and escape channels wait for each "
        "other in no cycle.",
        verdict);
    if (report.reuse == VcReuse::empty)
      text =
          sentence("{} It needs virtual channels that run empty first (switch.reallocate).", text);
  } else {
    text = sentence("{}: channel dependencies checked, no cycle.", verdict);
    if (report.opportunistic)
      text = sentence(
          "{} Steps taken only where there is room for the whole packet are waited for "
          "by nobody.",
          text);
  }
  if (report.undeliveredPairs == 0) return text;
  const UndeliveredPair& pair = report.undelivered.front();
  return sentence("{} {} pairs of terminals have no path, such as {} to {}.", text,
                  report.undeliveredPairs, topology.terminalIds[pair.source],
                  topology.terminalIds[pair.destination]);
}

}  // namespace hopscope
