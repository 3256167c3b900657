// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/compile.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <set>

#include "engine/design/addressing.h"
#include "engine/design/application_preview.h"
#include "engine/design/application_resolution.h"
#include "engine/design/application_sections.h"
#include "engine/design/buffer_warnings.h"
#include "engine/design/circuit_rules.h"
#include "engine/design/drawn_topology.h"
#include "engine/design/faults.h"
#include "engine/design/forwarding_defaults.h"
#include "engine/design/link_bandwidths.h"
#include "engine/design/lookup_resolution.h"
#include "engine/design/notice_rules.h"
#include "engine/design/override_resolution.h"
#include "engine/design/packet_sizes.h"
#include "engine/design/part_name_rules.h"
#include "engine/design/pause_headroom.h"
#include "engine/design/phases.h"
#include "engine/design/reduction_resolution.h"
#include "engine/design/routing_phase_rules.h"
#include "engine/design/run_resolution.h"
#include "engine/design/sections.h"
#include "engine/design/setting_issues.h"
#include "engine/design/settings_reader.h"
#include "engine/design/slow_queues.h"
#include "engine/design/switch_models.h"
#include "engine/routing/fault_detour.h"
#include "engine/simulation/traffic_class_names.h"
#include "engine/simulation/zero_load_times.h"
#include "engine/topology/generator.h"
#include "engine/traffic/traffic_mix.h"

namespace hopscope {
namespace {

void append(Issues& to, const Issues& more) {
  for (const Issue& issue : more) addOnce(to, issue);
}

/// A registry's issues name its own parameters, or nothing; a design's name full paths.
Issues placed(Issues issues, const std::string& section, const std::string& whole,
              const std::vector<Section>& all) {
  for (Issue& issue : issues) {
    if (issue.path.empty())
      issue.path = whole;
    else if (find(all, issue.path) == nullptr && find(all, section + "." + issue.path) != nullptr)
      issue.path = section + "." + issue.path;
  }
  return issues;
}

/// One pass over a design: everything that compile() needs, and everything wrong with it.
class Examination {
 public:
  Examination(const Design& design, std::shared_ptr<const Topology> topology, Issues issues)
      : design_(design), issues_(std::move(issues)) {
    setup_.topology = std::move(topology);
    traits_ = setup_.topology ? traitsOf(*setup_.topology, design.settings) : traitsOf(design);
    sections_ = sections(design, traits_);
    append(issues_, checkSettings(design, sections_));
    if (!setup_.topology) return;
    if (setup_.topology->kind == kDrawnKind) append(issues_, checkNames(design.drawn));
    append(issues_, checkRunnable(*setup_.topology));
    // From here on every value has its declared type, and the network is one.
    model_ = &switchModelOf(design_);
    if (hasErrors(issues_) || !suitsSwitches()) return;
    settings_ = effective(design, sections_);
    clock_ = {realAt(settings_, "clock.frequency_ghz"), realAt(settings_, "clock.flit_bytes")};
    setup_.run = resolveRun(design_, reader(),
                            isKeyword(*find(sections_, "run.warmup"), settings_.at("run.warmup")));
    readTraffic();
    if (traffic_ != nullptr)
      phases_ = resolvePhases(design_, *setup_.topology, traits_, clock_, setup_.run, issues_);
    readClasses();
    readSwitches();
    readLatencies();
    setup_.linkRates = resolveBandwidths(design_, *setup_.topology, *model_, reader(), overrides_);
    readRouting();
    if (model_->fit != nullptr && !hasErrors(issues_)) model_->fit(setup_, reader());
    const ApplicationReading applications{design_, *setup_.topology,   settings_,
                                          clock_,  setup_.packetFlits, setup_.run.seed};
    applications_ = resolveApplications(applications, reader(), issues_);
    if (applications_) append(issues_, checkRanksRemain());
    if (applications_ && !hasErrors(issues_))
      append(issues_, model_->playPrograms != nullptr
                          ? model_->playPrograms(setup_, *applications_)
                          : unheardCommands(*applications_, model_->name));
    if (model_->checkWaits != nullptr && !hasErrors(issues_))
      append(issues_, model_->checkWaits(setup_, highestLoad()));
    append(issues_, checkAddressing(*setup_.topology, settings_));
    checkScenario(reader());
    if (!hasErrors(issues_) && reducesNodes(setup_)) {
      addReductionValues(setup_, routingValues_);
      setup_.routing = makeRouting();
      resolveReductions(setup_, issues_);
    }
    if (!hasErrors(issues_)) readPhaseParts();
    if (!hasErrors(issues_)) warnAboutBuffers(setup_, highestLoad(), issues_);
    if (!hasErrors(issues_)) checkPauses(setup_, reader());
    if (!hasErrors(issues_)) checkSlowQueues(setup_, reader());
    if (!hasErrors(issues_) && routing_->congestionPoints)
      checkCongestionPoints(setup_, routing_->congestionPoints(routingValues_), reader());
  }

  const Issues& issues() const { return issues_; }
  std::shared_ptr<const ApplicationPlan> applications() const {
    return hasErrors(issues_) ? nullptr : applications_;
  }

  /// `routing` is that of cycle 0.
  std::vector<TrafficPhase> makePhases(const std::shared_ptr<const RoutingAlgorithm>& routing) {
    std::vector<TrafficPhase> phases;
    DetourTables tables;
    auto detour = std::dynamic_pointer_cast<const FaultDetour>(routing);
    for (const ResolvedPhase& phase : phases_) {
      phases.push_back({phase.at,
                        phase.pattern->make(*setup_.topology, phase.values, setup_.run.seed),
                        phase.load, phase.reprogram});
      phases.back().what = phaseInWords(design_, phases.size() - 1);
      const PhaseParts& parts = phaseParts_[phases.size() - 1];
      phases.back().lookups = parts.lookups;
      if (parts.base && !phase.faults) phases.back().routing = parts.base;
      phases.back().drains = parts.base != nullptr;
      if (!phase.faults) continue;
      phases.back().traffic =
          withoutRouters(phases.back().traffic, *setup_.topology, *phase.faults);
      if (parts.base) {
        detour = std::make_shared<const FaultDetour>(setup_.topology, parts.base, declaredVcs_,
                                                     *phase.faults, nullptr, tables);
        phases.back().routing = detour;
        continue;
      }
      if (detour == nullptr || detour->faults() == *phase.faults) continue;
      detour = std::make_shared<const FaultDetour>(setup_.topology, detour->sharedBase(),
                                                   declaredVcs_, *phase.faults, detour, tables);
      phases.back().routing = detour;
      if (!detour->keepsOrder()) warnAboutOrder(phases.size() - 1);
    }
    return phases;
  }

  Compiled finish(const std::stop_token& stop) && {
    Compiled result;
    if (!hasErrors(issues_)) {
      if (!setup_.routing) setup_.routing = makeRouting();
      setup_.traffic = traffic_->make(*setup_.topology, trafficValues_, setup_.run.seed);
      setup_.phases = makePhases(setup_.routing);
      if (applications_) {
        applications_->packets.flitsPerCycle =
            std::visit([](const auto& switches) { return switches.handedOver(); }, setup_.switches);
        applications_->headTimes = zeroLoadTimes(setup_);
        applications_->trafficClass = classOfApplications(setup_);
        setup_.applications = std::move(applications_);
      }
      if (model_->complete != nullptr) append(issues_, model_->complete(setup_, stop));
      if (!hasErrors(issues_)) result.setup = std::move(setup_);
    }
    result.issues = std::move(issues_);
    return result;
  }

 private:
  using Places = std::map<std::string, std::string>;

  /// The routing of cycle 0.
  std::shared_ptr<const RoutingAlgorithm> makeRouting() const {
    std::shared_ptr<const RoutingAlgorithm> base =
        routing_->make(*setup_.topology, declaredVcs_, routingValues_);
    if (!hasFaults_) return base;
    const Topology& t = *setup_.topology;
    DetourTables none;
    return std::make_shared<const FaultDetour>(
        setup_.topology, std::move(base), declaredVcs_,
        NetworkFaults{std::vector<bool>(t.linkCount()), std::vector<bool>(t.routerCount())},
        nullptr, none);
  }

  double highestLoad() const {
    double highest = setup_.load;
    for (const ResolvedPhase& phase : phases_) highest = std::max(highest, phase.load);
    return highest;
  }

  Issues checkRanksRemain() const {
    for (std::size_t i = 0; i < phases_.size(); ++i) {
      if (!phases_[i].faults) continue;
      Issues lost =
          hopscope::checkRanksRemain(*applications_, *setup_.topology, i, *phases_[i].faults);
      if (!lost.empty()) return lost;
    }
    return {};
  }

  void warnAboutOrder(std::size_t phase) {
    addOnce(
        issues_,
        {Severity::warning, fmt::format("phases[{}]", phase),
         sentence(
             "From here on detours need another order of the routers. Packets that are on a detour "
             "just then follow both, for which freedom of deadlock is not proved."),
         sentence(
             "Restore parts before others fail, or keep the router that detours lead up to.")});
  }

  /// What a phase changes beside the traffic.
  struct PhaseParts {
    std::shared_ptr<const LookupChange> lookups;
    std::shared_ptr<const RoutingAlgorithm> base;  ///< another algorithm
  };

  /// Each phase with another routing or other caches is examined as a design of its own, with the
  /// switches of this one.
  void readPhaseParts() {
    std::shared_ptr<const RoutingAlgorithm> inForce;
    for (std::size_t i = 0; i < phases_.size(); ++i) {
      PhaseParts& parts = phaseParts_.emplace_back();
      if (!phases_[i].setsRouting && !phases_[i].setsLookups) continue;
      Design then = designInPhase(design_, i);
      then.phases.clear();
      for (const auto& [path, value] : settings_)
        if (path.rfind("switch.", 0) == 0) then.settings.try_emplace(path, value);
      const Examination phase(then, setup_.topology, {});
      const std::string place = fmt::format("phases[{}].set", i);
      for (Issue issue : phase.issues_) {
        if (issue.severity != Severity::error) continue;
        const bool own = design_.phases[i].set.count(issue.path) != 0;
        issue.path = own ? place + "." + issue.path : place;
        addOnce(issues_, std::move(issue));
      }
      if (hasErrors(phase.issues_)) continue;
      if (phases_[i].setsRouting && applications_) {
        addOnce(issues_, {Severity::error, place,
                          sentence("Another routing begins in a network that has run empty, and "
                                   "ranks keep this one busy until they are done."),
                          sentence("Give the whole run one routing, and compare two runs.")});
        continue;
      }
      if (phases_[i].setsRouting &&
          (routing_->congestionPoints || phase.routing_->congestionPoints)) {
        addOnce(issues_, {Severity::error, place,
                          sentence("Routing by notices of congestion is part of the switches, and "
                                   "can't change during a run."),
                          sentence("Give the whole run one routing.")});
        continue;
      }
      if (phases_[i].setsRouting) {
        parts.base = phase.makeRouting();
        if (!inForce) inForce = makeRouting();
        const double load = i == 0 ? setup_.load : phases_[i - 1].load;
        for (Issue& issue : checkRoutingUnderLoad(design_, i, load, *inForce, *parts.base))
          addOnce(issues_, std::move(issue));
        inForce = parts.base;
        refuseLateSight(place, *phase.routing_, *parts.base);
      }
      if (!phases_[i].setsLookups) continue;
      auto reductions = phase.setup_.reductions;
      if (setup_.reroutes) std::fill(reductions.begin(), reductions.end(), nullptr);
      parts.lookups = std::make_shared<const LookupChange>(
          LookupChange{phase.setup_.lookups, phase.setup_.lookupOf, std::move(reductions)});
    }
  }

  /// A network is cut into parts when it is made, if its routing lets it.
  void refuseLateSight(const std::string& place, const RoutingEntry& entry,
                       const RoutingAlgorithm& later) {
    if (!later.looksElsewhere() || makeRouting()->looksElsewhere()) return;
    addOnce(issues_, {Severity::error, place,
                      sentence("{} looks at the queues of all routers, which no phase can begin "
                               "with.",
                               registryWords(entry.label)),
                      sentence("Let the run begin with it.")});
  }

  /// Detours have a virtual channel of their own.
  void addDetours() {
    declaredVcs_ = setup_.virtualChannels;
    for (const ResolvedPhase& phase : phases_) {
      hasFaults_ = hasFaults_ || phase.faults.has_value();
      setup_.reroutes = setup_.reroutes || phase.faults || phase.setsRouting;
    }
    if (!hasFaults_) return;
    if (std::max(++setup_.virtualChannels.local, ++setup_.virtualChannels.global) > kMaxVcs)
      addOnce(issues_, {Severity::error, "switch.virtual_channels",
                        sentence("A network parts of which fail has one more virtual channel, for "
                                 "detours; {} are the most.",
                                 kMaxVcs),
                        sentence("Set them to {} or fewer.", kMaxVcs - 1)});
  }

  SettingsReader reader() {
    static const Places kOwn;
    return {sections_, settings_, clock_, kOwn, issues_};
  }

  void readTraffic() {
    const SettingsReader read = reader();
    setup_.load = read.real("traffic.load");
    setup_.packetFlits = read.flits("traffic.packet_flits", Rounding::up);
    setup_.packetSizes = resolvePacketSizes(read, setup_.packetFlits);
    setup_.picosecondsPerCycle = clock_.picosecondsPerCycle();
    setup_.reprogram = read.cycles("forwarding.reprogram");
    setup_.prefetch = read.cycles("forwarding.prefetch");
    setup_.flitBytes = clock_.flitBytes;
    setup_.energy = {read.real("forwarding.energy.buffer_nj_per_byte"),
                     read.real("forwarding.energy.port_optical_w"),
                     read.real("forwarding.energy.port_electrical_w"),
                     read.real("forwarding.energy.fixed_w")};
    traffic_ = trafficPatterns().find(read.text(kTrafficPattern));
    if (traffic_ == nullptr) {
      read.refuse(kTrafficPattern, sentence("There is no traffic pattern to choose from."), {});
      return;
    }
    trafficValues_ = ownValues(settings_, "traffic.", traffic_->parameters);
    trafficValues_["include_self"] = read.boolean("traffic.include_self");
    append(issues_, placed(traffic_->check(*setup_.topology, trafficValues_), "traffic",
                           kTrafficPattern, sections_));
  }

  /// The classes of mixed traffic, of all phases: how many there are, and their packets' sizes.
  void readClasses() {
    std::set<std::string> names;
    std::set<std::uint32_t> lengths;
    std::uint32_t longest = 0;
    const auto read = [&](const Values& values) {
      const auto parts = values.find("parts");
      if (parts == values.end()) {
        names.insert(kNoClass);
        return;
      }
      const ReadMix mix = parseMix(std::get<std::string>(parts->second));
      for (const MixPart& part : mix.parts) {
        names.insert(part.name);
        longest = std::max(longest, part.flits);
        if (part.flits != 0) lengths.insert(part.flits);
      }
    };
    read(trafficValues_);
    for (const ResolvedPhase& phase : phases_)
      if (phase.pattern != nullptr) read(phase.values);
    const bool mixed = names.size() > 1 || names.count(kNoClass) == 0;
    if (mixed && applicationCount(design_) > 0) names.insert(kApplicationsClass);
    if (names.size() > kMostClasses && !hasErrors(issues_))
      addOnce(issues_, {Severity::error, "phases",
                        sentence("Over all phases there are {} classes of traffic; {} are the "
                                 "most.",
                                 names.size(), kMostClasses),
                        sentence("Use the same names in all of them.")});
    for (const PacketSize& size : setup_.packetSizes) lengths.insert(size.flits);
    if (setup_.packetSizes.empty()) lengths.insert(setup_.packetFlits);
    if (lengths.size() > model_->mostLengths && !hasErrors(issues_))
      addOnce(issues_, {Severity::error, "traffic.packet_sizes",
                        sentence("The packets of this run have {} lengths; {} are the most.",
                                 lengths.size(), model_->mostLengths),
                        sentence("Let some have the same length.")});
    if (longest == 0) return;
    if (setup_.packetSizes.empty()) setup_.packetSizes = {{setup_.packetFlits, 1.0}};
    setup_.packetFlits = std::max(setup_.packetFlits, longest);
  }

  /// Before anything else is asked of a network that its switches could never be in.
  bool suitsSwitches() {
    if (model_->checkNetwork == nullptr) return true;
    auto issue = model_->checkNetwork(*setup_.topology);
    if (issue) addOnce(issues_, std::move(*issue));
    return !issue;
  }

  void readRouting() {
    const SettingsReader read = reader();
    setup_.virtualChannels = model_->virtualChannels(read, traits_);
    const Parameter* const choices = find(sections_, kRoutingAlgorithm);
    if (!model_->routes && choices != nullptr &&
        Value(read.text(kRoutingAlgorithm)) != choices->fallback)
      read.warn(kRoutingAlgorithm,
                sentence("Switches of the model {} do not ask it: their scheduler finds the ways.",
                         model_->name),
                sentence("Leave it out."));
    routing_ = routingAlgorithms().find(read.text(kRoutingAlgorithm));
    if (routing_ == nullptr) {
      read.refuse(kRoutingAlgorithm, sentence("No routing algorithm suits this network."), {});
      return;
    }
    routingValues_ = ownValues(settings_, "routing.", routing_->parameters);
    append(issues_,
           placed(routing_->check(*setup_.topology, setup_.virtualChannels, routingValues_),
                  "routing", kRoutingAlgorithm, sections_));
    if (routing_->wholePackets && reuseOf(setup_) != VcReuse::whole)
      addOnce(issues_,
              {Severity::error, kRoutingAlgorithm,
               sentence("{} takes packets only where a buffer has room for all of them; these "
                        "switches pass them on flit by flit.",
                        registryWords(routing_->label)),
               sentence("Choose virtual cut-through switches, or another routing.")});
    if (routing_->redraws && routing_->redraws(*setup_.topology, routingValues_) &&
        !model_->sourceQueueInRouter)
      read.refuse(kRoutingAlgorithm,
                  sentence("{} routing draws paths anew while packets wait at their source's "
                           "router, and {} switches have no queue for terminals there.",
                           routing_->label, model_->label),
                  sentence("Use virtual cut-through switches, or an algorithm without it."));
    if (routing_->congestionPoints) checkNotices();
    addDetours();
  }

  /// Congestion points belong to the switches, and can't come or go.
  void checkNotices() {
    if (!model_->sourceQueueInRouter)
      addOnce(issues_, {Severity::error, kRoutingAlgorithm,
                        sentence("{} needs queues that send notices of congestion; {} switches "
                                 "have none.",
                                 registryWords(routing_->label), registryWords(model_->label)),
                        sentence("Use virtual cut-through switches.")});
    for (std::size_t i = 0; i < phases_.size(); ++i)
      if (!design_.phases[i].fail.empty())
        addOnce(issues_, {Severity::error, fmt::format("phases[{}]", i),
                          sentence("Notices of congestion find no detour round parts that fail."),
                          sentence("Choose another routing, or let nothing fail.")});
  }

  /// The distinct switches and lookups. Switches with the same overrides share an entry.
  void readSwitches() {
    const Topology& topology = *setup_.topology;
    overrides_ = resolveOverrides(design_, topology, sections_, issues_);
    if (hasErrors(issues_)) return;
    if (topology.ports.size() > model_->mostPorts)
      addOnce(issues_, {Severity::error, kSwitchModel,
                        sentence("The routers have {} ports; {} are the most that these switches "
                                 "can have.",
                                 topology.ports.size(), model_->mostPorts),
                        sentence("Choose a smaller network.")});
    DistinctSettings switches(topology.routerCount()), lookups(topology.routerCount());
    for (const auto& [router, values] : overrides_.routers) {
      Values ofSwitch, ofLookup;
      for (const auto& [path, setting] : values)
        (path.rfind("switch.", 0) == 0 ? ofSwitch : ofLookup)[path] = setting.value;
      setKind(switches, router, ofSwitch, values);
      setKind(lookups, router, ofLookup, values);
    }
    setup_.switches =
        model_->resolve({[&](const SwitchReading::Read& read) { readEach(switches, read); },
                         switches.kindOf, traits_, setup_.packetFlits});
    readEach(lookups, [this](const SettingsReader& read) {
      setup_.lookups.push_back(resolveLookup(read, setup_.topology->terminalCount()));
    });
    setup_.lookupOf = std::move(lookups.kindOf);
    const auto cached = [](const LookupSettings& kind) { return kind.kind == LookupKind::cache; };
    if (std::none_of(setup_.lookups.begin(), setup_.lookups.end(), cached)) setup_.prefetch = 0;
  }

  /// Settings that routers share, by what differs from the design's own.
  struct DistinctSettings {
    explicit DistinctSettings(std::uint32_t routers) : kindOf(routers, 0) {}

    struct Kind {
      Values overlay;
      Places places;
    };
    std::vector<Kind> kinds{Kind{}};
    std::map<Values, std::uint16_t> indexOf{{Values{}, 0}};
    std::vector<std::uint16_t> kindOf;  ///< per router
  };

  void setKind(DistinctSettings& all, RouterId router, const Values& overlay,
               const std::map<std::string, ResolvedOverrides::Setting>& origin) {
    const auto [known, isNew] =
        all.indexOf.emplace(overlay, static_cast<std::uint16_t>(all.kinds.size()));
    if (isNew && all.kinds.size() > std::numeric_limits<std::uint16_t>::max()) {
      addOnce(issues_, {Severity::error, "overrides",
                        sentence("The overrides make too many different routers."),
                        sentence("65,536 different settings are possible.")});
      return;
    }
    if (isNew) {
      all.kinds.push_back({overlay, {}});
      for (const auto& [path, value] : overlay)
        all.kinds.back().places[path] = origin.at(path).place;
    }
    all.kindOf[router] = known->second;
  }

  void readEach(const DistinctSettings& all, const SwitchReading::Read& read) {
    for (const auto& [overlay, places] : all.kinds) {
      Values settings = settings_, explicitly = design_.settings;
      for (const auto& [path, value] : overlay) settings[path] = explicitly[path] = value;
      if (!overlay.empty())
        for (const auto& [path, value] : forwardingDefaults(explicitly))
          if (explicitly.count(path) == 0) settings[path] = value;
      Issues found;
      read(SettingsReader(sections_, settings, clock_, places, found));
      append(issues_, found);
    }
  }

  void readLatencies() {
    const Topology& topology = *setup_.topology;
    const SettingsReader read = reader();
    std::vector<Cycle> ofClass;
    for (const LinkClass& linkClass : topology.classes)
      ofClass.push_back(read.cycles(fmt::format("channels.{}.latency", linkClass.name)));
    setup_.linkLatency.resize(topology.linkCount());
    for (LinkId l = 0; l < topology.linkCount(); ++l)
      setup_.linkLatency[l] = ofClass[topology.links[l].linkClass];
    readDrawnLatencies();
    for (const auto& [link, setting] : overrides_.latencies) {
      const Cycle latency = toCycles(setting.value, clock_, setting.place, issues_);
      setLatency(link, latency, setting.place);
    }
  }

  void readDrawnLatencies() {
    if (setup_.topology->kind != kDrawnKind) return;
    for (std::size_t i = 0; i < design_.drawn.links.size(); ++i)
      if (const auto latency = design_.drawn.links[i].latency)
        setLatency(static_cast<LinkId>(setup_.topology->terminalCount() + i), *latency,
                   fmt::format("topology.channels[{}].latency", i));
  }

  void setLatency(LinkId link, Cycle latency, const std::string& place) {
    const auto* parameter =
        find(sections_, fmt::format("channels.{}.latency", setup_.topology->classOf(link).name));
    if (auto issue = check(*parameter, latency, place)) addOnce(issues_, std::move(*issue));
    setup_.linkLatency[link] = latency;
  }

  const Design& design_;
  Issues issues_;
  NetworkTraits traits_;
  std::vector<Section> sections_;
  Values settings_;
  Clock clock_;
  ResolvedOverrides overrides_;
  const SwitchModel* model_ = nullptr;
  const RoutingEntry* routing_ = nullptr;
  const TrafficEntry* traffic_ = nullptr;
  Values routingValues_, trafficValues_;
  VcCounts declaredVcs_;
  bool hasFaults_ = false;
  std::shared_ptr<ApplicationPlan> applications_;  ///< null: none
  std::vector<ResolvedPhase> phases_;
  std::vector<PhaseParts> phaseParts_;
  Setup setup_;
};

Examination examine(const Design& design) {
  Issues issues;
  auto topology = buildTopology(design, issues);
  return {design, std::move(topology), std::move(issues)};
}

}  // namespace

Issues validate(const Design& design) {
  return examine(design).issues();
}

Issues validate(const Design& design, std::shared_ptr<const Topology> topology) {
  return Examination(design, std::move(topology), {}).issues();
}

std::shared_ptr<const ApplicationPlan> previewApplications(const Design& design,
                                                           std::shared_ptr<const Topology> topology,
                                                           Issues& issues) {
  const Examination examination(design, std::move(topology), {});
  append(issues, examination.issues());
  return examination.applications();
}

Compiled compile(const Design& design, const std::stop_token& stop) {
  return examine(design).finish(stop);
}

Compiled compile(const Design& design, std::shared_ptr<const Topology> topology,
                 const std::stop_token& stop) {
  return Examination(design, std::move(topology), {}).finish(stop);
}

}  // namespace hopscope
